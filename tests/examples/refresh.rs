//! Refreshes the tables of VM sizes from files that the maintainer saved; `rules/data/SOURCES.md`
//! describes them.
//!
//! ```console
//! cargo run -p azml-tests --example refresh -- --region eastus --as-of 2026-12-01 \
//!     --prices page1.json --prices page2.json
//! cargo run -p azml-tests --example refresh -- --retirements retirements.csv
//! ```
//!
//! It shows what would change; with `--write` it changes the tables.
#![allow(clippy::print_stdout)] // The list of changes is what it is for.

use std::path::PathBuf;

use azml_rules::date::Date;
use azml_tests::process::root;
use azml_tests::refresh::{Problem, Table, prices, retirements};

#[derive(Default)]
struct Options {
    region: Option<String>,
    as_of: Option<Date>,
    prices: Vec<PathBuf>,
    retirements: Option<PathBuf>,
    write: bool,
}

fn main() -> Result<(), Problem> {
    let options = options(std::env::args().skip(1))?;
    let data = root().join("rules/data");
    let (sizes_path, series_path) = (data.join("vm-sizes.csv"), data.join("vm-series.csv"));
    let mut sizes = Table::read(&read(&sizes_path)?)?;
    let mut series = Table::read(&read(&series_path)?)?;
    let mut changes = Vec::new();
    if !options.prices.is_empty() {
        let pages = options
            .prices
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, _>>()?;
        let as_of = options
            .as_of
            .ok_or("--as-of says of which day the prices are, such as 2026-12-01")?;
        changes.extend(prices(
            &mut sizes,
            &pages,
            options.region.as_deref().unwrap_or("eastus"),
            as_of,
        )?);
    }
    if let Some(list) = &options.retirements {
        changes.extend(retirements(&mut sizes, &mut series, &read(list)?)?);
    }
    changes.iter().for_each(|change| println!("{change}"));
    if options.write {
        std::fs::write(&sizes_path, sizes.write()?).map_err(|error| error.to_string())?;
        std::fs::write(&series_path, series.write()?).map_err(|error| error.to_string())?;
        println!("written; read `git diff rules/data` and enter the day in rules/data/SOURCES.md");
    } else {
        println!("nothing is written: --write does");
    }
    Ok(())
}

fn read(path: &PathBuf) -> Result<String, Problem> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, Problem> {
    let mut options = Options::default();
    while let Some(name) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .ok_or_else(|| format!("{name} needs a value"))
        };
        match name.as_str() {
            "--region" => options.region = Some(value()?),
            "--as-of" => {
                options.as_of =
                    Some(Date::parse(&value()?).ok_or("--as-of needs a date such as 2026-12-01")?);
            }
            "--prices" => options.prices.push(value()?.into()),
            "--retirements" => options.retirements = Some(value()?.into()),
            "--write" => options.write = true,
            other => return Err(format!("no such option: {other}")),
        }
    }
    Ok(options)
}
