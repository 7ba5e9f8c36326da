//! `azml.yaml` as text. Only a small text without syntax errors is read; an entry that is not
//! understood is a problem with its range, and the rest is used.

use std::sync::Arc;

use super::check::{self, MOST_PROBLEMS};
use super::keys::ROOT;
use super::problem::ConfigProblem;
use super::values::{ConfigMapping, FileName, NamedInventory};
use crate::path::PathStyle;
use crate::settings::Settings;
use crate::syntax::{self, NodeKind, Tree};
use crate::text::TextRange;

/// Largest configuration file that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Files that an `azml.yaml` references.
#[derive(Clone, Default, Debug)]
pub struct ConfigFile {
    /// A file whose settings apply if this one does not set them, relative to this one.
    pub extends: Option<FileName>,
    /// Inventory files, some with the names of their workspaces.
    pub inventories: Vec<NamedInventory>,
}

/// Parses `text` of the `azml.yaml` at `path`, with paths in the form of `style`. Returns its own
/// settings (the caller adds `extends` and inventories), the referenced files, and the problems.
pub fn read(
    path: &Arc<str>,
    text: &str,
    style: PathStyle,
) -> (Settings, ConfigFile, Vec<ConfigProblem>) {
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
    let mut problems = check::problems(root, ROOT, style);
    problems.extend(repeated_keys(&tree));
    problems.sort_by_key(|problem| problem.range);
    let values = ConfigMapping { root, path };
    let file = ConfigFile {
        extends: values.file("extends"),
        inventories: values.inventories(),
    };
    settings.profiles = values.profiles();
    settings.rules = values.rules();
    settings.overrides = values.overrides(&mut problems);
    settings.preview = values.preview();
    settings.schema_checks = values.schema_checks();
    settings.as_of = values.as_of();
    settings.exclude = values.strings("exclude");
    settings.computes = values.computes();
    settings.prices = values.prices();
    settings.budgets = values.budgets(&mut problems);
    (settings, file, problems)
}

/// Returns the tree of a text that is empty or a mapping, small enough and without syntax errors.
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

