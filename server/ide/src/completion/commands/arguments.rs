//! Completion of script arguments: missing flags, and values for the flag before the cursor.

use azml_rules::script::argparse::{MatchedArgument, Matching};
use azml_rules::script::commands::ScriptRun;
use azml_rules::script::python::{Argument, ArgumentAction, Nargs, ScriptInterface};

use super::argument_context::ArgumentContext;
use super::marked::MarkedWord;
use super::values;
use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::script::{about, interface_of, summary, tokens};

/// Returns the completions for `word`, the argument at `index`.
pub(crate) fn items(
    site: &Site<'_>,
    run: &ScriptRun<'_>,
    index: usize,
    word: &MarkedWord,
) -> Vec<Item> {
    let Some(interface) = interface_of(site, run) else {
        return Vec::new();
    };
    let tokens = tokens(run.words());
    let matching = Matching::new(&tokens, &interface);
    let around = ArgumentContext {
        site,
        run,
        word,
        matching: &matching,
        index,
    };
    let valued = matching
        .given
        .iter()
        .find(|given| around.start_in(given).is_some());
    let mut items = Vec::new();
    if let Some(given) = valued {
        let start = around.start_in(given).unwrap_or(0);
        items.extend(values::items(&around, given.argument, start));
        if start > 0 || !may_end(given, index) {
            return items;
        }
    }
    items.extend(flags(&around, &interface));
    items
}

/// Returns `true` if a flag may follow although the word at `index` could be a value of `given`.
fn may_end(given: &MatchedArgument<'_>, index: usize) -> bool {
    let is_first = given
        .values
        .first()
        .is_some_and(|value| value.token == index);
    match given.argument.nargs {
        Nargs::One | Nargs::Exactly(_) => given.flag.is_none(),
        Nargs::OneOrMore => given.flag.is_none() || !is_first,
        _ => true,
    }
}

/// Returns the flags that are not present yet: first those that the script requires.
fn flags(around: &ArgumentContext<'_, '_>, interface: &ScriptInterface) -> Vec<Item> {
    let mut ranked: Vec<(u8, Item)> = Vec::new();
    for argument in &interface.arguments {
        let is_repeatable = matches!(
            argument.action,
            ArgumentAction::Append
                | ArgumentAction::AppendConst
                | ArgumentAction::Extend
                | ArgumentAction::Count
        );
        let is_given = around.is_given(argument);
        let is_of_use = !matches!(
            argument.action,
            ArgumentAction::Help | ArgumentAction::Version
        );
        if argument.is_positional()
            || !is_of_use
            || is_given && !is_repeatable
            || around.is_excluded(argument)
        {
            continue;
        }
        let rank = match () {
            () if is_given => 3,
            () if argument.is_required => 0,
            () if argument.is_conditional => 2,
            () => 1,
        };
        let names = names(argument).into_iter();
        ranked.extend(names.map(|name| (rank, flag(around, argument, name))));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, item)| item).collect()
}

/// Returns the flags of `argument` to offer: its name, and `--no-name`.
fn names(argument: &Argument) -> Vec<&str> {
    if argument.action != ArgumentAction::BooleanOptional {
        return vec![argument.name()];
    }
    let long = argument.flags.iter().filter(|flag| flag.starts_with("--"));
    long.map(String::as_str).collect()
}

/// Returns the item of a flag, with the input or output of the same name.
fn flag(around: &ArgumentContext<'_, '_>, argument: &Argument, name: &str) -> Item {
    let bound = values::of_same_name(around, argument, name);
    let text = bound.unwrap_or_else(|| name.to_owned());
    let item = around
        .word
        .item(ItemSort::Flag, &text.clone(), text, &summary(argument));
    Item {
        filter: name.to_owned(),
        about: about(around.site, argument),
        ..item
    }
}
