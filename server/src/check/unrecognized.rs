//! Files that the user named and that are not recognized as Azure ML's: a check that passes over
//! them in silence looks like one that found nothing.

use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;

use crate::loading::Loaded;
use crate::sandbox::{FileProblem, Severity};

/// Returns a problem for each named file that is not checked; `input` is standard input, which an
/// editor may fill with any file. It is an error where the file is broken or no other one is
/// checked.
pub fn unrecognized(loaded: &Loaded, input: Option<&str>) -> Vec<FileProblem> {
    let document = |path: &Arc<str>| loaded.workspace.document(path);
    let is_checked = |one: &Arc<Document>| one.kind().is_some() || one.commands().is_some();
    let nothing_else = !loaded.requested.iter().filter_map(document).any(is_checked);
    let named = loaded.named.iter().filter(|path| Some(&***path) != input);
    let others = named.filter_map(document).filter(|one| !is_checked(one));
    others.map(|one| problem(one, nothing_else)).collect()
}

fn problem(document: &Document, nothing_else: bool) -> FileProblem {
    let path = Path::new(document.path());
    let severity = if nothing_else {
        Severity::Error
    } else {
        Severity::Warning
    };
    if document.is_foreign() {
        let message = "is YAML of another tool, not an Azure ML document";
        return FileProblem {
            severity,
            ..FileProblem::error(path, message)
        };
    }
    let problem = match document.tree().errors().first() {
        Some(error) => {
            let message = format!(
                "isn't recognized as an Azure ML document: {}",
                error.message
            );
            FileProblem::error(path, message).at(document.text(), error.range)
        }
        None => FileProblem {
            severity,
            ..FileProblem::error(path, "isn't recognized as an Azure ML document")
        },
    };
    problem.help(format!(
        "to check it as one, begin it with the schema of its kind, such as `$schema: \
         https://azuremlschemas.azureedge.net/latest/{}.schema.json`",
        likely_schema(document)
    ))
}

/// Keys that are not enough to recognize a document, with the schema of the likeliest kind.
const SCHEMAS: [(&str, &str); 8] = [
    ("jobs", "pipelineJob"),
    ("search_space", "sweepJob"),
    ("trial", "sweepJob"),
    ("endpoint_name", "managedOnlineDeployment"),
    ("auth_mode", "managedOnlineEndpoint"),
    ("conda_file", "environment"),
    ("image", "environment"),
    ("size", "amlCompute"),
];

fn likely_schema(document: &Document) -> &'static str {
    let likely = SCHEMAS.iter().find(|(key, _)| document.get(key).is_some());
    likely.map_or("commandJob", |(_, schema)| schema)
}
