//! Code actions. The client hands back the diagnostics at the cursor; only when those may be
//! outdated, all of the newest ones there count.

use azml_rules::checks;
use azml_rules::explain::sentence;
use azml_rules::rule::RuleMark;
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DiagnosticSeverity, NumberOrString, Range, Url, WorkspaceEdit,
};

use super::edit_target::version;
use super::{fix_all, refactorings, rule_actions};
use crate::lsp::protocol::capabilities::{FIX_ALL, REFACTORINGS};
use crate::lsp::protocol::convert::{ClientFix, FixableDiagnostic, SOURCE};
use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::edits::{FileEdits, changes_first_line, workspace_edit};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::Site;
use azml_ide::diagnostics::missing_path_fixes::MissingPathFixes;
use azml_ide::refactor::argument_fixes;

/// The actions for `params` on a document in which `newest` is found.
pub(crate) fn actions(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    params: &CodeActionParams,
    newest: &[FixableDiagnostic],
) -> Vec<CodeActionOrCommand> {
    let only = params.context.only.as_deref();
    let mut actions = Vec::new();
    if is_requested(&CodeActionKind::QUICKFIX, only) {
        let diagnostics = diagnostics_at(params.range, &params.context.diagnostics, newest);
        let (mut fixes, mut silences) = quick_fixes(state, current, &diagnostics);
        actions.append(&mut fixes);
        let all = rule_actions::fix_all_of_rules(state, current, &diagnostics, newest);
        actions.extend(all);
        // The first action is the one that Enter takes: nothing is silenced unread.
        actions.extend(rule_actions::explanations(current, &diagnostics));
        actions.append(&mut silences);
        actions.extend(rule_actions::turn_offs(state, current, &diagnostics));
    }
    if REFACTORINGS.iter().any(|kind| is_requested(kind, only)) {
        let mut found = refactorings::actions(current, params.range);
        found.retain(|action| {
            let kind = action.kind.as_ref();
            // A fix may be in the list already, with its cost appended instead of the size.
            let title = action.title.split(" (").next().unwrap_or_default();
            let is_listed = actions.iter().any(|other| other.title.starts_with(title));
            kind.is_some_and(|kind| is_requested(kind, only)) && !is_listed
        });
        actions.append(&mut found);
    }
    if is_requested(&FIX_ALL, only) && newest.iter().any(has_safe_fix) {
        actions.push(fix_all_action(state, current));
    }
    if current.is_cell {
        // It names the file that the cell writes.
        let changes = |edit: &WorkspaceEdit| changes_first_line(edit, &current.url);
        actions.retain(|action| !action.edit.as_ref().is_some_and(changes));
    }
    let actions = actions.into_iter();
    actions.map(CodeActionOrCommand::CodeAction).collect()
}

/// The document that an action to be resolved is about.
pub(crate) fn document_of(action: &CodeAction) -> Option<Url> {
    let uri = action.data.as_ref()?.get("uri").and_then(Value::as_str)?;
    Url::parse(uri).ok()
}

/// Adds the edit that was left out.
pub(crate) fn resolve(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    mut action: CodeAction,
) -> CodeAction {
    if let Some(edit) = rule_actions::resolve(state, current, &action) {
        action.edit = Some(edit);
        return action;
    }
    let mut edits = fix_all::edits(current);
    edits.retain(|edit| !current.is_cell || edit.range.start.line > 0);
    let files = vec![FileEdits {
        uri: current.url.clone(),
        edits,
    }];
    action.edit = Some(workspace_edit(files, current.client, |url| {
        version(state, current, url)
    }));
    action
}

/// Returns `true` if a client that restricts the kinds to `only` accepts `kind`: a kind includes
/// all of its sub-kinds.
fn is_requested(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    only.is_none_or(|only| only.iter().any(|one| covers(one, kind)))
}

fn covers(above: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(above.as_str());
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with('.') || *above == CodeActionKind::EMPTY
    })
}

