//! `--refresh`: saves what a workspace holds.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use azml_rules::secrets::Redactor;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, FOUND};
use crate::cli::progress::{Activity, Progress};
use crate::guarded::install_panic_hook;
use crate::output::tell;
use crate::refresh::{
    CommandLine, Mode, Observer, RefreshProblem, RefreshRequest, Refreshed, WorkspaceName, dry_run,
    refresh,
};
use crate::sandbox::Names;
use crate::times::{AZ_COMMAND_MAX, az_command_max};

/// Refreshes the snapshot, or compares it; returns the exit code.
pub(in crate::cli) fn run(args: &Args) -> u8 {
    install_panic_hook(|_| ());
    let folder = match args.paths_or_here().as_slice() {
        [folder] if folder.is_dir() => folder.clone(),
        [other] => {
            tell(&format!(
                "azml-ls: error: {} is not a folder",
                other.display()
            ));
            return FAILED;
        }
        _ => {
            tell("azml-ls: error: --refresh takes one folder");
            return FAILED;
        }
    };
    let names = Names::new(&args.paths_or_here());
    let console = Console::new(None, args);
    let request = request(args, folder);
    if args.workspace.dry_run {
        return match dry_run(&request) {
            Ok(lines) => write(&console, lines.iter().map(ToString::to_string)),
            Err(problem) => failed(&problem, &names),
        };
    }
    let shown = ShownProgress::default();
    match refresh(&request, &shown) {
        Ok(refreshed) => report(&refreshed, request.mode, &console, &names),
        Err(problem) => failed(&problem, &names),
    }
}

fn request(args: &Args, folder: PathBuf) -> RefreshRequest {
    let given = &args.workspace;
    RefreshRequest {
        folder,
        name: WorkspaceName {
            workspace: given.workspace.clone(),
            resource_group: given.resource_group.clone(),
            subscription: given.subscription.clone(),
        },
        options: args.options(),
        limit: given.time_limit.map_or(AZ_COMMAND_MAX, az_command_max),
        mode: if args.check { Mode::Check } else { Mode::Write },
    }
}

/// Shows the commands before they run, and how many have ended.
#[derive(Default)]
struct ShownProgress(Mutex<Option<Progress>>);

impl Observer for ShownProgress {
    fn begin(&self, lines: &[CommandLine]) {
        for line in lines {
            tell(&format!("+ {line}"));
        }
        let progress = Progress::start(Activity::Refresh);
        progress.counts(lines.len());
        *self.progress() = Some(progress);
    }

    fn done(&self) {
        if let Some(progress) = &*self.progress() {
            progress.finished_one();
        }
    }

    fn end(&self) {
        *self.progress() = None;
    }
}

impl ShownProgress {
    fn progress(&self) -> MutexGuard<'_, Option<Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the changes; returns the exit code.
fn report(refreshed: &Refreshed, mode: Mode, console: &Console, names: &Names) -> u8 {
    for warning in &refreshed.warnings {
        tell(&format!("azml-ls: warning: {warning}"));
    }
    let folder = names.show_path(&refreshed.folder);
    let workspace = &refreshed.workspace;
    let (last, code) = match mode {
        Mode::Write if refreshed.is_first => (format!("Saved {workspace} in {folder}."), 0),
        Mode::Write if refreshed.changes.lines.is_empty() => (
            format!("Refreshed {folder}: {workspace} has not changed."),
            0,
        ),
        Mode::Write => (format!("Refreshed {folder} from {workspace}."), 0),
        Mode::Check if refreshed.is_first => {
            let text = format!("{folder} has no snapshot; run azml-ls --refresh");
            (text, FOUND)
        }
        Mode::Check if refreshed.is_outdated => {
            let text = format!("{folder} is out of date; run azml-ls --refresh");
            (text, FOUND)
        }
        Mode::Check => (format!("{folder} is up to date with {workspace}."), 0),
    };
    let lines = refreshed.changes.lines.iter().cloned();
    match write(console, lines.chain([last])) {
        0 => code,
        failed => failed,
    }
}

/// Writes lines without secrets; returns the exit code of writing.
fn write(console: &Console, lines: impl Iterator<Item = String>) -> u8 {
    let redactor = Redactor::default();
    let lines: Vec<String> = lines
        .map(|line| redactor.redacted(&line).into_owned())
        .collect();
    let written = console.write(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")));
    written.err().unwrap_or(0)
}

/// Reports a problem; returns the exit code.
fn failed(problem: &RefreshProblem, names: &Names) -> u8 {
    let message = match problem {
        RefreshProblem::Name(name) => {
            format!("`{name}` is not the name of a workspace, resource group, or subscription")
        }
        RefreshProblem::NoProgram => "the Azure CLI (`az`) is not on PATH; install it, then run \
             `az extension add --name ml` and `az login`: \
             https://learn.microsoft.com/cli/azure/install-azure-cli"
            .to_owned(),
        RefreshProblem::Az(failure) => failure.message(),
        RefreshProblem::Unwritten(problem) => {
            format!("{} {}", names.show_path(&problem.path), problem.message)
        }
        RefreshProblem::Newer(folder) => {
            let folder = names.show_path(folder);
            format!("{folder} was written by a newer version; update azml-ls")
        }
    };
    tell(&format!("azml-ls: error: {message}"));
    if let RefreshProblem::Az(failure) = problem
        && let Some(shown) = failure.shown()
    {
        tell(&format!("azml-ls: az: {shown}"));
    }
    FAILED
}
