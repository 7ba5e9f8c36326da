//! Places in a text, counted in bytes as we do and in units of UTF-16 as JavaScript does.

use azml_rules::text::TextRange;
use serde::Serialize;

/// A range in units of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct UnitRange {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Returns `range` of `text` in units.
pub(crate) fn units(text: &str, range: TextRange) -> UnitRange {
    let from = count(text, 0, range.start);
    UnitRange {
        from,
        to: from + count(text, range.start, range.end),
    }
}

fn count(text: &str, start: u32, end: u32) -> usize {
    let part = text.get(start as usize..end as usize);
    part.map_or(0, |part| part.chars().map(char::len_utf16).sum())
}

/// Returns the byte offset of `unit` in `text`; its end if it is shorter.
pub(crate) fn offset(text: &str, unit: usize) -> u32 {
    let mut units = 0;
    let mut chars = text.char_indices();
    let found = chars.find(|(_, c)| {
        units += c.len_utf16();
        units > unit
    });
    let offset = found.map_or(text.len(), |(at, _)| at);
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_beyond_the_basic_plane() {
        let text = "é: 🙂 x";
        let x = u32::try_from(text.find('x').unwrap()).unwrap();
        let range = units(text, TextRange::new(x, x + 1));
        assert_eq!(range, UnitRange { from: 6, to: 7 });
        assert_eq!((offset(text, 6), offset(text, 99)), (x, x + 1));
    }
}
