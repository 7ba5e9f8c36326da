//! Open document and the freshness of everything derived from it. Only this module changes the
//! freshness.
//!
//! Invariants: every change of the text has its own [`Revision`], and results of a text are stored
//! only if [`OpenDocument::is_at`] confirms its revision. Diagnostics are outdated
//! ([`OpenDocument::is_outdated`]) from the change of a dependency until the next analysis begins;
//! a running analysis is checked at its end for outdated dependencies.

use std::sync::{Arc, Weak};
use std::time::Duration;

use azml_rules::cancellation::{Cancelled, cancellable};
use azml_rules::document::Document;
use azml_rules::text::Column;
use azml_rules::workspace::{Dependencies, Workspace};
use tokio::time::Instant;
use tower_lsp::lsp_types::{Diagnostic, TextDocumentContentChangeEvent};

use super::document::TextDocument;
use super::folder::FolderId;
use crate::lsp::scheduling::debounce::{PendingChanges, debounce_after};
use crate::lsp::scheduling::typing_state::{TypedDiagnostics, TypingState};
use crate::times::DEBOUNCE_MAX;

/// A state of a text; no two are the same, also not before and after closing. (Versions of clients
/// start anew.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Revision(u64);

/// Source of revisions.
#[derive(Default)]
pub(crate) struct Revisions(u64);

impl Revisions {
    pub(crate) fn next(&mut self) -> Revision {
        self.0 += 1;
        Revision(self.0)
    }
}

/// Cancelled once the text it belongs to is edited or closed, or the request is cancelled. It needs no
/// lock.
#[derive(Clone)]
pub(crate) struct CancellationToken(Weak<()>);

impl CancellationToken {
    /// A token that is cancelled once `needed` is dropped.
    pub(crate) fn of(needed: &Arc<()>) -> Self {
        Self(Arc::downgrade(needed))
    }

    /// A token of a text that is not open.
    pub(crate) fn cancelled() -> Self {
        Self(Weak::new())
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.strong_count() == 0
    }

    /// Returns the result of `work`, which ends early once the token is cancelled.
    pub(crate) fn cancellable<T>(&self, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
        let token = self.clone();
        cancellable(move || token.is_cancelled(), work)
    }
}

/// Folder and path of an open document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DocumentLocation {
    pub(crate) folder: FolderId,
    /// Its key in the folder's workspace.
    pub(crate) path: Arc<str>,
}

/// An open document.
pub(crate) struct OpenDocument {
    text: TextDocument,
    version: i32,
    location: DocumentLocation,
    /// Not YAML: it never has diagnostics.
    is_foreign: bool,
    /// `true` if `exclude` leaves it out, as on the command line; `None` before the disk was
    /// checked.
    left_out: Option<bool>,
    stamp: Revision,
    /// Lives as long as this state of the text is the newest.
    cancellation: Arc<()>,
    /// `true` if an analysis is queued or running.
    is_queued: bool,
    /// The state of the text that the folder's workspace has.
    parsed: Option<Revision>,
    /// Changes that may have outdated the diagnostics.
    outdated: Option<PendingChanges>,
    /// Time to wait for more of them, which depends on the cost of the last analysis; 0 after opening.
    debounce: Duration,
    /// Its own text changed since something was shown: the client has moved or dropped marks by
    /// itself.
    client_marks_stale: bool,
    /// Inputs of the last analysis: its result holds while they have the same values. `None` while one
    /// runs.
    reads: Option<Arc<Dependencies>>,
    /// Diagnostics of the last analysis.
    found: TypedDiagnostics,
    typing_state: TypingState,
    /// The diagnostics that the client has, or gets at its next pull.
    shown: Option<Vec<Diagnostic>>,
}

