//! Loads a [`Workspace`]: the requested files, and the files of their project that they may refer to.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::{Document, ParseCache};
use azml_rules::workspace::{ClosedDocument, Workspace};

use super::PriorityGate;
use super::ordered_map::in_order;
use super::tree_budget::TreeBudget;
use crate::config::{Configs, Options};
use crate::discovery::CONTEXT_ENTRIES;
use crate::discovery::entry::DiscoveredFile;
use crate::discovery::generated::is_generated;
use crate::discovery::scripts::read_script;
use crate::discovery::walk::{FoundFiles, Scope, yaml_files};
use crate::guarded::guarded;
use crate::sandbox::decode::read_found_text;
use crate::sandbox::project_roots::project_folder;
use crate::sandbox::trust_boundary::Boundary;
use crate::sandbox::{
    DecodedText, Encoding, FileProblem, Names, ReadProblem, STYLE, absolute, is_within, key,
    read_text,
};

/// Maximum depth of a folder without a project root: it may be a home folder.
const UNMARKED_DEPTH: usize = 3;

/// Maximum number of files whose trees are retained.
const FILES_WITH_TREES: usize = 1024;

/// Parameters of a loading.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Files and folders, as the user named them.
    pub paths: Vec<PathBuf>,
    /// Text that replaces a file, which need not exist: standard input.
    pub text: Option<(PathBuf, DecodedText)>,
    /// Options that override the files.
    pub options: Options,
    /// `true` if all files are analyzed next, once: trees of a small folder are retained until then.
    pub keeps_trees: bool,
    /// The trees of long texts that are open in an editor.
    pub parse_cache: ParseCache,
}

impl Request {
    /// Settings of which nothing is read yet; what is in files and folders that the user opened may
    /// be named.
    pub(crate) fn configs(&self) -> Configs {
        let text = self.text.as_ref().map(|(path, _)| path);
        let named = self.paths.iter().chain(text);
        let opened: Vec<PathBuf> = named.chain(&self.options.opened).cloned().collect();
        Configs::with_opened(self.options.clone(), &opened)
    }
}

/// Returns the maximum depth of a project, which may have a root marker or not.
pub(crate) fn depth_of(is_marked: bool) -> Option<usize> {
    (!is_marked).then_some(UNMARKED_DEPTH)
}

/// Result of a loading.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Every document that was read, with the settings.
    pub workspace: Workspace,
    /// Keys of the requested documents that could be read, in order.
    pub requested: Vec<Arc<str>>,
    /// Those that the user named one by one.
    pub named: BTreeSet<Arc<str>>,
    /// Keys of the scripts and workflows in the requested folders that run `az ml`, in order. They
    /// are documents, too, but not YAML files in the counts that users see.
    pub scripts: Vec<Arc<str>>,
    /// Number of requested YAML files that could not be read, but are not Azure ML's.
    pub foreign: usize,
    /// Keys of the documents that are not UTF-8: they are checked, but never written.
    pub unwritable: BTreeSet<Arc<str>>,
    /// Displayed paths.
    pub names: Names,
    /// Problems of requested files.
    pub problems: Vec<FileProblem>,
    /// Problems of configuration that applies only to other files of the project.
    pub problems_around: Vec<FileProblem>,
    /// Configuration and inventory files that count.
    pub settings_files: BTreeSet<PathBuf>,
    /// Folders to which links may lead.
    pub boundary: Boundary,
    /// The folders that have settings of their own, for [`Configs::apply`].
    pub folders: BTreeSet<PathBuf>,
    /// The folders that were looked into.
    pub walked: HashSet<PathBuf>,
}

impl Loaded {
    /// Returns `true` if the document `key` was requested and could be read.
    pub fn is_requested(&self, key: &str) -> bool {
        let found = self.requested.binary_search_by(|own| (**own).cmp(key));
        found.is_ok()
    }
}

/// One file to read.
struct FileToRead {
    file: DiscoveredFile,
    reason: ReadReason,
}

/// Reason for reading a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadReason {
    /// The user named it.
    Named,
    /// It is in a folder that the user named.
    InFolder,
    /// Requested files may refer to it.
    Context,
}

/// Loads the files of `request`.
pub fn load(request: &Request) -> Loaded {
    load_behind(request, &PriorityGate::default())
}

/// Like [`load`]; waits before each file for work that takes `precedence`.
pub fn load_behind(request: &Request, precedence: &PriorityGate) -> Loaded {
    let mut loader = Loader {
        configs: request.configs(),
        precedence: precedence.clone(),
        files: BTreeMap::new(),
        scripts: BTreeMap::new(),
        folders: BTreeSet::new(),
        walked: Vec::new(),
        loaded: Loaded {
            workspace: Workspace::new(STYLE),
            names: Names::new(&request.paths),
            ..Loaded::default()
        },
    };
    for path in &request.paths {
        loader.ask(path);
    }
    if let Some((path, _)) = &request.text {
        loader.folders.insert(parent(&absolute(path)));
    }
    loader.configure();
    loader.look_around();
    loader.read(request);
    loader.finish()
}

