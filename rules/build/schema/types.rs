//! Types and their fields as Rust statics.

use std::fmt::Write as _;

use serde_yaml::Value;

use crate::literals::Failure;

use super::catalogue::{Catalogue, FieldDef, Meaning, Meanings};
use super::type_expression::TypeExpressions;

/// The code of the type called `name`.
pub(super) fn type_code(
    all: &Catalogue,
    name: &str,
    expressions: &TypeExpressions<'_>,
) -> Result<String, Failure> {
    let (def, fields) = &all.types[name];
    let mut code = format!(
        "TypeDef {{ name: {name:?}, doc: {:?}, url: {:?}, since: {:?}, preview: {}, private: {}, \
         file: {}, step: {}, broken: {}, \
         read_only: &{:?}, read_only_refused: {}, unknown: {}, without_effect: &{:?}, \
         also_required: &{:?}, \
         checks: &[",
        all.inherited(name, |def| &def.doc),
        all.inherited(name, |def| &def.url),
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
        match def.unknown {
            Some(unknown) => format!("Some({})", unknown.code()),
            None => "None".to_owned(),
        },
        def.without_effect,
        def.also_required,
    );
    for check in &def.checks {
        code.push_str(&check.code().map_err(|error| format!("{name}: {error}"))?);
    }
    code.push_str("], fields: &[\n");
    for (key, field) in fields {
        let ty = expressions
            .code(&field.r#type)
            .map_err(|error| format!("{name}.{key}: {error}"))?;
        writeln!(
            code,
            "    {},",
            field_code(
                field,
                key,
                all.field_doc(name, key),
                all.is_offered(name, key, field),
                &ty
            )
        )?;
    }
    code.push_str("] }");
    Ok(code)
}

fn field_code(field: &FieldDef, name: &str, doc: &str, offer: bool, ty: &str) -> String {
    let deprecated = match &field.deprecated {
        None => "None".to_owned(),
        Some(Value::String(instead)) => format!("Some({instead:?})"),
        Some(_) => "Some(\"\")".to_owned(),
    };
    format!(
        "Field {{ name: {name:?}, ty: {ty}, required: {}, default: {:?}, doc: {:?}, url: {:?}, \
         since: {:?}, \
         takes_expression: {}, preview: {}, private: {}, deprecated: {deprecated}, \
         is_offered: {offer}, values: {} }}",
        field.required,
        field.default.as_ref().map(scalar_text),
        doc,
        field.url,
        field.since,
        field.expression,
        field.preview,
        field.private,
        meanings(&field.values),
    )
}

/// A default as it would be written.
fn scalar_text(value: &Value) -> String {
    if let Value::String(text) = value {
        return text.clone();
    }
    let yaml = serde_yaml::to_string(value).unwrap_or_default();
    yaml.trim().to_owned()
}

/// The code of what words mean.
pub(super) fn meanings(values: &Meanings) -> String {
    let codes: String = values
        .iter()
        .map(|(word, meaning)| meaning_code(word, meaning))
        .collect();
    format!("&[{codes}]")
}

fn meaning_code(word: &str, meaning: &Meaning) -> String {
    let (means, deprecated, without_effect) = match meaning {
        Meaning::Plain(means) => (means, false, false),
        Meaning::Full {
            means,
            deprecated,
            without_effect,
        } => (means, *deprecated, *without_effect),
    };
    format!(
        "Meaning {{ word: {word:?}, means: {means:?}, deprecated: {deprecated}, \
         without_effect: {without_effect} }}, "
    )
}
