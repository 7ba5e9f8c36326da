//! `--generate`: the man page, and what completes the options in a shell. Both are made from the
//! options themselves: completions when they are written, the man page when the options change.

use azml_rules::checks::RULES;
use azml_rules::skeletons::skeletons;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _, ValueEnum};
use clap_complete::{Shell, generate};

use crate::cli::arg_values::Generated;
use crate::cli::args::Args;
use crate::cli::commands::COMMANDS;
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

/// The options that take names of rules, schemas, and skeletons.
const OF_NAMES: [&str; 5] = ["explain", "only", "off", "schema", "new"];

/// Those that are commands, too.
const WITH_NAMES: [&str; 3] = ["explain", "schema", "new"];

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
    let script = String::from_utf8(script).expect("options are UTF-8");
    let script = with_commands(shell, script);
    of_writing(console.write_exact(|out| out.write_all(script.as_bytes())))
}

/// Adds the commands without dashes, and their values, to a script. clap only knows options.
fn with_commands(shell: Shell, mut script: String) -> String {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    let names = names.join(" ");
    match shell {
        Shell::Bash => {
            script = script.replacen(" opts=\"-", &format!(" opts=\"{names} -"), 1);
            for name in WITH_NAMES {
                script = script.replacen(&format!(" --{name})"), &format!(" --{name}|{name})"), 1);
            }
        }
        Shell::Fish => {
            let of_first = "complete -c azml-ls -n __fish_use_subcommand";
            script += &format!("{of_first} -a \"{names}\"\n");
            for name in WITH_NAMES {
                let seen = format!("complete -c azml-ls -n \"__fish_seen_subcommand_from {name}\"");
                script += &format!("{seen} -f -a \"{}\"\n", names_of(name).join(" "));
            }
        }
        Shell::Zsh => {
            // It is completed as the option that it means.
            let commands = WITH_NAMES.join("|");
            let meant = format!("[[ $words[2] == ({commands}) ]] && words[2]=\"--$words[2]\"");
            let first = format!("(( CURRENT == 2 )) && compadd -- {names}");
            let arguments = "    _arguments \"";
            script = script.replacen(
                arguments,
                &format!("    {meant}\n    {first}\n{arguments}"),
                1,
            );
        }
        _ => {}
    }
    script
}

/// The options, with the names of rules, schemas, and skeletons as values. Their summaries stay out: they
/// contain `$` and backquotes, which Fish would expand.
fn with_names() -> Command {
    OF_NAMES.iter().fold(Args::command(), |command, name| {
        let values = PossibleValuesParser::new(names_of(name));
        command.mut_arg(*name, |arg| arg.value_parser(values))
    })
}

/// Returns the values of the option called `name`.
fn names_of(name: &str) -> Vec<&'static str> {
    match name {
        "schema" => SchemaName::all().map(SchemaName::name).collect(),
        "new" => skeletons().iter().map(|it| it.id).collect(),
        _ => RULES.iter().map(|rule| rule.name).collect(),
    }
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
