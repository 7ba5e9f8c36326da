//! Background task that analyzes files that are not open and publishes the results. It has the
//! lowest priority: it looks at one file after the other, after a pause without changes, and only
//! while no open document is to be analyzed. Invariant: the diagnostics of a file are those of
//! `--check` of its folder.
//!
//! A client that pulls (`workspace/diagnostic`) gets the results of the last round; they are
//! published to every other one, even if it pulls for open documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::analyze_tracked;
use azml_rules::document::Document;
use azml_rules::workspace::{Dependencies, Workspace};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout_at};
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::store::{DiagnosticMode, holds};
use crate::discovery::generated::is_generated;
use crate::guarded::guarded;
use crate::lsp::protocol::convert::Converter;
use crate::lsp::protocol::{convert, uri};
use crate::lsp::scheduling::client_message::Outgoing;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::folder::{Folder, FolderId};
use crate::lsp::session::state::{Shared, State};
use crate::lsp::session::state_reader::StateReader;
use crate::sandbox;
use crate::times::IDLE_POLL;

/// Number of files that are analyzed before their trees are dropped.
const AT_ONCE: usize = 256;

/// Looks at files that are not open, until the server ends.
pub(crate) async fn run(shared: Arc<Shared>) {
    loop {
        until_due(&shared).await;
        let round = shared.clone();
        // A panic outside of the guards must not end the loop.
        let outdated = spawn_blocking(move || begin_round(&round)).await;
        for files in outdated.unwrap_or_default().chunks(AT_ONCE) {
            for file in files {
                until_idle(&shared).await;
                let (round, file) = (shared.clone(), file.clone());
                let _ = spawn_blocking(move || look(&round, &file)).await;
            }
            put_trees_away(&shared);
        }
        let round = shared.clone();
        let _ = spawn_blocking(move || end_round(&round)).await;
    }
}

/// Waits until it is time to look. What changes meanwhile may put it off.
async fn until_due(shared: &Shared) {
    loop {
        let due = shared.lock().closed_due();
        match due {
            None => shared.wake_closed.notified().await,
            Some(due) if due <= Instant::now() => return,
            Some(due) => {
                let _ = timeout_at(due, shared.wake_closed.notified()).await;
            }
        }
    }
}

/// Waits until no open document is to be analyzed.
async fn until_idle(shared: &Shared) {
    while shared.lock().is_busy() {
        sleep(IDLE_POLL).await;
    }
}

/// Lets go of the trees that were made to look at files that are not open.
fn put_trees_away(shared: &Shared) {
    let mut state = shared.lock();
    let open = open_keys(&state);
    for folder in state.folders.values_mut() {
        let workspace = folder.workspace_mut();
        workspace.put_trees_away(|path| !open.contains(path));
    }
}

/// A file to look at.
#[derive(Clone)]
struct OutdatedFile {
    key: Arc<str>,
    folder: FolderId,
}

/// Files and settings of a folder at one moment.
struct FolderSnapshot {
    root: FolderId,
    workspace: Arc<Workspace>,
    settings_files: BTreeSet<Arc<str>>,
    /// Files with problems that no rule finds.
    problems: BTreeMap<Arc<str>, Vec<Diagnostic>>,
}

/// Clears files that are gone, reports problems of configurations, and returns the files to
/// analyze.
fn begin_round(shared: &Arc<Shared>) -> Vec<OutdatedFile> {
    let (disk_changed, grounds, open, reads) = {
        let mut state = shared.lock();
        let disk_changed = state.closed.begin_round();
        let open = open_keys(&state);
        (
            disk_changed,
            grounds(&mut state),
            open,
            state.closed.reads(),
        )
    };
    let mut published = BTreeSet::new();
    let mut problems = BTreeMap::new();
    let mut outdated = Vec::new();
    for ground in &grounds {
        let is_ours = |key: &str| !open.contains(key) && is_nearest(&grounds, ground, key);
        for (key, found) in &ground.problems {
            if is_ours(key) {
                published.insert(key.clone());
                problems.insert(key.clone(), found.clone());
            }
        }
        for document in ground.workspace.documents() {
            let key = document.shared_path();
            let is_checked = document.kind().is_some() || document.commands().is_some();
            let is_checked = is_checked && !is_generated(&ground.workspace, document);
            let has_rules = !ground.settings_files.contains(&key);
            if !is_checked || !has_rules || !is_ours(&key) || !published.insert(key.clone()) {
                continue;
            }
            let known = reads.get(&key);
            if !known.is_some_and(|reads| holds(reads, &ground.workspace, disk_changed)) {
                let folder = ground.root.clone();
                outdated.push(OutdatedFile { key, folder });
            }
        }
    }
    clear_all_but(shared, &published);
    for (key, found) in problems {
        let mut state = shared.lock();
        if !state.is_open_anywhere(&key) {
            take(shared, &mut state, &key, found, None);
        }
    }
    outdated
}

