//! Files that become YAML once their placeholders are filled in:
//! `image: {{REGISTRY}}.azurecr.io/x`.
//!
//! Such a text is parsed with its markers replaced by plain characters of the same length, so that
//! all ranges are those of the original; then the markers are restored.

use std::sync::Arc;

use super::placeholder::is_template;
use super::recover;
use super::tree::node::Node;
use super::tree::{Flags, NodeKind, Tree, hint};
use crate::text::TextRange;

/// Markers that have another meaning in YAML, each with a plain character of the same number of
/// bytes.
const MARKERS: [(&str, &str, char, char); 3] = [
    ("{{", "}}", '«', '»'),
    ("#{", "}#", '¡', '¿'),
    ("@@", "@@", '§', '¶'),
];

/// Returns `true` if `text` contains a marker.
pub(super) fn may_be_one(text: &str) -> bool {
    MARKERS.iter().any(|(open, ..)| text.contains(open))
}

/// Parses `text` as a template and returns its markers too; `None` if this has no fewer errors than
/// `parsed`, the tree of the unchanged text.
pub(super) fn parse(
    text: &Arc<str>,
    parsed: &Tree,
    edited: &[u32],
) -> Option<(Tree, Vec<TextRange>)> {
    let misread = parsed.nodes().any(is_misread);
    if !misread && parsed.errors.is_empty()
        || MARKERS
            .iter()
            .any(|(.., open, close)| text.contains([*open, *close]))
    {
        return None;
    }
    let (masked, mut markers) = mask(text);
    if markers.is_empty() {
        return None;
    }
    let mut tree = recover::parse(&masked.into(), edited);
    // An expression that lost its `$` is a mistake, which can be distinguished from other mistakes
    // once it is text.
    markers.retain(|marker| !is_in_comment(&tree, *marker) && !lost_dollar(marker.slice(text)));
    if markers.is_empty() && !parsed.errors.is_empty() {
        return None;
    }
    let (first, first_before) = (first_error(&tree), first_error(parsed));
    if first < first_before || first == first_before && !misread {
        return None;
    }
    tree.text = text.clone();
    for value in &mut tree.values {
        if value.contains(MARKERS.map(|(_, _, open, _)| open)) {
            *value = unmask(value).into();
        }
    }
    let look_at = |node: Node<'_>| node.text().map(|text| (is_template(text), hint(text)));
    let noted: Vec<(bool, u8)> = tree
        .nodes()
        .map(|node| look_at(node).unwrap_or_default())
        .collect();
    for (node, (holds_marker, hint)) in tree.nodes.iter_mut().zip(noted) {
        node.flags.set(Flags::TEMPLATE, holds_marker);
        node.hint = hint;
    }
    Some((tree, markers))
}

fn is_in_comment(tree: &Tree, marker: TextRange) -> bool {
    let first = tree
        .comments
        .partition_point(|comment| comment.end < marker.end);
    let comment = tree.comments.get(first);
    comment.is_some_and(|comment| comment.contains_range(marker))
}

/// Returns the offset of the first error; `u32::MAX` if there is none.
fn first_error(tree: &Tree) -> u32 {
    let first = tree.errors.first();
    first.map_or(u32::MAX, |error| error.range.start)
}

/// YAML reads `{{X}}` as a mapping in a mapping, and `#{X}#` as a comment.
fn is_misread(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Mapping => node.is_flow() && node.is_key(),
        NodeKind::Empty => {
            let rest = node.tree().text().get(node.range().end as usize..);
            rest.is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with("#{"))
        }
        _ => false,
    }
}

/// Replaces the markers of `text`; those on a line of their own, such as `{% if x %}`, become
/// blanks.
fn mask(text: &str) -> (String, Vec<TextRange>) {
    let mut masked = String::with_capacity(text.len());
    let mut markers = Vec::new();
    for line in text.split_inclusive('\n') {
        let start = masked.len();
        let content = line.trim();
        if is_statement(content) {
            let at = start + (line.len() - line.trim_start().len());
            markers.push(TextRange::from(at..at + content.len()));
            masked.extend(line.chars().flat_map(|c| {
                let masked_char = if matches!(c, '\n' | '\r') { c } else { ' ' };
                std::iter::repeat_n(masked_char, c.len_utf8())
            }));
        } else {
            mask_line(line, &mut masked, &mut markers);
        }
    }
    (masked, markers)
}

/// Returns `true` for a line that is only a template statement: `{% ... %}`, or `{{ ... }}` or `@@
/// ... @@` alone, which expands to whole lines.
fn is_statement(line: &str) -> bool {
    let statement = line.starts_with("{%") && line.ends_with("%}");
    let comment = line.starts_with("{#") && line.ends_with("#}");
    statement
        || comment
        || line.starts_with("{{") && line.find("}}").is_some_and(|end| end + 2 == line.len())
        || line.len() > 4 && line.starts_with("@@") && line[2..].find("@@") == Some(line.len() - 4)
}

