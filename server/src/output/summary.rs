//! The closing line: what was found, what was repaired, what can be and how, what was skipped.

use azml_rules::fix::Applicability;
use azml_rules::rule::Level;
use azml_rules::wording::{counted, listed};

use crate::check::{Fixed, Report};

/// What became of repairs.
#[derive(Clone, Copy, Debug)]
pub enum Repairs<'f> {
    /// Not asked for.
    None,
    /// Written.
    Done(&'f Fixed),
    /// Shown as a difference.
    Shown(&'f Fixed),
}

/// The closing line.
#[must_use]
pub fn summary(report: &Report, repairs: Repairs<'_>) -> String {
    let checked = report.files.len();
    let skipped = report.skipped;
    if checked == 0 {
        return match skipped {
            0 => "No YAML files found.".to_owned(),
            _ => format!(
                "No Azure ML files found; skipped {}.",
                counted(skipped, "YAML file")
            ),
        };
    }
    let hidden = match report.hidden {
        0 => String::new(),
        more => format!("; {} hidden by --min-level", counted(more, "finding")),
    };
    let skipped = match skipped {
        0 => String::new(),
        1 => "; skipped 1 YAML file that is not Azure ML".to_owned(),
        _ => format!("; skipped {skipped} YAML files that are not Azure ML"),
    };
    let rest = format!("{hidden}{skipped}");
    let first = match repairs {
        Repairs::None => String::new(),
        Repairs::Done(fixed) => repaired("Fixed", fixed),
        Repairs::Shown(fixed) => {
            return format!(
                "{}{rest}.",
                repaired("Would fix", fixed).trim_end_matches(". ")
            );
        }
    };
    format!("{first}{}{rest}.", found(report))
}

fn repaired(verb: &str, fixed: &Fixed) -> String {
    let problems: usize = fixed.files.iter().map(|file| file.applied).sum();
    match problems {
        0 if verb == "Fixed" => String::new(),
        0 => "Nothing to fix".to_owned(),
        _ => format!(
            "{verb} {} in {}. ",
            counted(problems, "problem"),
            counted(fixed.files.len(), "file")
        ),
    }
}

fn found(report: &Report) -> String {
    let checked = report.files.len();
    let with = report
        .files
        .iter()
        .filter(|file| !file.found.is_empty())
        .count();
    if with == 0 {
        return match checked {
            1 => "1 file passed".to_owned(),
            _ => format!("All {checked} files passed"),
        };
    }
    let levels: Vec<String> = Level::ALL
        .into_iter()
        .filter_map(|level| at_level(report, level))
        .collect();
    let of = match checked {
        1 => "1 file".to_owned(),
        _ => format!("{with} of {checked} files"),
    };
    format!("Found {} in {of}{}", listed(&levels), fixable(report))
}

fn at_level(report: &Report, level: Level) -> Option<String> {
    let count = report.count(level);
    (count > 0).then(|| counted(count, level.name()))
}

fn fixable(report: &Report) -> String {
    let safe = report.count_fixable(Applicability::Safe);
    match (safe, report.count_fixable(Applicability::Unsafe)) {
        (0, 0) => String::new(),
        (0, more) => format!(" ({more} fixable with --fix --unsafe-fixes)"),
        (safe, 0) => format!(" ({safe} fixable with --fix)"),
        (safe, more) => format!(" ({safe} fixable with --fix, {more} more with --unsafe-fixes)"),
    }
}
