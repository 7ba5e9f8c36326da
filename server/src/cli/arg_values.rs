//! The values of options, and how they are read.

use azml_rules::checks::{RULES, rule};
use azml_rules::date::Date;
use azml_rules::rule::Rule;
use azml_rules::similar::closest;
use azml_rules::skeletons::{Skeleton, skeletons};
use azml_rules::wording::alternatives;
use clap::ValueEnum;

/// Kinds of files that are made from the options. (Doc comments on the values would make `--help` twice as
/// long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Generated {
    Man,
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

/// When to use colors. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

pub(super) fn one_line(text: &str) -> Result<String, &'static str> {
    if text.contains(char::is_control) {
        return Err("a comment is one line without control characters");
    }
    Ok(text.trim().to_owned())
}

pub(super) fn date(text: &str) -> Result<Date, &'static str> {
    Date::parse(text).ok_or("write year, month, and day, such as `2026-11-01`")
}

pub(super) fn known_rule(name: &str) -> Result<&'static Rule, String> {
    rule(name).ok_or_else(|| match meant(name, RULES.iter().map(|rule| rule.name)) {
        Some(meant) => format!("unknown rule; did you mean {meant}?"),
        None => "unknown rule; `azml-ls --rules` lists all rules".to_owned(),
    })
}

/// The skeleton called `name`.
pub(super) fn known_skeleton(name: &str) -> Result<&'static Skeleton, String> {
    let found = skeletons().iter().find(|it| it.id == name);
    found.ok_or_else(|| match meant(name, skeletons().iter().map(|it| it.id)) {
        Some(meant) => format!("unknown kind; did you mean {meant}?"),
        None => "unknown kind; `azml-ls new` lists all kinds".to_owned(),
    })
}

/// Maximum number of names that may be meant: more are a list to look through.
const MOST_MEANT: usize = 4;

/// Returns the closest of `names`, or else those that have all words of `typed`: `sweep-job` for "sweep".
pub(super) fn meant<'n>(typed: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let near: Vec<&str> = match closest(typed, names.iter().copied()) {
        Some(name) => vec![name],
        None => names
            .into_iter()
            .filter(|name| has_words(name, typed))
            .collect(),
    };
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    (1..=MOST_MEANT)
        .contains(&near.len())
        .then(|| alternatives(&near))
}

fn has_words(name: &str, typed: &str) -> bool {
    words(typed).all(|word| words(name).any(|it| is_slip(word, it)))
}

/// Returns `true` if `word` is the beginning of the word `meant`, or a slip in it. A short word is near too many others.
fn is_slip(word: &str, meant: &str) -> bool {
    meant.starts_with(word) || word.len() > 3 && closest(word, [meant]).is_some()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| !part.is_empty())
}
