//! The meaning of a word that begins with `-`: `_parse_optional` and `_get_option_tuples` of
//! `argparse`.

use crate::script::python::{Argument, ScriptInterface};
use crate::{cancellation, work_counter};

use super::token::ArgumentToken;

/// A flag as a word names it.
#[derive(Clone, PartialEq, Debug)]
pub struct FlagUse<'i> {
    /// The argument of the flag; `None` for `--help`.
    pub argument: Option<&'i Argument>,
    /// The flag in full.
    pub flag: &'i str,
    /// Byte offset of the value in the word: after `=` or after `-x`.
    pub value: Option<usize>,
    /// `true` if the script certainly has this flag, and the number of its values is known.
    pub is_certain: bool,
}

/// Classification of a word for `argparse`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum FlagShape<'i> {
    /// A value.
    Value,
    /// A value or a flag.
    Unclear,
    /// A flag of the script.
    Flag(FlagUse<'i>),
    /// A flag that the script doesn't have.
    Unknown(String),
    /// The beginning of several flags.
    Ambiguous(String, Vec<&'i str>),
    /// Begins with `-`, but its meaning is unknown.
    UnclearFlag,
    /// `--`.
    Dashes,
}

impl FlagShape<'_> {
    pub(crate) fn is_flag(&self) -> bool {
        !matches!(self, Self::Value | Self::Unclear | Self::Dashes)
    }
}

/// The flags that show the help.
const HELP: [&str; 2] = ["-h", "--help"];

/// Classifies `token`, which comes before any `--`, for a script with these `flags`.
pub(crate) fn shape<'i>(token: &ArgumentToken, flags: &FlagTable<'i>) -> FlagShape<'i> {
    let (text, is_whole) = match token {
        ArgumentToken::Text(text) => (text.as_str(), true),
        ArgumentToken::Start(text) => (text.as_str(), false),
        ArgumentToken::Value => return FlagShape::Value,
        ArgumentToken::Unclear => return FlagShape::Unclear,
    };
    if !text.starts_with('-') || text == "-" && is_whole {
        return FlagShape::Value;
    }
    if is_whole {
        if text == "--" {
            return FlagShape::Dashes;
        }
        if let Some(found) = flags.exact(text, None) {
            return FlagShape::Flag(found);
        }
    }
    if let Some((name, value)) = text.split_once('=')
        && let Some(found) = flags.exact(name, Some(text.len() - value.len()))
    {
        return FlagShape::Flag(found);
    }
    if !is_whole && (!text.starts_with("--") || !text.contains('=')) {
        return FlagShape::UnclearFlag;
    }
    beginning(flags, text).unwrap_or_else(|| unknown(flags.interface, text, is_whole))
}

/// Classifies a word that is neither a flag nor the beginning of one.
fn unknown<'i>(interface: &ScriptInterface, text: &str, is_whole: bool) -> FlagShape<'i> {
    if is_number(text) {
        let flags = interface.arguments.iter().flat_map(|it| &it.flags);
        let is_plain = is_plain_negative(text) && !flags.into_iter().any(|it| is_number(it));
        return if is_plain {
            FlagShape::Value
        } else {
            FlagShape::UnclearFlag
        };
    }
    if text.contains(' ') {
        return FlagShape::Value;
    }
    // The part that isn't known yet may contain a blank.
    if !is_whole {
        return FlagShape::UnclearFlag;
    }
    let name = text.split('=').next().unwrap_or(text);
    FlagShape::Unknown(name.to_owned())
}

/// Returns `true` if Python may parse `text` as a number.
fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches('-');
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.contains(|c: char| c.is_ascii_digit())
}

/// Returns `true` if every version of `argparse` takes `text` for a negative number: `^-\d+$|^-\d*\.\d+$`.
fn is_plain_negative(text: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.strip_prefix('-')
        .is_some_and(|digits| match digits.split_once('.') {
            Some((whole, fraction)) => {
                is_digits(whole) && is_digits(fraction) && !fraction.is_empty()
            }
            None => is_digits(digits),
        })
}

/// The flags of a script with their arguments, in alphabetical order: a command may have as many words
/// as the script has flags.
pub(crate) struct FlagTable<'i> {
    interface: &'i ScriptInterface,
    /// With their numbers in the order of the script.
    sorted: Vec<(&'i str, usize, Option<&'i Argument>)>,
}

impl<'i> FlagTable<'i> {
    pub(crate) fn of(interface: &'i ScriptInterface) -> Self {
        let numbered = flags(interface).enumerate();
        let mut sorted: Vec<_> = numbered.map(|(at, (flag, it))| (flag, at, it)).collect();
        sorted.sort_unstable_by_key(|(flag, at, _)| (*flag, *at));
        Self { interface, sorted }
    }

