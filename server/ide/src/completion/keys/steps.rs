//! The components of the folder as complete steps of a pipeline: by file, and by name in
//! the registries to which a script of the folder publishes them.

use azml_rules::document::{Document, Kind, Resource};
use azml_rules::expression::{ComponentInterface, Pipeline};
use azml_rules::path::file_name;
use azml_rules::schema::OpenMapping;
use azml_rules::syntax::{Node, Segment, known_text};

use super::snippet::Form;
use super::{bindings, item};
use crate::Site;
use crate::completion::item::Item;
use crate::completion::references::asset_item::about;
use crate::completion::stand_in::WholeKey;
use crate::completion::values::paths::relative;
use crate::markdown::Markdown;

/// Maximum number of steps listed.
const LISTED: usize = 100;

/// Returns the steps that can be written in `jobs` of a pipeline, if `open` is that mapping.
pub(crate) fn items(site: &Site<'_>, whole: &WholeKey, open: &OpenMapping<'_>) -> Vec<Item> {
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
        let Some(step) = Step::of(site, whole, pipeline, document) else {
            continue;
        };
        items.extend(step.by_path());
        for (registry, address) in published(site, document) {
            items.push(step.published(&registry, &address));
        }
    }
    items
}

/// Returns the registries to which scripts publish the component in `document`, and its URI in each.
fn published(site: &Site<'_>, document: &Document) -> Vec<(String, String)> {
    let text = |key: &str| document.get(key).and_then(known_text);
    let Some(name) = text("name") else {
        return Vec::new();
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for named in site.workspace.commands_on(document.path()) {
        let line = named.line().filter(|line| line.noun == "component");
        let Some((line, registry)) = line.and_then(|line| Some((line, line.registry.as_deref()?)))
        else {
            continue;
        };
        let sets = |key: &str| line.sets(&[Segment::Key(key.into())]).is_some();
        if sets("name") || !line.action.sends() {
            continue;
        }
        let version = text("version").filter(|_| !sets("version"));
        let version = version.map_or("labels/latest".to_owned(), |it| format!("versions/{it}"));
        let address = format!("azureml://registries/{registry}/components/{name}/{version}");
        if !found.iter().any(|(_, known)| *known == address) {
            found.push((registry.to_owned(), address));
        }
    }
    found
}

/// A step that runs the component in a document.
struct Step<'s, 'w> {
    site: &'s Site<'w>,
    whole: &'s WholeKey,
    document: &'s Document,
    kind: Kind,
    name: String,
    inputs: Option<Form>,
}

impl<'s, 'w> Step<'s, 'w> {
    fn of(
        site: &'s Site<'w>,
        whole: &'s WholeKey,
        pipeline: &Pipeline<'_>,
        document: &'s Document,
    ) -> Option<Self> {
        let kind = document.kind().filter(|kind| kind.is_component())?;
        let interface = ComponentInterface::read(document.root()?, None);
        Some(Self {
            site,
            whole,
            document,
            kind,
            name: free_name(pipeline, whole, &step_name(document)?),
            inputs: bindings::form(pipeline, whole.key().range().start, &interface),
        })
    }

    /// Returns the step with the file of the component, if its path needs no quotes.
    fn by_path(&self) -> Option<Item> {
        let path = relative(self.site.document.path(), self.document.path());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
        path.chars().all(is_plain).then(|| self.item(&path))
    }

    /// Returns the step with the `address` of the component in `registry`.
    fn published(&self, registry: &str, address: &str) -> Item {
        Item {
            label: format!("{} ({registry})", self.name),
            ..self.item(address)
        }
    }

    fn item(&self, component: &str) -> Item {
        let word = self.kind.type_word().unwrap_or_default();
        let mut entries = vec![
            ("type".to_owned(), Form::Text(word.to_owned())),
            ("component".to_owned(), Form::Text(component.to_owned())),
        ];
        let inputs = self.inputs.clone();
        entries.extend(inputs.map(|inputs| ("inputs".to_owned(), inputs)));
        let detail = format!("{} · {component}", self.kind.label());
        let about: Markdown = about(self.site, self.document);
        let form = Form::Entries(entries);
        item::with_form(&self.name, &form, &detail, about, self.whole)
    }
}

/// Returns the name for a step of the component: the component's name, else its file's.
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

/// Returns `name`, with a numeric suffix if another step has it.
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
