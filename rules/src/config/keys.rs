//! The keys of `azml.yaml`: one table for the parser, hovers, completion, and the JSON schema.

use super::shape::{COMPUTE_TYPE, FLAG, PROFILE, SWITCH, SettingShape, SettingsKey, TIER};

const fn key(
    name: &'static str,
    shape: SettingShape,
    ty: &'static str,
    doc: &'static str,
) -> SettingsKey {
    SettingsKey {
        name,
        ty,
        doc,
        shape,
        required: false,
    }
}

const fn required(key: SettingsKey) -> SettingsKey {
    SettingsKey {
        required: true,
        ..key
    }
}

/// The whole file.
pub const ROOT: SettingShape = SettingShape::Keys(&KEYS);

/// The top-level keys.
pub const KEYS: [SettingsKey; 15] = [
    key(
        "required-version",
        SettingShape::Versions,
        "range of versions, such as `>=0.1, <0.3`",
        "The versions of azml-ls that this file is written for. Any other version reports a problem \
         and exits with code 2.",
    ),
    key(
        "extends",
        SettingShape::Text,
        "path to an `azml.yaml` file",
        "Another configuration file. Its settings apply unless this file overrides them.",
    ),
    key(
        "profile",
        SettingShape::OneOrMore(&PROFILE),
        "name of a profile, or list of names",
        "The opt-in rules to turn on: `recommended` (none), `correctness`, `cost`, `security`, or \
         `strict` (all).",
    ),
    key(
        "rules",
        SettingShape::Rules,
        "mapping of rule names to `off`, `hint`, `info`, `warning`, or `error`",
        "The levels and options of rules that differ from the default. `azml-ls --rules` lists all \
         rules.",
    ),
    key(
        "overrides",
        SettingShape::List(&SettingShape::Keys(&OVERRIDE)),
        "list of mappings with `files` and `rules`",
        "Levels and options of rules in some files only. If several entries match a file, the last \
         one applies.",
    ),
    key(
        "preview",
        FLAG,
        "`true` or `false`",
        "Whether the rules that are in preview report: new ones, whose findings may still change. A \
         level under `rules` alone does not turn them on.",
    ),
    key(
        "schemaChecks",
        SWITCH,
        "`on` or `off`",
        "Whether azml-ls checks what a JSON schema can check. `off` turns off what a generic YAML \
         language server with the JSON schemas does too: reports of unknown and missing keys and of \
         wrong types and values, and in the editor the hover and completion of keys. Checks of computes, references, paths, and costs stay on.",
    ),
    key(
        "as-of",
        SettingShape::Date,
        "date such as `2026-11-01`",
        "The day that counts as today for findings that depend on the day, such as retirements: the \
         same files have the same findings until the date is changed. `--as-of` overrides it.",
    ),
    key(
        "exclude",
        SettingShape::List(&SettingShape::Pattern),
        "list of `.gitignore` patterns",
        "Files and folders to skip, relative to the folder of this file.",
    ),
    key(
        "inventory",
        SettingShape::OneOrMore(&SettingShape::Text),
        "path or list of paths",
        "The computes of the workspace, as saved by `az ml compute list -o json`. If it is not set, \
         `.azml/computes.json` is used.",
    ),
    key(
        "inventories",
        SettingShape::List(&SettingShape::Keys(&INVENTORY)),
        "list of mappings with `name` and `file`",
        "The saved computes of several workspaces, each with a display name.",
    ),
    key(
        "computes",
        SettingShape::NamedOrListed(&COMPUTE),
        "mapping of names to computes",
        "Computes that no YAML file in the folder defines, with the keys of a compute file: `type`, \
         `size`, `min_instances`, and `max_instances`.",
    ),
    key(
        "location",
        SettingShape::Text,
        "Azure region, such as `westeurope`",
        "The region of the workspace, where neither a workspace file nor the snapshot in `.azml` has it. \
         Prices are those of this region, as far as they are known.",
    ),
    key(
        "prices",
        SettingShape::Named(&SettingShape::Price, &PRICES),
        "mapping of VM sizes to prices",
        "Your own price per machine and hour for each VM size, used instead of the list price. \
         `currency` sets the currency.",
    ),
    key(
        "budgets",
        SettingShape::List(&SettingShape::Keys(&BUDGET)),
        "list of mappings with `per_run`, `per_month`, and `files`",
        "The most that a run or a month may cost, in the currency of `prices`. The rule `cost-over-budget` \
         reports files that cost more. If several entries match a file, the last one applies.",
    ),
];

