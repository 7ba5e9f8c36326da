//! Layout errors: indentation, missing colons, extra colons.

use granit_parser::ErrorKind;

use super::describe::Describer;
use super::syntax_error::{SyntaxError, SyntaxErrorCause};
use crate::text::TextRange;
use crate::wording::shortened;

impl Describer<'_> {
    /// Reports a tab where the parser expects indentation; it may have stopped on the line above.
    pub(super) fn tab(&self) -> Option<SyntaxError> {
        let tabbed = |line: &usize| self.is_tabbed(*line);
        let line = match self.failure.kind {
            ErrorKind::TabInPlainScalar => (self.line()..self.lines.count()).find(tabbed)?,
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::InvalidBlockEntryWhitespace
            | ErrorKind::InvalidMappingValueWhitespace => self.line(),
            _ => Some(self.line()).filter(tabbed)?,
        };
        let range = self.lines.range(line);
        let text = range.slice(self.state.text);
        let at = text.find('\t')?;
        let len = text[at..].bytes().take_while(|byte| *byte == b'\t').count();
        let start = range.start as usize + at;
        let error = SyntaxError::at(
            TextRange::from(start..start + len),
            "a tab is used for indentation",
        );
        Some(
            error
                .cause(SyntaxErrorCause::Strictness)
                .help("indent with spaces"),
        )
    }

    /// Returns `true` if the content of `line` follows a tab.
    fn is_tabbed(&self, line: usize) -> bool {
        let shape = self.lines.shape(line);
        shape.tab && !shape.is_empty()
    }

    /// Reports a value that starts with `{{`: a template of another tool, or an unfinished one.
    pub(super) fn template(&self) -> Option<SyntaxError> {
        let line = self
            .state
            .open_flow
            .map_or(self.line(), |open| self.lines.line_of(open));
        let shape = self.lines.shape(line);
        let text = self.lines.str(line);
        let value = text.get(shape.value..shape.end)?;
        if !value.starts_with("{{") {
            return None;
        }
        let start = self.lines.range(line).start as usize + shape.value;
        let range = TextRange::from(start..start + 2);
        if !value.contains("}}") {
            return Some(
                SyntaxError::at(range, "this `{{` is never closed")
                    .help("add `}}`, and put the value in quotes"),
            );
        }
        let error = SyntaxError::at(
            range,
            "YAML reads a value that starts with `{{` as a mapping, not a string",
        );
        Some(error.help(format!("put the value in quotes: `\"{value}\"`")))
    }

    /// Reports a line that is neither a key nor part of a multiline string.
    pub(super) fn text_without_key(&self, line: usize) -> SyntaxError {
        let range = self.line_content(line);
        let named = range.slice(self.state.text);
        if let Some((key, value)) = named
            .split_once(':')
            .filter(|(key, value)| is_word(key) && !value.starts_with("//"))
        {
            return SyntaxError::at(
                range,
                format!("a space is missing after the `:` of `{named}`"),
            )
            .help(format!("write `{key}: {value}`"));
        }
        let error = SyntaxError::at(
            range,
            format!("`:` is missing after `{}`", shortened(named, 40, "...")),
        )
        .cause(SyntaxErrorCause::NoKey);
        if is_word(named) {
            error.help(format!(
                "write `{named}: value`, or indent it if it continues the text above"
            ))
        } else {
            error.help("write `key: value`, or indent the line if it continues the text above")
        }
    }

    /// Reports a `: ` where no value can start.
    pub(super) fn colon(&self) -> SyntaxError {
        let line = self.line();
        let shape = self.lines.shape(line);
        let column = (self.failure.at - self.lines.range(line).start) as usize;
        if shape.colon.is_some_and(|colon| colon < column) {
            let value = self
                .lines
                .str(line)
                .get(shape.value..shape.end)
                .unwrap_or("");
            let error = SyntaxError::at(
                self.failing_character(),
                "an unquoted value can't contain `: `",
            );
            return error.help(format!("put the value in quotes: `{}`", quoted(value)));
        }
        let Some(above) = self.lines.before(line) else {
            return self.misplaced_colon();
        };
        let before = self.lines.shape(above);
        if before.is_lone() {
            return self.text_without_key(above);
        }
        if before.has_value() && shape.indent > before.content && !self.key(above).is_empty() {
            return self.under_a_value(line, above);
        }
        self.misplaced_colon()
    }

    fn misplaced_colon(&self) -> SyntaxError {
        SyntaxError::at(self.failing_character(), "a value can't start with `:`")
            .help("start the key on a line of its own, or put the value in quotes")
    }

    fn under_a_value(&self, line: usize, above: usize) -> SyntaxError {
        let (key, parent) = (self.key(line), self.key(above));
        let names = [key, parent].map(|range| range.slice(self.state.text));
        let shape = self.lines.shape(above);
        let start = self.lines.range(above).start as usize;
        let value = TextRange::from(start + shape.value..start + shape.end);
        SyntaxError::at(
            key,
            format!(
                "`{}` is indented under `{}`, which already has a value",
                names[0], names[1]
            ),
        )
        .cause(SyntaxErrorCause::UnderValue)
        .help(format!(
            "indent it like `{}`, or remove the value of `{}`",
            names[1], names[1]
        ))
        .opened(value, "the value")
    }

    /// Reports a line that fits no block around it, or text after a complete value.
    pub(super) fn misfit(&self) -> SyntaxError {
        let line = self.line();
        let shape = self.lines.shape(line);
        let column = (self.failure.at - self.lines.range(line).start) as usize;
        if column > shape.content {
            let rest = self.word(self.failure.at);
            let named = rest.slice(self.state.text);
            return SyntaxError::at(rest, format!("unexpected `{named}` after a complete value"))
                .help("put the whole value in quotes if it is a string");
        }
        if self
            .lines
            .before(line)
            .is_some_and(|above| self.lines.str(above).starts_with('%'))
        {
            return SyntaxError::at(self.key(line), "`---` is missing after the directives")
                .help("write `---` on a line of its own before the document");
        }
        let level = self
            .lines
            .before(line)
            .map(|above| self.lines.shape(above))
            .filter(|above| !above.is_empty());
        let same_level = level.is_none_or(|above| above.indent == shape.indent);
        if self.failure.kind == ErrorKind::ExpectedBlockMappingKey && shape.is_item() && same_level
        {
            let dash =
                self.one(self.lines.range(line).start + u32::try_from(shape.indent).unwrap_or(0));
            return SyntaxError::at(dash, "a list item can't stand between keys")
                .help("indent the list under its key, or remove the `-`");
        }
        let wants_item = matches!(
            self.failure.kind,
            ErrorKind::ExpectedBlockSequenceEntry | ErrorKind::UnexpectedEofBlockSequence
        );
        if wants_item && !shape.is_item() && same_level {
            return SyntaxError::at(
                self.key(line),
                format!(
                    "`{}` is not a list item",
                    self.key(line).slice(self.state.text)
                ),
            )
            .help("start the line with `- `, or indent it like the keys of the item");
        }
        if let Some(error) = self.unevenly_indented(line) {
            return error;
        }
        let key = self.key(line);
        let error = SyntaxError::at(
            key,
            format!(
                "the indentation of `{}` doesn't match any line above",
                key.slice(self.state.text)
            ),
        );
        error.help("indent it like the lines it belongs to")
    }

    /// Returns the range of a line's key, or of its content if it has no key.
    pub(super) fn key(&self, line: usize) -> TextRange {
        let content = self.line_content(line);
        let shape = self.lines.shape(line);
        let start = self.lines.range(line).start as usize;
        match shape.colon {
            Some(colon) => TextRange::from(start + shape.content..start + colon),
            None => content,
        }
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$' | b'.'))
}

fn quoted(value: &str) -> String {
    if value.contains('"') {
        format!("'{}'", value.replace('\'', "''"))
    } else {
        format!("\"{value}\"")
    }
}
