//! The keys of an entry in any of the spellings of YAML, CLI output, and REST API.

use std::borrow::Cow;

use crate::syntax::{Node, NodeKind};

/// Maximum length of a text that is used. Names of Azure have at most 255 characters.
const MAX_TEXT: usize = 1024;

/// The values of a mapping and of its nested `properties` by key: in lower case, without separators.
/// Lists have thousands of entries, so each key is read once.
pub struct Fields<'t>(Vec<(Cow<'t, str>, Node<'t>)>);

impl<'t> Fields<'t> {
    /// Reads a mapping.
    pub(super) fn of(node: Node<'t>) -> Self {
        let mut found = Vec::new();
        let mut level = Some(node.resolved());
        for _ in 0..3 {
            let Some(mapping) = level.take() else {
                break;
            };
            for entry in mapping.entries() {
                let value = entry.value.resolved();
                let Some(key) = entry.key.text().filter(|_| !value.is_null()) else {
                    continue;
                };
                if key == "properties" {
                    level = Some(value);
                }
                found.push((squashed(key), value));
            }
        }
        Self(found)
    }

    /// Returns the value of the first of `keys` that has one.
    pub(super) fn get(&self, keys: &[&str]) -> Option<Node<'t>> {
        let mut found = keys.iter().map(|key| {
            let mut fields = self.0.iter();
            fields.find(|(own, _)| own == key).map(|(_, value)| *value)
        });
        found.find_map(|value| value)
    }

    /// Returns the text of the first of `keys` that has a value.
    pub(super) fn text(&self, keys: &[&str]) -> Option<String> {
        self.get(keys).and_then(plain_text).map(str::to_owned)
    }

    /// Returns the texts of a list.
    pub(super) fn texts(&self, keys: &[&str]) -> Option<Vec<String>> {
        let list = self.get(keys)?;
        let items = (list.kind() == NodeKind::Sequence).then(|| list.items())?;
        Some(items.filter_map(plain_text).map(str::to_owned).collect())
    }
}

fn squashed(key: &str) -> Cow<'_, str> {
    if key.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(key);
    }
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    Cow::Owned(letters.map(|c| c.to_ascii_lowercase()).collect())
}

/// Returns the text of a scalar that can be shown.
pub(super) fn plain_text(node: Node<'_>) -> Option<&str> {
    let text = node.text().filter(|_| !node.is_repaired())?;
    let is_plain = text.len() <= MAX_TEXT && !text.contains(char::is_control);
    is_plain.then_some(text)
}
