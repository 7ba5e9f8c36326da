//! JSON values with their places in the text.
//!
//! A list may have thousands of entries of which a check needs a few keys, so a value stays the part of the
//! text that it is until a check reads it. It was found to be valid when the text was read; nothing is read by
//! recursion, however deep the text is nested.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::Deserializer;
use serde_json::value::RawValue;

use crate::text::TextRange;

/// A value: its part of the text, without the space around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonValue<'t>(&'t str);

/// The first place where a text is not JSON.
pub(super) struct JsonError {
    pub(super) range: TextRange,
    pub(super) message: String,
    /// `true` if the text ends before its brackets are closed.
    pub(super) is_cut: bool,
}

impl<'t> JsonValue<'t> {
    /// Reads a text.
    pub(super) fn of(text: &'t str) -> Result<Self, JsonError> {
        let json = without_mark(text);
        let value = serde_json::from_str::<&RawValue>(json);
        let value = value.map_err(|error| JsonError::of(text, json, &error))?;
        Ok(Self(value.get()))
    }

    /// Reads a text, and returns the items of the list that it is. Those before an error are returned, too.
    pub(super) fn items_of(text: &'t str) -> (Vec<Self>, Option<JsonError>) {
        let json = without_mark(text);
        let mut items = Vec::new();
        let mut reader = Deserializer::from_str(json);
        let read = reader.deserialize_seq(ItemVisitor(&mut items));
        let error = read.and_then(|()| reader.end()).err();
        (items, error.map(|error| JsonError::of(text, json, &error)))
    }

    /// Returns its range in `text`, which it is a part of.
    pub(super) fn range_in(self, text: &str) -> TextRange {
        let start = (self.0.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        range(start, start + self.0.len())
    }

    /// Returns its part of the text.
    pub(super) fn as_written(self) -> &'t str {
        self.0
    }

    pub(super) fn is_list(self) -> bool {
        self.0.starts_with('[')
    }

    pub(super) fn is_mapping(self) -> bool {
        self.0.starts_with('{')
    }

    pub(super) fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// Returns the text of a string, or the number or word as it is written.
    pub(super) fn text(self) -> Option<Cow<'t, str>> {
        let inner = self.0.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        match inner {
            Some(inner) if inner.contains('\\') => {
                serde_json::from_str(self.0).ok().map(Cow::Owned)
            }
            Some(inner) => Some(Cow::Borrowed(inner)),
            None => (!self.is_list() && !self.is_mapping()).then_some(Cow::Borrowed(self.0)),
        }
    }

    pub(super) fn int(self) -> Option<i64> {
        self.0.parse().ok()
    }

    pub(super) fn bool(self) -> Option<bool> {
        self.0.parse().ok()
    }

    /// Returns the items of a list.
    pub(super) fn items(self) -> Vec<Self> {
        Self::items_of(self.0).0
    }

    /// Returns the keys of a mapping with their values.
    pub(super) fn entries(self) -> Vec<(Cow<'t, str>, Self)> {
        let mut entries = Vec::with_capacity(8);
        // Valid, unless it is no mapping or a key is half of a character: `"\ud800"`.
        let _ = Deserializer::from_str(self.0).deserialize_map(EntryVisitor(&mut entries));
        entries
    }
}

impl JsonError {
    /// Says that `value` is not what was expected.
    pub(super) fn not(value: JsonValue<'_>, expected: &str, text: &str) -> Self {
        Self {
            range: value.range_in(text),
            message: format!("this is not {expected}"),
            is_cut: false,
        }
    }

    fn of(text: &str, json: &str, error: &serde_json::Error) -> Self {
        let is_cut = error.is_eof();
        let start = if is_cut {
            text.len()
        } else {
            let mut before = json
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1));
            let line: usize = before.by_ref().map(str::len).sum();
            let at = text.len() - json.len() + line + error.column().saturating_sub(1);
            text.floor_char_boundary(at)
        };
        let end = text[start..].chars().next().map_or(0, char::len_utf8);
        let message = error.to_string();
        let place = message.rfind(" at line ").unwrap_or(message.len());
        Self {
            range: range(start, start + end),
            message: format!("this is not JSON: {}", &message[..place]),
            is_cut,
        }
    }
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn range(start: usize, end: usize) -> TextRange {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    TextRange::new(offset(start), offset(end))
}

struct ItemVisitor<'v, 't>(&'v mut Vec<JsonValue<'t>>);

impl<'t> Visitor<'t> for ItemVisitor<'_, 't> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<&RawValue>()? {
            self.0.push(JsonValue(item.get()));
        }
        Ok(())
    }
}

struct EntryVisitor<'v, 't>(&'v mut Vec<(Cow<'t, str>, JsonValue<'t>)>);

impl<'t> Visitor<'t> for EntryVisitor<'_, 't> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some((Key(key), value)) = entries.next_entry::<_, &RawValue>()? {
            self.0.push((key, JsonValue(value.get())));
        }
        Ok(())
    }
}

/// A key, which is a part of the text unless it has escapes.
struct Key<'t>(Cow<'t, str>);

impl<'t> Deserialize<'t> for Key<'t> {
    fn deserialize<D: serde::Deserializer<'t>>(reader: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'t> Visitor<'t> for KeyVisitor {
            type Value = Key<'t>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        reader.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places() {
        let text = "\u{feff}\n[ {\"a\\u0062\" : \"x\\ty\"}, 1.50 ,\"é\" ]\n";
        let (items, error) = JsonValue::items_of(text);
        assert!(error.is_none());
        let places = items.iter().map(|item| item.range_in(text).slice(text));
        assert_eq!(
            places.collect::<Vec<_>>(),
            ["{\"a\\u0062\" : \"x\\ty\"}", "1.50", "\"é\""]
        );
        let (key, value) = items[0].entries().remove(0);
        assert_eq!((&*key, value.text().as_deref()), ("ab", Some("x\ty")));
        assert_eq!(items[1].text().as_deref(), Some("1.50"));
        assert_eq!((items[1].int(), items[2].bool()), (None, None));
    }

    #[test]
    fn an_error_has_its_place_and_what_is_before_it_is_read() {
        for (text, at, count) in [("[1,\n2 3]", "3]", 2), ("[1, 2", "", 2)] {
            let (items, error) = JsonValue::items_of(text);
            let error = error.expect("it is not JSON");
            assert_eq!(&text[error.range.start as usize..], at, "{text}");
            assert_eq!(
                (items.len(), error.is_cut),
                (count, at.is_empty()),
                "{text}"
            );
            assert!(!error.message.contains(" line "), "{}", error.message);
        }
    }

    #[test]
    fn half_a_character_is_no_text_and_the_first_of_two_keys_counts() {
        let value = JsonValue::of(r#"{"a": "\ud800", "b": 1, "b": 2}"#)
            .ok()
            .expect("it is JSON");
        let entries = value.entries();
        assert_eq!(entries[0].1.text(), None);
        assert_eq!(entries[1].1.int(), Some(1));
    }
}
