//! How often each rule reported, the most frequent first.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::fix::Applicability;
use serde::Serialize;

use super::json::{TOOL, Tool, write_json};
use crate::check::{Report, best_repair};

/// One rule that reported.
#[derive(Serialize)]
struct RuleCount {
    rule: &'static str,
    count: usize,
    fixable: usize,
    #[serde(skip)]
    summary: &'static str,
}

#[derive(Serialize)]
struct StatisticsJson {
    version: u32,
    tool: Tool,
    statistics: Vec<RuleCount>,
}

pub(super) fn table(out: &mut impl Write, report: &Report) -> Result<()> {
    let rows = rows(report);
    let digits = rows
        .iter()
        .map(|row| row.count.to_string().len())
        .max()
        .unwrap_or(0);
    let width = rows.iter().map(|row| row.rule.len()).max().unwrap_or(0);
    for RuleCount {
        rule,
        count,
        fixable,
        summary,
    } in rows
    {
        let mark = if fixable > 0 { "[fix]" } else { "" };
        writeln!(out, "{count:>digits$}  {rule:width$}  {mark:5}  {summary}")?;
    }
    Ok(())
}

pub(super) fn json(out: &mut impl Write, report: &Report) -> Result<()> {
    write_json(
        out,
        &StatisticsJson {
            version: 1,
            tool: TOOL,
            statistics: rows(report),
        },
    )
}

fn rows(report: &Report) -> Vec<RuleCount> {
    let mut by_rule: BTreeMap<&str, RuleCount> = BTreeMap::new();
    for found in report.all() {
        let row = by_rule.entry(found.rule.name).or_insert(RuleCount {
            rule: found.rule.name,
            count: 0,
            fixable: 0,
            summary: found.rule.summary,
        });
        row.count += 1;
        row.fixable += usize::from(best_repair(found) == Some(Applicability::Safe));
    }
    let mut rows: Vec<RuleCount> = by_rule.into_values().collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.count), row.rule));
    rows
}
