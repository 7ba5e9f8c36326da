//! Actions on a rule rather than on one of its findings: fix all of them, turn the rule off, read
//! its page.
//!
//! They follow the fixes of the findings at the cursor, each once for a rule.

use std::path::Path;

use azml_rules::checks;
use azml_rules::fix::Applicability;
use azml_rules::rule::Rule;
use azml_rules::text::LineIndex;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, Command, Diagnostic, NumberOrString, TextEdit, Url, WorkspaceEdit,
};

use super::edit_target::{newest_text, version};
use super::{fix_all, refactorings};
use crate::check::FixChoice;
use crate::lsp::protocol::capabilities::EXPLAIN;
use crate::lsp::protocol::client_features::Explains;
use crate::lsp::protocol::convert::FixableDiagnostic;
use crate::lsp::protocol::edits::{FileEdits, workspace_edit};
use crate::lsp::protocol::{position, uri};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::diagnostics::turn_off::{new_config, turn_off};
use azml_ide::refactor::NewFile;

const CONFIG: &str = "azml.yaml";

/// Files in which all findings of a rule are fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FixScope {
    File,
    Folder,
}

/// Data of an action whose edit is computed when it is resolved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Deferred {
    uri: Url,
    rule: String,
    place: FixScope,
    is_safe: bool,
}

