//! Types in the notation of the files in `data/schema/`.

use crate::schema::table::{Spelling, Type, UnknownKeys, ValueShape, Versioned};

/// Treatment of named shapes in the notation: by name, or expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotationNames {
    /// `Compute`
    Named,
    /// `(lower[local] | asset(computes) | string)`
    Expanded,
}

/// Returns the type in the notation of the catalog.
pub fn notation(ty: &Type, names: NotationNames) -> String {
    let collection = matches!(ty.shape, ValueShape::List(_) | ValueShape::Map { .. });
    let mut text = shape_notation(&ty.shape, names);
    if collection && (ty.expression || ty.private || ty.null) {
        text = format!("({text})");
    }
    for (flag, mark) in [(ty.expression, "$"), (ty.private, "^"), (ty.null, "?")] {
        text.push_str(if flag { mark } else { "" });
    }
    text
}

fn shape_notation(shape: &ValueShape, names: NotationNames) -> String {
    match shape {
        ValueShape::Text(pattern) => with_argument("string", pattern),
        ValueShape::Int {
            strict,
            min: None,
            max: None,
        } => marked("int", *strict, "!"),
        ValueShape::Int { min, max, .. } => format!("int({}..{})", bound(*min), bound(*max)),
        ValueShape::Float { strict } => marked("float", *strict, "!"),
        ValueShape::Expression { whole } => marked("expression", *whole, "!"),
        ValueShape::Enum(spelling, values) => {
            format!("{}[{}]", spelling_notation(*spelling), values.join(", "))
        }
        ValueShape::Const(word) => with_argument("const", word),
        ValueShape::Asset { of, version } => {
            let version = match version {
                Versioned::Free => "",
                Versioned::Optional => ", version?",
                Versioned::Required => ", version",
            };
            format!("asset({of}{version})")
        }
        ValueShape::Registry(of) => with_argument("registry", of),
        ValueShape::Feed(of) => with_argument("feed", of),
        ValueShape::File(loads) => with_argument("file", loads),
        ValueShape::List(item) => format!("list of {}", notation(item, names)),
        ValueShape::Map { key, value } => {
            let key = key.map_or_else(String::new, |key| notation(key, names));
            let map = with_argument("map", &key);
            format!("{map} of {}", notation(value, names))
        }
        ValueShape::Mapping(def, inside) => {
            let name = marked(def.name, inside.expressions, "$");
            let unknown = match inside.unknown {
                UnknownKeys::Refused => "",
                UnknownKeys::Ignored => "~",
                UnknownKeys::Sent => "~>",
            };
            name + unknown
        }
        ValueShape::OneOf(all) => {
            let parts: Vec<String> = all.iter().map(|ty| notation(ty, names)).collect();
            match parts.as_slice() {
                [only] => only.clone(),
                several => format!("({})", several.join(" | ")),
            }
        }
        ValueShape::Named(named) if names == NotationNames::Expanded => notation(&named.ty, names),
        ValueShape::Named(named) => named.name.to_owned(),
        plain => plain_notation(plain).to_owned(),
    }
}

fn with_argument(word: &str, argument: &str) -> String {
    if argument.is_empty() {
        word.to_owned()
    } else {
        format!("{word}({argument})")
    }
}

fn marked(word: &str, on: bool, mark: &str) -> String {
    let mark = if on { mark } else { "" };
    format!("{word}{mark}")
}

fn bound(bound: Option<i64>) -> String {
    bound.map_or_else(String::new, |value| value.to_string())
}

fn plain_notation(shape: &ValueShape) -> &'static str {
    match shape {
        ValueShape::Bool => "bool",
        ValueShape::Any => "any",
        ValueShape::Nothing => "nothing",
        ValueShape::Version => "version",
        ValueShape::NumericVersion => "numeric-version",
        ValueShape::Datetime => "datetime",
        ValueShape::Url => "url",
        ValueShape::Git => "git",
        ValueShape::Path => "path",
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
