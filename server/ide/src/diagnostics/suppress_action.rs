//! The code action that suppresses a finding with an ignore comment.
//!
//! A comment is not possible inside a block scalar or a quoted scalar of several lines: it would be
//! part of the value. A finding in such a scalar is suppressed on the line where it starts.

use azml_rules::fix::Edit;
use azml_rules::suppress::Comments;

/// An action that suppresses a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuppressAction {
    /// Its title, in the imperative.
    pub title: String,
    /// The edit that inserts the comment.
    pub edit: Edit,
}

/// Returns the comment that suppresses `rule` at `offset` of the document with these `comments`; for
/// the whole file if no comment is possible there.
pub fn suppress_action(comments: &Comments<'_>, offset: u32, rule: &str) -> SuppressAction {
    let (scope, edit) = match comments.for_line(offset, &[rule], None) {
        Some(edit) => ("line", edit),
        None => ("file", comments.for_file(&[rule], None)),
    };
    SuppressAction {
        title: format!("Silence `{rule}` for this {scope}"),
        edit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azml_rules::document::Document;
    use azml_rules::fix::{Fix, apply};

    /// Suppresses `a-rule` at `│`.
    fn silenced(marked: &str) -> (String, String) {
        let offset = marked.find('│').unwrap();
        let text = marked.replace('│', "");
        let document = Document::new("x.yml", text.as_str());
        let SuppressAction { title, edit } = suppress_action(
            &Comments::of(&document),
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
    fn what_is_inside_a_text_of_several_lines_is_silenced_where_that_starts() {
        let (title, text) = silenced("a: |\n  x\n  │y\n");
        assert_eq!(title, "Silence `a-rule` for this line");
        assert_eq!(text, "# azml: ignore[a-rule]\na: |\n  x\n  y\n");
        assert_eq!(
            silenced("a:\n  x\n  │y\n").1,
            "a:\n  # azml: ignore[a-rule]\n  x\n  y\n"
        );
        assert_eq!(
            silenced("a: |\n  x\nb: │y\n").1,
            "a: |\n  x\n# azml: ignore[a-rule]\nb: y\n"
        );
    }

    #[test]
    fn behind_a_text_of_several_lines_a_comment_stands_behind_the_line() {
        assert_eq!(
            silenced("{a: \"x\n  y\", b: │z}\n").1,
            "{a: \"x\n  y\", b: z}  # azml: ignore[a-rule]\n"
        );
        let (title, text) = silenced("{a: \"x\n  y\", b: │z, c: \"p\n  q\"}\n");
        assert_eq!(title, "Silence `a-rule` for this file");
        assert!(text.starts_with("# azml: ignore-file[a-rule]\n{a"));
    }
}
