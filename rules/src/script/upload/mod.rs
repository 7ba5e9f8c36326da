//! Files that the client uploads with a job: the [`code`] folder, what [`includes`] adds to it, and what [`ignored_uploads`] leaves out.

pub(crate) mod code;
pub(crate) mod ignored_uploads;
pub(crate) mod includes;

pub use code::{CodeEntry, CodeFolder, Upload};
pub use includes::Include;
