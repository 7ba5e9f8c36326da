//! Hover of a key: its description in the schema, and the meaning of its number in this file.

use azml_rules::compute::ComputeKind;
use azml_rules::explain::sentence;
use azml_rules::schema::describe::brief;
use azml_rules::schema::table::{Field, KindDef, TypeDef};
use azml_rules::schema::{ALTERNATIVE_KEYS, Judgement, KnownKey, enum_values, mappings};
use azml_rules::syntax::{Node, NodeKind, Scalar, known_text};

use super::compute::compute_kind;
use super::consequence::consequence;
use super::reference::resource_id;
use crate::Site;
use crate::markdown::{Markdown, code, md, ours};
use crate::unset_compute::UnsetCompute;

/// Maximum number of keys and words listed.
const LISTED: usize = 24;

/// Maximum number of lines of a hover, so that it fits on the screen.
const LINES: usize = 15;

/// Number of lines above the list: heading, description, meaning of the word, consequence.
const ABOVE: usize = 4;

/// Returns the hover of `node`, a key of the schema, or a value that is one of its words or numbers.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let judgement = site.judgement_around(node.range().start);
    if !site.schema_help() {
        return only_here(
            site,
            if node.is_key() { node } else { key_of(node)? },
            &judgement,
            keys,
        );
    }
    if node.is_key() {
        let card = judgement
            .known_key(node)
            .map(|place| of_place(site, node, &place, keys, None));
        return card.or_else(|| read_only(&judgement, node, keys));
    }
    let word = known_text(node).filter(|text| !text.starts_with("azureml:"))?;
    let is_word = judgement
        .words_for(node)
        .iter()
        .any(|allowed| allowed.eq_ignore_ascii_case(word));
    let is_number = matches!(
        node.scalar(),
        Some(Scalar::Int(_) | Scalar::Float(_) | Scalar::Bool(_))
    );
    if !is_word && !is_number {
        return None;
    }
    let key = key_of(node)?;
    Some(of_place(
        site,
        key,
        &judgement.known_key(key)?,
        keys,
        Some(word),
    ))
}

/// Returns the meaning of the number in this file, which a schema cannot describe.
fn only_here(
    site: &Site<'_>,
    key: Node<'_>,
    judgement: &Judgement<'_>,
    keys: &[&str],
) -> Option<Markdown> {
    let meaning = consequence(site, key, &judgement.known_key(key)?)?;
    Some(md!("### {}\n\n**Here:** {}", code(keys.join(".")), meaning))
}

/// Returns the key of a value, or of the list that contains it.
fn key_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    loop {
        if let Some(key) = at.key() {
            return Some(key);
        }
        at = at
            .parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence)?;
    }
}

/// Returns the heading, the description, and the facts about a key.
pub(crate) fn of_catalog(site: &Site<'_>, place: &KnownKey, keys: &[&str]) -> Markdown {
    let mut text = md!("### {}\n\n{}\n\n", code(keys.join(".")), place.field.doc);
    text.push(lines(site, place, None));
    text.trimmed()
}

fn of_place(
    site: &Site<'_>,
    key: Node<'_>,
    place: &KnownKey,
    keys: &[&str],
    word: Option<&str>,
) -> Markdown {
    let field = place.field;
    let mut text = md!("### {}\n\n{}\n\n", code(keys.join(".")), field.doc);
    let meaning = word.and_then(|word| Some((word, place.meaning(word)?)));
    let described = meaning.filter(|(word, _)| !says_what_it_is(field, word));
    if let Some((word, meaning)) = described {
        text.push(md!("**{}:** {}\n\n", code(word), meaning));
    }
    if let Some(here) = consequence(site, key, place) {
        text.push(md!("**Here:** {}\n\n", here));
    }
    text.push(lines(site, place, meaning.map(|(word, _)| word)));
    if let Some(kind) = serverless_spark(site, keys) {
        text.push(md!(
            "\n\n---\n\n**{}.** {}",
            ours(sentence(kind.label())),
            compute_kind::in_short(kind)
        ));
    }
    text.trimmed()
}

