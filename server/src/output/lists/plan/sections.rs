//! The lines of a plan for people. None of them is escaped yet.

use std::sync::Arc;

use azml_ide::plan::{PlannedUpload, PlannedWork, SubmissionPlan};
use azml_rules::estimate::{CostSort, Estimate, Figure, Money, Reason, bases};
use azml_rules::wording::{counted, duration_in_one_unit, first_line, listed_up_to, size};

use crate::sandbox::Names;

/// Number of steps from which alike ones are shown together.
const MANY: usize = 20;
/// Number of names in a list.
const LISTED: usize = 4;
/// Maximum length of a command.
const LONGEST: usize = 300;

/// A part of a plan: a title with its lines, each with a label.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) lines: Vec<(&'static str, String)>,
}

/// Returns the parts of a plan, the steps in the order of their start.
pub(super) fn sections(names: &Names, path: &str, plan: &SubmissionPlan) -> Vec<Section> {
    let mut sections = vec![head(names, path, plan)];
    match plan.works.as_slice() {
        [only] if plan.estimate.parts.is_empty() => {
            sections[0].lines.extend(lines(names, only, IsStep::No));
        }
        works if works.len() > MANY => sections.extend(alike(plan)),
        works => sections.extend(works.iter().map(|work| step(names, work))),
    }
    if !plan.estimate.parts.is_empty() {
        sections.push(together(plan));
    }
    sections.extend(uploads(names, plan));
    sections.extend(unknown(plan));
    sections
}

/// Returns the sources of the prices.
pub(super) fn closing(plan: &SubmissionPlan) -> Option<String> {
    let bases = bases([&plan.estimate]);
    (!bases.is_empty()).then(|| format!("Prices: {} (pay-as-you-go, Linux).", bases.join("; ")))
}

fn head(names: &Names, path: &str, plan: &SubmissionPlan) -> Section {
    let found = &plan.estimate;
    let sort = match found.sort {
        CostSort::Online => "online deployment",
        CostSort::Batch => "batch deployment",
        sort => sort.id(),
    };
    let name = match found.name.as_str() {
        "" => String::new(),
        name => format!(" {name}"),
    };
    let mut lines = Vec::new();
    if plan.works.len() > 1 {
        let stages = plan.works.iter().filter_map(|it| it.stage).max();
        let stages = stages.map_or_else(String::new, |count| {
            format!(", the longest chain has {count}")
        });
        lines.push(("steps", format!("{}{stages}", plan.works.len())));
    }
    if let Some(times) = &plan.times {
        lines.push(("runs", times.words.clone()));
        lines.extend(times.next.iter().map(|run| ("next run", run.clone())));
    }
    Section {
        title: format!("Plan of {}: {sort}{name}", names.show(path)),
        lines,
    }
}

fn step(names: &Names, work: &PlannedWork) -> Section {
    let stage = work.stage.map_or_else(String::new, |it| format!("{it}. "));
    let found = &work.estimate;
    Section {
        title: match found.name.as_str() {
            "" => format!("{stage}{}", found.sort.id()),
            name => format!("{stage}{name} ({})", found.sort.id()),
        },
        lines: lines(names, work, IsStep::Yes),
    }
}

/// Tells if other steps may run before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsStep {
    Yes,
    No,
}

