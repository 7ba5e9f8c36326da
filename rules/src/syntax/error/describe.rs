//! Messages for the errors of the strict parser, placed where the mistake was made.
//!
//! The parser stops where it cannot continue, which is often several lines after the quote or
//! bracket that is not closed.

use granit_parser::ErrorKind;

use super::parser_state::ParserState;
use super::syntax_error::{SyntaxError, SyntaxErrorCause, widened};
use crate::syntax::lines::Lines;
use crate::syntax::parse::event::Failure;
use crate::text::TextRange;

/// Describes the error that stopped the strict parser.
pub(crate) fn describe(failure: &Failure, state: &ParserState<'_>) -> SyntaxError {
    describe_in_lines(failure, state, &Lines::new(state.text))
}

/// Same as [`describe`], with the lines of the parsed text already split.
pub(crate) fn describe_in_lines(
    failure: &Failure,
    state: &ParserState<'_>,
    lines: &Lines<'_>,
) -> SyntaxError {
    let describer = Describer {
        failure,
        state,
        lines,
    };
    let mut error = describer.error();
    error.range = widened(state.text, error.range);
    error
}

/// The error that stopped the strict parser, and its context.
pub(super) struct Describer<'a> {
    pub(super) failure: &'a Failure,
    pub(super) state: &'a ParserState<'a>,
    pub(super) lines: &'a Lines<'a>,
}

