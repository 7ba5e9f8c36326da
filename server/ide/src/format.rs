//! Format Document: blanks, indentation, and quotes, by the crate `pretty_yaml`.
//!
//! Invariant: a formatted text has the values, anchors, tags, and comments of the text before. Both
//! are read and compared, so that a mistake in the formatter leaves the file as it is.

use std::collections::HashMap;

use azml_rules::document::Document;
use azml_rules::path::file_name;
use azml_rules::syntax::{Node, NodeId, NodeKind, ScalarStyle, Tree};
use pretty_yaml::config::{FormatOptions, LanguageOptions, LayoutOptions, LineBreak};
use pretty_yaml::format_text;

/// Lists and mappings in braces that are longer are written with a line for each entry.
const WIDTH: usize = 100;

/// Maximum nesting of values: the formatter needs stack for each level.
const MAX_DEPTH: usize = 100;

/// The reason why a document is not formatted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatRefusal {
    /// The file is not one of Azure ML.
    NotAzureMl,
    /// A part of the text may be a guess.
    SyntaxError,
    /// Values are nested too deep.
    TooDeep,
    /// The formatter would change a value or lose a comment, or does not know the syntax.
    WouldChange,
}

impl FormatRefusal {
    /// Returns the reason in words that follow the name of a file.
    pub fn message(self) -> &'static str {
        match self {
            Self::NotAzureMl => "is not an Azure ML file",
            Self::SyntaxError => "has a syntax error",
            Self::TooDeep => "has more than 100 levels of values",
            Self::WouldChange => "uses YAML that can't be formatted without changing a value",
        }
    }
}

/// Returns the formatted text of `document`.
///
/// # Errors
///
/// Returns the reason why it stays as it is.
pub fn format(document: &Document) -> Result<String, FormatRefusal> {
    if document.kind().is_none() && file_name(document.path()) != "azml.yaml" {
        return Err(FormatRefusal::NotAzureMl);
    }
    let tree = document.tree();
    if !tree.errors().is_empty() {
        return Err(FormatRefusal::SyntaxError);
    }
    if depth(tree) > MAX_DEPTH {
        return Err(FormatRefusal::TooDeep);
    }
    let text = document.text();
    // A byte-order mark is part of the text.
    let (mark, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    };
    let formatted = format_text(rest, &options(rest)).map_err(|_| FormatRefusal::WouldChange)?;
    let formatted = format!("{mark}{formatted}");
    let after = Document::new(document.shared_path(), formatted.as_str());
    if has_same_values(tree, after.tree()) {
        Ok(formatted)
    } else {
        Err(FormatRefusal::WouldChange)
    }
}

fn options(text: &str) -> FormatOptions {
    let line_break = if text.contains("\r\n") {
        LineBreak::Crlf
    } else {
        LineBreak::Lf
    };
    FormatOptions {
        layout: LayoutOptions {
            print_width: WIDTH,
            line_break,
            ..LayoutOptions::default()
        },
        language: LanguageOptions {
            // `{{NAME}}` of a template engine stays as it is.
            brace_spacing: false,
            trailing_comma: false,
            // A blank at the end of a line of a text counts.
            trim_trailing_whitespaces: false,
            ..LanguageOptions::default()
        },
    }
}

/// Returns the depth of the deepest value. A node comes after its parent.
fn depth(tree: &Tree) -> usize {
    let mut depths: HashMap<NodeId, usize> = HashMap::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        let parent = node.parent().and_then(|parent| depths.get(&parent.id()));
        let depth = parent.map_or(1, |depth| depth + 1);
        depths.insert(node.id(), depth);
    }
    depths.into_values().max().unwrap_or(0)
}

/// Returns `true` if both trees have the same values, names, and comments.
fn has_same_values(before: &Tree, after: &Tree) -> bool {
    let comments = |tree: &Tree| -> Vec<String> {
        let texts = tree.comments().iter();
        texts
            .map(|range| range.slice(tree.text()).trim_end().to_owned())
            .collect()
    };
    after.errors().is_empty()
        && before.documents().len() == after.documents().len()
        && before.nodes().len() == after.nodes().len()
        && before
            .nodes()
            .zip(after.nodes())
            .all(|(old, new)| is_same(old, new))
        && comments(before) == comments(after)
}

fn is_same(old: Node<'_>, new: Node<'_>) -> bool {
    let anchor = |node: Node<'_>| {
        let range = node.anchor()?;
        Some(range.slice(node.tree().text()).to_owned())
    };
    let is_plain = |node: Node<'_>| node.style() == Some(ScalarStyle::Plain);
    let is_alike = match (old.kind(), new.kind()) {
        (NodeKind::Scalar(_), NodeKind::Scalar(_)) => {
            old.text() == new.text() && is_plain(old) == is_plain(new)
        }
        (old, new) => old == new,
    };
    is_alike
        && old.parent().map(Node::id) == new.parent().map(Node::id)
        && old.is_key() == new.is_key()
        && old.tag() == new.tag()
        && anchor(old) == anchor(new)
}
