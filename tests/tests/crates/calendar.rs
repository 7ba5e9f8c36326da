//! A finding that depends on the day has the stage that it is in: no finding comes, goes, or changes its level by date alone without it.

use std::collections::BTreeSet;

use azml_rules::analyze_rule;
use azml_rules::checks::RULES;
use azml_rules::date::Date;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::rule::{Rule, RuleMark};
use azml_rules::workspace::Workspace;
use azml_tests::spec::{TODAY, scenes, workspace};

const DAYS: [Date; 3] = [Date::new(2020, 1, 1), TODAY, Date::new(2035, 1, 1)];

/// Returns the findings of `rule` in all files on `day`, each with its file.
fn found(workspace: &Workspace, rule: &Rule, day: Date) -> Vec<(String, Diagnostic)> {
    let mut workspace = workspace.clone();
    workspace.set_today(day);
    let paths: Vec<String> = workspace.paths().map(str::to_owned).collect();
    let mut all = Vec::new();
    for path in paths {
        let found = analyze_rule(&workspace, &path, rule.name);
        all.extend(found.into_iter().map(|it| (path.clone(), it)));
    }
    all
}

/// The findings that have no stage, as text.
fn undated(found: &[(String, Diagnostic)]) -> BTreeSet<String> {
    let undated = found.iter().filter(|(_, it)| it.stage.is_none());
    undated
        .map(|(path, it)| format!("{path} {:?} {:?} {}", it.range, it.level, it.message))
        .collect()
}

/// Returns `true` if `found` has the finding, at the same level. A Dockerfile has several at one place.
fn has(found: &[(String, Diagnostic)], (path, one): &(String, Diagnostic)) -> bool {
    let key = |it: &Diagnostic| (it.range, it.level, it.message.clone());
    let is_same = |other: &Diagnostic| key(other) == key(one);
    found.iter().any(|(of, it)| of == path && is_same(it))
}

#[test]
fn findings_that_depend_on_the_day_tell_the_first_one() {
    let mut dated = BTreeSet::new();
    // Comments may silence what depends on the day.
    let rules = RULES.iter().filter(|rule| !rule.is(RuleMark::Suppression));
    for rule in rules {
        for (name, blocks) in scenes(rule) {
            // An old snapshot lowers a level until it is saved again: no date is the first one.
            if blocks
                .iter()
                .any(|block| block.text.contains("as-of:") || block.text.contains("\"saved\":"))
            {
                continue;
            }
            let workspace = workspace(rule.name, &blocks);
            let days = DAYS.map(|day| (day, found(&workspace, rule, day)));
            for (day, all) in &days {
                let scene = format!("{} {name} {day}", rule.name);
                assert_eq!(undated(all), undated(&days[0].1), "{scene}");
                for one in all {
                    let Some(stage) = one.1.stage else { continue };
                    dated.insert(rule.name);
                    assert!(
                        stage.reported <= stage.began && stage.began <= *day,
                        "{scene}"
                    );
                    let first = found(&workspace, rule, stage.began);
                    assert!(has(&first, one), "{scene}: {stage}");
                    let before = found(&workspace, rule, stage.began.plus_days(-1));
                    assert!(!has(&before, one), "{scene}: {stage}");
                }
            }
        }
    }
    assert!(dated.len() >= 8, "{dated:?}");
}
