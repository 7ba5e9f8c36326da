//! The methods of the protocol.

use serde_json::{Map, Value, json};

use super::message::{RpcError, RpcRequest};
use super::served_folder::ServedFolder;
use super::versions::{ResultForm, STATELESS, agreed};
use super::{resources, tools};

/// Answers `request`.
///
/// # Errors
/// Returns an error if the request is wrong. What a tool can't do is its result.
pub(super) fn answer(folder: &ServedFolder, request: &RpcRequest) -> Result<Value, RpcError> {
    let form = ResultForm::of(request)?;
    let params = &request.params;
    let (result, is_listed) = match request.method.as_str() {
        "initialize" => (initialized(params), false),
        "server/discover" => (discovered(), true),
        "ping" => (json!({}), false),
        "tools/list" => (json!({"tools": tools::list()}), true),
        "tools/call" => (tools::call(folder, params)?, false),
        "resources/list" => (json!({"resources": resources::list()}), true),
        "resources/templates/list" => (json!({"resourceTemplates": resources::templates()}), true),
        "resources/read" => (resources::read(params, form)?, true),
        method => return Err(RpcError::method_not_found(method)),
    };
    let Value::Object(result) = result else {
        return Err(RpcError::internal("a result is an object"));
    };
    Ok(form.applied(result, is_listed))
}

fn initialized(params: &Map<String, Value>) -> Value {
    let requested = params.get("protocolVersion").and_then(Value::as_str);
    json!({
        "protocolVersion": agreed(requested),
        "capabilities": capabilities(),
        "serverInfo": server(),
        "instructions": INSTRUCTIONS,
    })
}

fn discovered() -> Value {
    json!({
        "supportedVersions": STATELESS,
        "capabilities": capabilities(),
        "instructions": INSTRUCTIONS,
        "_meta": {"io.modelcontextprotocol/serverInfo": server()},
    })
}

fn capabilities() -> Value {
    json!({"tools": {}, "resources": {}})
}

fn server() -> Value {
    json!({
        "name": env!("CARGO_PKG_NAME"),
        "title": "Azure Machine Learning YAML",
        "version": env!("CARGO_PKG_VERSION"),
    })
}

const INSTRUCTIONS: &str = "\
azml-ls knows the YAML of the Azure Machine Learning CLI v2: jobs, pipelines, sweeps, components, computes, environments, \
data, endpoints, deployments, and schedules. Before you write such a file, call `new` for a document to start from, and \
`complete` for what is allowed at a place. After you wrote one, call `check` and apply its patches, until no error is left. \
`plan` tells what happens when a file is submitted, `cost` what files cost. Nothing is sent anywhere.";
