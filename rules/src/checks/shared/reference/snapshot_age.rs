//! The age and the region of the snapshot of the workspace, which decide how much it proves.

use crate::checks::context::Context;
use crate::diagnostic::Diagnostic;
use crate::document::{Document, Resource};
use crate::rule::Level;
use crate::snapshot::Snapshot;
use crate::syntax::known_text;
use crate::wording::counted;

/// The day and the age of a snapshot.
pub(crate) struct SnapshotAge {
    /// " of 2026-11-20", if the day is known.
    pub(crate) of_day: String,
    days: Option<i64>,
    is_old: bool,
}

impl SnapshotAge {
    /// Returns the age of the snapshot that holds for the document; `None` without one.
    pub(crate) fn of(cx: &Context<'_>) -> Option<Self> {
        let snapshot = cx.settings.snapshot.as_ref()?;
        let today = cx.today();
        Some(Self {
            of_day: snapshot.of_day(),
            days: snapshot.age(today),
            is_old: snapshot.is_old(today),
        })
    }

    /// Returns the level of a finding: an old snapshot proves little.
    pub(crate) fn level(&self, level: Level) -> Level {
        if self.is_old {
            level.min(Level::Info)
        } else {
            level
        }
    }

    /// Sets the level of a finding about a thing that the snapshot does not list, and says that it may be
    /// new.
    pub(crate) fn of_missing<'d>(
        &self,
        diagnostic: &'d mut Diagnostic,
        level: Level,
    ) -> &'d mut Diagnostic {
        let note = match self.days.filter(|_| self.is_old) {
            Some(days) => format!(
                "the snapshot is {} old; save it again with `azml-ls --refresh`",
                counted(days, "day")
            ),
            None => "if it is new, save the snapshot again with `azml-ls --refresh`".to_owned(),
        };
        diagnostic.level(self.level(level)).note(note)
    }

    /// As [`Self::of_missing`], for a warning about a resource. It is an info if something in the folder creates
    /// such resources under names that are not known.
    pub(crate) fn of_unresolved<'d>(
        &self,
        diagnostic: &'d mut Diagnostic,
        resource: Resource,
        may_be_created: bool,
    ) -> &'d mut Diagnostic {
        if !may_be_created {
            return self.of_missing(diagnostic, Level::Warning);
        }
        let sort = format!("{}s", resource.label());
        self.of_missing(diagnostic, Level::Info).note(format!(
            "a script or job here creates {sort} under names that are known only at run time"
        ))
    }

    /// Sets the level of a finding about a thing that the snapshot lists. Its age is noted if it is old.
    pub(crate) fn of_listed<'d>(
        &self,
        diagnostic: &'d mut Diagnostic,
        level: Level,
    ) -> &'d mut Diagnostic {
        if self.is_old {
            return self.of_missing(diagnostic, level);
        }
        diagnostic.level(level)
    }
}

/// Returns the name of a file with its folder below `.azml/`: messages don't contain the location of the
/// project.
pub(crate) fn short_path(path: &str) -> &str {
    let at = path
        .rfind(".azml/")
        .or_else(|| path.rfind('/').map(|slash| slash + 1));
    &path[at.unwrap_or(0)..]
}

/// Returns `true` unless the document is about machines in another region than that of the workspace, or
/// in one that is not known.
pub(crate) fn is_in_its_region(document: &Document, snapshot: &Snapshot) -> bool {
    let location = document.get("location").map(known_text);
    location.is_none_or(|known| known.is_some_and(|it| snapshot.is_in_region(Some(it))))
}
