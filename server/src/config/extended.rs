//! Configuration files with those that they extend.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::compute::{Inventory, InventoryLabel, RegionPrices};
use azml_rules::config::{self, ConfigProblem, FileName, NamedInventory};
use azml_rules::settings::Settings;
use azml_rules::snapshot::Snapshot;

use super::inventory::{read_inventory, saved_on};
use super::snapshot::{read_retail_prices, read_snapshot};
use crate::sandbox::problem::FileProblem;
use crate::sandbox::restricted::Restricted;
use crate::sandbox::trust_boundary::Boundary;
use crate::sandbox::{STYLE, key, read_text};

/// Longest chain of `extends`.
const MAX_EXTENDS: usize = 16;

/// One `azml.yaml` without what it extends.
#[derive(Debug)]
struct ConfigFile {
    settings: Settings,
    /// The text, for the places of problems.
    text: String,
    /// The file that it extends, with the name as it is written.
    base: Option<(FileName, PathBuf)>,
}

/// Configuration files and the inventories that they name, each read once.
#[derive(Debug)]
pub(super) struct ConfigFiles {
    pub(super) boundary: Boundary,
    pub(super) limits: Restricted,
    /// Each file as it is, without what it extends: thousands of configurations may extend one.
    files: BTreeMap<PathBuf, Option<Arc<ConfigFile>>>,
    inventories: BTreeMap<PathBuf, Inventory>,
    /// By the `.azml` folder.
    pub(super) snapshots: BTreeMap<PathBuf, Option<Arc<Snapshot>>>,
    /// Saved price lists.
    retail_prices: BTreeMap<PathBuf, Vec<Arc<RegionPrices>>>,
    /// The files that were read, or looked for by name.
    pub(super) read: BTreeSet<PathBuf>,
    pub(super) problems: Vec<FileProblem>,
}

impl ConfigFiles {
    /// Nothing read yet. A file may name those within `boundary` and `limits`.
    pub(super) fn new(boundary: Boundary, limits: Restricted) -> Self {
        Self {
            boundary,
            limits,
            files: BTreeMap::new(),
            inventories: BTreeMap::new(),
            snapshots: BTreeMap::new(),
            retail_prices: BTreeMap::new(),
            read: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the settings of `file` with what it extends.
    pub(super) fn settings(&mut self, file: &Path) -> Settings {
        self.read_chain(file, &mut Vec::new(), None)
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
    pub(super) fn add_inventory(
        &mut self,
        settings: &mut Settings,
        file: &Path,
        name: Option<String>,
    ) {
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

/// Snapshots, and saved price lists.
impl ConfigFiles {
    /// Returns the prices in the saved price list `file`, which is read once.
    pub(super) fn retail_prices(&mut self, file: &Path) -> &[Arc<RegionPrices>] {
        self.read.insert(file.to_owned());
        self.retail_prices
            .entry(file.to_owned())
            .or_insert_with(|| {
                let (prices, problems) = read_retail_prices(file);
                self.problems.extend(problems);
                prices.into_iter().map(Arc::new).collect()
            })
    }

    /// Reads the snapshot in `folder`: those of its files that `is_own`.
    pub(super) fn read_snapshot(
        &mut self,
        folder: &Path,
        is_own: impl FnMut(&'static str) -> bool,
    ) -> Option<Arc<Snapshot>> {
        let (snapshot, files, problems) = read_snapshot(folder, is_own);
        self.read.extend(files);
        self.problems.extend(problems);
        let snapshot = snapshot.map(Arc::new);
        self.snapshots.insert(folder.to_owned(), snapshot.clone());
        snapshot
    }
}

pub(super) const ALLOW_OUTSIDE: &str =
    "open or check a folder that contains both, or use --allow-outside";

const TRUST: &str =
    "if you trust the folder, leave out --restricted (in VS Code: trust the workspace)";

fn in_config(file: &Path, text: &str, problem: ConfigProblem) -> FileProblem {
    FileProblem {
        help: problem.help,
        ..FileProblem::error(file, problem.message).at(text, problem.range)
    }
}

/// Returns the message where the last file of `chain` extends `base`, and that leads to no end.
fn endless(named: &FileName, base: &PathBuf, chain: &[PathBuf]) -> Option<String> {
    if chain.contains(base) {
        let name = &named.path;
        Some(format!("`extends` is circular: it leads back to {name}"))
    } else if chain.len() > MAX_EXTENDS {
        Some(format!(
            "`extends` leads through more than {MAX_EXTENDS} files"
        ))
    } else {
        None
    }
}

/// Returns `settings`, with the values of `base` that it does not set.
fn under(mut settings: Settings, base: Settings) -> Settings {
    for (rule, setting) in base.rules {
        settings.rules.entry(rule).or_default().fill_from(setting);
    }
    settings.profiles = settings.profiles.or(base.profiles);
    settings.overrides.splice(..0, base.overrides);
    settings.budgets.splice(..0, base.budgets);
    if settings.exclude.is_empty() {
        settings.exclude = base.exclude;
    }
    if settings.inventories.is_empty() {
        settings.inventories = base.inventories;
    }
    settings.preview = settings.preview.or(base.preview);
    settings.as_of = settings.as_of.or(base.as_of);
    settings.schema_checks = settings.schema_checks.or(base.schema_checks);
    settings.prices.home = settings.prices.home.or(base.prices.home);
    settings.prices.currency = settings.prices.currency.or(base.prices.currency);
    for (size, price) in base.prices.per_hour {
        settings.prices.per_hour.entry(size).or_insert(price);
    }
    for compute in base.computes {
        if !settings
            .computes
            .iter()
            .any(|own| own.name.eq_ignore_ascii_case(&compute.name))
        {
            settings.computes.push(compute);
        }
    }
    settings
}
