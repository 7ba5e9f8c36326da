//! The settings that hold for a file, each with where it comes from, for `--show-settings`.

use std::collections::BTreeMap;
use std::io::{Result, Write};
use std::path::Path;

use azml_rules::checks::RULES;
use azml_rules::rule::Rule;
use azml_rules::settings::{FileRules, LevelSource, RuleLevel, Settings};
use azml_rules::text::{Column, LineIndex, Location};
use serde::Serialize;

use crate::output::formats::json::{TOOL, Tool, write_json};
use crate::sandbox::{Names, read_text};

#[derive(Serialize)]
struct SettingsJson {
    version: u32,
    tool: Tool,
    file: String,
    /// The `azml.yaml` that holds, if there is one.
    config: Option<String>,
    profiles: Vec<&'static str>,
    preview: bool,
    /// The day that counts as today, if it is set.
    as_of: Option<String>,
    rules: Vec<RuleSettingJson>,
}

#[derive(Serialize)]
struct RuleSettingJson {
    name: &'static str,
    level: &'static str,
    source: SourceJson,
    options: BTreeMap<&'static str, SettingOptionJson>,
}

#[derive(Serialize)]
struct SourceJson {
    /// `default`, `profile`, `schema-checks`, `preview`, `rules`, `override`, or `command-line`.
    kind: &'static str,
    /// The name of the profile.
    profile: Option<&'static str>,
    /// The number of the override, from 1.
    number: Option<usize>,
    place: Option<PlaceJson>,
}

#[derive(Serialize)]
struct PlaceJson {
    path: String,
    line: u32,
}

#[derive(Serialize)]
struct SettingOptionJson {
    value: i64,
    /// Position of the setting; `None` for a default.
    place: Option<PlaceJson>,
}

/// The settings of one file.
#[derive(Debug)]
pub struct ShownSettings<'s> {
    /// The key of the file.
    pub path: &'s str,
    /// Effective settings.
    pub settings: &'s Settings,
    /// Displayed paths.
    pub names: &'s Names,
}

/// Writes the settings for machines.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn settings_json(out: &mut impl Write, shown: &ShownSettings<'_>) -> Result<()> {
    write_json(out, &collected(shown))
}

/// Writes the settings for people, one rule in a line.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn settings_table(out: &mut impl Write, shown: &ShownSettings<'_>) -> Result<()> {
    let found = collected(shown);
    let config = found.config.as_deref().unwrap_or("none");
    let profiles = match found.profiles.as_slice() {
        [] => "recommended".to_owned(),
        profiles => profiles.join(", "),
    };
    let preview = if found.preview { "on" } else { "off" };
    writeln!(out, "file: {}", found.file)?;
    writeln!(out, "configuration: {config}")?;
    writeln!(out, "profile: {profiles}")?;
    writeln!(out, "preview: {preview}")?;
    if let Some(day) = &found.as_of {
        writeln!(out, "as-of: {day}")?;
    }
    writeln!(out)?;
    let lengths = found.rules.iter().map(|rule| rule.name.len());
    let width = lengths.max().unwrap_or(0);
    for rule in &found.rules {
        let (name, level, source) = (rule.name, rule.level, in_words(&rule.source));
        let options: String = rule.options.iter().map(option_in_words).collect();
        writeln!(out, "{name:width$}  {level:7}  {source}{options}")?;
    }
    Ok(())
}

fn in_words(source: &SourceJson) -> String {
    let what = match (source.kind, source.profile, source.number) {
        ("profile", Some(profile), _) => format!("profile {profile}"),
        ("override", _, Some(number)) => format!("override {number}"),
        ("schema-checks", ..) => "schemaChecks: off".to_owned(),
        ("preview", ..) => "preview rule".to_owned(),
        ("command-line", ..) => "command line".to_owned(),
        (kind, ..) => kind.to_owned(),
    };
    match &source.place {
        Some(place) if source.kind == "rules" => at(place),
        Some(place) => format!("{what} ({})", at(place)),
        None => what,
    }
}

fn option_in_words((name, option): (&&str, &SettingOptionJson)) -> String {
    let place = option.place.as_ref();
    let place = place.map_or("default".to_owned(), at);
    format!("; {name} = {} ({place})", option.value)
}

fn at(place: &PlaceJson) -> String {
    format!("{}:{}", place.path, place.line)
}

fn collected(shown: &ShownSettings<'_>) -> SettingsJson {
    let ShownSettings {
        path,
        settings,
        names,
    } = shown;
    let rules = settings.rules_for(path);
    let profiles = settings.profiles.iter().flat_map(|set| &set.value);
    SettingsJson {
        version: 1,
        tool: TOOL,
        file: names.show(path),
        config: settings.path.as_ref().map(|path| names.show(path)),
        profiles: profiles.map(|profile| profile.name).collect(),
        preview: settings.preview == Some(true),
        as_of: settings.as_of.map(|day| day.to_string()),
        rules: RULES.iter().map(|rule| one(rule, &rules, names)).collect(),
    }
}

fn one(rule: &'static Rule, rules: &FileRules<'_>, names: &Names) -> RuleSettingJson {
    let (level, source) = rules.decide(rule);
    let level = match level {
        RuleLevel::Default => rule.level.name(),
        RuleLevel::Set(level) => level.name(),
        RuleLevel::Off => "off",
    };
    let options = rule.options.iter().map(|option| {
        let set = rules.option(rule, option);
        let place = set.and_then(|set| set.place.as_ref());
        let shown = SettingOptionJson {
            value: set.map_or(option.default, |set| set.value),
            place: place.map(|place| place_of(place, names)),
        };
        (option.name, shown)
    });
    RuleSettingJson {
        name: rule.name,
        level,
        source: source_of(source, names),
        options: options.collect(),
    }
}

fn source_of(source: LevelSource<'_>, names: &Names) -> SourceJson {
    let (kind, profile, number, place) = match source {
        LevelSource::Default => ("default", None, None, None),
        LevelSource::Profile(profile, place) => ("profile", Some(profile.name), None, place),
        LevelSource::SchemaChecks => ("schema-checks", None, None, None),
        LevelSource::Preview => ("preview", None, None, None),
        LevelSource::Rules(place) => ("rules", None, None, place),
        LevelSource::Override(number, place) => ("override", None, Some(number), place),
        LevelSource::CommandLine => ("command-line", None, None, None),
    };
    SourceJson {
        kind,
        profile,
        number,
        place: place.map(|place| place_of(place, names)),
    }
}

fn place_of(place: &Location, names: &Names) -> PlaceJson {
    let text = read_text(Path::new(&*place.path)).map_or_else(|_| String::new(), |it| it.text);
    let lines = LineIndex::new(&text);
    let start = place.range.start;
    PlaceJson {
        path: names.show(&place.path),
        line: lines.position(&text, start, Column::Utf32).line + 1,
    }
}