/// Returns `true` if the description begins with the word: "`command` for a job that ...".
fn says_what_it_is(field: &Field, word: &str) -> bool {
    let quoted = format!("`{}` ", word.to_ascii_lowercase());
    field.doc.to_ascii_lowercase().starts_with(&quoted)
}

/// Returns serverless Spark for the `resources` of a job that runs on it.
fn serverless_spark(site: &Site<'_>, keys: &[&str]) -> Option<ComputeKind> {
    if keys != ["resources"] {
        return None;
    }
    let kind = UnsetCompute::of(site.document)?.kind;
    (kind == ComputeKind::ServerlessSpark).then_some(kind)
}

/// Returns the facts about a key as a list, and the link. `described`: a word that is described already.
pub(crate) fn lines(site: &Site<'_>, place: &KnownKey, described: Option<&str>) -> Markdown {
    let field = place.field;
    let kind = site.document.kind().and_then(KindDef::of);
    let of_kind = kind.filter(|kind| {
        place
            .owner
            .is_some_and(|owner| std::ptr::eq(owner, kind.ty))
    });
    let is_required =
        place.is_required() || of_kind.is_some_and(|kind| kind.required.contains(&field.name));
    let default = place.default().filter(|_| !field.doc.contains("default"));
    let keys = inner_keys(field);
    let has_words = has_meanings(place);
    let ty = match brief(&field.ty) {
        // The meanings of the words include the list of words.
        _ if has_words && place.takes_only_words() => String::new(),
        ty if has_words && ty.contains("list of `") => list_of_words(&ty),
        ty if keys.starts_with('\n') && ty.starts_with("mapping") => String::new(),
        ty => ty,
    };
    let values_label = if described.is_some() {
        "Other values"
    } else {
        "Values"
    };
    let yes = |holds: bool| if holds { "yes" } else { "" }.to_owned();
    let mut rows = [
        ("Type", ty),
        (values_label, String::new()),
        ("Format", resource_id::formats(site, place)),
        ("Keys", keys),
        (
            "Default",
            default.map_or_else(String::new, |value| format!("`{value}`")),
        ),
        ("Required", yes(is_required)),
        ("Expressions", expression(place).to_owned()),
        (
            "Deprecated",
            field.deprecated.map_or_else(String::new, instead),
        ),
        (
            "Preview",
            if field.preview {
                "may still change".to_owned()
            } else {
                String::new()
            },
        ),
        (
            "Since",
            if place.since().is_empty() {
                String::new()
            } else {
                format!("azure-ai-ml {}", place.since())
            },
        ),
    ];
    if has_words {
        let others = rows.iter().filter(|(_, value)| !value.is_empty()).count();
        // The label, the words without meanings, and the link take a line each.
        rows[1].1 = values(place, described, LINES.saturating_sub(ABOVE + others + 3));
    }
    let mut text = Markdown::new();
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        // A list begins on the next line.
        let space = if value.starts_with('\n') { "" } else { " " };
        text.push(md!("- **{}:**{}{}\n", *name, space, ours(value)));
    }
    let url = Some(place.url())
        .filter(|url| !url.is_empty())
        .or(kind.map(|kind| kind.ty.url))
        .unwrap_or_default();
    if !url.is_empty() {
        text.push(md!("\n[Microsoft Learn]({})", url));
    }
    text
}

/// Returns `true` if the words of the key have meanings; otherwise the type lists the words. A
/// single word needs no list.
fn has_meanings(place: &KnownKey) -> bool {
    let words = place.words();
    words.len() > 1 && words.iter().any(|(_, meaning)| !meaning.is_empty())
}

/// "list", or "one of them, or a list", if the words follow.
fn list_of_words(ty: &str) -> String {
    if ty.starts_with("list") {
        "list".to_owned()
    } else {
        "one, or a list".to_owned()
    }
}

