//! The run: commands in rounds, since the names in some commands are from answers; then the snapshot as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use azml_rules::date::Date;
use azml_rules::snapshot::is_old_on;
use serde_json::Value;

use super::answer::{page, path_of_page};
use super::az::command_line::CommandLine;
use super::az::failure::{AzFailure, Cause};
use super::az::pool::{AzAnswer, Pool, first_failure};
use super::changes::Changes;
use super::parts::endpoints::EndpointKind;
use super::parts::part::Part;
use super::parts::workspace::{WorkspaceFacts, client, is_name};
use super::parts::{assets, computes, datastores, endpoints, quota, sizes};
use super::references::ReferencedNames;
use super::snapshot::Snapshot;
use super::steps::{Purpose, Step, WorkspaceScope, first, next_page};
use super::target::WorkspaceName;
use super::values::Entry;
use super::{place, references};
use crate::config::Options;
use crate::config::today::today;
use crate::programs;
use crate::sandbox::{FileProblem, absolute};
use crate::signals::before_signals_end;

/// Maximum number of pages of a list.
const MAX_PAGES: usize = 200;
/// Maximum number of names of a sort whose versions or deployments are listed.
const MAX_NAMES: usize = 100;
/// Parameters of a run.
#[derive(Clone, Debug)]
pub(crate) struct RefreshRequest {
    pub(crate) folder: PathBuf,
    pub(crate) name: WorkspaceName,
    pub(crate) options: Options,
    /// Longest time that a command may take.
    pub(crate) limit: Duration,
    pub(crate) mode: Mode,
}

/// Effect of a run on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// Receives commands before they run, and progress.
pub(crate) trait Observer: Sync {
    /// These commands run next.
    fn begin(&self, lines: &[CommandLine]);
    /// One of them has ended.
    fn done(&self);
    /// All of them have.
    fn end(&self);
}

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Refreshed {
    /// The folder with the snapshot.
    pub(crate) folder: PathBuf,
    pub(crate) workspace: String,
    /// `true` if there was no snapshot before.
    pub(crate) is_first: bool,
    pub(crate) changes: Changes,
    /// `true` if a snapshot would be different, or is old.
    pub(crate) is_outdated: bool,
    /// Parts that could not be read, with the reason.
    pub(crate) warnings: Vec<String>,
}

/// Reason why there is no new snapshot.
#[derive(Debug)]
pub(crate) enum RefreshProblem {
    /// A name that the Azure CLI would take for something else.
    Name(String),
    /// The Azure CLI is not on `PATH`.
    NoProgram,
    Az(Box<AzFailure>),
    Unwritten(Box<FileProblem>),
    /// A newer version of azml-ls wrote the old one.
    Newer(PathBuf),
}

impl From<AzFailure> for RefreshProblem {
    fn from(failure: AzFailure) -> Self {
        Self::Az(Box::new(failure))
    }
}

/// Entries by their use.
type Entries = BTreeMap<Purpose, Vec<Value>>;

/// Returns the commands of a run, with capital letters where names are taken from answers.
pub(crate) fn dry_run(request: &RefreshRequest) -> Result<Vec<CommandLine>, RefreshProblem> {
    let (home, old, name) = prepared(request)?;
    let location = old
        .facts
        .as_ref()
        .and_then(|facts| facts.get("location")?.as_str());
    let location = location
        .filter(|location| is_name(location))
        .map(str::to_owned);
    let scope = WorkspaceScope::unresolved(&name, location);
    let mut steps = first(&name).to_vec();
    steps.extend(scope.lists());
    for (part, names) in &references::names(&home, &request.options) {
        let listed = old.parts.get(part).map(|entries| names_in(entries.iter()));
        let is_listed = |name: &&String| {
            let listed = listed.as_ref();
            listed.is_none_or(|listed| listed.contains(name.as_str()))
        };
        let names = names.iter().filter(is_listed).take(MAX_NAMES);
        steps.extend(names.filter_map(|name| scope.versions(*part, name)));
    }
    for kind in [EndpointKind::Online, EndpointKind::Batch] {
        let listed = old.parts.get(&Part::Endpoints).map(|entries| {
            let is_of_kind =
                |entry: &&Entry| entry.get("kind").and_then(Value::as_str) == Some(kind.name());
            names_in(entries.iter().filter(is_of_kind))
        });
        let names = listed.unwrap_or_else(|| BTreeSet::from(["ENDPOINT"]));
        let names = names.into_iter().filter(|name| is_name(name));
        steps.extend(names.map(|name| scope.deployments(kind, name)));
    }
    Ok(steps.into_iter().map(|step| step.line).collect())
}

