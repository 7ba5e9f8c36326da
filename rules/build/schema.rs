//! The catalogue of `data/schema/` as Rust statics. `data/schema/README.md` describes the format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;
use serde_yaml::{Mapping, Value};

use super::schema_type::TypeCode;

type Failure = Box<dyn std::error::Error>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Family {
    kinds: BTreeMap<String, KindDef>,
    types: Mapping,
    names: BTreeMap<String, Name>,
    patterns: BTreeMap<String, Pattern>,
    words: BTreeMap<String, String>,
    values: BTreeMap<String, Meanings>,
    expressions: Expressions,
}

/// What words mean.
type Meanings = BTreeMap<String, Meaning>;

#[derive(Deserialize, Clone)]
#[serde(untagged, deny_unknown_fields)]
enum Meaning {
    Plain(String),
    Full { means: String, deprecated: bool },
}

/// Which keys are evaluated where the work runs, and which before any expression has a value.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Expressions {
    run: Vec<String>,
    step_fixed: Vec<String>,
    job_fixed: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct KindDef {
    r#type: String,
    #[serde(default)]
    unknown: String,
    #[serde(default)]
    schema: String,
    #[serde(default)]
    command: String,
    #[serde(default)]
    required: Vec<String>,
    #[serde(default)]
    nested_only: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    r#type: String,
    words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pattern {
    regex: String,
    words: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct TypeDef {
    doc: String,
    url: String,
    since: String,
    like: Option<String>,
    unknown: String,
    also_required: Vec<String>,
    preview: bool,
    private: bool,
    file: bool,
    step: bool,
    broken: bool,
    read_only: Vec<String>,
    read_only_refused: Vec<String>,
    checks: Vec<Mapping>,
    fields: Mapping,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct FieldDef {
    r#type: String,
    #[serde(default)]
    required: bool,
    default: Option<Value>,
    #[serde(default)]
    doc: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    since: String,
    #[serde(default = "yes")]
    expression: bool,
    #[serde(default)]
    preview: bool,
    #[serde(default)]
    private: bool,
    deprecated: Option<Value>,
    #[serde(default)]
    values: Meanings,
}

fn yes() -> bool {
    true
}

#[derive(Default)]
struct Catalogue {
    kinds: BTreeMap<String, KindDef>,
    types: BTreeMap<String, (TypeDef, Vec<(String, FieldDef)>)>,
    names: BTreeMap<String, Name>,
    patterns: BTreeMap<String, Pattern>,
    words: BTreeMap<String, String>,
    values: BTreeMap<String, Meanings>,
    expressions: Expressions,
}

/// The code for every family in `folder`.
pub(super) fn code(folder: &Path) -> Result<String, Failure> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let mut all = Catalogue::default();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "yaml"))
    {
        let text = std::fs::read_to_string(path)?;
        let family: Family =
            serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        all.add(family)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    all.code()
}

impl Catalogue {
    fn add(&mut self, family: Family) -> Result<(), Failure> {
        self.kinds.extend(family.kinds);
        self.names.extend(family.names);
        self.patterns.extend(family.patterns);
        self.words.extend(family.words);
        self.values.extend(family.values);
        self.expressions.run.extend(family.expressions.run);
        self.expressions
            .step_fixed
            .extend(family.expressions.step_fixed);
        self.expressions
            .job_fixed
            .extend(family.expressions.job_fixed);
        for (name, value) in family.types {
            let name: String = serde_yaml::from_value(name)?;
            let mut def: TypeDef =
                serde_yaml::from_value(value).map_err(|error| format!("{name}: {error}"))?;
            let mut fields = Vec::new();
            for (key, value) in std::mem::take(&mut def.fields) {
                let key: String = serde_yaml::from_value(key)?;
                let field: FieldDef = serde_yaml::from_value(value)
                    .map_err(|error| format!("{name}.{key}: {error}"))?;
                fields.push((key, field));
            }
            self.types.insert(name, (def, fields));
        }
        Ok(())
    }

    fn code(&self) -> Result<String, Failure> {
        let numbers: BTreeMap<&str, usize> =
            self.types.keys().map(String::as_str).zip(0..).collect();
        let names: BTreeMap<&str, usize> = self.names.keys().map(String::as_str).zip(0..).collect();
        let types = TypeCode {
            types: &numbers,
            names: &names,
        };
        let mut code = String::new();
        for (name, entry) in &self.names {
            let ty = types
                .code(&entry.r#type)
                .map_err(|error| format!("{name}: {error}"))?;
            writeln!(
                code,
                "static N{}: NamedType = NamedType {{ name: {name:?}, words: {:?}, ty: {ty} }};",
                names[name.as_str()],
                entry.words
            )?;
        }
        for name in self.types.keys() {
            writeln!(
                code,
                "static T{}: TypeDef = {};",
                numbers[name.as_str()],
                self.type_code(name, &types)?
            )?;
        }
        code.push_str("static KINDS: &[KindDef] = &[\n");
        for (id, kind) in &self.kinds {
            let number = numbers
                .get(kind.r#type.as_str())
                .ok_or_else(|| format!("{id}: no type {}", kind.r#type))?;
            writeln!(
                code,
                "    KindDef {{ kind: Kind::{}, ty: &T{number}, ignores_unknown: {}, schema: {:?}, command: {:?}, required: &{:?}, nested_only: {} }},",
                kind_variant(id),
                kind.unknown == "ignored",
                kind.schema,
                kind.command,
                kind.required,
                kind.nested_only
            )?;
        }
        code.push_str("];\n\nstatic PATTERNS: &[Pattern] = &[\n");
        for (name, pattern) in &self.patterns {
            writeln!(
                code,
                "    Pattern {{ name: {name:?}, regex: {:?}, words: {:?} }},",
                pattern.regex, pattern.words
            )?;
        }
        code.push_str("];\n\nstatic TYPES: &[&TypeDef] = &[\n");
        for number in numbers.values() {
            writeln!(code, "    &T{number},")?;
        }
        code.push_str("];\n\nstatic VALUES: &[(&str, &[Meaning])] = &[\n");
        for (key, values) in &self.values {
            writeln!(code, "    ({key:?}, {}),", meanings(values))?;
        }
        code.push_str("];\n");
        let Expressions {
            run,
            step_fixed,
            job_fixed,
        } = &self.expressions;
        for (name, keys) in [
            ("RUN_KEYS", run),
            ("STEP_FIXED_KEYS", step_fixed),
            ("JOB_FIXED_KEYS", job_fixed),
        ] {
            let known = |key: &String| {
                self.types
                    .values()
                    .any(|(_, fields)| fields.iter().any(|(name, _)| name == key))
            };
            if let Some(key) = keys.iter().find(|key| !known(key)) {
                return Err(format!("expressions: no type has a key `{key}`").into());
            }
            writeln!(code, "static {name}: &[&str] = &{keys:?};")?;
        }
        Ok(code)
    }

    fn type_code(&self, name: &str, types: &TypeCode<'_>) -> Result<String, Failure> {
        let (def, fields) = &self.types[name];
        let mut code = format!(
            "TypeDef {{ name: {name:?}, doc: {:?}, url: {:?}, since: {:?}, preview: {}, private: {}, file: {}, step: {}, broken: {}, \
             read_only: &{:?}, read_only_refused: {}, ignores_unknown: {}, also_required: &{:?}, checks: &[",
            self.inherited(name, |def| &def.doc),
            self.inherited(name, |def| &def.url),
            def.since,
            def.preview,
            def.private,
            def.file,
            def.step,
            def.broken,
            if def.read_only_refused.is_empty() {
                &def.read_only
            } else {
                &def.read_only_refused
            },
            !def.read_only_refused.is_empty(),
            match def.unknown.as_str() {
                "ignored" => "Some(true)",
                "refused" => "Some(false)",
                _ => "None",
            },
            def.also_required,
        );
        for check in &def.checks {
            code.push_str(&check_code(check).map_err(|error| format!("{name}: {error}"))?);
        }
        code.push_str("], fields: &[\n");
        for (key, field) in fields {
            let ty = types
                .code(&field.r#type)
                .map_err(|error| format!("{name}.{key}: {error}"))?;
            writeln!(code, "    {},", self.field_code(name, key, field, &ty))?;
        }
        code.push_str("] }");
        Ok(code)
    }

    fn field_code(&self, owner: &str, name: &str, field: &FieldDef, ty: &str) -> String {
        let scalar = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => serde_yaml::to_string(other)
                .unwrap_or_default()
                .trim()
                .to_owned(),
        };
        let deprecated = match &field.deprecated {
            None => "None".to_owned(),
            Some(Value::String(instead)) => format!("Some({instead:?})"),
            Some(_) => "Some(\"\")".to_owned(),
        };
        format!(
            "Field {{ name: {name:?}, ty: {ty}, required: {}, default: {:?}, doc: {:?}, url: {:?}, since: {:?}, \
             takes_expression: {}, preview: {}, private: {}, deprecated: {deprecated}, values: {} }}",
            field.required,
            field.default.as_ref().map(scalar),
            self.field_doc(owner, name),
            field.url,
            field.since,
            field.expression,
            field.preview,
            field.private,
            meanings(&field.values),
        )
    }

    /// A type's own text, or that of the type it is `like`.
    fn inherited<'a>(&'a self, name: &'a str, of: fn(&TypeDef) -> &String) -> &'a str {
        let mut name = Some(name);
        while let Some((def, _)) = name.and_then(|name| self.types.get(name)) {
            if !of(def).is_empty() {
                return of(def);
            }
            name = def.like.as_deref();
        }
        ""
    }

    /// A field's own description, or that of the type its own is `like`, or the words that hold for every such key.
    fn field_doc(&self, owner: &str, name: &str) -> String {
        let mut next = Some(owner);
        while let Some((def, fields)) = next.and_then(|name| self.types.get(name)) {
            if let Some((_, field)) = fields
                .iter()
                .find(|(key, field)| key == name && !field.doc.is_empty())
            {
                return field.doc.clone();
            }
            next = def.like.as_deref();
        }
        self.words.get(name).cloned().unwrap_or_default()
    }
}

fn meanings(values: &Meanings) -> String {
    let code = |(word, meaning): (&String, &Meaning)| {
        let (means, deprecated) = match meaning {
            Meaning::Plain(means) => (means, false),
            Meaning::Full { means, deprecated } => (means, *deprecated),
        };
        format!("Meaning {{ word: {word:?}, means: {means:?}, deprecated: {deprecated} }}, ")
    };
    format!("&[{}]", values.iter().map(code).collect::<String>())
}

fn check_code(check: &Mapping) -> Result<String, Failure> {
    let get = |key: &str| check.get(key).cloned().unwrap_or(Value::Null);
    let text = |key: &str| get(key).as_str().unwrap_or_default().to_owned();
    let texts = |key: &str| -> Vec<String> {
        let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        get(key)
            .as_sequence()
            .map(|all| all.iter().map(of).collect())
            .unwrap_or_default()
    };
    let mut fields = texts("fields");
    if !text("field").is_empty() {
        fields.insert(0, text("field"));
    }
    let mut values = texts("values");
    values.extend(texts("keys"));
    values.extend(texts("aliases"));
    values.extend(Some(text("key")).filter(|key| !key.is_empty()));
    let when: Vec<(String, String)> = match get("if") {
        Value::Mapping(map) => {
            serde_yaml::from_value::<BTreeMap<String, String>>(Value::Mapping(map))?
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    };
    let needs = Some(text("needs"))
        .filter(|needs| !needs.is_empty())
        .unwrap_or_else(|| text("unless_present"));
    let number = |key: &str| {
        get(key)
            .as_f64()
            .map_or("None".to_owned(), |value| format!("Some({value:?})"))
    };
    let (max, count) = (number("max"), number("count"));
    Ok(format!(
        "Check {{ rule: {:?}, stage: {:?}, fields: &{fields:?}, values: &{values:?}, when: &{when:?}, needs: {needs:?}, \
         pattern: {:?}, min: {}, max: {} }}, ",
        text("rule"),
        text("stage"),
        text("pattern"),
        number("min"),
        if max == "None" { count } else { max },
    ))
}

/// The variant of `Kind` with this id: `JobAutomlTextNer` for `job/automl:text_ner`.
fn kind_variant(id: &str) -> String {
    let mut name = String::new();
    for word in id.split(['/', ':', '_']) {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    name
}
