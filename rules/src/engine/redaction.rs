//! No message of a finding shows a secret: every text of every finding passes here.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::secrets::Redactor;

/// Replaces secrets in the texts of `found`, which are findings in `document`. The texts of edits
/// stay: they are written into the file, which has the secret anyway.
pub(super) fn apply(document: &Document, found: &mut [Diagnostic]) {
    if found.is_empty() {
        return;
    }
    let redactor = Redactor::of(document.text(), document.secrets());
    for diagnostic in found {
        redact(&redactor, diagnostic);
    }
}

fn redact(redactor: &Redactor, diagnostic: &mut Diagnostic) {
    let message = std::iter::once(&mut diagnostic.message);
    let related = diagnostic.related.iter_mut().map(|it| &mut it.message);
    let titles = diagnostic.fixes.iter_mut().map(|it| &mut it.title);
    let texts = message
        .chain(&mut diagnostic.notes)
        .chain(&mut diagnostic.help)
        .chain(related)
        .chain(titles);
    for text in texts {
        if let Cow::Owned(redacted) = redactor.redacted(text) {
            *text = redacted;
        }
    }
    for diagnostic in &mut diagnostic.summarized {
        redact(redactor, diagnostic);
    }
}
