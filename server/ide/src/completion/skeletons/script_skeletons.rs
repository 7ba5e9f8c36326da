//! Command jobs for the scripts of the folder, as document skeletons.

use std::fmt::Write as _;
use std::sync::Arc;

use azml_rules::compute::{ComputeKind, KnownCompute};
use azml_rules::document::Resource;
use azml_rules::path::{below, inside, parent};
use azml_rules::script::python::{Beside, ScriptInterface, ScriptSource, ScriptStart, interface};
use azml_rules::skeletons::{plain, snippet};
use azml_rules::syntax::known_text;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::markdown::ours;
use crate::script::{PlannedPort, planned_ports};

/// Maximum number of scripts that are read and of jobs that are offered.
pub(crate) const READ: usize = 24;
const LISTED: usize = 8;
/// Maximum number of folders beside the file that are searched.
const FOLDERS: usize = 12;

const HEAD: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
                    type: command\n";

/// A script in the folder of the file or one level below.
pub(crate) struct Found {
    /// The folder as written in `code`: `.`, `./src`.
    pub(crate) folder: String,
    pub(crate) name: String,
}

/// Returns a job for each script whose arguments are all known and whose label matches `typed`.
pub(crate) fn items(site: &Site<'_>, typed: &str) -> Vec<Item> {
    if site.is_config() {
        return Vec::new();
    }
    let mut items = Vec::new();
    for found in scripts(site).into_iter().take(READ) {
        if items.len() == LISTED {
            break;
        }
        let label = format!("command job for {}", found.name);
        let is_meant = |word: &str| word.to_ascii_lowercase().starts_with(typed);
        if !label.split(' ').any(is_meant) && !is_meant(&label) {
            continue;
        }
        let marked = takes(site, &found).map(|interface| job(site, &found, &interface));
        items.extend(marked.map(|marked| item(site, &label, &found, &marked)));
    }
    items
}

/// Returns the scripts beside the file, then those of the folders beside it, else those of the folders beside its
/// own; of these, the ones that train first.
pub(crate) fn scripts(site: &Site<'_>) -> Vec<Found> {
    let here = site.document.path();
    let of_folder = |folder: &str| -> Vec<Found> {
        let entries = site.workspace.list(here, folder).into_iter();
        let scripts = entries.filter(|entry| !entry.is_folder && is_script(&entry.name));
        let found = scripts.map(|entry| Found {
            folder: folder.to_owned(),
            name: entry.name,
        });
        found.collect()
    };
    let mut found = of_folder(".");
    let entries = site.workspace.list(here, ".").into_iter();
    let folders = entries.filter(|entry| entry.is_folder && is_plain(&entry.name));
    for folder in folders.take(FOLDERS) {
        found.extend(of_folder(&format!("./{}", folder.name)));
    }
    if found.is_empty() && parent(here) != site.root && below(site.root, here).is_some() {
        let entries = site.workspace.list(here, "..").into_iter();
        let folders = entries.filter(|entry| entry.is_folder && is_plain(&entry.name));
        for folder in folders.take(FOLDERS) {
            found.extend(of_folder(&format!("../{}", folder.name)));
        }
    }
    found.sort_by_key(|found| !found.name.starts_with("train"));
    found
}

/// Returns `true` if a job may run the file `name` itself: it is not part of a package and not a test.
fn is_script(name: &str) -> bool {
    let is_other = name.starts_with('_')
        || name.starts_with("test")
        || name.ends_with("_test.py")
        || matches!(name, "setup.py" | "conftest.py");
    name.ends_with(".py") && is_plain(name) && !is_other
}

fn is_plain(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.starts_with(['.', '-']) && name.chars().all(is_part)
}

/// Returns what the script takes.
pub(crate) fn interface_of(site: &Site<'_>, found: &Found) -> Option<Arc<ScriptInterface>> {
    let here = site.document.path();
    let full = |path: &str| site.workspace.full_path(here, path);
    let script = ScriptSource {
        path: full(&inside(&found.folder, &found.name))?.into(),
        folder: full(&found.folder)?.into(),
        how: ScriptStart::File,
        includes: Vec::new(),
    };
    let sources = Beside {
        workspace: site.workspace,
        document: here,
    };
    Some(interface(&sources, &script))
}

/// Returns the interface of the script, if it is known completely and has arguments.
pub(crate) fn takes(site: &Site<'_>, found: &Found) -> Option<Arc<ScriptInterface>> {
    let interface = interface_of(site, found)?;
    let takes_something = !interface.arguments.is_empty();
    // A required argument that has no flag would be missing from the command.
    let ports = planned_ports(&interface);
    let is_covered = interface.arguments.iter().all(|argument| {
        let is_planned = ports.iter().any(|port| argument.flags.contains(&port.flag));
        is_planned || !argument.is_required
    });
    let has_commands = interface.subcommands.is_some();
    (interface.is_closed() && takes_something && is_covered && !has_commands).then_some(interface)
}

