//! Pipeline steps without any compute.

use crate::checks::prelude::*;
use crate::checks::shared::unknown_senders::may_be_added;
use crate::schema::mark_for_missing;
use crate::wording::steps_listed;

declare_rule! {
    /// Every step of a pipeline needs a compute: its own `compute`, or `compute` or
    /// `settings.default_compute` of the pipeline. Otherwise, the client rejects the pipeline.
    /// Unlike a standalone job, a step does not run on serverless compute by default. The steps of
    /// a pipeline component need a compute too, and `settings` of the component don't give them
    /// one.
    ///
    /// Spark steps with `resources` need no compute. Steps whose component file is not in the
    /// workspace are not reported.
    ///
    /// The fix is unsafe because it decides where the steps run.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   train: {type: command, component: azureml:train@latest}
    ///   score: {type: command, component: azureml:score@latest}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train: {type: command, component: azureml:train@latest}
    ///   score: {type: command, component: azureml:score@latest}
    /// ```
    "pipeline-compute-not-set", Compute, Error,
    summary: "pipeline steps without a compute of their own or of the pipeline",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-serverless-compute",
}

/// Maximum depth of nested pipeline components, which may refer to each other in a cycle.
const DEPTH: usize = 8;

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx
        .document
        .root()
        .filter(|_| cx.kind() == Some(Kind::JobPipeline))
    else {
        return;
    };
    // A key without a value is unfinished.
    let has_default = root
        .get("settings")
        .is_some_and(|settings| settings.get("default_compute").is_some());
    // A broken line may be the default.
    let is_unknown = root.is_incomplete() || is_misspelled(cx, root);
    if has_default || root.get("compute").is_some() || is_unknown || is_added(cx) {
        return;
    }
    let mut without = Vec::new();
    collect(cx, cx.document, root, "", DEPTH, &mut without);
    let Some(entry) = ["jobs", "component"].iter().find_map(|key| root.entry(key)) else {
        return;
    };
    if without.is_empty() {
        return;
    }
    let place = place(cx, root, entry, &without);
    let verb = if without.len() == 1 { "has" } else { "have" };
    let mut fixes = Vec::new();
    fixes.extend(default_compute(
        root,
        entry,
        "serverless",
        "serverless compute",
    ));
    for def in compute_fixes::fitting_computes(cx, Load::Pipeline, 1) {
        let what = compute_fixes::titled(cx, &def, None);
        fixes.extend(default_compute(root, entry, &def.name, &what));
    }
    let subject = steps_listed(without.iter().map(String::as_str));
    cx.report(
        place,
        format!("{subject} {verb} no compute, and the pipeline sets no default"),
    )
    .note(
        "the client rejects a step without `compute`, unless the pipeline has \
         `settings.default_compute` or `compute`",
    )
    .help("add `settings: {default_compute: azureml:serverless}`, which needs no cluster")
    .fixes = fixes;
}

/// Returns `true` if a command line adds the default, or may.
fn is_added(cx: &Context<'_>) -> bool {
    let is_added = |keys: &[&str]| {
        let path: Vec<Segment> = keys
            .iter()
            .map(|key| Segment::Key((*key).to_owned()))
            .collect();
        cx.cli_overrides().adds(&path).is_some() || may_be_added(cx, &path)
    };
    is_added(&["settings", "default_compute"]) || is_added(&["compute"])
}

/// Returns `true` if a key that would set the compute of the steps is misspelled, or is in a section that
/// doesn't exist, such as `defaults`: that key has the finding.
fn is_misspelled(cx: &Context<'_>, root: Node<'_>) -> bool {
    let is_in_unknown = faults::of(cx, FaultRule::UnknownKey).iter().any(|problem| {
        let section = problem.at.text().and_then(|key| root.entry(key));
        section.is_some_and(|section| {
            section.key == problem.at
                && ["compute", "default_compute"]
                    .iter()
                    .any(|key| section.value.get(key).is_some())
        })
    });
    let in_settings = root
        .get("settings")
        .is_some_and(|settings| faults::is_misspelled(cx, settings, "default_compute"));
    is_in_unknown
        || in_settings
        || ["settings", "compute"]
            .iter()
            .any(|key| faults::is_misspelled(cx, root, key))
}

