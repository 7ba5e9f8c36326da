//! The flags of a script that unknown ones were probably meant to be.

use std::collections::HashMap;

use crate::script::argparse::{ArgumentFault, Matching, letters};
use crate::script::python::{Argument, ScriptInterface};
use crate::similar::{are_typed, closest};
use crate::{cancellation, work_counter};

/// A flag of a script, with its argument.
pub(crate) type DeclaredFlag<'i> = (&'i Argument, &'i str);

/// Returns the flag that each unknown one of `matching` was probably meant to be, by the index of its
/// word.
pub(crate) fn meant_flags<'i>(
    interface: &'i ScriptInterface,
    matching: &Matching<'_>,
) -> HashMap<usize, DeclaredFlag<'i>> {
    let unknown = matching.faults.iter().filter_map(|fault| match fault {
        ArgumentFault::UnknownFlag { token, name } => Some((*token, name.as_str())),
        _ => None,
    });
    let unknown: Vec<(usize, &str)> = unknown.collect();
    if unknown.is_empty() {
        return HashMap::new();
    }
    let declared = interface.arguments.iter().flat_map(|argument| {
        let flags = argument.flags.iter();
        flags.map(move |flag| (argument, flag.as_str()))
    });
    let declared: Vec<DeclaredFlag<'i>> = declared.collect();
    let mut spellings: HashMap<String, Vec<DeclaredFlag<'i>>> = HashMap::new();
    for (argument, flag) in &declared {
        let same = spellings.entry(letters(flag).collect()).or_default();
        same.push((argument, flag));
    }
    let are_typed = are_typed(unknown.len(), declared.len());
    let meant = |name: &str| {
        cancellation::poll();
        let same = spellings.get(&letters(name).collect::<String>());
        let respelled = same.and_then(|same| same.iter().find(|(_, flag)| *flag != name));
        respelled.copied().or_else(|| {
            let near = are_typed.then(|| near_flag(&declared, name));
            near.flatten()
        })
    };
    let found = unknown
        .into_iter()
        .filter_map(|(token, name)| Some((token, meant(name)?)));
    found.collect()
}

/// Returns the flag whose name is close to `name`.
fn near_flag<'i>(declared: &[DeclaredFlag<'i>], name: &str) -> Option<DeclaredFlag<'i>> {
    let bare = |flag: &'i str| flag.trim_start_matches('-');
    // One letter is near to every other.
    let is_long = |flag: &str| flag.trim_start_matches('-').len() > 1;
    let long = || {
        let long = declared.iter().copied();
        long.filter(|(_, flag)| is_long(flag) && is_long(name))
    };
    let names = long().map(|(_, flag)| bare(flag));
    match closest(name.trim_start_matches('-'), names) {
        Some(meant) => long().find(|(_, flag)| bare(flag) == meant),
        None => only_beginning(long(), name),
    }
}

/// Returns the only flag that `name` adds words to: `--train` for `--train_path`.
fn only_beginning<'i>(
    flags: impl Iterator<Item = DeclaredFlag<'i>>,
    name: &str,
) -> Option<DeclaredFlag<'i>> {
    let mut beginnings = flags.filter(|(_, flag)| {
        work_counter::spend(1);
        let rest = name.strip_prefix(flag);
        rest.is_some_and(|rest| rest.starts_with(['-', '_']))
    });
    match (beginnings.next(), beginnings.next()) {
        (only, None) => only,
        _ => None,
    }
}