impl OpenDocument {
    /// As it was opened.
    pub(crate) fn new(
        text: &str,
        version: i32,
        location: DocumentLocation,
        stamp: Revision,
    ) -> Self {
        let mut outdated = None;
        PendingChanges::add(&mut outdated);
        Self {
            text: TextDocument::new(text),
            version,
            location,
            is_foreign: false,
            left_out: None,
            stamp,
            cancellation: Arc::default(),
            is_queued: false,
            parsed: None,
            outdated,
            debounce: Duration::ZERO,
            client_marks_stale: true,
            reads: None,
            found: TypedDiagnostics::default(),
            typing_state: TypingState::Left,
            shown: None,
        }
    }

    /// A cell of a notebook.
    pub(crate) fn of_cell(self) -> Self {
        let text = TextDocument::of_cell(&self.text.raw());
        Self { text, ..self }
    }

    /// One that is not YAML.
    pub(crate) fn foreign(self) -> Self {
        Self {
            is_foreign: true,
            ..self
        }
    }

    pub(crate) fn text(&self) -> &TextDocument {
        &self.text
    }

    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    pub(crate) fn location(&self) -> &DocumentLocation {
        &self.location
    }

    pub(crate) fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// Returns `true` for a cell of a notebook.
    pub(crate) fn is_cell(&self) -> bool {
        self.text.is_cell()
    }

    /// Returns `true` if a client that `pulls` does so for this document: VS Code's library asks only for what has a tab.
    pub(crate) fn is_pulled(&self, pulls: bool) -> bool {
        pulls && !self.is_cell()
    }

    /// Returns `true` if it is not analyzed.
    pub(crate) fn is_silent(&self) -> bool {
        self.is_foreign || self.left_out == Some(true) || self.text.is_too_large()
    }

    /// Makes changes of the client.
    pub(crate) fn edit(
        &mut self,
        changes: &[TextDocumentContentChangeEvent],
        unit: Column,
        version: i32,
        stamp: Revision,
    ) {
        for change in changes {
            self.text.change(change, unit);
        }
        (self.version, self.stamp) = (version, stamp);
        self.cancellation = Arc::default();
        (self.typing_state, self.client_marks_stale) = (TypingState::Typing, true);
        self.outdate();
    }

    /// Moves it to another location.
    pub(crate) fn move_to(&mut self, location: DocumentLocation) {
        (self.location, self.parsed, self.left_out) = (location, None, None);
        self.outdate();
    }
}

/// Is it left out?
impl OpenDocument {
    /// Returns `true` if the disk was not checked for `exclude` yet.
    pub(crate) fn is_left_out_unknown(&self) -> bool {
        self.left_out.is_none()
    }

    pub(crate) fn know_left_out(&mut self, left_out: bool) {
        self.left_out = Some(left_out);
    }

    /// Makes the disk be checked for `exclude` again.
    pub(crate) fn forget_left_out(&mut self) {
        self.left_out = None;
    }
}

/// Is the newest text parsed?
impl OpenDocument {
    pub(crate) fn stamp(&self) -> Revision {
        self.stamp
    }

    /// Returns the token that is cancelled by the next edit, or when the document is closed.
    pub(crate) fn cancellation(&self) -> CancellationToken {
        CancellationToken::of(&self.cancellation)
    }

    /// Returns `true` if the text is still that of `stamp`.
    pub(crate) fn is_at(&self, stamp: Revision) -> bool {
        self.stamp == stamp
    }

    /// Returns `true` if the folder's workspace has the newest text.
    pub(crate) fn is_parsed(&self) -> bool {
        self.parsed == Some(self.stamp)
    }

    /// `document`, which goes into the folder's workspace, is the newest text.
    pub(crate) fn take_parsed(&mut self, document: &Document) {
        if document.tree().errors().is_empty() {
            self.text.parsed_well();
        }
        self.parsed = Some(self.stamp);
    }

    /// Makes it be parsed and analyzed again, regardless of its dependencies.
    pub(crate) fn look_anew(&mut self) {
        (self.parsed, self.reads) = (None, None);
        self.outdate();
    }
}

