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
    /// `true` if the newest documentation page of Azure ML names it.
    pub offered: bool,
}

/// Returns all runtimes, the oldest first.
pub fn spark_runtimes() -> &'static [SparkRuntime] {
    SPARK_RUNTIMES
}

/// Returns the runtime that `runtime_version: text` selects; a patch number is ignored.
pub fn spark_runtime(text: &str) -> Option<&'static SparkRuntime> {
    let mut parts = text.trim().split('.');
    let version = format!("{}.{}", parts.next()?, parts.next()?);
    SPARK_RUNTIMES
        .iter()
        .find(|runtime| runtime.version == version)
}

/// Returns the newest runtime that the documentation of Azure ML names and that is supported for
/// more than a year from `today`.
pub fn supported_spark_runtime(today: Date) -> Option<&'static SparkRuntime> {
    SPARK_RUNTIMES
        .iter()
        .filter(|runtime| runtime.offered && runtime.support_ends > today.plus_years(1))
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
    }

    #[test]
    fn a_runtime_is_offered_while_its_support_lasts() {
        let on = |day| supported_spark_runtime(day).map(|runtime| runtime.version);
        assert_eq!(on(Date::new(2026, 11, 22)), Some("3.5"));
        assert_eq!(on(Date::new(2027, 11, 1)), None);
    }

    #[test]
    fn every_spark_size_is_a_vm_size() {
        assert!(SPARK_SIZES.iter().all(|size| vm_size(size).is_some()));
    }
}
