//! A document as of its newest text, parsed, with everything around it. Runs on blocking threads;
//! the lock is held only to take a snapshot and to store a tree, and the tree of an old text is
//! thrown away.

use std::sync::Arc;

use azml_rules::cancellation::{Cancelled, Shield};
use azml_rules::document::{Document, Kind, ParseCache};
use azml_rules::text::TextRange;
use tower_lsp::lsp_types::{Position, Range, Url};

use super::document::TextDocument;
use super::folder::{Folder, LoadedConfig, WorkspaceSnapshot};
use super::open_document::{CancellationToken, OpenDocument, Revision};
use super::referenced_files;
use super::state::{Shared, State};
use crate::config::Configs;
use crate::guarded::guarded;
use crate::loading::{FileEnvironment, Request};
use crate::lsp::protocol::client_features::ClientFeatures;
use crate::lsp::protocol::{position, uri};
use crate::lsp::scheduling::client_message::Outgoing;
use azml_ide::Site;
use azml_ide::navigation::used_by;

/// An open document as of one text, with everything around it.
pub(crate) struct DocumentSnapshot {
    pub(crate) url: Url,
    pub(crate) document: Arc<Document>,
    pub(crate) view: WorkspaceSnapshot,
    pub(crate) version: i32,
    pub(crate) client: ClientFeatures,
    /// Configuration as of its last loading, if the document is an active configuration or inventory file.
    pub(crate) config: Option<LoadedConfig>,
    /// Position of the last edit.
    pub(crate) writing_spot: Option<u32>,
    /// `true` for a cell of a notebook, whose first line is not part of the file.
    pub(crate) is_cell: bool,
    stamp: Revision,
    cancellation: CancellationToken,
}

impl DocumentSnapshot {
    /// Returns the newest state of `url`, parsed if necessary. `None` for documents that are not
    /// analyzed, and if the text changed meanwhile.
    pub(crate) fn newest(shared: &Shared, url: &Url) -> Option<Self> {
        // It changes the state in several steps.
        let _shield = Shield::new();
        let opened = shared.lock().open.opened(url)?.0.clone();
        let url = &opened;
        ask_settings(shared, url);
        if let Some(current) = stored(shared, url) {
            return Some(current);
        }
        parse(shared, url)?;
        referenced_files::read(shared, url);
        stored(shared, url)
    }

    /// A file that is not open, as its folder has it.
    pub(crate) fn of_closed(
        url: Url,
        document: Arc<Document>,
        view: WorkspaceSnapshot,
        client: ClientFeatures,
    ) -> Self {
        Self {
            url,
            document,
            view,
            version: 0,
            client,
            config: None,
            writing_spot: None,
            is_cell: false,
            stamp: Revision::default(),
            cancellation: CancellationToken::cancelled(),
        }
    }

    /// This document once every other open one of its folder is parsed in its newest state; `None`
    /// where they were so already, or where the text changed meanwhile.
    pub(crate) fn with_others(&self, shared: &Shared) -> Option<Self> {
        let mut parsed = 0;
        for url in unparsed_beside(shared, &self.url)? {
            parsed += usize::from(Self::newest(shared, &url).is_some());
        }
        if parsed == 0 {
            return None;
        }
        Self::newest(shared, &self.url).filter(|newer| newer.is_of(self.stamp))
    }

    /// Parses every open document in its newest state, for answers about whole folders.
    pub(crate) fn parse_all(shared: &Shared) {
        let open: Vec<Url> = shared
            .lock()
            .open
            .iter()
            .map(|(url, _)| url.clone())
            .collect();
        for url in &open {
            let _ = Self::newest(shared, url);
        }
    }

    /// Returns `true` if it has the text of revision `stamp`.
    pub(crate) fn is_of(&self, stamp: Revision) -> bool {
        self.stamp == stamp
    }

    /// Returns the result of `work`, which ends early once the text is edited or closed.
    pub(crate) fn cancellable<T>(&self, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
        self.cancellation.cancellable(work)
    }

    /// Returns `true` if `open` still has the same text.
    pub(crate) fn is_text_of(&self, open: &OpenDocument) -> bool {
        open.is_at(self.stamp)
    }

