//! Standard input as a file.

use std::path::{Path, PathBuf};

use crate::sandbox::{DecodedText, ReadProblem, decode, read_to_limit};

/// The name it has where none is given.
pub(super) const NAME: &str = "<stdin>";

/// Returns `true` if `path` means standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads standard input; `name` is the path of the file that it replaces.
pub(super) fn read(name: Option<&PathBuf>) -> Result<(PathBuf, DecodedText), ReadProblem> {
    let bytes = read_to_limit(std::io::stdin().lock(), 0)?;
    Ok((
        name.cloned().unwrap_or_else(|| PathBuf::from(NAME)),
        decode(bytes)?,
    ))
}