/// Does what is shown still hold?
impl OpenDocument {
    pub(crate) fn is_outdated(&self) -> bool {
        self.outdated.is_some()
    }

    pub(crate) fn outdate(&mut self) {
        PendingChanges::add(&mut self.outdated);
    }

    /// Returns the time of its next analysis, unless it changes again; `None` while it is queued,
    /// and if its diagnostics are current. A client that `pulls` requests them after each change of
    /// the text: no analysis runs twice.
    pub(crate) fn due(&self, pulls: bool) -> Option<Instant> {
        let changes = self.outdated.filter(|_| !self.is_queued)?;
        let will_ask = self.is_pulled(pulls) && self.client_marks_stale;
        Some(changes.due(if will_ask {
            DEBOUNCE_MAX
        } else {
            self.debounce
        }))
    }

    /// An analysis of it took so long.
    pub(crate) fn know_cost(&mut self, cost: Duration) {
        self.debounce = debounce_after(cost);
    }

    /// Outdates what is shown if what the last analysis looked up is another in `workspace`.
    pub(crate) fn outdate_unless_held(&mut self, workspace: &Workspace) {
        if self.is_outdated() {
            return;
        }
        let reads = self.reads.as_ref();
        if reads.is_some_and(|reads| !workspace.confirms(reads)) {
            self.outdate();
        }
    }

    /// Returns the dependencies of the last analysis; `None` while one runs.
    pub(crate) fn reads(&self) -> Option<&Arc<Dependencies>> {
        self.reads.as_ref()
    }

    /// Its turn has come: it is in the queue from now on.
    pub(crate) fn enter_queue(&mut self) {
        self.is_queued = true;
    }

    /// Returns `true` if an analysis of it is queued or runs.
    pub(crate) fn is_queued(&self) -> bool {
        self.is_queued
    }

    /// The analysis that it was queued for is over.
    pub(crate) fn leave_queue(&mut self) {
        self.is_queued = false;
    }

    /// An analysis begins: what changes from here on outdates it once more. Returns whether one was
    /// due.
    pub(crate) fn begin_analysis(&mut self) -> bool {
        self.reads = self.reads.take().filter(|_| !self.is_outdated());
        self.outdated.take().is_some()
    }

    /// Stores the dependencies of an analysis; `false` if they have changed in `workspace` meanwhile.
    pub(crate) fn keep_reads(
        &mut self,
        reads: Option<Arc<Dependencies>>,
        workspace: Option<&Workspace>,
    ) -> bool {
        self.reads = reads;
        let holds = match (&self.reads, workspace) {
            (Some(reads), Some(workspace)) => workspace.confirms(reads),
            _ => true,
        };
        if !holds {
            self.outdate();
        }
        holds
    }
}

/// Diagnostics that the client shows.
impl OpenDocument {
    /// Returns `true` if the client got diagnostics, even an empty list.
    pub(crate) fn was_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Returns the diagnostics that the client has, or will get with its next pull.
    pub(crate) fn shown(&self) -> &[Diagnostic] {
        self.shown.as_deref().unwrap_or_default()
    }

    /// The client shows this from before the document was opened.
    pub(crate) fn inherit(&mut self, shown: Vec<Diagnostic>) {
        self.shown = Some(shown);
    }

    /// Returns the diagnostics that the client has, if they are current.
    pub(crate) fn shown_now(&self) -> Option<&[Diagnostic]> {
        self.shown.as_deref().filter(|_| self.holds())
    }

    /// Returns all diagnostics of the newest text, even if not shown yet; `None` if they are unknown.
    pub(crate) fn found_now(&self) -> Option<&TypedDiagnostics> {
        let is_known = self.shown.is_some() && self.holds();
        is_known.then_some(&self.found)
    }

    fn holds(&self) -> bool {
        let is_fresh =
            !self.is_outdated() && !self.client_marks_stale && self.left_out == Some(false);
        // While an analysis runs, the diagnostics are unknown.
        is_fresh && self.reads.is_some()
    }

