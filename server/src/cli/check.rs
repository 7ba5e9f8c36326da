//! `--check`: load, repair if asked for, check, write, and say what it was in one line.

use std::path::{Path, PathBuf};

use azml_rules::diagnostic::Level;
use azml_rules::fix::Applicability;

use super::args::Args;
use super::console::Console;
use super::{FAILED, FOUND, stdin};
use crate::check::{Fixed, Report, check, fix, install_panic_hook, unified, write};
use crate::files::{FileProblem, Loaded, Request, key, load};
use crate::output::{Repairs, findings, statistics, summary};

/// Runs the check; returns the exit code.
pub(super) fn run(args: &Args, console: &Console) -> u8 {
    install_panic_hook();
    let (request, mut failed) = request(args, console);
    let mut loaded = load(&request);
    if let Some((path, _)) = &request.text {
        loaded.names.insert(key(path), path.to_string_lossy());
    }
    failed |= console.tell_problems(&loaded.names, &loaded.problems);
    let fixed = (args.fix || args.diff).then(|| fix(&mut loaded, lowest(args)));
    let mut report = check(&loaded);
    report.keep_from(args.min_level.into());
    failed |= console.tell_problems(&loaded.names, &report.problems);
    let outcome = match &fixed {
        Some(fixed) => {
            failed |= console.tell_problems(&loaded.names, &fixed.problems);
            with_repairs(args, console, &loaded, &report, fixed, &request)
        }
        None => plain(args, console, &loaded, &report, Repairs::None),
    };
    match outcome {
        _ if failed => FAILED,
        Ok(code) | Err(code) => code,
    }
}

fn lowest(args: &Args) -> Applicability {
    if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe }
}

/// What to load, and whether standard input could not be read.
fn request(args: &Args, console: &Console) -> (Request, bool) {
    let (dashes, mut paths): (Vec<PathBuf>, Vec<PathBuf>) =
        args.paths.iter().cloned().partition(|path| stdin::is_stdin(path));
    if args.paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let mut request = Request { paths, text: None, options: args.options() };
    if dashes.is_empty() {
        return (request, false);
    }
    match stdin::read(args.stdin_filename.as_ref()) {
        Ok(text) => {
            request.text = Some(text);
            (request, false)
        }
        Err(problem) => {
            console.tell(&format!("azml-ls: error: standard input {problem}"));
            (request, true)
        }
    }
}

/// Writes the findings and the closing line.
fn plain(args: &Args, console: &Console, loaded: &Loaded, report: &Report, repairs: Repairs<'_>) -> Result<u8, u8> {
    console.write(|mut out| match args.statistics {
        true => statistics(&mut out, args.format, report),
        false => findings(&mut out, args.format, console.style(), loaded, report),
    })?;
    close(args, console, report, repairs);
    Ok(code(args, report))
}

/// What is not shown does not count.
fn code(args: &Args, report: &Report) -> u8 {
    if report.reaches(Level::from(args.fail_on)) { FOUND } else { 0 }
}

fn close(args: &Args, console: &Console, report: &Report, repairs: Repairs<'_>) {
    if args.format.is_for_people() {
        console.tell(&summary(report, repairs));
    }
}

fn with_repairs(
    args: &Args,
    console: &Console,
    loaded: &Loaded,
    report: &Report,
    fixed: &Fixed,
    request: &Request,
) -> Result<u8, u8> {
    if args.diff {
        return show(args, console, loaded, report, fixed);
    }
    let from_stdin = request.text.as_ref().map(|(path, _)| key(path));
    let mut failed = false;
    for file in fixed.files.iter().filter(|file| Some(&file.path) != from_stdin.as_ref()) {
        if let Err(error) = write(Path::new(&*file.path), &file.before, &file.after) {
            let problem = FileProblem::error(Path::new(&*file.path), format!("cannot be written: {error}"));
            failed |= console.tell_problems(&loaded.names, &[problem]);
        }
    }
    let outcome = match from_stdin.and_then(|key| loaded.workspace.document(&key)) {
        // Standard output carries the text, so what is left is told elsewhere.
        Some(document) => {
            console.write(|out| out.write_all(document.text().as_bytes()))?;
            close(args, console, report, Repairs::Done(fixed));
            Ok(code(args, report))
        }
        None => plain(args, console, loaded, report, Repairs::Done(fixed)),
    };
    if failed { Err(FAILED) } else { outcome }
}

fn show(args: &Args, console: &Console, loaded: &Loaded, report: &Report, fixed: &Fixed) -> Result<u8, u8> {
    let name = |path: &str| loaded.names.show(path);
    console.write(|out| {
        let mut diffs = fixed.files.iter().map(|file| unified(&name(&file.path), &file.before, &file.after));
        diffs.try_for_each(|diff| out.write_all(diff.as_bytes()))
    })?;
    close(args, console, report, Repairs::Shown(fixed));
    Ok(if fixed.files.is_empty() { 0 } else { FOUND })
}
