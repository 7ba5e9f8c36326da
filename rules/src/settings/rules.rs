//! Level of each rule in a file, and its source: the command line takes precedence over
//! `overrides`, those over `rules`, then `schemaChecks`, the profiles, and the rule itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use foldhash::HashSet;

use super::{Patterns, Profile, SchemaChecks, Settings};
use crate::rule::{Level, Rule, RuleMark, RuleOption};
use crate::text::Location;

/// Level at which a rule reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleLevel {
    /// The rule's own level.
    Default,
    /// This level.
    Set(Level),
    /// The rule does not report.
    Off,
}

/// A value with the place where it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Its location, if it is set in a file.
    pub place: Option<Location>,
}

/// Settings of a rule. A missing value is inherited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleSetting {
    /// Its level.
    pub level: Option<Placed<RuleLevel>>,
    /// Its options, by name.
    pub options: BTreeMap<&'static str, Placed<i64>>,
}

impl From<RuleLevel> for RuleSetting {
    fn from(value: RuleLevel) -> Self {
        let level = Some(Placed { value, place: None });
        Self {
            level,
            ..Self::default()
        }
    }
}

impl RuleSetting {
    /// Fills missing values from `base`.
    pub fn fill_from(&mut self, base: Self) {
        self.level = self.level.take().or(base.level);
        for (name, value) in base.options {
            self.options.entry(name).or_insert(value);
        }
    }
}

/// Settings of rules, by name.
pub type RuleSettings = BTreeMap<String, RuleSetting>;

/// Settings of rules in some files only.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Override {
    /// The files.
    pub files: Patterns,
    /// The settings for these files. Thousands of folders may have those of one file.
    pub rules: Arc<RuleSettings>,
}

/// Rules that the command line selects.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChosenRules {
    /// `--only`: only these rules, if any.
    pub only: Vec<&'static Rule>,
    /// `--off`: all but these rules.
    pub off: Vec<&'static Rule>,
}

/// Source of a level, with its location.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LevelSource<'s> {
    /// The rule's own default.
    Default,
    /// A profile.
    Profile(&'static Profile, Option<&'s Location>),
    /// `schemaChecks: off`.
    SchemaChecks,
    /// The rule is in preview, and preview rules are off.
    Preview,
    /// `rules`.
    Rules(Option<&'s Location>),
    /// The entry of `overrides` with this number, from 1.
    Override(usize, Option<&'s Location>),
    /// `--only` or `--off`.
    CommandLine,
}

/// Settings of the rules for one file.
#[derive(Debug)]
pub struct FileRules<'s> {
    settings: &'s Settings,
    /// The overrides that apply to the file, each with its number; the first one wins.
    overrides: Vec<(usize, &'s Override)>,
    /// `true` if only the command line has settings for rules, as in most folders.
    is_unset: bool,
    /// Addresses of the rules that the command line turns off: a set, because every rule is looked up.
    off: HashSet<usize>,
}

/// Returns the address of `rule`, which identifies it.
fn address(rule: &Rule) -> usize {
    std::ptr::from_ref(rule).addr()
}

impl Settings {
    /// Returns the settings of the rules for the file at `path`.
    pub fn rules_for(&self, path: &str) -> FileRules<'_> {
        let numbered = self.overrides.iter().enumerate().rev();
        let overrides = numbered
            .filter(|(_, it)| it.files.covers(Path::new(path), false))
            .map(|(index, it)| (index + 1, it));
        let overrides: Vec<_> = overrides.collect();
        let off = self.chosen.off.iter().map(|rule| address(rule));
        FileRules {
            off: off.collect(),
            settings: self,
            is_unset: overrides.is_empty() && self.sets_no_rule(),
            overrides,
        }
    }

    /// Returns `true` if every rule has its own level apart from overrides and the command line,
    /// and preview rules are off.
    fn sets_no_rule(&self) -> bool {
        self.rules.is_empty()
            && self.profiles.is_none()
            && self.schema_checks.is_none()
            && self.preview.is_none()
    }

    /// Returns `true` if `rule` is in preview and the settings do not turn such rules on.
    pub fn withholds(&self, rule: &Rule) -> bool {
        rule.is(RuleMark::Preview) && self.preview != Some(true)
    }
}

impl<'s> FileRules<'s> {
    /// Returns the level of `rule`.
    pub fn level(&self, rule: &Rule) -> RuleLevel {
        if !self.is_unset || !self.settings.chosen.only.is_empty() {
            return self.decide(rule).0;
        }
        if rule.off || rule.is(RuleMark::Preview) || self.off.contains(&address(rule)) {
            return RuleLevel::Off;
        }
        RuleLevel::Default
    }

    /// Returns the level of `rule`, and its source.
    pub fn decide(&self, rule: &Rule) -> (RuleLevel, LevelSource<'s>) {
        let only = &self.settings.chosen.only;
        let is_chosen = only.contains(&rule);
        if self.off.contains(&address(rule)) || !only.is_empty() && !is_chosen {
            return (RuleLevel::Off, LevelSource::CommandLine);
        }
        if self.settings.withholds(rule) {
            return (RuleLevel::Off, LevelSource::Preview);
        }
        match self.configured(rule) {
            (RuleLevel::Off, _) if is_chosen => {
                (RuleLevel::Set(rule.level), LevelSource::CommandLine)
            }
            decided => decided,
        }
    }

