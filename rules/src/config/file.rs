//! `azml.yaml` as text. Only a small text without syntax errors is read; what is not understood in
//! it is a problem at its place, and the rest still counts.

use std::sync::Arc;

use super::keys::top_names;
use super::problem::ConfigProblem;
use super::values::{self, NamedInventory};
use crate::settings::Settings;
use crate::similar::closest;
use crate::syntax::{self, Node, NodeKind, Tree};
use crate::text::TextRange;

/// Largest configuration file that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The files that an `azml.yaml` names.
#[derive(Clone, Default, Debug)]
pub struct ConfigFile {
    /// A file whose settings hold where this one says nothing, relative to this one.
    pub extends: Option<String>,
    /// Inventory files, some with the names of their workspaces.
    pub inventories: Vec<NamedInventory>,
}

/// Reads `text` of the `azml.yaml` at `path`. Returns the settings it makes by itself (inventories
/// and `extends` are files: the caller adds them), the files it names, and what was not understood.
#[must_use]
pub fn read(path: &Arc<str>, text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
    let mut settings = Settings {
        path: Some(path.clone()),
        ..Settings::default()
    };
    let tree = match parsed(text) {
        Ok(tree) => tree,
        Err(problem) => return (settings, ConfigFile::default(), vec![problem]),
    };
    let Some(root) = tree.root().filter(|root| !root.is_null()) else {
        return (settings, ConfigFile::default(), Vec::new());
    };
    let mut problems = unknown_keys(root);
    problems.extend(repeated_keys(&tree));
    values::wrong_shapes(root, &mut problems);
    let file = ConfigFile {
        extends: root.get("extends").and_then(Node::text).map(str::to_owned),
        inventories: values::inventories(root, &mut problems),
    };
    settings.rules = values::rule_levels(root, &mut problems);
    settings.exclude = values::strings(root, "exclude");
    settings.computes = values::computes(root, path);
    settings.prices = values::prices(root, &mut problems);
    settings.schema_checks = values::schema_checks(root, &mut problems);
    (settings, file, problems)
}

/// The tree of a text that is empty or a mapping, small enough and without syntax errors.
fn parsed(text: &str) -> Result<Tree, ConfigProblem> {
    if text.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES >> 20);
        return Err(ConfigProblem::new(TextRange::empty(0), message));
    }
    let tree = syntax::parse(text);
    if let Some(error) = tree.errors().first() {
        return Err(ConfigProblem::new(error.range, error.message.clone()));
    }
    match tree.root() {
        Some(root) if !root.is_null() && root.kind() != NodeKind::Mapping => {
            let message = "`azml.yaml` must be a mapping with keys such as `rules`".to_owned();
            Err(ConfigProblem::new(root.range(), message))
        }
        _ => Ok(tree),
    }
}

fn unknown_keys(root: Node<'_>) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for entry in root.entries() {
        let name = entry.key.text();
        if name.is_some_and(|name| top_names().any(|known| known == name)) {
            continue;
        }
        let key = entry.key.raw();
        problems.push(ConfigProblem {
            range: entry.key.range(),
            message: format!("unknown key `{key}`"),
            help: closest(key, top_names()).map(|near| format!("did you mean `{near}`?")),
        });
    }
    problems
}

