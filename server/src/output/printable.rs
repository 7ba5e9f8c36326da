//! Names and texts of files as a terminal may see them.

/// `text` without what a terminal takes as a command: names in messages come from the files.
pub(super) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}
