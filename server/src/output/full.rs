//! Findings with the lines they are about, for people.

use std::fmt;
use std::io::{Result, Write};
use std::sync::Arc;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::fix::{Applicability, Fix};
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};

use super::printable::printable;
use super::snippet::{ShownText, ShownTexts, SnippetSource};
use super::source::Sources;
use super::style::Style;
use super::wrap::wrapped;
use crate::check::Report;
use crate::files::Loaded;

/// The lines of miette's own headline, which has no room for the level. [`FindingPage`] gives it no
/// text, and without wrapping that makes one empty line.
const EMPTY_HEADLINE: usize = 1;

/// Most repairs listed for one finding.
const MOST_FIXES: usize = 4;

pub(super) fn write(
    out: &mut impl Write,
    style: Style,
    loaded: &Loaded,
    report: &Report,
) -> Result<()> {
    let sources = Sources::new(loaded);
    let texts = ShownTexts::without_secrets(report);
    let handler = handler(style);
    for (file, found) in report.findings() {
        let page = FindingPage::new(&sources, &texts, &file.path, found);
        headline(out, style, &page)?;
        let mut text = String::new();
        // Writing to a text fails only if a source does, and ours were asked before.
        let _ = handler.render_report(&mut text, &page);
        for line in text.lines().skip(EMPTY_HEADLINE) {
            writeln!(out, "{}", line.trim_end())?;
        }
        footer(out, style, found)?;
        writeln!(out)?;
    }
    Ok(())
}

/// `warning[rule]: what is wrong`, with the file where its lines cannot be shown.
fn headline(out: &mut impl Write, style: Style, page: &FindingPage<'_>) -> Result<()> {
    let found = page.found;
    let label = style.level(
        found.level,
        &format!("{}[{}]", found.level.name(), found.rule.name),
    );
    write!(out, "{label}: ")?;
    if let Some(path) = &page.bare {
        write!(out, "{path}: ")?;
    }
    writeln!(out, "{}", printable(&found.message))
}

fn handler(style: Style) -> GraphicalReportHandler {
    let theme = if style.color {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::none()
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_wrap_lines(false)
        .with_context_lines(1)
        .tab_width(2)
        .without_cause_chain()
}

fn footer(out: &mut impl Write, style: Style, found: &Diagnostic) -> Result<()> {
    for note in &found.notes {
        labelled(out, style, "note", note)?;
    }
    if let Some(help) = &found.help {
        labelled(out, style, "help", help)?;
    }
    for (at, fix) in found.fixes.iter().take(MOST_FIXES).enumerate() {
        let label = if at == 0 { " fix" } else { "  or" };
        let repair = format!("{}{}", fix.title, option(&found.fixes, at));
        labelled(out, style, label, &repair)?;
    }
    labelled(out, style, " see", found.rule.url)
}

fn labelled(out: &mut impl Write, style: Style, label: &str, text: &str) -> Result<()> {
    let label = format!("  {} ", style.label(&format!("{label}:")));
    out.write_all(wrapped(&label, &printable(text)).as_bytes())
}

/// The option that applies the repair at `at`: the first one that can be trusted far enough is
/// taken.
fn option(fixes: &[Fix], at: usize) -> &'static str {
    let first = |lowest| fixes.iter().position(|fix| fix.applicability >= lowest);
    match at {
        _ if first(Applicability::Safe) == Some(at) => " (--fix)",
        _ if first(Applicability::Unsafe) == Some(at) => " (--fix --unsafe-fixes)",
        _ => "",
    }
}

/// One finding as miette sees it.
struct FindingPage<'d> {
    found: &'d Diagnostic,
    snippets: SnippetSource,
    labels: Vec<LabeledSpan>,
    /// Where it is, when its lines cannot be shown.
    bare: Option<String>,
}

