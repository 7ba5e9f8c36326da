//! Rules with fixes in the files of a folder: an editor requests code actions whenever the cursor
//! moves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use azml_rules::fix::Applicability;
use azml_rules::query::Revision;
use azml_rules::workspace::{Dependencies, Workspace};

/// Cache that records if other files of a folder have findings of a rule that can be fixed.
#[derive(Default)]
pub(crate) struct FolderFixCache(Mutex<HashMap<Choice, KnownFix>>);

/// A rule, and the applicability that its fixes must have.
pub(super) type Choice = (&'static str, Applicability);

/// An answer with everything that it depends on.
pub(super) struct KnownFix {
    pub(super) has_fix: bool,
    /// The paths of the files, one after the other.
    pub(super) paths: String,
    pub(super) revision: Option<Revision>,
    pub(super) dependencies: Vec<Dependencies>,
}

impl FolderFixCache {
    /// Returns whether files at `paths` of `workspace` have a fix of `choice`; `None` where that is
    /// unknown.
    pub(super) fn get(&self, choice: Choice, paths: &str, workspace: &Workspace) -> Option<bool> {
        let known = self.lock();
        let answer = known.get(&choice)?;
        let holds = answer.paths == paths
            && answer.revision == workspace.revision()
            && answer.dependencies.iter().all(|it| workspace.confirms(it));
        holds.then_some(answer.has_fix)
    }

    /// Remembers the answer for `choice`.
    pub(super) fn insert(&self, choice: Choice, answer: KnownFix) {
        self.lock().insert(choice, answer);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Choice, KnownFix>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use azml_rules::analyze_rule_tracked;
    use azml_rules::document::Document;

    use super::*;

    #[test]
    fn an_answer_holds_while_its_files_and_the_disk_are_the_same() {
        let (rule, path) = ("unused-input", "a.yml");
        let mut workspace = Workspace::default();
        workspace.insert(Document::new(
            path,
            "$schema: https://x/commandJob.schema.json\ncommand: echo\ninputs: {a: 1}\n",
        ));
        workspace.begin_revision();
        let cache = FolderFixCache::default();
        let (safe, other) = ((rule, Applicability::Safe), (rule, Applicability::Unsafe));
        let (found, dependencies) = analyze_rule_tracked(&workspace, path, rule);
        let answer = KnownFix {
            has_fix: !found.is_empty(),
            paths: path.to_owned(),
            revision: workspace.revision(),
            dependencies: vec![dependencies],
        };
        cache.insert(safe, answer);
        assert_eq!(cache.get(safe, path, &workspace), Some(true));
        assert_eq!(cache.get(other, path, &workspace), None);
        assert_eq!(cache.get(safe, "b.yml", &workspace), None);
        let mut edited = workspace.clone();
        edited.insert(Document::new(path, "type: command\ncommand: echo\n"));
        assert_eq!(cache.get(safe, path, &edited), None);
        workspace.begin_revision();
        assert_eq!(cache.get(safe, path, &workspace), None);
    }
}
