//! Commands without dashes: `azml-ls check jobs` and `azml-ls jobs` are `azml-ls --check jobs`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use azml_rules::similar::closest;

/// The options that say what to do, by the name of their command.
pub(super) const COMMANDS: [(&str, &str); 17] = [
    ("check", "--check"),
    ("computes", "--computes"),
    ("cost", "--cost"),
    ("explain", "--explain"),
    ("fmt", "--fmt"),
    ("graph", "--graph"),
    ("help", "--help"),
    ("list-files", "--list-files"),
    ("mcp", "--mcp"),
    ("new", "--new"),
    ("plan", "--plan"),
    ("refresh", "--refresh"),
    ("rules", "--rules"),
    ("schema", "--schema"),
    ("server", "--stdio"),
    ("show-settings", "--show-settings"),
    ("version", "--version"),
];

/// Names that they have in other programs.
const OTHER_NAMES: [(&str, &str); 7] = [
    ("fix", "check --fix"),
    ("format", "fmt"),
    ("init", "new"),
    ("lint", "check"),
    ("lsp", "server"),
    ("serve", "server"),
    ("validate", "check"),
];

/// Returns the arguments with an option in place of a command, and with `--check` before a path.
///
/// # Errors
///
/// Returns a message if the first argument is neither, but almost a command.
pub(super) fn as_options(
    arguments: impl Iterator<Item = OsString>,
) -> Result<Vec<OsString>, String> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let Some(first) = arguments.get_mut(1) else {
        return Ok(arguments);
    };
    if let Some(option) = option_of(first) {
        *first = option.into();
    } else if is_path(first) {
        if let Some(command) = misspelled(first) {
            let typed = first.display();
            return Err(format!(
                "there is no command `{typed}`; did you mean `{command}`? To check a file or \
                 folder, give a path that exists"
            ));
        }
        arguments.insert(1, "--check".into());
    }
    Ok(arguments)
}

fn option_of(word: &OsStr) -> Option<&'static str> {
    let mut commands = COMMANDS.iter();
    commands.find_map(|(command, option)| (word == *command).then_some(*option))
}

/// Returns `true` for everything that is not an option: `-` is standard input.
fn is_path(argument: &OsStr) -> bool {
    argument == "-" || !argument.as_encoded_bytes().starts_with(b"-")
}

/// Returns the command that was meant, if there is no such path.
fn misspelled(word: &OsStr) -> Option<&'static str> {
    let text = word.to_str()?;
    if Path::new(word).symlink_metadata().is_ok() {
        return None;
    }
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == text);
    other
        .map(|(_, command)| *command)
        .or_else(|| closest(text, COMMANDS.iter().map(|(command, _)| *command)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn every_option_that_says_what_to_do_is_a_command() {
        let command = Args::command();
        let what_to_do = command.get_arguments().filter(|argument| {
            argument.get_help_heading() == Some("What to do") && argument.get_id() != "watch"
        });
        for long in what_to_do.filter_map(clap::Arg::get_long) {
            // What `--generate` writes is for packages, not for people.
            let is_command = COMMANDS.iter().any(|(name, _)| *name == long);
            assert!(is_command || long == "generate", "{long}");
        }
        for (_, option) in COMMANDS {
            let mut longs = command.get_arguments().filter_map(clap::Arg::get_long);
            let known = ["--help", "--version"].contains(&option)
                || longs.any(|long| option == format!("--{long}"));
            assert!(known, "{option}");
        }
    }
}
