//! Answers to pulled diagnostics.
//!
//! The id of a result is computed from the result itself, so no earlier result has to be stored to
//! find out which one the client has.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};

use tower_lsp::lsp_types::{
    Diagnostic, FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Url,
    WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::lsp::transport::raw_json::{RawJson, json};

/// A report of everything that is found in one document, or that it is what the client has.
pub(crate) fn of_document(items: &[Diagnostic], previous: Option<&str>) -> RawJson {
    let items = json(&items);
    let id = id_of(&items);
    RawJson::of_json(if previous == Some(&id) {
        format!(r#"{{"kind":"unchanged","resultId":"{id}"}}"#)
    } else {
        format!(r#"{{"kind":"full","resultId":"{id}","items":{items}}}"#)
    })
}

/// Diagnostics of one file of a folder.
pub(crate) struct FileDiagnostics {
    pub(crate) url: Url,
    /// Version of the open document; `None` for a closed file.
    pub(crate) version: Option<i32>,
    pub(crate) found: Vec<Diagnostic>,
}

/// Returns a report of the diagnostics in `files`, and `true` if part of it is new for a client
/// that has `previous`. Files without diagnostics are left out, unless some were reported before;
/// `unknown` files are not reported.
pub(crate) fn of_folder(
    files: Vec<FileDiagnostics>,
    unknown: &[Url],
    previous: &BTreeMap<Url, String>,
) -> (WorkspaceDiagnosticReport, bool) {
    let mut gone: BTreeMap<&Url, &String> = previous.iter().collect();
    for url in unknown {
        gone.remove(url);
    }
    let mut items = Vec::new();
    let mut has_news = false;
    for file in files {
        if file.found.is_empty() {
            continue;
        }
        gone.remove(&file.url);
        let id = result_id(&file.found);
        let version = file.version.map(i64::from);
        if previous.get(&file.url) == Some(&id) {
            items.push(WorkspaceDocumentDiagnosticReport::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri: file.url,
                    version,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                        result_id: id,
                    },
                },
            ));
        } else {
            has_news = true;
            let report = full(Some(id), file.found);
            items.push(full_of_file(file.url, version, report));
        }
    }
    has_news |= !gone.is_empty();
    for url in gone.into_keys() {
        items.push(full_of_file(url.clone(), None, full(None, Vec::new())));
    }
    (WorkspaceDiagnosticReport { items }, has_news)
}

fn full(result_id: Option<String>, items: Vec<Diagnostic>) -> FullDocumentDiagnosticReport {
    FullDocumentDiagnosticReport { result_id, items }
}

fn full_of_file(
    uri: Url,
    version: Option<i64>,
    report: FullDocumentDiagnosticReport,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: report,
    })
}

fn result_id(found: &[Diagnostic]) -> String {
    id_of(&json(&found))
}

/// The id of a result that is `written` so.
fn id_of(written: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(written.as_bytes());
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::WorkspaceDocumentDiagnosticReport::{Full, Unchanged};

    use super::*;

    fn url(name: &str) -> Url {
        Url::parse(&format!("file:///p/{name}")).unwrap()
    }

    fn file(name: &str, message: &str) -> FileDiagnostics {
        let found = Diagnostic {
            message: message.to_owned(),
            ..Diagnostic::default()
        };
        FileDiagnostics {
            url: url(name),
            version: None,
            found: vec![found],
        }
    }

    /// Returns the result ids that a client has after a report, by file.
    fn ids(report: &WorkspaceDiagnosticReport) -> BTreeMap<Url, String> {
        let mut ids = BTreeMap::new();
        for item in &report.items {
            if let Full(file) = item {
                let id = file.full_document_diagnostic_report.result_id.clone();
                ids.extend(id.map(|id| (file.uri.clone(), id)));
            }
        }
        ids
    }

    #[test]
    fn a_file_is_unchanged_new_or_gone() {
        let (first, is_news) =
            of_folder(vec![file("a", "1"), file("b", "1")], &[], &BTreeMap::new());
        let known = ids(&first);
        assert!(is_news && known.len() == 2);
        let (same, is_news) = of_folder(vec![file("a", "1"), file("b", "1")], &[], &known);
        assert!(!is_news && same.items.iter().all(|item| matches!(item, Unchanged(_))));
        let (other, is_news) = of_folder(vec![file("b", "2")], &[], &known);
        assert!(is_news);
        let [Full(b), Full(a)] = &other.items[..] else {
            panic!("{other:?}");
        };
        assert_eq!((&b.uri, &a.uri), (&url("b"), &url("a")));
        let gone = &a.full_document_diagnostic_report;
        assert!(gone.items.is_empty() && gone.result_id.is_none());
        let (unknown, is_news) = of_folder(vec![file("b", "1")], &[url("a")], &known);
        assert!(!is_news && unknown.items.len() == 1);
    }
}