fn lines(names: &Names, work: &PlannedWork, is_step: IsStep) -> Vec<(&'static str, String)> {
    let found = &work.estimate;
    let mut lines = Vec::new();
    let mut add = |label: &'static str, text: String| {
        if !text.is_empty() {
            lines.push((label, text));
        }
    };
    if is_step == IsStep::Yes {
        add("starts", start(work));
    }
    let shown = |path: &Arc<str>| names.show(path);
    add(
        "component",
        work.component.as_ref().map_or_else(String::new, shown),
    );
    add("compute", compute(names, work));
    add("nodes", nodes(found));
    let rounds = found.trials.map(|it| counted(it.rounds(), "round"));
    add("trials run in", rounds.unwrap_or_default());
    add("environment", environment(names, work));
    add("image", work.image.clone().unwrap_or_default());
    let command = work.command.as_deref().unwrap_or_default();
    add("command", first_line(&one_line(command), LONGEST, "…"));
    for input in &work.inputs {
        add("input", format!("{}: {}", input.name, input.value));
    }
    for output in &work.outputs {
        add("output", format!("{}: {}", output.name, output.value));
    }
    let files = work.uploads.iter().map(|it| upload(names, it));
    add("uploads", files.collect::<Vec<_>>().join("; "));
    add("time limit", time(found));
    add("retries", work.retries.clone().unwrap_or_default());
    add_prices(found, add);
    lines
}

