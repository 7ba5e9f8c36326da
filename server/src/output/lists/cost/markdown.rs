//! The same as Markdown, for the summary of a job.

use std::io::{Result, Write};

use super::cells::{self, MONTHLY, NUMBERS, RUNNING};
use crate::check::CostList;
use crate::output::text::markdown::{message, plain};
use crate::sandbox::Names;

/// Writes `costs` as Markdown.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn cost_markdown(out: &mut impl Write, names: &Names, costs: &CostList) -> Result<()> {
    if !costs.monthly.is_empty() {
        writeln!(out, "**Paid every month**\n")?;
        write_rows(out, MONTHLY, cells::monthly(names, costs))?;
        writeln!(out)?;
        for total in cells::totals(costs) {
            writeln!(out, "- {}", plain(total))?;
        }
        writeln!(out)?;
    }
    if !costs.running.is_empty() {
        writeln!(out, "**Paid while it runs**\n")?;
        write_rows(out, RUNNING, cells::running(names, costs))?;
        writeln!(out)?;
    }
    let unknown = cells::unknown(costs);
    if !unknown.is_empty() {
        writeln!(out, "**Prices that are not known**\n")?;
        for line in unknown {
            writeln!(out, "- {}", message(line))?;
        }
        writeln!(out)?;
    }
    match cells::closing(costs) {
        Some(closing) => writeln!(out, "{}", plain(closing)),
        None => Ok(()),
    }
}

fn write_rows<const N: usize>(
    out: &mut impl Write,
    headings: [&str; N],
    rows: Vec<[String; N]>,
) -> Result<()> {
    let marks = headings.map(|it| if NUMBERS.contains(&it) { "---:" } else { "---" });
    writeln!(out, "| {} |\n|{}|", headings.join(" | "), marks.join("|"))?;
    for row in rows {
        writeln!(out, "{}", cells::markdown_row(row))?;
    }
    Ok(())
}
