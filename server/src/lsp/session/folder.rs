//! A folder with its documents: loaded in the background, updated afterwards.
//!
//! An invalid `azml.yaml` is ignored: the previous settings stay in effect, excluded files stay
//! excluded, and the user is notified once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::path::parent;
use azml_rules::workspace::Workspace;

use crate::loading::{Loaded, Request};
use crate::lsp::protocol::uri;
use crate::sandbox::{DecodedText, FileProblem, Severity};
use crate::watch::ReadFolders;
use crate::{config, loading, sandbox};
use azml_ide::Site;

/// The root of a folder, which names it.
pub(crate) type FolderId = PathBuf;

/// A folder.
pub(crate) struct Folder {
    root: PathBuf,
    /// Chosen by the user, not found around a file.
    is_chosen: bool,
    request: Request,
    workspace: Arc<Workspace>,
    /// `true` once loaded, or when loading takes so long that requests no longer wait for it.
    is_ready: bool,
    was_loaded: bool,
    loading: Loading,
    /// Configuration and inventory files that count, with their texts.
    settings_files: BTreeMap<PathBuf, Arc<str>>,
    problems: Vec<FileProblem>,
    /// Directories that the last loading read.
    read_folders: Option<Arc<ReadFolders>>,
    /// The watcher does not know of the last loading.
    is_unwatched: bool,
    /// Files that documents name and that were looked for before the first loading.
    looked_for: BTreeSet<String>,
}

/// State of the loading of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loading {
    No,
    Yes,
    /// And once more afterwards: something changed meanwhile.
    Again,
}

/// Changes made by a loading.
pub(crate) struct Taken {
    /// Message for the user.
    pub(crate) news: Option<String>,
    /// `true` if configuration and inventories are unchanged.
    pub(crate) same_settings: bool,
    /// Nothing was loaded before.
    pub(crate) is_first: bool,
}

/// Immutable view of a folder for an analysis.
#[derive(Clone)]
pub(crate) struct WorkspaceSnapshot {
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) root: Arc<str>,
    pub(crate) texts: BTreeMap<Arc<str>, Arc<str>>,
}

impl WorkspaceSnapshot {
    /// Calls `look` with the input of an editor feature at `document`.
    pub(crate) fn site<T>(&self, document: &Document, look: impl FnOnce(&Site<'_>) -> T) -> T {
        let text_of = |path: &str| self.texts.get(path).cloned();
        let url_of = |path: &str| uri::of_path(path).map(String::from);
        let site = Site::new(document, &self.workspace, &self.root, &text_of);
        look(&site.at(config::now()).linking(&url_of))
    }
}

/// A configuration file as of its last loading.
pub(crate) struct LoadedConfig {
    pub(crate) text: Arc<str>,
    pub(crate) problems: Vec<FileProblem>,
}

impl Folder {
    fn new(root: PathBuf, request: Request) -> Self {
        Self {
            root,
            is_chosen: false,
            request,
            workspace: Arc::new(Workspace::unread(sandbox::STYLE)),
            is_ready: false,
            was_loaded: false,
            loading: Loading::No,
            settings_files: BTreeMap::new(),
            problems: Vec::new(),
            read_folders: None,
            is_unwatched: false,
            looked_for: BTreeSet::new(),
        }
    }

    /// A folder that is open in the editor.
    pub(crate) fn chosen(root: &Path) -> Self {
        let request = Request {
            paths: vec![root.to_owned()],
            ..Request::default()
        };
        Self {
            is_chosen: true,
            ..Self::new(root.to_owned(), request)
        }
    }

    /// The project around a file that is open without a folder. The file need not exist yet.
    pub(crate) fn around(root: &Path, file: &Path) -> Self {
        let request = Request {
            text: Some((file.to_owned(), DecodedText::default())),
            ..Request::default()
        };
        Self::new(root.to_owned(), request)
    }

