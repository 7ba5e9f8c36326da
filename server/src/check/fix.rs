//! The fix loop: repair, look again, until nothing changes. A repair that would break a file is
//! never kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::fix::{Applicability, Fix, apply};
use azml_rules::rule::Level;
use rayon::prelude::*;

use crate::files::{FileProblem, Loaded};
use crate::guarded::guarded;

/// One repair may make room for another; two that undo each other must not go on for ever.
const MAX_ROUNDS: usize = 10;

/// What the loop did.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The files that changed, by path.
    pub files: Vec<FixedFile>,
    /// Repairs that were refused.
    pub problems: Vec<FileProblem>,
}

/// A file that changed.
#[derive(Debug)]
pub struct FixedFile {
    /// Its key.
    pub path: Arc<str>,
    /// Its text on disk.
    pub before: String,
    /// Its text with the repairs.
    pub after: String,
    /// How many repairs went in.
    pub applied: usize,
}

impl FixedFile {
    /// The file as it is on disk.
    fn untouched(loaded: &Loaded, path: &Arc<str>) -> Self {
        let on_disk = loaded.workspace.document(path);
        Self {
            path: path.clone(),
            before: on_disk.map_or_else(String::new, |document| document.text().to_owned()),
            after: String::new(),
            applied: 0,
        }
    }
}

