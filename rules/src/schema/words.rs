//! Types in words: for messages, hovers and the catalogue's own notation.

use super::choose::{collect, enum_values};
use super::spelling::meant;
use super::table::{Shape, Spelling, Type, Versioned, pattern_words};

/// What to write where `ty` is wanted, such as "a whole number or `auto`".
#[must_use]
pub fn wanted(ty: &'static Type) -> String {
    if let Shape::Named(named) = ty.shape {
        return named.words.to_owned();
    }
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    let mut words: Vec<String> = Vec::new();
    let mut enumerated = Vec::new();
    enum_values(ty, &mut enumerated);
    if !enumerated.is_empty() {
        words.push(any_of(&enumerated));
    }
    for leaf in leaves
        .iter()
        .filter(|leaf| !matches!(leaf.shape, Shape::Enum(..)))
    {
        let word = leaf_words(leaf);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    list(&words)
}

/// "a, b or c".
#[must_use]
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// "`a`, `b` or `c`"; long lists end early.
#[must_use]
pub fn any_of(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    if quoted.len() > 14 {
        format!("{}, …", quoted[..12].join(", "))
    } else {
        list(&quoted)
    }
}

pub(super) fn leaf_words(ty: &'static Type) -> String {
    let fixed = match ty.shape {
        Shape::Text("") => "text",
        Shape::Text(pattern) => {
            return format!(
                "text of {}",
                pattern_words(pattern).unwrap_or("another form")
            );
        }
        Shape::Int {
            min: None,
            max: None,
            ..
        } => "a whole number",
        Shape::Int { min, max, .. } => return range(min, max),
        Shape::Float { .. } => "a number",
        Shape::Bool => "`true` or `false`",
        Shape::Any => "a value",
        Shape::Nothing => "nothing",
        Shape::Version => "a version",
        Shape::NumericVersion => "a version of numbers and dots",
        Shape::Datetime => "a date with a time, in quotes",
        Shape::Url => "a web address",
        Shape::Git => "a git address",
        Shape::Path => "a path",
        Shape::Expression { .. } => "an expression",
        Shape::OutputExpression => "`${{parent.outputs.NAME}}`",
        Shape::Const(word) => return format!("`{word}`"),
        Shape::Asset {
            version: Versioned::Free,
            ..
        } => "`azureml:NAME`",
        Shape::Asset { .. } => "`azureml:NAME:VERSION`",
        Shape::Registry(_) => "`azureml://registries/…`",
        Shape::Feed(_) => "`azureml://feeds/…`",
        Shape::File(_) => "the path of a YAML file",
        Shape::List(_) => "a list",
        Shape::Map { .. } | Shape::Mapping(..) => "a mapping",
        Shape::Enum(_, values) => return any_of(values),
        Shape::OneOf(_) | Shape::Named(_) => "",
    };
    fixed.to_owned()
}

fn range(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
        (Some(min), None) => format!("a whole number of at least {min}"),
        (_, max) => format!("a whole number of at most {}", max.unwrap_or_default()),
    }
}

/// Whether only numbers or booleans may stand here: then anything else is of the wrong type, not a wrong value.
#[must_use]
pub fn is_numeric(ty: &'static Type) -> bool {
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    let number = |leaf: &&&Type| {
        matches!(
            leaf.shape,
            Shape::Int { .. } | Shape::Float { .. } | Shape::Bool
        )
    };
    leaves.iter().any(|leaf| number(&leaf))
        && leaves.iter().all(|leaf| {
            number(&leaf)
                || matches!(
                    leaf.shape,
                    Shape::Mapping(..) | Shape::List(_) | Shape::Expression { .. }
                )
        })
}

