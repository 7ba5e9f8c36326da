//! `data/vm-sizes.csv` and `data/vm-series.csv` to static tables.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::literals::{Failure, date, float, optional};

type Row = HashMap<String, String>;

fn rows(path: &Path) -> Result<Vec<Row>, csv::Error> {
    csv::Reader::from_path(path)?.deserialize().collect()
}

/// The code for the sizes of `vm-sizes.csv` and the series of `vm-series.csv` in `folder`.
pub(crate) fn code(folder: &Path) -> Result<String, Failure> {
    let of_series = rows(&folder.join("vm-series.csv"))?;
    let sizes = sizes(&folder.join("vm-sizes.csv"), &of_series)?;
    let series = series(&of_series)?;
    Ok(sizes + &series)
}

fn sizes(path: &Path, series: &[Row]) -> Result<String, Failure> {
    let restricted: HashMap<&str, &str> = series
        .iter()
        .map(|row| {
            (
                row["series"].as_str(),
                row["capacity_restricted_since"].as_str(),
            )
        })
        .collect();
    let mut rows = rows(path)?;
    rows.sort_by_key(|row| row["name"].to_ascii_lowercase());
    let mut texts = Texts::default();
    let mut code = String::from("static VM_ROWS: &[Row] = &[\n");
    for row in &rows {
        let price = match row["usd_per_hour"].as_str() {
            "" => "None".to_owned(),
            usd => {
                format!(
                    "Some(({}, {}, {}))",
                    float(usd),
                    texts.add(&row["price_region"])?,
                    date(&row["price_as_of"])?
                )
            }
        };
        writeln!(
            code,
            "    Row {{ name: {}, series: {}, category: {}, vcpus: {}, memory_gib: {}, gpu_model: {}, gpus: {}, \
             rdma: {}, \
             price: {price}, retires_on: {}, restricted_since: {}, online_endpoint: {}, upgrade_reserve_exempt: {}, \
             listed_for_aml: {} }},",
            texts.add(&row["name"])?,
            texts.add(&row["series"])?,
            category(&row["category"])?,
            optional(&row["vcpus"], |text| Ok(text.to_owned()))?,
            optional(&row["memory_gib"], |text| Ok(float(text)))?,
            texts.add(&row["gpu_model"])?,
            optional(&row["gpu_count"], |text| Ok(float(text)))?,
            row["rdma"] == "yes",
            optional(&row["retires_on"], date)?,
            texts.add(&month(
                restricted
                    .get(row["series"].as_str())
                    .copied()
                    .unwrap_or_default()
            )?)?,
            row["managed_online_endpoint"] == "yes",
            row["upgrade_reserve_exempt"] == "yes",
            row["aml_compute"] == "yes",
        )?;
    }
    writeln!(code, "];\nstatic VM_TEXT: &str = {:?};", texts.all)?;
    Ok(code)
}

/// The month of `2026-07` or `2026-07-31` in words; empty for an empty text.
fn month(text: &str) -> Result<String, Failure> {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    if text.is_empty() {
        return Ok(String::new());
    }
    let mut parts = text.split('-');
    let year = parts.next().unwrap_or_default();
    let number: usize = parts.next().unwrap_or_default().parse()?;
    let name = NAMES.get(number.wrapping_sub(1)).ok_or("no such month")?;
    Ok(format!("{name} {year}"))
}

/// The code of the category with this name.
fn category(name: &str) -> Result<&'static str, Failure> {
    Ok(match name {
        "general" => "VmCategory::General",
        "compute" => "VmCategory::Compute",
        "memory" => "VmCategory::Memory",
        "storage" => "VmCategory::Storage",
        "gpu" => "VmCategory::Gpu",
        "fpga" => "VmCategory::Fpga",
        "hpc" => "VmCategory::HighPerformance",
        other => return Err(format!("no category of sizes: {other}").into()),
    })
}

/// Texts of a table behind one another, each once: a table of places has no addresses, which the
/// loader would have to write at every start of the program.
#[derive(Default)]
struct Texts {
    all: String,
    places: HashMap<String, usize>,
}

impl Texts {
    /// The code of the place of `text`.
    fn add(&mut self, text: &str) -> Result<String, Failure> {
        let start = *self.places.entry(text.to_owned()).or_insert_with(|| {
            self.all.push_str(text);
            self.all.len() - text.len()
        });
        Ok(format!(
            "Text {{ start: {start}, len: {} }}",
            u8::try_from(text.len())?
        ))
    }
}

fn series(rows: &[Row]) -> Result<String, Failure> {
    let mut code = String::from("static VM_SERIES: &[VmSeries] = &[\n");
    for row in rows {
        writeln!(
            code,
            "    VmSeries {{ name: {:?}, retires_on: {}, replacement: {:?} }},",
            row["series"],
            optional(&row["retirement_date"], date)?,
            row["replacement"],
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