    /// Returns `true` if the text is still the newest one.
    pub(crate) fn is_newest(&self, shared: &Shared) -> bool {
        let state = shared.lock();
        let open = state.open.get(&self.url);
        open.is_some_and(|open| self.is_text_of(open))
    }

    /// Calls `look` with the view of the document that editor features use.
    pub(crate) fn site<T>(&self, look: impl FnOnce(&Site<'_>) -> T) -> T {
        self.view.site(&self.document, look)
    }

    /// `at` as the client counts.
    pub(crate) fn range(&self, at: TextRange) -> Range {
        let document = &self.document;
        position::range(document.text(), document.lines(), at, self.client.unit)
    }

    /// The offset of a place of the client.
    pub(crate) fn offset(&self, at: Position) -> u32 {
        let document = &self.document;
        position::offset(document.text(), document.lines(), at, self.client.unit)
    }

    /// The offsets of a range of the client.
    pub(crate) fn offsets(&self, range: Range) -> TextRange {
        TextRange::new(self.offset(range.start), self.offset(range.end))
    }
}

/// Checks the settings on disk, once after opening and after each loading of the folder. Before the
/// first loading, they apply immediately.
fn ask_settings(shared: &Shared, url: &Url) {
    let (home, unread) = {
        let state = shared.lock();
        let open = state.open.get(url);
        let Some(open) = open.filter(|open| open.is_left_out_unknown()) else {
            return;
        };
        let unread = state.folder_of(open).filter(|folder| folder.is_unread());
        let request = |folder: &Folder| Request {
            options: state.client.options(&shared.options),
            ..folder.request().clone()
        };
        (open.location().clone(), unread.map(request))
    };
    let path = uri::path_of(url);
    let around = path.as_ref().zip(unread);
    let around = around.map(|(path, request)| FileEnvironment::of(path, &request));
    let left_out = match (&around, path) {
        (Some(around), _) => around.leaves_out,
        (None, Some(path)) => Configs::new(shared.options.clone()).leaves_out(&path),
        (None, None) => false,
    };
    let mut state = shared.lock();
    let folder = state.folders.get_mut(&home.folder);
    if let Some(folder) = folder.filter(|folder| folder.is_unread())
        && let Some(around) = around
    {
        around.hold_in(folder.workspace_mut());
    }
    if let Some(open) = state.open.get_mut(url).filter(|it| *it.location() == home) {
        open.know_left_out(left_out);
    }
}

/// The newest state of `url`, if it is parsed.
fn stored(shared: &Shared, url: &Url) -> Option<DocumentSnapshot> {
    let mut state = shared.lock();
    let state = &mut *state;
    let open = state.open.get(url)?;
    if open.is_silent() || !open.is_parsed() {
        return None;
    }
    let path = &open.location().path;
    let folder = state.folders.get_mut(&open.location().folder)?;
    folder.set_schema_checks(state.client.schema_checks);
    Some(DocumentSnapshot {
        url: url.clone(),
        document: folder.workspace().document(path)?.clone(),
        view: folder.view(),
        version: open.version(),
        client: state.client,
        config: folder.config(path),
        writing_spot: open.text().writing_spot(),
        is_cell: open.is_cell(),
        stamp: open.stamp(),
        cancellation: open.cancellation(),
    })
}

/// Parses the newest text of `url` into its folder, unless it changes meanwhile.
fn parse(shared: &Shared, url: &Url) -> Option<()> {
    let (text, path, stamp, before, cache, client) = {
        let state = shared.lock();
        let open = state.served(url)?;
        let path = open.location().path.clone();
        let folder = state.folder_of(open);
        let before = folder.and_then(|folder| folder.workspace().document(&path).cloned());
        let cache = folder.map(|folder| folder.request().parse_cache.clone());
        (
            open.text().clone(),
            path,
            open.stamp(),
            before,
            cache.unwrap_or_default(),
            state.client,
        )
    };
    let document = match guarded(|| parsed(&cache, path, before.as_deref(), &text)) {
        Ok(document) => document,
        Err(message) => {
            shared.send(Outgoing::Log(format!("{url}: {message}")));
            return None;
        }
    };
    let is_compute = document.kind().is_some_and(Kind::is_compute);
    let uses_others = client.refreshes_lenses && uses_change(before.as_deref(), &document);
    let mut state = shared.lock();
    if !state.store(url, stamp, document) {
        return Some(());
    }
    // Those that looked it up are outdated now.
    shared.wake.notify_one();
    if is_compute {
        // Jobs in other tabs show its nodes and its cost.
        shared.send(Outgoing::Refresh(state.client));
    } else if uses_others {
        // Lenses such as "used by 2 pipelines" of other documents change.
        shared.send(Outgoing::RefreshLenses);
    }
    Some(())
}

/// The document of `text`; `before`: as it was when it was parsed last.
fn parsed(
    cache: &ParseCache,
    path: Arc<str>,
    before: Option<&Document>,
    text: &TextDocument,
) -> Document {
    match before {
        Some(before) => Document::edited_after(before, text.text(), text.edited()),
        None if text.edited().is_empty() => Document::cached(cache, path, text.text()),
        None => Document::edited(path, text.text(), text.edited()),
    }
}

fn uses_change(before: Option<&Document>, document: &Document) -> bool {
    before.map(used_by::uses_of).unwrap_or_default() != used_by::uses_of(document)
}

/// Returns the other open documents of the folder of `url` whose newest text is not parsed.
fn unparsed_beside(shared: &Shared, url: &Url) -> Option<Vec<Url>> {
    let state = shared.lock();
    let folder = &state.open.get(url)?.location().folder;
    let mut unparsed = Vec::new();
    for (url, open) in state.open.iter() {
        if open.location().folder == *folder && !open.is_silent() && !open.is_parsed() {
            unparsed.push(url.clone());
        }
    }
    Some(unparsed)
}

/// A document as it was at one moment: its text, and what stood around it.
pub(crate) struct UnparsedSnapshot {
    url: Url,
    text: TextDocument,
    path: Arc<str>,
    view: WorkspaceSnapshot,
    version: i32,
    client: ClientFeatures,
    stamp: Revision,
    cancellation: CancellationToken,
}

impl UnparsedSnapshot {
    /// `None` for a document without diagnostics.
    pub(crate) fn new(state: &State, url: &Url) -> Option<Self> {
        let (url, open) = state.open.opened(url)?;
        if open.is_silent() {
            return None;
        }
        Some(Self {
            url: url.clone(),
            text: open.text().clone(),
            path: open.location().path.clone(),
            view: state.folder_of(open)?.view(),
            version: open.version(),
            client: state.client,
            stamp: open.stamp(),
            cancellation: open.cancellation(),
        })
    }

