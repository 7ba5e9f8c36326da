//! The keys of `azml.yaml`, for reading and for cards.

/// A key of `azml.yaml`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingsKey {
    /// As written; keys in mappings behind a dot.
    pub name: &'static str,
    /// What its value is, in plain words.
    pub ty: &'static str,
    /// What it does.
    pub doc: &'static str,
}

const fn key(name: &'static str, ty: &'static str, doc: &'static str) -> SettingsKey {
    SettingsKey { name, ty, doc }
}

/// Every key.
pub const KEYS: [SettingsKey; 14] = [
    key(
        "extends",
        "path to an `azml.yaml` file",
        "Another configuration file. Its settings apply unless this file overrides them.",
    ),
    key(
        "rules",
        "mapping of rule names to `off`, `hint`, `info`, `warning`, or `error`",
        "The levels of rules that differ from the default. `azml-ls --rules` lists all rules.",
    ),
    key(
        "schemaChecks",
        "`on` or `off`",
        "`off` turns off what a generic YAML language server with the JSON schemas does too: reports \
         of unknown and missing keys and of wrong types and values, and in the editor the hover \
         and completion of keys. Checks of computes, references, paths, and costs stay on.",
    ),
    key(
        "exclude",
        "list of `.gitignore` patterns",
        "Files and folders to skip, relative to the folder of this file.",
    ),
    key(
        "inventory",
        "path or list of paths",
        "The computes of the workspace, as saved by `az ml compute list -o json`. If it is not set, \
         `.azml/computes.json` is used.",
    ),
    key(
        "inventories",
        "list of mappings with `name` and `file`",
        "The saved computes of several workspaces, each with a display name.",
    ),
    key(
        "inventories.name",
        "string",
        "The display name of the workspace.",
    ),
    key(
        "inventories.file",
        "path",
        "The output of `az ml compute list -o json` for the workspace, relative to this file.",
    ),
    key(
        "computes",
        "mapping of names to computes",
        "Computes that no YAML file in the folder defines, with the keys of a compute file: `type`, \
         `size`, `min_instances`, and `max_instances`.",
    ),
    key(
        "computes.type",
        "compute type",
        "The type of compute, such as `amlcompute` or `computeinstance`.",
    ),
    key("computes.size", "VM size", "The VM size of each node."),
    key(
        "computes.min_instances",
        "integer",
        "The number of nodes that keep running while no job runs.",
    ),
    key(
        "computes.max_instances",
        "integer",
        "The maximum number of nodes.",
    ),
    key(
        "prices",
        "mapping of VM sizes to prices",
        "Your own price per machine and hour for each VM size, used instead of the list price. \
         `currency` sets the currency.",
    ),
];

/// The key reached by `path`, where computes may have names in between.
#[must_use]
pub fn key_at(path: &[&str]) -> Option<&'static SettingsKey> {
    let named = |name: &str| KEYS.iter().find(|key| key.name == name);
    match path {
        [name] => named(name).filter(|key| !key.name.contains('.')),
        ["inventories", name] => named(&format!("inventories.{name}")),
        ["computes", .., name] => named(&format!("computes.{name}")),
        _ => None,
    }
}

/// The names of the keys at the top.
pub(super) fn top_names() -> impl Iterator<Item = &'static str> {
    KEYS.iter()
        .map(|key| key.name)
        .filter(|name| !name.contains('.'))
}
