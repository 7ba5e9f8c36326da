//! A version of Python without security fixes.

use crate::checks::prelude::*;
use crate::checks::shared::environment::ended_images::python_stages;
use crate::checks::shared::environment::packages::{CondaUse, Purpose};
use crate::compute::{PYTHON_TO_USE, PythonVersion, newest_python, python_version};
use crate::expression::SourceMap;
use crate::syntax::parse;

declare_rule! {
    /// A version of Python gets security fixes for five years. After that, new versions of packages
    /// no longer support it, so the environment gets no security fixes either, and at some point its
    /// image can't be built anymore. Azure Machine Learning lists such versions as a problem of an
    /// environment.
    ///
    /// In the first year after the end, in the packages of a Spark job, and in a file that MLflow wrote
    /// beside a model, this is an info. In a conda file that only a script, the `Dockerfile` beside it, or an unused environment
    /// mentions, it is a hint; an export from Windows, with its `prefix`, isn't reported
    /// there. A conda file that none of these mentions isn't checked.
    /// The dates are from 2026-11-22.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies: [python=3.8, numpy=1.24]
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   channels: [conda-forge]
    ///   dependencies: [python=3.12, numpy=2.1]
    /// ```
    "retired-python", Environment, Warning,
    summary: "a version of Python that gets no more security fixes",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        let mut found = Vec::new();
        for (node, python) in conda.pythons() {
            let newest = newest_python(python.version);
            found.extend(newest.map(|newest| (*node, newest)));
        }
        if !found.is_empty() {
            let (purpose, conda_use) = (packages::purpose(cx, conda), packages::conda_use(cx));
            if conda_use == CondaUse::Nothing || purpose == Purpose::Unknown && is_of_windows(cx) {
                continue;
            }
            for (node, ended) in found {
                report(cx, purpose, conda_use, node, ended);
            }
        }
    }
    if cx.document.text().contains(SPARK_PACKAGES) {
        in_spark_conf(cx);
    }
    if cx.kind() == Some(Kind::PythonEnv) {
        of_model(cx);
    }
}

/// Returns `true` for the export of an environment on a machine with Windows, on which no job runs.
fn is_of_windows(cx: &Context<'_>) -> bool {
    let prefix = cx.document.get("prefix").and_then(known_text);
    prefix.is_some_and(|folder| matches!(folder.get(1..3), Some(":\\" | ":/")))
}

/// Checks `python_env.yaml`, which MLflow writes beside a model.
fn of_model(cx: &mut Context<'_>) {
    let Some(python) = cx.document.get("python") else {
        return;
    };
    let version = known_text(python).and_then(python_version);
    if let Some(diagnostic) = version.and_then(|version| report_info(cx, python.range(), version)) {
        diagnostic.help(LOG_AGAIN);
    }
}

/// Reports `version` as an info, if its support has ended.
fn report_info<'c>(
    cx: &'c mut Context<'_>,
    range: TextRange,
    version: &PythonVersion,
) -> Option<&'c mut Diagnostic> {
    let [stage, _] = python_stages(version);
    let stage = cx.stage(&[stage])?;
    let diagnostic = cx.report(range, message(version));
    Some(diagnostic.stage(stage).deprecated())
}

fn message(ended: &PythonVersion) -> String {
    let (version, day) = (ended.version, ended.support_ends);
    format!("Python {version} reached its end of life on {day}")
}

const LOG_AGAIN: &str = "log the model again with a newer version of Python, because the model may load only with its own version";

/// The setting of a Spark job that contains a conda file as text.
const SPARK_PACKAGES: &str = "spark.synapse.library.python.env";

fn in_spark_conf(cx: &mut Context<'_>) {
    let is_setting =
        |node: &Node<'_>| node.key().and_then(Node::text) == Some(SPARK_PACKAGES) && !node.is_key();
    for node in cx.document.tree().nodes().filter(is_setting) {
        let Some(text) = known_text(node) else {
            continue;
        };
        let tree = parse(text);
        let Some(conda) = tree.root().and_then(CondaFile::read) else {
            continue;
        };
        for (item, python) in conda.pythons() {
            let Some(newest) = newest_python(python.version) else {
                continue;
            };
            let range = item.range();
            let place = SourceMap::new(node).range(range.start as usize..range.end as usize);
            if let Some(diagnostic) = report_info(cx, place, newest) {
                diagnostic.help("use a newer version that the Spark runtime supports");
            }
        }
    }
}

fn report(
    cx: &mut Context<'_>,
    purpose: Purpose,
    conda_use: CondaUse,
    node: Node<'_>,
    ended: &PythonVersion,
) {
    let stages = python_stages(ended);
    let Some(stage) = cx.stage(&stages) else {
        return;
    };
    let is_recent = stage.level == Level::Info;
    let stage = match purpose {
        _ if conda_use == CondaUse::Scripts => cx.stage(&[(stages[0].0, Level::Hint)]),
        Purpose::Environment => Some(stage),
        Purpose::Model | Purpose::Unknown => cx.stage(&stages[..1]),
    };
    let text = node.text().unwrap_or_default();
    let channel = text.rfind("::").map_or("", |at| &text[..at + 2]);
    let newer = format!("{channel}python={PYTHON_TO_USE}");
    // A fix must not contradict a bound.
    let is_range = text.contains(['<', '>', '!', '~', ',', '|']);
    let diagnostic = cx.report(node.range(), message(ended));
    stage.map(|stage| diagnostic.stage(stage));
    diagnostic.deprecated().note(if is_recent {
        "new versions of packages stop supporting it"
    } else {
        "new versions of packages no longer support it"
    });
    match purpose {
        Purpose::Model => diagnostic.help(LOG_AGAIN),
        Purpose::Environment | Purpose::Unknown => diagnostic.help(format!(
            "use `{newer}`, and versions of the packages that support it"
        )),
    };
    if purpose != Purpose::Model && !is_range {
        diagnostic.unsafe_fix(format!("use Python {PYTHON_TO_USE}"), replace(node, newer));
    }
}
