//! `source.fixAll.azml` and "Fix all `rule`": the same loop of fixes as `--check --fix`, on the
//! newest texts.

use std::sync::{Arc, Mutex, PoisonError};

use azml_rules::cancellation::CancellationTokens;
use azml_rules::document::Document;
use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use azml_rules::text::{Column, TextRange};
use azml_rules::{analyze_rule, analyze_rule_tracked};
use rayon::prelude::*;
use tower_lsp::lsp_types::{TextEdit, Url};

use super::edit_target::newest;
use super::folder_fix_cache::KnownFix;
use crate::check::{FixChoice, fix};
use crate::loading::Loaded;
use crate::lsp::protocol::edits::FileEdits;
use crate::lsp::protocol::position;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;

/// Safe fixes of all levels except hints, which are a matter of taste.
const SAFE: FixChoice = FixChoice {
    lowest: Applicability::Safe,
    least: Level::Info,
    only: None,
};

/// Maximum number of files searched for findings of a rule: a larger folder takes too long.
const MOST_SEARCHED: usize = 1000;

/// The edits that make all safe fixes; none if there is nothing to fix.
pub(crate) fn edits(current: &DocumentSnapshot) -> Vec<TextEdit> {
    let mut loaded = Loaded {
        workspace: (*current.view.workspace).clone(),
        requested: vec![current.document.shared_path()],
        ..Loaded::default()
    };
    let fixed = fix(&mut loaded, SAFE);
    let Some(file) = fixed.files.first() else {
        return Vec::new();
    };
    let unit = current.client.unit;
    vec![difference(&current.document, &file.after, unit)]
}

/// Returns the choice that fixes one rule. It includes hints, since the user requests it explicitly.
pub(crate) fn choice_of(rule: &'static str, lowest: Applicability) -> FixChoice {
    FixChoice {
        lowest,
        least: Level::Hint,
        only: Some(rule),
    }
}

/// Returns the edits that apply the fixes of `choice` in the document, and in no other file.
pub(crate) fn in_file(current: &DocumentSnapshot, choice: FixChoice) -> Vec<FileEdits> {
    run_fixes(current, choice, vec![current.document.clone()], |_| {
        Some(current.url.clone())
    })
}

/// As [`in_file`], in all files of the folder that the user can edit.
pub(crate) fn in_folder(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    choice: FixChoice,
) -> Vec<FileEdits> {
    let urls = state.file_urls();
    let documents = searched(state, current);
    let found = documents.filter(|document| is_fixable(current, document, choice));
    let newest = found.filter_map(|document| newest(state, document, document.path()));
    let newest = newest.collect();
    run_fixes(current, choice, newest, |path| urls.of(path))
}

/// Returns `true` if another file of the folder has a finding that `choice` fixes.
pub(crate) fn has_other_files(
    state: StateReader<'_>,
    current: &DocumentSnapshot,
    choice: FixChoice,
) -> bool {
    let own = current.document.path();
    let documents = searched(state, current).filter(|document| document.path() != own);
    let others: Vec<&str> = documents
        .take(MOST_SEARCHED)
        .map(|document| document.path())
        .collect();
    let Some(rule) = choice.only else {
        return false;
    };
    let (workspace, requested) = (&current.view.workspace, (rule, choice.lowest));
    let paths = others.join("\n");
    let cache = state.folder_fix_cache();
    if let Some(known) = cache.get(requested, &paths, workspace) {
        return known;
    }
    let searched = Mutex::new(Vec::new());
    let has_fix = |path: &&str| {
        let (found, dependencies) = analyze_rule_tracked(workspace, path, rule);
        let has_fix = found.iter().any(|finding| choice.fixes(finding));
        let mut searched = searched.lock().unwrap_or_else(PoisonError::into_inner);
        searched.push((has_fix, dependencies));
        has_fix
    };
    let tokens = CancellationTokens::of_this_thread();
    let has_fix = others
        .par_iter()
        .any(|path| tokens.clone().run(|| has_fix(path)));
    let mut searched = searched
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    // One file with a fix is enough.
    searched.retain(|(has_one, _)| *has_one == has_fix);
    let answer = KnownFix {
        has_fix,
        paths,
        revision: workspace.revision(),
        dependencies: searched.into_iter().map(|(_, it)| it).collect(),
    };
    cache.insert(requested, answer);
    has_fix
}

/// The documents of the folder that the user can edit.
fn searched<'c>(
    state: StateReader<'c>,
    current: &'c DocumentSnapshot,
) -> impl Iterator<Item = &'c Arc<Document>> {
    let documents = current.view.workspace.documents();
    documents
        .filter(move |document| document.kind().is_some() && state.is_editable(document.path()))
}

fn is_fixable(current: &DocumentSnapshot, document: &Document, choice: FixChoice) -> bool {
    let Some(rule) = choice.only else {
        return false;
    };
    let found = analyze_rule(&current.view.workspace, document.path(), rule);
    let mut each = found.iter();
    each.any(|finding| choice.fixes(finding))
}

fn run_fixes(
    current: &DocumentSnapshot,
    choice: FixChoice,
    documents: Vec<Arc<Document>>,
    url_of: impl Fn(&str) -> Option<Url>,
) -> Vec<FileEdits> {
    let mut loaded = Loaded {
        workspace: (*current.view.workspace).clone(),
        ..Loaded::default()
    };
    for document in documents {
        loaded.requested.push(document.shared_path());
        loaded.workspace.insert(document);
    }
    let before = loaded.workspace.clone();
    let mut files = Vec::new();
    for file in fix(&mut loaded, choice).files {
        let document = before.document(&file.path);
        if let Some((document, uri)) = document.zip(url_of(&file.path)) {
            let edits = vec![difference(document, &file.after, current.client.unit)];
            files.push(FileEdits { uri, edits });
        }
    }
    files
}

/// Returns the edit that turns the text of `document` into `after`.
pub(super) fn difference(document: &Document, after: &str, unit: Column) -> TextEdit {
    let (range, new_text) = changed(document.text(), after);
    TextEdit {
        range: position::range(document.text(), document.lines(), range, unit),
        new_text,
    }
}

/// Returns the range of `old` that differs, and its replacement from `new`.
fn changed(old: &str, new: &str) -> (TextRange, String) {
    let start = same_bytes(old.chars(), new.chars());
    let end = same_bytes(old[start..].chars().rev(), new[start..].chars().rev());
    (
        TextRange::from(start..old.len() - end),
        new[start..new.len() - end].to_owned(),
    )
}

/// The length of what both begin with.
fn same_bytes(old: impl Iterator<Item = char>, new: impl Iterator<Item = char>) -> usize {
    let same = old.zip(new).take_while(|(a, b)| a == b);
    same.map(|(a, _)| a.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(
            changed("a: 2\nb: é\n", "a: 0\nb: é\n"),
            (TextRange::new(3, 4), "0".to_owned())
        );
        assert_eq!(changed("aa", "a"), (TextRange::new(1, 2), String::new()));
        assert_eq!(changed("é", "è"), (TextRange::new(0, 2), "è".to_owned()));
    }
}
