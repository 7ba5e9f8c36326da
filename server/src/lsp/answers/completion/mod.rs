//! Completions, inlay hints and code lenses in the protocol's words.

mod insertion;

use azml_rules::text::TextRange;
use serde_json::Value;
use tower_lsp::lsp_types::{
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionItemLabelDetails,
    CompletionItemTag, CompletionList, CompletionResponse, CompletionTextEdit, Documentation,
    InlayHint, InlayHintLabel, InlayHintTooltip, MarkupContent, MarkupKind, Position, Range,
    TextEdit,
};

use crate::ide::completion::{self, Item, Sort};
use crate::ide::{hints, lens, rule_names};
use crate::lsp::analysis::Current;
use crate::lsp::convert;
use insertion::Insertion;

/// What can be written at `offset`.
pub(in crate::lsp) fn completion(current: &Current, offset: u32) -> Option<CompletionResponse> {
    if let Some((word, rules)) = rule_names::complete(&current.document, offset) {
        let range = current.range(word);
        let item = |rule: &&azml_rules::rule::Rule| CompletionItem {
            label: rule.name.to_owned(),
            kind: Some(CompletionItemKind::ENUM_MEMBER),
            detail: Some(rule.summary.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: rule.name.to_owned(),
            })),
            ..CompletionItem::default()
        };
        return Some(CompletionResponse::Array(rules.iter().map(item).collect()));
    }
    let found = current.site(|site| completion::complete(site, offset))?;
    let at = current.range(found.range);
    let indent = insertion::indent(&current.document, found.range);
    let insertion = |item: &Item| insertion::insertion(item, indent, current.client);
    let items = found.items.into_iter().enumerate();
    let items = items.map(|(rank, item)| {
        let strikes = item.is_retired && current.client.strikes_items;
        let tags = strikes.then(|| vec![CompletionItemTag::DEPRECATED]);
        CompletionItem {
            tags,
            ..value(
                rank,
                insertion(&item),
                item,
                at,
                current.client.label_details,
            )
        }
    });
    let items = items.collect();
    // What fits depends on what is typed: the client is to ask again.
    Some(CompletionResponse::List(CompletionList {
        is_incomplete: true,
        items,
    }))
}

fn value(
    rank: usize,
    insertion: Insertion,
    item: Item,
    range: Range,
    on_every_row: bool,
) -> CompletionItem {
    let note = || CompletionItemLabelDetails {
        detail: None,
        description: Some(item.detail.clone()),
    };
    CompletionItem {
        label_details: (on_every_row && !item.detail.is_empty()).then(note),
        label: item.label,
        kind: Some(match item.sort {
            Sort::Compute => CompletionItemKind::REFERENCE,
            Sort::Word => CompletionItemKind::KEYWORD,
            Sort::Size | Sort::Value => CompletionItemKind::ENUM_MEMBER,
            Sort::Key => CompletionItemKind::FIELD,
            Sort::Skeleton => CompletionItemKind::SNIPPET,
            Sort::Name => CompletionItemKind::VARIABLE,
            Sort::Asset => CompletionItemKind::MODULE,
            Sort::File => CompletionItemKind::FILE,
            Sort::Folder => CompletionItemKind::FOLDER,
        }),
        detail: Some(item.detail),
        documentation: (!item.about.is_empty())
            .then(|| Documentation::MarkupContent(markdown(item.about))),
        sort_text: Some(format!("{rank:05}")),
        filter_text: Some(item.filter),
        insert_text_format: insertion.format,
        insert_text_mode: insertion.mode,
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: insertion.text,
        })),
        ..CompletionItem::default()
    }
}

/// The notes in `visible`.
pub(in crate::lsp) fn hints(current: &Current, visible: Range) -> Vec<InlayHint> {
    let (text, lines, unit) = (
        current.document.text(),
        current.document.lines(),
        current.client.unit,
    );
    let offset = |at: Position| convert::offset(text, lines, at, unit);
    let found = current.site(|site| {
        hints::hints(
            site,
            TextRange::new(offset(visible.start), offset(visible.end)),
        )
    });
    let hint = |hint: hints::Hint| InlayHint {
        position: convert::range(text, lines, TextRange::empty(hint.offset), unit).start,
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: (!hint.about.is_empty())
            .then(|| InlayHintTooltip::MarkupContent(markdown(hint.about))),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    found.into_iter().map(hint).collect()
}

/// What the document costs.
pub(in crate::lsp) fn lenses(current: &Current) -> Vec<CodeLens> {
    let lens = |lens: lens::Lens| CodeLens {
        range: current.range(lens.range),
        // A command without a name is text: there is nothing to be done with it.
        command: Some(Command {
            title: lens.title,
            command: String::new(),
            arguments: None,
        }),
        data: None,
    };
    current.site(lens::lenses).into_iter().map(lens).collect()
}

/// Whether options of the client turn `name` on or off, at the top or under `azml-ls`; `None` where they do not speak of it.
pub(in crate::lsp) fn wants(options: &Value, name: &str) -> Option<bool> {
    match options
        .get(name)
        .or_else(|| options.get("azml-ls")?.get(name))?
    {
        Value::Bool(on) => Some(*on),
        Value::String(word) => Some(!word.eq_ignore_ascii_case("off")),
        _ => None,
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}
