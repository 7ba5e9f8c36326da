//! A datastore that the workspace does not have.

use crate::checks::prelude::*;
use crate::checks::shared::reference::saved_assets::registration;
use crate::checks::shared::reference::snapshot_age::{SnapshotAge, short_path};
use crate::expression::DATASTORE;
use crate::snapshot::{BUILT_IN_DATASTORES, SavedDatastore, SavedList, is_built_in_datastore};
use crate::workspace::Registration;

declare_rule! {
    /// The snapshot of the workspace (`.azml/`, saved with `azml-ls --refresh`) doesn't list the datastore, and
    /// no file or script of this folder creates it. The job fails when it looks for its data, unless the
    /// datastore was created later. The datastores that the service itself creates are known, and
    /// without a snapshot a name that is nearly one of theirs is reported, too.
    ///
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lakee/paths/raw/"}
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/datastores.json
    /// [{"name": "lake", "type": "azure_data_lake_gen2"}]
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -m train ${{inputs.data}}
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: "azureml://datastores/lake/paths/raw/"}
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/datastores.json
    /// [{"name": "lake", "type": "azure_data_lake_gen2"}]
    /// ```
    "unresolved-datastore", Reference, Warning,
    marks: [Unfinished],
    summary: "a datastore that is not in the workspace",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-datastore",
}

fn check(cx: &mut Context<'_>) {
    let snapshot = cx.settings.snapshot.as_deref();
    let known = snapshot.and_then(|snapshot| snapshot.datastores.as_ref());
    let Some(known) = known.filter(|known| known.is_whole) else {
        return misspelled(cx);
    };
    for (node, name) in uses(cx) {
        if is_built_in_datastore(name) || known.named(name).next().is_some() {
            continue;
        }
        match registration(cx, Resource::Datastore, name) {
            Registration::Yes => {}
            found => report(cx, (node, name), known, found == Registration::Unknown),
        }
    }
}

/// Reports names that are probably misspellings of a datastore that each workspace has.
fn misspelled(cx: &mut Context<'_>) {
    for (node, name) in uses(cx) {
        if is_built_in_datastore(name) || name.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let ends = |name: &str| (name.bytes().next(), name.bytes().last());
        let Some(near) = closest(name, BUILT_IN_DATASTORES).filter(|near| ends(near) == ends(name))
        else {
            continue;
        };
        if registration(cx, Resource::Datastore, name) != Registration::No {
            continue;
        }
        let message = format!(
            "nothing here creates the datastore `{name}`, and every workspace has `{near}`"
        );
        let diagnostic = cx.report(node.range(), message);
        diagnostic.note("a job fails when it looks for its data in a datastore that isn't there");
        suggest(diagnostic, node, name, near);
    }
}

fn suggest(diagnostic: &mut Diagnostic, node: Node<'_>, name: &str, near: &str) {
    let text = node.text().unwrap_or_default().replacen(name, near, 1);
    diagnostic
        .help(format!("did you mean `{near}`?"))
        .unsafe_fix(format!("write `{text}`"), fix::replace(node, text));
}

/// Returns the values that name a datastore: addresses, and `azureml:NAME`.
fn uses<'a>(cx: &Context<'a>) -> Vec<(Node<'a>, &'a str)> {
    let mut found = Vec::new();
    let is_address = |node: &Node<'a>| {
        !node.is_key() && node.text().is_some_and(|text| text.starts_with(DATASTORE))
    };
    if cx.document.text().contains(DATASTORE) {
        for node in cx.document.tree().nodes().filter(is_address) {
            if let Some(text) = known_text(node)
                && let AssetRef::Datastore { datastore, .. } = AssetRef::parse(text)
            {
                found.push((node, datastore));
            }
        }
    }
    for (node, used) in cx.references() {
        if used.resource == Resource::Datastore
            && let Some(name) = known_text(*node).and_then(|text| AssetRef::parse(text).name())
        {
            found.push((*node, name));
        }
    }
    found.retain(|(_, name)| !name.is_empty());
    found
}

fn report(
    cx: &mut Context<'_>,
    (node, name): (Node<'_>, &str),
    known: &SavedList<SavedDatastore>,
    may_be_created: bool,
) {
    let Some(age) = SnapshotAge::of(cx) else {
        return;
    };
    let near = closest(name, known.names());
    let list = short_path(&known.path);
    let message = format!("datastore `{name}` is not in `{list}`{}", age.of_day);
    let diagnostic = cx.report(node.range(), message);
    age.of_unresolved(diagnostic, Resource::Datastore, may_be_created);
    match near {
        Some(near) => suggest(diagnostic, node, name, near),
        None => {
            diagnostic.help("use the name of a datastore of the workspace");
        }
    }
}
