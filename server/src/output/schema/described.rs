//! Types that know the JSON schema of what they are written as.

use serde_json::{Map, Value, json};

/// A type that knows its JSON schema.
pub(in crate::output) trait Described {
    /// The schema.
    fn schema() -> Value;
}

impl Described for String {
    fn schema() -> Value {
        json!({"type": "string"})
    }
}

impl Described for &'static str {
    fn schema() -> Value {
        String::schema()
    }
}

impl Described for u32 {
    fn schema() -> Value {
        json!({"type": "integer", "minimum": 0})
    }
}

impl Described for usize {
    fn schema() -> Value {
        u32::schema()
    }
}

impl<T: Described> Described for Vec<T> {
    fn schema() -> Value {
        json!({"type": "array", "items": T::schema()})
    }
}

impl<T: Described> Described for Option<T> {
    fn schema() -> Value {
        json!({"anyOf": [T::schema(), {"type": "null"}]})
    }
}

/// One of some words.
pub(in crate::output) fn of_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Value {
    let words: Vec<&str> = words.into_iter().collect();
    json!({"type": "string", "enum": words})
}

/// An object with exactly these `fields`: name, description, schema.
pub(in crate::output) fn object(fields: Vec<(&str, &str, Value)>) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, ..)| *name).collect();
    let mut properties = Map::new();
    for (name, doc, mut schema) in fields {
        if let Some(schema) = schema.as_object_mut().filter(|_| !doc.is_empty()) {
            schema.shift_insert(0, "description".to_owned(), doc.trim().into());
        }
        properties.insert(name.to_owned(), schema);
    }
    json!({
        "type": "object",
        "required": names,
        "additionalProperties": false,
        "properties": properties,
    })
}

/// Declares structs that are written as JSON; the doc comments of fields are their descriptions.
macro_rules! json_struct {
    ($($(#[$outer:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $doc:literal])* $field_vis:vis $field:ident: $ty:ty,)*
    })*) => {$(
        $(#[$outer])*
        #[derive(serde::Serialize)]
        $vis struct $name {
            $($(#[doc = $doc])* $field_vis $field: $ty,)*
        }

        impl $crate::output::schema::Described for $name {
            fn schema() -> serde_json::Value {
                use $crate::output::schema::Described;
                $crate::output::schema::object(vec![
                    $((stringify!($field), concat!($($doc),*), <$ty as Described>::schema()),)*
                ])
            }
        }
    )*};
}

pub(in crate::output) use json_struct;
