//! Colours: only for people, only where they are understood.

use std::io::IsTerminal as _;

use azml_rules::rule::Level;

/// What the output may use besides letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Colours and line drawing.
    pub colour: bool,
}

impl Style {
    /// For standard output as the environment says: `NO_COLOR` and `FORCE_COLOR` as everywhere, else a terminal.
    #[must_use]
    pub fn of_environment() -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_terminal = std::io::stdout().is_terminal();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let forced = set("FORCE_COLOR") || set("CLICOLOR_FORCE");
        let colour = !set("NO_COLOR") && (forced || is_terminal && !dumb);
        Self { colour }
    }

    /// `text` in the colour of `level`.
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
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}
