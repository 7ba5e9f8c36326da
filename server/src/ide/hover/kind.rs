//! The card of a kind of document, at `$schema` and `type` of its first level.

use std::fmt::Write as _;

use azml_rules::compute::ComputeKind;
use azml_rules::explain::sentence;
use azml_rules::schema::table::KindDef;
use azml_rules::syntax::Node;

use super::{compute_kind, field, runs_on};
use crate::ide::Site;
use crate::ide::unset_compute::UnsetCompute;

/// What the document is, and the command that takes it.
pub(super) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<String> {
    let kind = matches!(keys, ["type" | "$schema"])
        .then(|| site.document.kind())
        .flatten()?;
    if !is_in_first_document(site, node) {
        return None;
    }
    let compute = ComputeKind::of_document(kind);
    let def = KindDef::of(kind).filter(|_| site.schema_help());
    let mut text = match (compute, def) {
        (Some(compute), _) if kind.is_compute() => format!("### {}\n\n", sentence(compute.label())),
        (Some(compute), None) => format!("### {}\n\n", sentence(compute.label())),
        (None, None) => return None,
        _ => format!("### {}\n\n", sentence(kind.label())),
    };
    if let Some(def) = def {
        text.push_str(&about(site, def, kind.is_compute()));
    }
    if let Some(runs_on) = runs_on::of_job(site) {
        let _ = write!(text, "{runs_on}\n\n");
    }
    match compute {
        Some(compute) if kind.is_compute() || def.is_none() => {
            text.push_str(&compute_kind::body_in_its_file(compute));
        }
        Some(compute) => {
            let heading = if compute.label() == kind.label() {
                String::new()
            } else {
                format!("**{}.** ", sentence(compute.label()))
            };
            let body = compute_kind::body_in_its_file(compute);
            let _ = write!(text, "---\n\n{heading}{body}");
        }
        None => text.push_str(&of_type(site, node, keys)),
    }
    if let Some(unset) = UnsetCompute::of(site.document) {
        let _ = write!(
            text,
            "\n\n---\n\n**{}.** {}",
            sentence(unset.kind.label()),
            compute_kind::in_short(unset.kind)
        );
    }
    Some(text.trim_end().to_owned())
}

/// The sentence on the kind and the command; `told` where another text says what it is.
fn about(site: &Site<'_>, def: &KindDef, told: bool) -> String {
    let mut text = String::new();
    if !def.ty.doc.is_empty() && !told {
        let _ = write!(text, "{}\n\n", def.ty.doc);
    }
    if def.nested_only {
        text.push_str("It can only be part of another document.\n\n");
    } else if !def.command.is_empty() {
        let path = site.shown(site.document.path());
        let file = if path.contains(':') { "FILE" } else { path };
        let _ = write!(text, "`{} --file {file}`\n\n", def.command);
    }
    text
}

/// The words that `type` can be, and the link.
fn of_type(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> String {
    let key = if node.is_key() {
        Some(node)
    } else {
        node.key()
    };
    let judgement = site.judgement_around(node.range().start);
    let place = key.and_then(|key| judgement.known_key(key));
    if let Some(place) = place.filter(|_| keys == ["type"]) {
        return field::lines(site, &place, None);
    }
    let def = site.document.kind().and_then(KindDef::of);
    match def.map_or("", |def| def.ty.url) {
        "" => String::new(),
        url => format!("[Microsoft Learn]({url})"),
    }
}

/// Only the first document of a file is read.
fn is_in_first_document(site: &Site<'_>, node: Node<'_>) -> bool {
    let top = std::iter::successors(Some(node), |node| node.parent()).last();
    top.is_some() && top == site.document.root()
}
