//! Operators on constants.

use ruff_python_ast::{CmpOp, Operator, UnaryOp};

use super::PythonInterpreter;
use super::object::Object;
use crate::script::python::argparse_interface::Value;

/// Maximum length of lists and texts that are computed.
const MAX_LEN: usize = 10_000;

impl<'a> PythonInterpreter<'a> {
    /// Evaluates `+=` and similar operators: a list changes for all its names.
    pub(super) fn add_in_place(
        &mut self,
        left: &Object<'a>,
        op: Operator,
        right: &Object<'a>,
    ) -> Object<'a> {
        if let Object::CommandLine(_) = left {
            self.change_command_line();
            return Object::Unknown;
        }
        let Object::List(items) = left else {
            return binary(left, op, right);
        };
        let more = right
            .items()
            .filter(|_| op == Operator::Add && !self.is_conditional);
        let mut items = items.borrow_mut();
        match (items.as_mut(), more) {
            (Some(items), Some(more)) => items.extend(more),
            _ => *items = None,
        }
        left.clone()
    }
}

pub(super) fn binary<'a>(left: &Object<'a>, op: Operator, right: &Object<'a>) -> Object<'a> {
    if let (Some(one), Some(other), Operator::Add) = (left.items(), right.items(), op) {
        if one.len() + other.len() > MAX_LEN {
            return Object::Unknown;
        }
        return Object::list(one.into_iter().chain(other).collect());
    }
    if let (Some(text), Operator::Mod) = (left.as_text(), op) {
        return percent(text, right).map_or(Object::Unknown, Object::text);
    }
    if let (Some(one), Some(other), Operator::Add) = (left.as_text(), right.as_text(), op) {
        let is_short = one.len() + other.len() <= MAX_LEN;
        return if is_short {
            Object::text(format!("{one}{other}"))
        } else {
            Object::Unknown
        };
    }
    match (left, right) {
        (Object::Constant(Value::Int(one)), Object::Constant(Value::Int(other))) => {
            let result = match op {
                Operator::Add => one.checked_add(*other),
                Operator::Sub => one.checked_sub(*other),
                Operator::Mult => one.checked_mul(*other),
                _ => None,
            };
            result.map_or(Object::Unknown, |result| {
                Object::Constant(Value::Int(result))
            })
        }
        _ => Object::Unknown,
    }
}

/// Evaluates `"--%s" % name`, with one `%s`.
fn percent(text: &str, right: &Object<'_>) -> Option<String> {
    let (before, after) = text.split_once("%s")?;
    if before.contains('%') || after.contains('%') {
        return None;
    }
    let value = match right.items() {
        Some(items) if items.len() == 1 => written(&items[0])?,
        Some(_) => return None,
        None => written(right)?,
    };
    Some(format!("{before}{value}{after}"))
}

/// Returns the result of `str`, if it is certain.
pub(super) fn written(object: &Object<'_>) -> Option<String> {
    match object {
        Object::Constant(Value::Str(text)) => Some(text.to_string()),
        Object::Constant(Value::Int(value)) => Some(value.to_string()),
        _ => None,
    }
}

pub(super) fn unary<'a>(op: UnaryOp, operand: &Object<'a>) -> Object<'a> {
    match (op, operand) {
        (UnaryOp::Not, _) => operand
            .truth()
            .map_or(Object::Unknown, |truth| Object::bool(!truth)),
        (UnaryOp::USub, Object::Constant(Value::Int(value))) => {
            let negative = value.checked_neg().map_or(Value::Unknown, Value::Int);
            Object::Constant(negative)
        }
        (UnaryOp::USub, Object::Constant(Value::Float(value))) => {
            Object::Constant(Value::Float(-value))
        }
        _ => Object::Unknown,
    }
}

pub(super) fn compare<'a>(left: &Object<'a>, ops: &[CmpOp], rest: &[Object<'a>]) -> Object<'a> {
    let ([op], [right]) = (ops, rest) else {
        return Object::Unknown;
    };
    let truth = match op {
        CmpOp::Eq => is_equal(left, right),
        CmpOp::NotEq => is_equal(left, right).map(|is_equal| !is_equal),
        CmpOp::Is => is_identical(left, right),
        CmpOp::IsNot => is_identical(left, right).map(|is_identical| !is_identical),
        CmpOp::In => is_in(left, right),
        CmpOp::NotIn => is_in(left, right).map(|is_in| !is_in),
        _ => None,
    };
    truth.map_or(Object::Unknown, Object::bool)
}

fn is_equal(left: &Object<'_>, right: &Object<'_>) -> Option<bool> {
    let (left, right) = (left.value(), right.value());
    if has_unknown(&left) || has_unknown(&right) {
        return None;
    }
    // Numbers of different types, and booleans, may be equal.
    let is_number =
        |value: &Value| matches!(value, Value::Bool(_) | Value::Int(_) | Value::Float(_));
    if is_number(&left) && is_number(&right) && left != right {
        return match (&left, &right) {
            (Value::Int(_), Value::Int(_)) | (Value::Bool(_), Value::Bool(_)) => Some(false),
            _ => None,
        };
    }
    Some(left == right)
}

fn is_identical(left: &Object<'_>, right: &Object<'_>) -> Option<bool> {
    match (left, right) {
        (Object::Constant(Value::Bool(one)), Object::Constant(Value::Bool(other))) => {
            Some(one == other)
        }
        (other, Object::Constant(Value::None)) => is_none(other),
        (Object::Constant(Value::None), other) => is_none(other),
        _ => None,
    }
}

fn is_none(object: &Object<'_>) -> Option<bool> {
    match object {
        Object::Constant(Value::None) => Some(true),
        Object::Constant(Value::Unknown) | Object::Unknown | Object::External(_) => None,
        _ => Some(false),
    }
}

fn is_in(item: &Object<'_>, list: &Object<'_>) -> Option<bool> {
    let Value::List(values) = list.value() else {
        let (part, text) = (item.as_text()?, list.as_text()?);
        return Some(text.contains(part));
    };
    let item = item.value();
    if has_unknown(&item) || values.iter().any(has_unknown) {
        return None;
    }
    Some(values.contains(&item))
}

/// Returns `true` if a part of it is unknown.
pub(super) fn has_unknown(value: &Value) -> bool {
    match value {
        Value::Unknown => true,
        Value::List(values) => values.iter().any(has_unknown),
        _ => false,
    }
}
