//! `--output`: files that get the output, each in a format.
//!
//! A check writes to standard output and to every file; the other modes write to one of them.

use std::path::{Path, PathBuf};

use azml_rules::rule::Level;
use clap::CommandFactory as _;
use clap::error::ErrorKind;

use super::args::Args;
use super::console::Console;
use super::formats::{AUTO, ModeFormat, named, of_extension};
use super::stdin::is_stdin;
use crate::discovery::{is_script, is_yaml};
use crate::output::Format;

/// Outputs of a check.
pub(super) struct CheckOutputs {
    /// Standard output, or the one file of a difference.
    pub(super) console: Console,
    /// The format of standard output.
    pub(super) format: Format,
    /// The files, each with its format.
    pub(super) files: Vec<(Format, Console)>,
    /// Level from which a finding fails the run, for formats that include it.
    pub(super) fails_from: Level,
}

/// Formats and their targets.
struct Outputs<F> {
    /// The format of standard output.
    standard: F,
    files: Vec<(F, PathBuf)>,
}

/// Returns the format and target of a mode with a single output.
pub(super) fn single<F: ModeFormat>(args: &Args, mode: &str) -> Result<(F, Console), clap::Error> {
    let Outputs { standard, files } = outputs(args, mode, F::default())?;
    match <[_; 1]>::try_from(files) {
        Ok([(format, path)]) => Ok((format, Console::new(Some(path), args))),
        Err(none) if none.is_empty() => Ok((standard, Console::new(None, args))),
        Err(_) => Err(refused(&format!(
            "{mode} has one output; use --output once"
        ))),
    }
}

/// Returns the outputs of a check.
pub(super) fn of_check(args: &Args) -> Result<CheckOutputs, clap::Error> {
    if args.diff {
        return of_difference(args);
    }
    if (args.fix || args.add_ignore) && args.paths.iter().any(|path| is_stdin(path)) {
        refuse_standard_output(args)?;
    }
    let automatic = match service() {
        Some(format) if args.output.is_empty() && !args.statistics => format,
        _ => Format::Full,
    };
    let Outputs { standard, files } = outputs(args, "--check", automatic)?;
    let mut all = std::iter::once(standard).chain(files.iter().map(|(format, _)| *format));
    if args.statistics && !all.all(Format::has_statistics) {
        return Err(refused(
            "--statistics counts findings, and this format needs a place for each; use `full`, \
             `concise`, `json`, or `markdown`",
        ));
    }
    let console = |path| Console::new(Some(path), args);
    let files = files
        .into_iter()
        .map(|(format, path)| (format, console(path)));
    Ok(CheckOutputs {
        console: Console::new(None, args),
        format: standard,
        files: files.collect(),
        fails_from: args.fail_on.into(),
    })
}

/// A difference is no list of findings.
fn of_difference(args: &Args) -> Result<CheckOutputs, clap::Error> {
    let has_format = args.output.iter().any(|target| target.format.is_some());
    if args.format != AUTO || has_format {
        return Err(refused(
            "--diff writes a unified diff, which has no other format; leave out the format",
        ));
    }
    let path = match args.output.as_slice() {
        [] => None,
        [target] => file(&target.path),
        _ => return Err(refused("--diff has one output; use --output once")),
    };
    Ok(CheckOutputs {
        console: Console::new(path, args),
        format: Format::Full,
        files: Vec::new(),
        fails_from: args.fail_on.into(),
    })
}

/// The changed text of standard input takes standard output for itself.
fn refuse_standard_output(args: &Args) -> Result<(), clap::Error> {
    let mut files = args.output.iter().map(|target| &target.path);
    if args.format == AUTO && !files.any(|path| is_stdin(path)) {
        return Ok(());
    }
    Err(refused(
        "standard output gets the changed text of standard input; to write the other findings to a \
         file, use --output FORMAT=FILE",
    ))
}

fn outputs<F: ModeFormat>(
    args: &Args,
    mode: &str,
    automatic: F,
) -> Result<Outputs<F>, clap::Error> {
    let mut standard = match args.format.as_str() {
        AUTO => automatic,
        name => named(&Args::command(), name, mode, "--format <FORMAT>")?,
    };
    let chosen = standard;
    let mut files: Vec<(F, PathBuf)> = Vec::new();
    for target in &args.output {
        let extension = target.path.extension().and_then(|text| text.to_str());
        let format = match &target.format {
            Some(name) => named(&Args::command(), name, mode, "--output <[FORMAT=]FILE>")?,
            None => extension
                .and_then(|extension| of_extension(extension, chosen))
                .unwrap_or(chosen),
        };
        match file(&target.path) {
            None => standard = format,
            Some(path) if files.iter().any(|(_, other)| *other == path) => {
                let path = path.display();
                return Err(refused(&format!("--output names {path} twice")));
            }
            Some(path) if is_source(&path) => {
                let path = path.display();
                return Err(refused(&format!(
                    "--output would overwrite {path}, which is a file that azml-ls reads; use another name"
                )));
            }
            Some(path) => files.push((format, path)),
        }
    }
    Ok(Outputs { standard, files })
}

/// Returns `true` if the file at `path` exists and is one of those that are checked or read with
/// them. No report has such a name.
fn is_source(path: &Path) -> bool {
    let is_python = path.extension().is_some_and(|extension| extension == "py");
    (is_python || is_yaml(path) || is_script(path)) && path.is_file()
}

/// `None` for standard output.
fn file(path: &Path) -> Option<PathBuf> {
    (!is_stdin(path)).then(|| path.to_owned())
}

/// The format of the CI service that runs this, if it is one that has its own. Both are documented
/// to be always set: [GitHub], [Azure].
///
/// [GitHub]: https://docs.github.com/actions/reference/workflows-and-actions/variables
/// [Azure]: https://learn.microsoft.com/azure/devops/pipelines/build/variables
fn service() -> Option<Format> {
    let is_true = |name: &str| std::env::var(name).is_ok_and(|it| it.eq_ignore_ascii_case("true"));
    match () {
        () if is_true("GITHUB_ACTIONS") => Some(Format::Github),
        () if is_true("TF_BUILD") => Some(Format::Azure),
        () => None,
    }
}

fn refused(message: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n"))
}