fn mask_line(line: &str, masked: &mut String, markers: &mut Vec<TextRange>) {
    let start = masked.len();
    let mut rest = line;
    while let Some((open_at, inner, (open, close, left, right))) = next_marker(rest) {
        masked.push_str(&rest[..open_at]);
        let at = masked.len();
        masked.push(left);
        masked.push_str(inner);
        masked.push(right);
        markers.push(TextRange::from(at..masked.len()));
        rest = &rest[open_at + open.len() + inner.len() + close.len()..];
    }
    masked.push_str(rest);
    debug_assert_eq!(masked.len() - start, line.len());
}

/// Maximum length of a name in bytes; it bounds the search, which would be quadratic in a hostile line.
const LONGEST: usize = 400;

type Marker = (&'static str, &'static str, char, char);

/// Finds the first marker in `text`: its offset and content. `${{ ... }}` is an expression of the
/// service.
fn next_marker(text: &str) -> Option<(usize, &str, Marker)> {
    (0..text.len()).find_map(|at| {
        let before = text.as_bytes()[..at].last();
        let rest = text.get(at..).filter(|_| before != Some(&b'$'))?;
        let marker = MARKERS
            .into_iter()
            .find(|(open, ..)| rest.starts_with(open))?;
        let inner = &rest[marker.0.len()..];
        let end = inner
            .bytes()
            .take(LONGEST)
            .position(|byte| Some(&byte) == marker.1.as_bytes().first())?;
        let inner = inner
            .get(..end)
            .filter(|_| inner[end..].starts_with(marker.1))?;
        (is_name(inner.trim())).then_some((at, inner, marker))
    })
}

/// Returns `true` if the content of a marker can be a name.
fn is_name(inner: &str) -> bool {
    !inner.is_empty() && !inner.contains(['\n', '{', '}', '#'])
}

/// Matches `{{inputs.data}}`, which was probably meant as `${{inputs.data}}`.
fn lost_dollar(marker: &str) -> bool {
    let inner = marker.trim_matches(['{', '}', ' ']);
    ["inputs.", "outputs.", "parent.", "search_space."]
        .iter()
        .any(|start| inner.starts_with(start))
}

fn unmask(value: &str) -> String {
    let mut text = value.to_owned();
    for (open, close, left, right) in MARKERS {
        text = text.replace(left, open).replace(right, close);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Option<(Tree, Vec<TextRange>)> {
        let text: Arc<str> = text.into();
        parse(&text, &recover::parse(&text, &[]), &[])
    }

    fn value(text: &str, key: &str) -> Option<String> {
        let (tree, _) = template(text)?;
        assert_eq!(tree.text(), text);
        tree.root()?
            .get(key)
            .and_then(Node::text)
            .map(str::to_owned)
    }

    #[test]
    fn markers_become_text_at_their_place() {
        let text = "a: {{X}}.io/y # c\nb: \"{{ y }}\\t\"\nc: |\n  {{Z}} 1\nd: #{D}#\n\
                    e: @@E@@\nf: ${{inputs.x}}\n";
        for (key, wanted) in [
            ("a", "{{X}}.io/y"),
            ("b", "{{ y }}\t"),
            ("c", "{{Z}} 1\n"),
            ("d", "#{D}#"),
            ("e", "@@E@@"),
            ("f", "${{inputs.x}}"),
        ] {
            assert_eq!(value(text, key).as_deref(), Some(wanted), "{key}");
        }
        let (tree, markers) = template(text).unwrap();
        assert!(tree.errors().is_empty());
        let shown: Vec<&str> = markers.iter().map(|range| range.slice(text)).collect();
        assert_eq!(shown, ["{{X}}", "{{ y }}", "{{Z}}", "#{D}#", "@@E@@"]);
    }

    #[test]
    fn a_value_that_yaml_takes_for_a_mapping_or_a_comment() {
        assert_eq!(value("a: {{X}}\n", "a").as_deref(), Some("{{X}}"));
        assert_eq!(value("a: #{X}#\r\nb: 1\r\n", "a").as_deref(), Some("#{X}#"));
    }

    #[test]
    fn lines_that_steer_the_template_are_blank() {
        let text = "a: 1\n{% if x %}\nb: {{ x }}\n{% endif %}\n{{- include \"y\" . }}\nc: 2\n";
        assert_eq!(value(text, "b").as_deref(), Some("{{ x }}"));
        assert_eq!(value(text, "c").as_deref(), Some("2"));
    }

    #[test]
    fn sound_yaml_and_other_mistakes_are_no_templates() {
        for text in [
            "a: \"{{X}}\"\n",
            "a: ${{inputs.x}}\n",
            "a: [1\n",
            "a: {{inputs.x}}/b\n",
            "a: {b: {c: 1}}\n",
            "",
            "a: «{{X}}»}\n",
        ] {
            assert!(template(text).is_none(), "{text}");
        }
    }

    #[test]
    fn an_expression_without_its_dollar_is_text_and_no_marker() {
        let (tree, markers) = template("a: {{inputs.x}} # {{comment}}\n").unwrap();
        assert_eq!(
            tree.root().unwrap().get("a").and_then(Node::text),
            Some("{{inputs.x}}")
        );
        assert_eq!(markers, []);
    }

    #[test]
    fn a_mistake_beside_the_markers_stays() {
        let (tree, _) = template("a: {{X}}/y\nb: \"open\n").unwrap_or_else(|| panic!("a template"));
        assert_eq!(tree.errors().len(), 1);
    }
}
