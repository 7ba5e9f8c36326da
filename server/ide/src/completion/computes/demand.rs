//! Requirements on the compute that is written at a value.

use azml_rules::compute::Load;
use azml_rules::document::{Document, Kind, KindFamily, Task, Work};
use azml_rules::syntax::Node;

use crate::completion::line::Value;
use crate::suitability::Demand;

/// Returns the requirements of the work whose compute is written at `value`.
pub(crate) fn demand(document: &Document, value: &Value<'_>) -> Demand {
    let kind = document.kind();
    let keys = value.keys();
    if let Some(deployment) = document.batch_deployment() {
        return Demand {
            load: Some(Load::Batch),
            nodes: deployment.instance_count.and_then(Node::int).unwrap_or(1),
        };
    }
    // A managed endpoint has no compute: with a value here, it becomes a Kubernetes endpoint.
    if let Some(Kind::EndpointKubernetesOnline | Kind::EndpointManagedOnline) = kind {
        return Demand {
            load: Some(Load::Online),
            nodes: 1,
        };
    }
    let works = match document.schedule() {
        Some(schedule) => schedule.works(),
        None => document.works(),
    };
    let is_pipeline = kind.is_some_and(|kind| matches!(Task::of_kind(kind), Task::Pipeline));
    if keys.contains(&"default_compute") || is_pipeline && keys == ["compute"] {
        return Demand::of_pipeline(&works);
    }
    let Some(work) = work(&works, value, &keys) else {
        return Demand {
            load: kind.and_then(|kind| Load::of_task(Task::of_kind(kind))),
            nodes: 1,
        };
    };
    let of_work = Demand::of_work(work);
    let on_line = || Load::of_task(task_on_line(value.line)?);
    Demand {
        load: of_work.load.or_else(on_line),
        ..of_work
    }
}

/// Returns the type of work from a line that is not in any tree: `train: {type: sweep, compute:`.
fn task_on_line(line: &str) -> Option<Task> {
    let (_, behind) = line.rsplit_once("type:")?;
    let word = behind
        .split([',', '}'])
        .next()?
        .trim()
        .trim_matches(['"', '\'']);
    let kind = Kind::of_type(KindFamily::Job, word, None)?;
    Some(Task::of_kind(kind))
}

/// Returns the work whose own compute is written at `value`.
fn work<'w, 't>(works: &'w [Work<'t>], value: &Value<'_>, keys: &[&str]) -> Option<&'w Work<'t>> {
    let step = match keys {
        [.., "jobs", step, "compute"] => Some(*step),
        _ => None,
    };
    let named = works
        .iter()
        .filter(|work| step.is_some() && work.step_name() == step);
    let enclosing = works
        .iter()
        .filter(|work| work.node.range().touches(value.key_at));
    named
        .chain(enclosing)
        .min_by_key(|work| work.node.range().len())
}
