//! Findings for coding agents: one line each, the advice, and every fix as a patch.
//!
//! ```text
//! cpu.yml:4:16: warning[cluster-min-nodes] at least 2 nodes always run
//!   help: set `min_instances: 0`
//!   fix (unsafe): set `min_instances: 0`
//! --- cpu.yml
//! +++ cpu.yml
//! @@ -3,3 +3,3 @@
//! ...
//! found: error 0, warning 1, info 0, hint 0; files 1; fixable 0
//! ```
//!
//! The form of these lines is stable, the words in them are not: programs may rely on how a line begins. A patch is
//! that of one fix alone, so that several of them may overlap. It is exact, or it is left out.

use std::io::{Result, Write};

use azml_rules::fix::{Fix, apply};
use azml_rules::rule::Level;
use azml_rules::secrets::Redactor;
use azml_rules::text::printable::printable;

use super::concise::line;
use super::findings::{Findings, PlacedFinding};
use crate::output::lists::diff::{obeyed_line, patch, unified_for_people};
use crate::output::{Screen, Style};

/// Writes `findings`: patches as they are, everything else through a [`Screen`].
pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    for found in findings.each() {
        let mut lines = vec![line(Style::default(), &found)];
        let diagnostic = found.diagnostic;
        // The reason counts where there is no advice.
        let notes = diagnostic.notes.iter().map(|note| ("note", note));
        let advice = diagnostic.help.iter().map(|help| ("help", help));
        let texts = advice.chain(notes.filter(|_| diagnostic.help.is_none()));
        lines.extend(texts.map(|(label, text)| format!("  {label}: {}", printable(text))));
        write_lines(out, &lines)?;
        write_fixes(out, findings, &found)?;
    }
    write_lines(out, &[closing(findings)])
}

fn write_lines(out: &mut dyn Write, lines: &[String]) -> Result<()> {
    let mut screen = Screen::new(out, Style::default());
    lines
        .iter()
        .try_for_each(|line| writeln!(screen, "{line}"))?;
    screen.flush()
}

fn write_fixes(
    out: &mut dyn Write,
    findings: &Findings<'_>,
    found: &PlacedFinding<'_>,
) -> Result<()> {
    let path = &found.file.path;
    let fixes = findings
        .sources
        .reported_fixes(path, &found.diagnostic.fixes);
    for fix in fixes.filter(|fix| fix.can_be_made() && fix.stays_in_its_file()) {
        let patch = exact_patch(findings, found, fix);
        let note = match patch {
            Some(_) => "",
            None => "; its patch would show what is hidden here",
        };
        let (sort, title) = (fix.applicability.name(), printable(&fix.title));
        write_lines(out, &[format!("  fix ({sort}): {title}{note}")])?;
        out.write_all(patch.unwrap_or_default().as_bytes())?;
    }
    Ok(())
}

/// Returns the patch of `fix`; `None` where a secret or something that a terminal or a CI service obeys is in it.
fn exact_patch(findings: &Findings<'_>, found: &PlacedFinding<'_>, fix: &Fix) -> Option<String> {
    let path = &found.file.path;
    let source = findings.sources.get(path)?;
    let (after, _) = apply(source.text(), [fix]);
    let patch = patch(&found.place.path, source.text(), &after);
    let redactor = Redactor::of(source.text(), &findings.sources.secrets(path));
    let is_harmless = !redactor.finds_any(&patch)
        && obeyed_line(&patch).is_none()
        && unified_for_people(&patch) == patch;
    is_harmless.then_some(patch)
}

fn closing(findings: &Findings<'_>) -> String {
    let tally = findings.report.tally();
    let counts = Level::ALL.map(|level| format!("{} {}", level.name(), tally.count(level)));
    format!(
        "found: {}; files {}; fixable {}",
        counts.join(", "),
        tally.checked,
        tally.safe_fixes()
    )
}
