//! Standard input as a file.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::files::{ReadProblem, Text, decode};

/// The name it has where none is given.
pub(super) const NAME: &str = "<stdin>";

/// Whether `path` means standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads it whole; `name` is the path it stands for.
pub(super) fn read(name: Option<&PathBuf>) -> Result<(PathBuf, Text), ReadProblem> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok((
        name.cloned().unwrap_or_else(|| PathBuf::from(NAME)),
        decode(bytes)?,
    ))
}
