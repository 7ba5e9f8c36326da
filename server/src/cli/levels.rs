//! Levels as options, of findings and of the log.

use azml_rules::rule::Level;
use clap::ValueEnum;

use crate::lsp::LogLevel;

/// A level as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum LevelName {
    Error,
    Warning,
    Info,
    Hint,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Error => Self::Error,
            LevelName::Warning => Self::Warning,
            LevelName::Info => Self::Info,
            LevelName::Hint => Self::Hint,
        }
    }
}

/// A level of the log as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum LogLevelName {
    Error,
    Warning,
    Info,
    Debug,
}

impl From<LogLevelName> for LogLevel {
    fn from(name: LogLevelName) -> Self {
        match name {
            LogLevelName::Error => Self::Error,
            LogLevelName::Warning => Self::Warning,
            LogLevelName::Info => Self::Info,
            LogLevelName::Debug => Self::Debug,
        }
    }
}
