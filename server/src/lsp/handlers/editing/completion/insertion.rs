//! Texts of completions as the client takes them: with tab stops or without, indented by us or by
//! it.

use azml_rules::document::Document;
use azml_rules::skeletons::without_stops;
use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{InsertTextFormat, InsertTextMode};

use crate::lsp::protocol::client_features::ClientFeatures;
use azml_ide::completion::Item;

/// A text to insert and how the client is to read it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Insertion {
    pub(crate) text: String,
    pub(crate) format: Option<InsertTextFormat>,
    pub(crate) mode: Option<InsertTextMode>,
}

/// The blanks that the line of `range` begins with.
pub(crate) fn indent(document: &Document, range: TextRange) -> &str {
    let (text, lines) = (document.text(), document.lines());
    let line = lines.line(text, lines.line_of(range.start)).slice(text);
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The text of `item` for a line that begins with the blanks `indent`.
pub(crate) fn insertion(item: &Item, indent: &str, client: ClientFeatures) -> Insertion {
    // Neovim takes a text that is no snippet only up to its first blank.
    let as_snippet = client.snippets && (item.is_snippet || item.insert.contains([' ', '\n']));
    let text = if as_snippet && item.is_snippet {
        // Clients indent the further lines of a snippet like the first, whether or not they say so.
        relative(&item.insert, indent)
    } else if as_snippet {
        relative(&without_meaning(&item.insert), indent)
    } else if item.is_snippet {
        without_stops(&item.insert)
    } else {
        item.insert.clone()
    };
    let mode = if as_snippet {
        InsertTextMode::ADJUST_INDENTATION
    } else {
        InsertTextMode::AS_IS
    };
    Insertion {
        mode: (client.text_modes && text.contains('\n')).then_some(mode),
        format: as_snippet.then_some(InsertTextFormat::SNIPPET),
        text,
    }
}

/// The further lines without `indent`.
fn relative(text: &str, indent: &str) -> String {
    let mut lines = text.split_inclusive('\n');
    let mut relative = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        relative += line.strip_prefix(indent).unwrap_or(line);
    }
    relative
}

/// `text` as a snippet without tab stops.
fn without_meaning(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '$' | '}') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use azml_ide::completion::ItemSort;
    use azml_ide::markdown::Markdown;

    fn plain(insert: &str) -> Item {
        Item {
            is_snippet: false,
            ..item(insert)
        }
    }

    fn item(insert: &str) -> Item {
        Item {
            sort: ItemSort::Key,
            label: String::new(),
            insert: insert.to_owned(),
            filter: String::new(),
            detail: String::new(),
            about: Markdown::default(),
            is_retired: false,
            is_snippet: true,
        }
    }

    #[test]
    fn tab_stops_are_for_clients_that_know_them() {
        let item = item("    a:\n      ${1:na\\}me}: \\$x $2\n      b: {$0}\n");
        let plain = insertion(
            &item,
            "    ",
            ClientFeatures {
                text_modes: true,
                ..ClientFeatures::default()
            },
        );
        assert_eq!(plain.text, "    a:\n      na}me: $x \n      b: {}\n");
        assert_eq!(
            (plain.format, plain.mode),
            (None, Some(InsertTextMode::AS_IS))
        );
        let snippet = insertion(
            &item,
            "    ",
            ClientFeatures {
                snippets: true,
                ..ClientFeatures::default()
            },
        );
        assert_eq!(snippet.text, "    a:\n  ${1:na\\}me}: \\$x $2\n  b: {$0}\n");
        assert_eq!(
            (snippet.format, snippet.mode),
            (Some(InsertTextFormat::SNIPPET), None)
        );
    }

    #[test]
    fn a_text_with_blanks_is_a_snippet() {
        let client = ClientFeatures {
            snippets: true,
            ..ClientFeatures::default()
        };
        let taken = |insert: &str| insertion(&plain(insert), "", client);
        assert_eq!(taken("${{x}}").format, None);
        assert_eq!(taken(" $[[a\\}}").text, " \\$[[a\\\\\\}\\}");
        assert_eq!(taken("key: ").format, Some(InsertTextFormat::SNIPPET));
        assert_eq!(
            insertion(&plain("key: "), "", ClientFeatures::default()).format,
            None
        );
    }
}
