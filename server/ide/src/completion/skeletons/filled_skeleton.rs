//! Document skeletons in which names from the folder replace the placeholders.

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Document, Kind, Resource};
use azml_rules::syntax::known_text;
use azml_rules::workspace::OnDisk;

use super::script_skeletons::{Found, interface_of, scripts};
use crate::Site;

/// Names in the folder that a new document can reference.
pub(crate) struct FolderNames {
    script: Option<Found>,
    cluster: Option<String>,
    /// A data asset with its type.
    data: Option<(String, String)>,
    /// An environment with its version.
    environment: Option<(String, String)>,
    /// A model with its version.
    model: Option<(String, String)>,
    /// The endpoints that skeletons of deployments name, with what they are called there.
    endpoints: Vec<(&'static str, String)>,
}

/// Names of endpoints in skeletons.
const ENDPOINTS: [(&str, Kind); 3] = [
    ("my-endpoint", Kind::EndpointManagedOnline),
    ("my-batch-endpoint", Kind::EndpointBatch),
    ("my-k8s-endpoint", Kind::EndpointKubernetesOnline),
];

impl FolderNames {
    pub(crate) fn of(site: &Site<'_>) -> Self {
        Self {
            script: scripts(site).into_iter().next(),
            cluster: cluster(site),
            data: asset(site, Resource::Data, "type"),
            environment: asset(site, Resource::Environment, "version"),
            model: asset(site, Resource::Model, "version"),
            endpoints: endpoints(site),
        }
    }

    /// Returns `snippet` with these names.
    pub(crate) fn filled(&self, mut snippet: String) -> String {
        if let Some(found) = &self.script {
            snippet = replaced(&snippet, "./src", &found.folder);
            snippet = replaced(&snippet, "train.py", &found.name);
        }
        if let Some(cluster) = &self.cluster {
            snippet = referring(&snippet, "cpu-cluster", cluster, |_| true);
        }
        if let Some((name, kind)) = &self.data {
            let of_kind = format!("type: {kind}");
            let is_of_kind = |line: &str| line.trim() == of_kind;
            snippet = referring(&snippet, "my-data", name, is_of_kind);
        }
        if let Some((name, version)) = &self.environment {
            snippet = with_version(&snippet, "my-environment", version);
            snippet = referring(&snippet, "my-environment", name, |_| true);
        }
        if let Some((name, version)) = &self.model {
            snippet = with_version(&snippet, "my-model", version);
            snippet = referring(&snippet, "my-model", name, |_| true);
        }
        for (placeholder, name) in &self.endpoints {
            let lines = snippet.split_inclusive('\n').map(|line| {
                if line.starts_with("endpoint_name:") {
                    replaced(line, placeholder, name)
                } else {
                    line.to_owned()
                }
            });
            snippet = lines.collect();
        }
        snippet
    }
}

/// Returns `snippet` with placeholders for paths and scripts that do not exist, so that a new file
/// has no findings of its own.
pub(crate) fn without_missing(site: &Site<'_>, snippet: &str) -> String {
    let (mut whole, mut code) = (String::new(), None);
    let mut lines = snippet.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let Some((before, default, rest)) = stop(line) else {
            whole += line;
            continue;
        };
        let is_script = default.ends_with(".py");
        let is_code = line.trim_start().starts_with("code:");
        let path = match &code {
            Some(folder) if is_script => Some(format!("{folder}/{default}")),
            _ => (is_code || default.starts_with("./")).then(|| default.to_owned()),
        };
        let is_missing = path.as_ref().is_some_and(|path| {
            is_missing(site, path)
                || is_script && lacks_flags(site, code.as_deref(), default, (line, lines.clone()))
        });
        if is_code {
            code = path.filter(|_| !is_missing);
        }
        if is_missing {
            whole += &format!("{before}{}{rest}", placeholder(default));
        } else {
            whole += line;
        }
    }
    whole
}

/// Returns `true` if the script is known to have no argument of a flag in the line, or in the lines of the command
/// that follow, or to need another one, with a flag or without.
fn lacks_flags<'s>(
    site: &Site<'_>,
    code: Option<&str>,
    script: &str,
    (line, following): (&'s str, impl Iterator<Item = &'s str>),
) -> bool {
    let found = Found {
        folder: code.unwrap_or(".").to_owned(),
        name: script.to_owned(),
    };
    // `args` follows the entry of a Spark job.
    let is_passed = |line: &&str| {
        ["--", "args:"]
            .iter()
            .any(|it| line.trim_start().starts_with(it))
    };
    let following = following.take_while(is_passed);
    let words = std::iter::once(line)
        .chain(following)
        .flat_map(str::split_whitespace);
    let flags: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
    let interface = interface_of(site, &found).filter(|it| it.is_closed() && !flags.is_empty());
    interface.is_some_and(|interface| {
        let is_given = |flag: &String| flags.contains(&flag.as_str());
        let mut needed = interface.arguments.iter().filter(|it| it.is_required);
        flags.iter().any(|flag| interface.flag(flag).is_none())
            || needed.any(|it| !it.flags.iter().any(is_given))
            || interface.subcommands.is_some()
    })
}