fn repeated_keys(tree: &Tree) -> impl Iterator<Item = ConfigProblem> {
    let repeated = tree.duplicate_keys().into_iter();
    repeated.map(|(_, key)| ConfigProblem {
        range: key.range(),
        message: format!("duplicate key `{}`", key.raw()),
        help: Some("remove all but one".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Level;
    use crate::settings::{RuleLevel, SchemaChecks};

    fn read_text(text: &str) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
        read(&"azml.yaml".into(), text)
    }

    #[test]
    fn reads_every_key() {
        let text = "rules:\n  cluster-min-nodes: off\n  job-never-ends: error\nexclude: \
                    [old/]\ninventory: a.json\n\
                    computes:\n  gpu: {type: amlcompute, max_instances: 4}\n";
        let (settings, file, problems) = read_text(text);
        assert_eq!(problems, []);
        assert_eq!(settings.rules["cluster-min-nodes"], RuleLevel::Off);
        assert_eq!(
            settings.rules["job-never-ends"],
            RuleLevel::Set(Level::Error)
        );
        assert_eq!(settings.exclude, ["old/"]);
        assert_eq!(file.inventories[0].file, "a.json");
        assert_eq!(settings.computes[0].max_nodes, Some(4));
        assert_eq!(settings.computes[0].origin.range.slice(text), "gpu");
    }

    #[test]
    fn inventories_have_names() {
        let text = "inventories:\n  - {name: prod, file: a.json}\n  - {file: b.json}\n  - {name: \
                    test}\n  - c.json\n";
        let (_, file, problems) = read_text(text);
        let named: Vec<_> = file
            .inventories
            .iter()
            .map(|one| (one.name.as_deref(), one.file.as_str()))
            .collect();
        assert_eq!(named, [(Some("prod"), "a.json"), (None, "b.json")]);
        let said: Vec<_> = problems
            .iter()
            .map(|problem| problem.range.slice(text))
            .collect();
        assert_eq!(said, ["{name: test}", "c.json"]);
        assert_eq!(
            read_text("inventories: {prod: a.json}\n").2[0].message,
            "`inventories` must be a list of mappings with `name` and `file`"
        );
    }

    #[test]
    fn says_what_it_does_not_understand_and_keeps_the_rest() {
        let (settings, _, problems) = read_text(
            "rule: {}\nrules: {cluster-min-node: off, job-never-ends: loud, low-priority-instance: \
             info}\n",
        );
        let said: Vec<_> = problems
            .iter()
            .map(|p| (p.message.as_str(), p.help.as_deref()))
            .collect();
        assert_eq!(
            said[0],
            ("unknown key `rule`", Some("did you mean `rules`?"))
        );
        assert_eq!(
            said[1],
            (
                "unknown rule `cluster-min-node`",
                Some("did you mean `cluster-min-nodes`?")
            )
        );
        assert_eq!(said[2].0, "`loud` is not a level");
        assert_eq!(settings.rules.len(), 1);
    }

    #[test]
    fn schema_checks_are_on_or_off() {
        let read = |text: &str| read_text(text).0.schema_checks;
        assert_eq!(read("schemaChecks: off\n"), Some(SchemaChecks::Off));
        assert_eq!(read("schemaChecks: \"on\"\n"), Some(SchemaChecks::On));
        assert_eq!(read("rules: {}\n"), None);
        let problems = read_text("schemaChecks: sometimes\n").2;
        assert_eq!(problems[0].message, "`schemaChecks` must be `on` or `off`");
    }

    #[test]
    fn a_byte_order_mark_is_no_obstacle() {
        let (settings, _, problems) = read_text("\u{feff}exclude: [a]\n");
        assert_eq!((settings.exclude.len(), problems.len()), (1, 0));
    }

    #[test]
    fn hostile_text_is_one_problem() {
        let deep = "[".repeat(100_000);
        assert_eq!(read_text(&deep).2.len(), 1);
        let large = "# x\n".repeat(MAX_BYTES / 4 + 1);
        assert!(read_text(&large).2[0].message.contains("larger than"));
    }

    #[test]
    fn a_value_of_the_wrong_type_is_shown_at_its_place() {
        let text =
            "exclude: {a: 1}\nextends: [a]\ninventory: {a: b}\nrules: yes\ncomputes: 5\nprices:\n";
        let (_, _, problems) = read_text(text);
        let said: Vec<_> = problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert_eq!(
            said,
            [
                "`extends` must be a path to an `azml.yaml` file",
                "`rules` must be a mapping of rule names to `off`, `hint`, `info`, `warning`, or `error`",
                "`exclude` must be a list of `.gitignore` patterns",
                "`inventory` must be a path or list of paths",
                "`computes` must be a mapping of names to computes",
            ]
        );
        assert_eq!(problems[2].range.slice(text), "{a: 1}");
    }

    #[test]
    fn a_repeated_key_is_told() {
        let (settings, _, problems) = read_text("exclude: [a]\nexclude: [b, c]\n");
        assert_eq!(problems[0].message, "duplicate key `exclude`");
        assert_eq!(settings.exclude, ["b", "c"]);
    }
}
