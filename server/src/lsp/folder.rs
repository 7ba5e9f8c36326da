//! A folder with its documents: loaded in the background, kept up to date afterwards.
//!
//! An `azml.yaml` that cannot be understood does not count: the settings from before hold on, files that were left out
//! stay out, and the user is told once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::workspace::Workspace;

use crate::files::{self, FileProblem, Loaded, Request, Severity, Text};

/// A folder.
pub(super) struct Folder {
    pub(super) root: PathBuf,
    /// Chosen by the user, not found around a file.
    pub(super) chosen: bool,
    request: Request,
    workspace: Arc<Workspace>,
    /// Loaded, or taking so long that nobody waits for it.
    pub(super) ready: bool,
    loaded: bool,
    pub(super) loading: Loading,
    /// Configuration and inventory files that count, with their texts.
    settings_files: BTreeMap<PathBuf, Arc<str>>,
    problems: Vec<FileProblem>,
}

/// Whether a folder is being loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loading {
    No,
    Yes,
    /// And once more afterwards: something changed meanwhile.
    Again,
}

/// What a loading has changed.
pub(super) struct Taken {
    /// What the user should be told.
    pub(super) news: Option<String>,
    /// Configuration and inventories say what they said before.
    pub(super) same_settings: bool,
}

/// What an analysis sees of a folder; it does not change any more.
#[derive(Clone)]
pub(super) struct View {
    pub(super) workspace: Arc<Workspace>,
    pub(super) root: Arc<str>,
    pub(super) texts: BTreeMap<Arc<str>, Arc<str>>,
}

impl Folder {
    fn new(root: PathBuf, request: Request) -> Self {
        Self {
            root,
            chosen: false,
            request,
            workspace: Arc::default(),
            ready: false,
            loaded: false,
            loading: Loading::No,
            settings_files: BTreeMap::new(),
            problems: Vec::new(),
        }
    }

    /// A folder that is open in the editor.
    pub(super) fn chosen(root: &Path) -> Self {
        let request = Request {
            paths: vec![root.to_owned()],
            ..Request::default()
        };
        Self {
            chosen: true,
            ..Self::new(root.to_owned(), request)
        }
    }

    /// The project around a file that is open without a folder. The file need not exist yet.
    pub(super) fn around(root: &Path, file: &Path) -> Self {
        let request = Request {
            text: Some((file.to_owned(), Text::default())),
            ..Request::default()
        };
        Self::new(root.to_owned(), request)
    }

    /// Documents that are not files.
    pub(super) fn unsaved() -> Self {
        Self {
            ready: true,
            ..Self::new(PathBuf::new(), Request::default())
        }
    }

    pub(super) fn request(&self) -> Request {
        self.request.clone()
    }

    pub(super) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub(super) fn snapshot(&self) -> Arc<Workspace> {
        self.workspace.clone()
    }

    /// Copies the workspace if an analysis is looking at it.
    pub(super) fn workspace_mut(&mut self) -> &mut Workspace {
        Arc::make_mut(&mut self.workspace)
    }

    /// Whether the user wants what a generic YAML server says as well; the settings of the folder may still say no.
    pub(super) fn set_schema_checks(&mut self, on: bool) {
        if self.workspace.no_schema_checks() == on {
            self.workspace_mut().set_no_schema_checks(!on);
        }
    }

    pub(super) fn view(&self) -> View {
        let texts = self
            .settings_files
            .iter()
            .map(|(path, text)| (files::key(path), text.clone()))
            .collect();
        View {
            workspace: self.workspace.clone(),
            root: files::key(&self.root),
            texts,
        }
    }

    /// Whether settings are to be read again when `path` changes.
    pub(super) fn is_settings_file(&self, path: &Path) -> bool {
        let by_name = path.ends_with("azml.yaml") || path.ends_with(".azml/computes.json");
        self.settings_files.contains_key(path) || by_name && path.starts_with(&self.root)
    }

