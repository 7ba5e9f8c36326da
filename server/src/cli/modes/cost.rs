//! `--cost`: what the files of a folder cost.

use crate::check::CostList;
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, FOUND};
use crate::guarded::install_panic_hook;
use crate::loading::{Request, load};
use crate::output::{CostFormat, cost_json, cost_markdown, cost_table, tell_ours};

/// Writes what the files cost; returns the exit code.
pub(in crate::cli) fn run(args: &Args, format: CostFormat, console: &Console) -> u8 {
    install_panic_hook(|_| ());
    let loaded = load(&Request {
        paths: args.paths_or_here(),
        options: args.options(),
        ..Request::default()
    });
    let failed = console.tell_problems(&loaded.names, &loaded.problems);
    let costs = CostList::of(&loaded);
    if costs.all().next().is_none() && format == CostFormat::Full {
        tell_ours(
            "Nothing here costs anything by itself: no job, deployment, compute, or schedule.",
        );
        return if failed { FAILED } else { 0 };
    }
    let names = &loaded.names;
    let written = console.write(|mut out| match format {
        CostFormat::Full => cost_table(&mut out, names, &costs),
        CostFormat::Markdown => cost_markdown(&mut out, names, &costs),
        CostFormat::Json => cost_json(&mut out, names, &costs),
    });
    let is_over = args
        .cost
        .fail_over
        .is_some_and(|most| costs.greatest_month() > most);
    match written {
        Err(code) => code,
        Ok(()) if failed => FAILED,
        Ok(()) if is_over => FOUND,
        Ok(()) => 0,
    }
}
