//! Hover of the kind of a document, at its top-level `$schema` and `type`.

use azml_rules::compute::ComputeKind;
use azml_rules::explain::sentence;
use azml_rules::schema::table::KindDef;
use azml_rules::syntax::Node;

use super::compute::{compute_kind, runs_on};
use super::field;
use crate::Site;
use crate::markdown::{Markdown, code, md, ours};
use crate::unset_compute::UnsetCompute;

/// Returns the description of the kind, and the command that creates it.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let kind = matches!(keys, ["type" | "$schema"])
        .then(|| site.document.kind())
        .flatten()?;
    if !is_in_first_document(site, node) {
        return None;
    }
    let compute = ComputeKind::of_document(kind);
    let def = KindDef::of(kind).filter(|_| site.schema_help());
    let mut text = match (compute, def) {
        (Some(compute), _) if kind.is_compute() => heading(compute.label()),
        (Some(compute), None) => heading(compute.label()),
        (None, None) => return None,
        _ => heading(kind.label()),
    };
    if let Some(def) = def {
        text.push(about(site, def, kind.is_compute()));
    }
    if let Some(runs_on) = runs_on::of_job(site) {
        text.push(md!("{}\n\n", runs_on));
    }
    match compute {
        Some(compute) if kind.is_compute() || def.is_none() => {
            text.push(compute_kind::body_in_its_file(compute));
        }
        Some(compute) => {
            let heading = if compute.label() == kind.label() {
                Markdown::new()
            } else {
                md!("**{}.** ", ours(sentence(compute.label())))
            };
            let body = compute_kind::body_in_its_file(compute);
            text.push(md!("---\n\n{}{}", heading, body));
        }
        None => text.push(of_type(site, node, keys)),
    }
    if let Some(unset) = UnsetCompute::of(site.document) {
        text.push(md!(
            "\n\n---\n\n**{}.** {}",
            ours(sentence(unset.kind.label())),
            compute_kind::in_short(unset.kind)
        ));
    }
    Some(text.trimmed())
}

fn heading(label: &'static str) -> Markdown {
    md!("### {}\n\n", ours(sentence(label)))
}

/// Returns the sentence on the kind and the command; `is_described` if another text describes the kind already.
fn about(site: &Site<'_>, def: &KindDef, is_described: bool) -> Markdown {
    let mut text = Markdown::new();
    if !def.ty.doc.is_empty() && !is_described {
        text.push(md!("{}\n\n", def.ty.doc));
    }
    if def.nested_only {
        text.push("It can only be part of another document.\n\n");
    } else if !def.command.is_empty() {
        let path = site.shown(site.document.path());
        let file = if path.contains(':') { "FILE" } else { path };
        let command = format!("{} --file {file}", def.command);
        text.push(md!("{}\n\n", code(command)));
    }
    text
}

/// Returns the words that `type` accepts, and the link.
fn of_type(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Markdown {
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
        "" => Markdown::new(),
        url => md!("[Microsoft Learn]({})", url),
    }
}

/// Only the first document of a file is read.
fn is_in_first_document(site: &Site<'_>, node: Node<'_>) -> bool {
    let top = std::iter::successors(Some(node), |node| node.parent()).last();
    top.is_some() && top == site.document.root()
}
