//! The files of a script, and the folders in which Python looks for them.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::path::{file_name, inside, parent};
use crate::script::python::module::Module;
use crate::script::python::sources::{ScriptSource, ScriptStart, Sources};
use crate::workspace::OnDisk;

/// The parsed files, as a linked list: adding a file doesn't move the others, so references to them
/// stay valid.
#[derive(Default)]
pub(super) struct ParsedFiles {
    first: OnceCell<Box<File>>,
}

struct File {
    module: Arc<Module>,
    next: OnceCell<Box<File>>,
}

impl ParsedFiles {
    pub(super) fn keep(&self, module: Arc<Module>) -> &Module {
        let mut end = &self.first;
        while let Some(file) = end.get() {
            end = &file.next;
        }
        let file = end.get_or_init(|| {
            Box::new(File {
                module,
                next: OnceCell::new(),
            })
        });
        &file.module
    }
}

/// Finds the files of modules.
pub(super) struct Finder<'a> {
    pub(super) sources: &'a dyn Sources,
    /// The entries of `sys.path` in the folder: first that of Python, then the working folder,
    /// which may be in `PYTHONPATH`.
    folders: Vec<Arc<str>>,
    includes: &'a [Arc<str>],
}

/// The file or folder of a module name.
pub(super) enum ModuleMember {
    /// A file: a module, or the `__init__.py` of a package.
    File(String),
    /// A folder without an `__init__.py`.
    Folder(String),
}

impl<'a> Finder<'a> {
    pub(super) fn new(sources: &'a dyn Sources, script: &'a ScriptSource) -> Self {
        let first: Arc<str> = match script.how {
            ScriptStart::File => parent(&script.path).into(),
            ScriptStart::Module => script.folder.clone(),
        };
        let mut folders = vec![first];
        if !folders.contains(&script.folder) {
            folders.push(script.folder.clone());
        }
        Self {
            sources,
            folders,
            includes: &script.includes,
        }
    }

    /// Finds the module with this name without dots.
    pub(super) fn top(&self, name: &str) -> Option<ModuleMember> {
        let mut folders = self.folders.iter();
        let found = folders.find_map(|folder| self.within(folder, name));
        found.or_else(|| self.included(name))
    }

    fn included(&self, name: &str) -> Option<ModuleMember> {
        let mut includes = self.includes.iter();
        includes.find_map(|path| {
            let file = file_name(path);
            if file == name {
                return self.package(path);
            }
            let is_it = file.strip_suffix(".py") == Some(name);
            is_it.then(|| ModuleMember::File(path.to_string()))
        })
    }

    /// Finds the module with this name in a folder, in Python's order: a package, a file, then a
    /// folder without an `__init__.py`.
    pub(super) fn within(&self, folder: &str, name: &str) -> Option<ModuleMember> {
        let path = inside_of(folder, name);
        let package = self.package(&path);
        if matches!(package, Some(ModuleMember::File(_))) {
            return package;
        }
        let file = format!("{path}.py");
        if self.sources.at(&file) == Some(OnDisk::File) {
            return Some(ModuleMember::File(file));
        }
        package
    }

    fn package(&self, path: &str) -> Option<ModuleMember> {
        if self.sources.at(path) != Some(OnDisk::Folder) {
            return None;
        }
        let file = inside(path, "__init__.py");
        let has_file = self.sources.at(&file) == Some(OnDisk::File);
        Some(if has_file {
            ModuleMember::File(file)
        } else {
            ModuleMember::Folder(path.to_owned())
        })
    }
}

/// Returns the path of `name` in `folder`; the root is the empty path.
fn inside_of(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        inside(folder, name)
    }
}
