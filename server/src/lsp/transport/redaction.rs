//! No message to the client shows a secret: every message passes [`KnownSecrets::hidden_in`]. Edits
//! keep their texts, because they are written into the file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use azml_rules::document::Document;
use azml_rules::secrets::Redactor;
use serde_json::Value;

use super::raw_json::json;

/// Secrets of the documents in requests of the client, which other messages may repeat. Those that
/// are known by their shape are found in the message itself.
#[derive(Clone, Default)]
pub(crate) struct KnownSecrets(Arc<RwLock<HashMap<String, Redactor>>>);

impl KnownSecrets {
    /// Takes the secrets of `document` in place of those of its earlier text.
    pub(crate) fn learn(&self, document: &Document) {
        let secrets = document.secrets();
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if secrets.is_empty() && !known.contains_key(document.path()) {
            return;
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if secrets.is_empty() {
            known.remove(document.path());
        } else {
            let redactor = Redactor::of(document.text(), secrets);
            known.insert(document.path().to_owned(), redactor);
        }
    }

    /// Returns `message`, which is JSON, without secrets.
    pub(crate) fn hidden_in(&self, message: String) -> String {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let own = Redactor::default();
        let redactors = || std::iter::once(&own).chain(known.values());
        if !redactors().any(|redactor| redactor.finds_any(&message)) {
            return message;
        }
        let Ok(mut value) = serde_json::from_str(&message) else {
            return message;
        };
        for redactor in redactors() {
            redact(&mut value, redactor);
        }
        json(&value)
    }
}

/// Keys of texts that are written into files, or that name them.
const EXACT: [&str; 10] = [
    "changes",
    "data",
    "documentChanges",
    "edit",
    "insertText",
    "newText",
    "target",
    "targetUri",
    "textEdit",
    "uri",
];

fn redact(value: &mut Value, redactor: &Redactor) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(redacted) = redactor.redacted(text) {
                *text = redacted;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, redactor)),
        Value::Object(entries) => {
            let shown = entries
                .iter_mut()
                .filter(|(key, _)| !EXACT.contains(&key.as_str()));
            shown.for_each(|(_, value)| redact(value, redactor));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "ghp_A1bC2dE3fH4iJ5kL6mN7oP8qR9sT0uVwXyZ1";

    #[test]
    fn shown_texts_are_redacted_and_edits_are_exact() {
        let message = format!(r#"{{"title":"see {TOKEN}","edit":{{"newText":"{TOKEN}"}}}}"#);
        let hidden = KnownSecrets::default().hidden_in(message);
        let expected = format!(r#"{{"title":"see ***","edit":{{"newText":"{TOKEN}"}}}}"#);
        assert_eq!(hidden, expected);
    }

    #[test]
    fn a_named_secret_is_known_until_the_document_changes() {
        let known = KnownSecrets::default();
        let secret = "4f7a91c02be85d63f1a70c9e2d48b6537ae1904c";
        let message = format!(r#"{{"name":"{secret}"}}"#);
        assert_eq!(known.hidden_in(message.clone()), message);
        known.learn(&Document::new("job.yml", format!("api_key: {secret}\n")));
        assert_eq!(known.hidden_in(message.clone()), r#"{"name":"***"}"#);
        known.learn(&Document::new("job.yml", "api_key: none\n"));
        assert_eq!(known.hidden_in(message.clone()), message);
    }
}
