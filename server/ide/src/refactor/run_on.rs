//! Changes the compute of a job, of a step, or of all steps of a pipeline.
//!
//! The rest of the file is unchanged, except the size: a job that moves from a cluster to serverless
//! compute requests the size of the cluster, and one that moves to a named compute requests no size.

use azml_rules::compute::{KnownCompute, Load};
use azml_rules::document::{Inherited, Kind, Task, Work};
use azml_rules::fix::{self, Edit};
use azml_rules::schema::table::KindDef;
use azml_rules::syntax::{Entry, Node, NodeKind, known_text};
use azml_rules::workspace::Resolution;

use super::moved::is_whole;
use super::refactoring::{Refactoring, RefactoringSort};
use super::targets::{ComputeTarget, targets};
use crate::Site;
use crate::suitability::Demand;
use crate::unset_compute::UnsetCompute;

/// Returns the refactorings if the cursor is on a compute, on the type of a job without one, or on
/// the name of a step that inherits its compute.
pub(crate) fn refactorings(site: &Site<'_>, cursor: u32) -> Vec<Refactoring> {
    let Some(root) = site.document.root() else {
        return Vec::new();
    };
    let works = site.document.works();
    if let Some(work) = works.iter().find(|work| is_own_compute(work, cursor)) {
        return of_own_compute(site, work);
    }
    if let Some(entry) = default_compute(site, root).filter(|entry| entry.range().touches(cursor)) {
        return of_default(site, entry, &works);
    }
    let step = works.iter().find(|work| {
        let is_inherited = matches!(
            work.target.inherited,
            Inherited::DefaultCompute | Inherited::Pipeline
        );
        is_inherited && work.step.is_some_and(|key| key.range().touches(cursor))
    });
    match (step, works.as_slice()) {
        (Some(step), _) => overrides(site, step),
        (None, [job]) => of_unset(site, job, cursor),
        (None, _) => Vec::new(),
    }
}

fn is_own_compute(work: &Work<'_>, cursor: u32) -> bool {
    let entry = work.node.entry("compute");
    work.target.inherited == Inherited::Own
        && entry.is_some_and(|entry| entry.range().touches(cursor) && is_plain(entry))
}

/// Returns `true` if the value is a plain one-line scalar that is not shared.
fn is_plain(entry: Entry<'_>) -> bool {
    known_text(entry.value).is_some() && is_whole(entry.value) && !entry.value.raw().contains('\n')
}

fn default_compute<'t>(site: &Site<'t>, root: Node<'t>) -> Option<Entry<'t>> {
    if site.document.kind() != Some(Kind::JobPipeline) {
        return None;
    }
    let settings = root.get("settings")?;
    settings
        .entry("default_compute")
        .filter(|entry| is_plain(*entry))
}

/// Returns the requirements of `work`; the definition of a step may be in its component.
fn demand(site: &Site<'_>, work: &Work<'_>) -> Demand {
    let of_work = Demand::of_work(work);
    let component = work.component.and_then(known_text);
    let of_component = || {
        let document = site
            .workspace
            .referenced(site.document.path(), component?)?;
        Load::of_task(Task::of_kind(document.kind()?))
    };
    Demand {
        // A component that is not available may be anything: use the requirements of a pipeline.
        load: of_work.load.or_else(of_component).or(Some(Load::Pipeline)),
        ..of_work
    }
}

fn of_own_compute(site: &Site<'_>, work: &Work<'_>) -> Vec<Refactoring> {
    let Some(entry) = work.node.entry("compute") else {
        return Vec::new();
    };
    let alone = work.step.is_none().then_some(work.task);
    let mut found = Vec::new();
    for target in targets(site, demand(site, work), work.target.node, alone) {
        let subject = work
            .step_name()
            .map_or_else(|| "Run".to_owned(), |step| format!("Run step `{step}`"));
        let (edits, more) = match (&target, work.step) {
            (ComputeTarget::Serverless, None) => to_serverless(site, work, entry),
            (ComputeTarget::Serverless, Some(_)) => (
                vec![fix::replace(entry.value, target.reference())],
                String::new(),
            ),
            _ => (to_named(work, entry, &target), String::new()),
        };
        found.push(rewrite(
            format!("{subject} on {}{more}", target.label()),
            edits,
        ));
    }
    found
}