fn add_prices(found: &Estimate, mut add: impl FnMut(&'static str, String)) {
    add("per hour", money(&found.per_hour));
    let figures = [
        ("per run", &found.run_bound),
        ("per month", &found.per_month),
        ("idle month", &found.idle_per_month),
        ("full month", &found.full_per_month),
    ];
    for (label, figure) in figures {
        add(label, figure.as_ref().map_or_else(String::new, money));
    }
    for note in &found.notes {
        add("note", note.text.clone());
    }
}

fn start(work: &PlannedWork) -> String {
    match work.after.as_slice() {
        _ if work.stage.is_none() => "never: its steps wait for each other".to_owned(),
        [] => "at once".to_owned(),
        after => format!("after {}", listed_up_to(LISTED, after.to_vec())),
    }
}

fn compute(names: &Names, work: &PlannedWork) -> String {
    let places = work.compute_places.iter();
    let files: Vec<String> = places.map(|(path, _)| names.show(path)).collect();
    match (work.compute.as_str(), files.as_slice()) {
        ("", []) => String::new(),
        (compute, []) => compute.to_owned(),
        (compute, files) => format!(
            "{compute}, defined in {}",
            listed_up_to(LISTED, files.to_vec())
        ),
    }
}

fn environment(names: &Names, work: &PlannedWork) -> String {
    let written = work.environment.clone().unwrap_or_default();
    match &work.environment_file {
        Some(file) => format!("{written} ({})", names.show(file)),
        None => written,
    }
}

fn nodes(found: &Estimate) -> String {
    match &found.nodes {
        Figure::Known(nodes) => nodes.to_string(),
        Figure::AtMost(nodes) | Figure::About(nodes) => format!("at most {nodes}"),
        Figure::Unknown(reason) => not_known(reason),
    }
}

fn time(found: &Estimate) -> String {
    match &found.time_bound_s {
        None => String::new(),
        Some(Figure::Unknown(reason)) => match reason.root() {
            Reason::NoTimeout => "none".to_owned(),
            _ => not_known(reason),
        },
        Some(known) => known
            .value()
            .map_or_else(String::new, |it| duration_in_one_unit(*it)),
    }
}

/// "$1.17", "at most $2.34", "about $2.34", "not known: no timeout".
fn money(figure: &Figure<Money>) -> String {
    let known = figure.in_words();
    known.unwrap_or_else(|| figure.reason().map_or_else(String::new, not_known))
}

fn not_known(reason: &Reason) -> String {
    format!("not known: {}", reason.in_words())
}

/// The steps of a long pipeline: those that are alike in one line. Where many wait in a long row, one for the
/// other, all are in one part.
fn alike(plan: &SubmissionPlan) -> Vec<Section> {
    let stages = || plan.works.chunk_by(|one, next| one.stage == next.stage);
    if stages().count() <= MANY {
        return stages().map(stage).collect();
    }
    let lines = stages().flat_map(|works| {
        let lines = alike_steps(works).into_iter();
        lines.map(|line| match works[0].stage {
            Some(stage) => format!("{stage}. {line}"),
            None => line,
        })
    });
    vec![Section {
        title: "Steps, in the order of their start".to_owned(),
        lines: lines.map(|line| ("", line)).collect(),
    }]
}

/// The steps of one stage.
fn stage(works: &[PlannedWork]) -> Section {
    Section {
        title: match works[0].stage {
            Some(1) => "1. At once".to_owned(),
            Some(stage) => format!("{stage}. After steps of {}", stage - 1),
            None => "Steps that wait for each other".to_owned(),
        },
        lines: alike_steps(works).into_iter().map(|it| ("", it)).collect(),
    }
}

/// Returns `command` on one line: "cd src ↵ python train.py --epochs 3".
fn one_line(command: &str) -> String {
    let joined = command.replace("\\\n", " ");
    let lines = joined.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.join(" ")
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ↵ ")
}

/// "3 steps: a, b, and c (command; cpu-cluster; nodes: 1)"
fn alike_steps(works: &[PlannedWork]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for work in works {
        let found = &work.estimate;
        let figures = [
            found.sort.id().to_owned(),
            work.compute.clone(),
            format!("nodes: {}", nodes(found)),
            format!("per hour: {}", money(&found.per_hour)),
            format!("time limit: {}", time(found)),
        ];
        let figures: Vec<String> = figures.into_iter().filter(|it| !it.is_empty()).collect();
        let figures = figures.join("; ");
        match groups.iter_mut().find(|(known, _)| *known == figures) {
            Some((_, steps)) => steps.push(found.name.clone()),
            None => groups.push((figures, vec![found.name.clone()])),
        }
    }
    let lines = groups.into_iter().map(|(figures, steps)| {
        let count = counted(steps.len(), "step");
        format!("{count}: {} ({figures})", listed_up_to(LISTED, steps))
    });
    lines.collect()
}

fn together(plan: &SubmissionPlan) -> Section {
    let found = &plan.estimate;
    let mut lines = vec![("nodes", nodes(found)), ("time limit", time(found))];
    let runs = found.runs_per_month.as_ref().and_then(Figure::value);
    lines.extend(runs.map(|it| ("runs a month", format!("{it:.1}"))));
    add_prices(found, |label, text| lines.push((label, text)));
    lines.retain(|(_, text)| !text.is_empty());
    Section {
        title: "Together".to_owned(),
        lines,
    }
}

/// "src: 12 files, 34 kB"
fn upload(names: &Names, found: &PlannedUpload) -> String {
    let path = names.show(&found.path);
    let least = if found.is_cut { "at least " } else { "" };
    match (found.files, found.bytes) {
        (Some(files), Some(bytes)) => {
            format!("{path}: {least}{}, {}", counted(files, "file"), size(bytes))
        }
        (Some(files), None) => format!("{path}: {}", counted(files, "file")),
        _ => path,
    }
}

fn uploads(names: &Names, plan: &SubmissionPlan) -> Option<Section> {
    (plan.works.len() > 1 && !plan.uploads.is_empty()).then(|| Section {
        title: "Uploaded, each once".to_owned(),
        lines: plan
            .uploads
            .iter()
            .map(|it| ("", upload(names, it)))
            .collect(),
    })
}

fn unknown(plan: &SubmissionPlan) -> Option<Section> {
    let lines = plan.unknown.iter().map(|it| {
        let steps = match it.steps.len() {
            0 => String::new(),
            count => {
                let of = plan.works.len();
                let names = listed_up_to(LISTED, it.steps.clone());
                format!(" ({count} of {of} steps: {names})")
            }
        };
        let remedy = it.remedy.map_or_else(String::new, |it| format!("; {it}"));
        ("", format!("{}{steps}{remedy}", it.reason))
    });
    (!plan.unknown.is_empty()).then(|| Section {
        title: "Not known".to_owned(),
        lines: lines.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_command_stay_apart() {
        assert_eq!(
            one_line("cd src\n\npython train.py \\\n  --epochs 3\n"),
            "cd src ↵ python train.py --epochs 3"
        );
    }
}
