//! Values that are not final: expressions, placeholders, template markers. Rules skip them.

use std::ops::Range;

use super::tree::node::Node;

/// Text that is replaced before the service reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placeholder {
    /// Byte range in the text.
    pub range: Range<usize>,
    /// Notation of the placeholder.
    pub form: PlaceholderForm,
}

/// Notation of a placeholder, which shows who replaces it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceholderForm {
    /// `<name>`, replaced by the user.
    Angle,
    /// `{{x}}`, `#{x}#`, `@@x@@`, replaced by a template engine.
    Marker,
    /// `$(VAR)`, `${VAR}`, `$VAR`, `$name`, `%VAR%`, `__X__`, replaced by a shell, a pipeline or a
    /// script that processes the file.
    Variable,
    /// `CHANGE_ME`, `replace-me`, `name_placeholder`, replaced by the user.
    Word,
}

/// Returns `true` if `text` contains `${{...}}` or `$[[...]]`, which the service evaluates.
pub fn is_expression(text: &str) -> bool {
    text.match_indices('$').any(|(at, _)| {
        let rest = &text[at + 1..];
        rest.starts_with("{{") || rest.starts_with("[[")
    })
}

/// Returns `true` if `text` contains an expression or a placeholder.
pub fn is_template(text: &str) -> bool {
    is_expression(text) || find_placeholder(text).is_some()
}

/// Returns the text of a scalar whose value is final; `None` for expressions, placeholders and
/// other nodes.
pub fn known_text<'t>(node: Node<'t>) -> Option<&'t str> {
    node.text()
        .filter(|_| !node.is_repaired() && !node.is_template())
}

/// Returns an integer that is final; `None` for expressions, placeholders, broken text and other
/// nodes.
pub fn known_int(node: Node<'_>) -> Option<i64> {
    if node.is_repaired() { None } else { node.int() }
}

/// Finds the first placeholder: `<name>`, `{{x}}`, `$(VAR)`, `${VAR}`, `$VAR`, `$name`, `__X__`,
/// `#{x}#`, `%VAR%` or `@@X@@`.
pub fn find_placeholder(text: &str) -> Option<Placeholder> {
    placeholders(text).next()
}

/// Returns the placeholders of `text` in order; expressions are skipped with their content.
pub fn placeholders(text: &str) -> impl Iterator<Item = Placeholder> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let may_start = |pair: &[u8]| may_start(pair[0], pair[1]);
        while let Some(skipped) = text.as_bytes()[at..].windows(2).position(may_start) {
            at += skipped;
            let rest = &text[at..];
            if let Some(len) = expression(rest) {
                at += len;
            } else if let Some((len, form)) = placeholder_at(rest, text[..at].ends_with('_')) {
                at += len;
                return Some(Placeholder {
                    range: at - len..at,
                    form,
                });
            } else {
                at += 1;
            }
        }
        None
    })
}

/// Returns `true` if an expression or a placeholder may start with these bytes. It is a fast
/// filter: every scalar is searched often.
fn may_start(first: u8, second: u8) -> bool {
    match first {
        b'$' | b'<' | b'%' => true,
        b'{' | b'@' | b'_' => second == first,
        b'#' => second == b'{',
        b'c' | b'C' => matches!(second, b'h' | b'H'),
        b'r' | b'R' => matches!(second, b'e' | b'E'),
        b'p' | b'P' => matches!(second, b'l' | b'L'),
        _ => false,
    }
}

/// Returns the length of the expression at the start of `rest`.
fn expression(rest: &str) -> Option<usize> {
    if !rest.starts_with('$') {
        return None;
    }
    enclosed(rest, "${{", "}}").or_else(|| enclosed(rest, "$[[", "]]"))
}

/// Returns the length and form of the placeholder at the start of `rest`.
fn placeholder_at(rest: &str, behind_underscore: bool) -> Option<(usize, PlaceholderForm)> {
    use PlaceholderForm::{Angle, Marker, Variable, Word};
    match rest.chars().next()? {
        'c' | 'C' | 'r' | 'R' | 'p' | 'P' => filler(rest).map(|len| (len, Word)),
        '<' => angle(rest).map(|len| (len, Angle)),
        '{' => enclosed(rest, "{{", "}}").map(|len| (len, Marker)),
        '#' => enclosed(rest, "#{", "}#").map(|len| (len, Marker)),
        '@' => enclosed(rest, "@@", "@@").map(|len| (len, Marker)),
        '$' => enclosed(rest, "$(", ")")
            .or_else(|| braces(rest))
            .or_else(|| variable(rest))
            .map(|len| (len, Variable)),
        '_' if !behind_underscore => enclosed(rest, "__", "__")
            .filter(|len| upper(&rest[2..len - 2]))
            .map(|len| (len, Variable)),
        '%' => enclosed(rest, "%", "%")
            .filter(|len| upper(&rest[1..len - 1]))
            .map(|len| (len, Variable)),
        _ => None,
    }
}