    /// Returns the level of `rule` without the command line.
    fn configured(&self, rule: &Rule) -> (RuleLevel, LevelSource<'s>) {
        for (number, setting) in self.settings_of(rule) {
            if let Some(Placed { value, place }) = &setting.level {
                let source = match number {
                    Some(number) => LevelSource::Override(number, place.as_ref()),
                    None => LevelSource::Rules(place.as_ref()),
                };
                return (*value, source);
            }
        }
        let settings = self.settings;
        if settings.schema_checks == Some(SchemaChecks::Off) && rule.is(RuleMark::SchemaCheck) {
            return (RuleLevel::Off, LevelSource::SchemaChecks);
        }
        if !rule.off {
            return (RuleLevel::Default, LevelSource::Default);
        }
        let profiles = settings.profiles.iter();
        let mut chosen = profiles.flat_map(|it| it.value.iter().map(|one| (*one, &it.place)));
        match chosen.find(|(profile, _)| profile.turns_on(rule)) {
            // A user who turns a rule on wants to see it: hints are hidden in a terminal.
            Some((profile, place)) => (
                RuleLevel::Set(rule.level.max(Level::Info)),
                LevelSource::Profile(profile, place.as_ref()),
            ),
            None => (RuleLevel::Off, LevelSource::Default),
        }
    }

    /// Returns the settings of `rule`, each with the number of its override; the first one wins.
    fn settings_of(&self, rule: &Rule) -> impl Iterator<Item = (Option<usize>, &'s RuleSetting)> {
        let name = rule.name;
        let overrides = self.overrides.iter();
        let overrides = overrides.filter_map(move |(number, it)| {
            let setting = it.rules.get(name)?;
            Some((Some(*number), setting))
        });
        let rules = self.settings.rules.get(name);
        overrides.chain(rules.map(|setting| (None, setting)))
    }

    /// Returns the value of `option` of `rule`, with its location, if it is set.
    pub fn option(&self, rule: &Rule, option: &RuleOption) -> Option<&'s Placed<i64>> {
        let mut settings = self.settings_of(rule);
        settings.find_map(|(_, setting)| setting.options.get(option.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Group, Marks};

    static NEW: Rule = Rule {
        name: "new",
        group: Group::Cost,
        level: Level::Hint,
        off: true,
        summary: "",
        docs: "",
        fix: None,
        since: "",
        url: "",
        options: &[],
        marks: Marks::of(&[RuleMark::Preview]),
    };

    fn rules(level: RuleLevel) -> RuleSettings {
        [("new".to_owned(), level.into())].into()
    }

    #[test]
    fn where_nothing_is_set_every_rule_says_its_level_itself() {
        let all = || crate::checks::RULES.iter().copied().chain([&NEW]);
        let some = || all().step_by(5).collect();
        for (only, off) in [(vec![], vec![]), (vec![], some()), (some(), vec![])] {
            let settings = Settings {
                chosen: ChosenRules { only, off },
                ..Settings::default()
            };
            let rules = settings.rules_for("a.yml");
            assert!(rules.is_unset);
            for rule in all() {
                assert_eq!(rules.level(rule), rules.decide(rule).0, "{}", rule.name);
            }
        }
        let off = Settings {
            schema_checks: Some(SchemaChecks::Off),
            ..Settings::default()
        };
        assert!(!off.rules_for("a.yml").is_unset);
    }

    #[test]
    fn a_rule_in_preview_is_off_whatever_its_level_until_preview_is_on() {
        let level = RuleLevel::Set(Level::Error);
        let mut settings = Settings {
            rules: rules(level),
            ..Settings::default()
        };
        let decided = |settings: &Settings| settings.rules_for("a.yml").level(&NEW);
        assert_eq!(decided(&settings), RuleLevel::Off);
        settings.preview = Some(true);
        assert_eq!(decided(&settings), level);
        settings.rules.clear();
        assert_eq!(decided(&settings), RuleLevel::Off);
    }

    #[test]
    fn the_command_line_comes_before_overrides_and_these_before_rules_and_profiles() {
        let pattern = |text: &str| Patterns::new(Path::new("/p"), &[text.to_owned()]).0;
        let mut settings = Settings {
            preview: Some(true),
            ..Settings::default()
        };
        let decided = |settings: &Settings, path: &str| settings.rules_for(path).level(&NEW);
        let profile = Profile::from_name("cost").unwrap();
        settings.profiles = Some(Placed {
            value: vec![profile],
            place: None,
        });
        let info = RuleLevel::Set(Level::Info);
        assert_eq!(decided(&settings, "/p/a.yml"), info, "not a hint");
        settings.rules = rules(RuleLevel::Set(Level::Warning));
        for (text, level) in [("dev/", Level::Error), ("dev/a.yml", Level::Hint)] {
            settings.overrides.push(Override {
                files: pattern(text),
                rules: rules(RuleLevel::Set(level)).into(),
            });
        }
        let level = |path: &str| decided(&settings, path);
        assert_eq!(level("/p/a.yml"), RuleLevel::Set(Level::Warning));
        assert_eq!(level("/p/dev/b.yml"), RuleLevel::Set(Level::Error));
        assert_eq!(level("/p/dev/a.yml"), RuleLevel::Set(Level::Hint));
        settings.rules = rules(RuleLevel::Off);
        settings.chosen.only = vec![&NEW];
        assert_eq!(decided(&settings, "/p/a.yml"), RuleLevel::Set(Level::Hint));
        settings.chosen.off = vec![&NEW];
        assert_eq!(decided(&settings, "/p/a.yml"), RuleLevel::Off);
    }
}