fn names_in<'e>(entries: impl Iterator<Item = &'e Entry>) -> BTreeSet<&'e str> {
    entries
        .filter_map(|entry| entry.get("name")?.as_str())
        .collect()
}

/// Runs the commands, and writes the snapshot.
pub(crate) fn refresh(
    request: &RefreshRequest,
    observer: &dyn Observer,
) -> Result<Refreshed, RefreshProblem> {
    let (home, old, name) = prepared(request)?;
    let program = programs::azure_cli().ok_or(RefreshProblem::NoProgram)?;
    let names = references::names(&home, &request.options);
    let run = RefreshRun {
        pool: Pool {
            program,
            limit: request.limit,
            children: super::az::pool::Children::default(),
        },
        observer,
        failures: BTreeMap::new(),
        entries: Entries::new(),
    };
    let children = run.pool.children.clone();
    before_signals_end(move || children.end());
    run.snapshot(&home, &old, &name, &names, request.mode)
}

/// Returns the folder, its snapshot, and the names that the commands get.
fn prepared(
    request: &RefreshRequest,
) -> Result<(PathBuf, Snapshot, WorkspaceName), RefreshProblem> {
    let folder = absolute(&request.folder);
    let home = place::home(&folder);
    let old = Snapshot::read(&home);
    if old.is_newer() {
        return Err(RefreshProblem::Newer(home.join(place::FOLDER)));
    }
    let name = request.name.clone().or(saved_name(&folder, &old));
    match name.invalid() {
        Some(invalid) => Err(RefreshProblem::Name(invalid.to_owned())),
        None => Ok((home, old, name)),
    }
}

/// Returns the names of the workspace of `folder` (absolute), as far as files tell; the Azure CLI has defaults for the others.
/// An error is a text that is no such name.
pub(crate) fn known_workspace(folder: &Path) -> Result<WorkspaceName, String> {
    let name = saved_name(folder, &Snapshot::read(&place::home(folder)));
    match name.invalid() {
        Some(invalid) => Err(invalid.to_owned()),
        None => Ok(name),
    }
}

fn saved_name(folder: &Path, old: &Snapshot) -> WorkspaceName {
    let saved = old.facts.as_ref().map(WorkspaceName::of_snapshot);
    let other = saved.or_else(|| WorkspaceName::of_config(folder));
    other.unwrap_or_default()
}

/// State of a run.
struct RefreshRun<'o> {
    pool: Pool,
    observer: &'o dyn Observer,
    /// Failures that affect one part each.
    failures: BTreeMap<Part, AzFailure>,
    entries: Entries,
}

