//! What a client that pulls is told.

use tower_lsp::lsp_types::{
    Diagnostic, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
};

/// A report of everything that is found in one document.
pub(crate) fn full(items: Vec<Diagnostic>) -> DocumentDiagnosticReportResult {
    let report = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: None,
            items,
        },
    };
    DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report))
}
