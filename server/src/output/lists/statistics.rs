//! Number of findings of each rule, in descending order.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::date::Date;
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
    /// Number of findings whose stage is new: the same files had fewer findings, or milder ones, before.
    pub(crate) new: usize,
    /// The day on which the first of these stages began.
    pub(crate) new_since: Option<Date>,
}

impl RuleCount {
    /// Describes the new findings: "2 new since 2026-11-01".
    pub(crate) fn news(&self) -> Option<String> {
        let since = self.new_since?;
        Some(format!("{} new since {since}", self.new))
    }
}

#[derive(Serialize)]
struct RuleCountJson {
    rule: &'static str,
    count: usize,
    fixable: usize,
    /// Number of findings that there are only since a day of the last month.
    new: usize,
    /// The first of these days.
    new_since: Option<String>,
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
    for row in counts {
        let mark = if row.fixable > 0 { "[fix]" } else { "" };
        let (count, name, summary) = (row.count, row.rule.name, row.rule.summary);
        let news = row.news().map(|news| format!(" ({news})"));
        let news = news.unwrap_or_default();
        writeln!(
            out,
            "{count:>digits$}  {name:width$}  {mark:5}  {summary}{news}"
        )?;
    }
    Ok(())
}

pub(crate) fn json(mut out: &mut dyn Write, report: &Report) -> Result<()> {
    let rows = counts(report).into_iter().map(|row| RuleCountJson {
        rule: row.rule.name,
        count: row.count,
        fixable: row.fixable,
        new: row.new,
        new_since: row.new_since.map(|day| day.to_string()),
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
            new: 0,
            new_since: None,
        });
        row.count += 1;
        row.fixable += usize::from(best_fix(found) == Some(Applicability::Safe));
        if let Some(stage) = found.stage.filter(|stage| stage.is_new) {
            row.new += 1;
            let first = row
                .new_since
                .map_or(stage.began, |day| day.min(stage.began));
            row.new_since = Some(first);
        }
    }
    let mut rows: Vec<RuleCount> = by_rule.into_values().collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.count), row.rule.name));
    rows
}
