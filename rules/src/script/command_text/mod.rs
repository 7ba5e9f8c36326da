//! The text of a `command` as the shell reads it, with its positions in the YAML file.
//!
//! The service fills in `${{ }}` and drops or unwraps `$[[ ]]` before the shell sees the text.

#[cfg(test)]
mod tests;

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::expression::{MistakeKind, Scan, ScannedText};
use crate::query::{Query, QueryCache};
use crate::shell::{
    Dialect, Event, LineBreaks, ShellText, SimpleCommand, Syntax, Template, Unclosed, read,
};
use crate::syntax::Node;
use crate::text::TextRange;

/// The text of a `command` as the shell reads it.
#[derive(Clone, Debug)]
pub struct Command<'t> {
    /// The scalar with its expressions.
    pub text: ScannedText<'t>,
    parts: Arc<CommandParts>,
}

/// The parts of a `command`, without its place in a file.
#[derive(Debug)]
pub struct CommandParts {
    /// The simple commands in the order of the text, also those inside compound ones.
    pub simple: Vec<SimpleCommand>,
    /// `true` if there is an `if`, a loop, a group, or a function: what runs is unknown then.
    pub is_compound: bool,
    /// The construct that is unclosed at the end of the text; the last word is unknown then.
    pub unclosed: Option<Unclosed>,
    /// `true` if a template engine fills in something: `{{name}}`, but not `${{inputs.name}}`.
    pub is_template: bool,
}

impl Deref for Command<'_> {
    type Target = CommandParts;

    fn deref(&self) -> &CommandParts {
        &self.parts
    }
}

/// The parts of commands by text.
struct CommandsByText;

impl Query for CommandsByText {
    type Key = Box<str>;
    type Value = Arc<CommandParts>;
    /// In bytes.
    const CAPACITY: usize = 4 << 20;
}

/// Size of the parts of a command, rather more than less: a constant, and a factor of its length.
const SIZE: (usize, usize) = (768, 24);

impl<'t> Command<'t> {
    /// Parses `node`; `None` unless it is a scalar.
    pub fn read(node: Node<'t>) -> Option<Self> {
        ScannedText::new(node).map(Self::of)
    }

    /// Parses a scalar whose expressions are known.
    pub fn of(text: ScannedText<'t>) -> Self {
        let parts = Arc::new(CommandParts::of(&text));
        Self { text, parts }
    }

    /// As [`Self::of`]; a text in `cache` is not read again.
    pub(crate) fn cached(cache: &QueryCache, text: ScannedText<'t>) -> Self {
        let size = SIZE.0 + SIZE.1 * text.text.len();
        let commands = cache.table::<CommandsByText>();
        let parts = commands.get_or_make(text.text, size, || Arc::new(CommandParts::of(&text)));
        Self { text, parts }
    }

    /// Maps a range of the decoded text to the file.
    pub fn range(&self, decoded: &Range<usize>) -> TextRange {
        self.text.range(decoded)
    }
}

impl CommandParts {
    fn of(text: &ScannedText<'_>) -> Self {
        let mut simple = Vec::new();
        let source = ShellText {
            text: text.text,
            start: 0,
            syntax: Syntax {
                dialect: Dialect::Bash,
                line_breaks: LineBreaks::Decoded,
            },
            template: &template(&text.scan),
        };
        let outcome = read(source, &mut |event| {
            if let Event::Command(command) = event {
                simple.push(command);
            }
        });
        Self {
            simple,
            is_compound: outcome.is_compound,
            unclosed: outcome.unclosed,
            is_template: is_template(text.text),
        }
    }
}

/// Returns the positions of the expressions in a command, for the shell parser.
fn template(scan: &Scan<'_>) -> Template {
    let broken = scan.mistakes.iter().map(|mistake| {
        let is_unclosed = mistake.kind == MistakeKind::Unclosed;
        (mistake.range.clone(), is_unclosed)
    });
    Template {
        expressions: scan.expressions.iter().map(|it| it.range.clone()).collect(),
        broken: broken.collect(),
        groups: scan.brackets.iter().map(|it| it.range.clone()).collect(),
    }
}

fn is_template(text: &str) -> bool {
    let mut done = 0;
    for (at, _) in text.match_indices('{') {
        let behind = text.as_bytes().get(at + 1);
        if behind == Some(&b'%') {
            return true;
        }
        if behind == Some(&b'{') && at >= done {
            if !text[..at].ends_with('$') {
                return true;
            }
            done = at + 2;
        }
    }
    false
}
