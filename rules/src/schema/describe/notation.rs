//! Types in the notation of the catalogue, as `data/schema/` writes them.

use crate::schema::table::{Shape, Spelling, Type, UnknownKeys, Versioned};

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
    match shape {
        Shape::Text(pattern) => with_argument("string", pattern),
        Shape::Int {
            strict,
            min: None,
            max: None,
        } => marked("int", *strict, "!"),
        Shape::Int { min, max, .. } => format!("int({}..{})", bound(*min), bound(*max)),
        Shape::Float { strict } => marked("float", *strict, "!"),
        Shape::Expression { whole } => marked("expression", *whole, "!"),
        Shape::Enum(spelling, values) => {
            format!("{}[{}]", spelling_notation(*spelling), values.join(", "))
        }
        Shape::Const(word) => with_argument("const", word),
        Shape::Asset { of, version } => {
            let version = match version {
                Versioned::Free => "",
                Versioned::Optional => ", version?",
                Versioned::Required => ", version",
            };
            format!("asset({of}{version})")
        }
        Shape::Registry(of) => with_argument("registry", of),
        Shape::Feed(of) => with_argument("feed", of),
        Shape::File(loads) => with_argument("file", loads),
        Shape::List(item) => format!("list of {}", notation(item, names)),
        Shape::Map { key, value } => {
            let key = key.map_or_else(String::new, |key| notation(key, names));
            let map = with_argument("map", &key);
            format!("{map} of {}", notation(value, names))
        }
        Shape::Mapping(def, inside) => {
            let name = marked(def.name, inside.expressions, "$");
            let unknown = match inside.unknown {
                UnknownKeys::Refused => "",
                UnknownKeys::Ignored => "~",
                UnknownKeys::Sent => "~>",
            };
            name + unknown
        }
        Shape::OneOf(all) => {
            let parts: Vec<String> = all.iter().map(|ty| notation(ty, names)).collect();
            match parts.as_slice() {
                [only] => only.clone(),
                several => format!("({})", several.join(" | ")),
            }
        }
        Shape::Named(named) if names == Names::Expanded => notation(&named.ty, names),
        Shape::Named(named) => named.name.to_owned(),
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