    /// Whether the last good settings hold in place of what is on disk.
    pub(super) fn is_broken(&self) -> bool {
        self.problems.iter().any(is_broken_config)
    }

    /// The names of inventory files that are not called as usual.
    pub(super) fn inventory_names(&self) -> Vec<String> {
        let unusual =
            |path: &&PathBuf| !files::is_yaml(path) && !path.ends_with(".azml/computes.json");
        let name = |path: &PathBuf| {
            path.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        self.settings_files
            .keys()
            .filter(unusual)
            .filter_map(name)
            .collect()
    }

    /// What is wrong with the configuration file at `path`, as of its last loading, and its text then.
    pub(super) fn problems_of(&self, path: &str) -> (Vec<&FileProblem>, Option<Arc<str>>) {
        let own = self
            .problems
            .iter()
            .filter(|problem| &*files::key(&problem.path) == path);
        let text = self
            .settings_files
            .iter()
            .find(|(file, _)| &*files::key(file) == path);
        (own.collect(), text.map(|(_, text)| text.clone()))
    }

    /// Takes over what was loaded; open documents are put back by the caller.
    pub(super) fn take(&mut self, loaded: Loaded) -> Taken {
        let broken: Vec<FileProblem> = loaded
            .problems
            .iter()
            .filter(|problem| is_broken_config(problem))
            .cloned()
            .collect();
        let mut workspace = loaded.workspace;
        if !broken.is_empty() && self.loaded {
            self.keep_last_good(&mut workspace, &broken);
        }
        let was_broken = |path: &Path| {
            self.problems
                .iter()
                .any(|old| is_broken_config(old) && old.path == path)
        };
        let news = broken
            .iter()
            .find(|problem| !was_broken(&problem.path))
            .map(|problem| told(problem, self.loaded));
        self.workspace = Arc::new(workspace);
        let settings_files = with_texts(loaded.settings_files);
        let same_settings = self.loaded && self.settings_files == settings_files;
        self.settings_files = settings_files;
        self.problems = loaded.problems;
        (self.ready, self.loaded) = (true, true);
        Taken {
            news,
            same_settings,
        }
    }

    /// Lets the settings from before hold where a broken file would.
    fn keep_last_good(&self, workspace: &mut Workspace, broken: &[FileProblem]) {
        let broken: BTreeSet<Arc<str>> = broken
            .iter()
            .map(|problem| files::key(&problem.path))
            .collect();
        let paths: Vec<Arc<str>> = workspace
            .documents()
            .map(|document| document.shared_path())
            .collect();
        let mut done = BTreeSet::new();
        for path in paths {
            if !workspace
                .settings(&path)
                .path
                .as_ref()
                .is_some_and(|config| broken.contains(config))
            {
                continue;
            }
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            if done.insert(folder.to_owned()) {
                workspace.set_settings(folder, (*self.workspace.settings(&path)).clone());
            }
            if self.workspace.document(&path).is_none() {
                workspace.remove(&path);
            }
        }
    }
}

fn is_broken_config(problem: &FileProblem) -> bool {
    problem.severity == Severity::Error && problem.path.ends_with("azml.yaml")
}

fn told(problem: &FileProblem, had_good: bool) -> String {
    let line = problem
        .place
        .map_or_else(String::new, |place| format!(" line {}", place.line));
    let rest = if had_good {
        "the settings from before stay in force"
    } else {
        "the rest of it counts"
    };
    format!("azml.yaml{line}: {}; {rest}", problem.message)
}

fn with_texts(files: BTreeSet<PathBuf>) -> BTreeMap<PathBuf, Arc<str>> {
    let text = |path: &PathBuf| {
        files::read_text(path).map_or_else(|_| Arc::from(""), |text| text.text.into())
    };
    files
        .into_iter()
        .map(|path| (path.clone(), text(&path)))
        .collect()
}