    /// Updates the view of the folder to the current one.
    pub(crate) fn look_around(&mut self, state: &State) {
        let open = state.open.get(&self.url);
        if let Some(folder) = open.and_then(|open| state.folder_of(open)) {
            self.view = folder.view();
        }
    }

    /// The state of then, also where the text has changed since.
    pub(crate) fn current(mut self, shared: &Shared) -> Option<DocumentSnapshot> {
        let newest = DocumentSnapshot::newest(shared, &self.url);
        if let Some(current) = newest.filter(|newest| newest.is_of(self.stamp)) {
            return Some(current);
        }
        shared.lock().served(&self.url)?;
        let before = self.view.workspace.document(&self.path).cloned();
        let parsed = guarded(|| {
            parsed(
                &ParseCache::default(),
                self.path,
                before.as_deref(),
                &self.text,
            )
        });
        let document = Arc::new(parsed.ok()?);
        Arc::make_mut(&mut self.view.workspace).insert(document.clone());
        Some(DocumentSnapshot {
            url: self.url,
            document,
            view: self.view,
            version: self.version,
            client: self.client,
            config: None,
            writing_spot: self.text.writing_spot(),
            is_cell: self.text.is_cell(),
            stamp: self.stamp,
            cancellation: self.cancellation,
        })
    }
}
