//! Scripts that are imported instead of run: a server or a job calls their functions.

use super::python_scripts::{PythonScript, python_scripts};
use crate::checks::context::Context;
use crate::checks::shared::reference::definition::definition;
use crate::document::{Kind, Resource};
use crate::script::commands::Interpreter;
use crate::syntax::known_text;

/// The caller of the functions of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Caller {
    /// The inference server of an online deployment.
    InferenceServer,
    /// A batch deployment.
    Batch,
    /// A parallel job.
    Parallel,
}

/// Returns the scoring scripts of the document that can be read, and the entry scripts of parallel
/// jobs; not those that a custom server may run.
pub(crate) fn scoring_scripts<'a>(cx: &Context<'a>) -> Vec<(PythonScript<'a>, Caller)> {
    let mut scripts = Vec::new();
    for script in python_scripts(cx) {
        let caller = match (script.run.interpreter, cx.kind()) {
            (Interpreter::Parallel, _) => Some(Caller::Parallel),
            (
                Interpreter::Scoring,
                Some(Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline),
            ) => is_inference_server(cx).then_some(Caller::InferenceServer),
            (Interpreter::Scoring, _) => Some(Caller::Batch),
            _ => None,
        };
        scripts.extend(caller.map(|caller| (script, caller)));
    }
    scripts
}

/// Returns `true` if the Azure Machine Learning inference server runs in the container of the
/// online deployment: an image of Azure Machine Learning starts it, unless the environment
/// describes another server.
fn is_inference_server(cx: &Context<'_>) -> bool {
    let Some(node) = cx.document.get("environment") else {
        return false;
    };
    if known_text(node).is_some_and(is_curated) {
        return true;
    }
    let as_environment = (Resource::Environment, Kind::Environment);
    let found = definition(cx.workspace, cx.document.path(), node, as_environment);
    found.is_some_and(|found| {
        let image = found.node.get("image").and_then(known_text);
        image.is_some_and(|image| image.starts_with("mcr.microsoft.com/azureml/"))
            && found.node.get("inference_config").is_none()
            && found.node.get("build").is_none()
    })
}

/// Returns `true` if `name` is a curated environment that serves with the inference server.
fn is_curated(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_curated = name.starts_with("azureml://registries/azureml/environments/")
        || name.starts_with("azureml:azureml-");
    is_curated && !name.contains("triton")
}
