//! Sizes and runtimes of Spark: `data/spark.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/spark.rs"));

/// A Spark runtime.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SparkRuntime {
    /// Major and minor version, such as `3.4`.
    pub version: &'static str,
    /// The last day of its support.
    pub support_ends: Date,
    /// Whether a page of Azure ML names it for jobs.
    pub offered: bool,
}

/// The runtime that `runtime_version: text` asks for; a patch number does not matter.
#[must_use]
pub fn spark_runtime(text: &str) -> Option<&'static SparkRuntime> {
    let mut parts = text.trim().split('.');
    let version = format!("{}.{}", parts.next()?, parts.next()?);
    SPARK_RUNTIMES
        .iter()
        .find(|runtime| runtime.version == version)
}

/// The newest runtime that a page of Azure ML names.
#[must_use]
pub fn newest_offered_runtime() -> Option<&'static SparkRuntime> {
    SPARK_RUNTIMES
        .iter()
        .filter(|runtime| runtime.offered)
        .max_by_key(|runtime| runtime.support_ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::vm_size;

    #[test]
    fn finds_runtimes_by_major_and_minor_version() {
        assert_eq!(
            spark_runtime("3.4.0").map(|runtime| runtime.support_ends),
            Some(Date::new(2026, 3, 31))
        );
        assert_eq!(spark_runtime("3"), None);
        assert_eq!(spark_runtime("9.9"), None);
        assert_eq!(
            newest_offered_runtime().map(|runtime| runtime.version),
            Some("3.4")
        );
    }

    #[test]
    fn every_spark_size_is_a_vm_size() {
        assert!(SPARK_SIZES.iter().all(|size| vm_size(size).is_some()));
    }
}
