//! The possible values of an expression in a command.

use crate::expression::{ExpressionScope, Port, PortType, Program, Target};
use crate::syntax::{Node, NodeKind, Scalar, is_template, known_text};

/// Knowledge about a value.
#[derive(Clone, PartialEq, Debug)]
pub enum KnownValue<'a> {
    /// Exactly this literal.
    Literal(&'a str, Node<'a>),
    /// One of these: the values of an `enum` or of a search space.
    OneOf(Vec<&'a str>),
    /// A value of this type.
    Typed(PortType),
    /// Nothing is known.
    Unknown,
}

impl<'a> KnownValue<'a> {
    /// Returns the knowledge about the value of `target` in a command of `scope`.
    pub fn of(target: &Target<'a>, program: &Program<'a>, scope: &ExpressionScope<'a>) -> Self {
        match target {
            Target::Input(name) => match scope.inputs.get(name.text) {
                Some(port) => Self::of_input(port, program, scope),
                None => Self::Unknown,
            },
            Target::Output(_) => Self::Typed(PortType::UriFolder),
            Target::SearchSpace(name) => {
                let space = scope.search_space.as_ref();
                space
                    .and_then(|space| space.get(name.text))
                    .map_or(Self::Unknown, Self::of_parameter)
            }
            _ => Self::Unknown,
        }
    }

    fn of_input(port: Port<'a>, program: &Program<'a>, scope: &ExpressionScope<'a>) -> Self {
        let value = port.value;
        if value.kind() == NodeKind::Mapping {
            return Self::declared(port);
        }
        if !value.text().is_some_and(|text| text.contains("${{")) {
            return Self::of_literal(value);
        }
        let pipeline = scope.step.and_then(|(at, _)| program.pipelines.get(at));
        match pipeline.and_then(|pipeline| pipeline.type_given(port)) {
            Some(PortType::String) | None => Self::Unknown,
            Some(kind) => Self::Typed(kind),
        }
    }

    /// Returns the knowledge that a declaration gives.
    pub fn declared(port: Port<'a>) -> Self {
        if let Some(values) = port.field("enum").and_then(texts) {
            return Self::OneOf(values);
        }
        match port.declared() {
            Some(PortType::String) => Self::Unknown,
            Some(kind) => Self::Typed(kind),
            // Data without a type is a folder.
            None if port.field("type").is_none() && port.field("path").is_some() => {
                Self::Typed(PortType::UriFolder)
            }
            None => Self::Unknown,
        }
    }

    /// Returns the value that a literal has after substitution. The service formats numbers in its own way.
    pub fn of_literal(value: Node<'a>) -> Self {
        let Some(text) = known_text(value) else {
            return Self::Unknown;
        };
        match value.scalar() {
            Some(Scalar::Bool(_)) => Self::Typed(PortType::Boolean),
            Some(Scalar::Int(_)) if is_plain_number(text) => Self::Literal(text, value),
            Some(Scalar::Int(_)) => Self::Typed(PortType::Integer),
            Some(Scalar::Float(number)) if is_plain_number(text) && number.fract() != 0.0 => {
                Self::Literal(text, value)
            }
            Some(Scalar::Float(_)) => Self::Typed(PortType::Number),
            Some(Scalar::Str) => Self::Literal(text, value),
            _ => Self::Unknown,
        }
    }

    /// Returns the possible values of a hyperparameter.
    fn of_parameter(port: Port<'a>) -> Self {
        match port.field("type").and_then(known_text) {
            Some("choice") => {
                let values = port.field("values").and_then(texts);
                values.map_or(Self::Unknown, Self::OneOf)
            }
            Some(_) => Self::Typed(PortType::Number),
            None => Self::Unknown,
        }
    }

    /// Returns `true` if the value is certainly one word that isn't a flag. `is_quoted` is `true`
    /// if the word is in quotes.
    pub fn is_value(&self, is_quoted: bool) -> bool {
        let is_one = |text: &str| {
            !text.is_empty()
                && (!text.starts_with('-') || is_plain_number(text))
                && (is_quoted || !text.contains(|c: char| !is_word(c)))
        };
        match self {
            Self::Literal(text, _) => is_one(text),
            Self::OneOf(texts) => texts.iter().all(|text| is_one(text)),
            Self::Typed(kind) => *kind != PortType::String,
            Self::Unknown => false,
        }
    }

    /// Returns `true` if it can be a boolean that is false.
    pub fn can_be_false(&self) -> bool {
        let is_bool =
            |text: &str| text.eq_ignore_ascii_case("false") || text.eq_ignore_ascii_case("true");
        match self {
            Self::Literal(text, _) => is_bool(text),
            Self::OneOf(texts) => texts.iter().all(|text| is_bool(text)),
            Self::Typed(kind) => *kind == PortType::Boolean,
            Self::Unknown => false,
        }
    }
}

/// Returns the items of a list of literals; `None` if one of them is unknown or the list is empty.
fn texts(list: Node<'_>) -> Option<Vec<&str>> {
    let texts: Option<Vec<&str>> = list.items().map(known_text).collect();
    texts.filter(|texts| !texts.is_empty())
}

/// Returns `true` for digits with at most one point and a sign, which every tool formats the same way.
fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && is_digits(fraction) && (whole == "0" || !whole.starts_with('0'))
}

/// Returns `true` if the shell leaves `c` in a word unchanged.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_-./:,=@%+".contains(c)
}

/// Returns `true` if a placeholder in `text` may be replaced by any text.
pub(crate) fn has_placeholder(text: &str) -> bool {
    is_template(text)
}
