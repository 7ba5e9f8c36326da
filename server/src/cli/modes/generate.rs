//! `--generate`: the man page, and what completes the options in a shell. Both are made from the
//! options themselves: completions when they are written, the man page when the options change.

use azml_rules::checks::RULES;
use azml_rules::skeletons::skeletons;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _, ValueEnum};
use clap_complete::{Shell, generate};

use crate::cli::arg_values::Generated;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::of_writing;
use crate::cli::formats::ModeFormat;
use crate::output::SchemaName;

/// Format of generated output, which has only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::cli) enum PlainFormat {
    #[default]
    Text,
}

impl ModeFormat for PlainFormat {}

/// The man page, which a test below writes.
const MAN_PAGE: &str = include_str!("../azml-ls.1");

/// The options that take names of rules.
const OF_RULES: [&str; 3] = ["explain", "only", "off"];

/// Writes `what`.
pub(in crate::cli) fn run(what: Generated, console: &Console) -> u8 {
    let shell = match what {
        Generated::Man => {
            return of_writing(console.write_exact(|out| out.write_all(MAN_PAGE.as_bytes())));
        }
        Generated::Bash => Shell::Bash,
        Generated::Elvish => Shell::Elvish,
        Generated::Fish => Shell::Fish,
        Generated::Powershell => Shell::PowerShell,
        Generated::Zsh => Shell::Zsh,
    };
    // It panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(shell, &mut with_names(), "azml-ls", &mut script);
    of_writing(console.write_exact(|out| out.write_all(&script)))
}

/// The options, with the names of rules, schemas, and skeletons as values. Their summaries stay out: they
/// contain `$` and backquotes, which Fish would expand.
fn with_names() -> Command {
    let with_values = |command: Command, name: &'static str, values: Vec<&'static str>| {
        command.mut_arg(name, |arg| {
            arg.value_parser(PossibleValuesParser::new(values))
        })
    };
    let mut command = Args::command();
    for name in OF_RULES {
        command = with_values(command, name, RULES.iter().map(|rule| rule.name).collect());
    }
    command = with_values(
        command,
        "schema",
        SchemaName::all().map(SchemaName::name).collect(),
    );
    with_values(command, "new", skeletons().iter().map(|it| it.id).collect())
}

#[cfg(test)]
mod tests {
    use clap_mangen::Man;

    use super::*;

    /// Returns the man page. Its name is one line about the program, which is what `apropos` shows.
    fn man_page() -> std::io::Result<String> {
        let mut out = Vec::new();
        let named = Man::new(Args::command().about(env!("CARGO_PKG_DESCRIPTION")));
        named.render_title(&mut out)?;
        named.render_name_section(&mut out)?;
        let page = Man::new(Args::command());
        page.render_synopsis_section(&mut out)?;
        page.render_description_section(&mut out)?;
        page.render_options_section(&mut out)?;
        page.render_extra_section(&mut out)?;
        Ok(String::from_utf8(out).expect("options are UTF-8"))
    }

    #[test]
    fn the_man_page_is_fresh() {
        let wanted = man_page().expect("memory can be written to");
        if std::env::var_os("UPDATE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/azml-ls.1");
            std::fs::write(path, wanted).expect("a generated file can be written");
            return;
        }
        assert!(MAN_PAGE == wanted, "run UPDATE=1 cargo test --workspace");
    }
}