/// Serverless compute needs no `compute`; the job then requests the size that it had.
fn to_serverless(site: &Site<'_>, work: &Work<'_>, entry: Entry<'_>) -> (Vec<Edit>, String) {
    let resolved = site
        .workspace
        .resolve_compute(site.document.path(), entry.value);
    let known = match resolved {
        Resolution::Known(compute) => Some(compute),
        _ => None,
    };
    let size = known.as_ref().and_then(KnownCompute::size);
    let is_low_priority = known.is_some_and(|compute| compute.first().is_low_priority());
    let takes_resources = site
        .document
        .kind()
        .and_then(KindDef::of)
        .is_some_and(|def| def.ty.field("resources").is_some());
    let Some(size) = size.filter(|_| takes_resources) else {
        let mut edits = vec![fix::remove_entry(entry)];
        edits.extend(without_size(work));
        return (edits, String::new());
    };
    let more = if is_low_priority {
        format!(" ({size}, dedicated)")
    } else {
        format!(" ({size})")
    };
    let Some(resources) = work.node.entry("resources") else {
        let line = if work.node.is_flow() {
            format!("resources: {{instance_type: {size}}}")
        } else {
            let tree = entry.key.tree();
            let indent = " ".repeat(fix::column(entry.key) + fix::indent_unit(tree));
            let newline = fix::newline(tree);
            format!("resources:{newline}{indent}instance_type: {size}")
        };
        let edit = Edit::new(entry.range(), line);
        return (vec![edit], more);
    };
    let set = match resources.value.entry("instance_type") {
        Some(written) => Some(fix::replace(written.value, size)),
        None => fix::add_below(resources, "instance_type", &size),
    };
    (
        set.into_iter().chain([fix::remove_entry(entry)]).collect(),
        more,
    )
}

/// On a named compute, and on the local machine, the size is that of the machine.
fn to_named(work: &Work<'_>, entry: Entry<'_>, target: &ComputeTarget) -> Vec<Edit> {
    let mut edits = vec![fix::replace(entry.value, target.reference())];
    edits.extend(without_size(work));
    edits
}

/// Removes `resources.instance_type`, with `resources` if nothing else is in it.
fn without_size(work: &Work<'_>) -> Option<Edit> {
    let resources = work.node.entry("resources")?;
    let size = resources.value.entry("instance_type")?;
    let is_alone = resources.value.entries().count() == 1;
    Some(fix::remove_entry(if is_alone { resources } else { size }))
}

fn of_default(site: &Site<'_>, entry: Entry<'_>, works: &[Work<'_>]) -> Vec<Refactoring> {
    let demand = Demand::of_pipeline(works);
    let targets = targets(site, demand, Some(entry.value), None);
    let refactoring = |target: &ComputeTarget| {
        rewrite(
            format!("Change the default compute to {}", target.label()),
            vec![fix::replace(entry.value, target.reference())],
        )
    };
    targets.iter().map(refactoring).collect()
}

/// Returns the refactorings that set a compute on a step that inherits that of its pipeline.
fn overrides(site: &Site<'_>, step: &Work<'_>) -> Vec<Refactoring> {
    let is_own = step.step.and_then(Node::value_of_key) == Some(step.node);
    let takes_compute = is_own
        && step.node.kind() == NodeKind::Mapping
        && !matches!(step.task, Task::Pipeline | Task::Spark);
    let (Some(name), true) = (step.step_name(), takes_compute) else {
        return Vec::new();
    };
    let after = ["component", "trial", "environment", "command", "type"];
    let Some(after) = after.iter().find_map(|key| step.node.entry(key)) else {
        return Vec::new();
    };
    let refactoring = |target: &ComputeTarget| {
        rewrite(
            format!(
                "Override the compute of step `{name}`: run it on {}",
                target.label()
            ),
            vec![fix::insert_key(after, "compute", &target.reference())],
        )
    };
    let demand = demand(site, step);
    let targets = targets(site, demand, step.target.node, None);
    targets.iter().map(refactoring).collect()
}

/// Returns the refactorings for a job that runs on serverless compute because it names none.
fn of_unset(site: &Site<'_>, job: &Work<'_>, cursor: u32) -> Vec<Refactoring> {
    let is_here = ["$schema", "type", "command"]
        .iter()
        .filter_map(|key| job.node.entry(key))
        .any(|entry| entry.key.range().touches(cursor) || is_on_word(entry, cursor));
    let is_unset = UnsetCompute::of(site.document).is_some() && job.task != Task::Spark;
    let before = ["environment", "trial", "task", "command", "type"];
    let after = before.iter().find_map(|key| job.node.entry(key));
    let Some(after) = after.filter(|_| is_here && is_unset) else {
        return Vec::new();
    };
    let refactoring = |target: &ComputeTarget| {
        let mut edits = vec![fix::insert_key(after, "compute", &target.reference())];
        edits.extend(without_size(job));
        rewrite(format!("Run on {}", target.label()), edits)
    };
    let targets = targets(site, demand(site, job), None, Some(job.task));
    targets.iter().map(refactoring).collect()
}

/// Returns `true` if the cursor is on the type of the job.
fn is_on_word(entry: Entry<'_>, cursor: u32) -> bool {
    entry.key.text() == Some("type") && entry.range().touches(cursor)
}

fn rewrite(title: String, mut edits: Vec<Edit>) -> Refactoring {
    edits.sort_by_key(|edit| edit.range);
    Refactoring {
        sort: RefactoringSort::Rewrite,
        title,
        edits,
        new_files: Vec::new(),
    }
}