impl<'d> FindingPage<'d> {
    fn new(sources: &Sources<'_>, texts: &ShownTexts, path: &str, found: &'d Diagnostic) -> Self {
        let mut page = Self {
            found,
            snippets: SnippetSource::default(),
            labels: Vec::new(),
            bare: None,
        };
        let shown = texts.get(sources, path);
        match shown.filter(|shown| shown.has_room_for(found.range)) {
            Some(shown) => {
                let span = page.snippets.add(&shown, found.range);
                page.labels
                    .push(LabeledSpan::new_primary_with_span(None, span));
            }
            None => page.bare = Some(printable(&sources.name(path)).into_owned()),
        }
        for related in &found.related {
            if let Some(shown) = texts.get(sources, &related.path) {
                page.point(&shown, related.range, &related.message);
            }
        }
        page
    }

    fn point(&mut self, shown: &Arc<ShownText>, range: TextRange, message: &str) {
        if shown.has_room_for(range) {
            let span = self.snippets.add(shown, range);
            let message = printable(message).into_owned();
            self.labels
                .push(LabeledSpan::new_with_span(Some(message), span));
        }
    }
}

impl miette::Diagnostic for FindingPage<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(match self.found.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info | Level::Hint => Severity::Advice,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.snippets)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

impl fmt::Display for FindingPage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The headline is ours.
        f.write_str("")
    }
}

impl fmt::Debug for FindingPage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for FindingPage<'_> {}

#[cfg(test)]
mod tests {
    use azml_rules::checks::RULES;
    use azml_rules::document::{Document, Kind};

    use super::*;
    use crate::check::FileReport;

    fn finding(range: std::ops::Range<usize>) -> Diagnostic {
        Diagnostic {
            rule: RULES[0],
            level: Level::Warning,
            tag: None,
            confidential: false,
            range: TextRange::from(range),
            message: "wrong".to_owned(),
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            stands_for: Vec::new(),
        }
    }

    /// What is shown for a finding at each of `ranges` of `text`.
    fn shown(text: &str, ranges: &[(usize, usize)]) -> String {
        let mut loaded = Loaded::default();
        loaded.workspace.insert(Document::new("/x.yml", text));
        let found = ranges.iter().map(|(start, end)| finding(*start..*end));
        let found = found.collect();
        let file = FileReport {
            path: "/x.yml".into(),
            kind: Kind::Data,
            found,
        };
        let report = Report {
            files: vec![file],
            ..Report::default()
        };
        let mut out = Vec::new();
        write(&mut out, Style::default(), &loaded, &report).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_count_characters() {
        let out = shown("é: 1\nname: é, x\n", &[(16, 17)]);
        assert!(out.contains("x.yml:2:10]"), "{out}");
    }

    #[test]
    fn an_empty_range_is_marked_wherever_it_is() {
        for (text, at, place) in [
            ("name: ", 6, "1:7"),
            ("name:\nb: 1\n", 5, "1:6"),
            ("name: c\n", 8, "2:1"),
            ("name: c\r\n", 9, "2:1"),
            ("a: 1\n\nb: 2\n", 5, "2:1"),
            ("name: 😀", 10, "1:8"),
        ] {
            let out = shown(text, &[(at, at)]);
            assert!(
                out.contains(&format!("x.yml:{place}]")) && out.contains('^'),
                "{text:?}\n{out}"
            );
        }
    }

    #[test]
    fn a_range_outside_of_the_text_is_told_without_lines() {
        let out = shown("a: 1\n", &[(3, 400)]);
        assert!(
            out.contains("x.yml: wrong") && !out.contains("Failed"),
            "{out}"
        );
    }

    #[test]
    fn much_text_is_shown_by_its_first_line() {
        let text = "key: value\n".repeat(100);
        let out = shown(&text, &[(0, text.len())]);
        assert!(out.lines().count() < 12 && out.contains("^^^^"), "{out}");
    }

    #[test]
    fn line_ends_of_every_kind_count() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a: 1", "b: 2", "c: 3", ""].join(end);
            let at = text.find('2').unwrap();
            let out = shown(&text, &[(at, at + 1)]);
            let lines = [
                "x.yml:2:4]",
                " 1 | a: 1\n",
                " 2 | b: 2\n",
                "   :    ^\n",
                " 3 | c: 3\n",
            ];
            assert!(
                lines.iter().all(|line| out.contains(line)),
                "{end:?}\n{out}"
            );
        }
    }

    #[test]
    fn plain_output_has_no_escapes() {
        assert!(!shown("a: 1\n", &[(3, 4)]).contains('\u{1b}'));
    }
}
