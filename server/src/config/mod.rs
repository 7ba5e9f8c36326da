//! Configuration from disk: `azml.yaml` and inventory files; and the disk and the clock as rules see them.
//!
//! [`files`] finds `azml.yaml`, [`extended`] reads it with what it extends, [`options`]
//! override it, [`inventory`] reads saved lists of computes,
//! [`snapshot`] the other files of `.azml/`. [`disk`], [`upload_size`], and [`script_texts`]
//! answer requests of rules about the file system, and [`today`] is the clock.

pub(crate) mod disk;
mod extended;
pub(crate) mod files;
pub(crate) mod inventory;
pub(crate) mod options;
pub(crate) mod script_texts;
pub(crate) mod snapshot;
pub(crate) mod today;
pub(crate) mod upload_size;

pub use files::Configs;
pub use options::{ConfigSource, Options};
pub(crate) use today::{now, time_of_day};
