//! `--check`: load, fix if requested, check, write, and summarize in one line.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use rayon::prelude::*;

use super::verbose::Verbose;
use super::withheld_rules::tell_withheld;
use super::{baseline, difference, watch};
use crate::check::{
    Baseline, FixChoice, Fixed, Report, WriteProblem, check_each, delete_leftovers, fix, ignore,
    unrecognized, write,
};
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, FOUND};
use crate::cli::outputs::{CheckOutputs, of_check};
use crate::cli::progress::{Activity, Progress};
use crate::cli::stdin;
use crate::config::Options;
use crate::guarded::install_panic_hook;
use crate::loading::{Loaded, Request, load};
use crate::output::{Findings, FixOutcome, Format, IsShown, Style, stderr, summary, tell};
use crate::sandbox::{FileProblem, key};

/// Text for standard output.
enum CheckOutput {
    Findings,
    Statistics,
    /// The fixes, as a difference.
    Difference,
    /// Fixed text of standard input, with its key.
    Text(Arc<str>),
}

/// Runs the check; returns the exit code, or what is wrong with the arguments.
pub(in crate::cli) fn run(args: &Args) -> Result<u8, clap::Error> {
    install_panic_hook(|_| ());
    let outputs = of_check(args)?;
    Ok(if args.watch {
        watch::run(args, &outputs.console, outputs.format)
    } else {
        run_with(args, &outputs)
    })
}

fn run_with(args: &Args, outputs: &CheckOutputs) -> u8 {
    let baseline = match args.baseline.as_deref().map(baseline::read).transpose() {
        Ok(baseline) => baseline,
        Err(code) => return code,
    };
    let (request, unread) = request(args);
    let mut verbose = Verbose::start(args);
    let progress = progress(args);
    let mut loaded = load(&request);
    verbose.read(&loaded);
    let input = request.text.as_ref().map(|(path, _)| {
        loaded.names.insert(key(path), path.to_string_lossy());
        key(path)
    });
    let mut fixed = changes(&mut loaded, args, input.as_deref());
    if fixed.is_some() {
        verbose.ended("made changes");
    }
    // From here on, nothing changes the disk: what is read of it is read once.
    loaded.workspace.begin_revision();
    progress.counts(loaded.requested.len());
    let is_in_parts = is_written_in_parts(args, outputs) && !progress.is_shown();
    let mut written = Ok(());
    let mut write_part = |loaded: &Loaded, report: &mut Report| {
        if is_in_parts {
            report.keep_from(args.min_level.into());
            let pieces = report.let_go(AT_ONCE);
            written = written.and_then(|()| write_pieces(outputs, loaded, &pieces));
        }
    };
    let mut report = check_each(&mut loaded, &|| progress.finished_one(), &mut write_part);
    drop(progress);
    verbose.ended_with("checked", report.tally().files);
    tell_withheld(args, &loaded, &outputs.console);
    if let Some(fixed) = &mut fixed {
        report.problems.append(&mut fixed.problems);
    }
    let options = &request.options;
    complete(&mut report, &loaded, baseline, options, input.as_deref());
    report.keep_from(args.min_level.into());
    let problems = [&loaded.problems, &report.problems]
        .map(|problems| outputs.console.tell_problems(&loaded.names, problems));
    let failed = unread || problems.contains(&true);
    if let Some(path) = &args.write_baseline {
        return baseline::write(path, &report, &loaded, failed, &outputs.console);
    }
    if !is_in_parts {
        let outcome = output(args, input);
        written = write_output(&outcome, outputs, &loaded, &report, fixed.as_ref());
    }
    let nothing = report.tally().files == 0 && report.skipped == 0;
    verbose.ended("wrote the findings");
    if outputs.format.is_for_people() && written.is_ok() && !(failed && nothing) {
        outputs
            .console
            .remark(&summary(&report, fix_outcome(args, fixed.as_ref())));
    }
    let code = match written {
        Err(code) => code,
        Ok(()) if failed => FAILED,
        Ok(()) => code(args, &report, fixed.as_ref()),
    };
    // The program ends, and the system takes all memory at once: freeing it piece by piece would take
    // a thirtieth of the time.
    std::mem::forget(loaded);
    code
}

/// Shows how far a check is, unless standard error is to have nothing, or everything.
fn progress(args: &Args) -> Progress {
    if args.quiet || args.verbose {
        Progress::hidden()
    } else {
        Progress::start(Activity::Check)
    }
}

