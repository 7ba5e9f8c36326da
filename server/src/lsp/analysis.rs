//! From the newest text of an open document to what is found in it. Runs on blocking threads; the lock is held only to
//! take a snapshot and to store a result, and a result of an old text is thrown away.

use std::path::PathBuf;
use std::sync::Arc;

use azml_rules::document::{Document, Kind};
use azml_rules::text::TextRange;
use azml_rules::workspace::Reads;
use azml_rules::{analyze_recording, diagnostic};
use tower_lsp::lsp_types::{Diagnostic, Range, Url};

use super::client::Features;
use super::convert::{self, Converter};
use super::document::TextDocument;
use super::folder::View;
use super::outgoing::Outgoing;
use super::state::{Shared, Stamp, State};
use crate::files::{self, Configs, FileProblem};
use crate::guarded::guarded;
use crate::ide::{Site, callers};

/// An open document as of its newest text, with everything around it.
pub(super) struct Current {
    pub(super) url: Url,
    pub(super) document: Arc<Document>,
    pub(super) view: View,
    pub(super) version: i32,
    pub(super) stamp: Stamp,
    pub(super) client: Features,
    /// Problems of a configuration file and the text they were found in.
    problems: (Vec<FileProblem>, Option<Arc<str>>),
}

/// The newest state of `url`, parsed if need be. `None` for what nothing is said about, and where the text changed
/// meanwhile.
pub(super) fn current(shared: &Shared, url: &Url) -> Option<Current> {
    ask_whether_left_out(shared, url);
    if let Some(current) = stored(shared, url) {
        return Some(current);
    }
    let (text, path, stamp, old, refreshes_lenses) = {
        let state = shared.lock();
        let open = state.open.get(url).filter(|open| !open.is_silent())?;
        let old = state
            .folders
            .get(&open.folder)
            .and_then(|folder| folder.workspace().document(&open.path))
            .cloned();
        (
            open.text.clone(),
            open.path.clone(),
            open.stamp,
            old,
            state.client.refreshes_lenses,
        )
    };
    let parse = || Document::edited(path, text.text(), text.edited());
    let document = match guarded(parse) {
        Ok(document) => document,
        Err(message) => {
            shared.send(Outgoing::Log(format!("{url}: {message}")));
            return None;
        }
    };
    let is_compute = document.kind().is_some_and(Kind::is_compute);
    let uses_others = refreshes_lenses
        && old.as_deref().map(callers::uses_of).unwrap_or_default() != callers::uses_of(&document);
    let mut state = shared.lock();
    if state.store(url, stamp, document) {
        // Those that looked it up are stale now.
        shared.wake.notify_one();
        if is_compute {
            // Jobs in other tabs show its nodes and its cost.
            shared.send(Outgoing::Refresh(state.client));
        } else if uses_others {
            // "used by 2 pipelines" stands in other tabs.
            shared.send(Outgoing::Refresh(Features {
                refreshes_hints: false,
                ..state.client
            }));
        }
    }
    drop(state);
    stored(shared, url)
}

/// A document as it was when it was asked about: its text, and what stood around it.
pub(super) struct Asked {
    url: Url,
    text: TextDocument,
    path: Arc<str>,
    view: View,
    version: i32,
    stamp: Stamp,
    client: Features,
}

impl Asked {
    /// `None` for what nothing is said about.
    pub(super) fn new(state: &State, url: &Url) -> Option<Self> {
        let open = state.open.get(url).filter(|open| !open.is_silent())?;
        Some(Self {
            url: url.clone(),
            text: open.text.clone(),
            path: open.path.clone(),
            view: state.folders.get(&open.folder)?.view(),
            version: open.version,
            stamp: open.stamp,
            client: state.client,
        })
    }

