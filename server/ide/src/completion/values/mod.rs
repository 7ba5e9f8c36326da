//! Completion of values that no file of the folder defines, by the sort of value.
//!
//! [`schema_values`] completes words, booleans, and defaults of fields, and [`paths`] files and folders ([`path_fields`]). [`schemas`]
//! completes `$schema`, [`config_values`] values in `azml.yaml`, [`images`] and [`packages`] those of environments,
//! [`cron`] and [`zones`] those of schedules, [`spark_versions`] those of Spark.

pub(super) mod config_values;
pub(super) mod cron;
pub(super) mod images;
pub(super) mod packages;
mod path_fields;
pub(super) mod paths;
pub(super) mod schema_values;
pub(super) mod schemas;
pub(super) mod spark_versions;
pub(super) mod zones;
