//! Shapes of the values in `azml.yaml`. The tables in `keys` consist of shapes, and everything that
//! depends on the format uses them: the parser, hovers, completion, and the JSON schema.

use crate::checks::{RULES, rule};
use crate::compute::ComputeKind;
use crate::rule::{Level, Rule, RuleOption};
use crate::settings::PROFILES;

/// A key of `azml.yaml`.
#[derive(Clone, Copy, Debug)]
pub struct SettingsKey {
    /// Its name.
    pub name: &'static str,
    /// Type of its value, in plain words.
    pub ty: &'static str,
    /// Its description.
    pub doc: &'static str,
    /// Shape of its value.
    pub shape: SettingShape,
    /// `true` if its mapping requires it.
    pub required: bool,
}

/// Shape of a value.
#[derive(Clone, Copy, Debug)]
pub enum SettingShape {
    /// A string.
    Text,
    /// A pattern as in .gitignore.
    Pattern,
    /// A range of versions of azml-ls, in the syntax of Cargo: `>=0.1, <0.3`.
    Versions,
    /// A price.
    Price,
    /// A date.
    Date,
    /// One of several words; the first field is the noun for such a word, or empty.
    Words(&'static str, fn() -> Vec<SettingWord>),
    /// A list.
    List(&'static SettingShape),
    /// A value, or a list of such values.
    OneOrMore(&'static SettingShape),
    /// A mapping with these keys.
    Keys(&'static [SettingsKey]),
    /// A mapping that may have other keys too.
    OpenKeys(&'static [SettingsKey]),
    /// A mapping with user-defined names, and with these keys.
    Named(&'static SettingShape, &'static [SettingsKey]),
    /// A map of such mappings by name, or a list of them. The last key is the name, which only
    /// those in a list have.
    NamedOrListed(&'static [SettingsKey]),
    /// Names of rules with their settings.
    Rules,
    /// The setting of a rule: its level, or a mapping.
    Rule(&'static Rule),
    /// The options of a rule.
    Options(&'static Rule),
    /// The value of a numeric option of a rule.
    Number(&'static RuleOption),
}

/// A word that a value accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingWord {
    /// The word.
    pub text: &'static str,
    /// Its meaning.
    pub means: &'static str,
    /// Other spellings: some words are booleans in YAML 1.1.
    pub also: &'static [&'static str],
}

const fn word(text: &'static str, means: &'static str) -> SettingWord {
    let also: &[&str] = &[];
    SettingWord { text, means, also }
}

const ON: &[&str] = &["On", "ON", "true"];
const OFF: &[&str] = &["Off", "OFF", "false"];

/// The levels of rules.
pub(super) const LEVELS: SettingShape = SettingShape::Words("level", || {
    let off = SettingWord {
        also: OFF,
        ..word("off", "the rule is turned off")
    };
    vec![
        word("error", "the service rejects it or the run fails"),
        word("warning", "likely wrong or costly; fails a check"),
        word("info", "could be better"),
        word("hint", "a matter of style"),
        off,
    ]
});

/// `true` and `false`.
pub(super) const FLAG: SettingShape = SettingShape::Words("", || {
    vec![word("true", "turns it on"), word("false", "the default")]
});

/// `on` and `off`.
pub(super) const SWITCH: SettingShape = SettingShape::Words("", || {
    let (on, off) = (word("on", "the default"), word("off", "turns it off"));
    vec![
        SettingWord { also: ON, ..on },
        SettingWord { also: OFF, ..off },
    ]
});

/// The names of profiles.
pub(super) const PROFILE: SettingShape = SettingShape::Words("profile", || {
    let profiles = PROFILES.iter();
    profiles.map(|it| word(it.name, it.doc)).collect()
});

/// The types of computes that can be defined.
pub(super) const COMPUTE_TYPE: SettingShape = SettingShape::Words("compute type", || {
    let types = [
        "amlcompute",
        "computeinstance",
        "kubernetes",
        "virtualmachine",
        "synapsespark",
    ];
    let label = |name| ComputeKind::from_type(name).map_or("", ComputeKind::label);
    types.map(|name| word(name, label(name))).to_vec()
});

/// Dedicated or low-priority nodes.
pub(super) const TIER: SettingShape = SettingShape::Words("tier", || {
    vec![
        word("dedicated", "nodes that stay as long as they are needed"),
        word(
            "low_priority",
            "Spot VMs at a variable price, which Azure can take back",
        ),
    ]
});

const RULE_TYPE: &str =
    "`off`, `hint`, `info`, `warning`, `error`, or mapping with `level` and `options`";
const LEVEL_TYPE: &str = "`off`, `hint`, `info`, `warning`, or `error`";

impl SettingShape {
    /// Returns the shape of the items of a list of this shape.
    #[must_use]
    pub fn item(self) -> Option<Self> {
        match self {
            Self::List(item) | Self::OneOrMore(item) => Some(*item),
            Self::NamedOrListed(keys) => Some(Self::OpenKeys(keys)),
            _ => None,
        }
    }

    /// Returns the keys that a mapping of this shape can have.
    pub fn keys(self) -> Vec<SettingsKey> {
        match self {
            Self::Keys(keys) | Self::OpenKeys(keys) | Self::Named(_, keys) => keys.to_vec(),
            Self::Rules => RULES.iter().map(|rule| of_rule(rule)).collect(),
            Self::Rule(rule) => of_setting(rule),
            Self::Options(rule) => rule.options.iter().map(of_option).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the key `name` of a mapping of this shape.
    pub fn key(self, name: &str) -> Option<SettingsKey> {
        match self {
            Self::Rules => rule(name).map(of_rule),
            _ => self.keys().into_iter().find(|key| key.name == name),
        }
    }

    /// Returns the shape of the value of `key` in a mapping of this shape.
    #[must_use]
    pub fn child(self, key: &str) -> Option<Self> {
        let known = self.key(key).map(|key| key.shape);
        known.or(match self {
            Self::Named(value, _) => Some(*value),
            Self::NamedOrListed([named @ .., _]) => Some(Self::OpenKeys(named)),
            _ => None,
        })
    }

    /// Returns the words that a value of this shape, or an item of it, accepts.
    pub fn words(self) -> Vec<SettingWord> {
        match self {
            Self::Words(_, words) => words(),
            Self::List(item) | Self::OneOrMore(item) => item.words(),
            Self::Rule(_) => LEVELS.words(),
            _ => Vec::new(),
        }
    }

    /// Returns the noun for its keys.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Rules => "rule",
            Self::Options(_) => "option",
            _ => "key",
        }
    }
}

fn of_rule(rule: &'static Rule) -> SettingsKey {
    SettingsKey {
        name: rule.name,
        ty: RULE_TYPE,
        doc: rule.summary,
        shape: SettingShape::Rule(rule),
        required: false,
    }
}

fn of_setting(rule: &'static Rule) -> Vec<SettingsKey> {
    let level = SettingsKey {
        name: "level",
        ty: LEVEL_TYPE,
        doc: "The level of its findings.",
        shape: LEVELS,
        required: false,
    };
    let options = SettingsKey {
        name: "options",
        ty: "mapping of options to numbers",
        doc: "The numbers of the rule that differ from the default.",
        shape: SettingShape::Options(rule),
        required: false,
    };
    vec![level, options]
}

fn of_option(option: &'static RuleOption) -> SettingsKey {
    SettingsKey {
        name: option.name,
        ty: "integer",
        doc: option.doc,
        shape: SettingShape::Number(option),
        required: false,
    }
}

/// Returns the level that `text` names, or `off`.
pub(super) fn level_of(text: &str) -> Option<Option<Level>> {
    if text == "off" || OFF.contains(&text) {
        return Some(None);
    }
    Level::from_name(text).map(Some)
}
