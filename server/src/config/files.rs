//! The settings of every folder: the closest `azml.yaml` upwards holds, `extends` is explicit, the
//! command line comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::checks::rule;
use azml_rules::compute::InventoryLabel;
use azml_rules::settings::{ChosenRules, Patterns, RuleLevel, Settings};
use azml_rules::snapshot::{SNAPSHOT_FILE, SNAPSHOT_LISTS, Snapshot};
use azml_rules::workspace::{Disk, Workspace};

use super::extended::{ALLOW_OUTSIDE, ConfigFiles};
use super::options::{ConfigSource, Options, limits};
use crate::config::disk::FileSystem;
use crate::discovery::entry::DiscoveredFile;
use crate::sandbox::problem::FileProblem;
use crate::sandbox::project_roots::{is_repository, project_folder, upwards};
use crate::sandbox::trust_boundary::Boundary;
use crate::sandbox::{STYLE, key, possible_ancestors, read_text};

/// One `azml.yaml` with all that it extends.
#[derive(Clone, Debug, Default)]
struct Config {
    settings: Settings,
    exclude: Patterns,
}

/// The settings of every folder, each file read once.
#[derive(Debug)]
pub struct Configs {
    options: Options,
    files: ConfigFiles,
    /// Cache of the closest `azml.yaml` by folder: looking it up on disk for every file would cost
    /// more than reading.
    closest: BTreeMap<PathBuf, Option<PathBuf>>,
    loaded: BTreeMap<PathBuf, Arc<Config>>,
    /// Compiled patterns of `exclude` and `overrides`.
    compiled: BTreeMap<Vec<String>, Patterns>,
    /// Settings without an `azml.yaml`.
    none: Arc<Config>,
}

impl Configs {
    /// Nothing read yet.
    pub fn new(options: Options) -> Self {
        Self::with_opened(options, &[])
    }

    /// Returns the folders to which configuration and links may lead.
    pub(crate) fn boundary(&self) -> &Boundary {
        &self.files.boundary
    }

    /// Creates an empty state for `request`: files in the files and folders that the user opened
    /// may be named.
    pub(crate) fn with_opened(options: Options, opened: &[PathBuf]) -> Self {
        let boundary = Boundary::new(opened, options.allow_outside);
        Self {
            files: ConfigFiles::new(boundary, limits(&options, opened)),
            options,
            closest: BTreeMap::new(),
            loaded: BTreeMap::new(),
            compiled: BTreeMap::new(),
            none: Arc::default(),
        }
    }

