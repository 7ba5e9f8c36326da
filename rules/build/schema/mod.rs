//! `data/schema/` to enums and statics: [`catalogue`] reads it, the rest writes code.

mod catalogue;
mod checks;
mod type_expression;
mod types;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::literals::{Failure, variant};

use catalogue::{Catalogue, Expressions};
use type_expression::TypeExpressions;
use types::{meanings, type_code};

/// The number of each name, in their order: statics refer to one another by number.
type Numbers<'a> = BTreeMap<&'a str, usize>;

/// The code for the catalogue in `folder`.
pub(crate) fn code(folder: &Path) -> Result<String, Failure> {
    let all = catalogue::read(folder)?;
    let types: Numbers<'_> = all.types.keys().map(String::as_str).zip(0..).collect();
    let names: Numbers<'_> = all.names.keys().map(String::as_str).zip(0..).collect();
    let expressions = TypeExpressions {
        types: &types,
        names: &names,
    };
    let checks = all.types.values().flat_map(|(def, _)| &def.checks);
    let mut code = checks::enums(checks)?;
    add_names(&mut code, &all, &expressions)?;
    for (name, number) in &types {
        let def = type_code(&all, name, &expressions)?;
        writeln!(code, "static T{number}: TypeDef = {def};")?;
    }
    add_kinds(&mut code, &all, &types)?;
    add_lists(&mut code, &all, &types)?;
    add_expression_keys(&mut code, &all)?;
    Ok(code)
}

fn add_names(
    code: &mut String,
    all: &Catalogue,
    expressions: &TypeExpressions<'_>,
) -> Result<(), Failure> {
    for (name, entry) in &all.names {
        let ty = expressions
            .code(&entry.r#type)
            .map_err(|error| format!("{name}: {error}"))?;
        writeln!(
            code,
            "static N{}: NamedType = NamedType {{ name: {name:?}, words: {:?}, ty: {ty} }};",
            expressions.names[name.as_str()],
            entry.words
        )?;
    }
    Ok(())
}

fn add_kinds(code: &mut String, all: &Catalogue, types: &Numbers<'_>) -> Result<(), Failure> {
    code.push_str("static KINDS: &[KindDef] = &[\n");
    for (id, kind) in &all.kinds {
        let number = types
            .get(kind.r#type.as_str())
            .ok_or_else(|| format!("{id}: no type {}", kind.r#type))?;
        writeln!(
            code,
            "    KindDef {{ kind: Kind::{}, ty: &T{number}, unknown: {}, schema: {:?}, \
             command: {:?}, \
             required: &{:?}, nested_only: {} }},",
            variant(id),
            kind.unknown.code(),
            kind.schema,
            kind.command,
            kind.required,
            kind.nested_only
        )?;
    }
    code.push_str("];\n\n");
    Ok(())
}

/// Patterns, types by name, and what words mean.
fn add_lists(code: &mut String, all: &Catalogue, types: &Numbers<'_>) -> Result<(), Failure> {
    code.push_str("static PATTERNS: &[Pattern] = &[\n");
    for (name, pattern) in &all.patterns {
        writeln!(
            code,
            "    Pattern {{ name: {name:?}, regex: {:?}, words: {:?} }},",
            pattern.regex, pattern.words
        )?;
    }
    code.push_str("];\n\nstatic TYPES: &[&TypeDef] = &[\n");
    for number in types.values() {
        writeln!(code, "    &T{number},")?;
    }
    code.push_str("];\n\nstatic VALUES: &[(&str, &[Meaning])] = &[\n");
    for (key, values) in &all.values {
        writeln!(code, "    ({key:?}, {}),", meanings(values))?;
    }
    code.push_str("];\n\n");
    Ok(())
}

/// The keys that are evaluated where the work runs, or before any expression has a value.
fn add_expression_keys(code: &mut String, all: &Catalogue) -> Result<(), Failure> {
    let Expressions {
        run,
        step_fixed,
        job_fixed,
    } = &all.expressions;
    let lists = [
        ("RUN_KEYS", run),
        ("STEP_FIXED_KEYS", step_fixed),
        ("JOB_FIXED_KEYS", job_fixed),
    ];
    for (name, keys) in lists {
        if let Some(key) = keys.iter().find(|key| !all.has_key(key)) {
            return Err(format!("expressions: no type has a key `{key}`").into());
        }
        writeln!(code, "static {name}: &[&str] = &{keys:?};")?;
    }
    Ok(())
}
