//! The files that a document names, by full path, and the environments that it refers to.

use std::sync::Arc;

use crate::document::Document;
use crate::path::PathStyle;
use crate::syntax::{Node, known_text};

/// The files and environments that a document names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workspace) struct NamedFiles {
    /// The conda files.
    pub(in crate::workspace) conda: Vec<String>,
    /// The YAML files.
    pub(in crate::workspace) yaml: Vec<String>,
    /// The environments, each as in `azureml:name:version`, without `azureml:`; [`UNKNOWN_ENVIRONMENT`] for a placeholder.
    pub(in crate::workspace) environments: Vec<String>,
    /// Those that it runs.
    pub(in crate::workspace) runs: RunFiles,
}

/// The YAML files that a document runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workspace) struct RunFiles {
    /// As components.
    pub(in crate::workspace) components: Vec<String>,
    /// As jobs.
    pub(in crate::workspace) jobs: Vec<String>,
}

impl NamedFiles {
    pub(in crate::workspace) fn of(document: &Document, style: PathStyle) -> Self {
        let (yaml, environments) = in_scalars(document, style);
        Self {
            conda: conda_files(document, style).collect(),
            yaml,
            environments,
            runs: RunFiles::of(document, style),
        }
    }
}

impl RunFiles {
    pub(in crate::workspace) fn of(document: &Document, style: PathStyle) -> Self {
        Self {
            components: full_paths(document, components(document), style).collect(),
            jobs: full_paths(document, jobs(document), style).collect(),
        }
    }

    pub(in crate::workspace) fn all(&self) -> Vec<String> {
        self.components.iter().chain(&self.jobs).cloned().collect()
    }
}

/// The files that the steps of pipelines and the trials of sweeps run as components. The kind of
/// the document doesn't count: other files may determine it.
fn components(document: &Document) -> impl Iterator<Item = &str> {
    let root = document.root();
    let scheduled = root.and_then(|root| root.get("create_job"));
    let programs = root.into_iter().chain(scheduled);
    let runs = programs.flat_map(|program| {
        let steps = program.get("jobs").into_iter().flat_map(Node::entries);
        let is_typed = program.get("type").is_some() || program.get("$schema").is_some();
        let own = is_typed.then_some(program);
        own.into_iter().chain(steps.map(|entry| entry.value))
    });
    runs.flat_map(|run| ["component", "trial"].map(|key| run.get(key)))
        .filter_map(named_yaml)
}

/// The files that schedules run as jobs.
fn jobs(document: &Document) -> impl Iterator<Item = &str> {
    let job = document.get("create_job");
    let inside = job.and_then(|job| job.get("job"));
    [job, inside].into_iter().filter_map(named_yaml)
}

/// Returns the path of a YAML file that `node` consists of.
fn named_yaml(node: Option<Node<'_>>) -> Option<&str> {
    let text = node
        .and_then(known_text)
        .filter(|text| ends_as_yaml(text))?;
    Some(text.strip_prefix("file:").unwrap_or(text))
}

/// The files that the last changed document names: usually, it is changed again.
#[derive(Clone, Debug)]
pub(in crate::workspace) struct NamedLast {
    pub(in crate::workspace) path: Arc<str>,
    pub(in crate::workspace) files: NamedFiles,
}

/// The files that are named in `conda_file`; in lower case, where letter case does not count.
fn conda_files(document: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let values = document.conda_values().filter_map(known_text);
    full_paths(document, values, style)
}

/// The start of a reference to an asset by its name.
const ASSET: &str = "azureml:";

/// The folder of environments in an address.
const ENVIRONMENTS: &str = "/environments/";

/// The reference to an environment whose name is known only when the document is sent.
pub(in crate::workspace) const UNKNOWN_ENVIRONMENT: &str = "";

/// The YAML files that are named anywhere, as [`conda_files`], and the environments.
fn in_scalars(document: &Document, style: PathStyle) -> (Vec<String>, Vec<String>) {
    let (mut yaml, mut environments) = (Vec::new(), Vec::new());
    let is_ours = document.kind().is_some();
    for node in document.tree().nodes().filter(|_| is_ours) {
        let Some(text) = node.text() else {
            continue;
        };
        if ends_as_yaml(text) {
            let path = known_text(node).map(|path| path.strip_prefix("file:").unwrap_or(path));
            yaml.extend(path.and_then(|path| full_path(document, path, style)));
        } else if !node.is_key() && is_of_environment(node) {
            let reference = known_text(node).map_or(UNKNOWN_ENVIRONMENT, environment_in);
            environments.push(reference.to_owned());
        }
    }
    (yaml, environments)
}

/// Returns `true` for the value of `environment`, and for the name of one that is defined there.
fn is_of_environment(node: Node<'_>) -> bool {
    let is_key = |node: Node<'_>| {
        let key = node.key().and_then(Node::text);
        key.is_some_and(|key| key == "environment" || key == "default_environment")
    };
    let is_name = node.key().and_then(Node::text) == Some("name");
    is_key(node) || is_name && node.key().and_then(Node::parent).is_some_and(is_key)
}

/// Returns the name and version in a reference to an environment, or the name in an address.
fn environment_in(text: &str) -> &str {
    match text.split_once(ENVIRONMENTS) {
        Some((_, rest)) => rest.split('/').next().unwrap_or(rest),
        None => text.strip_prefix(ASSET).unwrap_or(text),
    }
}

fn ends_as_yaml(text: &str) -> bool {
    // Every scalar of every file is looked at.
    let [.., b'm' | b'M', b'l' | b'L'] = text.as_bytes() else {
        return false;
    };
    const ENDINGS: [&str; 3] = ["yml", "yaml", "azml"];
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

fn full_paths<'d>(
    document: &'d Document,
    paths: impl Iterator<Item = &'d str>,
    style: PathStyle,
) -> impl Iterator<Item = String> {
    paths.filter_map(move |path| full_path(document, path, style))
}

fn full_path(document: &Document, path: &str, style: PathStyle) -> Option<String> {
    let full = style.join_beside(document.path(), path)?;
    Some(style.folded(&full).into_owned())
}
