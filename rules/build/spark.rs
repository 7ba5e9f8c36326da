//! `data/spark.yaml` to static tables.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spark {
    instance_types: SparkNames,
    monitor_runtimes: SparkNames,
    runtimes: Vec<SparkRuntime>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SparkNames {
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

/// The code for the sizes and runtimes in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Spark {
        instance_types,
        monitor_runtimes,
        runtimes,
    } = serde_yaml::from_str(text)?;
    let mut code = String::new();
    for (words, name, SparkNames { source, names }) in [
        ("sizes of serverless Spark", "SPARK_SIZES", instance_types),
        ("runtimes of monitors", "MONITOR_RUNTIMES", monitor_runtimes),
    ] {
        writeln!(code, "/// The {words} ({source}).")?;
        writeln!(code, "pub static {name}: &[&str] = &{names:?};")?;
    }
    code.push_str("static SPARK_RUNTIMES: &[SparkRuntime] = &[\n");
    for SparkRuntime {
        version,
        support_ends,
        offered,
        source,
    } in runtimes
    {
        let ends = date(&support_ends)?;
        writeln!(code, "    // {source}")?;
        writeln!(
            code,
            "    SparkRuntime {{ version: {version:?}, support_ends: {ends}, offered: {offered} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