impl Describer<'_> {
    fn error(&self) -> SyntaxError {
        use ErrorKind as Kind;
        if let Some(error) = self.tab().or_else(|| self.template()) {
            return error;
        }
        match &self.failure.kind {
            Kind::UnclosedQuotedScalar
            | Kind::InvalidQuotedScalarIndent
            | Kind::DocumentIndicatorInQuotedScalar
            | Kind::InvalidTrailingDoubleQuotedScalar
            | Kind::InvalidTrailingSingleQuotedScalar => self.quote(),
            Kind::UnclosedFlowCollection { .. } => self.unclosed_bracket(self.failure.at),
            Kind::MismatchedFlowCollectionEnd { open, close } => {
                self.mismatched_bracket(*open, *close)
            }
            Kind::MisplacedFlowCollectionEnd => self.stray_bracket(),
            Kind::ExpectedFlowMappingSeparator
            | Kind::ExpectedFlowSequenceSeparator
            | Kind::UnexpectedEofFlowSequence
            | Kind::UnexpectedEofFlowMapping
            | Kind::UnexpectedEofImplicitFlowMapping
            | Kind::InvalidColonPlacement
            | Kind::InvalidFlowScalarIndent => self.within_brackets(),
            Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => self.text_without_key(self.line()),
            Kind::MappingValueNotAllowed => self.colon(),
            Kind::ExpectedBlockMappingKey
            | Kind::ExpectedBlockSequenceEntry
            | Kind::UnexpectedEofBlockMapping
            | Kind::UnexpectedEofBlockSequence
            | Kind::ExpectedDocumentStart
            | Kind::InvalidIndentation => self.misfit(),
            Kind::UnexpectedCharacter { character } => self.character(*character),
            Kind::BlockSequenceEntryNotAllowed | Kind::BlockEntryInFlowCollection => {
                self.inline_list()
            }
            _ => self.detail(),
        }
    }

    /// Describes the less common errors, which concern one token.
    fn detail(&self) -> SyntaxError {
        use ErrorKind as Kind;
        let word = self.word(self.failure.at);
        let named = word.slice(self.state.text);
        match &self.failure.kind {
            Kind::RecursionLimitExceeded => SyntaxError::at(
                self.failing_character(),
                "more than 255 levels of nesting are not supported",
            )
            .help("use fewer levels"),
            Kind::UnknownQuotedScalarEscape
            | Kind::InvalidQuotedScalarHexEscape
            | Kind::InvalidLowSurrogateHexEscape
            | Kind::InvalidLowSurrogate
            | Kind::MissingLowSurrogate
            | Kind::UnpairedLowSurrogate
            | Kind::InvalidUnicodeEscape => self.escape(),
            Kind::InvalidBlockScalarHeader | Kind::ZeroBlockScalarIndent => SyntaxError::at(
                word,
                format!("`{named}` is not a valid start of a multiline string"),
            )
            .help("write only `|` or `>` here, and start the text on the next line"),
            Kind::InvalidBlockScalarIndent | Kind::TabAtBlockScalarStart => SyntaxError::at(
                self.line_content(self.line()),
                "this line is not indented like the rest of its multiline string",
            )
            .help("indent all lines of the string equally, with spaces"),
            Kind::MissingAnchorOrAliasName => SyntaxError::at(
                self.failing_character(),
                format!("a name is missing after `{}`", self.failing_str()),
            )
            .help(format!(
                "put the value in quotes if `{}` is part of it",
                self.failing_str()
            )),
            Kind::CommentNotSeparated => SyntaxError::at(
                self.failing_character(),
                "a space is missing before `#`",
            )
            .cause(SyntaxErrorCause::Strictness)
            .help(
                "add a space before the comment, or put the value in quotes if `#` is part of it",
            ),
            Kind::CommentInterceptedScalar => {
                SyntaxError::at(word, "a comment can't interrupt a multiline value")
                    .help("move the comment")
            }
            Kind::MappingKeyNotAllowed => {
                SyntaxError::at(word, format!("a key can't start at `{named}`"))
                    .help("start the key on a line of its own")
            }
            Kind::InvalidDocumentEnd => {
                SyntaxError::at(word, format!("`{named}` follows the end of a document"))
                    .help("start it on the next line")
            }
            Kind::BomInsideDocument => SyntaxError::at(
                self.failing_character(),
                "unexpected byte-order mark in the middle of the file",
            )
            .help("remove it"),
            kind if is_tag(kind) => {
                SyntaxError::at(word, format!("`{named}` is not a valid YAML tag"))
                    .help("put the value in quotes if `!` is part of it")
            }
            kind if is_directive(kind) => {
                let line = self.line_content(self.line());
                let named = line.slice(self.state.text);
                SyntaxError::at(line, format!("`{named}` is not a valid YAML directive"))
                    .help("remove the line, or put the value in quotes if `%` is part of it")
            }
            _ => self.cannot_go_on(),
        }
    }

    fn cannot_go_on(&self) -> SyntaxError {
        let word = self.word(self.failure.at);
        SyntaxError::at(
            word,
            format!("unexpected `{}`", word.slice(self.state.text)),
        )
        .help("put the value in quotes if it is a string")
    }

    fn quote(&self) -> SyntaxError {
        let Some(open) = self.state.quote(self.failure.at) else {
            return self.unclosed_quote(self.failure.at);
        };
        let trailing = matches!(
            self.failure.kind,
            ErrorKind::InvalidTrailingDoubleQuotedScalar
                | ErrorKind::InvalidTrailingSingleQuotedScalar
        );
        if !trailing || self.lines.line_of(open) != self.line() {
            return self.unclosed_quote(open);
        }
        let rest = TextRange::new(self.failure.at, self.line_content(self.line()).end);
        let within = if self.one(open).slice(self.state.text) == "'" {
            "''"
        } else {
            "\\\""
        };
        SyntaxError::at(rest, "unexpected text after the closing quote")
            .help(format!(
                "put the whole value in quotes, and write `{within}` for a quote inside it"
            ))
            .opened(self.one(open), "the quoted string starts here")
    }

    fn unclosed_quote(&self, open: u32) -> SyntaxError {
        let quote = self.one(open);
        let mark = quote.slice(self.state.text);
        SyntaxError::at(quote, "this quote is never closed")
            .help(format!("add `{mark}` at the end of the text"))
    }

    pub(super) fn unclosed_bracket(&self, open: u32) -> SyntaxError {
        let bracket = self.one(open);
        let open = bracket.slice(self.state.text);
        let close = if open == "[" { "]" } else { "}" };
        SyntaxError::at(bracket, format!("this `{open}` is never closed"))
            .help(format!("add `{close}`"))
    }

    fn mismatched_bracket(&self, open: char, close: char) -> SyntaxError {
        let right = if open == '[' { ']' } else { '}' };
        let opener = self.one(self.failure.at);
        let from = self.state.last.max(self.failure.at);
        let rest = self.state.text.get(from as usize..).unwrap_or("");
        let Some(at) = rest.find(close) else {
            return self.unclosed_bracket(self.failure.at);
        };
        let at = from + u32::try_from(at).unwrap_or(0);
        SyntaxError::at(self.one(at), format!("`{close}` can't close `{open}`"))
            .help(format!("use `{right}`"))
            .opened(opener, "opened here")
    }

    fn stray_bracket(&self) -> SyntaxError {
        let named = self.failing_str();
        SyntaxError::at(self.failing_character(), format!("unmatched `{named}`"))
            .help("remove it, or put the value in quotes if it is part of it")
    }

    fn within_brackets(&self) -> SyntaxError {
        let at = self.failure.at;
        let Some(open) = self.state.open_flow else {
            return self.cannot_go_on();
        };
        let opener = self.lines.shape(self.lines.line_of(open));
        let here = self.lines.shape(self.line());
        let left_block = self.lines.line_of(open) != self.line() && here.indent <= opener.content;
        let bracket = self.one(open);
        let named = bracket.slice(self.state.text);
        if left_block
            || self
                .state
                .text
                .get(at as usize..)
                .is_none_or(|rest| rest.trim().is_empty())
        {
            return self.unclosed_bracket(open);
        }
        if self.failing_str() == "," {
            return SyntaxError::at(
                self.failing_character(),
                "a value is missing before this `,`",
            )
            .help("add a value, or remove the `,`");
        }
        let close = if named == "[" { "]" } else { "}" };
        SyntaxError::at(
            self.word(at),
            format!(
                "`,` or `{close}` is missing before `{}`",
                self.word(at).slice(self.state.text)
            ),
        )
        .help(format!(
            "separate entries with `,`, and close the `{named}` with `{close}`"
        ))
        .opened(bracket, "opened here")
    }

    fn character(&self, character: char) -> SyntaxError {
        if character.is_control() || !character.is_ascii() {
            let code = u32::from(character);
            // The parser may have stopped at the start of the word.
            let rest = self
                .state
                .text
                .get(self.failure.at as usize..)
                .unwrap_or("");
            let at =
                self.failure.at + u32::try_from(rest.find(character).unwrap_or(0)).unwrap_or(0);
            return SyntaxError::at(
                self.one(at),
                format!("the character U+{code:04X} is not allowed"),
            )
            .cause(SyntaxErrorCause::Strictness)
            .help("remove it, or write it as an escape in double quotes");
        }
        let word = self.word(self.failure.at).slice(self.state.text);
        let named = if character == '`' {
            "a backtick".to_owned()
        } else {
            format!("`{character}`")
        };
        SyntaxError::at(
            self.failing_character(),
            format!("an unquoted value can't start with {named}"),
        )
        .cause(SyntaxErrorCause::ReservedStart)
        .help(format!("put the value in quotes: `\"{word}\"`"))
    }

    fn inline_list(&self) -> SyntaxError {
        SyntaxError::at(
            self.failing_character(),
            "a list item can't start in the middle of a line",
        )
        .help("start the list on the next line, or write it as `[a, b]`")
    }

    fn escape(&self) -> SyntaxError {
        let from = self.failure.at as usize;
        let rest = self.state.text.get(from..).unwrap_or("");
        let (at, len) = bad_escape(rest).unwrap_or((0, 1));
        let range = TextRange::from(from + at..from + at + len);
        let named = range.slice(self.state.text);
        SyntaxError::at(
            range,
            format!("`{named}` is not a valid escape in double quotes"),
        )
        .help("write the backslash twice, or use single quotes")
    }

    pub(super) fn line(&self) -> usize {
        self.lines.line_of(self.failure.at)
    }

    pub(super) fn failing_character(&self) -> TextRange {
        self.one(self.failure.at)
    }

    fn failing_str(&self) -> &str {
        self.failing_character().slice(self.state.text)
    }

    /// Returns the range of the character at `at`.
    pub(super) fn one(&self, at: u32) -> TextRange {
        let len = self
            .state
            .text
            .get(at as usize..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        TextRange::from(at as usize..at as usize + len)
    }

    /// Returns the range from `at` to the next blank.
    pub(super) fn word(&self, at: u32) -> TextRange {
        let rest = self.state.text.get(at as usize..).unwrap_or("");
        let len = rest.find([' ', '\t', '\n', '\r']).unwrap_or(rest.len());
        TextRange::from(at as usize..at as usize + len)
    }

    /// Returns the range of a line without indentation and comment.
    pub(super) fn line_content(&self, line: usize) -> TextRange {
        let shape = self.lines.shape(line);
        let start = self.lines.range(line).start as usize;
        TextRange::from(start + shape.indent..start + shape.end.max(shape.indent))
    }
}

