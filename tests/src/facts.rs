//! Facts about the official client, as `rules/data/schema/extract.py` writes them, in the notation
//! of the catalogue.

use azml_rules::schema::table::patterns;
use serde_json::Value;

/// A type expression of the facts in the notation of the catalogue, names expanded.
pub fn notation(t: &Value) -> String {
    let set = |key: &str| t[key].as_bool().unwrap_or(false);
    let kind = text(t, "k");
    let mut out = if set("never_on_load") {
        "nothing".to_owned()
    } else {
        core(t)
    };
    if matches!(kind, "list" | "map")
        && (set("bind") || set("allow_none") || set("private_preview"))
    {
        out = format!("({out})");
    }
    if set("bind") {
        out = if kind == "ref" {
            format!("({out} | expression)")
        } else {
            out + "$"
        };
    }
    for (key, mark) in [("private_preview", "^"), ("allow_none", "?")] {
        out.push_str(if set(key) { mark } else { "" });
    }
    out
}

fn text<'v>(t: &'v Value, key: &str) -> &'v str {
    t[key].as_str().unwrap_or_default()
}

fn list(t: &Value, key: &str) -> Vec<Value> {
    t[key].as_array().cloned().unwrap_or_default()
}

fn words(t: &Value, key: &str) -> String {
    let word = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    list(t, key).iter().map(word).collect::<Vec<_>>().join(", ")
}

fn core(t: &Value) -> String {
    let limits = list(t, "validators");
    let limit = |name: &str| limits.iter().find(|limit| text(limit, "rule") == name);
    if let Some(limit) = limit("one_of_exact") {
        return format!("exact[{}]", words(limit, "values"));
    }
    let strict = if t["strict"].as_bool() == Some(true) {
        "!"
    } else {
        ""
    };
    match text(t, "k") {
        "str" => string(t, &limits),
        "int" => match limit("range") {
            Some(range) => {
                let bound = |key: &str| {
                    range[key]
                        .as_i64()
                        .map_or_else(String::new, |value| value.to_string())
                };
                format!("int({}..{})", bound("min"), bound("max"))
            }
            None => format!("int{strict}"),
        },
        "float" | "number" => format!("float{strict}"),
        "enum" => format!("{}[{}]", spelling(text(t, "transform")), words(t, "values")),
        "const" => format!("const({})", text(t, "value")),
        "binding" => format!(
            "expression{}",
            if t["singular"].as_bool() == Some(true) {
                "!"
            } else {
                ""
            }
        ),
        "azureml_ref" => {
            let version = match (t["versioned"].as_bool(), t["version_optional"].as_bool()) {
                (Some(true), Some(true)) => ", version?",
                (Some(true), _) => ", version",
                _ => "",
            };
            format!("asset({}{version})", text(t, "resource"))
        }
        "registry_uri" => format!("registry({})", t["resource"].as_str().unwrap_or("any")),
        "feed_uri" => format!("feed({})", text(t, "resource")),
        "yaml_file" => format!("file({})", text(t, "loads")),
        "list" => format!("list of {}", notation(&t["item"])),
        "map" => {
            let value = if t["value"].is_null() {
                "any?".to_owned()
            } else {
                notation(&t["value"])
            };
            let key = if t["key"].is_null() {
                String::new()
            } else {
                format!("({})", notation(&t["key"]))
            };
            format!("map{key} of {value}")
        }
        "ref" => {
            let bindings = if t["bindings"].as_bool() == Some(true) {
                "$"
            } else {
                ""
            };
            let ignored = if text(t, "unknown") == "include" {
                "~"
            } else {
                ""
            };
            format!("{}{bindings}{ignored}", text(t, "type"))
        }
        "union" => union(t),
        other => scalar(other).to_owned(),
    }
}

fn string(t: &Value, limits: &[Value]) -> String {
    let limit = limits
        .iter()
        .find(|limit| text(limit, "rule") == "regex")
        .map(|limit| text(limit, "pattern"));
    let regex = t["pattern"].as_str().or(limit);
    let arm = limits
        .iter()
        .map(|limit| text(limit, "rule"))
        .find(|rule| rule.ends_with("arm_id"));
    let named = regex.map(|regex| {
        patterns()
            .iter()
            .find(|pattern| pattern.regex == regex)
            .map_or(regex, |pattern| pattern.name)
            .to_owned()
    });
    match named.or_else(|| arm.map(|rule| rule.replace('_', "-"))) {
        Some(name) => format!("string({name})"),
        None => "string".to_owned(),
    }
}

fn spelling(transform: &str) -> &str {
    match transform {
        "identity" => "exact",
        "camel_to_snake" => "snake",
        "snake_to_camel" => "camel",
        "snake_to_pascal" => "pascal",
        other => other,
    }
}

fn scalar(kind: &str) -> &str {
    match kind {
        "number_version" => "numeric-version",
        "iso_datetime" => "datetime",
        "git_url" => "git",
        "local_path" => "path",
        "output_binding" => "output-expression",
        other => other,
    }
}

fn union(t: &Value) -> String {
    let mut alternatives = list(t, "of");
    if t["of"].is_null() {
        alternatives = list(t, "plain");
        alternatives.extend(
            t["cases"]
                .as_object()
                .into_iter()
                .flat_map(|cases| cases.values())
                .flat_map(|case| case.as_array().cloned().unwrap_or_default()),
        );
    }
    let mut parts: Vec<String> = Vec::new();
    // Members that are only written are never chosen, but a union of nothing else reads with them
    // all the same.
    let written = |a: &Value| a["never_on_load"].as_bool() == Some(true);
    if alternatives.iter().all(written) {
        alternatives
            .iter_mut()
            .for_each(|a| a["never_on_load"] = Value::Bool(false));
    }
    for alternative in alternatives.into_iter().filter(|a| !written(a)) {
        let part = notation(&alternative);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    match parts.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        _ => format!("({})", parts.join(" | ")),
    }
}

/// The type of a field of the facts: what holds for the field counts as well.
pub fn field_notation(field: &Value) -> String {
    let mut t = field["t"].clone();
    let mut limits = list(&t, "validators");
    limits.extend(list(field, "validators"));
    t["validators"] = Value::Array(limits);
    if field["allow_none"].as_bool() == Some(true) {
        t["allow_none"] = Value::Bool(true);
    }
    notation(&t)
}
