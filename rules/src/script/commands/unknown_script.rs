//! The reasons why a script is unknown.

/// The reason why a script is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnknownScript {
    /// Its word has an expression.
    Expression,
    /// The shell expands its word.
    Expansion,
    /// Its word is a placeholder, or contains characters that paths of scripts don't have.
    NotAPath,
    /// It is outside of the code.
    OutsideOfCode,
    /// The folder that contains it is unknown.
    WorkingFolder,
    /// A command before it may create it.
    MadeBefore,
    /// If it fails, the shell runs the command after `||` instead.
    Alternative,
    /// The shell searches `PATH` for it, too.
    SearchPath,
    /// It is a folder, which the interpreter may run as a program.
    Folder,
    /// `code` is an expression or a placeholder, or isn't a string.
    CodeNotKnown,
    /// `code` isn't on this machine, or is set in another place.
    CodeNotAvailable,
    /// The path in `code` doesn't exist.
    CodeMissing,
    /// The state of the disk is unknown.
    NotSeen,
    /// It would be in another repository.
    Submodule,
    /// It would be in a folder that is still empty.
    EmptyFolder,
    /// It is a broken link.
    Link,
    /// Git ignores it: something generates it.
    Generated,
}
