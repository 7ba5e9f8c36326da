//! An open document and how fresh everything about it is. Nobody else touches what says so.
//!
//! What must stay true: every change of the text has a [`Revision`] of its own, and work on a text is
//! kept only if [`OpenDocument::is_at`] still says its stamp. What is shown is outdated
//! ([`OpenDocument::is_outdated`]) from the moment something changes that an analysis looked up
//! until the next one begins; one that runs is asked at its end whether it still holds.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use azml_rules::document::Document;
use azml_rules::text::Column;
use azml_rules::workspace::{Dependencies, Workspace};
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

/// Where stamps come from.
#[derive(Default)]
pub(crate) struct Revisions(u64);

impl Revisions {
    pub(crate) fn next(&mut self) -> Revision {
        self.0 += 1;
        Revision(self.0)
    }
}

/// Cancelled once the text it belongs to is edited or closed. Work that takes long asks now and then,
/// without the lock of the state.
#[derive(Clone)]
pub(crate) struct CancellationToken(Weak<()>);

impl CancellationToken {
    /// A token of a text that is not open.
    pub(crate) fn cancelled() -> Self {
        Self(Weak::new())
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// Where an open document belongs.
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
    /// Not YAML: nothing is ever said about it.
    is_foreign: bool,
    /// Whether `exclude` leaves it out, as on the command line; not known before the disk was
    /// asked.
    left_out: Option<bool>,
    stamp: Revision,
    /// Lives as long as this state of the text is the newest.
    cancellation: Arc<()>,
    /// Somebody is about to analyze it, or does.
    is_queued: bool,
    /// The state of the text that the folder's workspace has.
    parsed: Option<Revision>,
    /// What is shown may be outdated, by these changes.
    outdated: Option<PendingChanges>,
    /// How long to wait for more of them: what the last analysis cost decides. Whoever opens a
    /// document does not type in it.
    debounce: Duration,
    /// Its own text changed since something was shown: the client has moved or dropped marks by
    /// itself.
    client_marks_stale: bool,
    /// What the last analysis looked up: nothing has to be done while that says the same. `None`
    /// while one runs.
    reads: Option<Arc<Dependencies>>,
    /// What the last analysis found.
    found: TypedDiagnostics,
    typing_state: TypingState,
    /// What the client was told, or will be told when it asks.
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

    /// Whether nothing is said about it.
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

    /// Makes it belong elsewhere.
    pub(crate) fn move_to(&mut self, location: DocumentLocation) {
        (self.location, self.parsed, self.left_out) = (location, None, None);
        self.outdate();
    }
}

/// Is it left out?
impl OpenDocument {
    /// Whether the disk was not asked yet.
    pub(crate) fn is_left_out_unknown(&self) -> bool {
        self.left_out.is_none()
    }

    pub(crate) fn know_left_out(&mut self, left_out: bool) {
        self.left_out = Some(left_out);
    }

    /// Lets the disk be asked again.
    pub(crate) fn forget_left_out(&mut self) {
        self.left_out = None;
    }
}

/// Is the newest text parsed?
impl OpenDocument {
    pub(crate) fn stamp(&self) -> Revision {
        self.stamp
    }

    /// Whether this state of the text is still wanted.
    pub(crate) fn cancellation(&self) -> CancellationToken {
        CancellationToken(Arc::downgrade(&self.cancellation))
    }

    /// Whether the text is still that of `stamp`.
    pub(crate) fn is_at(&self, stamp: Revision) -> bool {
        self.stamp == stamp
    }

    /// Whether the folder's workspace has the newest text.
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

    /// Lets it be parsed and analyzed anew, whatever was looked up.
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

    /// When it is to be analyzed, unless it changes again; `None` while it is in the queue, and
    /// where what is shown holds. A client that `pulls` asks by itself after each change of the text:
    /// nothing is done twice.
    pub(crate) fn due(&self, pulls: bool) -> Option<Instant> {
        let changes = self.outdated.filter(|_| !self.is_queued)?;
        let will_ask = pulls && self.client_marks_stale;
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

    /// What the last analysis looked up; `None` while one runs.
    pub(crate) fn reads(&self) -> Option<&Arc<Dependencies>> {
        self.reads.as_ref()
    }

    /// Its turn has come: it is in the queue from now on.
    pub(crate) fn enter_queue(&mut self) {
        self.is_queued = true;
    }

    /// Whether an analysis of it is under way.
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

    /// Keeps what an analysis looked up; `false` where that is another in `workspace` by now.
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

/// What does the client show?
impl OpenDocument {
    /// Whether the client was told something, be it that there is nothing.
    pub(crate) fn was_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// What the client was told, or will be told when it asks.
    pub(crate) fn shown(&self) -> &[Diagnostic] {
        self.shown.as_deref().unwrap_or_default()
    }

    /// The client shows this from before the document was opened.
    pub(crate) fn inherit(&mut self, shown: Vec<Diagnostic>) {
        self.shown = Some(shown);
    }

    /// What the client was told, if that still holds.
    pub(crate) fn shown_now(&self) -> Option<&[Diagnostic]> {
        self.shown.as_deref().filter(|_| self.holds())
    }

    /// All that is found in the newest text, also what is not shown yet; `None` where nobody knows.
    pub(crate) fn found_now(&self) -> Option<&TypedDiagnostics> {
        let is_known = self.shown.is_some() && self.holds();
        is_known.then_some(&self.found)
    }

    fn holds(&self) -> bool {
        let is_fresh =
            !self.is_outdated() && !self.client_marks_stale && self.left_out == Some(false);
        // While an analysis runs nobody knows.
        is_fresh && self.reads.is_some()
    }

    /// Takes what is found in the newest text. Returns what the client is told of it, and what was found
    /// before.
    pub(crate) fn take_found(
        &mut self,
        found: TypedDiagnostics,
    ) -> (Vec<Diagnostic>, TypedDiagnostics) {
        let before = std::mem::replace(&mut self.found, found);
        (self.found.due(self.typing_state), before)
    }

    /// Whether something that is found is shown once nothing was written for a moment.
    pub(crate) fn waits_for_idle(&self) -> bool {
        self.found.is_more_due(self.typing_state, TypingState::Idle)
    }

    /// The author writes no longer as before. Returns what the client is told now, where that is
    /// more and known.
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

    /// The folder is read. Where it says what the last analysis was told, all that was found holds.
    /// Returns what the client is told now, where that is more.
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

    /// Whether a client that waits is to be told `diagnostics` of `document`, its newest text.
    pub(crate) fn is_news(&self, diagnostics: &[Diagnostic], document: &Document) -> bool {
        let shown = self.shown.as_deref().unwrap_or_default();
        let marks_moved =
            self.client_marks_stale && (document.kind().is_some() || !shown.is_empty());
        shown != diagnostics || marks_moved
    }

    /// Whether a client that asks is to ask again, because it finds `diagnostics` now. Its own
    /// change makes it ask; a change elsewhere does not.
    pub(crate) fn is_news_from_elsewhere(&self, diagnostics: &[Diagnostic]) -> bool {
        !self.client_marks_stale && self.shown.as_ref().is_some_and(|it| it != diagnostics)
    }

    /// The client is told `diagnostics`.
    pub(crate) fn show(&mut self, diagnostics: Vec<Diagnostic>) {
        (self.shown, self.client_marks_stale) = (Some(diagnostics), false);
    }

    /// The client is told that there is nothing any more; `false` where it was not told anything.
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
