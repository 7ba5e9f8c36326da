//! The keys of an entry in any of the spellings of YAML, CLI output, and REST API.

use std::borrow::Cow;

use super::json::JsonValue;

/// Maximum length of a text that is used. Names of Azure have at most 255 characters.
const MAX_TEXT: usize = 1024;

/// The values of a mapping and of its nested `properties` by key: in lower case, without separators.
/// Lists have thousands of entries, so each key is read once.
pub struct Fields<'t>(Vec<(Cow<'t, str>, JsonValue<'t>)>);

impl<'t> Fields<'t> {
    /// Reads a mapping.
    pub(super) fn of(mapping: JsonValue<'t>) -> Self {
        let mut found = Vec::new();
        let mut level = Some(mapping);
        for _ in 0..3 {
            let Some(mapping) = level.take() else {
                break;
            };
            for (key, value) in mapping.entries() {
                if value.is_null() {
                    continue;
                }
                if key == "properties" {
                    level = Some(value);
                }
                found.push((squashed(key), value));
            }
        }
        Self(found)
    }

    /// Returns the value of the first of `keys` that has one.
    pub(super) fn get(&self, keys: &[&str]) -> Option<JsonValue<'t>> {
        let mut found = keys.iter().map(|key| {
            let mut fields = self.0.iter();
            fields.find(|(own, _)| own == key).map(|(_, value)| *value)
        });
        found.find_map(|value| value)
    }

    /// Returns the text of the first of `keys` that has a value.
    pub(super) fn text(&self, keys: &[&str]) -> Option<String> {
        self.get(keys).and_then(plain_text)
    }

    /// Returns the texts of a list.
    pub(super) fn texts(&self, keys: &[&str]) -> Option<Vec<String>> {
        self.saved_texts(keys).map(|texts| texts.to_vec())
    }

    /// Returns the texts of a list that is read when it is needed.
    pub(super) fn saved_texts(&self, keys: &[&str]) -> Option<SavedTexts> {
        let list = self.get(keys).filter(|value| value.is_list())?;
        Some(SavedTexts(list.as_written().into()))
    }

    /// Returns the number of the first of `keys` that has a value.
    pub(super) fn int(&self, keys: &[&str]) -> Option<i64> {
        self.get(keys).and_then(JsonValue::int)
    }

    /// Returns `true` or `false` as the first of `keys` that has a value says.
    pub(super) fn bool(&self, keys: &[&str]) -> Option<bool> {
        self.get(keys).and_then(JsonValue::bool)
    }
}

/// A list of texts as it is written. Few of the thousands of lists in a snapshot are ever read.
#[derive(Clone, Eq, Debug)]
pub struct SavedTexts(Box<str>);

impl PartialEq for SavedTexts {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.to_vec() == other.to_vec()
    }
}

impl SavedTexts {
    /// Reads the texts.
    pub fn to_vec(&self) -> Vec<String> {
        let (items, _) = JsonValue::items_of(&self.0);
        items.into_iter().filter_map(plain_text).collect()
    }

    /// Returns `true` if `text` is one of them.
    pub fn contains(&self, text: &str) -> bool {
        self.to_vec().iter().any(|own| own == text)
    }
}

fn squashed(key: Cow<'_, str>) -> Cow<'_, str> {
    if key.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return key;
    }
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    Cow::Owned(letters.map(|c| c.to_ascii_lowercase()).collect())
}

/// Returns the text of a scalar that can be shown.
pub(super) fn plain_text(value: JsonValue<'_>) -> Option<String> {
    let text = value.text()?;
    let is_plain = text.len() <= MAX_TEXT && !text.contains(char::is_control);
    is_plain.then(|| text.into_owned())
}
