//! The values of options, and how they are read.

use azml_rules::checks::{RULES, rule};
use azml_rules::date::Date;
use azml_rules::rule::Rule;
use azml_rules::similar::closest;
use azml_rules::skeletons::{Skeleton, skeletons};
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
    rule(name).ok_or_else(|| match closest(name, RULES.iter().map(|rule| rule.name)) {
        Some(similar) => format!("unknown rule; did you mean `{similar}`?"),
        None => "unknown rule; `azml-ls --rules` lists all rules".to_owned(),
    })
}

/// The skeleton called `name`.
pub(super) fn known_skeleton(name: &str) -> Result<&'static Skeleton, String> {
    let found = skeletons().iter().find(|it| it.id == name);
    found.ok_or_else(|| match closest(name, skeletons().iter().map(|it| it.id)) {
        Some(similar) => format!("unknown kind; did you mean `{similar}`?"),
        None => "unknown kind; `azml-ls new` lists all kinds".to_owned(),
    })
}
