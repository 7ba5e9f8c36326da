//! Profiles: sets of rules that are off by default, which a project turns on.

use crate::rule::{Group, Rule};

/// A set of opt-in rules, by their groups.
#[derive(Debug)]
pub struct Profile {
    /// Its name in `azml.yaml`.
    pub name: &'static str,
    /// Its description.
    pub doc: &'static str,
    /// The groups whose opt-in rules it turns on.
    pub groups: &'static [Group],
}

/// Every profile.
pub static PROFILES: [Profile; 5] = [
    Profile {
        name: "recommended",
        doc: "the default: no opt-in rules",
        groups: &[],
    },
    Profile {
        name: "correctness",
        doc: "opt-in rules about what may fail or run differently from what is meant",
        groups: &[
            Group::Reference,
            Group::Search,
            Group::Environment,
            Group::Deployment,
            Group::Schedule,
            Group::Path,
            Group::Script,
            Group::Structure,
            Group::Migration,
        ],
    },
    Profile {
        name: "cost",
        doc: "opt-in rules about computes and what they cost",
        groups: &[Group::Cost, Group::Compute],
    },
    Profile {
        name: "security",
        doc: "opt-in rules about what lets others in",
        groups: &[Group::Security],
    },
    Profile {
        name: "strict",
        doc: "every opt-in rule, also those about style",
        groups: Group::ALL,
    },
];

impl Profile {
    /// Returns the profile called `name`.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// Returns `true` if it turns on `rule`, which is off by default.
    pub fn turns_on(&self, rule: &Rule) -> bool {
        rule.off && self.groups.contains(&rule.group)
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