    /// Documents that are not files.
    pub(crate) fn unsaved() -> Self {
        Self {
            is_ready: true,
            workspace: Arc::new(Workspace::new(sandbox::STYLE)),
            ..Self::new(PathBuf::new(), Request::default())
        }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns `true` if the user opened the folder.
    pub(crate) fn is_chosen(&self) -> bool {
        self.is_chosen
    }

    /// Returns `true` if the user opened the folder and it contains `file`.
    pub(crate) fn is_chosen_for(&self, file: &Path) -> bool {
        self.is_chosen && sandbox::is_within(file, &self.root)
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub(crate) fn snapshot(&self) -> Arc<Workspace> {
        self.workspace.clone()
    }

    /// Copies the workspace if an analysis is looking at it.
    pub(crate) fn workspace_mut(&mut self) -> &mut Workspace {
        Arc::make_mut(&mut self.workspace)
    }

    /// Turns the findings of a generic YAML server on or off; the settings of the folder may still
    /// turn them off.
    pub(crate) fn set_schema_checks(&mut self, on: bool) {
        if self.workspace.no_schema_checks() == on {
            self.workspace_mut().set_no_schema_checks(!on);
        }
    }

    pub(crate) fn view(&self) -> WorkspaceSnapshot {
        let files = self.settings_files.iter();
        WorkspaceSnapshot {
            workspace: self.workspace.clone(),
            root: sandbox::key(&self.root),
            texts: files
                .map(|(path, text)| (sandbox::key(path), text.clone()))
                .collect(),
        }
    }
}

/// Loading.
impl Folder {
    /// Returns `true` if it is loaded, or takes so long that requests no longer wait for it.
    pub(crate) fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Marks it as ready, so that requests no longer wait for it.
    pub(crate) fn make_ready(&mut self) {
        self.is_ready = true;
    }

    /// Returns `true` if it was never loaded: only the contents of its open documents are known.
    pub(crate) fn is_unread(&self) -> bool {
        self.workspace.is_unread()
    }

    /// Returns the first `most` YAML files that its documents refer to and that were not looked up yet.
    pub(crate) fn look_for_named(&mut self, most: usize) -> BTreeSet<String> {
        let named = self.workspace.missing_yaml_files();
        let new = named.filter(|name| !self.looked_for.contains(*name));
        let new: BTreeSet<String> = new.take(most).map(str::to_owned).collect();
        self.looked_for.extend(new.iter().cloned());
        new
    }

    pub(crate) fn is_loading(&self) -> bool {
        self.loading != Loading::No
    }

    /// Returns the parameters of its loading.
    pub(crate) fn request(&self) -> &Request {
        &self.request
    }

    /// Begins a loading; `None` while one runs, which is repeated at its end.
    pub(crate) fn begin_loading(&mut self) -> Option<Request> {
        if self.is_loading() {
            self.loading = Loading::Again;
            return None;
        }
        self.loading = Loading::Yes;
        Some(self.request.clone())
    }

    /// Returns whether it is to be loaded once more.
    pub(crate) fn end_loading(&mut self) -> bool {
        std::mem::replace(&mut self.loading, Loading::No) == Loading::Again
    }

    /// Takes over what was loaded; open documents are put back by the caller.
    pub(crate) fn take(&mut self, loaded: Loaded) -> Taken {
        let mut all = loaded.problems;
        all.extend(loaded.problems_around);
        let problems = all.iter();
        let broken: Vec<&FileProblem> = problems.filter(|it| is_broken_config(it)).collect();
        let new = broken.iter().find(|it| !self.was_broken(&it.path));
        let news = new.map(|problem| config_news(problem, self.was_loaded));
        let mut workspace = loaded.workspace;
        if !broken.is_empty() && self.was_loaded {
            self.keep_last_good(&mut workspace, &broken);
        }
        // The client notifies of changes, and the disk is checked again when the user does not type.
        workspace.share_cache(&self.workspace);
        workspace.begin_revision();
        self.workspace = Arc::new(workspace);
        let settings_files = with_texts(loaded.settings_files);
        let same_settings = self.was_loaded && self.settings_files == settings_files;
        self.settings_files = settings_files;
        self.problems = all;
        let is_first = !std::mem::replace(&mut self.was_loaded, true);
        self.is_ready = true;
        Taken {
            news,
            same_settings,
            is_first,
        }
    }

    fn was_broken(&self, path: &Path) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|old| is_broken_config(old) && old.path == path)
    }

    /// Lets the settings from before hold where a broken file would.
    fn keep_last_good(&self, workspace: &mut Workspace, broken: &[&FileProblem]) {
        let broken: BTreeSet<Arc<str>> = broken.iter().map(|it| sandbox::key(&it.path)).collect();
        let documents = workspace.documents();
        let paths: Vec<Arc<str>> = documents.map(|document| document.shared_path()).collect();
        let mut done = BTreeSet::new();
        for path in paths {
            let settings = workspace.settings(&path);
            if !settings.path.as_ref().is_some_and(|it| broken.contains(it)) {
                continue;
            }
            let folder = parent(&path);
            if done.insert(folder.to_owned()) {
                workspace.set_settings(folder, (*self.workspace.settings(&path)).clone());
            }
            if self.workspace.document(&path).is_none() {
                workspace.remove(&path);
            }
        }
    }
}

/// The disk below it.
impl Folder {
    /// Takes over what the last loading looked into.
    pub(crate) fn take_read_folders(&mut self, read: ReadFolders) {
        (self.read_folders, self.is_unwatched) = (Some(Arc::new(read)), true);
    }

