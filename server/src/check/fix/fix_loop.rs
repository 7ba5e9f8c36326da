//! The loop: each round fixes every file once, and looks again at what the round before did.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use azml_rules::Analysis;
use azml_rules::document::Document;
use azml_rules::symbols::links;
use azml_rules::workspace::Workspace;
use rayon::prelude::*;

use super::candidate_fix::{CandidateFix, FindingKey, FixChoice, candidates};
use super::fix_check::{FindingCounts, FixCheck, attempt};
use crate::guarded::guarded;
use crate::loading::Loaded;

/// A file that changed.
#[derive(Debug)]
pub struct FixedFile {
    /// Its key.
    pub path: Arc<str>,
    /// Its text on disk.
    pub before: String,
    /// Its text with the fixes.
    pub after: String,
    /// Number of applied fixes.
    pub applied: usize,
}

/// The findings in a file of a workspace.
pub(super) type Look = fn(&Workspace, &str) -> Analysis;

/// One fix may make room for another; two that undo each other must not go on for ever.
pub(super) const MAX_ROUNDS: usize = 10;

/// State of the loop.
pub(super) struct FixLoop {
    pub(super) files: BTreeMap<Arc<str>, FileState>,
    /// Names that fixes of this pass declared: they are not misspellings.
    added: HashSet<String>,
    look: Look,
}

/// State of a file that the loop changed.
pub(super) struct FileState {
    on_disk: Arc<Document>,
    before_pass: Arc<Document>,
    applied: usize,
    /// The fixes of the last round, which the next look confirms.
    pending: Option<Pending>,
    /// Findings whose fix is harmful.
    pub(super) refused: BTreeSet<FindingKey>,
    /// The rules that fixed something, by round.
    history: Vec<BTreeSet<&'static str>>,
    /// Rules whose fixes do not converge.
    pub(super) endless: BTreeSet<&'static str>,
}

/// Fixes that went in and were not looked at again.
struct Pending {
    before: Arc<Document>,
    tally: FindingCounts,
    candidates: Vec<CandidateFix>,
}

/// Result of one round for a file.
struct RoundStep {
    /// Its new text.
    document: Option<Arc<Document>>,
    pending: Option<Pending>,
    /// Number of applied fixes, minus reverted ones.
    applied: isize,
    rules: BTreeSet<&'static str>,
    refused: Vec<FindingKey>,
    added: Vec<String>,
}

impl FixLoop {
    pub(super) fn new(look: Look) -> Self {
        Self {
            files: BTreeMap::new(),
            added: HashSet::new(),
            look,
        }
    }

    /// Rounds until nothing changes; returns the files that would still change.
    pub(super) fn pass(&mut self, loaded: &mut Loaded, choice: FixChoice) -> BTreeSet<Arc<str>> {
        let mut moving = BTreeSet::new();
        for _ in 0..MAX_ROUNDS {
            let steps = self.one_round(loaded, choice);
            moving = self.take(loaded, steps);
            if moving.is_empty() {
                break;
            }
        }
        moving
    }

    /// Gives the fixes that did harm another chance in the files that have changed since.
    pub(super) fn reconsiders(&mut self, workspace: &Workspace) -> bool {
        let mut any = false;
        for (path, state) in &mut self.files {
            state.history.clear();
            let Some(now) = workspace.document(path) else {
                continue;
            };
            if !state.refused.is_empty() && now.text() != state.before_pass.text() {
                state.refused.clear();
                any = true;
            }
            state.before_pass = now.clone();
        }
        any
    }

    /// Lets a later pass aim at the names that fixes declared, as the next run would.
    pub(super) fn trusts_new_names(&mut self) -> bool {
        !std::mem::take(&mut self.added).is_empty()
    }

    fn one_round(&self, loaded: &Loaded, choice: FixChoice) -> Vec<(Arc<str>, RoundStep)> {
        let writable = loaded
            .requested
            .par_iter()
            .filter(|path| !loaded.unwritable.contains(*path));
        let steps =
            writable.filter_map(|path| Some((path.clone(), self.step(loaded, path, choice)?)));
        steps.collect()
    }

