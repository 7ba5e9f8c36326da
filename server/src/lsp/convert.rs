//! Our plain data in the protocol's words.
//!
//! A diagnostic carries its repairs in `data`, as edits the client can apply: a code action only reads them back.

use std::collections::HashMap;
use std::sync::Arc;

use azml_rules::diagnostic::{self, Related, Tag};
use azml_rules::fix::{Applicability, Edit, Fix};
use azml_rules::rule::Level;
use azml_rules::text::{self, Column, LineIndex, TextRange};
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentChanges, Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier,
    Position, Range, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::analysis::Current;
use super::client::Features;
use super::state::Shared;
use crate::files::{FileProblem, Severity};
use crate::ide::silence::silence;

/// The name under which the client shows what we find.
pub(super) const SOURCE: &str = "azml-ls";

/// What a diagnostic carries for code actions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Payload {
    /// Repairs, the best first.
    pub(super) fixes: Vec<Repair>,
    /// The comment that silences the rule here.
    pub(super) silence: Option<Repair>,
}

/// A repair as the client applies it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Repair {
    pub(super) title: String,
    pub(super) safe: bool,
    pub(super) edits: Vec<FileEdits>,
}

/// The edits of one file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct FileEdits {
    pub(super) uri: Url,
    pub(super) edits: Vec<TextEdit>,
}

/// Converts what is found in one document.
pub(super) struct Converter<'a> {
    current: &'a Current,
    lines: &'a LineIndex,
    urls: HashMap<Arc<str>, Url>,
}

impl<'a> Converter<'a> {
    pub(super) fn new(shared: &Shared, current: &'a Current) -> Self {
        let state = shared.lock();
        let urls = state
            .open
            .iter()
            .map(|(url, open)| (open.path.clone(), url.clone()))
            .collect();
        Self {
            current,
            lines: current.document.lines(),
            urls,
        }
    }

    pub(super) fn diagnostic(&self, found: &diagnostic::Diagnostic) -> Diagnostic {
        let features = self.current.client;
        let related: Vec<_> = found
            .related
            .iter()
            .filter_map(|related| self.related(related))
            .collect();
        let mut message = vec![found.message.clone()];
        message.extend(found.notes.iter().map(|note| format!("note: {note}")));
        message.extend(found.help.iter().map(|help| format!("help: {help}")));
        if !features.related {
            message.extend(related.iter().map(in_words));
        }
        Diagnostic {
            range: self.range(found.range),
            severity: Some(severity(found.level)),
            code: Some(NumberOrString::String(found.rule.name.to_owned())),
            code_description: Url::parse(found.rule.url)
                .ok()
                .map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: message.join("\n"),
            related_information: (features.related && !related.is_empty()).then_some(related),
            tags: tags(found.tag, features),
            data: serde_json::to_value(self.payload(found)).ok(),
        }
    }

    fn payload(&self, found: &diagnostic::Diagnostic) -> Payload {
        let offered = found
            .fixes
            .iter()
            .filter(|fix| fix.applicability > Applicability::Display);
        let fixes = offered.filter_map(|fix| self.repair(fix)).collect();
        // Text that is no YAML is not a matter of taste.
        let silence = (!found.is_syntax_error()).then(|| {
            let silence = silence(&self.current.document, found.range.start, found.rule.name);
            self.repair(&Fix::unsafe_(silence.title, vec![silence.edit]))
        });
        Payload {
            fixes,
            silence: silence.flatten(),
        }
    }

    /// `None` where an edit is for a file that is not at hand.
    fn repair(&self, fix: &Fix) -> Option<Repair> {
        let mut edits: Vec<FileEdits> = Vec::new();
        for edit in &fix.edits {
            let (uri, edit) = self.edit(edit)?;
            match edits.iter_mut().find(|file| file.uri == uri) {
                Some(file) => file.edits.push(edit),
                None => edits.push(FileEdits {
                    uri,
                    edits: vec![edit],
                }),
            }
        }
        let safe = fix.applicability == Applicability::Safe;
        Some(Repair {
            title: fix.title.clone(),
            safe,
            edits,
        })
    }

    fn edit(&self, edit: &Edit) -> Option<(Url, TextEdit)> {
        let new_text = edit.text.clone();
        let Some(path) = &edit.path else {
            return Some((
                self.current.url.clone(),
                TextEdit {
                    range: self.range(edit.range),
                    new_text,
                },
            ));
        };
        let range = self.range_in(path, edit.range)?;
        Some((self.url_of(path)?, TextEdit { range, new_text }))
    }