/// Returns the words with their meanings, except the word `described`. After `room` lines, the remaining
/// words are listed on one line.
fn values(place: &KnownKey, described: Option<&str>, room: usize) -> String {
    let mut words = place.words();
    words.retain(|(word, _)| {
        described.is_none_or(|described| !described.eq_ignore_ascii_case(word))
    });
    let shown = if words.len() <= room + 1 {
        words.len()
    } else {
        room
    };
    let (first, others) = words.split_at(shown);
    let mut lines = String::new();
    for (word, meaning) in first {
        lines += &match *meaning {
            "" => format!("\n  - `{word}`"),
            meaning => format!("\n  - `{word}`: {meaning}"),
        };
    }
    if !others.is_empty() {
        lines += "\n  - ";
        lines += &names_listed(&others.iter().map(|(word, _)| *word).collect::<Vec<_>>());
    }
    lines
}

/// "`a`, `b`, ..."
fn names_listed(names: &[&str]) -> String {
    let shown = names.iter().take(LISTED);
    let mut shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    if names.len() > LISTED {
        shown.push("...".to_owned());
    }
    shown.join(", ")
}

/// Returns the keys of the mapping that is the value, required ones first; for a union those of
/// each alternative.
fn inner_keys(field: &'static Field) -> String {
    match mappings(&field.ty).as_slice() {
        [] => String::new(),
        [only] => names_listed(&keys_of(only)),
        several => of_alternatives(several),
    }
}

/// Returns the keys that all alternatives share, if there are many, and then those of each.
fn of_alternatives(several: &[&'static TypeDef]) -> String {
    let keys_of_one = |def: &&'static TypeDef| {
        let mut keys = keys_of(def);
        keys.retain(|key| !ALTERNATIVE_KEYS.contains(key));
        keys
    };
    let keys: Vec<Vec<&str>> = several.iter().map(keys_of_one).collect();
    let in_all = |key: &&&str| keys.iter().all(|keys| keys.contains(key));
    let common: Vec<&str> = keys[0].iter().filter(in_all).copied().collect();
    let is_worth_it = common.len() > 2;
    let mut lines: Vec<String> = Vec::new();
    if is_worth_it {
        lines.push(names_listed(&common));
    }
    for (def, mut keys) in several.iter().zip(keys) {
        keys.retain(|key| !is_worth_it || !common.contains(key));
        let named = ALTERNATIVE_KEYS.iter().find_map(|key| {
            let word = *enum_values(&def.field(key)?.ty).first()?;
            Some(format!("`{key}: {word}`: "))
        });
        let also = if is_worth_it { "also " } else { "" };
        let keys = match names_listed(&keys) {
            none if none.is_empty() => continue,
            keys => format!("{also}{keys}"),
        };
        let line = format!("{}{keys}", named.unwrap_or_default());
        // Alternatives that differ only in the types of their values look alike.
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let lines = lines.iter().map(|line| format!("\n  - {line}"));
    lines.collect()
}

/// Returns the keys, required ones first.
fn keys_of(def: &'static TypeDef) -> Vec<&'static str> {
    let fields = def.fields.iter();
    let is_shown = |field: &&Field| !field.private && field.is_offered;
    let mut fields: Vec<&Field> = fields.filter(is_shown).collect();
    fields.sort_by_key(|field| !field.required);
    fields.iter().map(|field| field.name).collect()
}

fn expression(place: &KnownKey) -> &'static str {
    if place.expression {
        "`${{...}}` is allowed"
    } else if place.refuses_expression() && place.field.name != "type" {
        // The discriminator of the mapping is always required, so it is not mentioned.
        "not allowed"
    } else {
        ""
    }
}

fn instead(key: &str) -> String {
    if key.is_empty() {
        "yes".to_owned()
    } else {
        format!("use `{key}` instead")
    }
}

/// Returns the hover of a key that only the service sets.
fn read_only(judgement: &Judgement<'_>, key: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let owner = judgement.read_only_in(key)?;
    let says = if owner.read_only_refused {
        "rejects a file that contains it"
    } else {
        "ignores it in a file"
    };
    Some(md!(
        "### {}\n\nRead-only. The service sets it, and `az ml` shows it in its output. The client \
         {}.",
        code(keys.join(".")),
        says
    ))
}
