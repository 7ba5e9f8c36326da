//! Differences from the previous check, and its time: the last lines of a screen of `--watch`.

use std::io::{Result, Write as _};

use azml_rules::wording::counted;

use crate::check::Report;
use crate::loading::Loaded;
use crate::output::{Findings, Format, Style};

/// Most new findings that are listed once more.
const MOST: usize = 5;

/// Differences from the previous check.
pub struct RunDiff {
    /// Only the findings that are new.
    pub report: Report,
    /// Number of findings that are gone; `None` after the first check.
    pub fixed: Option<usize>,
}

impl RunDiff {
    /// The new findings in one line each: among many others they are hard to find.
    ///
    /// # Errors
    /// Never, as memory can be written.
    pub fn lines(&self, loaded: &Loaded, style: Style) -> Result<Vec<u8>> {
        let count = self.report.findings().count();
        if self.fixed.is_none() || count == 0 {
            return Ok(Vec::new());
        }
        let mut concise = Vec::new();
        let findings = Findings::new(loaded, &self.report, style);
        Format::Concise.write(&mut concise, &findings)?;
        let mut lines = Vec::new();
        for line in concise.split_inclusive(|byte| *byte == b'\n').take(MOST) {
            lines.extend_from_slice(b"new: ");
            lines.extend_from_slice(line);
        }
        if count > MOST {
            writeln!(lines, "new: and {} more", count - MOST)?;
        }
        Ok(lines)
    }

    /// `[14:03:12] 1 new finding, 2 fixed since 14:02:55. Watching for changes; press Ctrl-C to stop.`
    pub fn status(&self, at: &str, since: Option<&str>, is_polling: bool) -> String {
        let changed = match (self.fixed, since) {
            (Some(fixed), Some(since)) => {
                let new = counted(self.report.all().count(), "new finding");
                let what = match (self.report.all().next(), fixed) {
                    (None, 0) => "No change in findings".to_owned(),
                    (Some(_), 0) => new,
                    (None, fixed) => format!("{} fixed", counted(fixed, "finding")),
                    (Some(_), fixed) => format!("{new}, {fixed} fixed"),
                };
                format!(" {what} since {since}.")
            }
            _ => String::new(),
        };
        let how = if is_polling { " every 2 seconds" } else { "" };
        format!("[{at}]{changed} Watching for changes{how}; press Ctrl-C to stop.\n")
    }
}

#[cfg(test)]
mod tests {
    use azml_rules::checks::RULES;
    use azml_rules::diagnostic::Diagnostic;
    use azml_rules::document::Kind;
    use azml_rules::rule::Level;
    use azml_rules::text::TextRange;

    use super::*;
    use crate::check::FileReport;

    fn news(new: usize, fixed: Option<usize>) -> RunDiff {
        let found = |number| Diagnostic {
            rule: RULES[0],
            level: Level::Warning,
            tag: None,
            stage: None,
            range: TextRange::empty(number),
            message: String::new(),
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            summarized: Vec::new(),
            is_provisional: false,
        };
        let file = FileReport {
            path: "/x.yml".into(),
            kind: Some(Kind::Data),
            found: (0..u32::try_from(new).unwrap()).map(found).collect(),
        };
        let report = Report {
            files: vec![file],
            ..Report::default()
        };
        RunDiff { report, fixed }
    }

    #[test]
    fn the_last_line_tells_what_changed_since_when() {
        let since = Some("09:00:00");
        let status = |new, fixed| news(new, fixed).status("10:00:00", since, false);
        let end = "Watching for changes; press Ctrl-C to stop.\n";
        for (new, fixed, what) in [
            (0, Some(0), "No change in findings since 09:00:00. "),
            (1, Some(0), "1 new finding since 09:00:00. "),
            (0, Some(2), "2 findings fixed since 09:00:00. "),
            (3, Some(1), "3 new findings, 1 fixed since 09:00:00. "),
            (3, None, ""),
        ] {
            assert_eq!(status(new, fixed), format!("[10:00:00] {what}{end}"));
        }
        let polling = news(0, None).status("10:00:00", None, true);
        assert!(polling.contains("Watching for changes every 2 seconds;"));
    }

    #[test]
    fn only_some_of_many_new_findings_are_listed() {
        let lines = |new, fixed| {
            let lines = news(new, fixed).lines(&Loaded::default(), Style::default());
            String::from_utf8(lines.unwrap()).unwrap()
        };
        assert_eq!(lines(3, None), "", "everything is new");
        assert_eq!(lines(3, Some(1)).lines().count(), 3);
        let many = lines(7, Some(0));
        assert_eq!(many.lines().count(), 6);
        assert!(many.ends_with("new: and 2 more\n"), "{many}");
    }
}
