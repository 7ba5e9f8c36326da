//! The incomplete expression at the cursor.

use azml_rules::text::TextRange;

use super::brackets::unmatched;
use super::{Line, Value};

/// An expression as written on its line, closed or not.
pub(crate) struct OpenExpression<'t> {
    pub(crate) text: &'t str,
    /// The value that contains it; `None` in block scalars and other long texts.
    pub(crate) value: Option<Value<'t>>,
    /// From `$` to `}}`, or to the end of the incomplete expression.
    pub(crate) range: TextRange,
    /// The part of the path before the cursor.
    pub(crate) path: &'t str,
    /// The part of the path after the cursor.
    pub(crate) path_rest: &'t str,
    /// The word under the cursor.
    pub(crate) word: TextRange,
    pub(crate) is_closed: bool,
    /// `true` if spaces separate the braces from the path.
    pub(crate) is_spaced: bool,
    /// `true` if nothing is between the braces, not even a space.
    pub(crate) is_bare: bool,
}

impl<'t> OpenExpression<'t> {
    /// Returns the expression at the cursor; `None` outside of one.
    pub(crate) fn at(line: &Line<'t>) -> Option<Self> {
        let (text, offset) = (line.document.text(), line.cursor);
        if offset > line.range.end {
            return None;
        }
        let (before, behind) = (line.before(offset), line.behind(offset));
        let column = before.rfind("${{")?;
        let typed = &before[column + 3..];
        let path = typed.trim_start_matches(' ');
        if !path.chars().all(in_path) {
            return None;
        }
        let open = line.range.start + u32::try_from(column).ok()?;
        // Only the start: an unclosed expression may cut the rest of the value.
        let value = Value::at(&line.with_cursor(open)).filter(|value| value.range.start <= open);
        let path_rest = &behind[..behind.find(|c| !in_path(c)).unwrap_or(behind.len())];
        let tail = behind[path_rest.len()..].trim_start_matches(' ');
        let blanks = behind.len() - path_rest.len() - tail.len();
        let braces = closing_braces(tail, value.as_ref());
        let closing = if braces > 0 {
            path_rest.len() + blanks + braces
        } else {
            path_rest.len()
        };
        let last = path.rfind('.').map_or(0, |dot| dot + 1);
        let next = path_rest.find('.').unwrap_or(path_rest.len());
        let is_bare = typed.is_empty() && path_rest.is_empty() && (blanks == 0 || braces == 0);
        Some(Self {
            text,
            value,
            range: TextRange::new(open, offset + length(closing)),
            path,
            path_rest,
            word: TextRange::new(offset - length(path.len() - last), offset + length(next)),
            is_closed: braces == 2,
            is_spaced: if is_bare {
                is_spaced(text, open)
            } else {
                typed.starts_with(' ')
            },
            is_bare,
        })
    }

    /// Returns the value if it is a plain scalar in a flow collection: braces would end it.
    pub(crate) fn unquoted_in_flow(&self) -> Option<&Value<'t>> {
        self.value
            .as_ref()
            .filter(|value| value.is_flow && value.quote.is_none())
    }

    /// Returns the end of the plain scalar in a flow collection.
    pub(crate) fn flow_end(&self) -> u32 {
        let behind = &self.text[self.range.end as usize..];
        let stop = behind
            .find(['\n', '\r', ',', '}', ']', '{', '['])
            .unwrap_or(behind.len());
        self.range.end + u32::try_from(behind[..stop].trim_end().len()).unwrap_or(0)
    }

    /// Returns the start of the option whose value is the expression: `--tag ${{`, `--tag=${{`.
    pub(crate) fn option_start(&self) -> u32 {
        let line = self.text[..self.range.start as usize]
            .rfind(['\n', '\r'])
            .map_or(0, |at| at + 1);
        let before = self.text[line..self.range.start as usize].trim_end_matches(' ');
        let start = before.rfind([' ', '\t', '"', '\'']).map_or(0, |at| at + 1);
        let behind = self.text[self.range.end as usize..].chars().next();
        let ends = behind.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '}' | ','));
        if before[start..].starts_with('-') && before[start..].len() > 1 && ends {
            u32::try_from(line + start).unwrap_or(self.range.start)
        } else {
            self.range.start
        }
    }
}

/// Returns how many braces of `tail` close the expression: the last ones close flow collections
/// that are open on this line.
fn closing_braces(tail: &str, value: Option<&Value<'_>>) -> usize {
    let braces = tail.len() - tail.trim_start_matches('}').len();
    let plain = value.filter(|value| value.quote.is_none());
    let outer = plain.map_or(0, |value| value.open.len());
    let closing = if outer == 0 {
        braces
    } else {
        unmatched(tail).saturating_sub(outer).min(braces)
    };
    closing.min(2)
}

fn length(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(0)
}

fn in_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Returns `true` if most expressions of the file, except the one at `open`, have inner spaces.
pub(crate) fn is_spaced(text: &str, open: u32) -> bool {
    let others = text
        .match_indices("${{")
        .filter(|(at, _)| *at != open as usize);
    let (all, spaced) = others.fold((0, 0), |(all, spaced), (at, _)| {
        (
            all + 1,
            spaced + usize::from(text[at + 3..].starts_with(' ')),
        )
    });
    spaced * 2 > all
}
