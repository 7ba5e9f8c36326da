//! The components of the folder as finished steps of a pipeline.

use azml_rules::document::{Document, Resource};
use azml_rules::expression::{Interface, Pipeline};
use azml_rules::path::file_name;
use azml_rules::schema::OpenMapping;
use azml_rules::syntax::{Node, known_text};

use super::bindings;
use super::item;
use super::snippet::Form;
use crate::ide::Site;
use crate::ide::completion::asset_item::about;
use crate::ide::completion::item::Item;
use crate::ide::completion::paths::relative;
use crate::ide::completion::stand_in::WholeKey;
use crate::ide::markdown::Markdown;

/// So many are listed.
const LISTED: usize = 100;

/// The steps that can be written in `jobs` of a pipeline, if that is the mapping that is `open`.
pub(super) fn items(site: &Site<'_>, whole: &WholeKey, open: &OpenMapping<'_>) -> Vec<Item> {
    let is_jobs = open.mapping.key().and_then(Node::text) == Some("jobs");
    let Some(owner) = open.mapping.parent().filter(|_| is_jobs && !whole.is_flow) else {
        return Vec::new();
    };
    let changed = whole.stand_in.site(site);
    let mut pipelines = changed.program().pipelines.iter();
    let Some(pipeline) = pipelines.find(|pipeline| pipeline.node.id() == owner.id()) else {
        return Vec::new();
    };
    let here = site.document.path();
    let mut items = Vec::new();
    for document in site.workspace.members_in_scope(here, Resource::Component) {
        if document.path() == here || items.len() == LISTED {
            continue;
        }
        items.extend(step(site, whole, pipeline, document));
    }
    items
}

/// The step that runs the component in `document`.
fn step(
    site: &Site<'_>,
    whole: &WholeKey,
    pipeline: &Pipeline<'_>,
    document: &Document,
) -> Option<Item> {
    let kind = document.kind().filter(|kind| kind.is_component())?;
    let path = relative(site.document.path(), document.path());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    if !path.chars().all(is_plain) {
        return None;
    }
    let name = free_name(pipeline, whole, &step_name(document)?);
    let interface = Interface::read(document.root()?, None);
    let mut entries = vec![
        ("type".to_owned(), Form::Text(kind.type_word()?.to_owned())),
        ("component".to_owned(), Form::Text(path.clone())),
    ];
    let at = whole.key().range().start;
    let inputs = bindings::form(pipeline, at, &interface);
    entries.extend(inputs.map(|inputs| ("inputs".to_owned(), inputs)));
    let detail = format!("{} · {path}", kind.label());
    let about: Markdown = about(site, document);
    let form = Form::Entries(entries);
    Some(item::with_form(&name, &form, &detail, about, whole))
}

/// What a step of the component is called: as the component, else as its file.
fn step_name(document: &Document) -> Option<String> {
    let own = document.get("name").and_then(known_text);
    let file = file_name(document.path());
    let name = own.unwrap_or_else(|| file.split('.').next().unwrap_or(file));
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(name)
}

/// `name`, with a number behind it where another step has it.
fn free_name(pipeline: &Pipeline<'_>, whole: &WholeKey, name: &str) -> String {
    let key = whole.key().id();
    let is_taken = |name: &str| {
        let mut others = pipeline.steps.iter().filter(|step| step.key.id() != key);
        others.any(|step| step.name() == name)
    };
    let mut free = name.to_owned();
    for number in 2..1000 {
        if !is_taken(&free) {
            break;
        }
        free = format!("{name}_{number}");
    }
    free
}
