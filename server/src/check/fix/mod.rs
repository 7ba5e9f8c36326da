//! The fix loop: apply fixes and analyze again, until nothing changes.
//!
//! Start at [`fix()`]. [`fix_loop`] is the loop, [`candidate_fix`] chooses the fixes of a round,
//! [`fix_check`] finds the harmful ones, [`skipped_fixes`] reports them. Invariant: every applied
//! fix was checked by an analysis. A fix is reverted if its finding is still there, if it adds an
//! error, or if the text parses worse than before; rules whose fixes do not converge change
//! nothing.

mod candidate_fix;
mod fix_check;
mod fix_loop;
mod skipped_fixes;

use azml_rules::analyze_whole;

pub use self::candidate_fix::FixChoice;
pub use self::fix_loop::FixedFile;
use self::fix_loop::{FixLoop, Look};
use crate::loading::Loaded;
use crate::sandbox::FileProblem;

/// Maximum number of passes, each of which excludes rules that do not converge, or retries fixes
/// that were harmful before others were applied.
const MAX_PASSES: usize = 4;

/// Result of the loop.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The files that changed, by path.
    pub files: Vec<FixedFile>,
    /// Fixes that were left out.
    pub problems: Vec<FileProblem>,
}

/// Applies the chosen fixes to the requested documents of `loaded`. The workspace then has the new
/// texts; the caller writes the files.
pub fn fix(loaded: &mut Loaded, choice: FixChoice) -> Fixed {
    fix_what(loaded, choice, analyze_whole)
}

/// Fixes what `look` finds.
fn fix_what(loaded: &mut Loaded, choice: FixChoice, look: Look) -> Fixed {
    let mut state = FixLoop::new(look);
    for _ in 0..MAX_PASSES {
        let moving = state.pass(loaded, choice);
        if !moving.is_empty() {
            state.give_up(loaded, &moving);
        } else {
            let again = [
                state.reconsiders(&loaded.workspace),
                state.trusts_new_names(),
            ];
            if again == [false, false] {
                break;
            }
        }
    }
    let mut problems = skipped_fixes::encodings(&state, loaded, choice);
    problems.extend(skipped_fixes::skipped(&state, &loaded.workspace));
    Fixed {
        files: state.changed(&loaded.workspace),
        problems,
    }
}

#[cfg(test)]
mod tests {
    use azml_rules::diagnostic::Diagnostic;
    use azml_rules::document::Document;
    use azml_rules::fix::{Applicability, Edit, Fix, replace};
    use azml_rules::rule::Level;
    use azml_rules::workspace::Workspace;
    use azml_rules::{Analysis, checks};

    use super::*;

    const TEXT: &str = "type: amlcompute\nname: c\nmin_instances: 2\nmax_instances: 1\n";
    const ALL: FixChoice = FixChoice {
        lowest: Applicability::Unsafe,
        least: Level::Hint,
        only: None,
    };

    /// Two rules that undo each other, and one that does not.
    fn quarrel(workspace: &Workspace, path: &str) -> Analysis {
        let mut found = Vec::new();
        let document = workspace.document(path).unwrap();
        for (rule, key, from, to) in [
            ("cluster-min-nodes", "min_instances", "2", "3"),
            ("cluster-min-over-max", "min_instances", "3", "2"),
            ("cluster-slow-scale-down", "max_instances", "1", "4"),
        ] {
            let value = document.get(key).unwrap();
            if value.text() == Some(from) {
                let fix = Fix::safe("", vec![replace(value, to)]);
                found.push(finding(rule, fix));
            }
        }
        Analysis {
            found,
            hidden: Vec::new(),
        }
    }

    fn finding(rule: &str, fix: Fix) -> Diagnostic {
        let rule = checks::rule(rule).unwrap();
        Diagnostic {
            rule,
            level: Level::Warning,
            range: fix.edits[0].range,
            tag: None,
            stage: None,
            message: rule.name.to_owned(),
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: vec![fix],
            summarized: Vec::new(),
            is_provisional: false,
        }
    }

    fn loaded(text: &str) -> Loaded {
        let mut loaded = Loaded::default();
        loaded.workspace.insert(Document::new("c.yml", text));
        loaded.requested.push("c.yml".into());
        loaded
    }

    #[test]
    fn rules_that_undo_each_other_change_nothing_and_are_named() {
        let fixed = fix_what(&mut loaded(TEXT), ALL, quarrel);
        assert_eq!(
            fixed.files[0].after,
            TEXT.replace("max_instances: 1", "max_instances: 4")
        );
        assert_eq!(fixed.files[0].applied, 1);
        let problem = &fixed.problems[0].message;
        assert!(
            problem.contains("`cluster-min-nodes` and `cluster-min-over-max`"),
            "{problem}"
        );
    }

    /// A fix that leaves its finding, one that breaks the text, one that adds an error, and a
    /// good one.
    fn harmful(workspace: &Workspace, path: &str) -> Analysis {
        let document = workspace.document(path).unwrap();
        let value = |key| document.get(key).unwrap();
        let mut found = Vec::new();
        if document.text().contains("min_instances: 2") {
            let edit = replace(value("min_instances"), "0");
            found.push(finding("cluster-min-nodes", Fix::safe("", vec![edit])));
        }
        if value("name").text() == Some("d") {
            let mut error = finding(
                "invalid-value",
                Fix::safe("", vec![replace(value("name"), "c")]),
            );
            error.level = Level::Error;
            error.fixes.clear();
            found.push(error);
        }
        for (rule, edit) in [
            (
                "fixed-size-cluster",
                Edit::new(value("max_instances").range(), "1 "),
            ),
            ("cluster-min-over-max", replace(value("type"), "\"")),
            ("cluster-slow-scale-down", replace(value("name"), "d")),
        ] {
            found.push(finding(rule, Fix::safe("", vec![edit])));
        }
        Analysis {
            found,
            hidden: Vec::new(),
        }
    }

    #[test]
    fn fixes_that_do_harm_are_left_out_and_named() {
        let fixed = fix_what(&mut loaded(TEXT), ALL, harmful);
        assert_eq!(
            fixed.files[0].after,
            TEXT.replace("min_instances: 2", "min_instances: 0")
        );
        assert_eq!(fixed.files[0].applied, 1);
        let named: Vec<&str> = fixed
            .problems
            .iter()
            .map(|it| it.message.as_str())
            .collect();
        assert_eq!(named.len(), 3, "{named:?}");
    }
}