const BUDGET: [SettingsKey; 3] = [
    key(
        "per_run",
        SettingShape::Price,
        "amount",
        "The most that one run of a job may cost.",
    ),
    key(
        "per_month",
        SettingShape::Price,
        "amount",
        "The most that a month may cost: of an online deployment, of a compute that is not used, or of the runs of a \
         schedule.",
    ),
    key(
        "files",
        SettingShape::OneOrMore(&SettingShape::Pattern),
        "pattern as in `.gitignore`, or list of such patterns",
        "The files to which the entry applies, relative to the folder of this file. Without it, all files.",
    ),
];

const OVERRIDE: [SettingsKey; 2] = [
    required(key(
        "files",
        SettingShape::OneOrMore(&SettingShape::Pattern),
        "pattern as in `.gitignore`, or list of such patterns",
        "The files to which the entry applies, relative to the folder of this file.",
    )),
    required(key(
        "rules",
        SettingShape::Rules,
        "mapping of rule names to `off`, `hint`, `info`, `warning`, or `error`",
        "The levels and options of rules in these files.",
    )),
];

const INVENTORY: [SettingsKey; 2] = [
    key(
        "name",
        SettingShape::Text,
        "string",
        "The display name of the workspace.",
    ),
    required(key(
        "file",
        SettingShape::Text,
        "path",
        "The output of `az ml compute list -o json` for the workspace, relative to this file.",
    )),
];

const COMPUTE: [SettingsKey; 7] = [
    key(
        "type",
        COMPUTE_TYPE,
        "compute type",
        "The type of compute, such as `amlcompute` or `computeinstance`.",
    ),
    key(
        "size",
        SettingShape::Text,
        "VM size",
        "The VM size of each node.",
    ),
    key(
        "min_instances",
        SettingShape::Text,
        "integer",
        "The number of nodes that keep running while no job runs.",
    ),
    key(
        "max_instances",
        SettingShape::Text,
        "integer",
        "The maximum number of nodes.",
    ),
    key("tier", TIER, "tier", "`dedicated` or `low_priority` nodes."),
    key(
        "location",
        SettingShape::Text,
        "region",
        "The region of its nodes.",
    ),
    key(
        "name",
        SettingShape::Text,
        "string",
        "The name of the compute, in a list of computes.",
    ),
];

const PRICES: [SettingsKey; 1] = [key(
    "currency",
    SettingShape::Text,
    "string",
    "The currency of the prices, such as `EUR`.",
)];

/// Returns the shape of the value under `path`, from which list items are left out.
pub fn shape_at(path: &[&str]) -> Option<SettingShape> {
    let mut shape = ROOT;
    let mut rest = path;
    while let Some((name, below)) = rest.split_first() {
        shape = mapping_of(shape, rest).child(name)?;
        rest = below;
    }
    Some(shape)
}

/// Returns the key at `path`.
pub fn key_at(path: &[&str]) -> Option<SettingsKey> {
    let (name, parents) = path.split_last()?;
    mapping_of(shape_at(parents)?, &path[parents.len()..]).key(name)
}

/// Returns the shape of the mapping whose keys `path` begins with, which may be in lists. A compute
/// is a map entry by name or a list item: in a list, the next key is the last.
fn mapping_of(shape: SettingShape, path: &[&str]) -> SettingShape {
    match (shape, shape.item()) {
        (SettingShape::NamedOrListed(_), Some(listed))
            if path.len() > 1 || listed.key(path[0]).is_none() =>
        {
            shape
        }
        (_, Some(item)) => mapping_of(item, path),
        (_, None) => shape,
    }
}
