//! The names of the design's catalog that are no rules: what is said of them is true.

use std::collections::BTreeSet;

use azml_rules::checks;
use azml_tests::catalog::{Fate, explained, fate, problems};

#[test]
fn another_rule_finds_what_a_missing_one_would() {
    let wrong: Vec<String> = explained().iter().flat_map(problems).collect();
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
}

#[test]
fn each_name_is_explained_once_and_only_while_it_is_no_rule() {
    let explained = explained();
    let mut seen = BTreeSet::new();
    for section in &explained {
        let name = &section.name;
        assert!(seen.insert(name), "{name} is explained twice");
        assert!(checks::rule(name).is_none(), "{name} is a rule now");
        assert!(
            !matches!(fate(name, &explained), Fate::Unknown),
            "{name}: no such rule covers it"
        );
        assert!(section.reason.len() > 20, "{name} needs a reason");
    }
}
