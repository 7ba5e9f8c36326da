//! `--check`: load, repair if asked for, check, write, and say what it was in one line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::fix::Applicability;
use azml_rules::rule::Level;

use super::args::Args;
use super::console::Console;
use super::exit_codes::{FAILED, FOUND};
use super::{difference, stdin};
use crate::check::{
    Fixed, RepairChoice, Report, WriteProblem, check, delete_leftovers, fix, write,
};
use crate::files::{FileProblem, Loaded, Request, key, load};
use crate::guarded::install_panic_hook;
use crate::output::{Format, Repairs, Style, findings, statistics, stderr, summary, tell};

/// What to write to standard output.
enum Outcome {
    Findings,
    Statistics,
    /// The repairs, as a difference.
    Difference,
    /// The repaired text of standard input, whose key this is.
    Text(Arc<str>),
}

/// Runs the check; returns the exit code.
pub(super) fn run(args: &Args, console: &Console) -> u8 {
    install_panic_hook(|_| ());
    let (request, unread) = request(args);
    let mut loaded = load(&request);
    let input = request.text.as_ref().map(|(path, _)| {
        loaded.names.insert(key(path), path.to_string_lossy());
        key(path)
    });
    let mut fixed = (args.fix || args.diff).then(|| fix(&mut loaded, choice(args)));
    if let Some(fixed) = fixed.as_mut().filter(|_| !args.diff) {
        write_files(&mut loaded, fixed, input.as_deref());
    }
    let mut report = check(&loaded);
    report.keep_from(args.min_level.into());
    let problems = [
        &loaded.problems,
        &report.problems,
        fixed.as_ref().map_or(&Vec::new(), |fixed| &fixed.problems),
    ]
    .map(|problems| console.tell_problems(&loaded.names, problems));
    let failed = unread || problems.contains(&true);
    let written = write_output(
        &output(args, input),
        args,
        console,
        &loaded,
        &report,
        fixed.as_ref(),
    );
    let nothing = report.files.is_empty() && report.skipped == 0;
    if args.format.is_for_people() && written.is_ok() && !(failed && nothing) {
        tell(&summary(&report, repairs(args, fixed.as_ref())));
    }
    match written {
        Err(code) => code,
        Ok(()) if failed => FAILED,
        Ok(()) => code(args, &report, fixed.as_ref()),
    }
}

/// What to load, and whether standard input could not be read.
fn request(args: &Args) -> (Request, bool) {
    let (dashes, mut paths): (Vec<PathBuf>, Vec<PathBuf>) = args
        .paths
        .iter()
        .cloned()
        .partition(|path| stdin::is_stdin(path));
    if args.paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let mut request = Request {
        paths,
        text: None,
        options: args.options(),
    };
    if dashes.is_empty() {
        return (request, false);
    }
    match stdin::read(args.stdin_filename.as_ref()) {
        Ok(text) => {
            request.text = Some(text);
            (request, false)
        }
        Err(problem) => {
            tell(&format!("azml-ls: error: standard input {problem}"));
            (request, true)
        }
    }
}

fn choice(args: &Args) -> RepairChoice {
    let lowest = if args.unsafe_fixes {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    RepairChoice {
        lowest,
        least: args.min_level.into(),
    }
}

/// Writes what was repaired, but for standard input, which is `input`. A file that cannot be
/// written is as it was.
fn write_files(loaded: &mut Loaded, fixed: &mut Fixed, input: Option<&str>) {
    let asked = loaded.asked.iter().map(|path| Path::new(&**path));
    let folders: BTreeSet<&Path> = asked.filter_map(Path::parent).collect();
    folders.into_iter().for_each(delete_leftovers);
    let problems = &mut fixed.problems;
    fixed.files.retain(|file| {
        let path = Path::new(&*file.path);
        let written = match () {
            () if Some(&*file.path) == input => Ok(()),
            () if !loaded.boundary.is_at_home(path) => Err(WriteProblem::LeadsOutside),
            () => write(path, &file.before, &file.after),
        };
        if let Err(problem) = &written {
            let told = FileProblem::error(path, problem.to_string());
            problems.push(FileProblem {
                help: problem.help().map(str::to_owned),
                ..told
            });
            loaded
                .workspace
                .insert(Document::new(file.path.clone(), file.before.as_str()));
        }
        written.is_ok()
    });
}

fn output(args: &Args, input: Option<Arc<str>>) -> Outcome {
    match input.filter(|_| args.fix) {
        _ if args.diff => Outcome::Difference,
        Some(input) => Outcome::Text(input),
        None if args.statistics => Outcome::Statistics,
        None => Outcome::Findings,
    }
}

fn write_output(
    output: &Outcome,
    args: &Args,
    console: &Console,
    loaded: &Loaded,
    report: &Report,
    fixed: Option<&Fixed>,
) -> Result<(), u8> {
    let (format, style) = (args.format, console.style());
    match output {
        Outcome::Findings => {
            console.write(|mut out| findings(&mut out, format, style, loaded, report))
        }
        Outcome::Statistics => console.write(|mut out| statistics(&mut out, format, report)),
        Outcome::Difference => {
            let files = fixed.map_or(&[][..], |fixed| &fixed.files);
            difference::write(console, &loaded.names, files)
        }
        Outcome::Text(input) => {
            // Standard output carries the text: what is left is told on the other side.
            let _ = findings(
                &mut stderr(),
                Format::Concise,
                Style::default(),
                loaded,
                report,
            );
            let text = loaded
                .workspace
                .document(input)
                .map_or("", |document| document.text());
            console.write_exact(|out| out.write_all(text.as_bytes()))
        }
    }
}

fn repairs<'f>(args: &Args, fixed: Option<&'f Fixed>) -> Repairs<'f> {
    match fixed {
        None => Repairs::None,
        Some(fixed) if args.diff => Repairs::Shown(fixed),
        Some(fixed) => Repairs::Done(fixed),
    }
}

/// What is not shown does not count.
fn code(args: &Args, report: &Report, fixed: Option<&Fixed>) -> u8 {
    let found = match fixed.filter(|_| args.diff) {
        Some(fixed) => !fixed.files.is_empty(),
        None => report.reaches(Level::from(args.fail_on)),
    };
    if found { FOUND } else { 0 }
}
