//! The code action that turns a rule off: an edit of the `azml.yaml` that applies to a file, or a
//! new one.

use azml_rules::fix::{self, Edit};
use azml_rules::syntax::{self, Node, NodeKind, Tree};
use azml_rules::text::TextRange;

/// Returns the text of an `azml.yaml` that turns `rule` off.
pub fn new_config(rule: &str) -> String {
    format!("rules:\n  {rule}: off\n")
}

/// Returns the edit that turns `rule` off in the `azml.yaml` with this `text`; comments and layout
/// stay. `None` if the file has errors, or its layout leaves no place for the entry.
pub fn turn_off(text: &str, rule: &str) -> Option<Edit> {
    let tree = syntax::parse(text);
    if !tree.errors().is_empty() || tree.documents().len() > 1 {
        return None;
    }
    let Some(root) = tree.root().filter(|root| !root.is_null()) else {
        return Some(appended(&tree, rule));
    };
    let Some(rules) = root.entry("rules") else {
        return fix::add_entry(root, "rules", &format!("{rule}: off\n"), &[]);
    };
    if rules.value.anchor().is_some() || rules.value.kind() == NodeKind::Alias {
        return None;
    }
    match rules.value.get(rule) {
        Some(value) => switched(value),
        None => fix::add_below(rules, rule, "off"),
    }
}

/// Returns the edit of an existing setting: its level alone, or a mapping that may contain options too.
fn switched(value: Node<'_>) -> Option<Edit> {
    match value.kind() {
        NodeKind::Mapping => match value.get("level") {
            Some(level) => Some(fix::replace(level, "off")),
            None => fix::add_entry(value, "level", "off", &["options"]),
        },
        NodeKind::Scalar(_) | NodeKind::Empty => Some(fix::replace(value, "off")),
        NodeKind::Alias | NodeKind::Sequence => None,
    }
}

/// Returns the edit at the end of a file that contains only comments.
fn appended(tree: &Tree, rule: &str) -> Edit {
    let (text, newline) = (tree.text(), fix::newline(tree));
    let gap = if text.is_empty() || text.ends_with(['\n', '\u{feff}']) {
        ""
    } else {
        newline
    };
    let end = TextRange::from(text.len()..text.len());
    let config = new_config(rule).replace('\n', newline);
    Edit::new(end, format!("{gap}{config}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use azml_rules::config;
    use azml_rules::fix::{Fix, apply};
    use azml_rules::path::PathStyle;
    use azml_rules::settings::RuleLevel;

    use super::*;

    const RULE: &str = "cluster-min-nodes";

    /// Returns the text with the rule turned off, after checking it with the settings reader.
    fn turned_off(text: &str) -> String {
        let edit = turn_off(text, RULE).expect("it can be turned off");
        let (after, count) = apply(text, &[Fix::safe("", vec![edit])]);
        assert_eq!(count, 1);
        let path: Arc<str> = "/p/azml.yaml".into();
        let (settings, _, problems) = config::read(&path, &after, PathStyle::Unix);
        assert_eq!(problems, [], "{after}");
        let level = settings.rules[RULE].level.as_ref();
        assert_eq!(level.map(|it| it.value), Some(RuleLevel::Off), "{after}");
        after
    }

    #[test]
    fn comments_and_order_stay() {
        assert_eq!(
            turned_off("# Ours.\npreview: true # yes\n"),
            "# Ours.\npreview: true # yes\nrules:\n  cluster-min-nodes: off\n"
        );
        assert_eq!(
            turned_off("rules: # why\n    unknown-key: hint # soon\npreview: true\n"),
            "rules: # why\n    unknown-key: hint # soon\n    cluster-min-nodes: off\npreview: true\n"
        );
        assert_eq!(
            turned_off("rules: {unknown-key: hint}\r\n"),
            "rules: {unknown-key: hint, cluster-min-nodes: off}\r\n"
        );
    }

    #[test]
    fn a_file_without_settings_gets_some() {
        assert_eq!(turned_off(""), new_config(RULE));
        assert_eq!(
            turned_off("# Nothing yet."),
            "# Nothing yet.\nrules:\n  cluster-min-nodes: off\n"
        );
        assert_eq!(turned_off("rules:\n"), "rules:\n  cluster-min-nodes: off\n");
    }

    #[test]
    fn a_level_that_is_there_changes() {
        assert_eq!(
            turned_off("rules:\n  cluster-min-nodes: hint # cheap\n"),
            "rules:\n  cluster-min-nodes: off # cheap\n"
        );
        assert_eq!(
            turned_off("rules:\n  cluster-min-nodes:\n    level: error\n"),
            "rules:\n  cluster-min-nodes:\n    level: off\n"
        );
    }

    #[test]
    fn a_broken_file_stays_as_it_is() {
        assert_eq!(turn_off("rules: {\n", RULE), None);
        assert_eq!(turn_off("rules: [a]\n", RULE), None);
        assert_eq!(turn_off("- a\n", RULE), None);
    }
}
