//! The code that the client uploads for some work: a folder, and the `additional_includes`, which
//! are added to its root.

use super::includes::{Include, WrittenIncludes};
use crate::path::{self, PathStyle, has_drive};
use crate::script::commands::UnknownScript;
use crate::script::commands::entry_point::Site;
use crate::syntax::{Node, known_text};
use crate::workspace::{OnDisk, Workspace};

/// The code of some work.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CodeFolder {
    /// Its content is known.
    Uploaded(Upload),
    /// Nothing is uploaded.
    Nothing,
    /// Its content is unknown.
    Unknown(UnknownScript),
}

/// Code that is uploaded from this machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Upload {
    /// The document with `code`: paths are relative to it.
    pub from: String,
    /// The folder, as written; `None` if only includes are uploaded.
    pub folder: Option<String>,
    /// The files and folders that are added to the content of that folder.
    pub includes: Vec<Include>,
    /// `true` if unknown files are included.
    pub includes_more: bool,
}

/// The entry at a path of the uploaded code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeEntry {
    /// A file, by its full path on this machine.
    File(String),
    /// A folder, by its full path on this machine.
    Folder(String),
    /// No entry.
    Nothing,
    /// Unknown.
    Unknown,
}

/// The keys of a site that define its code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WrittenCode {
    /// The local folder that `code` names.
    folder: Option<Result<String, UnknownScript>>,
    includes: Option<WrittenIncludes>,
    may_inherit: bool,
}

impl WrittenCode {
    pub(crate) fn of(site: &Site<'_>) -> Self {
        Self {
            folder: site.code.map(local_folder),
            includes: site.includes.map(WrittenIncludes::of),
            may_inherit: site.may_inherit_code,
        }
    }

    /// Resolves the code for the document at `from`.
    pub(crate) fn find(&self, workspace: &Workspace, from: &str) -> CodeFolder {
        let includes = self.includes.as_ref();
        let (includes, includes_more) =
            includes.map_or_else(Default::default, |it| it.find(workspace, from));
        let folder = match &self.folder {
            Some(Err(reason)) => return CodeFolder::Unknown(*reason),
            Some(Ok(folder)) => match workspace.on_disk(from, folder) {
                Some(OnDisk::Folder) => Some(folder.clone()),
                // A `code` that is a file uploads that file, like an include.
                Some(OnDisk::File) => {
                    let only = Include::of(workspace, from, folder);
                    return only.map_or(CodeFolder::Unknown(UnknownScript::NotSeen), |only| {
                        CodeFolder::Uploaded(Upload {
                            from: from.to_owned(),
                            folder: None,
                            includes: includes.into_iter().chain([only]).collect(),
                            includes_more: true,
                        })
                    });
                }
                Some(OnDisk::Nothing) => return CodeFolder::Unknown(UnknownScript::CodeMissing),
                None => return CodeFolder::Unknown(UnknownScript::NotSeen),
            },
            None if self.may_inherit => {
                return CodeFolder::Unknown(UnknownScript::CodeNotAvailable);
            }
            None if self.includes.is_none() => return CodeFolder::Nothing,
            None => None,
        };
        CodeFolder::Uploaded(Upload {
            from: from.to_owned(),
            folder,
            includes,
            includes_more,
        })
    }
}

impl CodeFolder {
    /// Returns the code of `site` in the document at `from`.
    pub fn of(workspace: &Workspace, from: &str, site: &Site<'_>) -> Self {
        WrittenCode::of(site).find(workspace, from)
    }

    /// Returns the entry at `path`, relative to the code.
    pub fn find(&self, workspace: &Workspace, path: &str) -> CodeEntry {
        match self {
            Self::Uploaded(upload) => upload.find(workspace, path),
            Self::Nothing => CodeEntry::Nothing,
            Self::Unknown(_) => CodeEntry::Unknown,
        }
    }
}

