//! YAML files of a folder. `.gitignore` applies outside of a repository, too. Hidden files are left
//! out; those in a hidden folder are found if their `$schema` is Azure ML's.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use azml_rules::workspace::Listed;
use ignore::{DirEntry, WalkBuilder, WalkState};

use super::entry::DiscoveredFile;
use super::generated::{RUN_FOLDERS, is_in_outputs};
use super::hidden_dirs::{
    is_in_hidden_folder, is_tools_folder, is_workflows_folder, names_its_schema,
};
use super::ignore_files;
use super::scripts::{
    MOST_SCRIPTS, MOST_TERRAFORM, is_in_pipelines_folder, is_script, is_terraform,
};
use crate::sandbox::STYLE;
use crate::sandbox::network_paths::NetworkPaths;
use crate::sandbox::problem::FileProblem;
use crate::threads;
use azml_rules::settings::Patterns;

/// Maximum number of files and folders visited in addition to the requested files.
pub const CONTEXT_ENTRIES: usize = 20_000;

/// Folders of other people's code, also where no `.gitignore` says so.
pub(crate) const SKIPPED: [&str; 3] = ["node_modules", "site-packages", "__pycache__"];

/// Extent of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of it, in parallel.
    Whole,
    /// In order and to a limit: what is seen does not depend on chance.
    Context {
        /// Most files and folders, [`CONTEXT_ENTRIES`] as a rule.
        entries: usize,
        /// Maximum depth; a folder without a project root may be anything, such as a home folder.
        depth: Option<usize>,
    },
}

/// Result of a walk.
#[derive(Clone, Debug, Default)]
pub struct FoundFiles {
    /// YAML files, sorted; `azml.yaml` is not among them.
    pub yaml: Vec<DiscoveredFile>,
    /// Files of other tools that may run `az ml`, sorted: scripts, Makefiles, workflows.
    pub scripts: Vec<DiscoveredFile>,
    /// Terraform files, sorted.
    pub terraform: Vec<DiscoveredFile>,
    /// `azml.yaml` files, sorted.
    pub configs: Vec<PathBuf>,
    /// The folders that were looked into.
    pub folders: Vec<PathBuf>,
    /// Folders that could not be read.
    pub problems: Vec<FileProblem>,
    /// `true` if the limit was reached.
    pub cut: bool,
}

/// Returns `true` if `path` has the name of YAML, or of a table's file, which is YAML without an extension.
pub fn is_yaml(path: &Path) -> bool {
    let has_ending = path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("yml") || extension.eq_ignore_ascii_case("yaml")
    });
    has_ending || path.file_name().is_some_and(|name| name == "MLTable")
}

