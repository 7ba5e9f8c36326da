//! Analysis of open documents and publication of the diagnostics. A result of an old text is
//! dropped: only [`analyze`] runs an analysis, and it stores the result under the same lock under
//! which it checks the revision.

use std::ops::RangeInclusive;
use std::sync::Arc;

use azml_rules::cancellation::Shield;
use azml_rules::workspace::Dependencies;
use azml_rules::{analyze_tracked, diagnostic};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep};
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::client_message::Outgoing;
use super::typing_state::{PendingDiagnostic, TypedDiagnostics, TypingState};
use crate::guarded::guarded;
use crate::loading::GoingAhead;
use crate::lsp::protocol::client_features::Traces;
use crate::lsp::protocol::convert;
use crate::lsp::protocol::convert::{Converter, FixableDiagnostic};
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::folder::FolderId;
use crate::lsp::session::open_document::{OpenDocument, Revision};
use crate::lsp::session::state::{Shared, State};
use crate::lsp::session::state_reader::StateReader;
use crate::times::AUTHOR_IDLE_AFTER;
use azml_ide::diagnostics::writing::Writing;

/// Number of findings from which they are freed by another thread.
const MANY: usize = 500;

/// Analyzes `url` again and sends changed diagnostics to the client.
pub(crate) fn publish(shared: &Arc<Shared>, url: &Url) {
    if !shared.lock().begin_analysis(url) {
        // The client pulled it meanwhile.
        return;
    }
    let published = analyze(shared, url, |open, current, diagnostics| {
        tell(shared, open, current, diagnostics);
    });
    if published.is_none() {
        clear_if_silent(shared, url);
    }
}

/// Returns the diagnostics for a client that pulls; `None` if the text changed meanwhile.
pub(crate) fn pull(shared: &Arc<Shared>, url: &Url) -> Option<Vec<Diagnostic>> {
    // Others need the result, too: a request that is cancelled does not end it.
    let _shield = Shield::new();
    let served = shared.lock().served(url).map(OpenDocument::is_cell);
    // The findings of a cell are published: they would be there twice.
    if served != Some(false) {
        return Some(Vec::new());
    }
    if let Some(shown) = shown_now(shared, url) {
        return Some(shown);
    }
    shared.lock().begin_analysis(url);
    analyze(shared, url, |open, _, diagnostics| {
        open.show(diagnostics.clone());
        diagnostics
    })
}

/// All that is found in the newest text with its fixes, also what is not shown while it is being
/// written; `None` where the text changed meanwhile.
pub(crate) fn newest_diagnostics(
    shared: &Shared,
    current: &DocumentSnapshot,
) -> Option<Vec<FixableDiagnostic>> {
    let known = shared.lock().open.get(&current.url)?.found_now().cloned();
    let found = known.or_else(|| Some(diagnostics(shared, current)?.0))?;
    let converter = Converter::new(StateReader::new(shared), current);
    Some(converter.fixable(&found))
}

/// The author of every document but `written` has gone on: nothing is held back there any more.
pub(crate) fn leave_others(shared: &Shared, state: &mut State, written: &Url) {
    let pulls = state.client.pulls;
    for (url, open) in state.open.iter_mut() {
        if url != written {
            advance_typing_state(shared, pulls, url, open, TypingState::Left);
        }
    }
}

/// The author of `url` has gone on, or saves it.
pub(crate) fn leave(shared: &Shared, state: &mut State, url: &Url) {
    let pulls = state.client.pulls;
    if let Some(open) = state.open.get_mut(url) {
        advance_typing_state(shared, pulls, url, open, TypingState::Left);
    }
}

/// The cursor is in `lines` of `url`, as a request says that editors send when it moves. Its author
/// has gone on if that is not where something was written last.
pub(crate) fn leave_unless_in(shared: &Shared, url: &Url, lines: &RangeInclusive<u32>) {
    let mut state = shared.lock();
    let open = state.open.get(url);
    let line = open.and_then(|open| open.text().writing_line());
    if line.is_some_and(|line| !lines.contains(&line)) {
        leave(shared, &mut state, url);
    }
}

/// Shows what waits for a moment without a change.
async fn after_idle(shared: Arc<Shared>, url: Url, stamp: Revision) {
    sleep(AUTHOR_IDLE_AFTER).await;
    let mut state = shared.lock();
    let pulls = state.client.pulls;
    let open = state.open.get_mut(&url);
    if let Some(open) = open.filter(|open| open.is_at(stamp)) {
        advance_typing_state(&shared, pulls, &url, open, TypingState::Idle);
    }
}

/// The folder with `id` is read: what waited for that is shown where the folder says nothing new.
pub(crate) fn settle(shared: &Shared, state: &mut State, id: &FolderId) {
    let pulls = state.client.pulls;
    let open = state.open.iter_mut();
    for (url, open) in open.filter(|(_, open)| open.location().folder == *id) {
        if let Some(news) = open.settle() {
            tell_news(shared, pulls, url, open, news);
        }
    }
}

fn advance_typing_state(
    shared: &Shared,
    pulls: bool,
    url: &Url,
    open: &mut OpenDocument,
    typing_state: TypingState,
) {
    if let Some(news) = open.advance_typing_state(typing_state) {
        tell_news(shared, pulls, url, open, news);
    }
}

fn tell_news(
    shared: &Shared,
    pulls: bool,
    url: &Url,
    open: &mut OpenDocument,
    news: Vec<Diagnostic>,
) {
    shared.send(if open.is_pulled(pulls) {
        Outgoing::PullAgain
    } else {
        Outgoing::Diagnostics(url.clone(), news.clone(), Some(open.version()))
    });
    open.show(news);
}

