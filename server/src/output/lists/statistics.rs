//! Number of findings of each rule, in descending order.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::fix::Applicability;
use azml_rules::rule::Rule;
use serde::Serialize;

use crate::check::{Report, best_fix};
use crate::output::formats::json::{TOOL, Tool, write_json};

/// One rule that reported.
pub(crate) struct RuleCount {
    pub(crate) rule: &'static Rule,
    /// Number of findings.
    pub(crate) count: usize,
    /// Number of these findings that `--fix` removes.
    pub(crate) fixable: usize,
}

#[derive(Serialize)]
struct RuleCountJson {
    rule: &'static str,
    count: usize,
    fixable: usize,
}

#[derive(Serialize)]
struct StatisticsJson {
    version: u32,
    tool: Tool,
    statistics: Vec<RuleCountJson>,
}

pub(crate) fn table(out: &mut dyn Write, report: &Report) -> Result<()> {
    let counts = counts(report);
    let digits = counts.iter().map(|row| row.count.to_string().len()).max();
    let width = counts.iter().map(|row| row.rule.name.len()).max();
    let (digits, width) = (digits.unwrap_or(0), width.unwrap_or(0));
    for RuleCount {
        rule,
        count,
        fixable,
    } in counts
    {
        let mark = if fixable > 0 { "[fix]" } else { "" };
        let (name, summary) = (rule.name, rule.summary);
        writeln!(out, "{count:>digits$}  {name:width$}  {mark:5}  {summary}")?;
    }
    Ok(())
}

pub(crate) fn json(mut out: &mut dyn Write, report: &Report) -> Result<()> {
    let rows = counts(report).into_iter().map(|row| RuleCountJson {
        rule: row.rule.name,
        count: row.count,
        fixable: row.fixable,
    });
    let statistics = StatisticsJson {
        version: 1,
        tool: TOOL,
        statistics: rows.collect(),
    };
    write_json(&mut out, &statistics)
}

/// Every rule that reported.
pub(crate) fn counts(report: &Report) -> Vec<RuleCount> {
    let mut by_rule: BTreeMap<&str, RuleCount> = BTreeMap::new();
    for found in report.all() {
        let row = by_rule.entry(found.rule.name).or_insert(RuleCount {
            rule: found.rule,
            count: 0,
            fixable: 0,
        });
        row.count += 1;
        row.fixable += usize::from(best_fix(found) == Some(Applicability::Safe));
    }
    let mut rows: Vec<RuleCount> = by_rule.into_values().collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.count), row.rule.name));
    rows
}
