//! Colors: only for people, only where they are understood.

use anstream::{AutoStream, ColorChoice};
use azml_rules::rule::Level;

/// What the output may use besides letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Colors and line drawing.
    pub color: bool,
}

impl Style {
    /// For standard output: the environment decides (`NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`,
    /// `CLICOLOR`, `TERM`), else whether it is a terminal.
    #[must_use]
    pub fn of_environment() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        // Known to Node.js and Python, not to anstream.
        let forced = is_set("FORCE_COLOR") && !is_set("NO_COLOR");
        #[allow(clippy::disallowed_methods)]
        let chosen = AutoStream::choice(&std::io::stdout());
        Self {
            color: forced || chosen != ColorChoice::Never,
        }
    }

    /// `text` in the color of `level`.
    pub(super) fn level(self, level: Level, text: &str) -> String {
        let code = match level {
            Level::Error => "1;31",
            Level::Warning => "1;33",
            Level::Info => "1;34",
            Level::Hint => "1;36",
        };
        self.paint(code, text)
    }

    /// `text` as a label such as `help:`.
    pub(super) fn label(self, text: &str) -> String {
        self.paint("36", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}
