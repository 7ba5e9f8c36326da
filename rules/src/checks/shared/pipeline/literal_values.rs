//! Validation of literals against declared parameters.

use crate::expression::{Port, PortType};
use crate::syntax::{Node, NodeKind, Scalar, known_text};
use crate::wording::names_listed;

/// Describes the problem with `value` for the parameter `port`: "must be an integer", "must be at
/// most 10". `None` if it is valid or unknown.
pub(crate) fn problem_with(port: Port<'_>, value: Node<'_>) -> Option<String> {
    let kind = port.declared().filter(|kind| !kind.is_data())?;
    let text = known_text(value)?;
    let scalar = value.scalar()?;
    match kind {
        PortType::Boolean => {
            let ok = matches!(scalar, Scalar::Bool(_))
                || ["true", "false"].contains(&text.to_ascii_lowercase().as_str());
            (!ok).then(|| "must be a boolean".to_owned())
        }
        PortType::String => not_listed(port, text),
        PortType::Integer | PortType::Number => match number(&scalar, text) {
            None => Some(format!(
                "must be {}",
                if kind == PortType::Integer {
                    "an integer"
                } else {
                    "a number"
                }
            )),
            Some(number) if kind == PortType::Integer && number.fract() != 0.0 => {
                Some("must be an integer".to_owned())
            }
            Some(number) => out_of_range(port, number).or_else(|| not_listed(port, text)),
        },
        _ => None,
    }
}

/// Parses a number as the client does: strings count, too.
fn number(scalar: &Scalar, text: &str) -> Option<f64> {
    #[allow(clippy::cast_precision_loss)] // Bounds beyond 2^53 are not written by hand.
    match scalar {
        Scalar::Int(value) => Some(*value as f64),
        Scalar::Float(value) => Some(*value),
        Scalar::Str => text.trim().replace('_', "").parse().ok(),
        _ => None,
    }
}

/// Returns a bound or another number of a declaration.
fn field(port: Port<'_>, name: &str) -> Option<f64> {
    let node = port.field(name)?;
    number(&node.scalar()?, known_text(node)?)
}

fn out_of_range(port: Port<'_>, number: f64) -> Option<String> {
    let shown = |name| port.field(name).and_then(Node::text).unwrap_or_default();
    if field(port, "min").is_some_and(|min| number < min) {
        return Some(format!("must be at least {}", shown("min")));
    }
    field(port, "max")
        .is_some_and(|max| number > max)
        .then(|| format!("must be at most {}", shown("max")))
}

/// Start of the message for a value outside of an `enum`.
const NOT_LISTED: &str = "must be one of";

/// Returns `true` if `problem` is that a value is outside of an `enum`.
pub(crate) fn is_of_enum(problem: &str) -> bool {
    problem.starts_with(NOT_LISTED)
}

fn not_listed(port: Port<'_>, text: &str) -> Option<String> {
    let list = port
        .field("enum")
        .filter(|list| list.kind() == NodeKind::Sequence)?;
    let values: Vec<&str> = list.items().map(known_text).collect::<Option<_>>()?;
    // A boolean reaches the component as a string whose letter case may differ.
    let is_bool = text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false");
    let matches = |value: &&str| **value == *text || is_bool && value.eq_ignore_ascii_case(text);
    (!values.is_empty() && !values.iter().any(matches))
        .then(|| format!("{NOT_LISTED} {}", names_listed(values.iter().copied())))
}
