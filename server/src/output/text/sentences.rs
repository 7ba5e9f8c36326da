//! A finding in whole sentences, for services that have one text for it.

use azml_rules::diagnostic::Diagnostic;
use azml_rules::explain::sentence;
use azml_rules::secrets::Redactor;
use azml_rules::text::printable::printable;

/// Returns the headline, the notes, and the advice of a finding; each may be shown.
pub(crate) fn sentences(found: &Diagnostic) -> Vec<String> {
    let parts = [&found.message]
        .into_iter()
        .chain(&found.notes)
        .chain(&found.help);
    parts.map(|part| whole(part)).collect()
}

/// `text` as a whole sentence that may be shown.
pub(crate) fn whole(text: &str) -> String {
    // A capital letter at its start would make another text of a secret.
    closed(&sentence(&Redactor::default().redacted(&printable(text))))
}

/// With a mark at its end.
pub(crate) fn closed(text: &str) -> String {
    let end = if text.ends_with(['.', '?', '!', ':']) {
        ""
    } else {
        "."
    };
    format!("{text}{end}")
}
