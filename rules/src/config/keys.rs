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
        "path of another `azml.yaml`",
        "A file whose settings hold where this one says nothing.",
    ),
    key(
        "rules",
        "mapping of rule names to `off`, `hint`, `info`, `warning` or `error`",
        "The level of each rule, where it differs from the rule's own. `azml-ls --rules` lists \
         them.",
    ),
    key(
        "schemaChecks",
        "`on` or `off`",
        "`off` leaves what a JSON schema can say to the generic YAML server: unknown keys, wrong \
         types and values, missing keys, and in the editor the cards of keys. What needs meaning \
         stays on.",
    ),
    key(
        "exclude",
        "list of patterns as in .gitignore",
        "Files and folders to leave out, relative to the folder of this file.",
    ),
    key(
        "inventory",
        "path or list of paths",
        "The saved output of `az ml compute list -o json`: the computes of the workspace. Left \
         out, `.azml/computes.json` counts.",
    ),
    key(
        "inventories",
        "list of mappings with `name` and `file`",
        "Inventories of several workspaces, each with a name for people.",
    ),
    key(
        "inventories.name",
        "text",
        "What people call the workspace of this inventory.",
    ),
    key(
        "inventories.file",
        "path",
        "The saved output of `az ml compute list -o json`, relative to this file.",
    ),
    key(
        "computes",
        "mapping of names to computes",
        "Computes that no YAML file of the folder describes, with the keys of a compute file: \
         `type`, `size`, `min_instances`, `max_instances`.",
    ),
    key(
        "computes.type",
        "type of a compute file",
        "What sort of compute it is, such as `amlcompute` or `computeinstance`.",
    ),
    key("computes.size", "VM size", "The size of its machines."),
    key(
        "computes.min_instances",
        "whole number",
        "Nodes that stay up while no job runs.",
    ),
    key(
        "computes.max_instances",
        "whole number",
        "The most nodes it grows to.",
    ),
    key(
        "prices",
        "mapping of VM sizes to prices",
        "Your own price of one machine for an hour, by size, in place of the list price; \
         `currency` says in which money.",
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
