//! Completion lists and their conversion to the protocol; [`insertion`](mod@insertion) has the inserted text.

mod insertion;

use azml_rules::rule::Rule;
use serde_json::json;
use tower_lsp::lsp_types::{
    Command, CompletionContext, CompletionItem, CompletionItemKind, CompletionItemLabelDetails,
    CompletionItemTag, CompletionList, CompletionResponse, CompletionTextEdit,
    CompletionTriggerKind, Documentation, InsertTextFormat, Position, Range, TextEdit,
};

use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::display_text::{label, markup};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::completion;
use azml_ide::completion::{Completions, Item, ItemSort, rule_names};
use insertion::{indent, insertion};

/// Number of characters in a row of VS Code's completion list at its default width.
const ROW: usize = 50;

/// Returns the completions at `position`.
pub(crate) fn completion(
    current: &DocumentSnapshot,
    position: Position,
    context: Option<&CompletionContext>,
) -> Option<CompletionResponse> {
    let offset = current.offset(position);
    let names = current.site(|site| rule_names::complete(site.workspace, site.document, offset));
    if let Some(names) = names {
        let range = current.range(names.range);
        let reporting = names.reporting.into_iter().map(|rule| ("0", rule));
        let rules = reporting.chain(names.others.into_iter().map(|rule| ("1", rule)));
        let items = rules.map(|(place, rule)| rule_item(rule, place, range));
        return Some(CompletionResponse::Array(items.collect()));
    }
    let directive = current.site(|site| rule_names::directive_at(site.document, offset));
    if let Some(range) = directive {
        let range = current.range(range);
        let snippets = current.client.snippets;
        let items = rule_names::DIRECTIVES.map(|name| directive_item(name, range, snippets));
        return Some(CompletionResponse::Array(items.into()));
    }
    let completions = current.site(|site| completion::complete(site, offset))?;
    let is_typing = |it: &CompletionContext| {
        it.trigger_kind == CompletionTriggerKind::TRIGGER_FOR_INCOMPLETE_COMPLETIONS
    };
    // With a list, Enter would accept what is there already, instead of beginning a line.
    if context.is_some_and(is_typing) && is_typed_out(current, &completions) {
        return None;
    }
    Some(CompletionResponse::List(CompletionList {
        // What fits depends on what is typed: the client is to ask again.
        is_incomplete: true,
        items: items(current, completions),
    }))
}

/// Returns `true` if the only value that begins with the typed text is the typed text.
fn is_typed_out(current: &DocumentSnapshot, completions: &Completions) -> bool {
    let typed = completions.range.slice(current.document.text()).trim();
    let mut alike = completions
        .items
        .iter()
        .filter(|item| item.filter.starts_with(typed));
    let first = alike.next();
    let is_it = |item: &Item| item.sort != ItemSort::Key && item.insert.trim() == typed;
    first.is_some_and(is_it) && alike.next().is_none()
}

/// A directive with its brackets, in which the names of rules are completed.
fn directive_item(name: &str, range: Range, snippets: bool) -> CompletionItem {
    let (brackets, format) = if snippets {
        ("[$0]", InsertTextFormat::SNIPPET)
    } else {
        ("[", InsertTextFormat::PLAIN_TEXT)
    };
    CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        insert_text_format: Some(format),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: format!("{name}{brackets}"),
        })),
        ..CompletionItem::default()
    }
}

/// `place` sorts it: what reports on the line comes first.
fn rule_item(rule: &Rule, place: &str, range: Range) -> CompletionItem {
    CompletionItem {
        sort_text: Some(format!("{place} {}", rule.name)),
        label: rule.name.to_owned(),
        kind: Some(CompletionItemKind::ENUM_MEMBER),
        detail: Some(rule.summary.to_owned()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: rule.name.to_owned(),
        })),
        ..CompletionItem::default()
    }
}

fn items(current: &DocumentSnapshot, completions: Completions) -> Vec<CompletionItem> {
    let list = ItemList {
        range: current.range(completions.range),
        indent: indent(&current.document, completions.range),
        client: current.client,
    };
    let items = completions.items.into_iter().enumerate();
    items.map(|(rank, item)| list.item(rank, item)).collect()
}