    /// The state of then, also where the text has changed since.
    pub(super) fn current(mut self, shared: &Shared) -> Option<Current> {
        if let Some(current) =
            current(shared, &self.url).filter(|current| current.stamp == self.stamp)
        {
            return Some(current);
        }
        if shared
            .lock()
            .open
            .get(&self.url)
            .is_none_or(super::state::Open::is_silent)
        {
            return None;
        }
        let parse = || Document::edited(self.path.clone(), self.text.text(), self.text.edited());
        let document = Arc::new(guarded(parse).ok()?);
        Arc::make_mut(&mut self.view.workspace).insert(document.clone());
        let Self {
            url,
            view,
            version,
            stamp,
            client,
            ..
        } = self;
        Some(Current {
            url,
            document,
            view,
            version,
            stamp,
            client,
            problems: (Vec::new(), None),
        })
    }
}

/// Asks the settings on disk, once after opening and after each loading of the folder.
fn ask_whether_left_out(shared: &Shared, url: &Url) {
    let unknown = shared
        .lock()
        .open
        .get(url)
        .is_some_and(|open| open.left_out.is_none());
    if !unknown {
        return;
    }
    let mut configs = Configs::new(shared.options.clone());
    let ask = |path: PathBuf| configs.leaves_out(&files::absolute(&path));
    let left_out = url.to_file_path().is_ok_and(ask);
    if let Some(open) = shared.lock().open.get_mut(url) {
        open.left_out = Some(left_out);
    }
}

/// The newest state of `url`, if it is parsed.
fn stored(shared: &Shared, url: &Url) -> Option<Current> {
    let mut state = shared.lock();
    let state = &mut *state;
    let open = state
        .open
        .get(url)
        .filter(|open| !open.is_silent() && open.parsed == Some(open.stamp))?;
    let folder = state.folders.get_mut(&open.folder)?;
    folder.set_schema_checks(state.client.schema_checks);
    let (problems, text) = folder.problems_of(&open.path);
    Some(Current {
        url: url.clone(),
        document: folder.workspace().document(&open.path)?.clone(),
        view: folder.view(),
        version: open.version,
        stamp: open.stamp,
        client: state.client,
        problems: (problems.into_iter().cloned().collect(), text),
    })
}

