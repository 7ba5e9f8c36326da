//! `--list-files`: what a check would look at.

use azml_rules::wording::counted;

use super::listing::Listing;
use crate::check::list;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::output::FilesFormat;

/// Lists the files; returns the exit code.
pub(in crate::cli) fn run(args: &Args, format: FilesFormat, console: &Console) -> u8 {
    let listing = Listing::load(args.paths_or_here(), args, console);
    let (files, skipped) = list(&listing.loaded);
    let written = console.write(|out| format.write(out, &files, skipped));
    if format.is_for_people() && written.is_ok() {
        console.remark(&closing_line(files.len(), skipped));
    }
    listing.exit_code(written, 0)
}

fn closing_line(files: usize, skipped: usize) -> String {
    let skipped = match skipped {
        0 => String::new(),
        1 => "; 1 YAML file is not Azure ML".to_owned(),
        more => format!("; {more} YAML files are not Azure ML"),
    };
    format!("{}{skipped}.", counted(files, "Azure ML file"))
}
