//! JSON schemas of the kinds of documents, made from the catalog: for editors and checkers that read
//! JSON schemas. Invariant: what the client accepts is valid, so a schema is wider than the catalog
//! where JSON Schema can't say the same; only unknown keys are never valid, as in the rule `unknown-key`.

use std::collections::BTreeMap;

use azml_rules::schema::table::{
    Field, Inside, KindDef, Spelling, Type, TypeDef, UnknownKeys, ValueShape, patterns,
};
use azml_rules::schema::{LABELS, takes_expression};
use serde_json::{Map, Value, json};

/// The schema of documents of `kind`.
pub(super) fn schema(kind: &'static KindDef) -> Value {
    let mut definitions = Definitions::default();
    let inside = Inside {
        expressions: false,
        unknown: kind.unknown,
    };
    let document = definitions.mapping(kind.ty, inside, false);
    let written: Map<String, Value> = definitions.written.into_iter().collect();
    json!({
        "description": kind.ty.doc,
        "allOf": [document, {"required": kind.required}],
        "definitions": written,
    })
}

/// The types that a schema refers to, by name.
#[derive(Default)]
struct Definitions {
    written: BTreeMap<String, Value>,
}

impl Definitions {
    /// Returns a reference to the definition called `name`, which `make` writes unless it is there.
    fn refer(&mut self, name: String, make: impl FnOnce(&mut Self) -> Value) -> Value {
        let reference = json!({"$ref": format!("#/definitions/{name}")});
        if !self.written.contains_key(&name) {
            // A type may contain itself.
            self.written.insert(name.clone(), Value::Null);
            let made = make(self);
            self.written.insert(name, made);
        }
        reference
    }

    /// Returns the schema of a value; `expressions` is `true` if the mapping around it accepts them.
    fn value(&mut self, ty: &'static Type, expressions: bool) -> Value {
        let mut any_of = Vec::new();
        self.add_alternatives(ty, expressions, &mut any_of);
        if ty.null {
            add(&mut any_of, json!({"type": "null"}));
        }
        match any_of.len() {
            1 => any_of.remove(0),
            _ => json!({"anyOf": any_of}),
        }
    }

    fn add_alternatives(&mut self, ty: &'static Type, expressions: bool, any_of: &mut Vec<Value>) {
        if ty.private {
            return;
        }
        match &ty.shape {
            ValueShape::OneOf(all) => {
                for one in *all {
                    self.add_alternatives(one, expressions, any_of);
                }
            }
            ValueShape::Named(named) => {
                let name = variant(named.name, expressions, None);
                let named = self.refer(name, |all| {
                    let mut schema = all.value(&named.ty, expressions);
                    describe(&mut schema, named.words);
                    schema
                });
                add(any_of, named);
            }
            shape => add(any_of, self.shape(shape, expressions)),
        }
        if takes_expression(ty, expressions) {
            add(any_of, json!({"type": "string", "pattern": EXPRESSION}));
        }
    }

