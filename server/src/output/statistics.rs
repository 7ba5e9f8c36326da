//! How often each rule reported, the most frequent first.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::diagnostic::Diagnostic;
use azml_rules::fix::Applicability;
use azml_rules::rule::Rule;
use serde::Serialize;

use super::json::{TOOL, Tool};
use crate::check::Report;

/// One rule that reported.
#[derive(Serialize)]
struct Row {
    rule: &'static str,
    count: usize,
    fixable: usize,
    #[serde(skip)]
    summary: &'static str,
}

#[derive(Serialize)]
struct Output {
    version: u32,
    tool: Tool,
    statistics: Vec<Row>,
}

pub(super) fn table(out: &mut impl Write, report: &Report) -> Result<()> {
    let rows = rows(report);
    let digits = rows
        .iter()
        .map(|row| row.count.to_string().len())
        .max()
        .unwrap_or(0);
    let width = rows.iter().map(|row| row.rule.len()).max().unwrap_or(0);
    for Row {
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
    serde_json::to_writer_pretty(
        &mut *out,
        &Output {
            version: 1,
            tool: TOOL,
            statistics: rows(report),
        },
    )?;
    writeln!(out)
}

fn rows(report: &Report) -> Vec<Row> {
    let mut by_rule: BTreeMap<&str, (&Rule, Vec<&Diagnostic>)> = BTreeMap::new();
    for (_, found) in report.findings() {
        by_rule
            .entry(found.rule.name)
            .or_insert((found.rule, Vec::new()))
            .1
            .push(found);
    }
    let fixable = |found: &&&Diagnostic| {
        found
            .fixes
            .iter()
            .any(|fix| fix.applicability == Applicability::Safe)
    };
    let row = |(rule, found): (&'static Rule, Vec<&Diagnostic>)| Row {
        rule: rule.name,
        count: found.len(),
        fixable: found.iter().filter(fixable).count(),
        summary: rule.summary,
    };
    let mut rows: Vec<_> = by_rule.into_values().map(row).collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.count), row.rule));
    rows
}
