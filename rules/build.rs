//! Turns the tables in `data/` into Rust statics, so that nothing is parsed when the program starts.

#![allow(clippy::disallowed_methods, clippy::print_stdout)] // A build script reads files and talks to cargo.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

#[path = "build/images.rs"]
mod images;
#[path = "build/schema.rs"]
mod schema;
#[path = "build/schema_type.rs"]
mod schema_type;
#[path = "build/skeletons.rs"]
mod skeletons;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComputeKind {
    id: String,
    label: String,
    also: Option<String>,
    yaml: String,
    nodes: String,
    scales: String,
    idle: String,
    hardware: String,
    managed: String,
    good_for: String,
    not_for: String,
    what: String,
    takes: Vec<String>,
    never: Vec<String>,
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    name: String,
    value: i64,
    what: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spark {
    instance_types: SparkSizes,
    runtimes: Vec<SparkRuntime>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SparkSizes {
    source: String,
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SparkRuntime {
    version: String,
    support_ends: String,
    offered: bool,
    source: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=data/compute-kinds.yaml");
    let text = std::fs::read_to_string("data/compute-kinds.yaml")?;
    let kinds: Vec<ComputeKind> = serde_yaml::from_str(&text)?;
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(
        Path::new(&out).join("compute_kinds.rs"),
        compute_kinds(&kinds)?,
    )?;
    println!("cargo:rerun-if-changed=data/limits.yaml");
    let limits: Vec<Limit> = serde_yaml::from_str(&std::fs::read_to_string("data/limits.yaml")?)?;
    std::fs::write(Path::new(&out).join("limits.rs"), constants(&limits)?)?;
    println!("cargo:rerun-if-changed=data/schema");
    std::fs::write(
        Path::new(&out).join("schema.rs"),
        schema::code(Path::new("data/schema"))?,
    )?;
    println!("cargo:rerun-if-changed=data/skeletons");
    std::fs::write(
        Path::new(&out).join("skeletons.rs"),
        skeletons::code(Path::new("data/skeletons"))?,
    )?;
    println!("cargo:rerun-if-changed=data/images.yaml");
    let text = std::fs::read_to_string("data/images.yaml")?;
    std::fs::write(Path::new(&out).join("images.rs"), images::table(&text)?)?;
    println!("cargo:rerun-if-changed=data/spark.yaml");
    let spark: Spark = serde_yaml::from_str(&std::fs::read_to_string("data/spark.yaml")?)?;
    std::fs::write(Path::new(&out).join("spark.rs"), spark_tables(&spark)?)?;
    println!("cargo:rerun-if-changed=data/vm-sizes.csv");
    println!("cargo:rerun-if-changed=data/vm-series.csv");
    let tables = format!(
        "{}{}",
        vm_sizes("data/vm-sizes.csv")?,
        vm_series("data/vm-series.csv")?
    );
    std::fs::write(Path::new(&out).join("vm_tables.rs"), tables)?;
    Ok(())
}

/// `also-this` to `AlsoThis`.
fn variant(id: &str) -> String {
    let part = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(part).collect()
}

fn compute_kinds(kinds: &[ComputeKind]) -> Result<String, std::fmt::Error> {
    let mut code = String::from(
        "/// A kind of compute, as the guidance tells them apart.\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum ComputeKind {\n",
    );
    for kind in kinds {
        writeln!(
            code,
            "    /// {}: {}.\n    {},",
            kind.label,
            kind.what,
            variant(&kind.id)
        )?;
    }
    code.push_str("}\n\nstatic CAPABILITIES: &[(ComputeKind, Capability)] = &[\n");
    for kind in kinds {
        writeln!(
            code,
            "    (ComputeKind::{}, Capability {{ id: {:?}, label: {:?}, also: {:?}, yaml: {:?}, nodes: Nodes::{}, \
             scales: {:?}, idle: {:?}, hardware: {:?}, managed: {:?}, good_for: {:?}, not_for: {:?}, what: {:?}, \
             takes: &[{}], never: &[{}], url: {:?} }}),",
            variant(&kind.id),
            kind.id,
            kind.label,
            kind.also.as_deref().unwrap_or_default(),
            kind.yaml,
            variant(&kind.nodes),
            kind.scales,
            kind.idle,
            kind.hardware,
            kind.managed,
            kind.good_for,
            kind.not_for,
            kind.what,
            loads(&kind.takes),
            loads(&kind.never),
            kind.url,
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}

fn loads(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("Load::{}, ", variant(name)))
        .collect()
}

fn constants(limits: &[Limit]) -> Result<String, std::fmt::Error> {
    let mut code = String::new();
    for Limit {
        name,
        value,
        what,
        source,
    } in limits
    {
        let name = name.replace('-', "_").to_uppercase();
        writeln!(
            code,
            "/// {what} ({source}).\npub const {name}: i64 = {value};"
        )?;
    }
    Ok(code)
}

fn spark_tables(spark: &Spark) -> Result<String, Failure> {
    let Spark {
        instance_types: SparkSizes { source, names },
        runtimes,
    } = spark;
    let mut code = format!(
        "/// The sizes of serverless Spark ({source}).\npub static SPARK_SIZES: &[&str] = &{names:?};\n"
    );
    code.push_str("static SPARK_RUNTIMES: &[SparkRuntime] = &[\n");
    for SparkRuntime {
        version,
        support_ends,
        offered,
        source,
    } in runtimes
    {
        let ends = date(support_ends)?;
        writeln!(code, "    // {source}")?;
        writeln!(
            code,
            "    SparkRuntime {{ version: {version:?}, support_ends: {ends}, offered: {offered} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}

type Row = std::collections::HashMap<String, String>;

fn rows(path: &str) -> Result<Vec<Row>, csv::Error> {
    csv::Reader::from_path(path)?.deserialize().collect()
}

fn vm_sizes(path: &str) -> Result<String, Box<dyn std::error::Error>> {
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
            "    Row {{ name: {}, series: {}, vcpus: {}, memory_gib: {}, gpu_model: {}, gpus: {}, rdma: {}, \
             price: {price}, retires_on: {}, online_endpoint: {}, upgrade_reserve_exempt: {}, listed_for_aml: {} }},",
            texts.add(&row["name"])?,
            texts.add(&row["series"])?,
            optional(&row["vcpus"], |text| Ok(text.to_owned()))?,
            optional(&row["memory_gib"], |text| Ok(float(text)))?,
            texts.add(&row["gpu_model"])?,
            optional(&row["gpu_count"], |text| Ok(float(text)))?,
            row["rdma"] == "yes",
            optional(&row["retires_on"], date)?,
            row["managed_online_endpoint"] == "yes",
            row["upgrade_reserve_exempt"] == "yes",
            row["aml_compute"] == "yes",
        )?;
    }
    writeln!(code, "];\nstatic VM_TEXT: &str = {:?};", texts.all)?;
    Ok(code)
}

/// Texts of a table behind one another, each once: a table of places has no addresses, which the loader would have to
/// write at every start of the program.
#[derive(Default)]
struct Texts {
    all: String,
    places: std::collections::HashMap<String, usize>,
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

fn vm_series(path: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut code = String::from("static VM_SERIES: &[VmSeries] = &[\n");
    for row in rows(path)? {
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

type Failure = Box<dyn std::error::Error>;

fn optional(text: &str, code: impl Fn(&str) -> Result<String, Failure>) -> Result<String, Failure> {
    Ok(if text.is_empty() {
        "None".to_owned()
    } else {
        format!("Some({})", code(text)?)
    })
}

/// A literal that Rust reads as a float.
fn float(text: &str) -> String {
    if text.contains('.') {
        text.to_owned()
    } else {
        format!("{text}.0")
    }
}

fn date(text: &str) -> Result<String, Failure> {
    let mut parts = text.split('-').map(str::parse::<u16>);
    let mut next = || parts.next().ok_or_else(|| format!("`{text}` is no date"));
    Ok(format!(
        "Date::new({}, {}, {})",
        next()??,
        next()??,
        next()??
    ))
}