/// Returns the job, with tab stops for the values to fill in.
fn job(site: &Site<'_>, found: &Found, interface: &ScriptInterface) -> String {
    let ports = planned_ports(interface);
    let mut text = format!("{HEAD}code: {}\n", found.folder);
    let passed: Vec<String> = ports.iter().map(PlannedPort::passed).collect();
    if passed.len() > 2 {
        let _ = writeln!(text, "command: >-\n  python {}", found.name);
        for line in &passed {
            let _ = writeln!(text, "  {line}");
        }
    } else {
        let words = [&[format!("python {}", found.name)], &passed[..]].concat();
        let _ = writeln!(text, "command: {}", words.join(" "));
    }
    let mut stop = 0;
    text += &sections(&ports, &mut stop, |_| true);
    text + &surroundings(site, stop)
}

/// Returns the sections of the ports that `is_listed` accepts.
pub(crate) fn sections(
    ports: &[PlannedPort],
    stop: &mut usize,
    is_listed: impl Fn(&PlannedPort) -> bool,
) -> String {
    let mut text = String::new();
    for section in ["inputs", "outputs"] {
        let listed = ports
            .iter()
            .filter(|port| port.section() == section && is_listed(port));
        let listed: Vec<&PlannedPort> = listed.collect();
        if !listed.is_empty() {
            let _ = writeln!(text, "{section}:");
        }
        for port in listed {
            *stop += 1;
            text += &declared(port, *stop);
        }
    }
    text
}

fn declared(port: &PlannedPort, stop: usize) -> String {
    let (name, kind) = (&port.name, port.port_type.name());
    if port.is_output {
        return format!("  {name}:\n    type: <{stop}:{kind}>\n");
    }
    if port.port_type.is_data() {
        return format!(
            "  {name}:\n    type: {kind}\n    path: azureml:<{stop}:{}>@latest\n",
            name.replace('_', "-")
        );
    }
    format!("  {name}: <{stop}:{}>\n", port.value())
}

/// Returns the reference of an environment of the folder after `azureml:`, with tab stops after `stop`, and the last
/// stop.
pub(crate) fn environment(site: &Site<'_>, stop: usize) -> (String, usize) {
    let here = site.document.path();
    let members = site.workspace.members_in_scope(here, Resource::Environment);
    let mut environments: Vec<(&str, &str)> = Vec::new();
    for document in members {
        let text = |key: &str| document.get(key).and_then(known_text);
        environments.extend(text("name").map(|name| (name, text("version").unwrap_or_default())));
    }
    environments.sort_unstable();
    let first = environments.into_iter().find(|(name, _)| is_plain(name));
    match first {
        Some((name, version)) if !version.is_empty() && is_plain(version) => {
            let known = format!("<{}:{name}>:<{}:{version}>", stop + 1, stop + 2);
            (known, stop + 2)
        }
        Some((name, _)) => (format!("<{}:{name}>@latest", stop + 1), stop + 1),
        None => {
            let new = format!("<{}:my-environment>:<{}:1>", stop + 1, stop + 2);
            (new, stop + 2)
        }
    }
}

/// Returns the first cluster of the folder, else a name to replace.
pub(crate) fn first_cluster(site: &Site<'_>) -> String {
    let computes = site.workspace.known_computes(site.document.path());
    let clusters = computes
        .iter()
        .filter(|compute| compute.kind() == Some(ComputeKind::Cluster));
    let first = clusters.map(KnownCompute::name).find(|name| is_plain(name));
    first.unwrap_or("cpu-cluster").to_owned()
}

/// Returns the lines for the environment and the compute of the job, from those of the folder.
fn surroundings(site: &Site<'_>, stop: usize) -> String {
    let (environment, stop) = environment(site, stop);
    format!(
        "environment: azureml:{environment}\ncompute: azureml:<{}:{}>\nlimits:\n  \
         timeout: <{}:7200>\n",
        stop + 1,
        first_cluster(site),
        stop + 2
    )
}

fn item(site: &Site<'_>, label: &str, found: &Found, marked: &str) -> Item {
    let text = snippet(marked);
    Item {
        sort: ItemSort::Skeleton,
        label: label.to_owned(),
        insert: if site.document.text().contains("\r\n") {
            text.replace('\n', "\r\n")
        } else {
            text
        },
        filter: label.to_owned(),
        detail: inside(&found.folder, &found.name),
        about: ours(format!("```yaml\n{}```", plain(marked))),
        is_retired: false,
        is_snippet: true,
    }
}
