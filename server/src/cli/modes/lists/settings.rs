//! `--show-settings`: at which level each rule reports in a file, and who says so.

use std::path::Path;

use super::listing::Listing;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::output::{ListFormat, ShownSettings, settings_json, settings_table};
use crate::sandbox::key;

/// Writes the settings of `file`; returns the exit code.
pub(in crate::cli) fn run(file: &Path, args: &Args, format: ListFormat, console: &Console) -> u8 {
    let listing = Listing::load(vec![file.to_owned()], args, console);
    let loaded = &listing.loaded;
    let path = key(file);
    let settings = loaded.workspace.settings(&path);
    let shown = ShownSettings {
        path: &path,
        settings: &settings,
        names: &loaded.names,
    };
    let written = console.write(|mut out| match format {
        ListFormat::Json => settings_json(&mut out, &shown),
        ListFormat::Full => settings_table(&mut out, &shown),
    });
    listing.exit_code(written, 0)
}
