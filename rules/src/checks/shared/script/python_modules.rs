//! The files of the code that a Python script imports.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::python_scripts::{PythonScript, module};
use crate::checks::context::Context;
use crate::path::{PathStyle, file_name, parent};
use crate::query::Query;
use crate::script::python::{Import, Module, imports};
use crate::script::upload::{CodeEntry, CodeFolder};
use crate::workspace::Workspace;

/// Maximum number of modules that are read for one script.
const MAX_MODULES: usize = 200;

/// A script with the files of the code that it imports, and those that they import.
pub(crate) struct PythonModules {
    /// The script first.
    pub(crate) files: Vec<ModuleFile>,
    /// `true` if no module is missing.
    pub(crate) is_complete: bool,
    /// The names of modules and packages without dots that are in the code.
    pub(crate) local: BTreeSet<String>,
}

/// A module that is a file of the code.
pub(crate) struct ModuleFile {
    /// Its full path.
    pub(crate) path: Arc<str>,
    /// Its parsed content.
    pub(crate) module: Arc<Module>,
    /// Its path relative to the code.
    inside: String,
    /// `true` if it is imported whenever the script runs.
    pub(crate) is_certain: bool,
}

impl ModuleFile {
    /// Its name without folders.
    pub(crate) fn name(&self) -> &str {
        file_name(&self.path)
    }
}

/// The modules that scripts import.
struct ImportedModules;

impl Query for ImportedModules {
    type Key = ImportRoot;
    type Value = Arc<PythonModules>;
    /// In bytes.
    const CAPACITY: usize = 4 << 20;
}

/// Size of a file of [`PythonModules`] without its module, which is in another table, in bytes.
const SIZE: usize = 2 << 10;

/// A script, and the folders that are searched for its modules.
#[derive(PartialEq, Eq, Hash)]
struct ImportRoot {
    /// The path of the document that runs it.
    document: Box<str>,
    /// Its full path.
    path: Arc<str>,
    /// Its path relative to the code.
    inside: Option<Box<str>>,
    /// The folders that are searched, relative to the code.
    folders: Vec<Box<str>>,
    /// `true` if no other folder is searched.
    is_complete: bool,
    code: Arc<CodeFolder>,
}

/// Returns the modules of `script`.
pub(crate) fn python_modules(cx: &Context<'_>, script: &PythonScript<'_>) -> Arc<PythonModules> {
    let run = script.run;
    let known = run.module_folder().zip(run.script.inside.as_deref());
    let mut folders: Vec<Box<str>> = known.map(|(it, _)| it.into()).into_iter().collect();
    let working = run.folder.as_deref();
    folders.extend(working.map(Box::from).filter(|it| !folders.contains(it)));
    let start = ImportRoot {
        document: cx.document.path().into(),
        path: script.path.clone(),
        inside: known.map(|(_, inside)| inside.into()),
        folders,
        is_complete: known.is_some() && run.folder.is_some(),
        code: run.code.clone(),
    };
    cx.workspace
        .query::<ImportedModules>(start, |workspace, start| {
            let modules = find(workspace, start);
            let size = SIZE * (1 + modules.files.len());
            (Arc::new(modules), size)
        })
}

fn find(workspace: &Workspace, start: &ImportRoot) -> PythonModules {
    let script = module(workspace, &start.document, &start.path);
    let first = script.map(|module| ModuleFile {
        path: start.path.clone(),
        module,
        inside: start.inside.as_deref().unwrap_or_default().to_owned(),
        is_certain: true,
    });
    let mut reader = ImportReader {
        workspace,
        start,
        modules: PythonModules {
            is_complete: start.is_complete && first.is_some(),
            files: first.into_iter().collect(),
            local: BTreeSet::new(),
        },
    };
    let mut next = 0;
    while let Some(file) = reader.modules.files.get(next) {
        let (inside, is_certain) = (file.inside.clone(), file.is_certain);
        for import in imports(&file.module) {
            reader.import(&inside, &import, is_certain && import.is_certain);
        }
        next += 1;
    }
    reader.modules
}

struct ImportReader<'c> {
    workspace: &'c Workspace,
    start: &'c ImportRoot,
    modules: PythonModules,
}

/// The target of a module name, relative to the code.
enum ModulePlace {
    File(String, String),
    Package(String),
    Nowhere,
}

impl ImportReader<'_> {
    /// Reads the modules that the file at `importer` imports.
    fn import(&mut self, importer: &str, import: &Import, is_certain: bool) {
        let mut parts = import.module.split('.').filter(|part| !part.is_empty());
        let mut folder = if import.level == 0 {
            let Some(top) = parts.next() else {
                return;
            };
            let Some(folder) = self.top(top, is_certain) else {
                return;
            };
            folder
        } else {
            let mut folder = parent(importer).to_owned();
            for _ in 1..import.level {
                folder = parent(&folder).to_owned();
            }
            folder
        };
        for part in parts {
            match self.member(&folder, part, is_certain) {
                Some(inner) => folder = inner,
                None => return,
            }
        }
        for name in &import.names {
            self.member(&folder, name, is_certain);
        }
    }

    /// Reads the module or package `name` at the top. Returns the folder of a package.
    fn top(&mut self, name: &str, is_certain: bool) -> Option<String> {
        let mut folders = self.start.folders.iter();
        let found =
            folders.find(|folder| !matches!(self.place(folder, name), ModulePlace::Nowhere))?;
        self.modules.local.insert(name.to_owned());
        self.member(found, name, is_certain)
    }

    /// Reads the module or package `name` in `folder`. Returns the folder of a package.
    fn member(&mut self, folder: &str, name: &str, is_certain: bool) -> Option<String> {
        match self.place(folder, name) {
            ModulePlace::File(inside, full) => {
                let package =
                    (file_name(&inside) == "__init__.py").then(|| parent(&inside).to_owned());
                self.add(inside, full, is_certain);
                package
            }
            ModulePlace::Package(folder) => Some(folder),
            ModulePlace::Nowhere => None,
        }
    }

    /// Finds `name` in `folder`, in Python's order: a package, a file, then a folder without an
    /// `__init__.py`.
    fn place(&mut self, folder: &str, name: &str) -> ModulePlace {
        let Some(path) = PathStyle::Unix.join(folder, name) else {
            return ModulePlace::Nowhere;
        };
        for inside in [format!("{path}/__init__.py"), format!("{path}.py")] {
            match self.start.code.find(self.workspace, &inside) {
                CodeEntry::File(full) => return ModulePlace::File(inside, full),
                CodeEntry::Unknown => self.modules.is_complete = false,
                _ => {}
            }
        }
        match self.start.code.find(self.workspace, &path) {
            CodeEntry::Folder(_) => ModulePlace::Package(path),
            _ => ModulePlace::Nowhere,
        }
    }

    fn add(&mut self, inside: String, full: String, is_certain: bool) {
        let mut known = self.modules.files.iter_mut();
        if let Some(known) = known.find(|file| *file.path == *full) {
            known.is_certain |= is_certain;
            return;
        }
        let module = module(self.workspace, &self.start.document, &full);
        match module.filter(|_| self.modules.files.len() < MAX_MODULES) {
            Some(module) => self.modules.files.push(ModuleFile {
                path: full.into(),
                module,
                inside,
                is_certain,
            }),
            None => self.modules.is_complete = false,
        }
    }
}
