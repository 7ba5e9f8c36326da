//! The closing line: what was found, what was fixed, what can be and how, what was skipped.

use azml_rules::rule::Level;
use azml_rules::wording::{counted, listed};

use crate::check::{CheckSummary, Compared, Fixed, Report};

/// Result of fixes.
#[derive(Clone, Copy, Debug)]
pub enum FixOutcome<'f> {
    /// Not requested.
    None,
    /// Written.
    Done(&'f Fixed),
    /// Shown as a difference.
    Shown(&'f Fixed),
    /// Comments that silence findings: written, or shown as a difference.
    Ignored(&'f Fixed, IsShown),
}

/// State of the changes: written, or only shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsShown {
    /// Only shown.
    Yes,
    /// Written.
    No,
}

/// The closing line.
pub fn summary(report: &Report, outcome: FixOutcome<'_>) -> String {
    let (tally, skipped) = (report.tally(), report.skipped);
    if tally.files == 0 {
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
    let rest = format!("{hidden}{}{skipped}", known(report));
    let first = match outcome {
        FixOutcome::None => None,
        FixOutcome::Done(fixed) => changed("Fixed", "problem", fixed),
        FixOutcome::Ignored(fixed, IsShown::No) => changed("Ignored", "finding", fixed),
        FixOutcome::Shown(fixed) => {
            let shown = changed("Would fix", "problem", fixed);
            return format!("{}{rest}.", shown.as_deref().unwrap_or("Nothing to fix"));
        }
        FixOutcome::Ignored(fixed, IsShown::Yes) => {
            let shown = changed("Would ignore", "finding", fixed);
            return format!("{}{rest}.", shown.as_deref().unwrap_or("Nothing to ignore"));
        }
    };
    let first = first.map_or_else(String::new, |first| format!("{first}. "));
    format!("{first}{}{rest}.", found(&tally))
}

/// Returns the counts of findings that a baseline removed.
fn known(report: &Report) -> String {
    let Some(Compared { known, gone }) = report.baseline else {
        return String::new();
    };
    let known = match known {
        0 => String::new(),
        known => format!("; {} in the baseline", counted(known, "finding")),
    };
    match gone {
        0 => known,
        1 => format!("{known}; 1 in the baseline is fixed, write it again with --write-baseline"),
        _ => format!(
            "{known}; {gone} in the baseline are fixed, write it again with --write-baseline"
        ),
    }
}

/// `Fixed 3 problems in 2 files`; `None` where nothing changed.
fn changed(verb: &str, noun: &str, fixed: &Fixed) -> Option<String> {
    let count: usize = fixed.files.iter().map(|file| file.applied).sum();
    let files = counted(fixed.files.len(), "file");
    (count > 0).then(|| format!("{verb} {} in {files}", counted(count, noun)))
}

fn found(tally: &CheckSummary) -> String {
    let CheckSummary {
        files: checked,
        with_findings: with,
        ..
    } = *tally;
    if with == 0 {
        return match checked {
            1 => "1 file passed".to_owned(),
            _ => format!("All {checked} files passed"),
        };
    }
    let levels: Vec<String> = Level::ALL
        .into_iter()
        .filter_map(|level| at_level(tally, level))
        .collect();
    let of = match checked {
        1 => "1 file".to_owned(),
        _ => format!("{with} of {checked} files"),
    };
    format!("Found {} in {of}{}", listed(&levels), fixable(tally))
}

fn at_level(tally: &CheckSummary, level: Level) -> Option<String> {
    let count = tally.count(level);
    (count > 0).then(|| counted(count, level.name()))
}

fn fixable(tally: &CheckSummary) -> String {
    match (tally.safe_fixes(), tally.unsafe_fixes()) {
        (0, 0) => String::new(),
        (0, more) => format!(" ({more} fixable with --fix --unsafe-fixes)"),
        (safe, 0) => format!(" ({safe} fixable with --fix)"),
        (safe, more) => format!(" ({safe} fixable with --fix, {more} more with --unsafe-fixes)"),
    }
}
