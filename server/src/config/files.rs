//! `azml.yaml` and inventory files: the closest one upwards holds, `extends` is explicit, the
//! command line comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::checks::rule;
use azml_rules::compute::{Inventory, InventoryLabel};
use azml_rules::config::{self, ConfigProblem, FileName, NamedInventory};
use azml_rules::settings::{ChosenRules, Patterns, RuleLevel, Settings};
use azml_rules::workspace::{Disk, Workspace};

use super::extended::{ConfigFile, endless, under};
use super::inventory::{read_inventory, saved_on};
use super::options::{ConfigSource, Options, limits};
use crate::config::disk::FileSystem;
use crate::discovery::entry::DiscoveredFile;
use crate::sandbox::problem::FileProblem;
use crate::sandbox::project_roots::{is_repository, project_folder, upwards};
use crate::sandbox::restricted::Restricted;
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
    boundary: Boundary,
    limits: Restricted,
    /// Cache of the closest `azml.yaml` by folder: looking it up on disk for every file would cost
    /// more than reading.
    closest: BTreeMap<PathBuf, Option<PathBuf>>,
    loaded: BTreeMap<PathBuf, Arc<Config>>,
    /// Each file as it is, without what it extends: thousands of configurations may extend one.
    files: BTreeMap<PathBuf, Option<Arc<ConfigFile>>>,
    /// Compiled patterns of `exclude` and `overrides`.
    compiled: BTreeMap<Vec<String>, Patterns>,
    /// Settings without an `azml.yaml`.
    none: Arc<Config>,
    inventories: BTreeMap<PathBuf, Inventory>,
    read: BTreeSet<PathBuf>,
    problems: Vec<FileProblem>,
}