    fn step(&self, loaded: &Loaded, path: &Arc<str>, choice: FixChoice) -> Option<RoundStep> {
        let workspace = &loaded.workspace;
        let document = workspace.document(path)?;
        let state = self.files.get(path);
        // A panic is reported by the check that follows.
        let found = self.found(workspace, path)?;
        let tally = FindingCounts::of(&found);
        if let Some(pending) = state.and_then(|state| state.pending.as_ref())
            && !tally.confirms(&pending.tally, &pending.candidates)
        {
            let step = self.tried(workspace, &pending.before, pending.candidates.clone());
            if !step.refused.is_empty() {
                let applied = step.applied - count(&pending.candidates);
                return Some(RoundStep { applied, ..step });
            }
        }
        let candidates = candidates(&found.found, choice, |candidate| {
            let is_left_out = |state: &FileState| {
                state.endless.contains(candidate.rule()) || state.refused.contains(&candidate.key)
            };
            !state.is_some_and(is_left_out) && !candidate.aims_at_any(&self.added)
        });
        if candidates.is_empty() {
            return None;
        }
        let Some((after, applied)) = attempt(document, &candidates) else {
            return Some(self.tried(workspace, document, candidates));
        };
        let mut pending = Vec::new();
        for index in applied {
            pending.push(candidates[index].clone());
        }
        Some(RoundStep {
            applied: count(&pending),
            rules: pending.iter().map(CandidateFix::rule).collect(),
            refused: Vec::new(),
            added: names_added(workspace, document, &after),
            document: Some(after),
            pending: Some(Pending {
                before: document.clone(),
                tally,
                candidates: pending,
            }),
        })
    }

    /// Those of `candidates` that do no harm in `document`, each of which was looked at.
    fn tried(
        &self,
        workspace: &Workspace,
        document: &Arc<Document>,
        candidates: Vec<CandidateFix>,
    ) -> RoundStep {
        let look = |workspace: &Workspace| self.found(workspace, document.path());
        let outcome = FixCheck::new(workspace, document, &look).run(candidates);
        let after = outcome.document.unwrap_or_else(|| document.clone());
        RoundStep {
            applied: count(&outcome.accepted),
            rules: outcome.accepted.iter().map(CandidateFix::rule).collect(),
            refused: outcome.refused,
            added: names_added(workspace, document, &after),
            document: Some(after),
            pending: None,
        }
    }

    /// The findings in the file at `path`; `None` where a rule fails.
    pub(super) fn found(&self, workspace: &Workspace, path: &str) -> Option<Analysis> {
        guarded(|| (self.look)(workspace, path)).ok()
    }

    /// Puts the new texts into the workspace; returns the files that changed.
    fn take(
        &mut self,
        loaded: &mut Loaded,
        steps: Vec<(Arc<str>, RoundStep)>,
    ) -> BTreeSet<Arc<str>> {
        let mut moving = BTreeSet::new();
        for state in self.files.values_mut() {
            state.pending = None;
        }
        for (path, step) in steps {
            let Some(old) = loaded.workspace.document(&path).cloned() else {
                continue;
            };
            let state = self
                .files
                .entry(path.clone())
                .or_insert_with(|| FileState::new(old.clone()));
            state.refused.extend(step.refused);
            state.applied = state.applied.saturating_add_signed(step.applied);
            state.pending = step.pending;
            self.added.extend(step.added);
            let changed = step.document.filter(|new| new.text() != old.text());
            if let Some(document) = changed {
                state.history.push(step.rules);
                loaded.workspace.insert(document);
                moving.insert(path);
            }
        }
        moving
    }

    /// Reverts the files whose fixes did not converge, and excludes the rules of the last rounds.
    pub(super) fn give_up(&mut self, loaded: &mut Loaded, moving: &BTreeSet<Arc<str>>) {
        for (path, state) in &mut self.files {
            if moving.contains(path) {
                let last = state.history.len().saturating_sub(MAX_ROUNDS / 2);
                state
                    .endless
                    .extend(state.history.drain(..).skip(last).flatten());
                state.pending = None;
                state.applied = 0;
                loaded.workspace.insert(state.on_disk.clone());
            }
        }
    }

    pub(super) fn changed(self, workspace: &Workspace) -> Vec<FixedFile> {
        let mut files = Vec::new();
        for (path, state) in self.files {
            let before = state.on_disk.text().to_owned();
            let after = workspace.document(&path).map(|document| document.text());
            if let Some(after) = after.filter(|after| *after != before) {
                files.push(FixedFile {
                    after: after.to_owned(),
                    applied: state.applied,
                    path,
                    before,
                });
            }
        }
        files
    }
}

impl FileState {
    fn new(on_disk: Arc<Document>) -> Self {
        Self {
            before_pass: on_disk.clone(),
            on_disk,
            applied: 0,
            pending: None,
            refused: BTreeSet::new(),
            history: Vec::new(),
            endless: BTreeSet::new(),
        }
    }
}

fn count(candidates: &[CandidateFix]) -> isize {
    isize::try_from(candidates.len()).unwrap_or(isize::MAX)
}

/// The names of inputs, outputs, hyperparameters and steps that `after` declares and `before` does
/// not.
fn names_added(workspace: &Workspace, before: &Document, after: &Document) -> Vec<String> {
    let names = |document: &Document| -> HashSet<String> {
        let mut names = links(workspace, document);
        names.retain(|link| link.is_definition(document.path()));
        names.into_iter().map(|link| link.name).collect()
    };
    let old = names(before);
    let mut new = names(after);
    new.retain(|name| !old.contains(name));
    new.into_iter().collect()
}
