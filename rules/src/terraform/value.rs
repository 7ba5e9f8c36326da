//! The value of an attribute.

use super::tokens::{HclToken, HclTokenKind, HclTokens};
use crate::syntax::is_template;
use crate::text::TextRange;

/// The value of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerraformValue {
    /// The value itself.
    pub form: ValueForm,
    /// Its range, with the quotes of a string.
    pub range: TextRange,
}

/// Forms of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueForm {
    /// A string without interpolation, a number, or a boolean.
    Literal(Box<str>),
    /// The value of a variable: `var.NAME`, `"${var.NAME}"`.
    Variable(Box<str>),
    /// Anything else, also a text that another program replaces.
    Unknown,
}

impl TerraformValue {
    /// Returns the value if it is a literal.
    pub fn literal(&self) -> Option<&str> {
        match &self.form {
            ValueForm::Literal(text) => Some(text),
            _ => None,
        }
    }

    /// Reads the value of an attribute; `None` for `null`, and where there is none.
    pub(super) fn read(tokens: &mut HclTokens<'_>) -> Option<Self> {
        // The longest form has three pieces.
        let mut first: Vec<HclToken> = Vec::new();
        let mut end = 0;
        let mut open = 0_usize;
        while let Some(token) = tokens.next() {
            match token.kind {
                HclTokenKind::LineEnd if open == 0 => break,
                HclTokenKind::Sign(b'}' | b']' | b')') if open == 0 => {
                    tokens.unread(&token);
                    break;
                }
                HclTokenKind::Sign(b'{' | b'[' | b'(') => open += 1,
                HclTokenKind::Sign(b'}' | b']' | b')') => open -= 1,
                _ => {}
            }
            end = token.range.end;
            if first.len() < 4 {
                first.push(token);
            }
        }
        let start = first.first()?.range.start;
        let form = form(tokens, &first)?;
        Some(Self {
            form,
            range: TextRange::from(start..end),
        })
    }
}

/// Returns the form of the value that begins with these pieces; `None` for `null`.
fn form(tokens: &HclTokens<'_>, first: &[HclToken]) -> Option<ValueForm> {
    use HclTokenKind::{Quoted, Sign, Word};
    let kinds: Vec<HclTokenKind> = first.iter().map(|token| token.kind).collect();
    let text = |at: usize| tokens.slice(&first[at]);
    Some(match kinds[..] {
        [Quoted] => string(text(0)),
        [Word] if text(0) == "null" => return None,
        [Word] if is_plain(text(0)) => ValueForm::Literal(text(0).into()),
        [Word, Sign(b'.'), Word] if text(0) == "var" => ValueForm::Variable(text(2).into()),
        _ => ValueForm::Unknown,
    })
}

/// Returns `true` for numbers and booleans.
fn is_plain(word: &str) -> bool {
    matches!(word, "true" | "false") || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the form of a string with its quotes.
fn string(quoted: &str) -> ValueForm {
    let inside = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside.filter(|inside| !inside.contains(['\\', '"', '\n'])) else {
        return ValueForm::Unknown;
    };
    let variable = inside
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}')?.trim().strip_prefix("var."));
    match variable {
        Some(name) if is_name(name) => ValueForm::Variable(name.into()),
        None if !is_template(inside) && !inside.contains("${") && !inside.contains("%{") => {
            ValueForm::Literal(inside.into())
        }
        _ => ValueForm::Unknown,
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    !text.is_empty() && text.chars().all(is_part)
}