    /// Replaces the settings of `workspace` by those of `folders` (absolute) and of the folders
    /// above them.
    pub fn apply<'p>(
        &mut self,
        workspace: &mut Workspace,
        folders: impl IntoIterator<Item = &'p Path>,
    ) {
        let folders: Vec<&Path> = folders.into_iter().collect();
        if let Some(today) = crate::config::today::today() {
            workspace.set_today(today);
        }
        workspace.set_disk(self.disk(folders.iter().copied()));
        workspace.clear_settings();
        workspace.set_settings("", self.settings(None));
        for folder in folders {
            let settings = self.settings(Some(folder));
            workspace.set_settings(&key(folder), settings);
        }
    }

    /// The disk, for projects in `folders` (absolute).
    pub(crate) fn disk<'p>(&self, folders: impl IntoIterator<Item = &'p Path>) -> Arc<dyn Disk> {
        let disk = FileSystem::new(folders).within(self.files.limits.clone());
        Arc::new(disk.bounded(self.files.boundary.clone()))
    }

    /// Returns the problems found so far; each is returned once.
    pub fn take_problems(&mut self) -> Vec<FileProblem> {
        let mut problems = std::mem::take(&mut self.files.problems);
        problems.sort_by(|a, b| {
            (&a.path, a.place.map(|p| p.range)).cmp(&(&b.path, b.place.map(|p| p.range)))
        });
        problems
    }

    /// The files that were read, or looked for by name: when one of them changes, settings are to
    /// be read again.
    pub fn files(&self) -> &BTreeSet<PathBuf> {
        &self.files.read
    }

    /// Those of `files` that `exclude` does not leave out, as the `azml.yaml` closest to each says.
    pub(crate) fn not_excluded(&mut self, mut files: Vec<DiscoveredFile>) -> Vec<DiscoveredFile> {
        // They are sorted, so the files of a folder mostly follow each other.
        let mut last: Option<(PathBuf, Arc<Config>)> = None;
        files.retain(|file| {
            let folder = file.path().parent().unwrap_or(file.path());
            let known = last
                .take()
                .filter(|(of, _)| of.as_os_str() == folder.as_os_str());
            let (_, config) =
                last.insert(known.unwrap_or_else(|| (folder.to_owned(), self.config(folder))));
            !config.exclude.covers(file.path(), false)
        });
        files
    }

    /// Returns `true` if the closest `azml.yaml` excludes `path` (absolute).
    pub fn leaves_out(&mut self, path: &Path) -> bool {
        path.parent()
            .is_some_and(|folder| self.config(folder).exclude.covers(path, false))
    }

    /// Returns `true` if a walk from the root of the project would not find the file `path`
    /// (absolute), which the user named, and the user has chosen that excludes apply to it.
    pub(crate) fn leaves_out_named(&mut self, path: &Path) -> bool {
        let Some(folder) = path.parent().filter(|_| self.options.force_exclude) else {
            return false;
        };
        let (top, _) = project_folder(folder);
        folder
            .ancestors()
            .take_while(|above| above.starts_with(&top))
            .any(|above| self.exclude(above).covers(path, false))
    }

    /// The patterns that hold in `folder`, to keep a walk out of what they cover.
    pub(crate) fn exclude(&mut self, folder: &Path) -> Patterns {
        self.config(folder).exclude.clone()
    }

    /// Reads the settings of `folder` (absolute), so that its problems come before those of other folders.
    pub(crate) fn read_for(&mut self, folder: &Path) {
        let _ = self.settings(Some(folder));
    }

    /// The settings that hold in `folder` (absolute), or else those that hold everywhere.
    pub(crate) fn settings(&mut self, folder: Option<&Path>) -> Settings {
        let mut settings = match (folder, &self.options.config) {
            (Some(folder), _) => self.config(folder).settings.clone(),
            (None, ConfigSource::File(_)) => self.config(Path::new("")).settings.clone(),
            (None, _) => Settings::default(),
        };
        let inventory = match self.options.inventory.clone() {
            Some(named) => Some(named),
            None if settings.inventories.is_empty() => {
                folder.and_then(|folder| self.saved_inventory(folder))
            }
            None => None,
        };
        if let Some(file) = inventory {
            settings.inventories.clear();
            self.files.add_inventory(&mut settings, &file, None);
        }
        self.add_snapshot(&mut settings, folder);
        if let Some(file) = folder.and_then(|it| self.closest_saved(it, SAVED_PRICES)) {
            settings.add_retail_prices(self.files.retail_prices(&file));
        }
        if self.options.preview {
            settings.preview = Some(true);
        }
        settings.as_of = self.options.as_of.or(settings.as_of);
        settings.chosen = ChosenRules {
            only: self.options.only.clone(),
            off: self.options.off.clone(),
        };
        settings
    }

    /// The configuration that holds for files in `folder`.
    fn config(&mut self, folder: &Path) -> Arc<Config> {
        let file = match &self.options.config {
            ConfigSource::None => None,
            ConfigSource::File(file) => Some(crate::sandbox::absolute(file)),
            ConfigSource::Closest => self.closest(folder),
        };
        let Some(file) = file else {
            return self.none.clone();
        };
        if let Some(config) = self.loaded.get(&file) {
            return config.clone();
        }
        let config = Arc::new(self.load(&file));
        self.loaded.insert(file, config.clone());
        config
    }

    /// The `azml.yaml` in `folder` or above it, up to the top of the repository.
    fn closest(&mut self, folder: &Path) -> Option<PathBuf> {
        let mut found = None;
        let mut unknown = Vec::new();
        for above in possible_ancestors(folder) {
            if let Some(known) = self.closest.get(above) {
                found.clone_from(known);
                break;
            }
            unknown.push(above);
            if self.has_own(above, "azml.yaml") {
                found = Some(above.join("azml.yaml"));
                break;
            }
            if is_repository(above) {
                break;
            }
        }
        for folder in unknown {
            self.closest.insert(folder.to_owned(), found.clone());
        }
        found
    }

    /// The closest `.azml/computes.json` upwards.
    fn saved_inventory(&mut self, folder: &Path) -> Option<PathBuf> {
        self.closest_saved(folder, SAVED_INVENTORY)
    }

    /// Adds the closest snapshot of a workspace upwards.
    fn add_snapshot(&mut self, settings: &mut Settings, folder: Option<&Path>) {
        let Some(file) = folder.and_then(|it| self.closest_saved(it, SAVED_SNAPSHOT)) else {
            return;
        };
        let Some((saved_in, project)) = file.parent().zip(file.ancestors().nth(2)) else {
            return;
        };
        let snapshot = match self.files.snapshots.get(saved_in) {
            Some(known) => known.clone(),
            None => self.read_snapshot(project, saved_in),
        };
        let Some(snapshot) = snapshot else {
            return;
        };
        // A checkout writes the files anew, so the time of `computes.json` is not the day.
        let computes = key(&saved_in.join("computes.json"));
        let mut inventories = settings.inventories.iter_mut();
        if let Some(inventory) = inventories.find(|it| it.path == computes) {
            *inventory = inventory.labelled(InventoryLabel {
                saved_on: snapshot.saved.or(inventory.label.saved_on),
                ..(*inventory.label).clone()
            });
        }
        settings.add_snapshot(snapshot);
    }

    fn read_snapshot(&mut self, project: &Path, saved_in: &Path) -> Option<Arc<Snapshot>> {
        let lists = SNAPSHOT_LISTS.iter();
        let own = lists.filter(|name| self.has_own(project, &format!(".azml/{name}")));
        let own: Vec<&str> = own.copied().collect();
        let is_own = |name: &str| name == SNAPSHOT_FILE || own.contains(&name);
        self.files.read_snapshot(saved_in, is_own)
    }

    /// The closest file `name` upwards.
    fn closest_saved(&mut self, folder: &Path, name: &'static str) -> Option<PathBuf> {
        let mut above = upwards(folder);
        let found = above.find(|above| self.has_own(above, name));
        found.map(|above| above.join(name))
    }

    /// Returns `true` if `folder` has the file `name`. A link counts if it stays in the project;
    /// otherwise it is reported, and not followed.
    fn has_own(&mut self, folder: &Path, name: &str) -> bool {
        let file = folder.join(name);
        let on_the_way = file.ancestors().take_while(|above| *above != folder);
        // From the top: below a link the system follows it.
        let mut on_the_way: Vec<&Path> = on_the_way.collect();
        on_the_way.reverse();
        let Some(link) = on_the_way.into_iter().find(|it| it.is_symlink()) else {
            return file.symlink_metadata().is_ok_and(|found| found.is_file());
        };
        if !self.files.boundary.allows(folder, &file) {
            let message = "is a link to a file outside the project, so it is not read";
            let problem = FileProblem::error(link, message).help(ALLOW_OUTSIDE);
            // Every subfolder looks it up, and a folder may have several of the files.
            if !self.files.problems.contains(&problem) {
                self.files.problems.push(problem);
            }
            return false;
        }
        file.is_file()
    }

    fn load(&mut self, file: &Path) -> Config {
        let mut settings = self.files.settings(file);
        let own = file.parent().unwrap_or(file);
        let folder: Arc<Path> = match self.options.config {
            ConfigSource::File(_) => crate::sandbox::absolute(Path::new(".")).into(),
            _ => own.into(),
        };
        for each in &mut settings.overrides {
            each.files = self.compiled(each.files.lines()).relative_to(&folder);
        }
        let budgets = settings.budgets.iter_mut();
        for files in budgets.filter_map(|it| it.files.as_mut()) {
            *files = self.compiled(files.lines()).relative_to(&folder);
        }
        let exclude = self.compiled(&settings.exclude).relative_to(&folder);
        self.tell_withheld(&settings);
        Config { settings, exclude }
    }

    /// Returns `patterns` as this system reads them. Configurations that extend one file share them.
    fn compiled(&mut self, patterns: &[String]) -> Patterns {
        if let Some(known) = self.compiled.get(patterns) {
            return known.clone();
        }
        let (compiled, _) = Patterns::of(STYLE, Path::new(""), patterns);
        self.compiled.insert(patterns.to_vec(), compiled.clone());
        compiled
    }

    /// Reports rules that have a level but stay off, because they are in preview.
    fn tell_withheld(&mut self, settings: &Settings) {
        if self.options.preview {
            return;
        }
        let overrides = settings.overrides.iter().flat_map(|it| it.rules.iter());
        for (name, setting) in settings.rules.iter().chain(overrides) {
            let is_withheld = rule(name).is_some_and(|rule| settings.withholds(rule));
            let Some(level) = setting.level.as_ref().filter(|_| is_withheld) else {
                continue;
            };
            let Some(place) = level.place.as_ref() else {
                continue;
            };
            let path = Path::new(&*place.path);
            if level.value != RuleLevel::Off
                && let Ok(text) = read_text(path)
            {
                let message = format!("`{name}` is a preview rule, so it stays off");
                let problem = FileProblem::warning(path, message).at(&text.text, place.range);
                self.files.problems.push(problem.help(PREVIEW));
            }
        }
    }
}