impl RefreshRun<'_> {
    fn snapshot(
        mut self,
        home: &Path,
        old: &Snapshot,
        name: &WorkspaceName,
        names: &ReferencedNames,
        mode: Mode,
    ) -> Result<Refreshed, RefreshProblem> {
        let (facts, client) = self.workspace(name)?;
        let scope = WorkspaceScope::of(&facts);
        self.list(scope.lists())?;
        self.list(self.details(&scope, names))?;
        let is_unread = |part: &Part| self.failures.contains_key(part);
        if Part::ALL.iter().all(is_unread)
            && let Some((_, failure)) = self.failures.pop_first()
        {
            return Err(failure.into());
        }
        let saved = today().map(|day| day.to_string());
        let mut new = Snapshot {
            facts: Some(facts.entry(saved, client)),
            parts: self.parts(&facts.workspace),
        };
        let mut warnings = Vec::new();
        for (part, failure) in &self.failures {
            // A wrong date is better than a part that comes and goes with the account that refreshes.
            let before = old.parts.get(part).filter(|_| old.is_of_workspace_of(&new));
            let effect = match before {
                Some(_) => "stays as it is",
                None => "is left out",
            };
            warnings.push(format!("{} {effect}: {}", part.file(), failure.message()));
            match before.cloned() {
                Some(before) => new.parts.insert(*part, before),
                None => new.parts.remove(part),
            };
        }
        let changes = Changes::between(old, &new);
        if mode == Mode::Write {
            let _no_signals = self.pool.children.lock();
            let written = new.write(home, old);
            written.map_err(|problem| RefreshProblem::Unwritten(Box::new(problem)))?;
        }
        Ok(Refreshed {
            folder: home.join(place::FOLDER),
            workspace: facts.workspace,
            is_first: old.facts.is_none(),
            is_outdated: changes.are_lasting || is_old(old),
            changes,
            warnings,
        })
    }

    /// Returns the workspace and the version of the client.
    fn workspace(
        &mut self,
        name: &WorkspaceName,
    ) -> Result<(WorkspaceFacts, Option<String>), RefreshProblem> {
        let steps = first(name);
        let mut answers = self.answers(&steps).into_iter();
        let (version, shown) = (answers.next(), answers.next());
        let both: Vec<AzAnswer> = version.into_iter().chain(shown).collect();
        if first_failure(&both).is_some() || both.iter().any(Result::is_err) {
            return Err(worst(both).into());
        }
        let mut both = both.into_iter().filter_map(Result::ok);
        let (version, shown) = (both.next(), both.next());
        let facts = shown.and_then(|shown| WorkspaceFacts::of(&shown));
        let facts = facts.ok_or_else(|| AzFailure::new(&steps[1].line, Cause::NoWorkspace))?;
        Ok((facts, version.and_then(|version| client(&version))))
    }

    fn answers(&self, steps: &[Step]) -> Vec<AzAnswer> {
        let lines: Vec<CommandLine> = steps.iter().map(|step| step.line.clone()).collect();
        self.observer.begin(&lines);
        let answers = self.pool.run(&lines, &|| self.observer.done());
        self.observer.end();
        answers
    }

    /// Runs `steps` and those for their further pages.
    fn list(&mut self, mut steps: Vec<Step>) -> Result<(), RefreshProblem> {
        let mut seen = BTreeSet::new();
        let mut pages: BTreeMap<Purpose, usize> = BTreeMap::new();
        while !steps.is_empty() {
            let answers = self.answers(&steps);
            if first_failure(&answers).is_some() {
                return Err(worst(answers).into());
            }
            let mut next = Vec::new();
            for (Step { purpose, line }, answer) in steps.into_iter().zip(answers) {
                let failure = |cause| AzFailure::new(&line, cause);
                let page = match answer {
                    Ok(answer) => page(answer).map_err(failure)?,
                    Err(of_part) => {
                        self.failures
                            .extend(purpose.part().map(|part| (part, of_part)));
                        continue;
                    }
                };
                self.entries
                    .entry(purpose.clone())
                    .or_default()
                    .extend(page.entries);
                let Some(link) = page.next else { continue };
                let count = pages.entry(purpose.clone()).or_default();
                *count += 1;
                let path = path_of_page(&link).filter(|path| seen.insert((*path).to_owned()));
                let path = path.filter(|_| *count < MAX_PAGES);
                next.push(next_page(
                    purpose,
                    path.ok_or_else(|| failure(Cause::Pages))?,
                ));
            }
            steps = next;
        }
        Ok(())
    }

    /// Returns the commands about single things that were listed.
    fn details(&self, scope: &WorkspaceScope, names: &ReferencedNames) -> Vec<Step> {
        let mut steps = Vec::new();
        for (part, names) in names {
            let listed = self.listed(&Purpose::List(*part));
            let names = names.iter().filter(|name| listed.contains(name.as_str()));
            let versions = names.filter_map(|name| scope.versions(*part, name));
            steps.extend(versions.take(MAX_NAMES));
        }
        for kind in [EndpointKind::Online, EndpointKind::Batch] {
            let names = self.listed(&Purpose::Endpoints(kind)).into_iter();
            let names = names.filter(|name| is_name(name)).take(MAX_NAMES);
            steps.extend(names.map(|name| scope.deployments(kind, name)));
        }
        steps
    }

    fn listed(&self, purpose: &Purpose) -> BTreeSet<&str> {
        let entries = self.entries.get(purpose).into_iter().flatten();
        entries
            .filter_map(|entry| entry.get("name")?.as_str())
            .collect()
    }

    fn parts(&self, workspace: &str) -> BTreeMap<Part, Vec<Entry>> {
        let parts = Part::ALL.into_iter();
        parts
            .map(|part| (part, self.part(part, workspace)))
            .collect()
    }

    /// Returns the entries of a file, sorted, each once.
    fn part(&self, part: Part, workspace: &str) -> Vec<Entry> {
        let listed = self.entries.get(&Purpose::List(part)).into_iter().flatten();
        let mut entries: Vec<Entry> = match part {
            Part::Computes => listed.map(computes::entry).collect(),
            Part::Sizes => listed.map(sizes::entry).collect(),
            Part::Quota => listed
                .filter_map(|row| quota::entry(row, workspace))
                .collect(),
            Part::Datastores => listed.map(datastores::entry).collect(),
            Part::Environments | Part::Models | Part::Data | Part::Components => {
                listed.filter_map(|asset| self.asset(part, asset)).collect()
            }
            Part::Endpoints => self.endpoints(),
        };
        let identity = |entry: &Entry| {
            let texts = part.identity().iter();
            let texts = texts.map(|key| entry.get(*key).and_then(Value::as_str).map(str::to_owned));
            texts.collect::<Vec<_>>()
        };
        entries.sort_by_cached_key(identity);
        entries.dedup_by_key(|entry| identity(entry));
        entries
    }

    fn asset(&self, part: Part, asset: &Value) -> Option<Entry> {
        let name = asset.get("name")?.as_str()?;
        let versions = self.entries.get(&Purpose::Versions(part, name.to_owned()));
        assets::entry(asset, versions.map(Vec::as_slice))
    }

    fn endpoints(&self) -> Vec<Entry> {
        let kinds = [EndpointKind::Online, EndpointKind::Batch].into_iter();
        let entries = kinds.flat_map(|kind| {
            let endpoints = self.entries.get(&Purpose::Endpoints(kind)).into_iter();
            endpoints.flatten().map(move |endpoint| {
                let name = endpoint
                    .get("name")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                let deployments = Purpose::Deployments(kind, name.to_owned());
                let deployments = self.entries.get(&deployments).map(Vec::as_slice);
                endpoints::entry(endpoint, kind, deployments)
            })
        });
        entries.collect()
    }
}

/// Returns the failure that explains the others.
fn worst(answers: Vec<AzAnswer>) -> AzFailure {
    let failures = answers.into_iter().filter_map(Result::err);
    let worst = failures.min_by_key(AzFailure::rank);
    worst.expect("there is a failure")
}

/// Returns `true` if the findings call the snapshot old: then it is out of date although nothing changed.
fn is_old(old: &Snapshot) -> bool {
    let saved = old
        .facts
        .as_ref()
        .and_then(|facts| Date::parse(facts.get("saved")?.as_str()?));
    saved
        .zip(today())
        .is_some_and(|(saved, today)| is_old_on(saved, today))
}
