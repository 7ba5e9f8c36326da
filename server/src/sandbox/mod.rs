//! Safe access to files of repositories that are not trusted.
//!
//! Start with [`safe_read`]: it opens regular files only, up to a size limit. [`trust_boundary`] limits which files an `azml.yaml` or
//! a link may name, [`project_roots`] finds the repository or topmost configuration that sets that boundary, [`restricted`] limits
//! lookups for untrusted folders, and [`network_paths`] keeps paths to other machines from being resolved. [`disk_cache`] caches
//! lookups within one revision of the disk. [`document_key`] converts
//! between system paths and the one form that documents are stored under; [`decode`] turns bytes into text; [`read_error`] and
//! [`system_error`] describe failures, and [`problem`] those of files that configure the tool, which are never findings.
//!
//! Must never: read a device, a pipe, or a file beyond the limit; contact another machine because of a path in a file.

pub(crate) mod decode;
pub(crate) mod disk_cache;
pub(crate) mod document_key;
pub(crate) mod network_paths;
pub(crate) mod problem;
pub(crate) mod project_roots;
pub(crate) mod read_error;
pub(crate) mod restricted;
pub(crate) mod safe_read;
pub(crate) mod system_error;
pub(crate) mod trust_boundary;

pub use decode::{DecodedText, Encoding, decode, read_text};
pub(crate) use document_key::{MAX_PATH, possible_ancestors};
pub use document_key::{Names, STYLE, absolute, is_within, key, path_between};
pub use problem::{FileProblem, ProblemPlace, Severity};
pub use project_roots::{project_folder, repository_of};
pub use read_error::ReadProblem;
pub(crate) use safe_read::{open_regular, read_bytes, read_to_limit};
pub(crate) use system_error::{is_held, without_number};
