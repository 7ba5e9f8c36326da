//! Findings with the lines they are about, for people.

use std::fmt;
use std::io::{Result, Write};

use azml_rules::diagnostic::Diagnostic;
use azml_rules::fix::{Applicability, Fix};
use azml_rules::rule::Level;
use azml_rules::rule_pages;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};

use super::findings::Findings;
use crate::output::text::miette_source::Snippets;
use crate::output::text::redact::ShownTexts;
use crate::output::text::snippet::{CONTEXT, Excerpt, Mark};
use crate::output::text::source::Sources;
use crate::output::text::style::{Drawing, Style};
use crate::output::text::truncate::TAB;
use crate::output::text::wrap::wrapped;
use azml_rules::text::printable::printable;

/// The lines of miette's own headline, which has no room for the level. [`FindingPage`] gives it no
/// text, and without wrapping that makes one empty line.
const EMPTY_HEADLINE: usize = 1;

/// Most fixes listed for one finding.
const MOST_FIXES: usize = 4;

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let style = findings.style;
    let texts = ShownTexts::without_secrets();
    let handler = handler(style);
    for (file, found) in findings.report.findings() {
        let page = FindingPage::new(&findings.sources, &texts, &file.path, found, style);
        headline(out, style, &page)?;
        let mut text = String::new();
        // Writing to a text fails only if a source does, and ours are there.
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
fn headline(out: &mut dyn Write, style: Style, page: &FindingPage<'_>) -> Result<()> {
    let found = page.found;
    let rule = match rule_pages::address(found.rule) {
        Some(address) => style.link(found.rule.name, &address),
        None => found.rule.name.to_owned(),
    };
    let label = style.level(found.level, &format!("{}[{rule}]", found.level.name()));
    write!(out, "{label}: ")?;
    if let Some(path) = &page.bare {
        write!(out, "{path}: ")?;
    }
    writeln!(out, "{}", printable(&found.message))
}

fn handler(style: Style) -> GraphicalReportHandler {
    let theme = match (style.drawing, style.color) {
        (Drawing::Unicode, true) => GraphicalTheme::unicode(),
        (Drawing::Unicode, false) => GraphicalTheme::unicode_nocolor(),
        (Drawing::Ascii, true) => GraphicalTheme::ascii(),
        (Drawing::Ascii, false) => GraphicalTheme::none(),
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_wrap_lines(false)
        .with_context_lines(CONTEXT as usize)
        .tab_width(TAB)
        .without_cause_chain()
}

fn footer(out: &mut dyn Write, style: Style, found: &Diagnostic) -> Result<()> {
    for note in &found.notes {
        labelled(out, style, "note", note)?;
    }
    if let Some(help) = &found.help {
        labelled(out, style, "help", help)?;
    }
    for (at, fix) in found.fixes.iter().take(MOST_FIXES).enumerate() {
        let label = if at == 0 { " fix" } else { "  or" };
        let fix_title = format!("{}{}", fix.title, option(&found.fixes, at));
        labelled(out, style, label, &fix_title)?;
    }
    labelled(out, style, "more", &rule_pages::command(found.rule))
}

fn labelled(out: &mut dyn Write, style: Style, label: &str, text: &str) -> Result<()> {
    let label = format!("  {} ", style.label(&format!("{label}:")));
    out.write_all(wrapped(&label, &printable(text), style.width).as_bytes())
}

/// The option that applies the fix at `at`: the first one that can be trusted far enough is
/// taken.
fn option(fixes: &[Fix], at: usize) -> &'static str {
    let fits = |fix: &Fix, lowest| fix.applicability >= lowest && fix.stays_in_its_file();
    let first = |lowest| fixes.iter().position(|fix| fits(fix, lowest));
    match at {
        _ if !fixes[at].stays_in_its_file() => " (in an editor)",
        _ if first(Applicability::Safe) == Some(at) => " (--fix)",
        _ if first(Applicability::Unsafe) == Some(at) => " (--fix --unsafe-fixes)",
        _ => "",
    }
}

/// One finding as miette sees it.
struct FindingPage<'d> {
    found: &'d Diagnostic,
    snippets: Snippets,
    /// Position of the finding, if its lines cannot be shown.
    bare: Option<String>,
}

impl<'d> FindingPage<'d> {
    fn new(
        sources: &Sources<'_>,
        texts: &ShownTexts,
        path: &str,
        found: &'d Diagnostic,
        style: Style,
    ) -> Self {
        let mut excerpts: Vec<Excerpt> = Vec::new();
        let text = texts.get(sources, path);
        let bare = match text.filter(|text| text.has(found.range)) {
            Some(text) => {
                let mark = Mark::new(&text, found.range, None);
                excerpts.push(Excerpt::new(text, mark));
                None
            }
            None => Some(printable(&sources.name(path)).into_owned()),
        };
        for related in &found.related {
            let text = texts.get(sources, &related.path);
            if let Some(text) = text.filter(|text| text.has(related.range)) {
                let label = printable(&related.message).into_owned();
                let mut mark = Some(Mark::new(&text, related.range, Some(label)));
                for excerpt in &mut excerpts {
                    mark = mark.and_then(|mark| excerpt.take(&text, mark));
                }
                excerpts.extend(mark.map(|mark| Excerpt::new(text, mark)));
            }
        }
        Self {
            found,
            snippets: Snippets::new(excerpts.iter().map(|excerpt| excerpt.text(style))),
            bare,
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
        Some(Box::new(self.snippets.labels().into_iter()))
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
    use azml_rules::text::TextRange;

    use super::*;
    use crate::check::{FileReport, Report};
    use crate::loading::Loaded;

    fn finding(range: std::ops::Range<usize>) -> Diagnostic {
        Diagnostic {
            rule: RULES[0],
            level: Level::Warning,
            tag: None,
            stage: None,
            range: TextRange::from(range),
            message: "wrong".to_owned(),
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            summarized: Vec::new(),
            is_provisional: false,
        }
    }

    /// Formats a finding at each of `ranges` of `text`.
    fn shown(text: &str, ranges: &[(usize, usize)]) -> String {
        let mut loaded = Loaded::default();
        loaded.workspace.insert(Document::new("/x.yml", text));
        let found = ranges.iter().map(|(start, end)| finding(*start..*end));
        let found = found.collect();
        let file = FileReport {
            path: "/x.yml".into(),
            kind: Some(Kind::Data),
            found,
        };
        let report = Report {
            files: vec![file],
            ..Report::default()
        };
        let mut out = Vec::new();
        let findings = Findings::new(&loaded, &report, Style::default());
        write(&mut out, &findings).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_count_characters() {
        let out = shown("é: 1\nname: é, x\n", &[(16, 17)]);
        assert!(out.contains("/x.yml:2:10]\n"), "{out}");
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
                out.contains(&format!("x.yml:{place}]\n")) && out.contains('^'),
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
                "x.yml:2:4]\n",
                "1 | a: 1\n",
                "2 | b: 2\n",
                "  :    ^\n",
                "3 | c: 3\n",
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
