//! Conversion of diagnostics and other results of `azml_ide` to the protocol's types.
//!
//! A diagnostic is sent without its fixes: they are needed only when code actions are requested.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use azml_rules::checks::RULES;
use azml_rules::diagnostic::{self, Related, Tag};
use azml_rules::fix::{Applicability, Edit, Fix};
use azml_rules::rule::{Level, Rule};
use azml_rules::rule_pages;
use azml_rules::suppress::Comments;
use azml_rules::text::{self, Column, LineIndex, TextRange};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Range, TextEdit, Url,
};

use super::client_features::ClientFeatures;
use super::display_text::label;
use super::edits::FileEdits;
use super::position;
use crate::lsp::scheduling::typing_state::TypedDiagnostics;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::folder::LoadedConfig;
use crate::lsp::session::state_reader::{FileUrls, StateReader};
use crate::sandbox::{FileProblem, Severity};
use azml_ide::diagnostics::suppress_action::suppress_action;
use azml_rules::text::printable::printable;

/// The name under which the client shows what we find.
pub(crate) const SOURCE: &str = "azml-ls";

/// A diagnostic as the client knows it, with what can be done about it.
#[derive(Clone, Debug)]
pub(crate) struct FixableDiagnostic {
    pub(crate) diagnostic: Diagnostic,
    /// Fixes, the best first.
    pub(crate) fixes: Vec<ClientFix>,
    /// The comment that silences the rule here.
    pub(crate) suppress_action: Option<ClientFix>,
}

/// A fix as the client applies it.
#[derive(Clone, Debug)]
pub(crate) struct ClientFix {
    pub(crate) title: String,
    pub(crate) safe: bool,
    pub(crate) edits: Vec<FileEdits>,
}

/// Converts what is found in one document, and places in the files around it.
pub(crate) struct Converter<'a> {
    current: &'a DocumentSnapshot,
    urls: FileUrls,
}

impl<'a> Converter<'a> {
    pub(crate) fn new(state: StateReader<'_>, current: &'a DocumentSnapshot) -> Self {
        Self {
            current,
            urls: state.file_urls(),
        }
    }

    pub(crate) fn diagnostic(&self, finding: &diagnostic::Diagnostic) -> Diagnostic {
        let client = self.current.client;
        let mut related = Vec::new();
        for other in &finding.related {
            related.extend(self.related(other));
        }
        let mut message = label(&finding.message);
        let mut add = |before: &str, text: &str| {
            message.push_str(before);
            message.push_str(&printable(text));
        };
        let mut data = None;
        if client.short_messages {
            data = Some(json!({"notes": notes_and_help(finding)}));
        } else {
            finding.notes.iter().for_each(|note| add("\nnote: ", note));
            finding.help.iter().for_each(|help| add("\nhelp: ", help));
        }
        if !client.shows_related && !client.short_messages {
            related.iter().for_each(|it| add("\n", &in_words(it)));
        }
        let page = page_of(finding.rule);
        let has_related = client.shows_related && !related.is_empty();
        Diagnostic {
            range: self.current.range(finding.range),
            severity: Some(severity(finding.level)),
            code: Some(NumberOrString::String(finding.rule.name.to_owned())),
            code_description: page.map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message,
            related_information: has_related.then_some(related),
            tags: tags(finding.tag, client),
            data,
        }
    }

    /// Everything that is `found`, with the fixes.
    pub(crate) fn fixable(&self, found: &TypedDiagnostics) -> Vec<FixableDiagnostic> {
        let comments = Comments::of(&self.current.document);
        let suppress_action = |it| self.suppress_action(&comments, it);
        let mut all = Vec::new();
        for (diagnostic, finding) in found.all() {
            all.push(FixableDiagnostic {
                diagnostic: diagnostic.clone(),
                fixes: finding.map_or_else(Vec::new, |finding| self.fixes(finding)),
                suppress_action: finding.and_then(suppress_action),
            });
        }
        all
    }

    fn fixes(&self, finding: &diagnostic::Diagnostic) -> Vec<ClientFix> {
        let fixes = finding.fixes.iter().filter(|fix| fix.can_be_made());
        fixes.filter_map(|fix| self.client_fix(fix)).collect()
    }

    fn suppress_action(
        &self,
        comments: &Comments<'_>,
        finding: &diagnostic::Diagnostic,
    ) -> Option<ClientFix> {
        if finding.is_syntax_error() {
            // Text that is no YAML is not a matter of taste.
            return None;
        }
        let suppress_action = suppress_action(comments, finding.range.start, finding.rule.name);
        self.client_fix(&Fix::unsafe_(
            suppress_action.title,
            vec![suppress_action.edit],
        ))
    }

