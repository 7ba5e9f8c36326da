//! Style of the output: limited to the features that the reader supports.

use std::ffi::OsString;
use std::io::IsTerminal as _;

use anstream::{AutoStream, ColorChoice};
use azml_rules::rule::Level;

/// Columns of text where no terminal says how many it has, and most columns of a sentence.
pub(crate) const WIDTH: usize = 100;

/// A narrower terminal breaks the lines itself.
const LEAST_WIDTH: usize = 40;

/// Features that the output may use besides plain text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// `true` if colors are supported.
    pub color: bool,
    /// `true` if links are supported (OSC 8).
    pub links: bool,
    /// Characters for drawing lines.
    pub drawing: Drawing,
    /// Columns to fill.
    pub width: usize,
}

/// Characters for drawing lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// `,-[` and `|`, which every tool shows.
    Ascii,
    /// Lines of their own, and `…` where something is cut off.
    Unicode,
}

impl Drawing {
    /// Returns the replacement of omitted text.
    pub(crate) fn ellipsis(self) -> &'static str {
        match self {
            Self::Ascii => "...",
            Self::Unicode => "…",
        }
    }
}

/// For files, and for programs that read.
impl Default for Style {
    fn default() -> Self {
        Self {
            color: false,
            links: false,
            drawing: Drawing::Ascii,
            width: WIDTH,
        }
    }
}

/// A look at the environment.
type Variables<'e> = &'e dyn Fn(&str) -> Option<OsString>;

impl Style {
    /// For standard output: the environment decides (`NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`,
    /// `CLICOLOR`, `TERM`), else whether it is a terminal.
    pub fn of_environment() -> Self {
        let variables: Variables<'_> = &|name| std::env::var_os(name);
        #[allow(clippy::disallowed_methods)]
        let chosen = AutoStream::choice(&std::io::stdout());
        let color = is_forced(variables) || chosen != ColorChoice::Never;
        Self::of_output(color)
    }

    /// For standard output, where the user has decided about colors.
    pub fn of_output(color: bool) -> Self {
        let variables: Variables<'_> = &|name| std::env::var_os(name);
        #[allow(clippy::disallowed_methods)]
        let is_terminal = std::io::stdout().is_terminal();
        Self {
            color,
            links: color && is_terminal && supports_hyperlinks::supports_hyperlinks(),
            drawing: drawing(variables, is_terminal || color),
            width: if is_terminal { width(variables) } else { WIDTH },
        }
    }

    /// `text` as a label such as `help:`.
    pub(crate) fn label(self, text: &str) -> String {
        self.paint("36", text)
    }

    /// `text` as a link to `address`.
    pub(crate) fn link(self, text: &str, address: &str) -> String {
        if self.links {
            format!("\u{1b}]8;;{address}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\")
        } else {
            text.to_owned()
        }
    }

    /// `text` in the color of `level`.
    pub(crate) fn level(self, level: Level, text: &str) -> String {
        let code = match level {
            Level::Error => "1;91",
            Level::Warning => "1;33",
            Level::Info => "1;94",
            Level::Hint => "1;96",
        };
        self.paint(code, text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Returns `true` if colors are forced by the variables of Node.js and Python, which anstream does not support.
fn is_forced(variables: Variables<'_>) -> bool {
    let value = |name| variables(name).filter(|value| !value.is_empty());
    let forced = value("FORCE_COLOR").is_some_and(|value| value != "0" && value != "false");
    forced && value("NO_COLOR").is_none()
}

/// Returns the characters that the reader can display: the locale decides, and Windows has them
/// all.
fn drawing(variables: Variables<'_>, is_rich: bool) -> Drawing {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.into_iter().filter_map(variables);
    let locale = locale.into_iter().find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_string_lossy().to_lowercase();
    let has_letters = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
    if is_rich && has_letters && !is_dumb(variables) {
        Drawing::Unicode
    } else {
        Drawing::Ascii
    }
}

/// Returns `true` if the terminal supports no control sequences.
pub fn is_dumb_terminal() -> bool {
    is_dumb(&|name| std::env::var_os(name))
}

fn is_dumb(variables: Variables<'_>) -> bool {
    variables("TERM").is_some_and(|term| term == "dumb")
}

/// The columns of the terminal.
fn width(variables: Variables<'_>) -> usize {
    let configured = variables("COLUMNS").and_then(|columns| columns.to_str()?.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let columns = configured.filter(|columns| *columns > 0).or_else(measured);
    columns.unwrap_or(WIDTH).max(LEAST_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(set: &[(&str, &str)], ask: impl Fn(Variables<'_>) -> T) -> T {
        let value = |name: &str| set.iter().find(|(known, _)| *known == name);
        ask(&|name| value(name).map(|(_, value)| OsString::from(value)))
    }

    #[test]
    fn colors_are_forced_as_other_tools_do() {
        for (set, forced) in [
            (&[][..], false),
            (&[("FORCE_COLOR", "1")], true),
            (&[("FORCE_COLOR", "3")], true),
            (&[("FORCE_COLOR", "")], false),
            (&[("FORCE_COLOR", "0")], false),
            (&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
            (&[("FORCE_COLOR", "1"), ("NO_COLOR", "")], true),
        ] {
            assert_eq!(with(set, is_forced), forced, "{set:?}");
        }
    }

    #[cfg(not(windows))]
    #[test]
    fn lines_are_drawn_where_the_locale_has_the_letters() {
        for (set, drawn) in [
            (&[][..], Drawing::Ascii),
            (&[("LANG", "C")], Drawing::Ascii),
            (&[("LANG", "C.UTF-8")], Drawing::Unicode),
            (&[("LANG", "de_DE.utf8")], Drawing::Unicode),
            (&[("LANG", "de_DE.utf8"), ("LC_ALL", "C")], Drawing::Ascii),
            (&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")], Drawing::Unicode),
            (&[("LANG", "C.UTF-8"), ("TERM", "dumb")], Drawing::Ascii),
        ] {
            assert_eq!(with(set, |it| drawing(it, true)), drawn, "{set:?}");
            assert_eq!(with(set, |it| drawing(it, false)), Drawing::Ascii);
        }
    }

    #[test]
    fn the_environment_comes_before_the_terminal() {
        assert_eq!(with(&[("COLUMNS", "72")], width), 72);
        assert_eq!(with(&[("COLUMNS", "5")], width), LEAST_WIDTH);
    }
}