/// Returns the range to report: all steps together, or the usual place of the key in the only step
/// without a compute.
fn place(cx: &Context<'_>, root: Node<'_>, steps: Entry<'_>, without: &[String]) -> TextRange {
    let [name] = without else {
        return steps.key.range();
    };
    let only = root
        .get("jobs")
        .and_then(|jobs| jobs.get(name))
        .filter(|step| step.key().is_some());
    let Some(step) = only else {
        return steps.key.range();
    };
    let def = cx.judgement().mapping_type(step);
    def.map_or(step, |def| mark_for_missing(def, "compute", step))
        .range()
}

/// Collects the names of the steps of `pipeline` in `document` that have no compute; those of
/// pipeline components as `outer.inner`.
fn collect(
    cx: &Context<'_>,
    document: &Document,
    pipeline: Node<'_>,
    prefix: &str,
    depth: usize,
    found: &mut Vec<String>,
) {
    let component = pipeline.get("component").and_then(known_text);
    let file = component.and_then(|path| cx.workspace.referenced(document.path(), path));
    if let (None, Some(file)) = (pipeline.get("jobs"), file) {
        if let (Some(Kind::ComponentPipeline), Some(root), true) =
            (file.kind(), file.root(), depth > 0)
        {
            collect(cx, file, root, prefix, depth - 1, found);
        }
        return;
    }
    for entry in pipeline.get("jobs").into_iter().flat_map(Node::entries) {
        let step = entry.value.resolved();
        let name = format!("{prefix}{}", entry.key.text().unwrap_or_default());
        match need(cx, document, step) {
            Need::Compute => found.push(name),
            Need::OfSteps if depth > 0 => {
                collect(cx, document, step, &format!("{name}."), depth - 1, found);
            }
            _ => {}
        }
    }
}

/// The missing setting of a step.
enum Need {
    Compute,
    /// The step is a pipeline: each of its own steps needs a compute.
    OfSteps,
    /// Nothing is missing, or that is unknown.
    Nothing,
}

fn need(cx: &Context<'_>, document: &Document, step: Node<'_>) -> Need {
    if step.kind() != NodeKind::Mapping || step.is_repaired() || step.entry("<<").is_some() {
        return Need::Nothing;
    }
    let component = step.get("component");
    let file = component
        .and_then(known_text)
        .and_then(|path| cx.workspace.referenced(document.path(), path));
    let kind = step
        .get("type")
        .map(|node| known_text(node).unwrap_or("").to_ascii_lowercase());
    let is_pipeline = kind.as_deref() == Some("pipeline") || step.get("jobs").is_some();
    if is_pipeline || file.is_some_and(|file| file.kind() == Some(Kind::ComponentPipeline)) {
        return Need::OfSteps;
    }
    let here = document.path() == cx.document.path();
    if step.get("compute").is_some() || here && faults::is_misspelled(cx, step, "compute") {
        return Need::Nothing;
    }
    let spark = kind.as_deref() == Some("spark")
        || file.is_some_and(|file| file.kind() == Some(Kind::ComponentSpark));
    let known = match kind.as_deref() {
        Some("command" | "sweep" | "parallel" | "automl" | "data_transfer") => true,
        // A default doesn't apply to it: `spark-compute-and-resources`.
        Some("spark") => false,
        Some(_) => false,
        // The client treats a registered component as a command; a path may lead to a pipeline.
        None => {
            !spark
                && (file.is_some()
                    || component.map_or(step.get("command").is_some(), is_registered))
        }
    };
    if known { Need::Compute } else { Need::Nothing }
}

fn is_registered(component: Node<'_>) -> bool {
    known_text(component).is_some_and(|text| text.starts_with("azureml:"))
}

/// Adds `settings.default_compute` above the steps, or to the existing `settings`.
fn default_compute(root: Node<'_>, steps: Entry<'_>, name: &str, what: &str) -> Option<Fix> {
    let value = format!("azureml:{name}");
    let title = format!("run the steps on {what} by default");
    let edit = match root.entry("settings") {
        Some(settings) => match settings.value.resolved().entries().last() {
            Some(last) => fix::insert_key(last, "default_compute", &value),
            None => fix::replace(settings.value, format!("{{default_compute: {value}}}")),
        },
        None if root.is_flow() => {
            fix::insert_key(steps, "settings", &format!("{{default_compute: {value}}}"))
        }
        None => fix::insert_before(steps, "settings", &format!("default_compute: {value}\n"))?,
    };
    Some(Fix::unsafe_(title, vec![edit]))
}