struct Loader {
    configs: Configs,
    precedence: PriorityGate,
    files: BTreeMap<Arc<str>, FileToRead>,
    /// Files that may run `az ml`, or tell of computes.
    scripts: BTreeMap<Arc<str>, FileToRead>,
    /// Requested folders, and the folders of requested files.
    folders: BTreeSet<PathBuf>,
    /// Folders whose files are all known.
    walked: Vec<PathBuf>,
    loaded: Loaded,
}

impl Loader {
    /// Takes a file or the YAML files of a folder.
    fn ask(&mut self, given: &Path) {
        let path = absolute(given);
        match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                let found = self.walk(&path, Scope::Whole);
                self.take(found, ReadReason::InFolder);
                self.folders.insert(path.clone());
                self.walked.push(path);
            }
            Ok(_) if self.configs.leaves_out_named(&path) => {}
            Ok(_) => {
                self.folders.insert(parent(&path));
                let (file, reason) = (DiscoveredFile::new(&path), ReadReason::Named);
                self.files
                    .insert(file.key().clone(), FileToRead { file, reason });
            }
            Err(error) => {
                let problem = FileProblem::error(given, ReadProblem::from(error).to_string());
                self.loaded.problems.push(problem);
            }
        }
    }

    /// Reads the configuration of the requested files.
    fn configure(&mut self) {
        for folder in &self.folders {
            self.configs.read_for(folder);
        }
        self.loaded.problems.extend(self.configs.take_problems());
    }

    /// Adds the project around the folders: a job's compute is often a file of another folder.
    fn look_around(&mut self) {
        let projects: BTreeSet<_> = self
            .folders
            .iter()
            .map(|folder| project_folder(folder))
            .collect();
        for (project, marked) in projects {
            self.folders.insert(project.clone());
            // Sorted: a folder comes before those inside of it.
            if self.walked.iter().any(|folder| is_within(&project, folder)) {
                continue;
            }
            let depth = depth_of(marked);
            let found = self.walk(
                &project,
                Scope::Context {
                    depth,
                    entries: CONTEXT_ENTRIES,
                },
            );
            if found.cut {
                let message = format!(
                    "only the first {CONTEXT_ENTRIES} files and folders were searched for computes"
                );
                let problem = FileProblem::warning(&project, message);
                self.loaded
                    .problems
                    .push(problem.help("add an `azml.yaml` to the folder of your project"));
            }
            self.take(
                FoundFiles {
                    problems: Vec::new(),
                    ..found
                },
                ReadReason::Context,
            );
            self.walked.extend(marked.then_some(project));
        }
    }

    fn walk(&mut self, root: &Path, scope: Scope) -> FoundFiles {
        let exclude = self.configs.exclude(root);
        let precedence = self.precedence.clone();
        yaml_files(root, scope, move |path, is_folder| {
            precedence.let_pass();
            is_folder && exclude.covers(path, true)
        })
    }

    fn take(&mut self, found: FoundFiles, reason: ReadReason) {
        self.loaded.problems.extend(found.problems);
        self.loaded.walked.extend(found.folders);
        self.folders
            .extend(found.configs.iter().map(|config| parent(config)));
        let others = found.scripts.into_iter().chain(found.terraform);
        let both = [
            (found.yaml, &mut self.files),
            (others.collect(), &mut self.scripts),
        ];
        for (found, files) in both {
            for file in self.configs.not_excluded(found) {
                let key = file.key().clone();
                files.entry(key).or_insert(FileToRead { file, reason });
            }
        }
    }

    /// Reads and parses in parallel; inserts in order, meanwhile.
    fn read(&mut self, request: &Request) {
        let text = request.text.as_ref();
        if let Some((path, _)) = text {
            self.files.remove(&key(path));
        }
        let keeps_trees = request.keeps_trees && self.files.len() <= FILES_WITH_TREES;
        let trees = TreeBudget::new(keeps_trees);
        let precedence = self.precedence.clone();
        let read_document = |file: FileToRead| {
            precedence.let_pass();
            let document = read_document(&file, &trees, &request.parse_cache);
            (file, document)
        };
        // What was read is not to be read any more: of many files, the list is long, too.
        let files = std::mem::take(&mut self.files).into_values();
        in_order(files, read_document, |read| self.insert(read));
        self.read_scripts();
        if let Some((path, text)) = text {
            let (file, reason) = (DiscoveredFile::new(path), ReadReason::Named);
            let document = guarded(|| Document::new(file.key().clone(), text.text.as_str()));
            let document = document
                .map(|document| (ClosedDocument::new(document, STYLE), text.encoding))
                .map_err(Failure::Panic);
            self.insert(vec![(FileToRead { file, reason }, document)]);
            self.loaded.requested.sort();
        }
    }

    /// Those that run `az ml`, or tell of computes.
    fn read_scripts(&mut self) {
        let mut files: Vec<_> = std::mem::take(&mut self.scripts).into_iter().collect();
        files.retain(|(key, _)| self.loaded.workspace.document(key).is_none());
        let read = |(key, file): (_, FileToRead)| {
            let document = read_script(file.file.path())?;
            let runs = file.reason != ReadReason::Context && document.commands().is_some();
            Some((runs.then_some(key), ClosedDocument::new(document, STYLE)))
        };
        let Loaded {
            scripts, workspace, ..
        } = &mut self.loaded;
        in_order(files.into_iter(), read, |read| {
            let found = read.into_iter().flatten();
            workspace.insert_all(found.map(|(key, document)| {
                scripts.extend(key);
                document
            }));
        });
    }

    /// Inserts the documents of files that were `read`, and notes what became of the others.
    fn insert(&mut self, read: Vec<(FileToRead, LoadOutcome)>) {
        let read = read.into_iter();
        let documents: Vec<_> = read
            .filter_map(|(file, document)| self.take_read(&file, document))
            .collect();
        self.loaded.workspace.insert_all(documents);
    }

    /// Notes what became of `file`, and hands on its document if there is one.
    fn take_read(
        &mut self,
        FileToRead { file, reason }: &FileToRead,
        document: LoadOutcome,
    ) -> Option<ClosedDocument> {
        match document {
            Ok((document, encoding)) => {
                if encoding != Encoding::Utf8 {
                    self.loaded.unwritable.insert(file.key().clone());
                }
                if *reason != ReadReason::Context {
                    self.loaded.requested.push(file.key().clone());
                }
                if *reason == ReadReason::Named {
                    self.loaded.named.insert(file.key().clone());
                }
                return Some(document);
            }
            Err(failure) if *reason != ReadReason::Context => {
                match failure.explain(file, *reason) {
                    Some(problem) => self.loaded.problems.push(problem),
                    None => self.loaded.foreign += 1,
                }
            }
            // A file that was not requested and cannot be read is ignored.
            Err(_) => {}
        }
        None
    }

    fn finish(mut self) -> Loaded {
        self.configs.apply(
            &mut self.loaded.workspace,
            self.folders.iter().map(PathBuf::as_path),
        );
        self.loaded.folders = self.folders;
        self.loaded.boundary = self.configs.boundary().clone();
        self.loaded.problems_around = self.configs.take_problems();
        self.loaded.settings_files = self.configs.files().clone();
        // A file that an `azml.yaml` extends has another name, but is no document either.
        let is_document = |key: &Arc<str>| !self.configs.files().contains(Path::new(&**key));
        self.loaded.named.retain(is_document);
        let workspace = &self.loaded.workspace;
        let named = &self.loaded.named;
        let is_generated = |key: &Arc<str>| {
            let document = workspace.document(key);
            document.is_some_and(|it| is_generated(workspace, it)) && !named.contains(key)
        };
        let files = &mut self.loaded.requested;
        files.retain(|key| is_document(key) && !is_generated(key));
        self.loaded
    }
}

