//! A pipeline of the two scripts of the folder that prepare data and train with it.

use std::fmt::Write as _;

use azml_rules::expression::PortType;

use super::script_skeletons::{Found, READ, environment, first_cluster, scripts, takes};
use crate::Site;
use crate::script::{PlannedPort, planned_ports};

/// Beginnings of the names of scripts that prepare data, and of those that train.
const PREPARES: [&str; 8] = [
    "clean",
    "extract",
    "feature",
    "ingest",
    "prep",
    "process",
    "split",
    "transform",
];
const TRAINS: [&str; 2] = ["fit", "train"];

/// A script as a step.
struct ScriptStep {
    name: String,
    found: Found,
    ports: Vec<PlannedPort>,
}

/// Returns the pipeline, with tab stops; `None` if the folder lacks one of the scripts, or if nothing that the first one
/// writes is read by the second one.
pub(crate) fn of_scripts(site: &Site<'_>) -> Option<String> {
    let mut steps: Vec<ScriptStep> = Vec::new();
    for found in scripts(site).into_iter().take(READ) {
        let ports = takes(site, &found).map(|interface| planned_ports(&interface));
        if let (Some(ports), Some(name)) = (ports, step_name(&found)) {
            steps.push(ScriptStep { name, found, ports });
        }
    }
    let mut take = |words: &[&str]| {
        let is_named = |step: &ScriptStep| words.iter().any(|word| step.name.starts_with(word));
        Some(steps.swap_remove(steps.iter().position(is_named)?))
    };
    let (mut first, second) = (take(&PREPARES)?, take(&TRAINS)?);
    let (output, input) = link(&first.ports, &second.ports)?;
    let written = &mut first.ports[output];
    written.is_output = true;
    written.port_type = PortType::UriFolder;
    let binding = format!(
        "${{{{parent.jobs.{}.outputs.{}}}}}",
        first.name, written.name
    );
    let bound = (second.ports[input].name.clone(), binding);

    let mut text = String::from(
        "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
         type: pipeline\nexperiment_name: <1:my-experiment>\n",
    );
    let mut stop = 1;
    text += &inputs([&first, &second], &bound.0, &mut stop);
    stop += 1;
    let compute = first_cluster(site);
    let _ = writeln!(
        text,
        "settings:\n  default_compute: azureml:<{stop}:{compute}>\njobs:"
    );
    text += &step(site, &first, None, &mut stop);
    text += &step(site, &second, Some(&bound), &mut stop);
    Some(text)
}

/// Returns the positions of the port that the first script writes and of that with which the second one reads it: by
/// their names, else the first ones. A name that only the script knows as an output (`--clean`) is one if both have it
/// and the first script reads something else.
fn link(first: &[PlannedPort], second: &[PlannedPort]) -> Option<(usize, usize)> {
    let is_read = |port: &PlannedPort| {
        let is_path = port.port_type.is_data() || port.port_type == PortType::String;
        !port.is_output && is_path && port.default.is_none()
    };
    let named = |name: &str| second.iter().position(|it| is_read(it) && it.name == name);
    let outputs = || (0..first.len()).filter(|at| first[*at].is_output);
    let same = |at: usize| Some((at, named(&first[at].name)?));
    if let Some(found) = outputs().find_map(same) {
        return Some(found);
    }
    if let Some(output) = outputs().next() {
        let is_own = |port: &PlannedPort| {
            let is_shared = first.iter().any(|it| it.name == port.name);
            is_read(port) && port.port_type.is_data() && !is_shared
        };
        return Some((output, second.iter().position(is_own)?));
    }
    let mut read = (0..first.len()).filter(|at| is_read(&first[*at]));
    let (output, input) = read.clone().find_map(same)?;
    read.any(|at| at != output).then_some((output, input))
}

/// Returns the section of the data that the pipeline reads.
fn inputs(steps: [&ScriptStep; 2], bound: &str, stop: &mut usize) -> String {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (at, step) in steps.into_iter().enumerate() {
        for port in step.ports.iter().filter(|port| is_of_pipeline(port)) {
            let name = port.name.as_str();
            if at == 1 && name == bound || names.contains(&name) {
                continue;
            }
            names.push(name);
            *stop += 1;
            let (kind, asset) = (port.port_type.name(), name.replace('_', "-"));
            let _ = writeln!(
                text,
                "  {name}:\n    type: {kind}\n    path: azureml:<{stop}:{asset}>@latest"
            );
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("inputs:\n{text}")
}

/// Returns `true` if the port gets an input of the pipeline.
fn is_of_pipeline(port: &PlannedPort) -> bool {
    !port.is_output && port.port_type.is_data()
}

/// Returns the step; the port that is `bound` gets its binding.
fn step(
    site: &Site<'_>,
    step: &ScriptStep,
    bound: Option<&(String, String)>,
    stop: &mut usize,
) -> String {
    let mut text = format!(
        "  {}:\n    type: command\n    code: {}\n    command: >-\n      python {}\n",
        step.name, step.found.folder, step.found.name
    );
    for port in &step.ports {
        let _ = writeln!(text, "      {}", port.passed());
    }
    let (environment, last) = environment(site, *stop);
    *stop = last;
    let _ = writeln!(text, "    environment: azureml:{environment}");
    for section in ["inputs", "outputs"] {
        let ports = step.ports.iter().filter(|port| port.section() == section);
        let ports: Vec<&PlannedPort> = ports.collect();
        if !ports.is_empty() {
            let _ = writeln!(text, "    {section}:");
        }
        for port in ports {
            let name = &port.name;
            let _ = match bound.filter(|(bound, _)| bound == name) {
                _ if port.is_output => writeln!(text, "      {name}:\n        type: uri_folder"),
                Some((_, binding)) => writeln!(text, "      {name}: {binding}"),
                None if is_of_pipeline(port) => {
                    writeln!(text, "      {name}: ${{{{parent.inputs.{name}}}}}")
                }
                None => {
                    *stop += 1;
                    writeln!(text, "      {name}: <{stop}:{}>", port.value())
                }
            };
        }
    }
    text
}

/// Returns the name of the step: that of the script.
fn step_name(found: &Found) -> Option<String> {
    let stem = found.name.strip_suffix(".py")?.replace(['-', '.'], "_");
    let stem = stem.to_ascii_lowercase();
    stem.starts_with(|c: char| c.is_ascii_lowercase())
        .then_some(stem)
}