/// The value that `text` was probably meant to be, when only its letter case, hyphens or underscores are wrong.
#[must_use]
pub fn misspelled(ty: &'static Type, text: &str) -> Option<&'static str> {
    let mut values = Vec::new();
    enum_values(ty, &mut values);
    meant(text, &values)
}

/// Whether notation writes the name of a shape or what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// `Compute`
    Kept,
    /// `(lower[local] | asset(computes) | string)`
    Expanded,
}

/// The type in the notation of the catalogue.
#[must_use]
pub fn notation(ty: &Type, names: Names) -> String {
    let collection = matches!(ty.shape, Shape::List(_) | Shape::Map { .. });
    let mut text = shape_notation(&ty.shape, names);
    if collection && (ty.expression || ty.private || ty.null) {
        text = format!("({text})");
    }
    for (flag, mark) in [(ty.expression, "$"), (ty.private, "^"), (ty.null, "?")] {
        text.push_str(if flag { mark } else { "" });
    }
    text
}

fn shape_notation(shape: &Shape, names: Names) -> String {
    let notation = |ty: &Type| notation(ty, names);
    let with = |word: &str, argument: &str| {
        if argument.is_empty() {
            word.to_owned()
        } else {
            format!("{word}({argument})")
        }
    };
    let mark = |on: bool, mark: &str| if on { mark.to_owned() } else { String::new() };
    match shape {
        Shape::Text(pattern) => with("string", pattern),
        Shape::Int {
            strict,
            min: None,
            max: None,
        } => format!("int{}", mark(*strict, "!")),
        Shape::Int { min, max, .. } => {
            let bound =
                |bound: &Option<i64>| bound.map_or_else(String::new, |value| value.to_string());
            format!("int({}..{})", bound(min), bound(max))
        }
        Shape::Float { strict } => format!("float{}", mark(*strict, "!")),
        Shape::Expression { whole } => format!("expression{}", mark(*whole, "!")),
        Shape::Enum(spelling, values) => {
            format!("{}[{}]", spelling_notation(*spelling), values.join(", "))
        }
        Shape::Const(word) => with("const", word),
        Shape::Asset { of, version } => {
            let version = match version {
                Versioned::Free => "",
                Versioned::Optional => ", version?",
                Versioned::Required => ", version",
            };
            format!("asset({of}{version})")
        }
        Shape::Registry(of) => with("registry", of),
        Shape::Feed(of) => with("feed", of),
        Shape::File(loads) => with("file", loads),
        Shape::List(item) => format!("list of {}", notation(item)),
        Shape::Map { key, value } => {
            let key = key.map(notation).unwrap_or_default();
            format!("{} of {}", with("map", &key), notation(value))
        }
        Shape::Mapping(def, inside) => {
            format!(
                "{}{}{}",
                def.name,
                mark(inside.expressions, "$"),
                mark(inside.ignores_unknown, "~")
            )
        }
        Shape::OneOf(all) => {
            let parts: Vec<String> = all.iter().map(notation).collect();
            if parts.len() == 1 {
                parts.concat()
            } else {
                format!("({})", parts.join(" | "))
            }
        }
        Shape::Named(named) if names == Names::Expanded => notation(&named.ty),
        Shape::Named(named) => named.name.to_owned(),
        plain => plain_notation(plain).to_owned(),
    }
}

fn plain_notation(shape: &Shape) -> &'static str {
    match shape {
        Shape::Bool => "bool",
        Shape::Any => "any",
        Shape::Nothing => "nothing",
        Shape::Version => "version",
        Shape::NumericVersion => "numeric-version",
        Shape::Datetime => "datetime",
        Shape::Url => "url",
        Shape::Git => "git",
        Shape::Path => "path",
        _ => "output-expression",
    }
}

fn spelling_notation(spelling: Spelling) -> &'static str {
    match spelling {
        Spelling::Exact => "exact",
        Spelling::Lower => "lower",
        Spelling::Upper => "upper",
        Spelling::Snake => "snake",
        Spelling::Camel => "camel",
        Spelling::Pascal => "pascal",
    }
}