impl Current {
    /// What features of the editor look at.
    pub(super) fn site<T>(&self, look: impl FnOnce(&Site<'_>) -> T) -> T {
        let text_of = |path: &str| self.view.texts.get(path).cloned();
        look(&Site::new(
            &self.document,
            &self.view.workspace,
            &self.view.root,
            &text_of,
        ))
    }

    /// `at` as the client counts.
    pub(super) fn range(&self, at: TextRange) -> Range {
        convert::range(
            self.document.text(),
            self.document.lines(),
            at,
            self.client.unit,
        )
    }

    /// What the rules find, and what they looked up for it.
    pub(super) fn analyze(
        &self,
        shared: &Shared,
    ) -> (Vec<diagnostic::Diagnostic>, Option<Arc<Reads>>) {
        let path = self.document.path();
        match guarded(|| analyze_recording(&self.view.workspace, path)) {
            Ok((found, reads)) => {
                if self.client.traces {
                    let (findings, lookups) = (found.len(), reads.len());
                    let message =
                        format!("analysed {path}: {findings} findings, {lookups} look-ups");
                    shared.send(Outgoing::Trace(message));
                }
                (found, Some(Arc::new(reads)))
            }
            Err(message) => {
                shared.send(Outgoing::Log(format!("{}: {message}", self.url)));
                (Vec::new(), None)
            }
        }
    }

    /// What the client is told.
    pub(super) fn diagnostics(&self, shared: &Shared) -> (Vec<Diagnostic>, Option<Arc<Reads>>) {
        if let (problems, Some(text)) = &self.problems {
            return (convert::problems(problems, text, self.client.unit), None);
        }
        let (found, reads) = self.analyze(shared);
        let converter = Converter::new(shared, self);
        (
            found
                .iter()
                .map(|diagnostic| converter.diagnostic(diagnostic))
                .collect(),
            reads,
        )
    }

    /// What the client was told, if that is up to date, else what it will be told.
    pub(super) fn newest_diagnostics(&self, shared: &Shared) -> Vec<Diagnostic> {
        up_to_date(shared, &self.url).unwrap_or_else(|| self.diagnostics(shared).0)
    }

    /// Whether the text is still the same.
    pub(super) fn is_newest(&self, shared: &Shared) -> bool {
        shared
            .lock()
            .open
            .get(&self.url)
            .is_some_and(|open| open.stamp == self.stamp)
    }
}

/// What the client was told of `url`, if that still holds.
fn up_to_date(shared: &Shared, url: &Url) -> Option<Vec<Diagnostic>> {
    let state = shared.lock();
    let open = state
        .open
        .get(url)
        .filter(|open| !open.stale && !open.touched && open.left_out == Some(false))?;
    // While an analysis runs nobody knows.
    open.shown.clone().filter(|_| open.reads.is_some())
}

/// Looks at `url` again and tells the client what is different.
pub(super) fn publish(shared: &Shared, url: &Url) {
    if !shared.lock().begin(url) {
        // The client pulled it meanwhile.
        return;
    }
    let current = current(shared, url);
    clear_if_silent(shared, url);
    let Some(current) = current else { return };
    let (found, reads) = current.diagnostics(shared);
    let is_ours = current.document.kind().is_some();
    let mut state = shared.lock();
    if state
        .open
        .get(url)
        .is_some_and(|open| open.stamp == current.stamp)
        && !state.keep_reads(url, reads)
    {
        shared.wake.notify_one();
    }
    let pull = state.client.pull;
    let Some(open) = state
        .open
        .get_mut(url)
        .filter(|open| open.stamp == current.stamp)
    else {
        return;
    };
    let told = open.shown.as_deref().unwrap_or_default();
    let differs = told != found;
    let marks_moved = open.touched && (is_ours || !told.is_empty());
    match pull {
        true => {
            // Its own change makes the client pull; a change elsewhere does not.
            if differs && !open.touched && open.shown.is_some() {
                shared.send(Outgoing::PullAgain);
            }
            (open.shown, open.touched) = (Some(found), false);
        }
        false if differs || marks_moved => {
            shared.send(Outgoing::Diagnostics(
                url.clone(),
                found.clone(),
                Some(current.version),
            ));
            (open.shown, open.touched) = (Some(found), false);
        }
        false => {}
    }
}

/// A document that grew too large says nothing any more, and neither does what was said before.
fn clear_if_silent(shared: &Shared, url: &Url) {
    let mut state = shared.lock();
    let Some(open) = state.open.get_mut(url).filter(|open| open.is_silent()) else {
        return;
    };
    if open.shown.take().is_some_and(|shown| !shown.is_empty()) {
        let message = Outgoing::Diagnostics(url.clone(), Vec::new(), Some(open.version));
        shared.send(message);
    }
}

/// What a client that pulls is told; `None` where the text changed meanwhile.
pub(super) fn pull(shared: &Shared, url: &Url) -> Option<Vec<Diagnostic>> {
    let silent = shared
        .lock()
        .open
        .get(url)
        .is_none_or(super::state::Open::is_silent);
    if silent {
        return Some(Vec::new());
    }
    if let Some(shown) = up_to_date(shared, url) {
        return Some(shown);
    }
    shared.lock().begin(url);
    let current = current(shared, url)?;
    let (found, reads) = current.diagnostics(shared);
    let mut state = shared.lock();
    state
        .open
        .get(url)
        .filter(|open| open.stamp == current.stamp)?;
    if !state.keep_reads(url, reads) {
        shared.wake.notify_one();
    }
    let open = state.open.get_mut(url)?;
    (open.shown, open.touched) = (Some(found.clone()), false);
    Some(found)
}
