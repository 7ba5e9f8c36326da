//! Validation of texts against the declared type of an argument.

use crate::script::python::{Argument, Choices, Nargs, Value, ValueKind};

/// The reason why a text isn't a valid value of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// `int()` refuses it.
    NotInt,
    /// `float()` refuses it.
    NotFloat,
    /// It isn't one of the choices.
    NotChosen,
}

/// Returns the reason why `argument` refuses `text`; `None` if it accepts it or that is unknown.
pub fn misfit(argument: &Argument, text: &str) -> Option<Misfit> {
    match argument.kind {
        ValueKind::Int if !is_int(text) => Some(Misfit::NotInt),
        ValueKind::Float if !is_float(text) => Some(Misfit::NotFloat),
        ValueKind::Str | ValueKind::Int | ValueKind::Float => {
            let is_rest = argument.nargs == Nargs::Remainder;
            let Choices::Of(choices) = &argument.choices else {
                return None;
            };
            (!is_rest
                && !choices
                    .iter()
                    .any(|choice| may_equal(argument.kind, choice, text)))
            .then_some(Misfit::NotChosen)
        }
        _ => None,
    }
}

/// Returns `true` if the value of `text` may be equal to `choice`, as Python compares them.
fn may_equal(kind: ValueKind, choice: &Value, text: &str) -> bool {
    let number = || text.trim().replace('_', "").parse::<f64>().ok();
    match (kind, choice) {
        (_, Value::Unknown) => true,
        (ValueKind::Str, Value::Str(choice)) => **choice == *text,
        (ValueKind::Int | ValueKind::Float, Value::Str(_)) | (ValueKind::Str, _) => false,
        #[allow(clippy::cast_precision_loss)] // Such choices are not written by hand.
        (_, Value::Int(choice)) => number().is_none_or(|number| number == *choice as f64),
        (_, Value::Float(choice)) => number().is_none_or(|number| number == *choice),
        (_, Value::Bool(choice)) => number().is_none_or(|number| number == f64::from(*choice)),
        _ => false,
    }
}

/// Returns `true` if Python's `int()` accepts `text`.
fn is_int(text: &str) -> bool {
    let text = text.trim();
    if !text.is_ascii() {
        // Python accepts the digits of other scripts, too.
        return true;
    }
    is_digits(text.strip_prefix(['+', '-']).unwrap_or(text))
}

/// Returns `true` for digits, with single `_` between them.
fn is_digits(text: &str) -> bool {
    let mut groups = text.split('_');
    groups.all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns `true` if Python's `float()` accepts `text`.
fn is_float(text: &str) -> bool {
    let text = text.trim();
    if !text.is_ascii() {
        return true;
    }
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = text.to_ascii_lowercase();
    if matches!(lower.as_str(), "inf" | "infinity" | "nan") {
        return true;
    }
    let (number, exponent) = match lower.split_once('e') {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (lower.as_str(), None),
    };
    let is_exponent = |text: &str| is_digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    let is_number = match number.split_once('.') {
        Some(("", "")) => false,
        Some((whole, fraction)) => {
            (whole.is_empty() || is_digits(whole)) && (fraction.is_empty() || is_digits(fraction))
        }
        None => is_digits(number),
    };
    is_number && exponent.is_none_or(is_exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_python() {
        for text in ["1", " -1 ", "+07", "1_000", "٣"] {
            assert!(is_int(text), "{text}");
        }
        for text in ["", "1.0", "1e3", "_1", "1__0", "0x10", "ten", "- 1", "True"] {
            assert!(!is_int(text), "{text}");
        }
        for text in [
            "1",
            ".5",
            "5.",
            "-1e-3",
            "1_0.0_1",
            "inf",
            "-Infinity",
            "NaN",
            "1E5",
        ] {
            assert!(is_float(text), "{text}");
        }
        for text in [
            "", ".", "e5", "1e", "1e1.5", "1,5", "infinit", "0x1p3", "_1", "false",
        ] {
            assert!(!is_float(text), "{text}");
        }
    }
}
