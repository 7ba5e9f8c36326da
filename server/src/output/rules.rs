//! Every rule as a list, for `--rules`.

use std::io::{Result, Write};

use azml_rules::checks::RULES;
use azml_rules::fix::Applicability;
use azml_rules::rule::Rule;
use serde::Serialize;

use super::json::{TOOL, Tool, write_json};

#[derive(Serialize)]
struct RulesJson {
    version: u32,
    tool: Tool,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
struct RuleJson {
    name: &'static str,
    group: &'static str,
    /// The level of its findings once it is on.
    level: &'static str,
    /// `off`, or the level.
    default_level: &'static str,
    fix: Option<&'static str>,
    since: &'static str,
    summary: &'static str,
    url: &'static str,
}

/// Writes the rules as a table.
///
/// # Errors
/// When `out` cannot be written.
pub fn rules_table(out: &mut impl Write) -> Result<()> {
    let width = |of: fn(&Rule) -> &str| RULES.iter().map(|rule| of(rule).len()).max().unwrap_or(0);
    let (name, level, group) = (
        width(|r| r.name),
        width(Rule::default_level),
        width(|r| r.group.name()),
    );
    for rule in RULES {
        let fix = rule.fix.map_or("", Applicability::name);
        writeln!(
            out,
            "{:name$}  {:level$}  {:group$}  {fix:7}  {}",
            rule.name,
            rule.default_level(),
            rule.group.name(),
            rule.summary
        )?;
    }
    Ok(())
}

/// Writes the rules for machines.
///
/// # Errors
/// When `out` cannot be written.
pub fn rules_json(out: &mut impl Write) -> Result<()> {
    let rules = RULES.iter().map(|rule| RuleJson {
        name: rule.name,
        group: rule.group.name(),
        level: rule.level.name(),
        default_level: rule.default_level(),
        fix: rule.fix.map(Applicability::name),
        since: rule.since,
        summary: rule.summary,
        url: rule.url,
    });
    let output = RulesJson {
        version: 1,
        tool: TOOL,
        rules: rules.collect(),
    };
    write_json(out, &output)
}
