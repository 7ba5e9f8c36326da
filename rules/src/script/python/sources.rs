//! Where a script and the modules that it imports are read.

use std::sync::Arc;

use super::module::Module;
use crate::path::{parent, relative};
use crate::workspace::{OnDisk, Workspace};

/// Reads the files of a script by their full paths.
pub trait Sources {
    /// The text of the file at `path`; `None` where there is none, or where it may not be read.
    fn text(&self, path: &str) -> Option<Arc<str>>;

    /// The kind of what is at `path`; `None` where that is unknown.
    fn at(&self, path: &str) -> Option<OnDisk>;

    /// The module in the file at `path`.
    fn module(&self, path: &str) -> Option<Arc<Module>> {
        Module::parse(&self.text(path)?)
    }
}

/// The files of a workspace, as the document at a path sees them. Every read is noted.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'w> {
    /// Where they are.
    pub workspace: &'w Workspace,
    /// The path of the document that runs the script.
    pub document: &'w str,
}

impl Beside<'_> {
    /// How the document names `path`.
    fn reference(&self, path: &str) -> Option<String> {
        relative(parent(self.document), path)
    }
}

impl Sources for Beside<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.workspace.text(self.document, &self.reference(path)?)
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        self.workspace
            .on_disk(self.document, &self.reference(path)?)
    }

    fn module(&self, path: &str) -> Option<Arc<Module>> {
        Module::cached(self.workspace.cache(), &self.text(path)?)
    }
}

/// A script, and how it is run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScriptSource {
    /// The full path of the file.
    pub path: Arc<str>,
    /// The full path of the folder that the interpreter runs in.
    pub folder: Arc<str>,
    /// How the interpreter gets it.
    pub how: ScriptStart,
    /// The full paths of files and folders that are put beside those of `folder`:
    /// `additional_includes`.
    pub includes: Vec<Arc<str>>,
}

/// How the interpreter gets a script, which decides where it looks for modules first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScriptStart {
    /// `python x.py`: in the folder of the script.
    File,
    /// `python -m x`: in the working folder.
    Module,
}
