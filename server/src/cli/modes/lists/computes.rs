//! `--computes`: what is known of the computes of a project.

use super::listing::Listing;
use crate::check::known_computes;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::output::{ListFormat, computes_json, computes_table, tell_ours};

/// Writes the computes; returns the exit code.
pub(in crate::cli) fn run(args: &Args, format: ListFormat, console: &Console) -> u8 {
    let listing = Listing::load(args.paths_or_here(), args, console);
    let loaded = &listing.loaded;
    let computes = known_computes(loaded);
    if computes.is_empty() && format == ListFormat::Full {
        tell_ours(NONE);
        return listing.exit_code(Ok(()), 0);
    }
    let written = console.write(|mut out| match format {
        ListFormat::Json => computes_json(&mut out, &loaded.names, &computes),
        ListFormat::Full => computes_table(&mut out, &loaded.names, &computes),
    });
    listing.exit_code(written, 0)
}

const NONE: &str = "\
No computes found: no compute YAML file, no `computes:` in azml.yaml, no inventory, and no Terraform or
script that creates one.

To save what your workspace holds in the folder .azml, with the Azure CLI:
    azml-ls --refresh
Or only its computes:
    az ml compute list -o json > .azml/computes.json";