/// A repair with the rule that offers it.
type Offer = (&'static str, Fix);

/// Repairs of one file in one round.
#[derive(Default)]
struct Round {
    document: Option<Document>,
    applied: usize,
    rules: BTreeSet<&'static str>,
    broken: BTreeSet<&'static str>,
}

/// What the loop knows so far.
#[derive(Default)]
struct Loop {
    files: BTreeMap<Arc<str>, FixedFile>,
    broken: BTreeSet<(Arc<str>, &'static str)>,
    /// The rules of the last round that changed something.
    moving: BTreeMap<Arc<str>, BTreeSet<&'static str>>,
}

/// What to repair.
#[derive(Clone, Copy, Debug)]
pub struct RepairChoice {
    /// How far a repair must be trusted.
    pub lowest: Applicability,
    /// How bad a finding must be: what is not shown is not repaired.
    pub least: Level,
}

/// Makes the chosen repairs in the documents of `loaded` that were asked for. The workspace then
/// holds the new texts; writing them is left to the caller.
#[must_use]
pub fn fix(loaded: &mut Loaded, choice: RepairChoice) -> Fixed {
    let mut state = Loop::default();
    for _ in 0..MAX_ROUNDS {
        let rounds = one_round(loaded, choice, &state.broken);
        state.moving.clear();
        for (path, round) in rounds {
            state.take(loaded, &path, round);
        }
        if state.moving.is_empty() {
            break;
        }
    }
    let mut problems = refused(loaded, choice);
    problems.extend(state.bugs());
    let files = state
        .files
        .into_values()
        .filter(|file| file.before != file.after)
        .collect();
    Fixed { files, problems }
}

impl Loop {
    fn take(&mut self, loaded: &mut Loaded, path: &Arc<str>, round: Round) {
        self.broken
            .extend(round.broken.iter().map(|rule| (path.clone(), *rule)));
        let Some(document) = round.document else {
            return;
        };
        let file = self
            .files
            .entry(path.clone())
            .or_insert_with(|| FixedFile::untouched(loaded, path));
        document.text().clone_into(&mut file.after);
        file.applied += round.applied;
        loaded.workspace.insert(document);
        self.moving.insert(path.clone(), round.rules);
    }

    fn bugs(&self) -> Vec<FileProblem> {
        let broken = self.broken.iter().map(|(path, rule)| {
            bug(
                path,
                &format!("the fix of `{rule}` would break the file and was not applied"),
            )
        });
        let moving = self.moving.iter().map(|(path, rules)| {
            let rules: Vec<_> = rules.iter().map(|rule| format!("`{rule}`")).collect();
            bug(
                path,
                &format!(
                    "the fixes of {} still changed the file after {MAX_ROUNDS} rounds",
                    rules.join(", ")
                ),
            )
        });
        broken.chain(moving).collect()
    }
}

fn bug(path: &str, message: &str) -> FileProblem {
    FileProblem::error(Path::new(path), message)
        .help("report this bug in azml-ls together with the file")
}

fn one_round(
    loaded: &Loaded,
    choice: RepairChoice,
    broken: &BTreeSet<(Arc<str>, &'static str)>,
) -> Vec<(Arc<str>, Round)> {
    let writable = loaded
        .asked
        .par_iter()
        .filter(|path| !loaded.unwritable.contains(*path));
    let rounds = writable.filter_map(|path| {
        let document = loaded.workspace.document(path)?;
        let mut offers = offers(loaded, path, choice);
        offers.retain(|(rule, _)| !broken.contains(&(path.clone(), *rule)));
        (!offers.is_empty()).then(|| (path.clone(), repair(document, &offers)))
    });
    rounds.collect()
}

/// For each finding the best repair that can be trusted far enough. Repairs of several files are
/// for editors, which can show them; half of one would be worse than none.
fn offers(loaded: &Loaded, path: &str, choice: RepairChoice) -> Vec<Offer> {
    // A panic is reported by the check that follows.
    let found = guarded(|| analyze(&loaded.workspace, path)).unwrap_or_default();
    let mut offers = Vec::new();
    for diagnostic in found.iter().flat_map(Diagnostic::each) {
        if diagnostic.level < choice.least {
            continue;
        }
        let mut fixes = diagnostic.fixes.iter();
        let best = fixes.find(|fix| is_usable(fix, choice));
        offers.extend(best.map(|fix| (diagnostic.rule.name, fix.clone())));
    }
    offers
}

fn is_usable(fix: &Fix, choice: RepairChoice) -> bool {
    fix.applicability >= choice.lowest && fix.edits.iter().all(|edit| edit.path.is_none())
}

/// Applies `offers` to `document`. Where the result is broken, the rules whose repair breaks it
/// alone are left out; where that does not help, all of them.
fn repair(document: &Document, offers: &[Offer]) -> Round {
    if let Ok(round) = attempt(document, offers) {
        return round;
    }
    let rules: BTreeSet<&'static str> = offers.iter().map(|(rule, _)| *rule).collect();
    let mut broken: BTreeSet<&'static str> = rules
        .into_iter()
        .filter(|rule| attempt(document, &offers_of(offers, |other| other == *rule)).is_err())
        .collect();
    let rest = offers_of(offers, |rule| !broken.contains(rule));
    let mut round = attempt(document, &rest).unwrap_or_else(|()| {
        broken.extend(rest.iter().map(|(rule, _)| *rule));
        Round::default()
    });
    round.broken = broken;
    round
}

fn offers_of(offers: &[Offer], is_chosen: impl Fn(&str) -> bool) -> Vec<Offer> {
    let chosen = offers.iter().filter(|(rule, _)| is_chosen(rule));
    chosen.cloned().collect()
}

/// Fails when the repaired text is less of a document than `document`.
fn attempt(document: &Document, offers: &[Offer]) -> Result<Round, ()> {
    let (text, applied) = apply(document.text(), offers.iter().map(|(_, fix)| fix));
    if text == document.text() {
        return Ok(Round::default());
    }
    let after = guarded(|| Document::new(document.shared_path(), text)).map_err(|_| ())?;
    let more_errors = after.tree().errors().len() > document.tree().errors().len();
    if more_errors || after.kind().is_none() {
        return Err(());
    }
    let rules = offers.iter().map(|(rule, _)| *rule).collect();
    Ok(Round {
        document: Some(after),
        applied,
        rules,
        broken: BTreeSet::new(),
    })
}

/// A message for each file with repairs that is not written because of its encoding.
fn refused(loaded: &Loaded, choice: RepairChoice) -> Vec<FileProblem> {
    let asked = loaded
        .asked
        .iter()
        .filter(|path| loaded.unwritable.contains(*path));
    asked
        .filter(|path| !offers(loaded, path, choice).is_empty())
        .map(|path| {
            FileProblem::error(Path::new(&**path), "is UTF-16 and was not fixed")
                .help("save it as UTF-8 first")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use azml_rules::fix::Edit;

    use super::*;

    const TEXT: &str = "type: amlcompute\nname: c\nmin_instances: 2\n";

    fn replace(range: std::ops::Range<usize>, text: &str) -> Fix {
        Fix::safe(
            "x",
            vec![Edit {
                path: None,
                range: range.into(),
                text: text.to_owned(),
            }],
        )
    }

    #[test]
    fn a_repair_that_breaks_the_file_is_left_out_and_named() {
        let document = Document::new("c.yml", TEXT);
        let good = ("good", replace(40..41, "0"));
        let bad = ("bad", replace(23..24, "\"c"));
        let round = repair(&document, &[bad, good]);
        assert_eq!(
            round.document.unwrap().text(),
            TEXT.replace("s: 2", "s: 0").as_str()
        );
        assert_eq!(round.broken, BTreeSet::from(["bad"]));
        assert_eq!(round.applied, 1);
    }

    #[test]
    fn a_repair_after_which_the_file_is_no_document_is_left_out() {
        let document = Document::new("c.yml", TEXT);
        let round = repair(&document, &[("bad", replace(0..17, ""))]);
        assert!(round.document.is_none());
        assert_eq!(round.broken, BTreeSet::from(["bad"]));
    }
}