/// The keys of open files, and of those that are open but say nothing.
fn open_keys(state: &State) -> BTreeSet<Arc<str>> {
    let open = state.open.iter();
    open.map(|(_, open)| open.location().path.clone()).collect()
}

/// Returns the folders whose files the user wants to see.
fn grounds(state: &mut State) -> Vec<FolderSnapshot> {
    if state.client.diagnostic_mode == DiagnosticMode::OpenFilesOnly {
        return Vec::new();
    }
    let client = state.client;
    let mut grounds = Vec::new();
    for folder in state.folders.values_mut() {
        if !folder.is_chosen() || folder.is_unread() {
            continue;
        }
        folder.set_schema_checks(client.schema_checks);
        let found = |problems| convert::config_diagnostics(&problems, client.unit);
        let problems = folder.files_with_problems().into_iter();
        grounds.push(FolderSnapshot {
            root: folder.root().to_owned(),
            workspace: folder.snapshot(),
            settings_files: folder.settings_keys(),
            problems: problems.map(|(key, it)| (key, found(it))).collect(),
        });
    }
    grounds
}

/// Returns `true` if the file is in the folder of `ground`, and in no nested one.
fn is_nearest(grounds: &[FolderSnapshot], ground: &FolderSnapshot, key: &str) -> bool {
    let depth = |root: &PathBuf| root.as_os_str().len();
    let around = grounds
        .iter()
        .filter(|it| sandbox::is_within(Path::new(key), &it.root));
    let nearest = around.max_by_key(|it| depth(&it.root));
    nearest.is_some_and(|it| it.root == ground.root)
}

/// Drops files that are gone, that the user does not want to see, or that are open: those are
/// reported by `publish`.
fn clear_all_but(shared: &Shared, published: &BTreeSet<Arc<str>>) {
    let mut state = shared.lock();
    let known = state.closed.iter().map(|(key, _)| key);
    let gone: Vec<Arc<str>> = known
        .filter(|key| !published.contains(*key))
        .cloned()
        .collect();
    for key in gone {
        if state.is_open_anywhere(&key) {
            continue;
        }
        take(shared, &mut state, &key, Vec::new(), None);
        state.closed.remove(&key);
    }
}

/// Analyzes a file.
fn look(shared: &Arc<Shared>, file: &OutdatedFile) {
    let Some(current) = current(shared, &file.key, &file.folder) else {
        return;
    };
    let Some((found, reads)) = found(shared, &current) else {
        return;
    };
    let mut state = shared.lock();
    let is_enabled = state.client.diagnostic_mode == DiagnosticMode::Workspace;
    if !is_enabled || state.is_open_anywhere(&file.key) {
        return;
    }
    let Some(folder) = state.folders.get(&file.folder) else {
        return;
    };
    let workspace = folder.workspace();
    let is_there = workspace.document(&file.key).is_some();
    let still_holds = reads.as_ref().is_none_or(|reads| workspace.confirms(reads));
    if is_there && still_holds {
        take(shared, &mut state, &file.key, found, reads);
    } else {
        state.closed.outdate();
    }
}

/// The file as its folder has it now; `None` where it has gone, or was opened.
fn current(shared: &Shared, key: &Arc<str>, folder: &FolderId) -> Option<DocumentSnapshot> {
    let mut state = shared.lock();
    if state.is_open_anywhere(key) {
        return None;
    }
    let client = state.client;
    let known = state.closed.get(key).map(|file| file.url.clone());
    let url = known.or_else(|| uri::of_path(key))?;
    let folder = state.folders.get_mut(folder)?;
    folder.set_schema_checks(client.schema_checks);
    let document: Arc<Document> = folder.workspace().document(key)?.clone();
    Some(DocumentSnapshot::of_closed(
        url,
        document,
        folder.view(),
        client,
    ))
}

