//! The JSON schema of `azml.yaml`, along the shapes of its keys.

use azml_rules::checks::RULES;
use azml_rules::config::{ROOT, SettingShape, SettingWord, SettingsKey};
use azml_rules::explain::sentence;
use serde_json::{Map, Value, json};

/// The whole schema. What is not written is `null`, also the whole file.
pub(super) fn schema() -> Value {
    let mut schema = mapping(&ROOT.keys(), Some(&Value::Bool(false)));
    let mut rules = Map::new();
    for key in SettingShape::Rules.keys() {
        rules.insert(key.name.to_owned(), property(&key));
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("type".to_owned(), json!(["object", "null"]));
        let rules = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": rules,
        });
        let level = RULES[0];
        let definitions = json!({
            "level": words(&SettingShape::Rule(level).words()),
            "rule": rule(SettingShape::Rule(level), &json!({"type": "object", "maxProperties": 0})),
            "rules": rules,
        });
        fields.insert("definitions".to_owned(), definitions);
    }
    schema
}

/// A key with its description; its value may be left out.
fn property(key: &SettingsKey) -> Value {
    let doc = match key.shape {
        SettingShape::Rule(_) => format!("{}.", sentence(key.doc)),
        _ => key.doc.to_owned(),
    };
    json!({"description": doc, "anyOf": [of(key.shape), {"type": "null"}]})
}

fn of(shape: SettingShape) -> Value {
    match shape {
        SettingShape::Text | SettingShape::Pattern => json!({"type": "string"}),
        SettingShape::Versions => json!({"type": "string", "examples": [">=0.1, <0.3"]}),
        SettingShape::Date => json!({"type": "string", "format": "date"}),
        SettingShape::Price => json!({"type": ["number", "string"], "minimum": 0}),
        SettingShape::Words(_, all) => words(&all()),
        SettingShape::List(item) => json!({"type": "array", "items": of(*item)}),
        SettingShape::OneOrMore(one) => {
            let one = of(*one);
            json!({"anyOf": [one.clone(), {"type": "array", "items": one}]})
        }
        SettingShape::Keys(keys) => mapping(keys, Some(&Value::Bool(false))),
        // What a compute is, may be written in many ways.
        SettingShape::OpenKeys(keys) => {
            let described = keys
                .iter()
                .map(|key| (key.name.to_owned(), json!({"description": key.doc})));
            let properties: Map<String, Value> = described.collect();
            json!({"type": ["object", "null"], "properties": properties})
        }
        SettingShape::Named(value, keys) => mapping(keys, Some(&of(*value))),
        SettingShape::NamedOrListed(keys) => {
            let one = of(SettingShape::OpenKeys(keys));
            json!({"anyOf": [
                {"type": "object", "additionalProperties": one.clone()},
                {"type": "array", "items": one},
            ]})
        }
        SettingShape::Rules => json!({"$ref": "#/definitions/rules"}),
        SettingShape::Rule(of_rule) if of_rule.options.is_empty() => {
            json!({"$ref": "#/definitions/rule"})
        }
        SettingShape::Rule(of_rule) => rule(shape, &of(SettingShape::Options(of_rule))),
        SettingShape::Options(_) => mapping(&shape.keys(), Some(&Value::Bool(false))),
        SettingShape::Number(option) => json!({
            "type": "integer",
            "minimum": option.range.0,
            "maximum": option.range.1,
            "default": option.default,
        }),
    }
}

fn mapping(keys: &[SettingsKey], others: Option<&Value>) -> Value {
    let mut schema = json!({"type": "object"});
    let required: Vec<&str> = keys
        .iter()
        .filter(|it| it.required)
        .map(|it| it.name)
        .collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if let Some(others) = others {
        schema["additionalProperties"] = others.clone();
    }
    let properties = keys.iter().map(|key| (key.name.to_owned(), property(key)));
    schema["properties"] = Value::Object(properties.collect());
    schema
}

/// A level, or a mapping with it and `options`.
fn rule(shape: SettingShape, options: &Value) -> Value {
    let mut setting = mapping(&shape.keys(), Some(&Value::Bool(false)));
    setting["properties"]["level"]["anyOf"][0] = json!({"$ref": "#/definitions/level"});
    setting["properties"]["options"]["anyOf"][0] = options.clone();
    json!({"anyOf": [{"$ref": "#/definitions/level"}, setting]})
}

/// Words with what they mean. Some are booleans to a reader of YAML.
fn words(words: &[SettingWord]) -> Value {
    let (mut values, mut meanings) = (Vec::new(), Vec::new());
    for word in words {
        let spellings = std::iter::once(&word.text).chain(word.also);
        for text in spellings {
            values.push(
                text.parse::<bool>()
                    .map_or_else(|_| json!(text), Value::Bool),
            );
            meanings.push(word.means);
        }
    }
    json!({"enum": values, "enumDescriptions": meanings})
}
