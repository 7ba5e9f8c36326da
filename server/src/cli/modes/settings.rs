//! `--show-settings`: at which level each rule reports in a file, and who says so.

use std::path::Path;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::guarded::install_panic_hook;
use crate::loading::{Request, load};
use crate::output::{ListFormat, ShownSettings, settings_json, settings_table};
use crate::sandbox::key;

/// Writes the settings of `file`; returns the exit code.
pub(in crate::cli) fn run(file: &Path, args: &Args, format: ListFormat, console: &Console) -> u8 {
    install_panic_hook(|_| ());
    let loaded = load(&Request {
        paths: vec![file.to_owned()],
        options: args.options(),
        ..Request::default()
    });
    let failed = console.tell_problems(&loaded.names, &loaded.problems);
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
    match written {
        Err(code) => code,
        Ok(()) if failed => FAILED,
        Ok(()) => 0,
    }
}
