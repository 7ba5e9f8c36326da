//! SARIF 2.1.0, which code scanning of GitHub and Azure DevOps, and viewers in editors read.
//!
//! Start with [`write`]: one run, its [`rules`], its findings ([`results`]) and their [`fixes`]. [`model`] has the
//! parts of the [specification] that are written, [`places`] the locations. Texts for people are redacted as in every
//! format; the text of a fix and of a region is that of the file.
//!
//! GitHub [takes] 25,000 findings in a file of 10 MB when compressed, each with a rule, a place
//! below the root of the repository, and `partialFingerprints`. Its upload action adds a
//! fingerprint of the line under another name.
//!
//! [specification]: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
//! [takes]: https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support

mod fixes;
mod model;
mod places;
mod results;
mod rules;

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::wording::counted;

use super::findings::Findings;
use super::json::write_json;
use crate::output::text::sentences::whole;
use crate::sandbox::{FileProblem, Severity, key};
use model::{
    Base, Driver, Invocation, Notification, Run, SarifLevel, SarifLog, SarifMessage, SarifTool,
};
use places::{Places, ROOT};
use rules::RulesThatReported;

pub(crate) fn write(mut out: &mut dyn Write, findings: &Findings<'_>) -> Result<()> {
    let places = Places { findings };
    let rules = RulesThatReported::in_report(findings.report);
    let run = Run {
        tool: SarifTool {
            driver: driver(&rules),
        },
        invocations: [invocation(findings, &places)],
        original_uri_base_ids: BTreeMap::from([(ROOT, base())]),
        column_kind: "utf16CodeUnits",
        newline_sequences: ["\r\n", "\n", "\r"],
        results: results::results(findings, &places, &rules),
    };
    write_json(
        &mut out,
        &SarifLog {
            schema: model::SCHEMA,
            version: "2.1.0",
            runs: [run],
        },
    )
}

fn driver(rules: &RulesThatReported) -> Driver {
    Driver {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules: rules.descriptors(),
    }
}

/// Omits the path of the repository on this machine: it is private, and different for readers.
fn base() -> Base {
    let text = "The top of the repository, or the folder in which azml-ls ran.";
    Base {
        description: SarifMessage::new(text),
    }
}

fn invocation(findings: &Findings<'_>, places: &Places<'_>) -> Invocation {
    let problems = findings.problems();
    let notifications = problems.iter().map(|problem| notification(problem, places));
    let left_out = results::left_out(findings);
    let cut = (left_out > 0).then(|| Notification {
        level: SarifLevel::Warning,
        message: SarifMessage::new(format!(
            "{} omitted, the least severe: a SARIF file may have 25,000.",
            counted(left_out, "finding")
        )),
        locations: Vec::new(),
    });
    Invocation {
        execution_successful: problems.iter().all(|it| it.severity != Severity::Error),
        tool_execution_notifications: notifications.chain(cut).collect(),
    }
}

/// Returns the problem of a file that could not be read or written.
fn notification(problem: &FileProblem, places: &Places<'_>) -> Notification {
    let parts = [&problem.message].into_iter().chain(&problem.help);
    let texts: Vec<String> = parts.map(|text| whole(text)).collect();
    Notification {
        level: match problem.severity {
            Severity::Error => SarifLevel::Error,
            Severity::Warning => SarifLevel::Warning,
        },
        message: SarifMessage::new(texts.join(" ")),
        locations: vec![places.of_problem(&key(&problem.path), problem.place)],
    }
}
