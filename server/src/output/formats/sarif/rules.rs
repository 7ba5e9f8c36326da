//! The rules that reported something. The others would make each report 200 KB larger.

use std::collections::BTreeMap;

use azml_rules::explain::{markdown, sentence};
use azml_rules::rule::{self, Group, Rule, RuleMark};
use azml_rules::rule_pages;
use azml_rules::wording::shortened;

use super::model::{Configuration, Descriptor, Help, RuleProperties, SarifLevel, SarifMessage};
use crate::check::Report;
use crate::output::text::sentences::closed;

/// GitHub shows no more of a description.
const LONGEST_DESCRIPTION: usize = 1024;

/// They are in the order of their names, so that two reports can be compared.
pub(crate) struct RulesThatReported {
    by_name: BTreeMap<&'static str, &'static Rule>,
}

impl RulesThatReported {
    pub(crate) fn in_report(report: &Report) -> Self {
        let rules = report.findings().map(|(_, found)| found.rule);
        Self {
            by_name: rules.map(|rule| (rule.name, rule)).collect(),
        }
    }

    /// Their places in the list, by name.
    pub(crate) fn indexes(&self) -> BTreeMap<&'static str, usize> {
        let names = self.by_name.keys().copied();
        names.zip(0..).collect()
    }

    pub(crate) fn descriptors(&self) -> Vec<Descriptor> {
        self.by_name.values().map(|rule| descriptor(rule)).collect()
    }
}

pub(crate) fn level(level: rule::Level) -> SarifLevel {
    match level {
        rule::Level::Error => SarifLevel::Error,
        rule::Level::Warning => SarifLevel::Warning,
        rule::Level::Info | rule::Level::Hint => SarifLevel::Note,
    }
}

fn descriptor(rule: &'static Rule) -> Descriptor {
    let address = rule_pages::address(rule);
    let page = address
        .clone()
        .unwrap_or_else(|| format!("`{}`", rule_pages::command(rule)));
    let summary = closed(&sentence(rule.summary));
    let about = match first_paragraph(rule) {
        // It leads to a list, which is not in it.
        about if about.ends_with(':') => summary.clone(),
        about => about,
    };
    Descriptor {
        id: rule.name,
        name: pascal_case(rule.name),
        short_description: SarifMessage::new(summary),
        full_description: SarifMessage::new(shortened(&about, LONGEST_DESCRIPTION, "…")),
        help: Help {
            text: format!("{about} See {page}"),
            markdown: markdown(rule),
        },
        help_uri: address,
        default_configuration: Configuration {
            enabled: rule.default_level() == rule.level.name(),
            level: level(rule.level),
        },
        properties: RuleProperties {
            tags: tags(rule.group),
            severity: severity(rule.level),
            security_severity: security_severity(rule),
        },
    }
}

/// Converts an id to a name, which must differ by the specification: `ClusterMinNodes`.
fn pascal_case(name: &str) -> String {
    name.split('-').map(sentence).collect()
}

fn tags(group: Group) -> Vec<&'static str> {
    vec!["azure-machine-learning", group.name()]
}

/// The words of GitHub.
fn severity(level: rule::Level) -> &'static str {
    match level {
        rule::Level::Error => "error",
        rule::Level::Warning => "warning",
        rule::Level::Info | rule::Level::Hint => "recommendation",
    }
}

/// The score of GitHub, which calls 7.0 and more high, 4.0 and more medium, and less low.
fn security_severity(rule: &Rule) -> Option<&'static str> {
    let score = match rule.level {
        rule::Level::Error | rule::Level::Warning => "7.5",
        rule::Level::Info => "5.0",
        rule::Level::Hint => "3.0",
    };
    rule.is(RuleMark::Vulnerability).then_some(score)
}

fn first_paragraph(rule: &Rule) -> String {
    let page = rule.page();
    let lines: Vec<&str> = page.lines().take_while(|line| !line.is_empty()).collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use azml_rules::checks::RULES;

    use super::*;

    #[test]
    fn every_rule_has_what_github_asks_for() {
        for rule in RULES {
            let descriptor = descriptor(rule);
            assert!(descriptor.name.chars().all(char::is_alphanumeric));
            assert_ne!(descriptor.name, descriptor.id);
            let full = &descriptor.full_description.text;
            assert!(full.len() > 20 && full.ends_with(['.', '?']), "{full}");
            assert!(descriptor.short_description.text.ends_with('.'));
            let examples = ["```yaml", "```sh"];
            let help = &descriptor.help.markdown;
            assert!(
                examples.iter().any(|start| help.contains(start)),
                "{}",
                rule.name
            );
        }
    }
}
