//! Code actions. The client hands back the diagnostics at the cursor with the edits they carry; only when those may be
//! outdated, or the client drops what they carry, the text is looked at again.

use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DiagnosticSeverity, Range, Url,
};

use azml_rules::explain::sentence;

use super::fix_all;
use super::refactorings;
use crate::lsp::analysis::Current;
use crate::lsp::client::FIX_ALL;
use crate::lsp::convert::{FileEdits, Payload, Repair, SOURCE, workspace_edit};
use crate::lsp::state::Shared;

/// The actions for `params`.
pub(in crate::lsp) fn actions(
    shared: &Shared,
    current: &Current,
    params: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let only = params.context.only.as_deref();
    let newest = current.newest_diagnostics(shared);
    let diagnostics = at(params.range, &params.context.diagnostics, &newest);
    let mut actions = Vec::new();
    if wants(only, &CodeActionKind::QUICKFIX) {
        let carried: Vec<_> = diagnostics
            .iter()
            .filter_map(|found| Some((found, payload(found)?)))
            .collect();
        for (found, payload) in &carried {
            actions.extend(
                payload
                    .fixes
                    .iter()
                    .map(|fix| quick_fix(shared, current, found, fix)),
            );
        }
        for (found, payload) in &carried {
            actions.extend(
                payload
                    .silence
                    .iter()
                    .map(|fix| quick_fix(shared, current, found, fix)),
            );
        }
    }
    if wants(only, &refactorings::KIND) {
        actions.extend(refactorings::actions(current, params.range));
    }
    // Hints are taste: they are repaired one by one.
    let bad = newest
        .iter()
        .filter(|found| found.severity != Some(DiagnosticSeverity::HINT));
    let has_safe = || {
        bad.filter_map(payload)
            .any(|payload| payload.fixes.iter().any(|fix| fix.safe))
    };
    if wants(only, &CodeActionKind::new(FIX_ALL)) && has_safe() {
        actions.push(fix_all_action(shared, current));
    }
    actions
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

/// Whether a client that asks for `only` wants `kind`: a kind stands for everything below it.
fn wants(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let covers = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') || wanted == &CodeActionKind::EMPTY
        })
    };
    only.is_none_or(|only| only.iter().any(covers))
}

/// Our diagnostics at `range`: those of the client, if they are of the newest text and carry what they were sent with.
fn at(range: Range, sent: &[Diagnostic], newest: &[Diagnostic]) -> Vec<Diagnostic> {
    let ours: Vec<&Diagnostic> = sent
        .iter()
        .filter(|found| found.source.as_deref() == Some(SOURCE))
        .collect();
    if !ours.is_empty()
        && ours
            .iter()
            .all(|found| newest.iter().any(|one| is_same(one, found)))
    {
        return ours.into_iter().cloned().collect();
    }
    let touches =
        |found: &&Diagnostic| found.range.start <= range.end && range.start <= found.range.end;
    newest.iter().filter(touches).cloned().collect()
}

fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.range == b.range && a.code == b.code && a.data == b.data && a.message == b.message
}

fn payload(found: &Diagnostic) -> Option<Payload> {
    serde_json::from_value(found.data.clone()?).ok()
}

fn quick_fix(
    shared: &Shared,
    current: &Current,
    found: &Diagnostic,
    repair: &Repair,
) -> CodeAction {
    CodeAction {
        title: sentence(&repair.title),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![found.clone()]),
        edit: Some(workspace_edit(
            repair.edits.clone(),
            current.client,
            versions(shared, current),
        )),
        is_preferred: repair.safe.then_some(true),
        ..CodeAction::default()
    }
}

/// The version that edits of a file are for; `None` for files that are not open.
fn versions<'a>(shared: &'a Shared, current: &'a Current) -> impl Fn(&Url) -> Option<i32> + 'a {
    |url| {
        if *url == current.url {
            return Some(current.version);
        }
        shared.lock().open.get(url).map(|open| open.version)
    }
}

/// The edit comes late where the client can ask for it.
fn fix_all_action(shared: &Shared, current: &Current) -> CodeAction {
    let action = CodeAction {
        title: "azml-ls: apply all safe fixes".to_owned(),
        kind: Some(CodeActionKind::new(FIX_ALL)),
        ..CodeAction::default()
    };
    if current.client.resolves_edits {
        return CodeAction {
            data: Some(json!({ "uri": current.url })),
            ..action
        };
    }
    resolve(shared, current, action)
}

/// The document that an action to be resolved is about.
pub(in crate::lsp) fn document_of(action: &CodeAction) -> Option<Url> {
    let uri = action.data.as_ref()?.get("uri").and_then(Value::as_str)?;
    Url::parse(uri).ok()
}

/// Adds the edit that was left out.
pub(in crate::lsp) fn resolve(
    shared: &Shared,
    current: &Current,
    mut action: CodeAction,
) -> CodeAction {
    let files = vec![FileEdits {
        uri: current.url.clone(),
        edits: fix_all::edits(current),
    }];
    action.edit = Some(workspace_edit(
        files,
        current.client,
        versions(shared, current),
    ));
    action
}