/// Our diagnostics at `range`: those that the client has sent, if they are of the newest text.
fn diagnostics_at<'n>(
    range: Range,
    sent: &[Diagnostic],
    newest: &'n [FixableDiagnostic],
) -> Vec<&'n FixableDiagnostic> {
    let ours = sent
        .iter()
        .filter(|one| one.source.as_deref() == Some(SOURCE));
    let known = |one: &Diagnostic| {
        let mut newest = newest.iter();
        newest.find(|other| is_same(one, &other.diagnostic))
    };
    let known: Option<Vec<&FixableDiagnostic>> = ours.map(known).collect();
    if let Some(known) = known.filter(|known| !known.is_empty()) {
        return known;
    }
    let newest = newest.iter();
    newest
        .filter(|one| touches(one.diagnostic.range, range))
        .collect()
}

fn touches(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.range == b.range && a.code == b.code && a.message == b.message
}

/// The fixes of all diagnostics, those that change nothing else first, and the comments that
/// silence them.
fn quick_fixes(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    diagnostics: &[&FixableDiagnostic],
) -> (Vec<CodeAction>, Vec<CodeAction>) {
    let (mut fixes, mut silences) = (Vec::new(), Vec::new());
    current.site(|site| {
        let missing_paths = MissingPathFixes::new(site);
        for one in diagnostics {
            for fix in &one.fixes {
                fixes.push(quick_fix(state, current, &one.diagnostic, fix));
            }
            fixes.extend(remedy(current, &missing_paths, &one.diagnostic));
            fixes.extend(arguments(current, site, &one.diagnostic));
            if let Some(silence) = &one.suppress_action {
                silences.push(quick_fix(state, current, &one.diagnostic, silence));
            }
        }
    });
    fixes.sort_by_key(|action| action.is_preferred != Some(true));
    (fixes, silences)
}

/// Returns the action for a path that does not exist.
fn remedy(
    current: &DocumentSnapshot,
    missing_paths: &MissingPathFixes<'_, '_>,
    diagnostic: &Diagnostic,
) -> Option<CodeAction> {
    let Some(NumberOrString::String(rule)) = &diagnostic.code else {
        return None;
    };
    let at = current.offsets(diagnostic.range);
    let remedy = missing_paths.of(rule, at)?;
    if !current.client.creates_files {
        return None;
    }
    let edit = refactorings::with_new_file(current, remedy.new_file)?;
    Some(CodeAction {
        title: label(remedy.title),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// Returns the refactorings that pass the arguments which a script needs, as fixes of the finding.
fn arguments(
    current: &DocumentSnapshot,
    site: &Site<'_>,
    diagnostic: &Diagnostic,
) -> Vec<CodeAction> {
    let Some(NumberOrString::String(rule)) = &diagnostic.code else {
        return Vec::new();
    };
    if !checks::rule(rule).is_some_and(|rule| rule.is(RuleMark::MissingArgument)) {
        return Vec::new();
    }
    let at = current.offsets(diagnostic.range);
    let found = argument_fixes(site, at.start).into_iter();
    let actions = found.filter_map(|it| refactorings::action(current, it));
    actions
        .map(|action| CodeAction {
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            ..action
        })
        .collect()
}

fn quick_fix(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    diagnostic: &Diagnostic,
    fix: &ClientFix,
) -> CodeAction {
    let edits = fix.edits.clone();
    CodeAction {
        title: label(sentence(&fix.title)),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(workspace_edit(edits, current.client, |url| {
            version(state, current, url)
        })),
        is_preferred: fix.safe.then_some(true),
        ..CodeAction::default()
    }
}

/// Returns `true` if it has a fix that is made with all others. Hints are taste: they are fixed one
/// by one.
fn has_safe_fix(one: &FixableDiagnostic) -> bool {
    let is_taste = one.diagnostic.severity == Some(DiagnosticSeverity::HINT);
    !is_taste && one.fixes.iter().any(|fix| fix.safe)
}

/// The edit comes late where the client can ask for it.
fn fix_all_action(state: StateReader<'_>, current: &DocumentSnapshot) -> CodeAction {
    let action = CodeAction {
        title: "azml-ls: apply all safe fixes".to_owned(),
        kind: Some(FIX_ALL),
        ..CodeAction::default()
    };
    if current.client.resolves_edits {
        return CodeAction {
            data: Some(json!({ "uri": current.url })),
            ..action
        };
    }
    resolve(state, current, action)
}
