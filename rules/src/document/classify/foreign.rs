//! YAML of other tools in a repository with Azure ML files.

use crate::syntax::Node;

/// Returns `true` if the document with `root` in the file at `path` is YAML of another tool. All
/// files in `.github` are.
pub(in crate::document) fn is_foreign(path: &str, root: Option<Node<'_>>) -> bool {
    path.split('/').any(|folder| folder == ".github") || root.is_some_and(has_keys_of_other_tools)
}

/// Returns `true` if the keys are those of Kubernetes, Docker Compose, GitHub, Azure Pipelines or OpenAPI.
fn has_keys_of_other_tools(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let kubernetes = has("apiVersion") && has("kind");
    let workflow = has("jobs") && (has("on") || has("runs-on")) && !has("type");
    let azure_pipelines = has("steps") && (has("trigger") || has("pool")) || has("stages");
    let swagger = has("openapi") || has("swagger");
    kubernetes || is_compose(root) || workflow || azure_pipelines || swagger
}

fn is_compose(root: Node<'_>) -> bool {
    let Some(services) = root.get("services") else {
        return false;
    };
    let mut services = services.entries().map(|entry| entry.value);
    services.any(|service| service.get("image").is_some() || service.get("build").is_some())
}
