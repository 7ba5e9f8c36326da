//! Possible kinds of a document that is being written.

use crate::document::{Document, Kind};
use crate::schema::table::{KindDef, TypeDef, kinds};
use crate::schema::union_members::enum_values;
use crate::syntax::{Entry, Node};
use crate::workspace::Workspace;

use super::evidence::{Evidence, cheapest};

/// Returns `true` if some kind of document has all these keys at its top.
pub fn is_some_kind_with(keys: &[&str]) -> bool {
    ours().any(|def| keys.iter().all(|key| has_key(def.ty, key)))
}

/// Returns the possible kinds of a document of unknown kind by the content at its top, except for
/// the text at `cursor`.
pub fn kinds_left(
    workspace: &Workspace,
    document: &Document,
    cursor: u32,
) -> Vec<&'static KindDef> {
    let entries = document.root().into_iter().flat_map(Node::entries);
    let mut existing_keys: Vec<Entry<'_>> = entries.collect();
    existing_keys.retain(|entry| !entry.key.is_repaired() && !entry.key.range().touches(cursor));
    let mut left: Vec<&'static KindDef> = ours().collect();
    for entry in existing_keys {
        let name = entry.key.text().unwrap_or_default();
        if name != "$schema" {
            left.retain(|def| has_key(def.ty, name));
        }
        if entry.value.range().touches(cursor) {
            continue;
        }
        let evidence = Evidence {
            workspace,
            path: document.path(),
            at: cursor,
        };
        left.retain(|def| !evidence.names_another(def.ty, entry));
    }
    left
}

/// Returns the kinds of documents that are specific to Azure ML.
fn ours() -> impl Iterator<Item = &'static KindDef> {
    kinds()
        .iter()
        .filter(|def| !def.nested_only && !matches!(def.kind, Kind::CondaFile | Kind::PythonEnv))
}

fn has_key(def: &TypeDef, key: &str) -> bool {
    def.field(key).is_some() || def.read_only.contains(&key)
}

/// Returns the possible kinds of the document: those of its `$schema`, and its detected kind or, if
/// there is none, `before`, the kind before the edit.
pub(crate) fn possible_kinds(
    document: &Document,
    before: Option<Kind>,
    root: Node<'_>,
    evidence: Evidence<'_>,
) -> Vec<&'static KindDef> {
    let likely = document.kind().or(before).and_then(KindDef::of);
    let schema = root.get("$schema").and_then(Node::text).map(file_of_url);
    let name = schema
        .or(likely.map(|kind| kind.schema))
        .unwrap_or_default();
    let mut all: Vec<&'static KindDef> = likely.into_iter().collect();
    if likely.is_some() || schema.is_some() {
        let others = kinds().iter().filter(|def| !def.nested_only);
        all.extend(others.filter(|def| is_alternative(def, likely, name)));
    }
    if all.is_empty() && !document.is_foreign() {
        return kinds_by_type(root, evidence);
    }
    // Among equal costs, the kinds that the schema names win.
    cheapest(all, |kind| {
        let is_named = kind.schema.eq_ignore_ascii_case(name);
        let differs = likely.is_some_and(|likely| differ_by_one_key(likely, kind));
        2 * evidence.cost(kind.ty, root) + u32::from(!is_named && !differs)
    })
}

/// Returns `true` if the document may also be of the kind `def`: its schema file `name` is that of
/// `def`, or it lacks the key that distinguishes the kinds.
fn is_alternative(def: &KindDef, likely: Option<&KindDef>, name: &str) -> bool {
    let is_named = !name.is_empty() && def.schema.eq_ignore_ascii_case(name);
    let Some(likely) = likely else {
        return is_named;
    };
    likely.kind != def.kind
        && likely.kind.is_akin_to(def.kind)
        && (is_named || differ_by_one_key(likely, def))
}

/// Returns the kinds that accept the `type` and all keys of a document whose kind cannot be detected.
fn kinds_by_type(root: Node<'_>, evidence: Evidence<'_>) -> Vec<&'static KindDef> {
    let Some(name) = root.get("type").and_then(Node::text) else {
        return Vec::new();
    };
    let mut all: Vec<&'static KindDef> = kinds()
        .iter()
        .filter(|def| !def.nested_only && has_type_word(def, name))
        .filter(|def| evidence.cost(def.ty, root) == 0)
        .collect();
    // Jobs are more common than components.
    all.sort_by_key(|def| !def.kind.is_job());
    all
}

fn has_type_word(def: &KindDef, word: &str) -> bool {
    let field = def.ty.field("type");
    field.is_some_and(|field| enum_values(&field.ty).contains(&word))
}

/// Returns `true` if the two kinds are distinguished only by a key that may be missing.
fn differ_by_one_key(one: &KindDef, other: &KindDef) -> bool {
    let (one, other) = (one.kind, other.kind);
    one.is_akin_to(other) && (one.is_akin_to(Kind::ScheduleJob) || one.is_akin_to(Kind::Data))
}

/// Returns the file name of a `$schema`.
fn file_of_url(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path)
}
