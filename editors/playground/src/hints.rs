//! Cards, completions, and definitions.

use azml_ide::completion::{self, Completions, Item, ItemSort, rule_names};
use azml_ide::navigation::definition;
use azml_ide::{Site, hover};
use azml_rules::rule::Rule;
use azml_rules::text::printable::printable;
use serde_json::{Value, json};

use crate::project::Project;

/// The card at the unit `at`, as Markdown; null where there is none.
pub(crate) fn hover(project: &Project, path: &str, at: usize) -> Value {
    let offset = project.offset(path, at);
    let card = project
        .site(path, |site| hover::hover(site, offset))
        .flatten();
    card.map_or(
        Value::Null,
        |card| json!({"range": project.units(path, card.range), "markdown": &*card.text}),
    )
}

/// The places that define the name at the unit `at`; null where there is no such name.
pub(crate) fn definition(project: &Project, path: &str, at: usize) -> Value {
    let offset = project.offset(path, at);
    let found = project.site(path, |site| definition::definition(site, offset));
    let Some(links) = found.flatten() else {
        return Value::Null;
    };
    let places = links.locations.iter().map(|place| {
        let range = project.units(&place.path, place.range);
        json!({"path": &*place.path, "range": range})
    });
    json!({"range": project.units(path, links.origin), "places": places.collect::<Vec<_>>()})
}

/// The values that can be written at the unit `at`; null where there are none.
pub(crate) fn completion(project: &Project, path: &str, at: usize) -> Value {
    let offset = project.offset(path, at);
    let found = project.site(path, |site| complete(project, site, offset));
    found.flatten().unwrap_or_default()
}

fn complete(project: &Project, site: &Site<'_>, offset: u32) -> Option<Value> {
    let path = site.document.path();
    let list = |range, items: Vec<Value>| {
        Some(json!({"range": project.units(path, range), "items": items}))
    };
    if let Some(names) = rule_names::complete(site.workspace, site.document, offset) {
        let rules = names.reporting.into_iter().chain(names.others);
        return list(names.range, rules.map(rule_name).collect());
    }
    if let Some(range) = rule_names::directive_at(site.document, offset) {
        let directive = |name: &str| json!({"label": name, "insert": format!("{name}[$0]"), "filter": name, "isSnippet": true, "sort": "keyword"});
        return list(range, rule_names::DIRECTIVES.map(directive).into());
    }
    let Completions { range, items } = completion::complete(site, offset)?;
    list(range, items.iter().map(item).collect())
}

fn rule_name(rule: &Rule) -> Value {
    json!({"label": rule.name, "insert": rule.name, "filter": rule.name, "detail": rule.summary, "sort": "enum"})
}

fn item(item: &Item) -> Value {
    json!({
        "label": printable(&item.label),
        "insert": item.insert,
        "filter": item.filter,
        "detail": printable(&item.detail),
        "markdown": &*item.about,
        "isSnippet": item.is_snippet,
        "isRetired": item.is_retired,
        "leadsOn": item.leads_on(),
        "sort": icon(item.sort),
    })
}

/// The sort of an item, in the words of CodeMirror where it has one.
fn icon(sort: ItemSort) -> &'static str {
    match sort {
        ItemSort::Key => "property",
        ItemSort::Word => "keyword",
        ItemSort::Value | ItemSort::Size => "enum",
        ItemSort::Compute | ItemSort::Asset => "class",
        ItemSort::Name => "variable",
        ItemSort::Skeleton => "snippet",
        ItemSort::File => "file",
        ItemSort::Folder => "folder",
        ItemSort::Flag => "flag",
    }
}
