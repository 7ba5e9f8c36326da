//! Completion item of a key.

use azml_rules::schema::table::{Field, Type, TypeDef};
use azml_rules::schema::{KeyNeed, OpenMapping, SuggestedKey, describe};
use azml_rules::wording::alternatives;

use super::snippet::{self, Form};
use crate::completion::item::{Item, ItemSort};
use crate::completion::stand_in::WholeKey;
use crate::markdown::{Markdown, ours};

/// Maximum length of the description of a type.
const SHORT: usize = 60;

/// Returns the item of a field.
pub(crate) fn of_field(key: &SuggestedKey, open: &OpenMapping<'_>, whole: &WholeKey) -> Item {
    let Some((_, field)) = key.fields.first() else {
        return of_word(key.name, open, whole);
    };
    let types: Vec<&'static Type> = key.fields.iter().map(|(_, field)| &field.ty).collect();
    let form = Form::of(key.name, &types);
    let written = snippet::entry(key.name, &form, whole);
    Item {
        sort: ItemSort::Key,
        label: key.name.to_owned(),
        insert: written.text,
        filter: key.name.to_owned(),
        detail: detail(key, field),
        about: about(key),
        is_retired: key.need == KeyNeed::Retired,
        is_snippet: written.is_snippet,
    }
}

/// Returns the item of a key without a field: `$schema` of a document, a word of a map.
fn of_word(name: &str, open: &OpenMapping<'_>, whole: &WholeKey) -> Item {
    if name != "$schema" {
        return plain(name, "", Markdown::new(), whole);
    }
    let about = ours("The URL of the schema, which sets the kind of the document.");
    let detail = match open.kinds.as_slice() {
        [kind] => format!("a URL, such as …/{}", kind.schema),
        _ => "a URL".to_owned(),
    };
    plain(name, &detail, about, whole)
}

/// Returns the item of a key whose value is one word.
pub(crate) fn plain(name: &str, detail: &str, about: Markdown, whole: &WholeKey) -> Item {
    with_form(name, &Form::Scalar(None), detail, about, whole)
}

/// Returns the item of a key whose value is written as `form`.
pub(crate) fn with_form(
    name: &str,
    form: &Form,
    detail: &str,
    about: Markdown,
    whole: &WholeKey,
) -> Item {
    let written = snippet::entry(name, form, whole);
    Item {
        sort: ItemSort::Key,
        label: name.to_owned(),
        insert: written.text,
        filter: name.to_owned(),
        detail: detail.to_owned(),
        about,
        is_retired: false,
        is_snippet: written.is_snippet,
    }
}

/// Returns the label detail: "required" or "deprecated", and the type.
fn detail(key: &SuggestedKey, field: &'static Field) -> String {
    let mut parts = Vec::new();
    match key.need {
        KeyNeed::Required => parts.push("required".to_owned()),
        // A list of more than five names is too long for the detail.
        KeyNeed::OneOf(names) if names.len() > 5 => {}
        KeyNeed::OneOf(names) => {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            parts.push(format!("{} is required", alternatives(&names)));
        }
        KeyNeed::Retired => parts.push(match field.deprecated {
            Some("") | None => "deprecated".to_owned(),
            Some(other) => format!("deprecated, use {other}"),
        }),
        KeyNeed::Decides if key.fields.iter().all(|(_, field)| field.required) => {
            parts.push("required".to_owned());
        }
        KeyNeed::Decides | KeyNeed::Optional => {}
    }
    let takes = if key.need == KeyNeed::Decides {
        describe::any_of(&key.words())
    } else {
        describe::expected(&field.ty)
    };
    // What a mapping or a text is for tells more than that it is one.
    let is_vague = matches!(takes.as_str(), "a mapping" | "a string" | "a list");
    let first = field
        .doc
        .split(['.', ',', ':', ';'])
        .next()
        .unwrap_or_default();
    let takes = if is_vague && !first.is_empty() {
        first
    } else {
        &takes
    };
    parts.push(cut_at_a_word(&takes.replace('`', "")));
    if key
        .fields
        .iter()
        .all(|(def, field)| field.preview || def.preview)
    {
        parts.push("preview".to_owned());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

fn cut_at_a_word(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((at, _)) => {
            let head = &text[..at];
            format!(
                "{} …",
                head.rsplit_once(' ')
                    .map_or(head, |(head, _)| head)
                    .trim_end_matches(',')
            )
        }
        None => text.to_owned(),
    }
}

/// Returns the documentation of a field: its effect, default, words, and link.
fn about(key: &SuggestedKey) -> Markdown {
    let described = |(_, field): &&(&'static TypeDef, &'static Field)| !field.doc.is_empty();
    let best = key.fields.iter().find(described).or(key.fields.first());
    let Some((def, field)) = best else {
        return Markdown::new();
    };
    let mut parts = Vec::new();
    match key.need {
        KeyNeed::Decides => parts.push("Sets which of these it is.".to_owned()),
        _ if field.doc.is_empty() => {}
        _ => parts.push(field.doc.to_owned()),
    }
    if let Some(default) = field.default {
        parts.push(format!("Default: `{default}`"));
    }
    let known = key
        .words()
        .into_iter()
        .filter_map(|word| field.meaning(word));
    let meanings: Vec<String> = known
        .map(|known| format!("- `{}`: {}", known.word, known.means))
        .collect();
    let listed = describe::any_of(&key.words());
    let is_closed = key.need == KeyNeed::Decides || describe::expected(&field.ty) == listed;
    if !meanings.is_empty() {
        parts.push(meanings.join("\n"));
    } else if is_closed && key.words().len() > 1 {
        parts.push(format!("One of {listed}"));
    }
    let url = if field.url.is_empty() {
        def.url
    } else {
        field.url
    };
    if !url.is_empty() {
        parts.push(format!("[Documentation]({url})"));
    }
    ours(parts.join("\n\n"))
}
