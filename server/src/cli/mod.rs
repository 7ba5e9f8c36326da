//! The command line: [`commands`], [`args`] and their [`arg_values`], dispatch to [`modes`], [`exit_codes`]. 0 is clean, 1 means findings, 2 that
//! something could not be done. [`console`], [`outputs`], [`output_target`], [`formats`], [`levels`], [`progress`], [`stdin`], [`cost_args`], and [`workspace_args`] are its input and output.

mod arg_values;
mod args;
mod commands;
mod console;
mod cost_args;
mod exit_codes;
mod formats;
mod levels;
pub(crate) mod modes;
mod output_target;
mod outputs;
mod progress;
mod stdin;
mod workspace_args;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Parser as _;

use args::Args;
use exit_codes::FAILED;
use outputs::single;

use crate::guarded::install_panic_hook;
use crate::lsp::Log;
use crate::output::{SchemaFormat, tell, tell_ours};
use crate::sandbox::without_number;
use crate::signals::report_file_size_limit;
use crate::threads;

/// Runs the program.
pub fn main() -> ExitCode {
    report_file_size_limit();
    let arguments = match commands::as_options(arguments()) {
        Ok(arguments) => arguments,
        Err(message) => {
            tell(&format!("azml-ls: error: {message}"));
            return ExitCode::from(FAILED);
        }
    };
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => return ExitCode::from(console::exit_with_clap(&error)),
    };
    match run(&args) {
        Ok(Some(code)) => ExitCode::from(code),
        Ok(None) => serve(&args),
        Err(error) => ExitCode::from(console::exit_with_clap(&error)),
    }
}

/// Does what `args` ask for; returns the exit code, or nothing where they ask for a server.
fn run(args: &Args) -> Result<Option<u8>, clap::Error> {
    let listed_or_checked =
        args.list_files || args.checks() || args.refresh || args.fmt || args.mcp;
    if listed_or_checked
        || args.computes
        || args.cost.cost
        || args.cost.plan
        || args.graph.is_some()
        || args.show_settings.is_some()
    {
        threads::start_or_work_alone();
    }
    let code = if args.refresh {
        modes::refresh::run(args)
    } else if args.fmt {
        modes::fmt::run(args)
    } else if args.list_files {
        let (format, console) = single(args, "--list-files")?;
        modes::lists::files::run(args, format, &console)
    } else if args.checks() {
        modes::check::run(args)?
    } else if args.computes {
        let (format, console) = single(args, "--computes")?;
        modes::lists::computes::run(args, format, &console)
    } else if args.cost.cost {
        let (format, console) = single(args, "--cost")?;
        modes::lists::cost::run(args, format, &console)
    } else if args.cost.plan {
        let (format, console) = single(args, "--plan")?;
        modes::lists::plan::run(args, format, &console)
    } else if let Some(file) = &args.graph {
        let (format, console) = single(args, "--graph")?;
        modes::graph::run(file, args, format, &console)
    } else if let Some(file) = &args.show_settings {
        let (format, console) = single(args, "--show-settings")?;
        modes::lists::settings::run(file, args, format, &console)
    } else if let Some(name) = args.schema {
        let (_, console) = single::<SchemaFormat>(args, "--schema")?;
        modes::explain::schema_of(name, &console)
    } else if let Some(kind) = args.new {
        let (_, console) = single::<modes::generate::PlainFormat>(args, "--new")?;
        modes::new::run(kind.filter(|_| !args.list), args, &console)
    } else if let Some(what) = args.generate {
        let (_, console) = single::<modes::generate::PlainFormat>(args, "--generate")?;
        modes::generate::run(what, &console)
    } else if let Some(rule) = args.explain {
        let (format, console) = single(args, "--explain")?;
        modes::explain::page(rule, format, &console)
    } else if args.mcp {
        modes::mcp::run(args)
    } else if args.rules {
        let (format, console) = single(args, "--rules")?;
        modes::explain::list(format, &console)
    } else {
        return Ok(None);
    };
    Ok(Some(code))
}

/// Serves an editor, unless a user started it on a terminal.
fn serve(args: &Args) -> ExitCode {
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
    let log = match &args.log {
        None => Log::default(),
        Some(path) => match Log::to_file(path, args.log_level.into()) {
            Ok(log) => log,
            Err(error) => {
                let (path, error) = (path.display(), without_number(&error));
                tell(&format!("azml-ls: error: can't write {path}: {error}"));
                return ExitCode::from(FAILED);
            }
        },
    };
    let exit_with_clap = log.clone();
    install_panic_hook(move |what| {
        exit_with_clap.error(&format!("bug: {what}"));
        tell(&format!("azml-ls: bug: {what}"));
    });
    crate::lsp::run(args.options(), log)
}

/// The arguments. Shells of Windows leave patterns such as `jobs\*.yml` to the program.
fn arguments() -> impl Iterator<Item = OsString> {
    #[cfg(windows)]
    let arguments = wild::args_os();
    #[cfg(unix)]
    let arguments = std::env::args_os();
    cost_args::with_commit(arguments.collect()).into_iter()
}

const SERVER: &str = "\
Without options, azml-ls runs as a language server, which an editor starts.

To check files in a terminal:   azml-ls check [PATH]...
To see all options:             azml-ls --help";
