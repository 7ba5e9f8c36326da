//! Sweeps and components for the scripts of the folder: the fixed arguments of a skeleton would be wrong for them.

use std::fmt::Write as _;

use azml_rules::expression::PortType;
use azml_rules::path::inside;
use azml_rules::script::python::{Metrics, Module, ScriptInterface};

use super::script_pipeline;
use super::script_skeletons::{Found, READ, environment, first_cluster, scripts, sections, takes};
use crate::Site;
use crate::script::{PlannedPort, planned_ports};

/// Maximum number of arguments that a new sweep varies.
const VARIED: usize = 2;

/// Numbers that are no hyperparameters.
const FIXED: [&str; 6] = [
    "epochs",
    "jobs",
    "random_state",
    "seed",
    "verbose",
    "workers",
];

/// Returns the document of the skeleton `id` for the script of the folder that fits best; `None` if there is
/// none, and for other skeletons.
pub(crate) fn of_skeleton(site: &Site<'_>, id: &str) -> Option<String> {
    let write = match id {
        "pipeline-job" => return script_pipeline::of_scripts(site),
        "sweep-job" => sweep,
        "command-component" => component,
        _ => return None,
    };
    let mut found = scripts(site).into_iter().take(READ);
    found.find_map(|found| {
        let interface = takes(site, &found)?;
        write(site, &found, &interface)
    })
}

fn sweep(site: &Site<'_>, found: &Found, interface: &ScriptInterface) -> Option<String> {
    let metric = metric(site, found)?;
    let ports = planned_ports(interface);
    let is_number = |port: &&PlannedPort| {
        let is_number = matches!(port.port_type, PortType::Integer | PortType::Number);
        is_number && !FIXED.iter().any(|word| port.name.contains(word))
    };
    let varied: Vec<&PlannedPort> = ports.iter().filter(is_number).take(VARIED).collect();
    if varied.is_empty() {
        return None;
    }
    let is_varied = |port: &PlannedPort| varied.iter().any(|it| it.name == port.name);
    let mut text = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json\ntype: sweep\n\
         sampling_algorithm: <1:random>\ntrial:\n  code: {}\n  command: >-\n    python {}\n",
        found.folder, found.name
    );
    for port in &ports {
        let passed = if is_varied(port) {
            format!("{} ${{{{search_space.{}}}}}", port.flag, port.name)
        } else {
            port.passed()
        };
        let _ = writeln!(text, "    {passed}");
    }
    let mut stop = 1;
    let (environment, next) = environment(site, stop);
    stop = next;
    let _ = writeln!(text, "  environment: azureml:{environment}");
    text += &sections(&ports, &mut stop, |port| !is_varied(port));
    text += "search_space:\n";
    for port in &varied {
        let _ = write!(text, "  {}:\n{}", port.name, range(port, &mut stop));
    }
    let _ = write!(
        text,
        "objective:\n  primary_metric: {metric}\n  goal: <{}:{}>\nlimits:\n  max_total_trials: <{}:20>\n  \
         max_concurrent_trials: <{}:4>\n  timeout: <{}:14400>\n  trial_timeout: <{}:1800>\n\
         compute: azureml:<{}:{}>\n",
        stop + 1,
        goal(&metric),
        stop + 2,
        stop + 3,
        stop + 4,
        stop + 5,
        stop + 6,
        first_cluster(site),
    );
    Some(text)
}

fn component(site: &Site<'_>, found: &Found, interface: &ScriptInterface) -> Option<String> {
    let ports = planned_ports(interface);
    let stem = found
        .name
        .strip_suffix(".py")?
        .replace(['-', '.'], "_")
        .to_ascii_lowercase();
    let stem = Some(stem).filter(|stem| stem.starts_with(|c: char| c.is_ascii_lowercase()))?;
    let mut text = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\ntype: command\n\
         name: <1:{stem}>\nversion: '<2:1>'\ncode: {}\ncommand: >-\n  python {}\n",
        found.folder, found.name
    );
    for port in &ports {
        let _ = writeln!(text, "  {}", port.passed());
    }
    for section in ["inputs", "outputs"] {
        let of_section: Vec<&PlannedPort> = ports
            .iter()
            .filter(|port| port.section() == section)
            .collect();
        if !of_section.is_empty() {
            let _ = writeln!(text, "{section}:");
        }
        for port in of_section {
            let _ = writeln!(
                text,
                "  {}:\n    type: {}",
                port.name,
                port.port_type.name()
            );
            if let Some(default) = port.default.as_ref().filter(|_| !port.is_output) {
                let _ = writeln!(text, "    default: {default}");
            }
        }
    }
    let (environment, _) = environment(site, 2);
    let _ = writeln!(text, "environment: azureml:{environment}");
    Some(text)
}

/// Returns the values of a hyperparameter around its default.
fn range(port: &PlannedPort, stop: &mut usize) -> String {
    let default: Option<f64> = port
        .default
        .as_ref()
        .and_then(|default| default.parse().ok());
    let default = default.filter(|default| *default > 0.0);
    *stop += 2;
    if port.port_type == PortType::Integer {
        let middle = default.unwrap_or(16.0).max(2.0);
        return format!(
            "    type: choice\n    values: [<{}:{}, {middle}, {}>]\n",
            *stop - 1,
            (middle / 2.0).floor(),
            middle * 2.0
        );
    }
    let (least, most) = default.map_or((0.001, 0.1), |middle| (middle / 10.0, middle * 10.0));
    format!(
        "    type: uniform\n    min_value: <{}:{least}>\n    max_value: <{stop}:{most}>\n",
        *stop - 1
    )
}

/// Returns the first metric that the script logs.
fn metric(site: &Site<'_>, found: &Found) -> Option<String> {
    let path = inside(&found.folder, &found.name);
    let text = site.workspace.text(site.document.path(), &path)?;
    let module = Module::parse(&text)?;
    let metrics = Metrics::of(&module, |_| false);
    let name = metrics.logged.iter().find_map(|metric| metric.exact())?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.chars().all(is_plain).then(|| name.to_owned())
}

/// Words of metrics that are better when they are larger.
const LARGER: [&str; 7] = ["acc", "auc", "f1", "precision", "r2", "recall", "score"];

fn goal(metric: &str) -> &'static str {
    let metric = metric.to_ascii_lowercase();
    let is_larger = LARGER.iter().any(|word| metric.contains(word));
    if is_larger { "maximize" } else { "minimize" }
}