    fn shape(&mut self, shape: &'static ValueShape, expressions: bool) -> Value {
        match shape {
            ValueShape::Any | ValueShape::Const(_) => {
                json!({"not": {"type": "null"}})
            }
            ValueShape::Nothing => json!(false),
            ValueShape::Text(name) => match patterns().iter().find(|it| it.name == *name) {
                Some(pattern) => json!({"type": "string", "pattern": pattern.regex}),
                None => json!({"type": "string"}),
            },
            ValueShape::Int { strict, min, max } => int(*strict, *min, *max),
            ValueShape::Float { strict: true } => json!({"type": "number"}),
            ValueShape::Float { strict: false } => json!({"type": ["number", "string"]}),
            ValueShape::Bool => json!({"anyOf": [{"type": "boolean"}, {"enum": [0, 1]}, {
                "type": "string",
                "pattern": "^([tTfFyYnN10]|[Tt]rue|TRUE|[Ff]alse|FALSE|[Oo]n|ON|[Oo]ff|OFF|[Yy]es|YES|[Nn]o|NO)$"
            }]}),
            ValueShape::Version => json!({"type": ["string", "number", "boolean"]}),
            ValueShape::NumericVersion => json!({"anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)*$"},
            ]}),
            ValueShape::Datetime => {
                json!({"type": "string", "pattern": r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d"})
            }
            ValueShape::Url => json!({"type": "string", "pattern": r"^[A-Za-z]+://[^\s/]\S*$"}),
            ValueShape::Git => json!({"type": "string", "pattern": r"^git\+"}),
            ValueShape::Path | ValueShape::File(_) => json!({"type": "string"}),
            ValueShape::Expression { whole: true } => {
                json!({"type": "string", "pattern": r"^\$\{\{\s*\S+\s*\}\}$"})
            }
            ValueShape::Expression { whole: false } => {
                json!({"type": "string", "pattern": EXPRESSION})
            }
            ValueShape::OutputExpression => {
                let text = json!({"type": "string", "pattern": r"^\$\{\{parent\.outputs\..*\}\}$"});
                json!({"anyOf": [text, {
                    "type": "object", "required": ["path"], "properties": {"path": text},
                }]})
            }
            ValueShape::Enum(spelling, values) => words(*spelling, values),
            ValueShape::Asset { .. } => json!({"type": "string", "pattern": "^azureml:."}),
            ValueShape::Registry(_) => {
                json!({"type": "string", "pattern": "^azureml://registries/"})
            }
            ValueShape::Feed(_) => {
                json!({"type": "string", "pattern": "^azureml://(feeds|registries)/"})
            }
            ValueShape::List(item) => {
                json!({"type": "array", "items": self.value(item, expressions)})
            }
            ValueShape::Map { key, value } => {
                let values = self.value(value, expressions);
                let mut schema = json!({"type": "object", "additionalProperties": values});
                if let Some(key) = key {
                    schema["propertyNames"] = self.value(key, false);
                }
                schema
            }
            ValueShape::Mapping(def, inside) => self.mapping(def, *inside, expressions),
            ValueShape::OneOf(_) | ValueShape::Named(_) => json!(true),
        }
    }

    /// Returns the schema of a mapping, or of `file:PATH` in its place.
    fn mapping(&mut self, def: &'static TypeDef, inside: Inside, expressions: bool) -> Value {
        let expressions = expressions || inside.expressions;
        let unknown = def.unknown.unwrap_or(inside.unknown);
        let name = variant(def.name, expressions, Some(unknown));
        let mapping = self.refer(name, |all| all.keys(def, unknown, expressions));
        if def.file {
            return json!({"anyOf": [mapping, {"type": "string", "pattern": "^file:"}]});
        }
        mapping
    }

    fn keys(&mut self, def: &'static TypeDef, unknown: UnknownKeys, expressions: bool) -> Value {
        let mut properties = Map::new();
        let fields = || def.fields.iter().filter(|field| !field.private);
        for field in fields() {
            let value = match def.becomes_text(field.name) {
                true => json!({"not": {"type": "null"}}),
                false => self.value(&field.ty, expressions && field.takes_expression),
            };
            properties.insert(field.name.to_owned(), described(value, field, def));
        }
        for (alias, field) in def.key_aliases() {
            if let Some(value) = properties.get(field).cloned() {
                properties.insert(alias.to_owned(), value);
            }
        }
        let ignored = def.ignored_keys();
        let read_only = def.read_only.iter().copied();
        let read_only = read_only.filter(|_| !def.read_only_refused);
        // The client leaves labels out, where it doesn't reject every unknown key.
        let labels = LABELS
            .iter()
            .copied()
            .filter(|_| unknown != UnknownKeys::Refused);
        for name in ignored.chain(read_only).chain(labels).chain(["$schema"]) {
            properties.entry(name).or_insert_with(|| json!({}));
        }
        let required: Vec<&str> = fields()
            .filter(|it| it.required)
            .map(|it| it.name)
            .collect();
        let mut schema = json!({"type": "object"});
        describe(&mut schema, def.doc);
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema["properties"] = Value::Object(properties);
        schema["additionalProperties"] = false.into();
        schema
    }
}

