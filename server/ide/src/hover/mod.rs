//! Hovers at the cursor: kinds of documents and computes, computes by name, keys
//! with their numbers, ports of components, rules.
//!
//! Every hover reads error-tolerant nodes, so it works in a file with syntax errors as long as its
//! own line is complete. The range is that of the node that the hover describes.
//!
//! A hover ([`card`]) is made by the module of its subject: [`compute`], [`config`], [`environment`],
//! [`field`], [`kind`], [`ports`], [`reckoning`], [`reference`], [`schedule`], [`script`], [`spark_setting`], or [`step`].
//! They share [`consequence`] and [`wording`].

mod card;
mod compute;
mod config;
mod consequence;
mod environment;
mod field;
mod kind;
mod ports;
mod reckoning;
mod reference;
mod schedule;
mod script;
mod spark_setting;
mod step;
#[cfg(test)]
mod tests;
mod wording;

use azml_rules::checks;
use azml_rules::document::{Document, Resource};
use azml_rules::schema::{KnownKey, resource_at};
use azml_rules::suppress::suppressions;
use azml_rules::syntax::Node;

use super::Site;
use super::cursor_context::{comment_at, keys_around};
use super::markdown::{Markdown, md};
pub use card::Hover;
use compute::size;
use environment::{dockerfile, image, package};
use ports::{declared, expression, port};
use reference::{asset, component, resource};
use script::code_folder;

/// Returns the hover at `offset`.
pub fn hover(site: &Site<'_>, offset: u32) -> Option<Hover> {
    let document = site.document;
    if comment_at(document, offset).is_some() {
        return rule_in_comment(document, offset);
    }
    if let Some(card) = expression::card(site, offset) {
        return Some(card);
    }
    if let Some(card) = script::card(site, offset) {
        return Some(card);
    }
    let node = document
        .tree()
        .node_at(offset)
        .filter(|node| node.text().is_some())?;
    let text = if site.is_config() {
        config::card(site, node)
    } else {
        in_document(site, node, offset)
    }?;
    Some(Hover {
        text,
        range: node.range(),
    })
}

/// Returns the hover of a key under `keys`, as far as the catalog describes it, without its value in
/// a file.
pub fn of_catalog(site: &Site<'_>, key: &KnownKey, keys: &[&str]) -> Markdown {
    field::of_catalog(site, key, keys)
}

fn rule_in_comment(document: &Document, offset: u32) -> Option<Hover> {
    let named = suppressions(document)
        .into_iter()
        .flat_map(|suppression| suppression.rules);
    let (name, range) = named.into_iter().find(|(_, range)| range.touches(offset))?;
    Some(Hover {
        text: config::of_rule(checks::rule(&name)?),
        range,
    })
}

/// Returns the hover of `node`, with the reckoning below if the figures of the document are above.
fn in_document(site: &Site<'_>, node: Node<'_>, offset: u32) -> Option<Markdown> {
    let keys = keys_around(node);
    let about = about(site, node, &keys, offset);
    match (about, reckoning::card(site, node, &keys)) {
        (Some(about), Some(reckoning)) => Some(md!("{}\n\n---\n\n{}", about, reckoning)),
        (about, reckoning) => about.or(reckoning),
    }
}

fn about(site: &Site<'_>, node: Node<'_>, keys: &[&str], offset: u32) -> Option<Markdown> {
    if let Some(text) = kind::card(site, node, keys) {
        return Some(text);
    }
    let used = resource_at(site.document, node).map(|used| used.resource);
    if used == Some(Resource::Compute) {
        return compute::card(site, node);
    }
    image::card(node, keys)
        .or_else(|| dockerfile::card(site, node, keys))
        .or_else(|| package::card(site, node, keys))
        .or_else(|| size::card(site, node, keys, used?))
        .or_else(|| component::card(site, node))
        .or_else(|| asset::card(site, node).map(|card| image::with_status(card, node)))
        .or_else(|| step::card(site, node, keys))
        .or_else(|| port::card(site, node, keys))
        .or_else(|| declared::card(site, node, keys))
        .or_else(|| resource::card(site, node, offset))
        .or_else(|| schedule::card(site, node, keys))
        .or_else(|| code_folder::card(site, node, keys))
        .or_else(|| spark_setting::card(site, node, keys))
        .or_else(|| field::card(site, node, keys))
}
