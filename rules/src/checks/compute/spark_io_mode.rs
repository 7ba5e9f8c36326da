//! Inputs and outputs of Spark jobs without `mode: direct`.

use crate::checks::prelude::*;

declare_rule! {
    /// Spark reads and writes storage itself: nothing is mounted, downloaded, or uploaded. Each
    /// input and output of a Spark job therefore needs `mode: direct`, which is not the default.
    /// The client rejects other modes.
    ///
    /// An input of a step that is bound to the pipeline or to another step is not reported, because
    /// its mode comes from there.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// inputs:
    ///   raw: {type: uri_file, path: azureml:raw@latest}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sparkJob.schema.json
    /// type: spark
    /// entry: {file: prepare.py}
    /// resources: {instance_type: standard_e4s_v3, runtime_version: "3.5"}
    /// inputs:
    ///   raw: {type: uri_file, path: azureml:raw@latest, mode: direct}
    /// conf:
    ///   spark.driver.cores: 1
    ///   spark.driver.memory: 2g
    ///   spark.executor.cores: 2
    ///   spark.executor.memory: 2g
    ///   spark.executor.instances: 2
    /// ```
    "spark-io-mode", Compute, Error,
    summary: "an input or output of a Spark job whose mode is not `direct`",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-spark",
}

/// Types of inputs that are not data and have no mode.
const LITERALS: &[&str] = &["string", "number", "integer", "boolean"];

fn check(cx: &mut Context<'_>) {
    for work in cx.works().iter().filter(|work| work.task == Task::Spark) {
        if !work_values::is_whole(cx, work) {
            continue;
        }
        for section in ["inputs", "outputs"] {
            let Some(ports) = work.node.get(section) else {
                continue;
            };
            for port in ports.entries() {
                let default = section == "outputs" && port.key.text() == Some("default");
                if !default && !of_component(cx, work, section, port) {
                    check_port(cx, section, port);
                }
            }
        }
    }
}

/// Returns `true` if the component of a step sets `direct` itself, or can't be read.
fn of_component(cx: &Context<'_>, work: &Work<'_>, section: &str, port: Entry<'_>) -> bool {
    let (Some(component), Some(name)) = (cx.component(work), port.key.text()) else {
        return false;
    };
    let mode = component
        .root()
        .and_then(|root| root.get_path(&[section, name, "mode"]));
    mode.is_some_and(|mode| known_text(mode).is_none_or(is_direct))
}

fn check_port(cx: &mut Context<'_>, section: &str, port: Entry<'_>) {
    let value = port.value.resolved();
    let bound = value
        .get("path")
        .and_then(Node::text)
        .is_some_and(is_template);
    let literal = value
        .get("type")
        .and_then(Node::text)
        .is_some_and(|kind| LITERALS.contains(&kind));
    if literal
        || value.kind() != NodeKind::Mapping
        || value.entries().next().is_none()
        || bound
        || value.is_incomplete()
    {
        return;
    }
    let name = port.key.text().unwrap_or_default();
    let what = section.trim_end_matches('s');
    let note = "Spark reads and writes the storage itself; the client rejects every other mode, and \
                `direct` is not the default";
    match value.get("mode").filter(|mode| !mode.is_null()) {
        Some(mode) => {
            let Some(text) = known_text(mode).filter(|text| !is_direct(text)) else {
                return;
            };
            cx.report(
                mode.range(),
                format!("{what} `{name}` of a Spark job has mode `{text}`, not `direct`"),
            )
            .note(note)
            .help("write `mode: direct`")
            .safe_fix("write `mode: direct`", fix::replace(mode, "direct"));
        }
        None => {
            let last = value.entries().last();
            let diagnostic = cx.report(
                port.key.range(),
                format!("{what} `{name}` of a Spark job has no `mode: direct`"),
            );
            diagnostic.note(note).help("add `mode: direct`");
            if let Some(last) = last {
                diagnostic.safe_fix(
                    "add `mode: direct`",
                    fix::insert_key(last, "mode", "direct"),
                );
            }
        }
    }
}

fn is_direct(mode: &str) -> bool {
    mode.eq_ignore_ascii_case("direct")
}