/// Returns the name of the definition of a type in its surroundings.
fn variant(name: &str, expressions: bool, unknown: Option<UnknownKeys>) -> String {
    let with_expressions = if expressions { "-with-expressions" } else { "" };
    let with_labels = match unknown {
        Some(UnknownKeys::Sent | UnknownKeys::Ignored) => "-with-labels",
        _ => "",
    };
    // The name is part of an address.
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    format!("{name}{with_expressions}{with_labels}")
}

fn add(any_of: &mut Vec<Value>, schema: Value) {
    if !any_of.contains(&schema) {
        any_of.push(schema);
    }
}

fn describe(schema: &mut Value, doc: &str) {
    if let Some(schema) = schema.as_object_mut().filter(|_| !doc.is_empty()) {
        schema.insert("description".to_owned(), doc.into());
    }
}

/// Returns the schema of the value of `field` with everything that is known about the key.
fn described(mut schema: Value, field: &Field, def: &TypeDef) -> Value {
    if !schema.is_object() {
        schema = json!({"allOf": [schema]});
    }
    let url = if field.url.is_empty() {
        def.url
    } else {
        field.url
    };
    if !field.doc.is_empty() {
        schema["description"] = match url {
            "" => field.doc.into(),
            url => format!("{}\n\n{url}", field.doc).into(),
        };
    }
    if let Some(default) = field.default {
        schema["default"] = serde_json::from_str(default).unwrap_or_else(|_| default.into());
    }
    if let Some(instead) = field.deprecated {
        schema["deprecated"] = true.into();
        schema["deprecationMessage"] = match instead {
            "" => "deprecated".into(),
            instead => format!("deprecated: use `{instead}`").into(),
        };
    }
    if let ValueShape::Enum(_, values) = &field.ty.shape {
        let meanings = values.iter().map(|word| match field.meaning(word) {
            Some(meaning) => meaning.means,
            None => "",
        });
        let meanings: Vec<&str> = meanings.collect();
        if meanings.iter().any(|it| !it.is_empty()) {
            schema["enumDescriptions"] = json!(meanings);
        }
    }
    schema
}

/// Text with an expression in it.
const EXPRESSION: &str = r"\$\{\{.*\}\}";

fn int(strict: bool, min: Option<i64>, max: Option<i64>) -> Value {
    let mut number = json!({"type": if strict { "integer" } else { "number" }});
    if let Some(min) = min {
        number["minimum"] = min.into();
    }
    if let Some(max) = max {
        number["maximum"] = max.into();
    }
    if strict {
        return number;
    }
    json!({"anyOf": [number, {"type": "string", "pattern": r"^\s*[-+]?\d[\d_]*\s*$"}]})
}

/// Returns the schema of one of some words: the usual spelling is offered, others are valid too.
fn words(spelling: Spelling, values: &[&str]) -> Value {
    let usual = json!({"type": "string", "enum": values});
    if spelling == Spelling::Exact {
        return usual;
    }
    let any: Vec<String> = values.iter().map(|word| any_case(word)).collect();
    let list = any.join("|");
    let pattern = match spelling {
        Spelling::Snake => format!("^({list})(\\s*,\\s*({list}))*$"),
        _ => format!("^({list})$"),
    };
    json!({"anyOf": [usual, {"type": "string", "pattern": pattern}]})
}

/// Returns a pattern that matches `word` in any letter case, and without its underscores.
fn any_case(word: &str) -> String {
    let mut pattern = String::new();
    for letter in word.chars() {
        match letter {
            '_' => {}
            _ if letter.is_ascii_alphabetic() => {
                let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
                pattern.extend(['[', upper, lower, ']', '_', '?']);
            }
            _ if letter.is_ascii_digit() => pattern.extend([letter, '_', '?']),
            _ => pattern.extend(['\\', letter]),
        }
    }
    pattern
}
