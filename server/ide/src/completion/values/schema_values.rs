//! Completion from the schema: words, booleans, and defaults.

use azml_rules::document::{KindFamily, Task};
use azml_rules::schema::table::{KindDef, kinds};
use azml_rules::schema::{PossibleValue, SuggestedWord, possible_values, suggested_words};
use azml_rules::syntax::{Node, NodeKind, Scalar, read_plain};

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::Markdown;

/// Top-level keys that distinguish the kinds of a family.
const DISCRIMINATORS: [&str; 4] = ["type", "task", "kind", "model_provider"];

pub(crate) fn items(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    // An expression is not a word.
    if value.typed.contains('$') {
        return Vec::new();
    }
    let kinds = kinds_at(site, keys);
    let mut found = possible_values(site.workspace, site.document, &kinds, keys, value.key_at);
    if value.is_item {
        found = found.iter().flat_map(PossibleValue::items).collect();
    }
    let written = written_items(site, value, keys);
    let is_spark = is_spark(site, value);
    let mut words = suggested_words(&found);
    words.retain(|word| !written.contains(&word.text) && suits(word, keys, is_spark));
    if let ["type"] = keys {
        retain_own(&mut words, &kinds);
    }
    if matches!(keys, ["type"]) && site.document.kind().is_none() {
        words.sort_by_key(|word| family_rank(word.text));
    }
    let mut items: Vec<Item> = words.iter().map(|word| item(value, word)).collect();
    if items.is_empty() {
        items.extend(found.iter().find_map(|candidate| default(value, candidate)));
    }
    items
}

/// Returns the kinds that the document may be, for the value of `keys`.
fn kinds_at(site: &Site<'_>, keys: &[&str]) -> Vec<&'static KindDef> {
    let document = site.document;
    let known = document.kind().and_then(KindDef::of);
    if !matches!(keys, [key] if DISCRIMINATORS.contains(key)) {
        return known.into_iter().collect();
    }
    let all = || kinds().iter().filter(|kind| !kind.nested_only);
    // Without its type the document may look like another kind of its family.
    let schema = document
        .get("$schema")
        .and_then(Node::text)
        .and_then(|url| url.rsplit('/').next());
    let of_schema: Vec<_> = all()
        .filter(|kind| !kind.schema.is_empty() && Some(kind.schema) == schema)
        .collect();
    match known {
        _ if !of_schema.is_empty() => of_schema,
        Some(kind) => all()
            .filter(|other| other.kind.family() == kind.kind.family())
            .collect(),
        // A file without known keys that begins with its type.
        None if !document.path().split('/').any(|folder| folder == ".github") => {
            let whole = document
                .root()
                .into_iter()
                .flat_map(Node::entries)
                .filter(|entry| !entry.value.is_repaired());
            let keys: Vec<&str> = whole.filter_map(|entry| entry.key.text()).collect();
            all()
                .filter(|kind| {
                    keys.iter()
                        .all(|key| *key == "$schema" || kind.ty.field(key).is_some())
                })
                .collect()
        }
        None => Vec::new(),
    }
}

/// Keeps the word of the only kind that the document can be: `managed` for
/// `deployment/managed_online`.
fn retain_own(words: &mut Vec<SuggestedWord>, kinds: &[&KindDef]) {
    let [kind] = kinds else { return };
    let is_own = |word: &SuggestedWord| kind.kind.is_abbreviated_by(word.text);
    if words.iter().any(is_own) {
        words.retain(is_own);
    }
}

/// Returns the rank of a word if the file may be of any family: jobs first, then computes.
fn family_rank(word: &str) -> usize {
    let families = [KindFamily::Job, KindFamily::Compute];
    let named = kinds()
        .iter()
        .filter(|def| def.kind.type_word() == Some(word));
    let ranks = named.filter_map(|def| {
        let family = def.kind.family();
        families.iter().position(|known| *known == family)
    });
    ranks.min().unwrap_or(families.len())
}

/// Returns the other items of the list in which an item is written.
fn written_items<'t>(site: &Site<'t>, value: &Value<'_>, keys: &[&str]) -> Vec<&'t str> {
    let key = site
        .document
        .tree()
        .node_at(value.key_at)
        .filter(|node| value.is_item && node.is_key());
    let list = key
        .filter(|key| key.text() == keys.last().copied())
        .and_then(Node::value_of_key);
    let list = list.filter(|list| list.kind() == NodeKind::Sequence);
    let others = list
        .into_iter()
        .flat_map(Node::items)
        .filter(|item| !item.range().touches(value.range.start));
    others.filter_map(Node::text).collect()
}

/// Returns `true` if the value is in a Spark job or step.
fn is_spark(site: &Site<'_>, value: &Value<'_>) -> bool {
    let works = site.document.works();
    let enclosing = works
        .iter()
        .filter(|work| work.node.range().touches(value.key_at));
    enclosing
        .min_by_key(|work| work.node.range().len())
        .is_some_and(|work| work.task == Task::Spark)
}

/// Returns `true` if `word` is useful for these keys; the type may allow more words.
fn suits(word: &SuggestedWord, keys: &[&str], is_spark: bool) -> bool {
    match keys {
        // Spark reads and writes storage itself.
        [.., "inputs" | "outputs", _, "mode"] if is_spark => word.text == "direct",
        // Ports of components take the words of both directions.
        [.., "inputs", _, "mode"] => !matches!(word.text, "upload" | "rw_mount" | "mount" | "link"),
        [.., "outputs", _, "mode"] => !matches!(
            word.text,
            "download" | "ro_mount" | "eval_mount" | "eval_download" | "link"
        ),
        _ => true,
    }
}

fn item(value: &Value<'_>, word: &SuggestedWord) -> Item {
    let default = if word.is_default { "default" } else { "" };
    let detail: Vec<&str> = [default, word.means]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let reads_as_text = word.is_bool || read_plain(word.text) == Scalar::Str;
    item_of(
        value,
        word.text,
        reads_as_text,
        detail.join(": "),
        word.deprecated,
    )
}

/// Returns the default value of the field.
fn default(value: &Value<'_>, candidate: &PossibleValue) -> Option<Item> {
    let text = candidate.default()?;
    let reads_right = candidate.is_number() || read_plain(text) == Scalar::Str;
    Some(item_of(
        value,
        text,
        reads_right,
        "default".to_owned(),
        false,
    ))
}

/// Returns the item that writes `text`. `plain`: the text needs no quotes to be read as intended.
pub(crate) fn item_of(
    value: &Value<'_>,
    text: &str,
    plain: bool,
    detail: String,
    is_retired: bool,
) -> Item {
    let plain = plain && !text.contains(',');
    let yaml = if plain || value.quote.is_some() {
        text.to_owned()
    } else {
        format!("'{text}'")
    };
    Item {
        sort: ItemSort::Value,
        label: text.to_owned(),
        insert: value.spaced(&yaml),
        filter: text.to_owned(),
        detail,
        about: Markdown::new(),
        is_retired,
        is_snippet: false,
    }
}
