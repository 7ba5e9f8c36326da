//! Changes since a commit: for people, and as the comment on a pull request.

use std::fmt::Write as _;
use std::io::{Result, Write};

use azml_rules::estimate::{Estimate, Figure, Money, Reason, bases};
use azml_rules::text::printable::printable;
use azml_rules::wording::{counted, duration_in_one_unit};

use super::cells::{markdown_row, money};
use crate::check::CostChange;
use crate::output::formats::markdown::html;
use crate::output::text::markdown::{message, plain};
use crate::sandbox::Names;

/// The first line of the comment, by which a workflow finds its own one.
const MARKER: &str = "<!-- azml-ls --cost -->";
/// Maximum length of a comment in characters: GitHub takes 65,536.
const MOST: usize = 60_000;

/// Writes the changes as Markdown; nothing where nothing changed.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn changes_markdown(
    out: &mut impl Write,
    names: &Names,
    commit: &str,
    changes: &[CostChange],
) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let count = counted(changes.len(), "file");
    let mut text = format!(
        "{MARKER}\n**Costs: {count} changed since {}**\n\n| file | before | now |\n|---|---|---|\n",
        plain(commit)
    );
    let end = closing(changes);
    let mut left = changes.iter();
    for change in left.by_ref() {
        let [before, now] = [&change.before, &change.now].map(|it| in_short(it.as_ref()));
        let row = markdown_row([title(names, change), before, now]) + "\n";
        if length(&text) + length(&row) + length(&end) > MOST / 2 {
            let _ = writeln!(text, "\n{} more.", left.len() + 1);
            break;
        }
        text.push_str(&row);
    }
    for change in changes {
        let details = details(names, change);
        if length(&text) + length(&details) + length(&end) > MOST {
            break;
        }
        text.push_str(&details);
    }
    text.push_str(&end);
    out.write_all(text.as_bytes())
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Writes the changes for people.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn changes_table(
    out: &mut impl Write,
    names: &Names,
    commit: &str,
    changes: &[CostChange],
) -> Result<()> {
    if changes.is_empty() {
        return writeln!(out, "No cost changed since {}.", printable(commit));
    }
    for change in changes {
        writeln!(out, "{}", printable(&title(names, change)))?;
        for [name, before, now] in figures(change) {
            writeln!(
                out,
                "  {name}: {} -> {}",
                printable(&before),
                printable(&now)
            )?;
        }
    }
    Ok(())
}

fn title(names: &Names, change: &CostChange) -> String {
    let mut title = names.show(&change.path);
    if let Some(before) = &change.renamed_from {
        let _ = write!(title, " (was {})", names.show(before));
    }
    match (&change.before, &change.now) {
        (None, _) => title.push_str(", new"),
        (_, None) if !change.is_broken => title.push_str(", deleted"),
        _ => {}
    }
    if change.is_broken {
        title.push_str(", has a syntax error");
    }
    title
}

/// "$213.89 a month", "$1.17/h, ≤ $2.34 per run".
fn in_short(found: Option<&Estimate>) -> String {
    let Some(found) = found else {
        return "-".to_owned();
    };
    let mut parts = Vec::new();
    if let Some(month) = &found.idle_per_month {
        parts.push(format!("{} a month while idle", money(month)));
    }
    if let Some(month) = &found.full_per_month {
        parts.push(format!("{} with all nodes", money(month)));
    } else if let Some(month) = &found.per_month {
        parts.push(format!("{} a month", money(month)));
    } else {
        parts.push(format!("{}/h", money(&found.per_hour)));
        parts.extend(
            found
                .run_bound
                .as_ref()
                .map(|it| format!("{} per run", money(it))),
        );
    }
    parts.join(", ")
}

/// The figures that differ: name, before, and now.
fn figures(change: &CostChange) -> Vec<[String; 3]> {
    let [before, now] = [&change.before, &change.now].map(|it| cells(it.as_ref()));
    let pairs = before.into_iter().zip(now);
    let differ = pairs.filter(|((_, before), (_, now))| before != now);
    differ
        .map(|((name, before), (_, now))| [name.to_owned(), before, now])
        .collect()
}

/// Every figure in words; "-" for one that is not there.
fn cells(found: Option<&Estimate>) -> Vec<(&'static str, String)> {
    let machine = found.and_then(|it| it.machine.as_ref());
    let text = |text: Option<&String>| text.map_or_else(|| "-".to_owned(), Clone::clone);
    let amount = |figure: Option<&Figure<_>>| figure.map_or_else(|| "-".to_owned(), explained);
    let seconds = |time: &Figure<i64>| match time {
        Figure::Known(it) | Figure::AtMost(it) | Figure::About(it) => duration_in_one_unit(*it),
        Figure::Unknown(reason) => unknown(reason),
    };
    let nodes = |nodes: &Figure<i64>| match nodes {
        Figure::Known(it) | Figure::AtMost(it) | Figure::About(it) => it.to_string(),
        Figure::Unknown(reason) => unknown(reason),
    };
    let runs = |runs: &Figure<f64>| match runs {
        Figure::Known(it) | Figure::AtMost(it) | Figure::About(it) => format!("{it:.1}"),
        Figure::Unknown(reason) => unknown(reason),
    };
    let dash = || "-".to_owned();
    let time = found.and_then(|it| it.time_bound_s.as_ref());
    let often = found.and_then(|it| it.runs_per_month.as_ref());
    vec![
        ("compute", text(machine.and_then(|it| it.compute.as_ref()))),
        ("size", text(machine.and_then(|it| it.size.as_ref()))),
        ("nodes", found.map_or_else(dash, |it| nodes(&it.nodes))),
        ("per hour", amount(found.map(|it| &it.per_hour))),
        ("ended after", time.map_or_else(dash, seconds)),
        (
            "per run",
            amount(found.and_then(|it| it.run_bound.as_ref())),
        ),
        ("runs a month", often.map_or_else(dash, runs)),
        (
            "per month",
            amount(found.and_then(|it| it.per_month.as_ref())),
        ),
        (
            "per month while idle",
            amount(found.and_then(|it| it.idle_per_month.as_ref())),
        ),
        (
            "per month with all nodes",
            amount(found.and_then(|it| it.full_per_month.as_ref())),
        ),
    ]
}

fn explained(figure: &Figure<Money>) -> String {
    figure.reason().map_or_else(|| money(figure), unknown)
}

fn unknown(reason: &Reason) -> String {
    format!("not known: {}", reason.in_words())
}

fn details(names: &Names, change: &CostChange) -> String {
    let title = html(&printable(&title(names, change)));
    let mut text = format!("\n<details><summary>{title}</summary>\n\n");
    for [name, before, now] in figures(change) {
        let _ = writeln!(text, "- {name}: {} → {}", message(before), message(now));
    }
    text.push_str("\n</details>\n");
    text
}

/// The sources of the prices.
fn closing(changes: &[CostChange]) -> String {
    let sides = changes.iter();
    let bases = bases(sides.flat_map(|it| it.before.iter().chain(&it.now)));
    if bases.is_empty() {
        return String::new();
    }
    let bases = bases.join("; ");
    format!("\nBoth sides with today's prices: {}.\n", plain(bases))
}