fn repeated_keys(tree: &Tree) -> impl Iterator<Item = ConfigProblem> {
    let repeated = tree.duplicate_keys().into_iter();
    repeated.take(MOST_PROBLEMS).map(|(_, key)| ConfigProblem {
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
        read(&"azml.yaml".into(), text, PathStyle::Unix)
    }

    #[test]
    fn backslashes_in_patterns_are_told_where_they_separate_nothing() {
        let text = "exclude: [jobs\\old\\, '\\#a']\noverrides: [{files: a\\b, rules: {}}]\n";
        let problems = |style| read(&"azml.yaml".into(), text, style).2;
        let told = problems(PathStyle::Unix);
        let told: Vec<&str> = told.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            told,
            [
                r"`jobs\old\` separates folders with `\`, which only Windows reads",
                r"`a\b` separates folders with `\`, which only Windows reads",
            ]
        );
        assert_eq!(problems(PathStyle::Windows), []);
    }

    #[test]
    fn reads_every_key() {
        let text = "rules:\n  cluster-min-nodes: off\n  job-never-ends: error\nexclude: \
                    [old/]\ninventory: a.json\n\
                    computes:\n  gpu: {type: amlcompute, max_instances: 4}\n";
        let (settings, file, problems) = read_text(text);
        assert_eq!(problems, []);
        let level = |name: &str| settings.rules[name].level.as_ref().unwrap().value;
        assert_eq!(level("cluster-min-nodes"), RuleLevel::Off);
        assert_eq!(level("job-never-ends"), RuleLevel::Set(Level::Error));
        assert_eq!(settings.exclude, ["old/"]);
        assert_eq!(file.inventories[0].file.path, "a.json");
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
            .map(|one| (one.name.as_deref(), one.file.path.as_str()))
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
        assert_eq!(settings.rules["job-never-ends"].level, None);
        assert_eq!(settings.rules.len(), 2);
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
                "`exclude` must be a list of `.gitignore` patterns",
                "`extends` must be a path to an `azml.yaml` file",
                "`inventory` must be a path or list of paths",
                "`rules` must be a mapping of rule names to `off`, `hint`, `info`, `warning`, or `error`",
                "`computes` must be a mapping of names to computes",
            ]
        );
        assert_eq!(problems[0].range.slice(text), "{a: 1}");
    }

    #[test]
    fn profiles_options_and_overrides() {
        let text = "profile: [cost, security]\n\
            rules:\n  cluster-slow-scale-down: {level: error, options: {idle_minutes: 60}}\n\
            overrides:\n  - files: dev/\n    rules: {cluster-slow-scale-down: off}\n";
        let (settings, _, problems) = read(&"/p/azml.yaml".into(), text, PathStyle::Unix);
        assert_eq!(problems, []);
        let names = settings.profiles.unwrap().value;
        let names: Vec<&str> = names.iter().map(|profile| profile.name).collect();
        assert_eq!(names, ["cost", "security"]);
        let set = &settings.rules["cluster-slow-scale-down"];
        assert_eq!(set.options["idle_minutes"].value, 60);
        assert!(
            settings.overrides[0]
                .files
                .covers("/p/dev/a.yml".as_ref(), false)
        );
        assert!(
            !settings.overrides[0]
                .files
                .covers("/p/a.yml".as_ref(), false)
        );
    }

    #[test]
    fn names_inside_are_checked_as_those_at_the_top() {
        let told = |text: &str| {
            let problems = read_text(text).2;
            let told = problems.iter().map(|problem| {
                let help = problem.help.as_deref().unwrap_or_default();
                format!("{}; {help}", problem.message)
            });
            told.collect::<Vec<_>>().join("\n")
        };
        let rule = "cluster-slow-scale-down";
        for (text, said) in [
            (
                "profile: costs\n",
                "`costs` is not a profile; did you mean `cost`?".to_owned(),
            ),
            (
                "overrides: [{file: dev/, rules: {}}]\n",
                "`files` is missing; add `files`: a pattern as in `.gitignore`, or list of such \
                 patterns\nunknown key `file`; did you mean `files`?"
                    .to_owned(),
            ),
            (
                "rules: {cluster-slow-scale-down: {options: {minute: 1}}}\n",
                "unknown option `minute`; use `idle_minutes`".to_owned(),
            ),
            (
                "rules: {unknown-key: {options: {a: 1}}}\n",
                "unknown option `a`; `unknown-key` has no options".to_owned(),
            ),
            (
                "rules: {cluster-slow-scale-down: {options: {idle_minutes: 0}}}\n",
                "`idle_minutes` must be an integer from 1 to 1440; the default is 30".to_owned(),
            ),
            (
                "rules: {cluster-slow-scale-down: {level: warn}}\n",
                "`warn` is not a level; use `error`, `warning`, `info`, `hint`, or `off`"
                    .to_owned(),
            ),
            (
                "overrides: [{files: 'a{', rules: {}}]\n",
                "`'a{'` is not a valid pattern; use the syntax of .gitignore".to_owned(),
            ),
        ] {
            assert_eq!(told(text), said, "{rule}");
        }
    }

    #[test]
    fn a_file_of_a_stranger_is_read_in_no_time() {
        let rules: String = (0..500).map(|n| format!(" r{n}: off,")).collect();
        let items = "*o, ".repeat(5_000);
        for rules in [rules, "step-name: off, ".repeat(500)] {
            let text = format!(
                "rules: &r {{{rules}}}\noverrides: [&o {{files: a, rules: *r}}, {items}]\n"
            );
            let (settings, _, problems) = read_text(&text);
            assert!(
                problems.len() <= 2 * MOST_PROBLEMS + 1,
                "{}",
                problems.len()
            );
            assert_eq!(settings.overrides.len(), 100);
        }
        let (_, _, problems) = read_text(&format!(
            "overrides: [{{files: [{}], rules: {{}}}}]\n",
            "a, ".repeat(101)
        ));
        assert_eq!(problems[0].message, "`files` has more than 100 patterns");
        let many = "{files: a, rules: {}}, ".repeat(101);
        let (_, _, problems) = read_text(&format!("overrides: [{many}]\n"));
        assert_eq!(problems[0].message, "`overrides` has more than 100 entries");
    }

    #[test]
    fn a_range_of_versions_is_one_and_has_this_version() {
        let told = |range: &str| {
            let problems = read_text(&format!("required-version: '{range}'\n")).2;
            problems.first().map(|problem| problem.message.clone())
        };
        let own = env!("CARGO_PKG_VERSION");
        for range in [">=0.0.1", "*", own] {
            assert_eq!(told(range), None, "{range}");
        }
        assert_eq!(
            told("<0.0.1").unwrap(),
            format!("this is azml-ls {own}, but `required-version` asks for `<0.0.1`")
        );
        assert_eq!(
            told("new").unwrap(),
            "`required-version` is not a range of versions"
        );
    }

    #[test]
    fn a_repeated_key_is_told() {
        let (settings, _, problems) = read_text("exclude: [a]\nexclude: [b, c]\n");
        assert_eq!(problems[0].message, "duplicate key `exclude`");
        assert_eq!(settings.exclude, ["b", "c"]);
    }
}
