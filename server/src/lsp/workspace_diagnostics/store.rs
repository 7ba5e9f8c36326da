//! Diagnostics of the files that are not open, if the user wants to see the whole folder.
//!
//! Only the data and its freshness; [`super::run`] does the work.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use azml_rules::workspace::{Dependencies, Workspace};
use tokio::time::Instant;
use tower_lsp::lsp_types::{Diagnostic, Url};

use crate::lsp::scheduling::debounce::PendingChanges;
use crate::lsp::session::open_document::OpenDocument;
use crate::times::{WORKSPACE_DEBOUNCE, WORKSPACE_DEBOUNCE_TOTAL_MAX};

/// Files whose findings the client shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiagnosticMode {
    /// Those of the documents that are open.
    OpenFilesOnly,
    /// Those of every file in the folders that are open.
    Workspace,
}

impl DiagnosticMode {
    /// Parses the value of the setting; `None` if it is not a mode.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "openFilesOnly" => Some(Self::OpenFilesOnly),
            "workspace" => Some(Self::Workspace),
            _ => None,
        }
    }

    /// The name of it in settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OpenFilesOnly => "openFilesOnly",
            Self::Workspace => "workspace",
        }
    }
}

/// A file that is not open.
pub(crate) struct ClosedFile {
    pub(crate) url: Url,
    /// Diagnostics that the client has, or gets with its next pull.
    shown: Vec<Diagnostic>,
    /// Dependencies of the last analysis; `None` before the first.
    reads: Option<Arc<Dependencies>>,
}

impl ClosedFile {
    /// Creates a file without diagnostics.
    pub(crate) fn new(url: Url) -> Self {
        Self {
            url,
            shown: Vec::new(),
            reads: None,
        }
    }

    /// One that was open.
    pub(crate) fn closed(url: Url, open: &OpenDocument) -> Self {
        Self {
            shown: open.shown().to_vec(),
            ..Self::new(url)
        }
    }

    pub(crate) fn shown(&self) -> &[Diagnostic] {
        &self.shown
    }

    /// Takes what is found. Returns whether that is another than before.
    pub(crate) fn take_found(
        &mut self,
        found: Vec<Diagnostic>,
        reads: Option<Arc<Dependencies>>,
    ) -> bool {
        self.reads = reads;
        let is_news = self.shown != found;
        self.shown = found;
        is_news
    }
}

/// Every file that is not open and was looked at.
#[derive(Default)]
pub(crate) struct ClosedFiles {
    files: BTreeMap<Arc<str>, ClosedFile>,
    /// Since when findings may be others.
    outdated: Option<PendingChanges>,
    /// `true` while a round runs.
    is_running: bool,
    /// `true` if inputs of rules on disk may have changed.
    disk_changed: bool,
    /// The round that runs has found something else than those before.
    has_news: bool,
    /// `true` if the client pulls them, so that they are not published.
    is_pulled: bool,
    /// Number of requests that wait for changes.
    waiting: usize,
    /// Paths on disk that the last round looked up.
    pub(crate) looked_up: Arc<BTreeSet<Box<str>>>,
}

impl ClosedFiles {
    pub(crate) fn get(&self, key: &str) -> Option<&ClosedFile> {
        self.files.get(key)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &ClosedFile)> {
        self.files.iter()
    }

    /// Returns the file with this key, adding it if necessary.
    pub(crate) fn at(&mut self, key: &Arc<str>, url: Url) -> &mut ClosedFile {
        self.files
            .entry(key.clone())
            .or_insert_with(|| ClosedFile::new(url))
    }

    pub(crate) fn insert(&mut self, key: Arc<str>, file: ClosedFile) {
        self.files.insert(key, file);
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<ClosedFile> {
        self.files.remove(key)
    }

    /// Returns the dependencies, by file.
    pub(crate) fn reads(&self) -> BTreeMap<Arc<str>, Arc<Dependencies>> {
        let mut reads = BTreeMap::new();
        for (key, file) in &self.files {
            reads.extend(file.reads.clone().map(|it| (key.clone(), it)));
        }
        reads
    }
}

/// Freshness.
impl ClosedFiles {
    /// Lets them be looked at again soon: where what was looked up is another.
    pub(crate) fn outdate(&mut self) {
        PendingChanges::add(&mut self.outdated);
    }

    /// Lets each be analyzed anew.
    pub(crate) fn outdate_all(&mut self) {
        self.files.values_mut().for_each(|file| file.reads = None);
        self.outdate();
    }

    /// Lets those be analyzed anew for which the disk has another answer now.
    pub(crate) fn ask_the_disk(&mut self) {
        self.disk_changed = true;
        self.outdate();
    }

    /// Returns the time of the next round, unless more changes.
    pub(crate) fn due(&self) -> Option<Instant> {
        Some(
            self.outdated?
                .due_within(WORKSPACE_DEBOUNCE, WORKSPACE_DEBOUNCE_TOTAL_MAX),
        )
    }

    /// Begins a round. Returns `true` if the disk must be checked again.
    pub(crate) fn begin_round(&mut self) -> bool {
        (self.outdated, self.is_running) = (None, true);
        std::mem::take(&mut self.disk_changed)
    }

    /// Something else is found than before.
    pub(crate) fn note_news(&mut self) {
        self.has_news = true;
    }

    /// They were looked at. Returns whether something else is found than before.
    pub(crate) fn end_round(&mut self) -> bool {
        self.is_running = false;
        std::mem::take(&mut self.has_news)
    }

    /// Returns `true` if everything is current with regard to the reported changes.
    pub(crate) fn is_current(&self) -> bool {
        self.outdated.is_none() && !self.is_running
    }
}

/// The client.
impl ClosedFiles {
    pub(crate) fn is_pulled(&self) -> bool {
        self.is_pulled
    }

    /// Records that the client pulls. At the first call, returns the files whose diagnostics were published before.
    pub(crate) fn begin_pull(&mut self) -> Vec<Url> {
        if std::mem::replace(&mut self.is_pulled, true) {
            return Vec::new();
        }
        let shown = self.files.values().filter(|file| !file.shown.is_empty());
        shown.map(|file| file.url.clone()).collect()
    }

    /// A request waits for news.
    pub(crate) fn begin_waiting(&mut self) {
        self.waiting += 1;
    }

    pub(crate) fn end_waiting(&mut self) {
        self.waiting -= 1;
    }

    /// Returns `true` if the client must be notified of changes: no request of it waits for them.
    pub(crate) fn must_notify(&self) -> bool {
        self.is_pulled && self.waiting == 0
    }
}

/// Returns `true` if the dependencies of a file are unchanged.
pub(crate) fn holds(reads: &Dependencies, workspace: &Workspace, disk_changed: bool) -> bool {
    workspace.confirms(reads) && (!disk_changed || workspace.disk_confirms(reads))
}