fn shown_now(shared: &Shared, url: &Url) -> Option<Vec<Diagnostic>> {
    let state = shared.lock();
    let shown = state.open.get(url)?.shown_now()?;
    Some(shown.to_vec())
}

/// Analyzes the newest text of `url` and, unless that changes meanwhile, stores its dependencies
/// and lets `conclude` process the diagnostics under the lock.
fn analyze<T>(
    shared: &Arc<Shared>,
    url: &Url,
    conclude: impl FnOnce(&mut OpenDocument, &DocumentSnapshot, Vec<Diagnostic>) -> T,
) -> Option<T> {
    let _ahead = go_ahead(shared, url);
    let began = Instant::now();
    let current = DocumentSnapshot::newest(shared, url)?;
    let (mut found, reads) = diagnostics(shared, &current)?;
    let mut state = shared.lock();
    let open = state.open.get(url);
    open.filter(|open| current.is_text_of(open))?;
    if !state.keep_reads(url, reads) {
        shared.wake.notify_one();
    } else if state.is_read_around(url) {
        found.settle();
    }
    let open = state.open.get_mut(url)?;
    open.know_cost(began.elapsed());
    let (due, before) = open.take_found(found);
    if before.diagnostics.len() >= MANY {
        // Freeing thousands of findings takes time, and the client waits for the new ones.
        Handle::current().spawn_blocking(move || drop(before));
    }
    if open.waits_for_idle() {
        Handle::current().spawn(after_idle(shared.clone(), url.clone(), open.stamp()));
    }
    Some(conclude(open, &current, due))
}

/// The first findings of a long document go before the reading of its folder: both would take every
/// processor.
pub(crate) fn go_ahead(shared: &Shared, url: &Url) -> Option<GoingAhead> {
    let state = shared.lock();
    let open = state.served(url)?;
    let is_first = !open.was_shown() && !state.is_read_around(url);
    (is_first && open.text().is_long()).then(|| shared.precedence.go_ahead())
}

/// Publishes the changes, or requests a new pull from a client that pulls.
fn tell(
    shared: &Shared,
    open: &mut OpenDocument,
    current: &DocumentSnapshot,
    diagnostics: Vec<Diagnostic>,
) {
    if open.is_pulled(current.client.pulls) {
        if open.differs_from_shown(&diagnostics) {
            shared.send(Outgoing::PullAgain);
        }
        open.show(diagnostics);
    } else if open.is_news(&diagnostics, &current.document) {
        let (url, version) = (current.url.clone(), Some(current.version));
        shared.send(Outgoing::Diagnostics(url, diagnostics.clone(), version));
        open.show(diagnostics);
    }
}

/// Clears the diagnostics of a document that grew too large to be analyzed.
fn clear_if_silent(shared: &Shared, url: &Url) {
    let mut state = shared.lock();
    let Some(open) = state.open.get_mut(url) else {
        return;
    };
    if open.is_silent() && open.clear_shown() {
        let (url, version) = (url.clone(), Some(open.version()));
        shared.send(Outgoing::Diagnostics(url, Vec::new(), version));
    }
}

/// Returns the diagnostics of `current` as the protocol's types, and the dependencies of the
/// analysis; `None` if it was canceled.
fn diagnostics(
    shared: &Shared,
    current: &DocumentSnapshot,
) -> Option<(TypedDiagnostics, Option<Arc<Dependencies>>)> {
    let mut diagnostics = Vec::new();
    if let Some(config) = &current.config {
        for diagnostic in convert::config_diagnostics(config, current.client.unit) {
            diagnostics.push(PendingDiagnostic {
                diagnostic,
                wait: None,
                is_provisional: false,
            });
        }
        let findings = Arc::default();
        let found = TypedDiagnostics {
            diagnostics,
            findings,
        };
        return Some((found, None));
    }
    let (findings, reads) = look(shared, current)?;
    let converter = Converter::new(StateReader::new(shared), current);
    let spot = current.writing_spot;
    let writing = spot.and_then(|spot| Writing::at(&current.document, spot));
    for finding in &findings {
        diagnostics.push(PendingDiagnostic {
            diagnostic: converter.diagnostic(finding),
            wait: writing.as_ref().and_then(|writing| writing.wait(finding)),
            is_provisional: finding.is_provisional,
        });
    }
    let found = TypedDiagnostics {
        diagnostics,
        findings: Arc::new(findings),
    };
    Some((found, reads))
}

fn look(
    shared: &Shared,
    current: &DocumentSnapshot,
) -> Option<(Vec<diagnostic::Diagnostic>, Option<Arc<Dependencies>>)> {
    let path = current.document.path();
    let began = Instant::now();
    let analyzed = || analyze_tracked(&current.view.workspace, path);
    match current.cancellable(|| guarded(analyzed)).ok()? {
        Ok((findings, reads)) => {
            shared.secrets.learn(&current.document);
            let traces = shared.lock().client.traces;
            if traces != Traces::Off {
                let (count, lookups) = (findings.len(), reads.len());
                let message = format!("analyzed {path}: {count} findings, {lookups} lookups");
                let is_verbose = traces == Traces::Verbose;
                let verbose = is_verbose.then(|| format!("in {:?}", began.elapsed()));
                shared.send(Outgoing::Trace(message, verbose));
            }
            Some((findings, Some(Arc::new(reads))))
        }
        Err(message) => {
            shared.send(Outgoing::Log(format!("{}: {message}", current.url)));
            Some((Vec::new(), None))
        }
    }
}