/// The rules of `diagnostics`, each once, with a finding.
fn rules<'n>(diagnostics: &[&'n FixableDiagnostic]) -> Vec<(&'static Rule, &'n FixableDiagnostic)> {
    let mut rules: Vec<(&'static Rule, &FixableDiagnostic)> = Vec::new();
    for one in diagnostics {
        let Some(NumberOrString::String(name)) = &one.diagnostic.code else {
            continue;
        };
        if let Some(rule) = checks::rule(name)
            && !rules.iter().any(|(other, _)| other.name == rule.name)
        {
            rules.push((rule, one));
        }
    }
    rules
}

/// "Fix all `rule` in this file" and "in this folder", where there is more than one.
pub(crate) fn fix_all_of_rules(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    diagnostics: &[&FixableDiagnostic],
    newest: &[FixableDiagnostic],
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for (rule, one) in rules(diagnostics) {
        let Some(lowest) = trust(current, one) else {
            continue;
        };
        let diagnostic = &one.diagnostic;
        let choice = fix_all::choice_of(rule.name, lowest);
        let of_rule = newest
            .iter()
            .filter(|one| one.diagnostic.code == diagnostic.code);
        let in_file = of_rule.filter(|one| trust(current, one).is_some_and(|it| it >= lowest));
        if in_file.count() > 1 {
            actions.push(fix_all_action(
                state,
                current,
                diagnostic,
                choice,
                FixScope::File,
            ));
        }
        // A client that cannot resolve the edit later would wait for it now, even if it is not chosen.
        if current.client.resolves_edits && fix_all::has_other_files(state, current, choice) {
            actions.push(fix_all_action(
                state,
                current,
                diagnostic,
                choice,
                FixScope::Folder,
            ));
        }
    }
    actions
}

/// Returns the applicability of the fix that is applied together with those of other findings. `None` if there is no
/// fix, or several that may change what runs, one of which the author must choose.
fn trust(current: &DocumentSnapshot, one: &FixableDiagnostic) -> Option<Applicability> {
    let mut here = one
        .fixes
        .iter()
        .filter(|fix| fix.edits.iter().all(|file| file.uri == current.url));
    if here.clone().any(|fix| fix.safe) {
        return Some(Applicability::Safe);
    }
    let is_only = one.fixes.len() == 1 && here.next().is_some();
    is_only.then_some(Applicability::Unsafe)
}

/// The edit comes late where the client can ask for it.
fn fix_all_action(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    diagnostic: &Diagnostic,
    choice: FixChoice,
    place: FixScope,
) -> CodeAction {
    let rule = choice.only.unwrap_or_default();
    let is_safe = choice.lowest == Applicability::Safe;
    let whole = match place {
        FixScope::File => "file",
        FixScope::Folder => "folder",
    };
    let warning = if is_safe {
        ""
    } else {
        " (may change what runs or what it costs)"
    };
    let action = CodeAction {
        title: format!("Fix all `{rule}` in this {whole}{warning}"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        ..CodeAction::default()
    };
    if current.client.resolves_edits {
        let deferred = Deferred {
            uri: current.url.clone(),
            rule: rule.to_owned(),
            place,
            is_safe,
        };
        return CodeAction {
            data: Some(json!(deferred)),
            ..action
        };
    }
    CodeAction {
        edit: Some(all_edits(state, current, choice, place)),
        ..action
    }
}

/// The edit that was left out of an action of this module; `None` for one of another.
pub(crate) fn resolve(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    action: &CodeAction,
) -> Option<WorkspaceEdit> {
    let deferred: Deferred = serde_json::from_value(action.data.clone()?).ok()?;
    let rule = checks::rule(&deferred.rule)?;
    let lowest = if deferred.is_safe {
        Applicability::Safe
    } else {
        Applicability::Unsafe
    };
    let choice = fix_all::choice_of(rule.name, lowest);
    Some(all_edits(state, current, choice, deferred.place))
}

fn all_edits(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    choice: FixChoice,
    place: FixScope,
) -> WorkspaceEdit {
    let files = match place {
        FixScope::File => fix_all::in_file(current, choice),
        FixScope::Folder => fix_all::in_folder(state, current, choice),
    };
    workspace_edit(files, current.client, |url| version(state, current, url))
}

/// "Turn off `rule` for this folder", in the `azml.yaml` that counts or in a new one. What is no YAML
/// is no matter of settings.
pub(crate) fn turn_offs(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    diagnostics: &[&FixableDiagnostic],
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for (rule, one) in rules(diagnostics) {
        let can_be_silenced = one.suppress_action.is_some();
        let edit = can_be_silenced.then(|| turned_off(state, current, rule.name));
        actions.extend(edit.flatten().map(|edit| CodeAction {
            title: format!("Turn off `{}` for this folder", rule.name),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            edit: Some(edit),
            ..CodeAction::default()
        }));
    }
    actions
}

/// `None` where the settings come from a file that the user has not opened, or a new one cannot be
/// made.
fn turned_off(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    rule: &str,
) -> Option<WorkspaceEdit> {
    let settings = current.view.workspace.settings(current.document.path());
    let Some(path) = &settings.path else {
        let path = format!("{}/{CONFIG}", current.view.root.trim_end_matches('/'));
        let can_be_made = current.client.creates_files
            && !current.view.root.is_empty()
            && state.is_editable(&path)
            && !Path::new(&path).exists();
        let text = new_config(rule);
        return can_be_made
            .then(|| refactorings::with_new_file(current, NewFile { path, text }))
            .flatten();
    };
    if !path.ends_with(CONFIG) || !state.is_editable(path) {
        return None;
    }
    let text = newest_text(state, path)?;
    let edit = turn_off(&text, rule)?;
    let (lines, unit) = (LineIndex::new(&text), current.client.unit);
    let uri = state.file_urls().of(path).or_else(|| uri::of_path(path))?;
    let edits = vec![TextEdit {
        range: position::range(&text, &lines, edit.range, unit),
        new_text: edit.text,
    }];
    let files = vec![FileEdits { uri, edits }];
    Some(workspace_edit(files, current.client, |url| {
        state.version_of(url)
    }))
}

/// "Explain `rule`", for clients that can show a page.
pub(crate) fn explanations(
    current: &DocumentSnapshot,
    diagnostics: &[&FixableDiagnostic],
) -> Vec<CodeAction> {
    if current.client.explains == Explains::Not {
        return Vec::new();
    }
    let explained = rules(diagnostics).into_iter();
    let explained = explained.map(|(rule, one)| {
        let title = format!("Explain `{}`", rule.name);
        CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            command: Some(Command {
                title,
                command: EXPLAIN.to_owned(),
                arguments: Some(vec![json!(rule.name)]),
            }),
            ..CodeAction::default()
        }
    });
    explained.collect()
}
