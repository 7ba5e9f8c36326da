//! JUnit's XML, which every CI service shows as tests: a suite for each file, a case for each
//! finding. A file without one is a case that passed.
//!
//! A case failed if its finding fails the run (`--fail-on`). A less severe one passed, and its
//! output has the finding. A file that could not be checked is an error. There is no standard; this
//! output follows the strict [schema of Jenkins].
//!
//! [schema of Jenkins]: https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd

use std::io::{Result, Write};

use azml_rules::rule_pages;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::findings::{Findings, PlacedFinding};
use crate::output::text::sentences::sentences;
use crate::sandbox::{FileProblem, Severity, key};
use azml_rules::text::printable::printable;

/// `testsuite` of a file.
struct Suite {
    path: String,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    outcome: CaseOutcome,
}

enum CaseOutcome {
    Passed,
    /// Finding that does not fail the run.
    Reported(String),
    Failed {
        level: &'static str,
        message: String,
        text: String,
    },
    Error {
        message: String,
        text: String,
    },
}

pub(crate) fn write(out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let suites = suites(findings);
    let mut xml = Writer::new_with_indent(&mut *out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let cases = || suites.iter().flat_map(|suite| &suite.cases);
    let [tests, failures, errors] = counts(cases());
    xml.create_element("testsuites")
        .with_attribute(("name", env!("CARGO_PKG_NAME")))
        .with_attribute(("tests", &*tests))
        .with_attribute(("failures", &*failures))
        .with_attribute(("errors", &*errors))
        .write_inner_content(|xml| suites.iter().try_for_each(|suite| write_suite(xml, suite)))?;
    writeln!(out)
}

fn suites(findings: &Findings<'_>) -> Vec<Suite> {
    let mut suites = Vec::new();
    let mut each = findings.each().peekable();
    for file in &findings.report.files {
        let path = legal(&findings.in_repository(&file.path));
        let mut cases = Vec::new();
        while let Some(found) = each.next_if(|found| found.file.path == file.path) {
            cases.push(case(findings, &found, &path));
        }
        if cases.is_empty() {
            cases.push(Case {
                name: "no findings".to_owned(),
                outcome: CaseOutcome::Passed,
            });
        }
        suites.push(Suite { path, cases });
    }
    let problems = findings.problems().into_iter();
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    suites.extend(errors.map(|problem| Suite {
        path: legal(&findings.in_repository(&key(&problem.path))),
        cases: vec![error(problem)],
    }));
    suites
}

fn case(findings: &Findings<'_>, found: &PlacedFinding<'_>, path: &str) -> Case {
    let (diagnostic, start) = (found.diagnostic, found.place.start);
    let place = format!("{path}:{}:{}", start.line, start.column);
    let mut lines = vec![place];
    lines.extend(sentences(diagnostic));
    for related in &diagnostic.related {
        let start = findings.place(&related.path, related.range).start;
        let path = findings.in_repository(&related.path);
        let (line, column) = (start.line, start.column);
        lines.push(format!("{path}:{line}:{column}: {}", related.message));
    }
    lines.push(rule_pages::command(diagnostic.rule));
    lines.extend(rule_pages::address(diagnostic.rule));
    let lines: Vec<String> = lines.iter().map(|line| legal(line)).collect();
    let text = lines.join("\n");
    Case {
        name: format!(
            "{} at {}:{}",
            diagnostic.rule.name, start.line, start.column
        ),
        outcome: if diagnostic.level < findings.fails_from {
            CaseOutcome::Reported(text)
        } else {
            CaseOutcome::Failed {
                level: diagnostic.level.name(),
                message: legal(&diagnostic.message),
                text,
            }
        },
    }
}

fn error(problem: &FileProblem) -> Case {
    Case {
        name: "can be checked".to_owned(),
        outcome: CaseOutcome::Error {
            message: legal(&problem.message),
            text: legal(problem.help.as_deref().unwrap_or(&problem.message)),
        },
    }
}

/// Returns the number of cases, of failures, and of errors.
fn counts<'c>(cases: impl Iterator<Item = &'c Case>) -> [String; 3] {
    let mut counts = [0_usize; 3];
    for case in cases {
        counts[0] += 1;
        match case.outcome {
            CaseOutcome::Passed | CaseOutcome::Reported(_) => {}
            CaseOutcome::Failed { .. } => counts[1] += 1,
            CaseOutcome::Error { .. } => counts[2] += 1,
        }
    }
    counts.map(|count| count.to_string())
}

fn write_suite(xml: &mut Writer<impl Write>, suite: &Suite) -> Result<()> {
    let [tests, failures, errors] = counts(suite.cases.iter());
    xml.create_element("testsuite")
        .with_attribute(("name", &*suite.path))
        .with_attribute(("file", &*suite.path))
        .with_attribute(("tests", &*tests))
        .with_attribute(("failures", &*failures))
        .with_attribute(("errors", &*errors))
        .write_inner_content(|xml| {
            let mut cases = suite.cases.iter();
            cases.try_for_each(|case| write_case(xml, case, &suite.path))
        })?;
    Ok(())
}

fn write_case(xml: &mut Writer<impl Write>, case: &Case, path: &str) -> Result<()> {
    let element = xml
        .create_element("testcase")
        .with_attribute(("name", &*case.name))
        .with_attribute(("classname", path));
    let (inner, attributes, text) = match &case.outcome {
        CaseOutcome::Passed => return element.write_empty().map(drop),
        CaseOutcome::Reported(text) => ("system-out", vec![], text),
        CaseOutcome::Failed {
            level,
            message,
            text,
        } => (
            "failure",
            vec![("type", *level), ("message", &**message)],
            text,
        ),
        CaseOutcome::Error { message, text } => ("error", vec![("message", &**message)], text),
    };
    element.write_inner_content(|xml| {
        let inner = xml.create_element(inner).with_attributes(attributes);
        inner.write_text_content(BytesText::new(text)).map(drop)
    })?;
    Ok(())
}

/// `text` in one line, of what XML may hold.
fn legal(text: &str) -> String {
    printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