    /// Returns the flag that is exactly `name`.
    pub(crate) fn exact(&self, name: &str, value: Option<usize>) -> Option<FlagUse<'i>> {
        let mut found = self.from(name).filter(|(flag, ..)| *flag == name);
        let (flag, _, argument) = found.next()?;
        // If two arguments share a flag, it is unknown which of them applies.
        let is_only = found.next().is_none();
        Some(FlagUse {
            argument: *argument,
            flag,
            value,
            is_certain: is_only && argument.is_none_or(|argument| !argument.is_conditional),
        })
    }

    /// Returns the flags that start with `text`, in the order of the script.
    fn starting_with(&self, text: &str) -> Vec<(&'i str, Option<&'i Argument>)> {
        let mut found: Vec<_> = self.from(text).collect();
        found.sort_unstable_by_key(|(_, at, _)| *at);
        found.iter().map(|(flag, _, it)| (*flag, *it)).collect()
    }

    /// The flags that start with `text`, in alphabetical order.
    fn from(&self, text: &str) -> impl Iterator<Item = &(&'i str, usize, Option<&'i Argument>)> {
        let first = self.sorted.partition_point(|(flag, ..)| *flag < text);
        let rest = self.sorted[first..].iter();
        rest.take_while(move |(flag, ..)| {
            work_counter::spend(1);
            flag.starts_with(text)
        })
    }
}

/// Returns every flag with its argument.
fn flags(interface: &ScriptInterface) -> impl Iterator<Item = (&str, Option<&Argument>)> {
    let help = HELP.iter().filter(|_| interface.has_help);
    let own = interface.arguments.iter().flat_map(|argument| {
        let flags = argument.flags.iter();
        flags.map(move |flag| (flag.as_str(), Some(argument)))
    });
    let all = help.map(|flag| (*flag, None)).chain(own);
    all.inspect(|_| work_counter::spend(1))
}

/// Returns the flags that start with `text`, and the short flags that `text` starts with.
fn beginning<'i>(flags: &FlagTable<'i>, text: &str) -> Option<FlagShape<'i>> {
    cancellation::poll();
    let interface = flags.interface;
    let mut name = text;
    let mut value = None;
    let is_long = text.starts_with("--");
    if let Some((before, after)) = text.split_once('=')
        && is_long
    {
        (name, value) = (before, Some(text.len() - after.len()));
    }
    let is_beginning = |flag: &str| flag.starts_with(name);
    let mut found: Vec<FlagUse<'i>> = Vec::new();
    let possible = match is_long {
        true => flags.starting_with(name),
        false => self::flags(interface).collect(),
    };
    for (flag, argument) in possible {
        let is_certain = argument.is_none_or(|argument| !argument.is_conditional);
        let found_with = |value| FlagUse {
            argument,
            flag,
            value,
            is_certain,
        };
        let is_short = !is_long && text.strip_prefix(flag).is_some() && flag.chars().count() == 2;
        if is_short {
            found.push(found_with(Some(flag.len())));
        } else if is_beginning(flag) {
            if !interface.allows_abbreviations {
                if is_long {
                    continue;
                }
                return Some(FlagShape::UnclearFlag);
            }
            found.push(found_with(value));
        } else if !is_long
            && text
                .split('=')
                .next()
                .is_some_and(|it| flag.starts_with(it))
        {
            // Newer versions read `-da=1` as an abbreviation, older ones do not.
            return Some(FlagShape::UnclearFlag);
        }
    }
    if found.iter().any(|found| !found.is_certain) {
        return Some(FlagShape::UnclearFlag);
    }
    let is_one = |other: &FlagUse<'_>| match (other.argument, found[0].argument) {
        (Some(other), Some(first)) => std::ptr::eq(other, first),
        (None, None) => true,
        _ => false,
    };
    match found.len() {
        0 => None,
        1 => found.pop().map(FlagShape::Flag),
        // Several flags of one argument: newer versions accept the abbreviation, older ones do not.
        _ if found.iter().all(is_one) => Some(FlagShape::UnclearFlag),
        _ => {
            let flags = found.iter().map(|found| found.flag).collect();
            Some(FlagShape::Ambiguous(name.to_owned(), flags))
        }
    }
}

/// Returns `true` if two flags differ only in `-`, `_`, and letter case.
pub fn differs_in_spelling(flag: &str, other: &str) -> bool {
    flag != other && letters(flag).eq(letters(other))
}

/// Returns the letters of `flag` that tell it from another one.
pub fn letters(flag: &str) -> impl Iterator<Item = char> {
    work_counter::spend(1);
    let letters = flag.chars().filter(|c| !matches!(c, '-' | '_'));
    letters.flat_map(char::to_lowercase)
}
