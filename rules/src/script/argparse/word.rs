//! Converts the words of a command to tokens.

use std::sync::OnceLock;

use super::known::{KnownValue, has_placeholder};
use super::token::ArgumentToken;
use crate::expression::{Program, Target};
use crate::script::commands::ScriptRun;
use crate::shell::{Part, Word};

/// The possible values of the expressions in a command, each computed on first use.
#[derive(Debug)]
pub struct ExpressionValues<'a> {
    run: &'a ScriptRun<'a>,
    program: &'a Program<'a>,
    /// The values, by the index of the expression.
    known: Vec<OnceLock<KnownValue<'a>>>,
}

impl<'a> ExpressionValues<'a> {
    /// Creates an empty cache for the command of `run`.
    pub fn new(run: &'a ScriptRun<'a>, program: &'a Program<'a>) -> Self {
        let scan = run.arguments.as_ref().map(|it| &it.command.text.scan);
        let count = scan.map_or(0, |scan| scan.expressions.len());
        Self {
            run,
            program,
            known: vec![OnceLock::new(); count],
        }
    }

    /// Returns the words after the script, each as far as it is known.
    pub fn tokens(&self) -> Vec<ArgumentToken> {
        let words = self.run.words().iter();
        words.map(|word| self.token(word)).collect()
    }

    /// Returns the possible values at offset `start` of the text of `word`; `None` if the value is
    /// literal, or more than an expression.
    pub fn known(&self, word: &Word, start: usize) -> Option<&KnownValue<'a>> {
        self.of_expression(whole_expression(word, start)?)
    }

    fn of_expression(&self, index: usize) -> Option<&KnownValue<'a>> {
        Some(self.known.get(index)?.get_or_init(|| self.find(index)))
    }

    fn find(&self, index: usize) -> KnownValue<'a> {
        let scan = self.run.arguments.as_ref().map(|it| &it.command.text.scan);
        let expression = scan.and_then(|scan| scan.expressions.get(index));
        match (expression, self.run.site.scope) {
            (Some(expression), Some(scope)) => {
                KnownValue::of(&expression.target, self.program, scope)
            }
            _ => KnownValue::Unknown,
        }
    }

    fn token(&self, word: &Word) -> ArgumentToken {
        let prefix = word.prefix();
        // For a flag with a value, only the flag has to be known.
        let flag = prefix.split_once('=').filter(|_| prefix.starts_with('-'));
        if is_broken(self.run, word) || flag.is_none() && has_placeholder(prefix) {
            return ArgumentToken::Unclear;
        }
        if let Some(text) = word.literal() {
            return ArgumentToken::Text(text.to_owned());
        }
        if !prefix.is_empty() {
            // The shell may expand a pattern to several words.
            if word.is_unknown() && !word.is_quoted && flag.is_none() {
                return ArgumentToken::Unclear;
            }
            return ArgumentToken::Start(prefix.to_owned());
        }
        let Some(Part::Expression(first)) = word.parts.first() else {
            return ArgumentToken::Unclear;
        };
        let is_value = |known: &KnownValue<'_>| known.is_value(word.is_quoted);
        if !word.is_unknown() && self.of_expression(*first).is_some_and(is_value) {
            ArgumentToken::Value
        } else {
            ArgumentToken::Unclear
        }
    }
}

/// Returns the optional input without whose value the words of `group` are omitted.
pub fn left_out_without<'a>(run: &ScriptRun<'a>, group: usize) -> Option<&'a str> {
    let scan = &run.arguments.as_ref()?.command.text.scan;
    let scope = run.site.scope?;
    let mut inside = scan
        .expressions
        .iter()
        .filter(|it| it.bracket == Some(group));
    inside.find_map(|expression| {
        let Target::Input(name) = &expression.target else {
            return None;
        };
        let port = scope.inputs.get(name.text)?;
        (port.is_optional() && port.field("default").is_none()).then(|| port.name())
    })
}

/// Returns the index, in the scan of the command, of the expression that is the whole value from
/// offset `start` of the text of `word`.
pub fn whole_expression(word: &Word, start: usize) -> Option<usize> {
    match word.parts.as_slice() {
        [Part::Expression(index)] if start == 0 => Some(*index),
        [Part::Literal(text), Part::Expression(index)] if text.len() == start && start > 0 => {
            Some(*index)
        }
        _ => None,
    }
}

/// Returns `true` if `word` contains a malformed expression.
fn is_broken(run: &ScriptRun<'_>, word: &Word) -> bool {
    let scan = run.arguments.as_ref().map(|it| &it.command.text.scan);
    scan.is_some_and(|scan| !scan.mistakes_in(&word.range).is_empty())
}
