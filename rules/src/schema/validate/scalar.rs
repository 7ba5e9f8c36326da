//! Checks a scalar against its type, with the coercions of the client: a number may be quoted, text
//! must not be written as a number.

use crate::schema::formats::{fits, is_asset};
use crate::schema::spelling::is_one_of;
use crate::schema::table::{Type, ValueShape};
use crate::syntax::{Node, NodeKind, Scalar};

use super::expression::{has_expression, is_output_expression};
use super::files::DocumentFiles;
use super::problem::SchemaFault;

/// Returns the fault of `node`, a scalar, where `ty` is expected; the shape is neither a union nor
/// a collection.
pub(crate) fn fault<'t>(
    files: DocumentFiles<'_>,
    ty: &'static Type,
    node: Node<'t>,
) -> Option<SchemaFault<'t>> {
    let (Some(scalar), Some(text)) = (node.scalar(), node.text()) else {
        return Some(SchemaFault::Shape { expected: ty });
    };
    let value = || Some(SchemaFault::Value { expected: ty });
    let holds = |good: bool| if good { None } else { value() };
    let is_text = scalar == Scalar::Str;
    match &ty.shape {
        ValueShape::Any | ValueShape::Const(_) => None,
        ValueShape::Nothing => value(),
        ValueShape::Text(pattern) => match text_fault(&scalar) {
            None if fits(pattern, text) => None,
            None => Some(SchemaFault::Pattern { pattern }),
            no_text => no_text,
        },
        ValueShape::Int { strict, min, max } => match int(&scalar, text, *strict) {
            None => value(),
            Some(int) => {
                holds(min.is_none_or(|min| int >= min) && max.is_none_or(|max| int <= max))
            }
        },
        ValueShape::Float { strict: true } => holds(matches!(scalar, Scalar::Float(_))),
        ValueShape::Float { strict: false } => holds(match scalar {
            Scalar::Int(_) | Scalar::Float(_) => true,
            Scalar::Str => text.trim().replace('_', "").parse::<f64>().is_ok(),
            _ => false,
        }),
        ValueShape::Bool => holds(is_bool(&scalar, text)),
        ValueShape::Version => {
            (scalar == Scalar::Timestamp).then_some(SchemaFault::VersionNeedsQuotes)
        }
        ValueShape::NumericVersion => {
            holds(scalar != Scalar::Timestamp && is_numeric_version(text))
        }
        ValueShape::Datetime => match scalar {
            Scalar::Timestamp => Some(SchemaFault::NeedsDateQuotes),
            Scalar::Str => holds(is_datetime(text)),
            _ => value(),
        },
        ValueShape::Enum(spelling, values) => {
            if is_one_of(text, *spelling, values) {
                text_fault(&scalar)
            } else {
                value()
            }
        }
        ValueShape::Url => holds(is_text && is_url(text)),
        ValueShape::Git => holds(is_text && text.starts_with("git+")),
        ValueShape::Asset { version, .. } => holds(is_text && is_asset(text, *version)),
        ValueShape::Registry(_) => holds(is_text && text.starts_with("azureml://registries/")),
        ValueShape::Feed(_) => holds(
            is_text
                && (text.starts_with("azureml://feeds/")
                    || text.starts_with("azureml://registries/")),
        ),
        ValueShape::Expression { whole } => holds(is_text && has_expression(text, *whole)),
        ValueShape::OutputExpression => holds(is_text && is_output_expression(text)),
        ValueShape::Path | ValueShape::File(_) => files.path_fault(ty, &scalar, text),
        ValueShape::List(_) | ValueShape::Map { .. } | ValueShape::Mapping(..) => {
            Some(SchemaFault::Shape { expected: ty })
        }
        ValueShape::OneOf(_) | ValueShape::Named(_) => None,
    }
}

/// Returns the fault of a `scalar` that is not text.
fn text_fault<'t>(scalar: &Scalar) -> Option<SchemaFault<'t>> {
    match scalar {
        Scalar::Str => None,
        Scalar::Timestamp => Some(SchemaFault::NeedsDateQuotes),
        _ => Some(SchemaFault::NeedsQuotes),
    }
}

fn int(scalar: &Scalar, text: &str, strict: bool) -> Option<i64> {
    match scalar {
        Scalar::Int(value) => Some(*value),
        // The client truncates fractions too.
        Scalar::Float(value) if value.is_finite() && (!strict || value.fract() == 0.0) => {
            Some(*value as i64)
        }
        Scalar::Str if !strict => {
            let digits = text.trim().trim_start_matches(['+', '-']);
            let long = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            text.trim()
                .parse()
                .ok()
                .or_else(|| long.then_some(i64::MAX))
        }
        _ => None,
    }
}

fn is_bool(scalar: &Scalar, text: &str) -> bool {
    const WORDS: &[&str] = &[
        "t", "T", "true", "True", "TRUE", "on", "On", "ON", "y", "Y", "yes", "Yes", "YES", "1",
        "f", "F", "false", "False", "FALSE", "off", "Off", "OFF", "n", "N", "no", "No", "NO", "0",
    ];
    match scalar {
        Scalar::Bool(_) | Scalar::Int(0 | 1) => true,
        Scalar::Str => WORDS.contains(&text),
        _ => false,
    }
}

fn is_numeric_version(text: &str) -> bool {
    !text.is_empty()
        && text
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Matches a date with a time, separated by `T` or a blank.
fn is_datetime(text: &str) -> bool {
    let shape = b"dddd-dd-ddtdd:dd";
    let bytes = text.as_bytes();
    bytes.len() >= shape.len()
        && shape.iter().zip(bytes).all(|(sign, byte)| match sign {
            b'd' => byte.is_ascii_digit(),
            b't' => matches!(byte, b'T' | b' '),
            other => other == byte,
        })
}

fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    matches!(
        scheme.to_ascii_lowercase().as_str(),
        "http" | "https" | "ftp" | "ftps"
    ) && rest.starts_with(|c: char| !c.is_whitespace() && c != '/')
        && !rest.contains(char::is_whitespace)
}

/// Returns `true` if `node` is one scalar, which may be empty.
pub(crate) fn is_scalar(node: Node<'_>) -> bool {
    matches!(node.kind(), NodeKind::Scalar(_) | NodeKind::Empty)
}