impl Upload {
    /// Returns the entry at `path`, relative to the code.
    pub fn find(&self, workspace: &Workspace, path: &str) -> CodeEntry {
        let Some(path) = PathStyle::Unix.clean(path) else {
            return CodeEntry::Unknown;
        };
        let own = self.folder.as_deref();
        let own = own.map(|folder| self.look(workspace, folder, &path));
        if let Some(found) = own.filter(|found| *found != CodeEntry::Nothing) {
            return found;
        }
        for include in &self.includes {
            let Some(rest) = include.rest(&path) else {
                continue;
            };
            match self.look(workspace, &include.path, rest) {
                CodeEntry::Nothing => {}
                found => return found,
            }
        }
        if self.includes_more {
            CodeEntry::Unknown
        } else {
            CodeEntry::Nothing
        }
    }

    /// Returns the entry at `path` below `folder`. Letter case matters, as on the machine of the job.
    fn look(&self, workspace: &Workspace, folder: &str, path: &str) -> CodeEntry {
        let written = below(folder, path);
        let Some(found) = workspace.on_disk(&self.from, &written) else {
            return CodeEntry::Unknown;
        };
        if found == OnDisk::Nothing || self.is_other_case(workspace, folder, path) {
            return CodeEntry::Nothing;
        }
        let Some(full) = workspace.full_path(&self.from, &written) else {
            return CodeEntry::Unknown;
        };
        match found {
            OnDisk::Folder => CodeEntry::Folder(full),
            _ => CodeEntry::File(full),
        }
    }

    fn is_other_case(&self, workspace: &Workspace, folder: &str, path: &str) -> bool {
        workspace.path_style().ignores_case() && self.spelled(workspace, folder, path).is_some()
    }

    /// Returns the spelling on disk of `path` below `folder`, if only the letter case differs.
    fn spelled(&self, workspace: &Workspace, folder: &str, path: &str) -> Option<String> {
        let written = below(folder, path);
        let spelled = workspace.spelled_on_disk(&self.from, &written)?;
        let spelled = spelled.get(written.len() - path.len()..)?;
        (spelled != path).then(|| spelled.to_owned())
    }
}

fn below(folder: &str, path: &str) -> String {
    if path.is_empty() {
        folder.to_owned()
    } else {
        path::inside(folder, path)
    }
}

/// Returns the local folder that a value of `code` names, as written.
fn local_folder(node: Node<'_>) -> Result<String, UnknownScript> {
    let Some(text) = known_text(node) else {
        return Err(UnknownScript::CodeNotKnown);
    };
    let is_local = !text.contains(':') || has_drive(text);
    if text.is_empty() || !is_local || text.starts_with("//") {
        return Err(UnknownScript::CodeNotAvailable);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // Helpers of tests.
    use std::sync::Arc;

    use super::*;
    use crate::document::Document;
    use crate::expression::Program;
    use crate::script::commands::{ScriptPlace, runs};
    use crate::workspace::Disk;

    /// A case-insensitive disk with one script.
    #[derive(Debug)]
    struct AnyCase;

    impl Disk for AnyCase {
        fn at(&self, path: &str) -> Option<OnDisk> {
            Some(match path.to_lowercase().as_str() {
                "/p/src" => OnDisk::Folder,
                "/p/src/train.py" => OnDisk::File,
                _ => OnDisk::Nothing,
            })
        }

        fn other_case(&self, _: &str, name: &str) -> Option<String> {
            let lower = name.to_lowercase();
            (lower != name).then_some(lower)
        }

        fn files_below(&self, _: &str, _: &str) -> Option<Arc<[String]>> {
            Some(Arc::new(["train.py".to_owned()]))
        }
    }

    fn place(command: &str, code: &str) -> ScriptPlace {
        let mut workspace = Workspace::new(PathStyle::MacOs);
        workspace.set_disk(Arc::new(AnyCase));
        let text = format!("type: command\ncommand: {command}\ncode: {code}\n");
        let document = Document::new("/p/job.yml", text);
        let program = Program::new(&workspace, &document);
        let found = runs(&workspace, &document, &program);
        found.first().unwrap().script.place.clone()
    }

    #[test]
    fn letter_case_counts_where_the_job_runs() {
        let there = ScriptPlace::File("/p/src/train.py".to_owned());
        assert_eq!(place("python train.py", "src"), there);
        assert_eq!(place("python Train.py", "src"), ScriptPlace::Missing);
        // The folder has a finding of its own, and is uploaded.
        let there = ScriptPlace::File("/p/SRC/train.py".to_owned());
        assert_eq!(place("python train.py", "SRC"), there);
    }
}
