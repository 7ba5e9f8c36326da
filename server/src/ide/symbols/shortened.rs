//! Texts that fit into a line of the outline.

/// Most characters of a text that are shown.
const SHOWN: usize = 60;

/// The first line of `text`, cut where it is long.
pub(super) fn shortened(text: &str) -> String {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default().trim_end();
    let more = line.len() < text.len();
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None if more => format!("{line} …"),
        None => line.to_owned(),
    }
}
