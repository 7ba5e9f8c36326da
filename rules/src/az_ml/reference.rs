//! The commands of `az ml` and their options: `data/az-ml.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/az_ml.rs"));

/// A command of the CLI v2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AzCommand {
    /// Its name after `az ml`: `job create`.
    pub name: &'static str,
    /// Its options, long and short, in one text, because each reference costs time at the start: `--file -f`.
    options: &'static str,
}

impl AzCommand {
    /// Returns the command called `name` after `az ml`.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        let at = COMMANDS.binary_search_by(|command| command.name.cmp(name));
        at.ok().map(|at| &COMMANDS[at])
    }

    /// Returns its options, without those that every command has.
    pub fn options(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.options.split_whitespace()
    }

    /// Returns `true` if it takes `option`, also a shortened one: the CLI accepts the start of a long option.
    pub(super) fn takes(&self, option: &str) -> bool {
        let mut known = self.options().chain(GLOBAL_OPTIONS.iter().copied());
        let is_long = option.starts_with("--") && option.len() > 2;
        known.any(|known| known == option || is_long && known.starts_with(option))
    }
}

/// Returns the words that may follow `group`, the words after `az ml`: commands and groups of commands. None
/// if it isn't a group.
pub fn words_after(group: &str) -> impl Iterator<Item = &'static str> + Clone {
    let names = COMMANDS.iter().filter_map(move |command| {
        let rest = match group {
            "" => command.name,
            group => command.name.strip_prefix(group)?.strip_prefix(' ')?,
        };
        rest.split(' ').next()
    });
    // Those of a group stand one after the other.
    let mut before = None;
    names.filter(move |name| before.replace(*name) != Some(*name))
}
