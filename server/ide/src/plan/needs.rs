//! The things that work needs: its compute, its environment, and the files that are uploaded for it.

use azml_rules::document::{Document, Resource, Task};
use azml_rules::estimate::{CostSort, Figure, PricedMachine, Reason};
use azml_rules::expression::AssetRef;
use azml_rules::syntax::{Node, NodeKind, known_text};
use azml_rules::wording::{counted, duration_in_one_unit};
use azml_rules::workspace::OnDisk;

use super::command::bound_input;
use super::model::{PlannedUpload, PlannedWork};
use super::work::{Layer, WrittenWork};
use crate::Site;

/// Sets the compute of `work`, with the places that define it.
pub(super) fn describe_compute(site: &Site<'_>, work: &mut PlannedWork) {
    let machine = work.estimate.machine.as_ref();
    work.compute = machine.map(compute).unwrap_or_default();
    let name = machine.and_then(|it| it.compute.as_deref());
    let known = name.and_then(|it| site.workspace.compute_named(&work.estimate.path, it));
    let Some(known) = known else { return };
    if let [one] = known.definitions() {
        work.compute = format!("{} ({})", known.name(), one.describe());
    }
    let places = known.definitions().iter();
    work.compute_places = places
        .map(|it| (it.origin.path.clone(), it.origin.range.start))
        .collect();
}

/// "serverless, Standard_DS3_v2, low priority"
fn compute(machine: &PricedMachine) -> String {
    let name = match (machine.compute.as_deref(), &machine.rate) {
        (Some(name), _) => name,
        (None, Figure::Unknown(Reason::ServerlessSize)) => "serverless",
        (None, _) => "",
    };
    let size = machine.size.as_deref().unwrap_or_default();
    let tier = if machine.is_low_priority {
        "low priority"
    } else {
        ""
    };
    let parts = [name, size, tier];
    let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join(", ")
}

/// Sets the environment of `work`, with its file and image.
pub(super) fn describe_environment(
    site: &Site<'_>,
    written: &WrittenWork<'_>,
    work: &mut PlannedWork,
) {
    let places: [&[&str]; 3] = [
        &["environment"],
        &["task", "environment"],
        &["trial", "environment"],
    ];
    let Some(found) = written.get(&places) else {
        return;
    };
    let file = environment_file(site, &found);
    let root = file.and_then(Document::root).unwrap_or(found.node);
    work.environment_file = file.map(Document::shared_path);
    work.image = root.get("image").and_then(known_text).map(str::to_owned);
    work.environment = Some(match found.node.kind() {
        NodeKind::Mapping => inline(found.node),
        _ => found.node.text().unwrap_or_default().to_owned(),
    });
}

/// Returns the file that a reference to an environment means, if it is exactly one.
fn environment_file<'a>(site: &'a Site<'_>, found: &Layer<'_>) -> Option<&'a Document> {
    let text = known_text(found.node)?;
    let AssetRef::Named { name, version, .. } = AssetRef::parse(text) else {
        return site.workspace.referenced(&found.path, text).map(|it| &**it);
    };
    let named = site
        .workspace
        .named(&found.path, Resource::Environment, name);
    let is_meant = |it: &&Document| {
        version.is_none_or(|version| {
            let own = it.get("version").and_then(Node::text);
            own.is_none_or(|own| own == version)
        })
    };
    let mut meant = named.map(|it| &**it).filter(is_meant);
    let first = meant.next()?;
    meant.next().is_none().then_some(first)
}

/// "written here, packages of conda.yml"
fn inline(node: Node<'_>) -> String {
    let text = |place: &[&str]| node.get_path(place).and_then(known_text);
    let conda = text(&["conda_file"]).map(|it| format!("packages of {it}"));
    let build = text(&["build", "path"]).map(|it| format!("built from {it}"));
    let parts = [Some("written here".to_owned()), conda, build];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// Returns everything that is uploaded for `work`: code, what it includes, and local data and models.
pub(super) fn uploads(site: &Site<'_>, work: &WrittenWork<'_>) -> Vec<PlannedUpload> {
    let code: [&[&str]; 5] = [
        &["code"],
        &["task", "code"],
        &["trial", "code"],
        &["code_configuration", "code"],
        &["environment", "build", "path"],
    ];
    let mut values: Vec<Layer<'_>> = work.get(&code).into_iter().collect();
    for layer in work.layers() {
        let of_layer = |node| Layer {
            node,
            path: layer.path.clone(),
        };
        let includes = layer.node.get("additional_includes").into_iter();
        values.extend(includes.flat_map(Node::items).map(of_layer));
    }
    let own = |node| Layer {
        node,
        path: work.own.path.clone(),
    };
    let inputs = work.own.node.get("inputs").into_iter();
    let inputs = inputs.flat_map(Node::entries).filter_map(|input| {
        let value = input.value.resolved();
        bound_input(work, value).unwrap_or(value).get("path")
    });
    values.extend(inputs.map(own));
    values.extend(work.own.node.get_path(&["model", "path"]).map(own));
    values.iter().filter_map(|it| upload(site, it)).collect()
}

/// Returns the upload of the local file or folder that a value names.
fn upload(site: &Site<'_>, found: &Layer<'_>) -> Option<PlannedUpload> {
    let text = known_text(found.node).filter(|text| !text.contains(':') && !text.is_empty())?;
    let path = site.workspace.full_path(&found.path, text)?;
    let size = match site.workspace.on_disk(&found.path, text)? {
        OnDisk::Nothing => return None,
        OnDisk::File => None,
        OnDisk::Folder => site.workspace.upload_size(&found.path, text),
    };
    Some(PlannedUpload {
        path,
        files: size.map_or(Some(1), |it| Some(it.files)),
        bytes: size.map(|it| it.bytes),
        is_cut: size.is_some_and(|it| it.is_cut),
    })
}

/// Returns how often work that fails runs again. The defaults are those of the pages of parallel jobs and
/// batch deployments.
pub(super) fn retries(work: &WrittenWork<'_>, sort: CostSort) -> Option<String> {
    let (retries, seconds) = match sort {
        CostSort::Run(Task::Parallel) => (2, 60),
        CostSort::Batch => (3, 30),
        _ => return None,
    };
    let number = |key: &str, default: i64| {
        let places: [&[&str]; 2] = [
            &["retry_settings", key],
            &["settings", "retry_settings", key],
        ];
        match work.get(&places) {
            Some(found) => found.node.int(),
            None => Some(default),
        }
    };
    let (retries, seconds) = (number("max_retries", retries)?, number("timeout", seconds)?);
    Some(format!(
        "a mini-batch may take {}, and is retried {} if it fails",
        duration_in_one_unit(seconds),
        counted(retries, "time")
    ))
}