    /// Stores the diagnostics of the newest text. Returns those to show, and the previous ones.
    pub(crate) fn take_found(
        &mut self,
        found: TypedDiagnostics,
    ) -> (Vec<Diagnostic>, TypedDiagnostics) {
        let before = std::mem::replace(&mut self.found, found);
        (self.found.due(self.typing_state), before)
    }

    /// Returns `true` if diagnostics are shown once the author is idle.
    pub(crate) fn waits_for_idle(&self) -> bool {
        self.found.is_more_due(self.typing_state, TypingState::Idle)
    }

    /// Moves to a later typing state. Returns the diagnostics to publish, if they are known and more
    /// than before.
    pub(crate) fn advance_typing_state(
        &mut self,
        typing_state: TypingState,
    ) -> Option<Vec<Diagnostic>> {
        if self.typing_state >= typing_state {
            return None;
        }
        self.typing_state = typing_state;
        self.news()
    }

    /// Called when the folder is loaded. If it confirms the provisional inputs of the last analysis, all its
    /// diagnostics are valid. Returns the diagnostics to show now, if these are more.
    pub(crate) fn settle(&mut self) -> Option<Vec<Diagnostic>> {
        if self.is_outdated() || self.reads.is_none() || !self.found.settle() {
            return None;
        }
        if self.shown_now().is_none() {
            self.outdate();
        }
        self.news()
    }

    fn news(&self) -> Option<Vec<Diagnostic>> {
        let due = self.found.due(self.typing_state);
        let is_news = self.shown_now().is_some_and(|shown| shown != due);
        is_news.then_some(due)
    }

    /// Returns `true` if `diagnostics` of `document`, its newest text, must be published.
    pub(crate) fn is_news(&self, diagnostics: &[Diagnostic], document: &Document) -> bool {
        let shown = self.shown.as_deref().unwrap_or_default();
        let marks_moved =
            self.client_marks_stale && (document.kind().is_some() || !shown.is_empty());
        shown != diagnostics || marks_moved
    }

    /// Returns `true` if a client that pulls must pull again because of `diagnostics`. It does so
    /// by itself after its own change, but not after a change in another file.
    pub(crate) fn differs_from_shown(&self, diagnostics: &[Diagnostic]) -> bool {
        !self.client_marks_stale && self.shown.as_ref().is_some_and(|it| it != diagnostics)
    }

    /// Records that the client gets `diagnostics`.
    pub(crate) fn show(&mut self, diagnostics: Vec<Diagnostic>) {
        (self.shown, self.client_marks_stale) = (Some(diagnostics), false);
    }

    /// Records that the client gets an empty list; `false` if it had no diagnostics.
    pub(crate) fn clear_shown(&mut self) -> bool {
        self.shown.take().is_some_and(|shown| !shown.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(stamps: &mut Revisions) -> OpenDocument {
        let location = DocumentLocation {
            folder: FolderId::new(),
            path: "a.yml".into(),
        };
        OpenDocument::new("a", 1, location, stamps.next())
    }

    #[test]
    fn a_client_that_pulls_has_time_to_ask_for_what_it_changed() {
        let mut open = opened(&mut Revisions::default());
        assert_eq!(open.due(true), open.due(false).map(|it| it + DEBOUNCE_MAX));
        // It does not know that something else changed.
        open.show(Vec::new());
        assert_eq!(open.due(true), open.due(false));
        assert!(open.begin_analysis());
        assert_eq!(open.due(true), None);
    }

    #[test]
    fn nobody_wants_a_text_that_is_edited_or_closed() {
        let mut stamps = Revisions::default();
        let mut open = opened(&mut stamps);
        let first = open.cancellation();
        assert!(!first.is_cancelled());
        open.edit(&[], Column::Utf16, 2, stamps.next());
        let second = open.cancellation();
        assert!(first.is_cancelled() && !second.is_cancelled());
        drop(open);
        assert!(second.is_cancelled());
    }
}
