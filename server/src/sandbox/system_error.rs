//! Messages for errors of the system.

use std::error::Error as _;
use std::io::{Error, ErrorKind};
use std::iter::successors;

/// An error of the system without its number: "permission denied".
pub(crate) fn without_number(error: &Error) -> String {
    if cfg!(windows)
        && let Some(words) = words_on_windows(error)
    {
        return words.to_owned();
    }
    // Libraries wrap it in an error with a sentence of their own.
    let wrapped = successors(error.source(), |&inner| inner.source());
    let own = wrapped
        .filter_map(|inner| inner.downcast_ref::<Error>())
        .last();
    let text = own.unwrap_or(error).to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// Windows answers in the language of the system, and in words that other systems do not use.
fn words_on_windows(error: &Error) -> Option<&'static str> {
    let words = match error.kind() {
        _ if is_held(error) => "another program has it open",
        ErrorKind::NotFound => "no such file or directory",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "file exists",
        ErrorKind::InvalidFilename => "Windows allows no such name",
        ErrorKind::StorageFull => "no space left on device",
        _ => return None,
    };
    Some(words)
}

/// Returns `true` if another program has the file open exclusively. Only Windows reports this. The
/// numbers are those of a sharing violation, a lock, a file that cannot be removed, and one that is
/// mapped: <https://learn.microsoft.com/windows/win32/debug/system-error-codes>
pub(crate) fn is_held(error: &Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33 | 1175 | 1224))
}
