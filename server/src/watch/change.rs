//! A change on the disk, and the function that receives it.

use std::path::PathBuf;
use std::sync::Arc;

/// Something happened on the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// These files or folders came, went, or changed.
    At(Vec<PathBuf>),
    /// The system lost count: any may have.
    Anywhere,
}

/// Callback for changes.
pub(crate) type Tell = Arc<dyn Fn(Change) + Send + Sync>;