/// Result of reading a file.
type LoadOutcome = Result<(ClosedDocument, Encoding), Failure>;

/// Reason why there is no document.
enum Failure {
    Read(ReadProblem),
    Panic(String),
}

impl Failure {
    /// Returns the message for the user; `None` for a file that is not Azure ML's and was not named.
    fn explain(self, file: &DiscoveredFile, reason: ReadReason) -> Option<FileProblem> {
        let is_named = reason == ReadReason::Named;
        match self {
            Self::Panic(message) => Some(FileProblem::error(file.path(), message)),
            Self::Read(ReadProblem::NotUtf8 { lossy, .. })
                if !is_named && !is_azure_ml(file.key(), &lossy) =>
            {
                None
            }
            Self::Read(ReadProblem::TooLarge | ReadProblem::NoFile(_)) if !is_named => None,
            Self::Read(problem @ ReadProblem::NotUtf8 { .. }) => {
                Some(FileProblem::error(file.path(), problem.to_string()).help("save it as UTF-8"))
            }
            Self::Read(problem) => Some(FileProblem::error(file.path(), problem.to_string())),
        }
    }
}

fn is_azure_ml(key: &Arc<str>, text: &str) -> bool {
    guarded(|| Document::new(key.clone(), text).kind().is_some()).unwrap_or(false)
}

fn read_document(
    FileToRead { file, reason }: &FileToRead,
    trees: &TreeBudget,
    cache: &ParseCache,
) -> LoadOutcome {
    let text = match reason {
        ReadReason::Named => read_text(file.path()),
        ReadReason::InFolder | ReadReason::Context => read_found_text(file.path()),
    };
    let text = text.map_err(Failure::Read)?;
    let document = guarded(|| {
        let document = Document::of_file(cache, file.key().clone(), text.text);
        if trees.keep(document.text().len()) {
            ClosedDocument::with_tree(document, STYLE)
        } else {
            ClosedDocument::new(document, STYLE)
        }
    });
    let document = document.map_err(Failure::Panic)?;
    Ok((document, text.encoding))
}

fn parent(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}