/// Splits a line at its first tab stop: the text before the placeholder, the placeholder, the rest.
fn stop(line: &str) -> Option<(&str, &str, &str)> {
    let start = line.find("${")?;
    let start = start + line[start..].find(':')? + 1;
    let end = start + line[start..].find('}')?;
    Some((&line[..start], &line[start..end], &line[end..]))
}

/// Returns `true` if nothing is at the path, or the new document itself, which has no meaning in itself.
fn is_missing(site: &Site<'_>, path: &str) -> bool {
    let here = site.document.path();
    let found = site.workspace.on_disk(here, path);
    found == Some(OnDisk::Nothing) || site.workspace.full_path(here, path).as_deref() == Some(here)
}

/// "`<code-folder>`" for `./src`, "`<conda-file>`" for `./conda.yml`, "`<score.py>`" for a script.
fn placeholder(path: &str) -> String {
    let name = path.trim_start_matches("./");
    match name.rsplit_once('.') {
        Some((_, "py")) => format!("<{name}>"),
        Some((stem, _)) => format!("<{stem}-file>"),
        None if name == "src" => "<code-folder>".to_owned(),
        None => format!("<{name}-folder>"),
    }
}

/// Returns `snippet` with `new` at the tab stops that contain the word `old`.
fn replaced(snippet: &str, old: &str, new: &str) -> String {
    snippet.replace(&format!(":{old}}}"), &format!(":{new}}}"))
}

/// Returns `snippet` with `new` in place of the reference `old`, if the line above satisfies `is_right`.
fn referring(snippet: &str, old: &str, new: &str, is_right: impl Fn(&str) -> bool) -> String {
    let mut filled = String::new();
    for line in snippet.split_inclusive('\n') {
        let above = filled.lines().next_back().unwrap_or_default();
        if line.contains("azureml:${") && is_right(above) {
            filled += &replaced(line, old, new);
        } else {
            filled += line;
        }
    }
    filled
}

/// Sets the version of `asset`: the tab stop after that of its name.
fn with_version(snippet: &str, asset: &str, version: &str) -> String {
    let name = format!(":{asset}}}:${{");
    let Some((before, behind)) = snippet.split_once(&name) else {
        return snippet.to_owned();
    };
    let Some((number, rest)) = behind.split_once(":1}") else {
        return snippet.to_owned();
    };
    let rest = with_version(rest, asset, version);
    if number.chars().all(|c| c.is_ascii_digit()) {
        format!("{before}{name}{number}:{version}}}{rest}")
    } else {
        snippet.to_owned()
    }
}

/// Returns the first endpoint of each kind.
fn endpoints(site: &Site<'_>) -> Vec<(&'static str, String)> {
    let here = site.document.path();
    let first = |kind: Kind| {
        let mut members = site.workspace.members_in_scope(here, Resource::Endpoint);
        let document = members.find(|document| document.kind() == Some(kind))?;
        let name = document.get("name").and_then(known_text);
        name.filter(|name| is_plain(name)).map(str::to_owned)
    };
    let named = ENDPOINTS.into_iter();
    let named = named.filter_map(|(placeholder, kind)| Some((placeholder, first(kind)?)));
    named.collect()
}

/// Returns the first cluster.
fn cluster(site: &Site<'_>) -> Option<String> {
    let known = site.workspace.known_computes(site.document.path());
    let mut clusters = known
        .iter()
        .filter(|it| it.kind() == Some(ComputeKind::Cluster));
    let name = clusters.next()?.name();
    is_plain(name).then(|| name.to_owned())
}

/// Returns the first asset that has `key`, with the value of the key.
fn asset(site: &Site<'_>, resource: Resource, key: &str) -> Option<(String, String)> {
    let here = site.document.path();
    let mut assets = site.workspace.members_in_scope(here, resource);
    let text = |document: &Document, key: &str| {
        let text = document.get(key).and_then(known_text);
        text.filter(|text| is_plain(text)).map(str::to_owned)
    };
    assets.find_map(|document| Some((text(document, "name")?, text(document, key)?)))
}

/// Returns `true` if the text has no special meaning in a snippet and needs no quotes.
fn is_plain(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(is_part)
}
