//! Hover of a step: its component, compute, inputs and outputs, and the steps
//! before and after it.

use azml_rules::expression::{Callee, Pipeline, Port, Program, Step, StepKind, Target};
use azml_rules::syntax::{Node, known_text};

use super::compute::runs_on;
use super::reference::unknown;
use super::wording::{named_component, shortened};
use crate::Site;
use crate::markdown::{Markdown, code, joined, md, ours, plain, prose};
use crate::step_target::subject;

/// Maximum number of names listed.
const LISTED: usize = 20;

/// Returns the hover of `node`, the name of a step.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    if !node.is_key() || !matches!(keys, [.., "jobs", _]) {
        return None;
    }
    let program = site.program();
    let mut pipelines = program.pipelines.iter().enumerate();
    let (index, pipeline, step) = pipelines.find_map(|(index, pipeline)| {
        let step = pipeline.steps.iter().find(|step| step.key == node)?;
        Some((index, pipeline, step))
    })?;
    Some(of_step(site, program, index, pipeline, step))
}

fn of_step(
    site: &Site<'_>,
    program: &Program<'_>,
    index: usize,
    pipeline: &Pipeline<'_>,
    step: &Step<'_>,
) -> Markdown {
    let mut text = md!("### {}: {}\n\n", code(step.name()), what(step));
    let interface = step.callee.interface();
    let about = step
        .node
        .get("description")
        .or_else(|| interface?.node.get("description"));
    if let Some(about) = about.and_then(known_text) {
        text.push(md!("{}\n\n", prose(about)));
    }
    let (inputs, outputs) = (step.readable_inputs(), step.readable_outputs());
    let (before, after) = neighbours(program, index, step);
    let alone = pipeline.steps.len() < 2;
    let rows = [
        ("Runs", command(step)),
        ("Compute", compute(site, step)),
        (
            "Inputs",
            listed(inputs.list.iter().map(|port| in_list(step, *port, "input"))),
        ),
        (
            "Outputs",
            listed(
                outputs
                    .list
                    .iter()
                    .map(|port| in_list(step, *port, "output")),
            ),
        ),
        (
            "Waits for",
            if before.is_empty() && !alone {
                ours("no other step")
            } else {
                listed(before.into_iter())
            },
        ),
        ("Feeds", listed(after.into_iter())),
    ];
    let mut list = Markdown::new();
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        list.push_row(name, value);
    }
    if !list.is_empty() {
        text.push(md!("{}\n", list));
    }
    match interface.and_then(|interface| interface.document) {
        Some(document) => {
            let place = document
                .get("name")
                .and_then(Node::key)
                .map_or(0, |key| key.range().start);
            let place = site.place_link(document.path(), place);
            text.push(md!("Defined in {}", place));
        }
        None if matches!(step.callee, Callee::Remote) && named_component(step).is_some() => {
            text.push(unknown::component(site, step));
        }
        None => {}
    }
    text.trimmed()
}

/// "step that runs component `train.yml`"
fn what(step: &Step<'_>) -> Markdown {
    let sort = match step.kind {
        StepKind::Sweep => "sweep of",
        _ => "step that runs",
    };
    if let Some(interface) = step.callee.interface() {
        return md!("{} {}", sort, subject(interface));
    }
    if let Some(component) = named_component(step).and_then(Node::text) {
        return md!("{} {}", sort, code(shortened(component)));
    }
    let what = match step.kind {
        StepKind::Command => "command step",
        StepKind::Sweep => "sweep",
        StepKind::Parallel => "parallel step",
        StepKind::Spark => "Spark step",
        StepKind::AutoMl => "AutoML step",
        StepKind::Pipeline => "nested pipeline",
        StepKind::DataTransfer => "data transfer step",
        StepKind::Control => "control-flow step",
        StepKind::Unknown => "step",
    };
    ours(what)
}

fn command(step: &Step<'_>) -> Markdown {
    let command = step
        .node
        .get("command")
        .or_else(|| step.node.get_path(&["trial", "command"]));
    command
        .and_then(Node::text)
        .map_or_else(Markdown::new, |command| code(shortened(command)))
}

/// Returns the compute of `step`, if the file sets one.
fn compute(site: &Site<'_>, step: &Step<'_>) -> Markdown {
    let works = site.document.works();
    let work = works.iter().find(|work| work.step == Some(step.key));
    work.and_then(|work| runs_on::of_work(site, work))
        .unwrap_or_default()
}

/// "`rate` (number, optional)".
fn in_list(step: &Step<'_>, port: Port<'_>, what: &str) -> Markdown {
    let interface = step.callee.interface();
    let declared = interface.and_then(|interface| {
        let ports = if what == "input" {
            &interface.inputs
        } else {
            &interface.outputs
        };
        ports.get(port.name())
    });
    let declared = declared.unwrap_or(port);
    let kind = declared.field("type").and_then(known_text);
    let facts = [kind, declared.is_optional().then_some("optional")];
    let facts: Vec<&str> = facts.into_iter().flatten().collect();
    if facts.is_empty() {
        code(port.name())
    } else {
        md!("{} ({})", code(port.name()), plain(facts.join(", ")))
    }
}

fn listed(names: impl Iterator<Item = Markdown>) -> Markdown {
    let mut names: Vec<Markdown> = names.collect();
    if names.len() > LISTED {
        let more = names.len() - LISTED;
        names.truncate(LISTED);
        names.push(md!("and {} more", more));
    }
    joined(names, ", ")
}

/// Returns the steps whose outputs `step` reads, and those that read its outputs.
fn neighbours(
    program: &Program<'_>,
    pipeline: usize,
    step: &Step<'_>,
) -> (Vec<Markdown>, Vec<Markdown>) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (site, expression) in program
        .expressions()
        .filter(|(site, _)| site.pipeline == Some(pipeline))
    {
        let (Target::StepOutput(from, _), Some(to)) = (&expression.target, program.step(site))
        else {
            continue;
        };
        let (list, other) = match (from.text == step.name(), to.key == step.key) {
            (false, true) => (&mut before, from.text),
            (true, false) => (&mut after, to.name()),
            _ => continue,
        };
        let other = code(other);
        if !list.contains(&other) {
            list.push(other);
        }
    }
    (before, after)
}

/// Returns the steps that read the output `port` of `step`, each with its input.
pub(crate) fn readers(program: &Program<'_>, step: &Step<'_>, port: &str) -> Markdown {
    let pipeline = program
        .pipelines
        .iter()
        .position(|pipeline| pipeline.steps.iter().any(|it| it.key == step.key));
    let reads = program
        .expressions()
        .filter_map(|(site, expression)| match &expression.target {
            Target::StepOutput(from, of)
                if from.text == step.name() && of.text == port && site.pipeline == pipeline =>
            {
                let key = site.key.and_then(Node::text).unwrap_or_default();
                let step = code(program.step(site)?.name());
                Some(md!("step {} ({})", step, code(key)))
            }
            _ => None,
        });
    listed(reads)
}
