//! Datastores: no accounts, no containers, no credentials.

use serde_json::Value;

use crate::refresh::values::{Entry, find, put, snake, text, word};

pub(crate) fn entry(datastore: &Value) -> Entry {
    let mut entry = Entry::new();
    put(&mut entry, "name", text(datastore, &["name"]));
    let kind = word(datastore, &["datastoretype", "type"]);
    put(&mut entry, "type", kind.map(snake));
    let is_default = find(datastore, &["isdefault"]).and_then(Value::as_bool);
    put(
        &mut entry,
        "is_default",
        is_default.filter(|is_default| *is_default),
    );
    entry
}
