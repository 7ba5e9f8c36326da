//! `import` and `from ... import`.

use std::rc::Rc;
use std::sync::Arc;

use ruff_python_ast::{Alias, StmtImport, StmtImportFrom};

use super::files::ModuleMember;
use super::object::{NameTable, Object};
use super::{Frame, PythonInterpreter, Running};
use crate::path::{file_name, parent};
use crate::script::python::argparse_interface::UnknownInterface;
use crate::script::python::module::Module;

/// Modules of Python's standard library that scripts import. They aren't searched in the folder.
/// <https://docs.python.org/3/py-modindex.html>
const STANDARD: &[&str] = &[
    "__future__",
    "abc",
    "argparse",
    "ast",
    "asyncio",
    "base64",
    "collections",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "enum",
    "functools",
    "gc",
    "glob",
    "gzip",
    "hashlib",
    "importlib",
    "inspect",
    "io",
    "itertools",
    "json",
    "logging",
    "math",
    "multiprocessing",
    "os",
    "pathlib",
    "pickle",
    "platform",
    "pprint",
    "random",
    "re",
    "shutil",
    "signal",
    "socket",
    "string",
    "subprocess",
    "sys",
    "tempfile",
    "textwrap",
    "threading",
    "time",
    "traceback",
    "types",
    "typing",
    "urllib",
    "uuid",
    "warnings",
    "zipfile",
];

/// Maximum number of modules of one script.
const MAX_MODULES: usize = 200;

impl<'a> PythonInterpreter<'a> {
    pub(super) fn import(&mut self, statement: &'a StmtImport) {
        for alias in &statement.names {
            let name = alias.name.as_str();
            let top = name.split('.').next().unwrap_or(name);
            let all = self.module_named(name);
            if let Some(asname) = &alias.asname {
                self.assign_name(asname.as_str(), all);
            } else if top.len() == name.len() {
                self.assign_name(top, all);
            } else {
                let first = self.module_named(top);
                self.assign_name(top, first);
            }
        }
    }

    pub(super) fn import_from(&mut self, statement: &'a StmtImportFrom) {
        let name = statement.module.as_ref().map_or("", |name| name.as_str());
        let base = if statement.level == 0 {
            self.module_named(name)
        } else {
            self.relative_module(name, statement.level)
        };
        for alias in &statement.names {
            self.import_name(&base, alias);
        }
    }

    fn import_name(&mut self, base: &Object<'a>, alias: &'a Alias) {
        let name = alias.name.as_str();
        if name == "*" {
            return self.import_everything(base);
        }
        let object = self.member_of_module(base, name);
        self.assign_name(alias.asname.as_ref().map_or(name, |it| it.as_str()), object);
    }

    fn import_everything(&mut self, base: &Object<'a>) {
        match base {
            Object::Module(module) => {
                let globals = self.modules[*module].globals.clone();
                if globals.has_unknown.get() {
                    self.frame.scope.has_unknown.set(true);
                }
                let names = globals.names.borrow().clone();
                for (name, object) in names {
                    if !name.starts_with('_') {
                        self.assign_name(name, object);
                    }
                }
            }
            Object::External(package) if &**package == "argparse" => {
                for name in [
                    "ArgumentParser",
                    "BooleanOptionalAction",
                    "REMAINDER",
                    "SUPPRESS",
                ] {
                    self.assign_name(name, Self::external(&format!("argparse.{name}")));
                }
            }
            _ => self.frame.scope.has_unknown.set(true),
        }
    }

    /// Returns the value of `name` in a module: one of its names, or a module of the package.
    pub(super) fn member_of_module(&mut self, base: &Object<'a>, name: &str) -> Object<'a> {
        match base {
            Object::Module(module) => {
                let globals = self.modules[*module].globals.clone();
                if let Some(object) = globals.own(name) {
                    return object;
                }
                let path = self.modules[*module].path.clone();
                if file_name(&path) != "__init__.py" {
                    return Object::Unknown;
                }
                self.module_within(parent(&path), name)
                    .unwrap_or(Object::Unknown)
            }
            Object::Folder(path) => {
                let path = path.clone();
                self.module_within(&path, name).unwrap_or(Object::Unknown)
            }
            Object::External(package) => Self::external_member(package, name),
            _ => Object::Unknown,
        }
    }

    /// Returns `name` of the package or class with the full name `package`.
    pub(super) fn external_member(package: &str, name: &str) -> Object<'a> {
        if package == "sys" && name == "argv" {
            return Object::CommandLine(0);
        }
        Self::external(&format!("{package}.{name}"))
    }

    /// Returns the module with this full name, after running it and its parent packages.
    fn module_named(&mut self, name: &str) -> Object<'a> {
        let mut parts = name.split('.');
        let top = parts.next().unwrap_or(name);
        // A file of the folder comes before the library: what it calls a parser is something else.
        if STANDARD.contains(&top) && top != "argparse" {
            return Self::external(name);
        }
        let Some(found) = self.finder.top(top) else {
            return Self::external(name);
        };
        let mut module = self.found(found);
        for part in parts {
            module = self.member_of_module(&module, part);
        }
        module
    }

    fn relative_module(&mut self, name: &str, level: u32) -> Object<'a> {
        let path = self.modules[self.frame.module].path.clone();
        let mut folder = parent(&path);
        for _ in 1..level {
            folder = parent(folder);
        }
        let mut module = Object::Folder(Rc::from(folder));
        for part in name.split('.').filter(|part| !part.is_empty()) {
            module = self.member_of_module(&module, part);
        }
        module
    }

    fn module_within(&mut self, folder: &str, name: &str) -> Option<Object<'a>> {
        let found = self.finder.within(folder, name)?;
        Some(self.found(found))
    }

    fn found(&mut self, found: ModuleMember) -> Object<'a> {
        match found {
            ModuleMember::Folder(path) => Object::Folder(path.into()),
            ModuleMember::File(path) => {
                let name = file_name(&path).trim_end_matches(".py").to_owned();
                self.import_file(&path.into(), &name)
            }
        }
    }

    /// Runs the file at `path`, unless it was run before.
    pub(super) fn import_file(&mut self, path: &Arc<str>, name: &str) -> Object<'a> {
        if let Some(module) = self.by_path.get(path) {
            return Object::Module(*module);
        }
        if self.modules.len() == MAX_MODULES {
            self.stop(UnknownInterface::TooLong);
        }
        let Some(module) = self.read(path) else {
            return Object::Unknown;
        };
        let globals = NameTable::within(None);
        globals.set("__name__", Object::text(name));
        let index = self.modules.len();
        self.by_path.insert(path.clone(), index);
        self.modules.push(Running {
            path: path.clone(),
            globals: globals.clone(),
            docstring: module.docstring().map(str::to_owned),
        });
        let caller = std::mem::replace(&mut self.frame, Frame::new(index, globals));
        self.block(module.body());
        self.frame = caller;
        Object::Module(index)
    }

    /// Parses the file at `path`; stops the interpreter if it can't be read or parsed.
    fn read(&mut self, path: &Arc<str>) -> Option<&'a Module> {
        if self.stopped.is_some() {
            return None;
        }
        let Some(module) = self.finder.sources.module(path) else {
            self.stop(UnknownInterface::Unreadable(path.clone()));
            return None;
        };
        if !module.errors().is_empty() {
            self.stop(UnknownInterface::Syntax(path.clone()));
            return None;
        }
        Some(self.files.keep(module))
    }
}