/// Maximum length of a placeholder in bytes; it bounds the search, which would be quadratic in
/// hostile text.
const LONGEST: usize = 400;

/// Returns the length of `open ... close` on one line with content between them.
fn enclosed(text: &str, open: &str, close: &str) -> Option<usize> {
    let inner = text.strip_prefix(open)?;
    let beginning = within_reach(inner);
    let end = beginning.find(close).filter(|end| *end > 0)?;
    (!beginning[..end].contains('\n')).then(|| open.len() + end + close.len())
}

/// Returns the beginning of `text` in which the end of a placeholder is searched.
fn within_reach(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Matches `<your-name>`: words between angle brackets, but not a comparison, a redirection or a
/// tag with attributes.
fn angle(text: &str) -> Option<usize> {
    let len = enclosed(text, "<", ">")?;
    let written = &text[1..len - 1];
    let inner = written.trim();
    // `a < b > c` is a comparison.
    if inner.len() < written.len() && !inner.contains(' ') {
        return None;
    }
    let letters = inner.starts_with(|c: char| c.is_alphabetic())
        && inner.ends_with(|c: char| c.is_alphanumeric())
        && inner
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.' | ':' | '/'));
    letters.then_some(len)
}

/// Matches `${VAR}`, but not `${{`.
fn braces(text: &str) -> Option<usize> {
    if text.starts_with("${{") {
        None
    } else {
        enclosed(text, "${", "}")
    }
}

/// Matches the shell variables `$VAR` and `$name`, but not the key `$schema`.
fn variable(text: &str) -> Option<usize> {
    let len = text[1..]
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .count();
    let name = &text[1..=len];
    let is_name = len > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_name && name != "schema").then_some(len + 1)
}

/// Matches a filler word such as `CHANGE_ME`, up to the end of the word.
fn filler(text: &str) -> Option<usize> {
    let words: &[&str] = match text.as_bytes() {
        [b'c' | b'C', b'h' | b'H', ..] => &["change_me", "change-me", "changeme"],
        [b'r' | b'R', b'e' | b'E', ..] => &["replace_me", "replace-me"],
        [b'p' | b'P', b'l' | b'L', ..] => &["placeholder"],
        _ => return None,
    };
    let is_start = |word: &&str| {
        let start = text.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let end = || text.find(|c| !is_of_word(c)).unwrap_or(text.len());
    words.iter().any(is_start).then(end)
}

fn upper(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        && text.chars().any(|c| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_kind_of_placeholder() {
        for text in [
            "<name>",
            "<your endpoint name>",
            "< your endpoint name >",
            "azureml:<env>:1",
            "{{ compute }}",
            "$(CLUSTER)",
            "${CLUSTER}",
            "$CLUSTER",
            "CHANGE_ME_COUNT",
            "replace-me",
            "deployment_name_placeholder",
            "azureml:$cluster_name",
            "__COMPUTE__",
            "#{compute}#",
            "@@compute@@",
            "%COMPUTE%",
        ] {
            assert!(find_placeholder(text).is_some(), "{text}");
        }
    }

    #[test]
    fn ordinary_text_is_no_placeholder() {
        for text in [
            "cpu-cluster",
            "a < b > c",
            "echo $1",
            "$schema",
            "^a$",
            "__init__",
            "5 <6>",
            "50% of 100%",
            "<br/>",
            "a@b",
            "${{x}}-",
            "$[[ -a ${{x}} ]]",
        ] {
            assert_eq!(find_placeholder(text), None, "{text}");
        }
    }

    #[test]
    fn finds_all_of_them_outside_expressions() {
        let text = "/subscriptions/<SUB>/${{inputs.a}}/<GROUP>/$(B)é{{c}}";
        let found: Vec<&str> = placeholders(text).map(|found| &text[found.range]).collect();
        assert_eq!(found, ["<SUB>", "<GROUP>", "$(B)", "{{c}}"]);
    }

    #[test]
    fn an_expression_is_a_template_too() {
        assert!(
            is_template("${{inputs.a}}")
                && is_template("$[[--a]]")
                && is_template("<a>")
                && !is_template("a")
        );
    }
}
