//! The sources that the walls look at: from the disk, or from memory for the planted breaks.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::path::Path;
use std::slice::from_ref;
use std::sync::OnceLock;

use azml_tests::process::root;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::facts::Facts;
use super::imports::{Arrow, arrows};
use super::reader::read;

/// A crate whose sources have walls.
pub(super) struct CrateRoot {
    /// Its short name, which begins the keys of its entries.
    pub name: &'static str,
    /// The folder of its sources.
    pub folder: &'static str,
    /// The heading in CONTRIBUTING above the table that orders its modules.
    pub order: Option<&'static str>,
}

/// Every crate with walls. A crate that is cut out of another one gets a line here.
pub(super) const CRATES: &[CrateRoot] = &[
    CrateRoot {
        name: "rules",
        folder: "rules/src",
        order: Some("### `rules/src/`"),
    },
    CrateRoot {
        name: "ide",
        folder: "server/ide/src",
        order: Some("### `server/ide/src/`"),
    },
    CrateRoot {
        name: "playground",
        folder: "editors/playground/src",
        order: None,
    },
    CrateRoot {
        name: "server",
        folder: "server/src",
        order: Some("### `server/src/`"),
    },
];

/// A file of Rust without the files of unit tests.
pub(super) struct Source {
    /// The place of its crate in [`CRATES`].
    pub krate: usize,
    /// Its path from the top of the repository.
    pub path: String,
    /// Its module, without the crate: `["path", "root"]`.
    pub module: Vec<String>,
    pub facts: Facts,
}

impl Source {
    /// The name of its crate and of its first module: `rules/path`.
    pub(super) fn room(&self) -> String {
        let name = CRATES[self.krate].name;
        match self.module.first() {
            Some(first) => format!("{name}/{first}"),
            None => name.to_owned(),
        }
    }

    /// The last part of its module: the stem of the file, or the name of its folder.
    pub(super) fn stem(&self) -> &str {
        self.module.last().map_or("lib", String::as_str)
    }
}

/// Everything that a wall may look at.
pub(super) struct Tree {
    /// By path.
    pub files: Vec<Source>,
    /// The text of CONTRIBUTING.
    pub contributing: String,
    /// The name of every rule.
    pub rules: HashSet<String>,
    /// The place of each file in `files`, by crate and module.
    places: HashMap<(usize, String), usize>,
    /// Every module, also those without a file.
    modules: HashSet<(usize, String)>,
    arrows: OnceLock<Vec<Arrow>>,
}

impl Tree {
    /// The tree of `files` (path and text), which need not be on the disk.
    pub(super) fn new(
        files: Vec<(String, String)>,
        contributing: String,
        rules: Vec<String>,
    ) -> Self {
        let read: Vec<Source> = files.into_par_iter().filter_map(source).collect();
        let tests: Vec<(usize, Vec<String>)> = read
            .iter()
            .flat_map(|file| {
                let tests = file.facts.test_modules.iter();
                tests.map(|name| {
                    (
                        file.krate,
                        [file.module.as_slice(), from_ref(name)].concat(),
                    )
                })
            })
            .collect();
        let is_test = |file: &Source| {
            let belongs = |(krate, module): &(usize, Vec<String>)| {
                *krate == file.krate && file.module.starts_with(module)
            };
            tests.iter().any(belongs)
        };
        let mut files: Vec<Source> = read.into_iter().filter(|file| !is_test(file)).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let places = files
            .iter()
            .enumerate()
            .map(|(place, file)| ((file.krate, file.module.join("::")), place))
            .collect();
        let mut modules = HashSet::new();
        for file in &files {
            for scope in &file.facts.scopes {
                let ends = 0..=scope.module.len();
                modules.extend(ends.map(|end| (file.krate, scope.module[..end].join("::"))));
            }
        }
        Self {
            files,
            contributing,
            rules: rules.into_iter().collect(),
            places,
            modules,
            arrows: OnceLock::new(),
        }
    }

    /// The file of a module.
    pub(super) fn file_of(&self, krate: usize, module: &[String]) -> Option<usize> {
        self.places.get(&(krate, module.join("::"))).copied()
    }

    /// Whether a module has this path: with a file, inside one, or as a folder.
    pub(super) fn is_module(&self, krate: usize, module: &[String]) -> bool {
        self.modules.contains(&(krate, module.join("::")))
    }

    /// Who imports from whom.
    pub(super) fn arrows(&self) -> &[Arrow] {
        self.arrows.get_or_init(|| arrows(self))
    }

    /// The place of a line, for a message.
    pub(super) fn site(&self, file: usize, line: usize, text: impl Display) -> String {
        format!("{}:{line}: {text}", self.files[file].path)
    }

    /// The sources of this repository, read once.
    pub(super) fn of_repository() -> &'static Self {
        static TREE: OnceLock<Tree> = OnceLock::new();
        TREE.get_or_init(|| {
            let mut paths = Vec::new();
            for krate in CRATES {
                list(&root().join(krate.folder), krate.folder, &mut paths);
            }
            let read = |path: String| {
                let text = std::fs::read_to_string(root().join(&path)).expect("it was listed");
                (path, text)
            };
            let files = paths.into_iter().map(read).collect();
            let contributing = std::fs::read_to_string(root().join("CONTRIBUTING.md"));
            let rules = azml_rules::checks::RULES.iter();
            Self::new(
                files,
                contributing.expect("CONTRIBUTING.md is there"),
                rules.map(|rule| rule.name.to_owned()).collect(),
            )
        })
    }
}

/// Adds the Rust files below `folder`, whose path from the top is `name`.
fn list(folder: &Path, name: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &path, found);
        } else if path.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// Reads one file; `None` for the `main.rs` of a binary.
fn source((path, text): (String, String)) -> Option<Source> {
    let inside = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
    let krate = CRATES
        .iter()
        .position(|krate| inside(krate.folder).is_some());
    let krate = krate.unwrap_or_else(|| panic!("{path} is in no crate"));
    let stem = inside(CRATES[krate].folder)?.strip_suffix(".rs")?;
    let mut module: Vec<String> = stem.split('/').map(str::to_owned).collect();
    match stem {
        "main" => return None,
        "lib" => module.clear(),
        _ if stem.ends_with("/mod") => module.truncate(module.len() - 1),
        _ => {}
    }
    let facts = read(&path, &module, &text);
    Some(Source {
        krate,
        path,
        module,
        facts,
    })
}
