//! The resources: rules and kinds of documents.

use azml_rules::checks::{RULES, rule};
use azml_rules::schema::table;
use azml_rules::similar::closest;
use serde_json::{Map, Value, json};

use super::message::RpcError;
use super::printed::printed;
use super::versions::ResultForm;
use crate::output::{RulesFormat, SchemaName, schema};

const RULES_URI: &str = "azml://rules";
const KINDS_URI: &str = "azml://kinds";
const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";
const PLAIN: &str = "text/plain";

/// The resources of `resources/list`.
pub(super) fn list() -> Value {
    json!([
        {
            "uri": RULES_URI,
            "name": "rules",
            "title": "Rules",
            "description": "Every rule: name, level, group, fix, and what it finds",
            "mimeType": PLAIN,
        },
        {
            "uri": KINDS_URI,
            "name": "kinds",
            "title": "Kinds of documents",
            "description": "Every kind of document that has a JSON schema: name, label, and the command that reads it",
            "mimeType": PLAIN,
        },
    ])
}

/// The templates of `resources/templates/list`.
pub(super) fn templates() -> Value {
    json!([
        {
            "uriTemplate": format!("{RULES_URI}/{{rule}}"),
            "name": "rule",
            "title": "Rule",
            "description": "The page of a rule: why it matters, examples, and the fix",
            "mimeType": MARKDOWN,
        },
        {
            "uriTemplate": format!("{KINDS_URI}/{{+kind}}"),
            "name": "kind",
            "title": "Kind of document",
            "description": "The JSON schema of a kind of document: keys, types, values, defaults, and descriptions",
            "mimeType": JSON,
        },
    ])
}

/// Answers `resources/read`.
///
/// # Errors
/// Returns an error if there is no such resource.
pub(super) fn read(params: &Map<String, Value>, form: ResultForm) -> Result<Value, RpcError> {
    let uri = params.get("uri").and_then(Value::as_str);
    let uri = uri.ok_or_else(|| RpcError::invalid_params("`uri` is a string"))?;
    let (kind, text) = contents(uri).map_err(|message| match form {
        ResultForm::Handshake => RpcError::resource_not_found(message),
        ResultForm::Stateless => RpcError::invalid_params(message),
    })?;
    Ok(json!({"contents": [{"uri": uri, "mimeType": kind, "text": text}]}))
}

fn contents(uri: &str) -> Result<(&'static str, String), String> {
    let below = |base: &str| {
        uri.strip_prefix(base)
            .and_then(|rest| rest.strip_prefix('/'))
    };
    if uri == RULES_URI {
        Ok((PLAIN, printed(|out| RulesFormat::Full.write_list(out))))
    } else if uri == KINDS_URI {
        Ok((PLAIN, kinds()))
    } else if let Some(name) = below(RULES_URI) {
        let rule = rule(name).ok_or_else(|| unknown_rule(name))?;
        Ok((
            MARKDOWN,
            printed(|out| RulesFormat::Full.write_page(out, rule)),
        ))
    } else if let Some(name) = below(KINDS_URI) {
        let kind = SchemaName::of(name).ok_or_else(|| {
            let near = closest(name, SchemaName::all().map(SchemaName::name));
            unknown("kind", name, near)
        })?;
        Ok((JSON, printed(|mut out| schema(&mut out, kind))))
    } else {
        Err(format!("there is no resource `{uri}`"))
    }
}

/// Returns the message for a rule that doesn't exist.
pub(super) fn unknown_rule(name: &str) -> String {
    unknown(
        "rule",
        name,
        closest(name, RULES.iter().map(|rule| rule.name)),
    )
}

fn unknown(sort: &str, name: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("there is no {sort} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {sort} `{name}`; {RULES_URI} and {KINDS_URI} list all"),
    }
}

fn kinds() -> String {
    let kinds = table::kinds().iter();
    let lines = kinds.filter_map(|kind| {
        let name = SchemaName::of(kind.kind.id().as_str())?.name();
        Some(format!("{name}  {}  {}\n", kind.kind.label(), kind.command))
    });
    lines.collect()
}
