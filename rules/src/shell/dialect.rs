//! The differences between the shells.

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Bash, and the other shells of POSIX.
    Bash,
    /// PowerShell.
    PowerShell,
    /// `cmd.exe`.
    Cmd,
    /// The recipes of a Makefile: each line runs in its own shell, and `$$` is its `$`.
    Make,
}

/// The form of the line breaks in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineBreaks {
    /// The text is decoded: the shell gets it unchanged.
    Decoded,
    /// The lines of a file: they may end with `\r\n`, and those of a block scalar are indented.
    Source,
    /// Like [`Self::Source`], and YAML joins lines with spaces up to the next blank one: `>`.
    Folded,
}

/// The rules for parsing a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syntax {
    /// The language.
    pub dialect: Dialect,
    /// The form of its line breaks.
    pub line_breaks: LineBreaks,
}

impl Dialect {
    /// Returns the character that escapes the next one, and continues lines.
    pub(super) fn escape(self) -> u8 {
        match self {
            Self::Bash | Self::Make => b'\\',
            Self::PowerShell => b'`',
            Self::Cmd => b'^',
        }
    }

    /// Returns `true` if `\` separates the parts of a path.
    pub(crate) fn has_backslash_paths(self) -> bool {
        matches!(self, Self::PowerShell | Self::Cmd)
    }

    /// Returns `true` if `*`, `[`, `{`, and `~` expand outside quotes. In a Makefile, they are also
    /// part of the syntax of `make`: `F ?= a.yml`.
    pub(super) fn has_patterns(self) -> bool {
        self == Self::Bash
    }

    /// Returns `true` if `byte` begins or ends a command, or redirects it.
    pub(super) fn is_operator(self, byte: u8) -> bool {
        matches!(byte, b'&' | b'|' | b'<' | b'>' | b'(' | b')') || byte == b';' && self != Self::Cmd
    }
}

impl Syntax {
    /// Returns the length of the line break at the start of `text`, in bytes.
    pub(super) fn line_break(self, text: &str) -> Option<usize> {
        match text.as_bytes() {
            [b'\n', ..] => Some(1),
            _ if self.line_breaks == LineBreaks::Decoded => None,
            [b'\r', b'\n', ..] => Some(2),
            [b'\r', ..] => Some(1),
            _ => None,
        }
    }
}
