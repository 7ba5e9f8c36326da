//! `--write-baseline` and `--baseline`: a file of findings that are known.

use std::io::ErrorKind;
use std::path::Path;

use azml_rules::wording::counted;

use crate::check::{
    Baseline, BaselineProblem, LEADS_OUTSIDE, Report, WriteProblem, leads_outside,
    write as replace, write_new,
};
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::loading::Loaded;
use crate::output::tell;
use crate::sandbox::{ReadProblem, read_text};

/// The baseline at `path`, or the exit code.
pub(in crate::cli) fn read(path: &Path) -> Result<Baseline, u8> {
    Baseline::read(path).map_err(|problem| {
        let name = path.display();
        let help = "write it with --write-baseline";
        tell(&format!("azml-ls: error: {name} {problem}; {help}"));
        FAILED
    })
}

/// Writes what `report` has to the baseline at `path`; returns the exit code.
pub(in crate::cli) fn write(
    path: &Path,
    report: &Report,
    loaded: &Loaded,
    failed: bool,
    console: &Console,
) -> u8 {
    let baseline = Baseline::of(path, report, loaded);
    if let Err(message) = put(path, &baseline) {
        tell(&format!("azml-ls: error: {} {message}", path.display()));
        return FAILED;
    }
    console.remark(&format!(
        "Wrote {} to {}.",
        counted(baseline.len(), "finding"),
        path.display()
    ));
    if failed { FAILED } else { 0 }
}

/// A file that is something else stays.
fn put(path: &Path, baseline: &Baseline) -> Result<(), String> {
    let json = baseline.to_json();
    let before = match read_text(path) {
        Err(ReadProblem::Io(error)) if error.kind() == ErrorKind::NotFound => {
            return write_new(path, &json).map_err(|problem| problem.to_string());
        }
        read => read.map_err(|problem| problem.to_string())?.text,
    };
    if leads_outside(path) {
        return Err(format!("cannot be written: {LEADS_OUTSIDE}"));
    }
    match Baseline::read(path) {
        // It may hold what this version can't write.
        Err(problem @ BaselineProblem::Newer(_)) => {
            return Err(format!("{problem}; update azml-ls, or delete the file"));
        }
        Err(BaselineProblem::NoBaseline(_)) if !before.trim().is_empty() => {
            return Err("is not a baseline and was not overwritten; delete it first".to_owned());
        }
        _ if before == json => return Ok(()),
        _ => {}
    }
    replace(path, &before, &json).map_err(|problem: WriteProblem| problem.to_string())
}
