//! Text on its way to a terminal or a report.
//!
//! [`redact`] removes secrets, [`sanitize`] is the last writer before the outside and escapes control characters, [`truncate`] shortens
//! long lines, [`snippet`] and [`miette_source`] select the lines that a finding shows, [`source`] finds the texts that findings point
//! into, [`place`] counts lines and characters, [`wrap`] breaks lines, [`style`] decides on colors and links, [`sentences`] writes a
//! finding as prose, [`uri`] writes paths as URIs, [`markdown`] escapes text for Markdown, [`messages`] writes to standard error.

pub(crate) mod markdown;
pub(crate) mod messages;
pub(crate) mod miette_source;
pub(crate) mod place;
pub(crate) mod redact;
pub(crate) mod sanitize;
pub(crate) mod sentences;
pub(crate) mod snippet;
pub(crate) mod source;
pub(crate) mod style;
pub(crate) mod truncate;
pub(crate) mod uri;
pub(crate) mod wrap;