/// Returns the diagnostics as the protocol's types. They have no fixes: a file is opened before it
/// is fixed, and analyzed again then.
fn found(
    shared: &Shared,
    current: &DocumentSnapshot,
) -> Option<(Vec<Diagnostic>, Option<Arc<Dependencies>>)> {
    let path = current.document.path();
    match guarded(|| analyze_tracked(&current.view.workspace, path)) {
        Ok((findings, reads)) => {
            let converter = Converter::new(StateReader::new(shared), current);
            let mut found = Vec::new();
            for finding in &findings {
                found.push(Diagnostic {
                    data: None,
                    ..converter.diagnostic(finding)
                });
            }
            Some((found, Some(Arc::new(reads))))
        }
        Err(message) => {
            shared.send(Outgoing::Log(format!("{}: {message}", current.url)));
            Some((Vec::new(), None))
        }
    }
}

/// Stores the diagnostics of a file, and publishes them to a client that does not pull.
fn take(
    shared: &Shared,
    state: &mut State,
    key: &Arc<str>,
    found: Vec<Diagnostic>,
    reads: Option<Arc<Dependencies>>,
) {
    let Some(url) = uri::of_path(key) else {
        return;
    };
    let is_pulled = state.closed.is_pulled();
    let file = state.closed.at(key, url);
    let url = file.url.clone();
    if !file.take_found(found, reads) {
        return;
    }
    if !is_pulled {
        shared.send(Outgoing::Diagnostics(url, file.shown().to_vec(), None));
    }
    state.closed.note_news();
}

/// Notifies a client that pulls, and starts to watch the paths that rules have looked up.
fn end_round(shared: &Shared) {
    let reads = shared.lock().closed.reads();
    let mut looked_up: BTreeSet<Box<str>> = BTreeSet::new();
    for reads in reads.values() {
        looked_up.extend(reads.on_disk().into_iter().map(Box::from));
    }
    let mut state = shared.lock();
    let has_news = state.closed.end_round();
    if *state.closed.looked_up != looked_up {
        state.closed.looked_up = Arc::new(looked_up);
        state.rewatch();
    }
    if has_news && state.closed.must_notify() {
        shared.send(Outgoing::PullAgain);
    }
    drop(state);
    shared.closed_looked_at.notify_waiters();
    shared.wake_closed.notify_one();
}

/// Times at which work is due.
impl State {
    /// Returns the time at which files that are not open are to be analyzed; `None` if the user does not want to see
    /// them.
    pub(crate) fn closed_due(&self) -> Option<Instant> {
        self.closed.due().filter(|_| self.has_closed())
    }

    /// Returns `true` if the diagnostics of files that are not open are current.
    pub(crate) fn is_closed_current(&self) -> bool {
        let mut chosen = self.folders.values().filter(|folder| folder.is_chosen());
        let is_current = self.closed.is_current() && !chosen.any(Folder::is_loading);
        is_current || !self.has_closed()
    }

    fn has_closed(&self) -> bool {
        let is_enabled = self.client.diagnostic_mode == DiagnosticMode::Workspace;
        is_enabled || self.closed.iter().next().is_some()
    }

    /// Returns `true` if an open document is to be analyzed, or is being analyzed.
    fn is_busy(&self) -> bool {
        let due = self.next_due_document().is_some();
        due || self.open.iter().any(|(_, open)| open.is_queued())
    }

    /// Returns `true` if a file is open.
    fn is_open_anywhere(&self, key: &str) -> bool {
        let mut open = self.open.iter();
        open.any(|(_, open)| *open.location().path == *key)
    }
}

/// Files are opened and closed.
impl State {
    /// A file is opened: what the client shows of it goes on with the open document. Returns an
    /// address under which nothing is to be shown any more.
    pub(crate) fn leave_to_open(&mut self, url: &Url) -> Option<Url> {
        let file = self.closed.remove(&uri::key_of(url)?)?;
        if self.closed.is_pulled() || file.shown().is_empty() {
            return None;
        }
        if self.client.pulls || file.url != *url {
            return Some(file.url);
        }
        if let Some(open) = self.open.get_mut(url) {
            open.inherit(file.shown().to_vec());
        }
        None
    }
}
