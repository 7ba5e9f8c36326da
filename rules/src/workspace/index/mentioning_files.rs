//! The files that run `az ml`, by the files that they mention.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::az_ml::CommandLine;
use crate::document::Document;
use crate::path::{PathStyle, file_name};

/// The name of a file that is known only when the command runs.
const UNKNOWN: &str = "";

/// The files that run `az ml`, by the names of the files that they mention.
#[derive(Clone, Debug, Default)]
pub(in crate::workspace) struct MentioningFiles(BTreeMap<String, BTreeSet<Arc<str>>>);

impl MentioningFiles {
    /// Adds the names in `script`.
    pub(in crate::workspace) fn insert(&mut self, script: &Document, style: PathStyle) {
        for name in mentions(script, style) {
            self.0.entry(name).or_default().insert(script.shared_path());
        }
    }

    /// Removes the names in `script`.
    pub(in crate::workspace) fn remove(&mut self, script: &Document, style: PathStyle) {
        for name in mentions(script, style) {
            if let Some(scripts) = self.0.get_mut(&name) {
                scripts.remove(script.path());
                if scripts.is_empty() {
                    self.0.remove(&name);
                }
            }
        }
    }

    /// The files that mention the name of the file at `path`.
    pub(in crate::workspace) fn of(
        &self,
        path: &str,
        style: PathStyle,
    ) -> impl Iterator<Item = &Arc<str>> {
        let name = style.folded(file_name(path));
        self.0.get(&*name).into_iter().flatten()
    }

    /// The files with a command that sends a file whose name is known only when it runs.
    pub(in crate::workspace) fn of_unknown(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.get(UNKNOWN).into_iter().flatten()
    }
}

fn mentions(script: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let lines = script.commands().into_iter();
    let sends_unknown = lines
        .clone()
        .any(|lines| lines.commands.iter().any(CommandLine::sends_unknown_file));
    let names = lines.flat_map(|lines| &lines.mentions);
    names
        .map(move |name| style.folded(name).into_owned())
        .chain(sends_unknown.then(|| UNKNOWN.to_owned()))
}
