//! Every rule as a list, for `--rules`, and the page of one, for `--explain`.

use std::io::{Result, Write};

use azml_rules::checks::RULES;
use azml_rules::explain::{markdown, sentence};
use azml_rules::fix::Applicability;
use azml_rules::rule::{Rule, RuleMark, RuleOption};
use azml_rules::rule_pages;
use serde::Serialize;

use crate::output::formats::json::{TOOL, Tool, write_json};

/// Output format of rules. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum RulesFormat {
    #[default]
    Full,
    Json,
    Markdown,
}

impl RulesFormat {
    /// Writes every rule.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_list(self, mut out: &mut dyn Write) -> Result<()> {
        match self {
            Self::Full => table(out),
            Self::Json => write_json(&mut out, &list()),
            Self::Markdown => markdown_table(out),
        }
    }

    /// Writes the page of `rule`, which is Markdown that reads well as it is.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_page(self, mut out: &mut dyn Write, rule: &Rule) -> Result<()> {
        match self {
            Self::Full | Self::Markdown => out.write_all(markdown(rule).as_bytes()),
            Self::Json => write_json(&mut out, &page(rule)),
        }
    }
}

#[derive(Serialize)]
struct RulesJson {
    version: u32,
    tool: Tool,
    rules: Vec<ListedRuleJson>,
}

#[derive(Serialize)]
struct PageJson {
    version: u32,
    tool: Tool,
    #[serde(flatten)]
    rule: ListedRuleJson,
    /// Source of the rule's knowledge.
    source: &'static str,
    options: Vec<RuleOptionJson>,
    /// In Markdown.
    page: String,
}

#[derive(Serialize)]
struct RuleOptionJson {
    name: &'static str,
    default: i64,
    minimum: i64,
    maximum: i64,
    summary: &'static str,
}

#[derive(Serialize)]
struct ListedRuleJson {
    name: &'static str,
    group: &'static str,
    /// The level of its findings once it is on.
    level: &'static str,
    /// `off`, or the level.
    default_level: &'static str,
    /// `true` if it reports only with `preview: true`.
    preview: bool,
    fix: Option<&'static str>,
    since: &'static str,
    summary: &'static str,
    /// Its page, once there is a site.
    url: Option<String>,
}

fn table(out: &mut dyn Write) -> Result<()> {
    let width = |of: fn(&Rule) -> String| {
        let lengths = RULES.iter().map(|rule| of(rule).len());
        lengths.max().unwrap_or(0)
    };
    let (name, level, group) = (
        width(|r| r.name.to_owned()),
        width(Rule::level_label),
        width(|r| r.group.name().to_owned()),
    );
    for rule in RULES {
        let fix = rule.fix.map_or("", Applicability::name);
        writeln!(
            out,
            "{:name$}  {:level$}  {:group$}  {fix:7}  {}",
            rule.name,
            rule.level_label(),
            rule.group.name(),
            rule.summary
        )?;
    }
    Ok(())
}

fn markdown_table(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "| rule | level | group | fix | what it finds |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for rule in RULES {
        let name = rule_pages::link(rule);
        let (level, group) = (rule.level_label(), rule.group.name());
        let fix = rule.fix.map_or("", Applicability::name);
        let finds = sentence(rule.summary);
        writeln!(out, "| {name} | {level} | {group} | {fix} | {finds} |")?;
    }
    Ok(())
}

fn list() -> RulesJson {
    RulesJson {
        version: 1,
        tool: TOOL,
        rules: RULES.iter().map(|rule| one(rule)).collect(),
    }
}

fn page(rule: &Rule) -> PageJson {
    PageJson {
        version: 1,
        tool: TOOL,
        rule: one(rule),
        source: rule.url,
        options: rule.options.iter().map(option).collect(),
        page: markdown(rule),
    }
}

fn one(rule: &Rule) -> ListedRuleJson {
    ListedRuleJson {
        name: rule.name,
        group: rule.group.name(),
        level: rule.level.name(),
        default_level: rule.default_level(),
        preview: rule.is(RuleMark::Preview),
        fix: rule.fix.map(Applicability::name),
        since: rule.since,
        summary: rule.summary,
        url: rule_pages::address(rule),
    }
}

fn option(option: &RuleOption) -> RuleOptionJson {
    RuleOptionJson {
        name: option.name,
        default: option.default,
        minimum: option.range.0,
        maximum: option.range.1,
        summary: option.doc,
    }
}
