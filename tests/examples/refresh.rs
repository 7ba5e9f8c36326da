//! Refreshes tables of `rules/data/` from files that the maintainer saved; `rules/data/SOURCES.md`
//! describes them.
//!
//! ```console
//! cargo run -p azml-tests --example refresh -- --region eastus --as-of 2026-12-01 \
//!     --prices page1.json --prices page2.json
//! cargo run -p azml-tests --example refresh -- --retirements retirements.csv
//! cargo run -p azml-tests --example refresh -- --python release-cycle.json
//! cargo run -p azml-tests --example refresh -- --as-of 2026-12-01 --environments assets.txt --tags tags.json
//! ```
//!
//! It shows what would change; with `--write` it changes the tables.
#![allow(clippy::print_stdout)] // The list of changes is what it is for.

use std::path::{Path, PathBuf};

use azml_rules::date::Date;
use azml_tests::process::root;
use azml_tests::refresh::{Changes, Problem, Table, images, prices, python, retirements};

#[derive(Default)]
struct Options {
    region: Option<String>,
    as_of: Option<Date>,
    prices: Vec<PathBuf>,
    retirements: Option<PathBuf>,
    python: Option<PathBuf>,
    environments: Option<PathBuf>,
    tags: Vec<PathBuf>,
    write: bool,
}

impl Options {
    fn day(&self) -> Result<Date, Problem> {
        let missing = "--as-of says of which day the files are, such as 2026-12-01";
        self.as_of.ok_or_else(|| missing.to_owned())
    }
}

fn main() -> Result<(), Problem> {
    let options = options(std::env::args().skip(1))?;
    let data = root().join("rules/data");
    let mut changes = Vec::new();
    let mut written = Vec::new();
    written.extend(vm_tables(&options, &data, &mut changes)?);
    written.extend(python_table(&options, &data, &mut changes)?);
    written.extend(image_table(&options, &data, &mut changes)?);
    changes.iter().for_each(|change| println!("{change}"));
    if !options.write {
        println!("nothing is written: --write does");
        return Ok(());
    }
    for (path, text) in written {
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
    }
    println!("written; read `git diff rules/data` and enter the day in rules/data/SOURCES.md");
    Ok(())
}

/// A file with its new text.
type Written = (PathBuf, String);

fn vm_tables(
    options: &Options,
    data: &Path,
    changes: &mut Changes,
) -> Result<Vec<Written>, Problem> {
    if options.prices.is_empty() && options.retirements.is_none() {
        return Ok(Vec::new());
    }
    let (sizes_path, series_path) = (data.join("vm-sizes.csv"), data.join("vm-series.csv"));
    let mut sizes = Table::read(&read(&sizes_path)?)?;
    let mut series = Table::read(&read(&series_path)?)?;
    if !options.prices.is_empty() {
        let pages = read_all(&options.prices)?;
        let region = options.region.as_deref().unwrap_or("eastus");
        changes.extend(prices(&mut sizes, &pages, region, options.day()?)?);
    }
    if let Some(list) = &options.retirements {
        changes.extend(retirements(&mut sizes, &mut series, &read(list)?)?);
    }
    Ok(vec![
        (sizes_path, sizes.write()?),
        (series_path, series.write()?),
    ])
}

fn python_table(
    options: &Options,
    data: &Path,
    changes: &mut Changes,
) -> Result<Option<Written>, Problem> {
    let Some(cycle) = &options.python else {
        return Ok(None);
    };
    let path = data.join("python.yaml");
    let (text, found) = python::support_ends(&read(&path)?, &read(cycle)?)?;
    changes.extend(found);
    Ok(Some((path, text)))
}

fn image_table(
    options: &Options,
    data: &Path,
    changes: &mut Changes,
) -> Result<Option<Written>, Problem> {
    if options.environments.is_none() && options.tags.is_empty() {
        return Ok(None);
    }
    let path = data.join("images.yaml");
    let mut text = read(&path)?;
    let day = options.day()?;
    if !options.tags.is_empty() {
        changes.extend(images::tags(&text, &read_all(&options.tags)?, day)?);
    }
    if let Some(listing) = &options.environments {
        let (new, found) = images::environments(&text, &read(listing)?, day)?;
        changes.extend(found);
        text = new;
    }
    Ok(Some((path, text)))
}

fn read_all(paths: &[PathBuf]) -> Result<Vec<String>, Problem> {
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<String, Problem> {
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
            "--python" => options.python = Some(value()?.into()),
            "--environments" => options.environments = Some(value()?.into()),
            "--tags" => options.tags.push(value()?.into()),
            "--write" => options.write = true,
            other => return Err(format!("no such option: {other}")),
        }
    }
    Ok(options)
}