/// Returns the files to load, and `true` if standard input could not be read.
fn request(args: &Args) -> (Request, bool) {
    let (dashes, paths): (Vec<PathBuf>, Vec<PathBuf>) = args
        .paths_or_here()
        .into_iter()
        .partition(|path| stdin::is_stdin(path));
    let mut request = Request {
        paths,
        options: args.options(),
        keeps_trees: true,
        ..Request::default()
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

/// Leaves out the findings that `baseline` has, and adds the files that were named and are not Azure ML's.
fn complete(
    report: &mut Report,
    loaded: &Loaded,
    baseline: Option<Baseline>,
    options: &Options,
    input: Option<&str>,
) {
    if let Some(baseline) = baseline {
        let ran = |rule: &str| options.runs(rule);
        report.baseline = Some(baseline.subtract_from(report, loaded, ran));
    }
    if !options.force_exclude {
        report.problems.extend(unrecognized(loaded, input));
    }
}

/// Applies the requested fixes, or writes comments; standard input, which is `input`, is in no file.
fn changes(loaded: &mut Loaded, args: &Args, input: Option<&str>) -> Option<Fixed> {
    let mut fixed = if args.add_ignore {
        ignore(loaded, args.min_level.into(), args.reason.as_deref())
    } else if args.fix || args.diff {
        fix(loaded, choice(args))
    } else {
        return None;
    };
    if !args.diff {
        write_files(loaded, &mut fixed, input);
    }
    Some(fixed)
}

fn choice(args: &Args) -> FixChoice {
    let lowest = if args.unsafe_fixes {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    FixChoice {
        lowest,
        least: args.min_level.into(),
        only: None,
    }
}

/// Writes what was fixed, but for standard input, which is `input`. A file that cannot be
/// written is as it was.
fn write_files(loaded: &mut Loaded, fixed: &mut Fixed, input: Option<&str>) {
    let requested = loaded.requested.iter().map(|path| Path::new(&**path));
    let folders: BTreeSet<&Path> = requested.filter_map(Path::parent).collect();
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
            let exit_with_clap = FileProblem::error(path, problem.to_string());
            problems.push(FileProblem {
                help: problem.help().map(str::to_owned),
                ..exit_with_clap
            });
            loaded
                .workspace
                .insert(Document::new(file.path.clone(), file.before.as_str()));
        }
        written.is_ok()
    });
}

fn output(args: &Args, input: Option<Arc<str>>) -> CheckOutput {
    match input.filter(|_| args.fix || args.add_ignore) {
        _ if args.diff => CheckOutput::Difference,
        Some(input) => CheckOutput::Text(input),
        None if args.statistics => CheckOutput::Statistics,
        None => CheckOutput::Findings,
    }
}

/// Returns `true` if findings are written as they are found, so that those of a large folder are
/// never in memory at once: the output contains nothing else, and no option removes findings.
fn is_written_in_parts(args: &Args, outputs: &CheckOutputs) -> bool {
    let is_other = args.fix || args.add_ignore || args.diff || args.statistics;
    let is_held_against = args.baseline.is_some() || args.write_baseline.is_some();
    let is_alone = outputs.files.is_empty() && !outputs.console.is_file();
    outputs.format.is_only_findings() && is_alone && !is_other && !is_held_against
}

/// Number of files whose findings are formatted at a time.
const AT_ONCE: usize = 64;

/// Writes the findings of some files to standard output: made text in parallel, written in order.
fn write_pieces(outputs: &CheckOutputs, loaded: &Loaded, pieces: &[Report]) -> Result<(), u8> {
    let console = &outputs.console;
    let text = |piece: &Report| {
        let mut text = Vec::new();
        let findings = Findings::new(loaded, piece, console.style());
        outputs.format.write(&mut text, &findings).map(|()| text)
    };
    let texts: Vec<io::Result<Vec<u8>>> = pieces.par_iter().map(text).collect();
    console.write_exact(|out| texts.into_iter().try_for_each(|text| out.write_all(&text?)))
}

/// Writes to every file, and then to standard output, even if some writes fail.
fn write_output(
    outcome: &CheckOutput,
    outputs: &CheckOutputs,
    loaded: &Loaded,
    report: &Report,
    fixed: Option<&Fixed>,
) -> Result<(), u8> {
    let findings = |console: &Console| {
        Findings::new(loaded, report, console.style()).failing_from(outputs.fails_from)
    };
    let mut written = Ok(());
    for (format, console) in &outputs.files {
        let findings = findings(console);
        written = written.and(write_findings(outcome, *format, console, &findings));
    }
    let console = &outputs.console;
    written.and(match outcome {
        CheckOutput::Findings | CheckOutput::Statistics => {
            write_findings(outcome, outputs.format, console, &findings(console))
        }
        CheckOutput::Difference => {
            let files = fixed.map_or(&[][..], |fixed| &fixed.files);
            difference::write(console, &loaded.names, files)
        }
        CheckOutput::Text(input) => {
            // Standard output has the text: the remaining findings go to standard error.
            let left = Findings::new(loaded, report, Style::default());
            let _ = Format::Concise.write(&mut stderr(), &left);
            let text = loaded
                .workspace
                .document(input)
                .map_or("", |document| document.text());
            console.write_exact(|out| out.write_all(text.as_bytes()))
        }
    })
}

fn write_findings(
    outcome: &CheckOutput,
    format: Format,
    console: &Console,
    findings: &Findings<'_>,
) -> Result<(), u8> {
    if matches!(outcome, CheckOutput::Statistics) {
        return console.write_exact(|out| format.write_statistics(out, findings.report));
    }
    console.write_exact(|out| format.write(out, findings))
}

fn fix_outcome<'f>(args: &Args, fixed: Option<&'f Fixed>) -> FixOutcome<'f> {
    match fixed {
        None => FixOutcome::None,
        Some(fixed) if args.add_ignore => {
            FixOutcome::Ignored(fixed, if args.diff { IsShown::Yes } else { IsShown::No })
        }
        Some(fixed) if args.diff => FixOutcome::Shown(fixed),
        Some(fixed) => FixOutcome::Done(fixed),
    }
}

/// Returns the exit code. Findings that are not shown do not count.
fn code(args: &Args, report: &Report, fixed: Option<&Fixed>) -> u8 {
    let found = match fixed.filter(|_| args.diff) {
        Some(fixed) => !fixed.files.is_empty(),
        None => report.tally().reaches(Level::from(args.fail_on)),
    };
    if found && !args.exit_zero { FOUND } else { 0 }
}