/// Values that the items of one list have in common.
struct ItemList<'d> {
    range: Range,
    indent: &'d str,
    client: ClientFeatures,
}

impl ItemList<'_> {
    fn item(&self, rank: usize, item: Item) -> CompletionItem {
        let insertion = insertion(&item, self.indent, self.client);
        let is_struck = item.is_retired && self.client.strikes_items;
        let detail = label(&item.detail);
        let leads_on = self.client.suggests_again && item.leads_on();
        let about = Some(item.about).filter(|about| !about.is_empty());
        CompletionItem {
            label_details: label_details(&item.label, &detail, self.client),
            label: label(item.label),
            kind: Some(icon(item.sort)),
            tags: is_struck.then(|| vec![CompletionItemTag::DEPRECATED]),
            detail: Some(detail),
            documentation: about
                .map(|about| markup(&about, self.client.item_marks))
                .map(Documentation::MarkupContent),
            sort_text: Some(format!("{rank:05}")),
            filter_text: Some(item.filter),
            insert_text_format: insertion.format,
            insert_text_mode: insertion.mode,
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range: self.range,
                new_text: insertion.text,
            })),
            command: leads_on.then(open_list),
            ..CompletionItem::default()
        }
    }
}

/// Opens the next list in VS Code; `auto`: without a message where nothing is known.
fn open_list() -> Command {
    Command {
        title: "Suggest".to_owned(),
        command: "editor.action.triggerSuggest".to_owned(),
        arguments: Some(vec![json!({"auto": true})]),
    }
}

/// The note on every row, where the client has room for it.
fn label_details(
    label: &str,
    detail: &str,
    client: ClientFeatures,
) -> Option<CompletionItemLabelDetails> {
    if !client.label_details || detail.is_empty() {
        return None;
    }
    Some(CompletionItemLabelDetails {
        detail: None,
        description: Some(fitting(detail, ROW.saturating_sub(label.chars().count()))),
    })
}

/// The beginning of `detail` that takes at most `room` characters: as many of its parts as fit, or
/// else as many of its words. Editors would cut the label, too.
fn fitting(detail: &str, room: usize) -> String {
    let fits = |text: &str| text.chars().count() <= room;
    if fits(detail) {
        return detail.to_owned();
    }
    let ends = detail.match_indices(" · ").map(|(at, _)| &detail[..at]);
    if let Some(parts) = ends.filter(|parts| fits(parts)).last() {
        return parts.to_owned();
    }
    let mut words = detail.match_indices(' ').map(|(at, _)| &detail[..at]);
    let beginning = words.rfind(|words| words.chars().count() < room);
    beginning.map_or_else(
        || detail.to_owned(),
        |words| format!("{}…", words.trim_end_matches([',', ';', ':'])),
    )
}

fn icon(sort: ItemSort) -> CompletionItemKind {
    match sort {
        ItemSort::Compute => CompletionItemKind::REFERENCE,
        ItemSort::Word => CompletionItemKind::KEYWORD,
        ItemSort::Size | ItemSort::Value => CompletionItemKind::ENUM_MEMBER,
        ItemSort::Key => CompletionItemKind::FIELD,
        ItemSort::Skeleton => CompletionItemKind::SNIPPET,
        ItemSort::Name => CompletionItemKind::VARIABLE,
        ItemSort::Asset => CompletionItemKind::MODULE,
        ItemSort::File => CompletionItemKind::FILE,
        ItemSort::Folder => CompletionItemKind::FOLDER,
        ItemSort::Flag => CompletionItemKind::PROPERTY,
    }
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_note_that_is_too_long_ends_with_a_part_or_a_word() {
        let detail = "trials run in parallel · 0–8 nodes · D4s_v5";
        assert_eq!(fitting(detail, 43), detail);
        assert_eq!(fitting(detail, 42), "trials run in parallel · 0–8 nodes");
        assert_eq!(fitting(detail, 33), "trials run in parallel");
        assert_eq!(fitting(detail, 21), "trials run in…");
        assert_eq!(fitting("nodes, that scale", 10), "nodes…");
        assert_eq!(fitting("unbreakable", 3), "unbreakable");
    }
}
