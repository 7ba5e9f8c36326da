//! The maintainer's refresh of tables in `rules/data/`: texts in, texts and a list of changes out.
//! Nothing is downloaded: `rules/data/SOURCES.md` says where the input comes from.
//!
//! This file has the VM tables, `python` the versions of Python, `images` the base images and curated
//! environments.

pub mod images;
pub mod python;

use std::collections::BTreeMap;

use azml_rules::date::Date;
use serde_json::Value;

/// A table whose rows and columns keep their order, so that a refresh changes what it changes and
/// nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// What went wrong with a file, in words.
pub type Problem = String;

impl Table {
    /// Reads CSV with a line of headings.
    ///
    /// # Errors
    /// When it is no CSV.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let own = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
        let headings = own(reader.headers().map_err(|error| error.to_string())?);
        let rows = reader
            .records()
            .map(|row| row.map(|row| own(&row)).map_err(|error| error.to_string()));
        Ok(Self {
            headings,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    /// The table as CSV.
    ///
    /// # Errors
    /// When a row has another number of columns than the headings.
    pub fn write(&self) -> Result<String, Problem> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.headings).chain(&self.rows) {
            writer
                .write_record(row)
                .map_err(|error| error.to_string())?;
        }
        let bytes = writer.into_inner().map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }

    fn column(&self, heading: &str) -> Result<usize, Problem> {
        let found = self.headings.iter().position(|it| it == heading);
        found.ok_or_else(|| format!("there is no column `{heading}`"))
    }
}

/// What a refresh changed, a line for each.
pub type Changes = Vec<String>;

/// Takes pay-as-you-go Linux prices of `region` from pages of the Azure Retail Prices API
/// (`Items[]` with `armSkuName`, `retailPrice`, ...). Sizes that the pages do not have keep their
/// price with its date; sizes that the table does not have are named, because their figures have to
/// come from elsewhere.
///
/// # Errors
/// When a page is not in that format, or the table lacks a column.
pub fn prices(
    sizes: &mut Table,
    pages: &[String],
    region: &str,
    as_of: Date,
) -> Result<Changes, Problem> {
    let mut listed = BTreeMap::new();
    for page in pages {
        page_prices(page, region, &mut listed)?;
    }
    let columns = ["name", "usd_per_hour", "price_region", "price_as_of"]
        .map(|heading| sizes.column(heading));
    let [name, price, place, day] = columns;
    let (name, price, place, day) = (name?, price?, place?, day?);
    let mut changes = Vec::new();
    let mut confirmed = 0;
    for row in &mut sizes.rows {
        let Some((_, new)) = listed.remove(&row[name].to_ascii_lowercase()) else {
            continue;
        };
        if row[price] == new && row[place] == region {
            confirmed += 1;
        } else {
            let before = if row[price].is_empty() {
                "none".to_owned()
            } else {
                format!("{} ({})", row[price], row[place])
            };
            changes.push(format!("{}: price {before} -> {new} ({region})", row[name]));
        }
        (row[price], row[place], row[day]) = (new, region.to_owned(), as_of.to_string());
    }
    changes.push(format!("{confirmed} prices are the same, now of {as_of}"));
    changes.extend(
        listed
            .into_values()
            .map(|(name, price)| format!("{name}: not in the table ({price} in {region})")),
    );
    Ok(changes)
}

/// Adds the prices of one page: by lower-case name, the name and the price. Of several meters the
/// dearest counts: the others are discounts.
fn page_prices(
    page: &str,
    region: &str,
    listed: &mut BTreeMap<String, (String, String)>,
) -> Result<(), Problem> {
    let page: Value = serde_json::from_str(page).map_err(|error| error.to_string())?;
    let items = page["Items"].as_array().ok_or("there is no list `Items`")?;
    for item in items {
        let text = |key: &str| item[key].as_str().unwrap_or_default();
        let meter = format!(
            "{} {} {}",
            text("productName"),
            text("skuName"),
            text("meterName")
        );
        let other = [
            "Windows",
            "Spot",
            "Low Priority",
            "Cloud Services",
            "CloudServices",
        ];
        let wanted = text("type") == "Consumption"
            && text("currencyCode") == "USD"
            && text("unitOfMeasure") == "1 Hour"
            && text("armRegionName").eq_ignore_ascii_case(region)
            && !other.iter().any(|word| meter.contains(word));
        let (name, price) = (
            text("armSkuName"),
            item["retailPrice"].as_f64().filter(|price| *price > 0.0),
        );
        let Some(price) = price.filter(|_| wanted && !name.is_empty()) else {
            continue;
        };
        let known = listed
            .get(&name.to_ascii_lowercase())
            .and_then(|(_, price)| price.parse::<f64>().ok());
        if known.is_none_or(|known| known < price) {
            listed.insert(
                name.to_ascii_lowercase(),
                (name.to_owned(), price.to_string()),
            );
        }
    }
    Ok(())
}

/// Takes retirements from a CSV with the columns `series`, `retirement_date`, `replacement` and
/// `source`: series get all of it, their sizes the date. An empty date takes a retirement back;
/// other empty fields change nothing.
///
/// # Errors
/// When a date is none, a series is not in the table, or a column is missing.
pub fn retirements(sizes: &mut Table, series: &mut Table, list: &str) -> Result<Changes, Problem> {
    let list = Table::read(list)?;
    let mut changes = Vec::new();
    for row in &list.rows {
        let named = &row[list.column("series")?];
        let date = row[list.column("retirement_date")?].as_str();
        if !date.is_empty() && Date::parse(date).is_none() {
            return Err(format!("{named}: `{date}` is no date"));
        }
        let key = series.column("series")?;
        let at = series.rows.iter().position(|row| row[key] == *named);
        let at = at.ok_or_else(|| format!("{named}: not in the table of series"))?;
        for heading in ["retirement_date", "replacement", "source"] {
            let new = row[list.column(heading)?].as_str();
            let column = series.column(heading)?;
            if heading == "retirement_date" || !new.is_empty() {
                set(
                    &mut series.rows[at][column],
                    new,
                    &format!("series {named}: {heading}"),
                    &mut changes,
                );
            }
        }
        let (name, of, day) = (
            sizes.column("name")?,
            sizes.column("series")?,
            sizes.column("retires_on")?,
        );
        for size in sizes
            .rows
            .iter_mut()
            .filter(|size| size[of] == *named || size[name] == *named)
        {
            let what = format!("{}: retires_on", size[name]);
            set(&mut size[day], date, &what, &mut changes);
        }
    }
    Ok(changes)
}

fn set(cell: &mut String, new: &str, what: &str, changes: &mut Changes) {
    if cell != new {
        let shown = |text: &str| {
            if text.is_empty() {
                "none".to_owned()
            } else {
                text.to_owned()
            }
        };
        changes.push(format!("{what} {} -> {}", shown(cell), shown(new)));
        new.clone_into(cell);
    }
}
