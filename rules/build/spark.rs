//! `data/spark.yaml` to static tables.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

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

/// The code for the sizes and runtimes in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Spark {
        instance_types: SparkSizes { source, names },
        runtimes,
    } = serde_yaml::from_str(text)?;
    let mut code = format!(
        "/// The sizes of serverless Spark ({source}).\npub static SPARK_SIZES: &[&str] = \
         &{names:?};\n"
    );
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
