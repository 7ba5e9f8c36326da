//! How the shells differ, as far as it matters here.

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Posix,
    PowerShell,
    /// `cmd.exe`.
    Cmd,
    /// The lines of a Makefile. Each has a shell of its own.
    Make,
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub(super) dialect: Dialect,
    /// Whether lines are joined, as YAML does with those of `>` and of plain scalars.
    pub(super) folds: bool,
}

impl Dialect {
    /// What takes the meaning from the next character, and joins lines.
    pub(super) fn escape(self) -> u8 {
        match self {
            Self::Posix | Self::Make => b'\\',
            Self::PowerShell => b'`',
            Self::Cmd => b'^',
        }
    }

    /// Whether `\` separates the parts of a path.
    pub(super) fn has_backslash_paths(self) -> bool {
        matches!(self, Self::PowerShell | Self::Cmd)
    }

    /// Whether the lines have a shell each.
    pub(super) fn has_shell_per_line(self) -> bool {
        self == Self::Make
    }
}