    pub(crate) fn read_folders(&self) -> Option<&Arc<ReadFolders>> {
        self.read_folders.as_ref()
    }

    /// Another watcher begins, which knows of no loading.
    pub(crate) fn forget_watching(&mut self) {
        self.is_unwatched = self.read_folders.is_some();
    }

    /// It is watched from now on. Returns whether it was not since its last loading.
    pub(crate) fn begin_watching(&mut self) -> bool {
        std::mem::take(&mut self.is_unwatched)
    }

    /// Returns `true` if a directory that was read is gone, or a new one must be read. `is_folder`
    /// is `true` if `path` is a directory now.
    pub(crate) fn came_or_went(&self, path: &Path, is_folder: bool) -> bool {
        let read = self.read_folders.as_ref();
        read.is_some_and(|read| read.came_or_went(path, is_folder))
    }
}

/// Configuration and inventories.
impl Folder {
    /// Returns `true` if a change of `path`, which may be the folder of such files, requires reading
    /// the settings again.
    pub(crate) fn is_settings_file(&self, path: &Path) -> bool {
        let by_name = loading::decides_what_is_read(path);
        let below = (Bound::Included(path), Bound::Unbounded);
        let mut files = self.settings_files.range::<Path, _>(below);
        let is_around = files.next().is_some_and(|(file, _)| file.starts_with(path));
        is_around || by_name && sandbox::is_within(path, &self.root)
    }

    /// Returns `true` if the last valid settings are in effect instead of those on disk.
    pub(crate) fn is_broken(&self) -> bool {
        self.problems.iter().any(is_broken_config)
    }

    /// The names of inventory files that are not called as usual.
    pub(crate) fn inventory_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for path in self.settings_files.keys() {
            if crate::discovery::is_yaml(path) || loading::is_saved_workspace(path) {
                continue;
            }
            names.extend(path.file_name().map(|it| it.to_string_lossy().into_owned()));
        }
        names
    }

    /// The keys of configuration and inventory files.
    pub(crate) fn settings_keys(&self) -> BTreeSet<Arc<str>> {
        let files = self.settings_files.keys();
        files.map(|path| sandbox::key(path)).collect()
    }

    /// Files in which something is wrong that no rule finds: configurations, and documents that
    /// cannot be read.
    pub(crate) fn files_with_problems(&self) -> BTreeMap<Arc<str>, LoadedConfig> {
        let mut found: BTreeMap<Arc<str>, LoadedConfig> = BTreeMap::new();
        for problem in &self.problems {
            if !problem.path.is_file() {
                continue;
            }
            let text = self.settings_files.get(&problem.path).cloned();
            let config = found.entry(sandbox::key(&problem.path));
            let config = config.or_insert_with(|| LoadedConfig {
                text: text.unwrap_or_default(),
                problems: Vec::new(),
            });
            config.problems.push(problem.clone());
        }
        found
    }

    /// The configuration or inventory file at `path` as of its last loading, with what is wrong
    /// with it.
    pub(crate) fn config(&self, path: &str) -> Option<LoadedConfig> {
        let mut files = self.settings_files.iter();
        let (_, text) = files.find(|(file, _)| &*sandbox::key(file) == path)?;
        let problems = self.problems.iter();
        let problems = problems.filter(|problem| &*sandbox::key(&problem.path) == path);
        Some(LoadedConfig {
            text: text.clone(),
            problems: problems.cloned().collect(),
        })
    }
}

fn is_broken_config(problem: &FileProblem) -> bool {
    problem.severity == Severity::Error && problem.path.ends_with("azml.yaml")
}

/// Returns the message for the user about an invalid configuration.
fn config_news(problem: &FileProblem, had_good: bool) -> String {
    let line = problem
        .place
        .map_or_else(String::new, |place| format!(" line {}", place.line));
    let rest = if had_good {
        "the previous settings stay in effect"
    } else {
        "the rest of the file is used"
    };
    format!("azml.yaml{line}: {}; {rest}", problem.message)
}

fn with_texts(paths: BTreeSet<PathBuf>) -> BTreeMap<PathBuf, Arc<str>> {
    let mut texts = BTreeMap::new();
    for path in paths {
        let text = sandbox::read_text(&path).map_or_else(|_| "".into(), |text| text.text.into());
        texts.insert(path, text);
    }
    texts
}