const PREVIEW: &str = "add `preview: true` to azml.yaml, or use --preview";

/// Path of the saved computes of a workspace.
const SAVED_INVENTORY: &str = ".azml/computes.json";

/// Path of a saved page of the price list.
const SAVED_PRICES: &str = ".azml/prices.json";

/// Path of the description of a snapshot.
const SAVED_SNAPSHOT: &str = ".azml/snapshot.json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_share_the_inventory_that_they_name() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir(root.join(".git")).unwrap();
        std::fs::write(root.join("all.json"), r#"[{"name": "a"}]"#).unwrap();
        let mut workspace = Workspace::default();
        let folders = ["one", "two"].map(|name| {
            let folder = root.join(name);
            std::fs::create_dir(&folder).unwrap();
            let config = format!("inventories: [{{name: {name}, file: ../all.json}}]\n");
            std::fs::write(folder.join("azml.yaml"), config).unwrap();
            folder
        });
        let mut configs = Configs::new(Options::default());
        configs.apply(&mut workspace, folders.iter().map(PathBuf::as_path));
        assert!(configs.take_problems().is_empty());
        let [one, two] = folders.map(|folder| {
            let settings = workspace.settings(&key(&folder.join("job.yml")));
            settings.inventories[0].clone()
        });
        assert_ne!(one.label, two.label);
        assert!(Arc::ptr_eq(&one.computes, &two.computes));
    }

    #[test]
    fn a_file_that_many_extend_is_read_and_kept_once() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir(root.join(".git")).unwrap();
        let base = "preview: true\nno-key: 1\nexclude: [old/]\n\
                    overrides: [{files: [a.yml], rules: {job-no-timeout: off}}]\n";
        std::fs::write(root.join("base.yaml"), base).unwrap();
        let folders = ["one", "two"].map(|name| {
            let folder = root.join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("azml.yaml"), "extends: ../base.yaml\n").unwrap();
            folder
        });
        let mut configs = Configs::new(Options::default());
        let mut rules = Vec::new();
        for folder in &folders {
            let settings = configs.settings(Some(folder));
            assert_eq!(settings.preview, Some(true));
            rules.push(settings.overrides[0].rules.clone());
            assert!(configs.leaves_out(&folder.join("old/a.yml")));
            assert!(!configs.leaves_out(&folder.join("new/a.yml")));
            let _ = std::fs::remove_file(root.join("base.yaml"));
        }
        assert_eq!(configs.take_problems().len(), 1);
        assert!(Arc::ptr_eq(&rules[0], &rules[1]));
    }

    #[test]
    fn a_folder_may_be_deeper_than_any_on_the_disk() {
        let folder = PathBuf::from(format!("/{}", "a/".repeat(20_000)));
        let mut configs = Configs::new(Options::default());
        assert_eq!(configs.settings(Some(&folder)).preview, None);
        assert!(configs.closest.len() < 5_000);
    }
}
