//! The table for people.

use std::io::{Result, Write};

use azml_rules::text::printable::printable;
use textwrap::core::display_width;

use super::cells::{self, MONTHLY, NUMBERS, RUNNING};
use crate::check::CostList;
use crate::output::text::style::WIDTH;
use crate::output::text::wrap::wrapped;
use crate::sandbox::Names;

/// Writes `costs` as tables: what is paid every month, what is paid while it runs, and what is not known.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn cost_table(out: &mut impl Write, names: &Names, costs: &CostList) -> Result<()> {
    if !costs.monthly.is_empty() {
        writeln!(out, "Paid every month")?;
        write_rows(out, MONTHLY, cells::monthly(names, costs))?;
        for total in cells::totals(costs) {
            writeln!(out, "  {total}")?;
        }
        writeln!(out)?;
    }
    if !costs.running.is_empty() {
        writeln!(out, "Paid while it runs")?;
        write_rows(out, RUNNING, cells::running(names, costs))?;
        writeln!(out)?;
    }
    let unknown = cells::unknown(costs);
    if !unknown.is_empty() {
        writeln!(out, "Prices that are not known")?;
        for line in unknown {
            writeln!(out, "  {}", printable(&line))?;
        }
        writeln!(out)?;
    }
    if let Some(closing) = cells::closing(costs) {
        out.write_all(wrapped("", &printable(&closing), WIDTH).as_bytes())?;
    }
    Ok(())
}

fn write_rows<const N: usize>(
    out: &mut impl Write,
    headings: [&str; N],
    rows: Vec<[String; N]>,
) -> Result<()> {
    let rows = rows
        .into_iter()
        .map(|row| row.map(|cell| printable(&cell).into_owned()));
    let rows: Vec<[String; N]> = std::iter::once(headings.map(str::to_owned))
        .chain(rows)
        .collect();
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = display_width(cell).max(*width);
        }
    }
    for row in &rows {
        let mut line = String::from("  ");
        for ((cell, width), heading) in row.iter().zip(widths).zip(headings) {
            let fill = " ".repeat(width - display_width(cell));
            if NUMBERS.contains(&heading) {
                line.extend([&fill, cell.as_str(), "  "]);
            } else {
                line.extend([cell.as_str(), &fill, "  "]);
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