fn is_tag(kind: &ErrorKind) -> bool {
    use ErrorKind as Kind;
    matches!(
        kind,
        Kind::UndeclaredTagHandle
            | Kind::ExpectedTagBang
            | Kind::InvalidGlobalTagCharacter
            | Kind::InvalidTagTerminator
            | Kind::MissingTagUri
            | Kind::UnclosedVerbatimTag
            | Kind::InvalidTagEscape
            | Kind::InvalidTagUtf8LeadingByte
            | Kind::InvalidTagUtf8TrailingByte
            | Kind::InvalidTagUtf8
    )
}

fn is_directive(kind: &ErrorKind) -> bool {
    use ErrorKind as Kind;
    matches!(
        kind,
        Kind::DuplicateVersionDirective
            | Kind::UnsupportedYamlMajorVersion
            | Kind::DuplicateTagDirective
            | Kind::MissingDocumentEndBeforeDirective
            | Kind::ExpectedTagDirectiveBang
            | Kind::InvalidDirectiveTerminator
            | Kind::MissingYamlVersionSeparator
            | Kind::MissingDirectiveName
            | Kind::InvalidDirectiveName
            | Kind::DirectiveByteLimitExceeded { .. }
            | Kind::TooManyReservedDirectiveParams { .. }
            | Kind::YamlVersionTooLong
            | Kind::MissingYamlVersion
            | Kind::InvalidTagDirectiveTerminator
    )
}

/// Finds the first invalid escape in double-quoted `text`, with its length.
fn bad_escape(text: &str) -> Option<(usize, usize)> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            continue;
        }
        let (_, escape) = chars.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
            | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => continue,
            _ => return Some((at, 1 + escape.len_utf8())),
        };
        let following = text[at + 2..].chars().take(digits);
        let written = following.take_while(char::is_ascii_hexdigit).count();
        let code = u32::from_str_radix(&text[at + 2..at + 2 + written], 16).ok();
        if written < digits || code.and_then(char::from_u32).is_none() {
            return Some((at, 2 + written));
        }
    }
    None
}
