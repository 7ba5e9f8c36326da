//! The actions offered for a selection: fixes first, then what silences a rule or explains it, then refactorings.

use azml_ide::Site;
use azml_ide::diagnostics::missing_path_fixes::MissingPathFixes;
use azml_ide::diagnostics::suppress_action::suppress_action;
use azml_ide::diagnostics::turn_off::{new_config, turn_off};
use azml_ide::refactor::{NewFile, Refactoring, argument_fixes, refactorings};
use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::explain::sentence;
use azml_rules::fix::{Applicability, Edit};
use azml_rules::rule::RuleMark;
use azml_rules::suppress::Comments;
use azml_rules::text::TextRange;
use azml_rules::text::printable::printable;
use serde_json::{Value, json};

use crate::project::{CONFIG, Project};

/// Sort of an action.
#[derive(Clone, Copy)]
enum ActionSort {
    /// A fix that keeps the meaning.
    Safe,
    /// A fix that may change what runs.
    Unsafe,
    /// A comment that turns a rule off, or an entry of `azml.yaml`.
    Silence,
    /// The page of a rule, without an edit.
    Explain,
    /// An edit that no finding asks for.
    Refactoring,
}

impl ActionSort {
    fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::Silence => "silence",
            Self::Explain => "explain",
            Self::Refactoring => "refactoring",
        }
    }
}

/// The actions for the units `from` to `to` of the file at `path`.
pub(crate) fn actions(project: &Project, path: &str, from: usize, to: usize) -> Value {
    let at = TextRange::new(project.offset(path, from), project.offset(path, to));
    let actions = project.site(path, |site| Offer { project, site }.all(at));
    Value::Array(actions.unwrap_or_default())
}

/// Input of the actions of one document.
struct Offer<'a, 's> {
    project: &'a Project,
    site: &'a Site<'s>,
}

impl Offer<'_, '_> {
    fn all(&self, at: TextRange) -> Vec<Value> {
        let path = self.site.document.path();
        let mut found = analyze(&self.project.workspace, path);
        found.retain(|it| it.range.start <= at.end && at.start <= it.range.end);
        let mut fixes: Vec<(ActionSort, Value)> = Vec::new();
        let missing_paths = MissingPathFixes::new(self.site);
        for finding in &found {
            fixes.extend(self.fixes(finding));
            if let Some(fix) = missing_paths.of(finding.rule.name, finding.range) {
                fixes.push(self.action(ActionSort::Unsafe, &fix.title, &[], &[fix.new_file]));
            }
            if finding.rule.is(RuleMark::MissingArgument) {
                let found = argument_fixes(self.site, finding.range.start).into_iter();
                fixes.extend(found.map(|it| self.refactoring(ActionSort::Unsafe, &it)));
            }
        }
        fixes.sort_by_key(|(sort, _)| !matches!(sort, ActionSort::Safe));
        // The first action is the one that Enter takes: nothing is silenced unread.
        fixes.extend(found.iter().map(|finding| explanation(finding.rule.name)));
        let comments = Comments::of(self.site.document);
        let silenceable = || found.iter().filter(|it| !it.is_syntax_error());
        for finding in silenceable() {
            let silence = suppress_action(&comments, finding.range.start, finding.rule.name);
            fixes.push(self.action(ActionSort::Silence, &silence.title, &[silence.edit], &[]));
        }
        fixes.extend(silenceable().filter_map(|finding| self.turned_off(finding.rule.name)));
        let others = refactorings(self.site, at).into_iter();
        fixes.extend(others.map(|it| self.refactoring(ActionSort::Refactoring, &it)));
        let mut actions: Vec<Value> = Vec::new();
        for (_, action) in fixes {
            if actions
                .iter()
                .all(|other| other["title"] != action["title"])
            {
                actions.push(action);
            }
        }
        actions
    }

    fn fixes(&self, finding: &Diagnostic) -> Vec<(ActionSort, Value)> {
        let fixes = finding.fixes.iter().filter(|fix| fix.can_be_made());
        fixes
            .map(|fix| {
                let sort = match fix.applicability {
                    Applicability::Safe => ActionSort::Safe,
                    Applicability::Unsafe | Applicability::Display => ActionSort::Unsafe,
                };
                self.action(sort, &fix.title, &fix.edits, &[])
            })
            .collect()
    }

    /// "Turn off `rule` for this folder", in the `azml.yaml` that counts or in a new one.
    fn turned_off(&self, rule: &str) -> Option<(ActionSort, Value)> {
        let title = format!("Turn off `{rule}` for this folder");
        let Some(path) = self.project.config_of(self.site.document.path()) else {
            let text = new_config(rule);
            let file = NewFile {
                path: CONFIG.to_owned(),
                text,
            };
            return Some(self.action(ActionSort::Silence, &title, &[], &[file]));
        };
        let mut edit = turn_off(self.project.known_text(&path)?, rule)?;
        edit.path = Some(path);
        Some(self.action(ActionSort::Silence, &title, &[edit], &[]))
    }

    fn refactoring(&self, sort: ActionSort, it: &Refactoring) -> (ActionSort, Value) {
        self.action(sort, &it.title, &it.edits, &it.new_files)
    }

    fn action(
        &self,
        sort: ActionSort,
        title: &str,
        edits: &[Edit],
        new_files: &[NewFile],
    ) -> (ActionSort, Value) {
        let own = self.site.document.path();
        let edits = edits.iter().map(|edit| {
            let path = edit.path.as_deref().unwrap_or(own);
            let range = self.project.units(path, edit.range);
            json!({"path": path, "range": range, "text": edit.text})
        });
        let new_files = new_files
            .iter()
            .map(|file| json!({"path": file.path, "text": file.text}));
        let action = json!({
            "title": printable(&sentence(title)),
            "sort": sort.name(),
            "edits": edits.collect::<Vec<_>>(),
            "newFiles": new_files.collect::<Vec<_>>(),
        });
        (sort, action)
    }
}

/// "Explain `rule`".
fn explanation(rule: &str) -> (ActionSort, Value) {
    let action = json!({
        "title": format!("Explain `{rule}`"),
        "sort": ActionSort::Explain.name(),
        "rule": rule,
        "edits": [],
        "newFiles": [],
    });
    (ActionSort::Explain, action)
}
