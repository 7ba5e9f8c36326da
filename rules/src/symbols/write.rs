//! Replaces a name with a new one.

use super::is_written_plain;
use crate::document::Document;
use crate::expression::SourceMap;
use crate::fix::Edit;
use crate::syntax::ScalarStyle;
use crate::text::TextRange;

/// Replaces `name`, at `range` of `document`, with `new`, adding quotes if needed; `None` if the
/// range is not exact. `new` has no blanks and quotes.
pub fn written(document: &Document, range: TextRange, name: &str, new: &str) -> Option<Edit> {
    let node = document.tree().node_at(range.start)?;
    let (text, style) = (node.text()?, node.style()?);
    let map = SourceMap::new(node);
    let start = map
        .decoded(range.start)
        .filter(|_| map.is_exact() && !node.is_repaired())?;
    let decoded = start..start + name.len();
    if text.get(decoded.clone()) != Some(name) || map.range(decoded) != range {
        return None;
    }
    let quotes = text == name && style == ScalarStyle::Plain && !is_written_plain(new);
    let text = if quotes {
        format!("\"{new}\"")
    } else {
        new.to_owned()
    };
    Some(Edit {
        path: Some(document.shared_path()),
        ..Edit::new(range, text)
    })
}
