//! `--generate`: the man page, and what completes the options in a shell. Both are made from the
//! options themselves, so they fit the program that writes them.

use std::io::{Result, Write};

use azml_rules::checks::RULES;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _, ValueEnum};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::of_writing;
use crate::cli::formats::ModeFormat;

/// What can be made from the options. (Doc comments on the values would make `--help` twice as
/// long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Generated {
    Man,
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

/// What is generated has one form, the one that its reader knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::cli) enum PlainFormat {
    #[default]
    Text,
}

impl ModeFormat for PlainFormat {}

/// The options that take names of rules.
const OF_RULES: [&str; 3] = ["explain", "only", "off"];

/// Writes `what`.
pub(in crate::cli) fn run(what: Generated, console: &Console) -> u8 {
    let shell = match what {
        Generated::Man => return of_writing(console.write_exact(man_page)),
        Generated::Bash => Shell::Bash,
        Generated::Elvish => Shell::Elvish,
        Generated::Fish => Shell::Fish,
        Generated::Powershell => Shell::PowerShell,
        Generated::Zsh => Shell::Zsh,
    };
    // It panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(shell, &mut with_rules(), "azml-ls", &mut script);
    of_writing(console.write_exact(|out| out.write_all(&script)))
}

/// The options, with the names of the rules as values. Their summaries stay out: they contain `$`
/// and backquotes, which Fish would expand.
fn with_rules() -> Command {
    OF_RULES.into_iter().fold(Args::command(), |command, name| {
        command.mut_arg(name, |arg| {
            let rules = RULES.iter().map(|rule| rule.name);
            arg.value_parser(PossibleValuesParser::new(rules))
        })
    })
}

/// Writes the man page. Its name is one line about the program, which is what `apropos` shows.
fn man_page(mut out: &mut dyn Write) -> Result<()> {
    let named = Man::new(Args::command().about(env!("CARGO_PKG_DESCRIPTION")));
    named.render_title(&mut out)?;
    named.render_name_section(&mut out)?;
    let page = Man::new(Args::command());
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    page.render_extra_section(&mut out)
}