impl Configs {
    /// Nothing read yet.
    pub fn new(options: Options) -> Self {
        let (closest, loaded, inventories) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self {
            boundary: Boundary::new(&[], options.allow_outside),
            limits: limits(&options, &[]),
            options,
            closest,
            loaded,
            files: BTreeMap::new(),
            compiled: BTreeMap::new(),
            none: Arc::default(),
            inventories,
            read: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the folders to which configuration and links may lead.
    pub(crate) fn boundary(&self) -> &Boundary {
        &self.boundary
    }

    /// Creates an empty state for `request`: files in the files and folders that the user opened
    /// may be named.
    pub(crate) fn with_opened(options: Options, opened: &[PathBuf]) -> Self {
        Self {
            boundary: Boundary::new(opened, options.allow_outside),
            limits: limits(&options, opened),
            ..Self::new(options)
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
        let disk = FileSystem::new(folders).within(self.limits.clone());
        Arc::new(disk.bounded(self.boundary.clone()))
    }

    /// Returns the problems found so far; each is returned once.
    pub fn take_problems(&mut self) -> Vec<FileProblem> {
        let mut problems = std::mem::take(&mut self.problems);
        problems.sort_by(|a, b| {
            (&a.path, a.place.map(|p| p.range)).cmp(&(&b.path, b.place.map(|p| p.range)))
        });
        problems
    }

    /// The files that were read, or looked for by name: when one of them changes, settings are to
    /// be read again.
    pub fn files(&self) -> &BTreeSet<PathBuf> {
        &self.read
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
            self.add_inventory(&mut settings, &file, None);
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
        let mut above = upwards(folder);
        let found = above.find(|above| self.has_own(above, SAVED_INVENTORY));
        found.map(|above| above.join(SAVED_INVENTORY))
    }

    /// Returns `true` if `folder` has the file `name`. A link counts if it stays in the project;
    /// otherwise it is reported, and not followed.
    fn has_own(&mut self, folder: &Path, name: &str) -> bool {
        let file = folder.join(name);
        let on_the_way = file.ancestors().take_while(|above| *above != folder);
        // From the top: below a link the system follows it.
        let mut on_the_way: Vec<&Path> = on_the_way.collect();
        on_the_way.reverse();
        if !on_the_way.into_iter().any(Path::is_symlink) {
            return file.symlink_metadata().is_ok_and(|found| found.is_file());
        }
        if !self.boundary.allows(folder, &file) {
            let message = "is a link to a file outside the project, so it is not read";
            let problem = FileProblem::error(&file, message).help(ALLOW_OUTSIDE);
            // Every subfolder looks it up.
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
            return false;
        }
        file.is_file()
    }

    fn load(&mut self, file: &Path) -> Config {
        let mut settings = self.read_chain(file, &mut Vec::new(), None);
        let own = file.parent().unwrap_or(file);
        let folder = match self.options.config {
            ConfigSource::File(_) => crate::sandbox::absolute(Path::new(".")),
            _ => own.to_owned(),
        };
        for each in &mut settings.overrides {
            each.files = self.compiled(each.files.lines()).relative_to(&folder);
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
        let overrides = settings.overrides.iter().flat_map(|it| &it.rules);
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
                self.problems.push(problem.help(PREVIEW));
            }
        }
    }

    /// Reads `file` and what it extends; `chain` holds the files on the way. Where it can't be read,
    /// `unread` is the place of its name.
    fn read_chain(
        &mut self,
        file: &Path,
        chain: &mut Vec<PathBuf>,
        unread: Option<FileProblem>,
    ) -> Settings {
        let known = match self.files.get(file) {
            Some(Some(known)) => Some(known.clone()),
            // The place of each name that leads nowhere is reported.
            _ => self.read_file(file, unread).map(Arc::new),
        };
        self.files.insert(file.to_owned(), known.clone());
        let Some(known) = known else {
            return Settings::default();
        };
        chain.push(file.to_owned());
        let Some((named, base)) = &known.base else {
            return known.settings.clone();
        };
        if let Some(message) = endless(named, base, chain) {
            let problem = FileProblem::error(file, message).at(&known.text, named.range);
            self.problems.push(problem);
            return known.settings.clone();
        }
        let place = FileProblem::error(file, &*named.path).at(&known.text, named.range);
        let base = self.read_chain(base, chain, Some(place));
        under(known.settings.clone(), base)
    }

    /// Reads `file` itself.
    fn read_file(&mut self, file: &Path, unread: Option<FileProblem>) -> Option<ConfigFile> {
        self.read.insert(file.to_owned());
        let text = match read_text(file) {
            Ok(text) => text.text,
            Err(problem) => {
                self.problems.push(match unread {
                    Some(place) => FileProblem {
                        message: format!("{} {problem}", place.message),
                        ..place
                    },
                    None => FileProblem::error(file, problem.to_string()),
                });
                return None;
            }
        };
        let (mut settings, values, problems) = config::read(&key(file), &text, STYLE);
        self.problems.extend(
            problems
                .into_iter()
                .map(|problem| in_config(file, &text, problem)),
        );
        for NamedInventory { name, file: named } in values.inventories {
            if let Some(inventory) = self.named_by(file, &text, &named) {
                self.add_inventory(&mut settings, &inventory, name);
            }
        }
        let base = values.extends.and_then(|named| {
            let base = self.named_by(file, &text, &named)?;
            Some((named, base))
        });
        Some(ConfigFile {
            settings,
            text,
            base,
        })
    }

    /// Returns the file that `config` names. One outside of the trust boundary is reported, and not looked up.
    fn named_by(&mut self, config: &Path, text: &str, named: &FileName) -> Option<PathBuf> {
        let folder = config.parent().unwrap_or(config);
        let file = crate::sandbox::absolute(&folder.join(&named.path));
        let (around, help) = if !self.limits.allow(&file) {
            ("open folder", TRUST)
        } else if !self.boundary.allows(folder, &file) {
            ("project", ALLOW_OUTSIDE)
        } else {
            return Some(file);
        };
        let name = config.file_name().unwrap_or_default().to_string_lossy();
        let message = format!(
            "{} is outside the {around}, so {name} can't refer to it",
            named.path
        );
        let problem = FileProblem::error(config, message).at(text, named.range);
        self.problems.push(problem.help(help));
        None
    }

    /// Reads an inventory file, once.
    fn add_inventory(&mut self, settings: &mut Settings, file: &Path, name: Option<String>) {
        self.read.insert(file.to_owned());
        let inventory = self.inventories.entry(file.to_owned()).or_insert_with(|| {
            let (inventory, problems) = read_inventory(file);
            self.problems.extend(problems);
            inventory
        });
        let label = InventoryLabel {
            name,
            saved_on: saved_on(file),
        };
        settings.inventories.push(inventory.labelled(label));
    }
}

const PREVIEW: &str = "add `preview: true` to azml.yaml, or use --preview";

const ALLOW_OUTSIDE: &str = "open or check a folder that contains both, or use --allow-outside";

const TRUST: &str =
    "if you trust the folder, leave out --restricted (in VS Code: trust the workspace)";

/// Path of the saved computes of a workspace.
const SAVED_INVENTORY: &str = ".azml/computes.json";

fn in_config(file: &Path, text: &str, problem: ConfigProblem) -> FileProblem {
    FileProblem {
        help: problem.help,
        ..FileProblem::error(file, problem.message).at(text, problem.range)
    }
}

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
    fn a_file_that_many_extend_is_read_once() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        std::fs::create_dir(root.join(".git")).unwrap();
        let base = "preview: true\nno-key: 1\nexclude: [old/]\n";
        std::fs::write(root.join("base.yaml"), base).unwrap();
        let folders = ["one", "two"].map(|name| {
            let folder = root.join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("azml.yaml"), "extends: ../base.yaml\n").unwrap();
            folder
        });
        let mut configs = Configs::new(Options::default());
        for folder in &folders {
            assert_eq!(configs.settings(Some(folder)).preview, Some(true));
            assert!(configs.leaves_out(&folder.join("old/a.yml")));
            assert!(!configs.leaves_out(&folder.join("new/a.yml")));
            let _ = std::fs::remove_file(root.join("base.yaml"));
        }
        assert_eq!(configs.take_problems().len(), 1);
    }

    #[test]
    fn a_folder_may_be_deeper_than_any_on_the_disk() {
        let folder = PathBuf::from(format!("/{}", "a/".repeat(20_000)));
        let mut configs = Configs::new(Options::default());
        assert_eq!(configs.settings(Some(&folder)).preview, None);
        assert!(configs.closest.len() < 5_000);
    }
}
