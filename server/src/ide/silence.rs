//! "Silence this": the comment that makes a rule quiet at one place.
//!
//! A comment can stand neither inside a block scalar nor inside a quoted text of several lines:
//! there it would be part of the value. What is found on such a line can only be silenced for the
//! whole file.

use azml_rules::document::Document;
use azml_rules::fix::Edit;
use azml_rules::suppress::{Suppression, suppressions};
use azml_rules::syntax::NodeKind;
use azml_rules::text::TextRange;

/// A way to make a rule quiet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// What it does, in the imperative.
    pub title: String,
    /// The comment.
    pub edit: Edit,
}

/// The comment that silences `rule` where something starts at `offset`.
#[must_use]
pub fn silence(document: &Document, offset: u32, rule: &str) -> Silence {
    let line = document.lines().line_of(offset);
    let for_line = can_stand_above(document, line);
    let (scope, directive) = if for_line {
        ("line", "ignore")
    } else {
        ("file", "ignore-file")
    };
    let silenced = for_line.then_some(line);
    let existing = suppressions(document)
        .into_iter()
        .find(|suppression| suppression.line == silenced);
    let edit = existing
        .and_then(|suppression| extend(&suppression, rule))
        .unwrap_or_else(|| insert(document, silenced, &format!("# azml: {directive}[{rule}]")));
    Silence {
        title: format!("Silence `{rule}` for this {scope}"),
        edit,
    }
}

/// Whether a comment on a line of its own above `line` is a comment: no scalar goes on from the
/// line before.
fn can_stand_above(document: &Document, line: u32) -> bool {
    let start = document.lines().full_line(line).start;
    let goes_on = |range: TextRange| range.start < start && start < range.end;
    let around = document.tree().node_at(start);
    !around.is_some_and(|node| matches!(node.kind(), NodeKind::Scalar(_)) && goes_on(node.range()))
}

/// Adds `rule` to a comment that is already there.
fn extend(suppression: &Suppression, rule: &str) -> Option<Edit> {
    let (last, range) = suppression.rules.last()?;
    let text = if last.is_empty() {
        rule.to_owned()
    } else {
        format!(", {rule}")
    };
    Some(Edit::new(TextRange::empty(range.end), text))
}

/// Inserts `comment` above `line`, indented as it is, or at the top.
fn insert(document: &Document, line: Option<u32>, comment: &str) -> Edit {
    let text = document.text();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let range = document.lines().line(text, line.unwrap_or(0));
    // The byte-order mark stays first.
    let mark = if range.slice(text).starts_with('\u{feff}') {
        3
    } else {
        0
    };
    let content = &range.slice(text)[mark as usize..];
    let indent = &content[..content.len() - content.trim_start_matches(' ').len()];
    let indent = if line.is_some() { indent } else { "" };
    let at = TextRange::empty(range.start + mark);
    Edit::new(at, format!("{indent}{comment}{newline}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use azml_rules::fix::{Fix, apply};

    /// Silences `a-rule` at `│`.
    fn silenced(marked: &str) -> (String, String) {
        let offset = marked.find('│').unwrap();
        let text = marked.replace('│', "");
        let Silence { title, edit } = silence(
            &Document::new("x.yml", text.as_str()),
            u32::try_from(offset).unwrap(),
            "a-rule",
        );
        (title, apply(&text, &[Fix::safe("", vec![edit])]).0)
    }

    #[test]
    fn a_comment_goes_above_with_the_indentation_of_the_line() {
        let (title, text) = silenced("jobs:\n  train:\n    compute: │x\n");
        assert_eq!(title, "Silence `a-rule` for this line");
        assert_eq!(
            text,
            "jobs:\n  train:\n    # azml: ignore[a-rule]\n    compute: x\n"
        );
        assert_eq!(
            silenced("a: 1\r\nb: │2\r\n").1,
            "a: 1\r\n# azml: ignore[a-rule]\r\nb: 2\r\n"
        );
        assert_eq!(
            silenced("\u{feff}a: │1\n").1,
            "\u{feff}# azml: ignore[a-rule]\na: 1\n"
        );
        assert_eq!(
            silenced("l:\n  - a: │1\n").1,
            "l:\n  # azml: ignore[a-rule]\n  - a: 1\n"
        );
    }

    #[test]
    fn a_comment_that_is_there_is_extended() {
        assert_eq!(
            silenced("# azml: ignore[b] why\na: │1\n").1,
            "# azml: ignore[b, a-rule] why\na: 1\n"
        );
        assert_eq!(
            silenced("a: │1 # azml: ignore[b]\n").1,
            "a: 1 # azml: ignore[b, a-rule]\n"
        );
        assert_eq!(
            silenced("a: │1 # azml: ignore[]\n").1,
            "a: 1 # azml: ignore[a-rule]\n"
        );
    }

    #[test]
    fn inside_a_text_of_several_lines_the_file_is_silenced() {
        let (title, text) = silenced("a: |\n  x\n  │y\n");
        assert_eq!(title, "Silence `a-rule` for this file");
        assert_eq!(text, "# azml: ignore-file[a-rule]\na: |\n  x\n  y\n");
        assert_eq!(
            silenced("a: \"x\n  │y\"\n").0,
            "Silence `a-rule` for this file"
        );
        assert_eq!(
            silenced("a: |\n  x\nb: │y\n").0,
            "Silence `a-rule` for this line"
        );
    }
}