    fn related(&self, related: &Related) -> Option<DiagnosticRelatedInformation> {
        let location = self.location(&related.path, related.range)?;
        Some(DiagnosticRelatedInformation {
            location,
            message: related.message.clone(),
        })
    }

    /// A place in this or another file.
    pub(super) fn location(&self, path: &Arc<str>, at: TextRange) -> Option<Location> {
        if **path == *self.current.document.path() {
            return Some(Location {
                uri: self.current.url.clone(),
                range: self.range(at),
            });
        }
        let range = self.range_in(path, at).unwrap_or_default();
        Some(Location {
            uri: self.url_of(path)?,
            range,
        })
    }

    pub(super) fn url_of(&self, path: &Arc<str>) -> Option<Url> {
        self.urls
            .get(path)
            .cloned()
            .or_else(|| Url::from_file_path(&**path).ok())
    }

    fn range(&self, at: TextRange) -> Range {
        range(
            self.current.document.text(),
            self.lines,
            at,
            self.current.client.unit,
        )
    }

    /// A place in another file: a document, `azml.yaml` or an inventory.
    pub(super) fn range_in(&self, path: &str, at: TextRange) -> Option<Range> {
        let unit = self.current.client.unit;
        if let Some(document) = self.current.view.workspace.document(path) {
            return Some(range(document.text(), document.lines(), at, unit));
        }
        let text = self.current.view.texts.get(path)?;
        Some(range(text, &LineIndex::new(text), at, unit))
    }
}

/// "computes/ci.yml:3: `ci` is defined here", for clients that show no related places.
fn in_words(related: &DiagnosticRelatedInformation) -> String {
    let file = related
        .location
        .uri
        .path_segments()
        .and_then(Iterator::last)
        .unwrap_or_default();
    format!(
        "{file}:{}: {}",
        related.location.range.start.line + 1,
        related.message
    )
}

/// The tag in the client's words, where it shows such.
fn tags(tag: Option<Tag>, features: Features) -> Option<Vec<DiagnosticTag>> {
    match tag? {
        Tag::Unnecessary => features.fades.then(|| vec![DiagnosticTag::UNNECESSARY]),
        Tag::Deprecated => features.strikes.then(|| vec![DiagnosticTag::DEPRECATED]),
    }
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Info => DiagnosticSeverity::INFORMATION,
        Level::Hint => DiagnosticSeverity::HINT,
    }
}

/// The problems of an `azml.yaml` whose text was `text` when they were found.
pub(super) fn problems(problems: &[FileProblem], text: &str, unit: Column) -> Vec<Diagnostic> {
    let lines = LineIndex::new(text);
    let convert = |problem: &FileProblem| {
        let at = problem
            .place
            .map_or(TextRange::empty(0), |place| place.range);
        let help = problem
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("\nhelp: {help}"));
        Diagnostic {
            range: range(text, &lines, at, unit),
            severity: Some(match problem.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            source: Some(SOURCE.to_owned()),
            message: format!("{}{help}", problem.message),
            ..Diagnostic::default()
        }
    };
    problems.iter().map(convert).collect()
}

/// `at` in the client's unit.
pub(super) fn range(text: &str, lines: &LineIndex, at: TextRange, unit: Column) -> Range {
    let position = |offset| {
        let text::Position { line, column } = lines.position(text, offset, unit);
        Position::new(line, column)
    };
    Range::new(position(at.start), position(at.end))
}

/// The offset of a position of the client.
pub(super) fn offset(text: &str, lines: &LineIndex, at: Position, unit: Column) -> u32 {
    lines.offset(
        text,
        text::Position {
            line: at.line,
            column: at.character,
        },
        unit,
    )
}

/// What the client applies; with the versions of open documents where it understands them, so that it can refuse.
pub(super) fn workspace_edit(
    files: Vec<FileEdits>,
    client: Features,
    version: impl Fn(&Url) -> Option<i32>,
) -> WorkspaceEdit {
    if !client.versioned_edits {
        let changes = files
            .into_iter()
            .map(|file| (file.uri, file.edits))
            .collect();
        return WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        };
    }
    let versioned = |file: FileEdits| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            version: version(&file.uri),
            uri: file.uri,
        },
        edits: file.edits.into_iter().map(OneOf::Left).collect(),
    };
    let edits = files.into_iter().map(versioned).collect();
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(edits)),
        ..WorkspaceEdit::default()
    }
}