/// Returns the YAML files in `root` (absolute). Files and folders for which `left_out` returns
/// `true` are not visited; its argument is `true` for a folder.
pub fn yaml_files(
    root: &Path,
    scope: Scope,
    left_out: impl Fn(&Path, bool) -> bool + Send + Sync + 'static,
) -> FoundFiles {
    let machines = NetworkPaths::new([root]);
    if let Some(problem) = ignore_files::problem_around(root, &machines) {
        return FoundFiles {
            problems: vec![problem],
            ..FoundFiles::default()
        };
    }
    let problems = Arc::new(Mutex::new(Vec::new()));
    let gate = Gate {
        excluded: ignore_files::of_repository(root, &machines),
        machines,
        left_out,
        problems: problems.clone(),
    };
    let mut builder = walk_builder(root);
    builder
        .hidden(false)
        .filter_entry(move |entry| entry.depth() == 0 || gate.admits(entry));
    let mut found = match scope {
        Scope::Whole if threads::count() == 1 => in_order(&builder, usize::MAX),
        Scope::Whole => in_parallel(builder.threads(threads::count())),
        Scope::Context { entries, depth } => in_order(
            builder.max_depth(depth).sort_by_file_name(Ord::cmp),
            entries,
        ),
    };
    for problem in &mut found.problems {
        // The system doesn't tell in which folder a list of entries broke off.
        if problem.path.as_os_str().is_empty() {
            root.clone_into(&mut problem.path);
        }
    }
    found.problems.append(&mut locked(&problems));
    let is_shown = |file: &DiscoveredFile| !is_in_hidden_folder(root, file.path());
    let is_pipeline = |file: &DiscoveredFile| is_in_pipelines_folder(root, file.path());
    found
        .scripts
        .retain(|file| is_shown(file) || is_pipeline(file));
    let counts = |file: &DiscoveredFile| {
        let is_workflow = file.path().parent().is_some_and(is_workflows_folder);
        let is_certain = is_shown(file) && !is_in_outputs(root, file.path());
        is_certain || !is_workflow && names_its_schema(file.path())
    };
    let others = found.yaml.extract_if(.., |file| !counts(file));
    found.scripts.extend(others.filter(is_pipeline));
    found.scripts.sort();
    found.scripts.truncate(MOST_SCRIPTS);
    found.terraform.retain(is_shown);
    found.terraform.sort();
    found.terraform.truncate(MOST_TERRAFORM);
    found
        .configs
        .retain(|path| !is_in_hidden_folder(root, path));
    found.yaml.sort();
    found.configs.sort();
    found.problems.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Filter of a walk in addition to `.gitignore`.
struct Gate<F> {
    /// `.git/info/exclude`.
    excluded: Patterns,
    machines: NetworkPaths,
    left_out: F,
    /// Of folders that are not walked.
    problems: Arc<Mutex<Vec<FileProblem>>>,
}

impl<F: Fn(&Path, bool) -> bool> Gate<F> {
    fn admits(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        let is_dir = is_folder(entry);
        let is_never_walked = || is_skipped(entry) || is_of_runs(entry);
        if self.excluded.covers(path, is_dir) || is_dir && is_never_walked() {
            return false;
        }
        !(self.left_out)(path, is_dir) && (!is_dir || self.is_safe(path))
    }

    /// Returns `true` if the ignore files of `folder` are regular files.
    fn is_safe(&self, folder: &Path) -> bool {
        let problem = ignore_files::problem_in(folder, &self.machines);
        let is_safe = problem.is_none();
        locked(&self.problems).extend(problem);
        is_safe
    }
}

/// Most entries of a folder that are listed.
const LISTED: usize = 1000;

/// Returns the entries of `folder` (absolute) that a walk would visit.
pub(crate) fn listed(folder: &Path, machines: &NetworkPaths) -> Vec<Listed> {
    if ignore_files::problem_around(folder, machines).is_some() {
        return Vec::new();
    }
    let mut builder = walk_builder(folder);
    builder.max_depth(Some(1)).filter_entry(|entry| {
        let is_left_out = is_skipped(entry) || is_workflows_folder(entry.path());
        entry.depth() == 0 || !is_left_out
    });
    let inside = builder
        .build()
        .filter_map(Result::ok)
        .filter(|entry| entry.depth() == 1);
    let named = inside.filter_map(|entry| {
        // A link counts as what it leads to.
        let leads_to = machines.resolved(entry.path());
        let is_folder = leads_to.is_some_and(|path| path.is_dir());
        Some(Listed {
            name: entry.file_name().to_str()?.to_owned(),
            is_folder,
        })
    });
    named.take(LISTED).collect()
}

/// A walk that reads no file but `.gitignore` and `.ignore`: what the settings of a user's Git leave out is checked
/// for others all the same, and finding them costs a third of a start.
fn walk_builder(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .require_git(false)
        .git_exclude(false)
        .git_global(false)
        .ignore_case_insensitive(STYLE.ignores_case());
    builder
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_str();
    name.is_some_and(|name| SKIPPED.contains(&name) || is_tools_folder(name))
}

/// Returns `true` for the folders of MLflow's runs.
fn is_of_runs(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_str();
    name.is_some_and(|name| RUN_FOLDERS.contains(&name))
}

fn in_parallel(builder: &WalkBuilder) -> FoundFiles {
    let found = Mutex::new(FoundFiles::default());
    builder.build_parallel().run(|| {
        Box::new(|entry| {
            // A lock for each folder and YAML file is cheap beside opening them.
            if is_of_interest(&entry) {
                locked(&found).take(entry);
            }
            WalkState::Continue
        })
    });
    found
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn in_order(builder: &WalkBuilder, entries: usize) -> FoundFiles {
    let mut found = FoundFiles::default();
    for (seen, entry) in builder.build().enumerate() {
        if seen >= entries {
            found.cut = true;
            break;
        }
        if is_of_interest(&entry) {
            found.take(entry);
        }
    }
    found
}

fn is_of_interest(entry: &Result<DirEntry, ignore::Error>) -> bool {
    entry.as_ref().is_ok_and(|entry| {
        let is_shown_file = || {
            entry.file_type().is_some_and(|kind| kind.is_file())
                && !entry.file_name().as_encoded_bytes().starts_with(b".")
        };
        let path = entry.path();
        let is_ours = || is_yaml(path) || is_script(path) || is_terraform(path);
        is_folder(entry) || is_ours() && is_shown_file()
    }) || entry.is_err()
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

impl FoundFiles {
    fn take(&mut self, entry: Result<DirEntry, ignore::Error>) {
        match entry {
            Ok(entry) if is_folder(&entry) => self.folders.push(entry.into_path()),
            Ok(entry) if entry.file_name() == "azml.yaml" => self.configs.push(entry.into_path()),
            Ok(entry) if is_script(entry.path()) => {
                self.scripts.push(DiscoveredFile::new(entry.path()));
            }
            Ok(entry) if is_terraform(entry.path()) => {
                self.terraform.push(DiscoveredFile::new(entry.path()));
            }
            Ok(entry) => self.yaml.push(DiscoveredFile::new(entry.path())),
            Err(error) => {
                let path = path_of(&error).unwrap_or_default();
                let io = error
                    .into_io_error()
                    .map(|error| crate::sandbox::ReadProblem::from(error).to_string());
                self.problems.push(FileProblem::error(
                    &path,
                    io.unwrap_or_else(|| "can't be read".to_owned()),
                ));
            }
        }
    }
}

fn path_of(error: &ignore::Error) -> Option<PathBuf> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.clone()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(found: &FoundFiles) -> Vec<String> {
        let files = found.yaml.iter();
        let names = files.filter_map(|file| file.path().file_name());
        names
            .map(|name| name.to_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn a_walk_in_order_stops_at_its_limits() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/tour");
        let walk =
            |entries, depth| yaml_files(&root, Scope::Context { entries, depth }, |_, _| false);
        let all = walk(1000, None);
        assert_eq!(
            names(&all),
            [
                "ci-anna.yml",
                "cpu-cluster.yml",
                "docker-compose.yml",
                "sweep.yml",
                "train.yml"
            ]
        );
        assert_eq!((all.configs.len(), all.cut), (1, false));
        let some = walk(4, None);
        assert_eq!(
            (names(&some), some.cut),
            (vec!["ci-anna.yml".to_owned()], true)
        );
        assert_eq!(names(&walk(1000, Some(1))), ["docker-compose.yml"]);
        assert_eq!(yaml_files(&root, Scope::Whole, |_, _| false).yaml, all.yaml);
    }
}