    /// `None` where an edit is for a file that is not at hand.
    fn client_fix(&self, fix: &Fix) -> Option<ClientFix> {
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
        Some(ClientFix {
            title: label(&fix.title),
            safe: fix.applicability == Applicability::Safe,
            edits,
        })
    }

    fn edit(&self, edit: &Edit) -> Option<(Url, TextEdit)> {
        let (uri, range) = match &edit.path {
            Some(path) => {
                let range = self.range_in(path, edit.range)?;
                (self.url_of(path)?, range)
            }
            None => (self.current.url.clone(), self.current.range(edit.range)),
        };
        let new_text = edit.text.clone();
        Some((uri, TextEdit { range, new_text }))
    }

    fn related(&self, related: &Related) -> Option<DiagnosticRelatedInformation> {
        Some(DiagnosticRelatedInformation {
            location: self.location(&related.path, related.range)?,
            message: label(&related.message),
        })
    }

    /// A place in this or another file; files that are not at hand are opened at their start.
    pub(crate) fn location(&self, path: &Arc<str>, at: TextRange) -> Option<Location> {
        if **path == *self.current.document.path() {
            return Some(Location {
                uri: self.current.url.clone(),
                range: self.current.range(at),
            });
        }
        Some(Location {
            uri: self.url_of(path)?,
            range: self.range_in(path, at).unwrap_or_default(),
        })
    }

    /// The places that have an address.
    pub(crate) fn locations(&self, places: &[text::Location]) -> Vec<Location> {
        let places = places.iter();
        places
            .filter_map(|place| self.location(&place.path, place.range))
            .collect()
    }

    pub(crate) fn url_of(&self, path: &str) -> Option<Url> {
        self.urls.of(path)
    }

    /// A place in another file: a document, `azml.yaml`, an inventory, or a script.
    pub(crate) fn range_in(&self, path: &str, at: TextRange) -> Option<Range> {
        let unit = self.current.client.unit;
        let view = &self.current.view;
        if let Some(document) = view.workspace.document(path) {
            return Some(position::range(document.text(), document.lines(), at, unit));
        }
        // A script is known by the file that runs it.
        let text = self.current.site(|site| site.text(path))?;
        Some(position::range(&text, &LineIndex::new(&text), at, unit))
    }
}

/// Notes and help of a message in one line, one each.
fn notes_and_help(finding: &diagnostic::Diagnostic) -> Vec<String> {
    let notes = finding.notes.iter().map(|text| ("note", text));
    let all = notes.chain(finding.help.iter().map(|text| ("help", text)));
    all.map(|(what, text)| format!("{what}: {}", printable(text)))
        .collect()
}

/// "ci.yml:3: `ci` is defined here", for clients that show no related places.
fn in_words(related: &DiagnosticRelatedInformation) -> String {
    let Location { uri, range } = &related.location;
    let file = uri.path_segments().and_then(Iterator::last);
    let line = range.start.line + 1;
    format!("{}:{line}: {}", file.unwrap_or_default(), related.message)
}

/// Returns the address of the page of `rule`, if there is one.
fn page_of(rule: &'static Rule) -> Option<Url> {
    static KNOWN: LazyLock<HashMap<&str, Url>> = LazyLock::new(|| {
        let rules = RULES.iter();
        let page =
            |rule: &&'static Rule| Some((rule.name, Url::parse(&rule_pages::address(rule)?).ok()?));
        rules.filter_map(page).collect()
    });
    KNOWN.get(rule.name).cloned()
}

/// The tag in the client's words, where it shows such.
fn tags(tag: Option<Tag>, client: ClientFeatures) -> Option<Vec<DiagnosticTag>> {
    let (tag, is_shown) = match tag? {
        Tag::Unnecessary => (DiagnosticTag::UNNECESSARY, client.fades),
        Tag::Deprecated => (DiagnosticTag::DEPRECATED, client.strikes),
    };
    is_shown.then(|| vec![tag])
}

fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Info => DiagnosticSeverity::INFORMATION,
        Level::Hint => DiagnosticSeverity::HINT,
    }
}

/// Returns the problems of a configuration, at their positions in the text that was loaded.
pub(crate) fn config_diagnostics(config: &LoadedConfig, unit: Column) -> Vec<Diagnostic> {
    let lines = LineIndex::new(&config.text);
    let mut diagnostics = Vec::new();
    for problem in &config.problems {
        let place = problem.place.map(|place| place.range);
        let at = place.unwrap_or(TextRange::empty(0));
        let range = position::range(&config.text, &lines, at, unit);
        diagnostics.push(config_diagnostic(problem, range));
    }
    diagnostics
}

fn config_diagnostic(problem: &FileProblem, range: Range) -> Diagnostic {
    let mut message = label(&problem.message);
    if let Some(help) = &problem.help {
        message += "\nhelp: ";
        message += &label(help);
    }
    Diagnostic {
        range,
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}
