//! Files that the client uploads with a job: the [`code`] folder, the [`includes`] added to it, and
//! the [`ignored_uploads`].

pub(crate) mod code;
pub(crate) mod ignored_uploads;
pub(crate) mod includes;

pub use code::{CodeEntry, CodeFolder, Upload};
pub use includes::Include;
