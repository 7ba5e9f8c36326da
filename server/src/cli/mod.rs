//! The command line: arguments, dispatch, exit codes. 0 is clean, 1 means findings, 2 that
//! something could not be done.

mod args;
mod check;
mod computes;
mod console;
mod difference;
mod exit_codes;
mod explain;
mod graph;
mod stdin;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Parser as _;

use args::Args;
use console::Console;
use exit_codes::FAILED;

use crate::files::without_number;
use crate::guarded::install_panic_hook;
use crate::output::{tell, tell_ours};
use crate::signals::report_file_size_limit;
use crate::threads;

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    report_file_size_limit();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return ExitCode::from(console::told(&error)),
    };
    let console = Console::new(args.output_options());
    if args.check || args.computes || args.graph.is_some() {
        threads::start_or_work_alone();
    }
    if args.check {
        return ExitCode::from(check::run(&args, &console));
    }
    if args.computes {
        return ExitCode::from(computes::run(&args, &console));
    }
    if let Some(file) = &args.graph {
        return ExitCode::from(graph::run(file, &args, &console));
    }
    if let Some(rule) = args.explain {
        return ExitCode::from(explain::page(rule, &console));
    }
    if args.rules {
        return ExitCode::from(explain::list(args.format, &console));
    }
    if !args.stdio && std::io::stdin().is_terminal() {
        tell_ours(SERVER);
        return ExitCode::from(FAILED);
    }
    if let Err(error) = threads::start() {
        tell(&format!(
            "azml-ls: error: can't start threads: {}; raise the limit of processes for this user \
             or container",
            without_number(&error)
        ));
        return ExitCode::from(FAILED);
    }
    install_panic_hook(|what| tell(&format!("azml-ls: bug: {what}")));
    crate::lsp::run(args.options())
}

const SERVER: &str = "\
Without options, azml-ls runs as a language server, which an editor starts.

To check files in a terminal:   azml-ls --check [PATH]...
To see all options:             azml-ls --help";
