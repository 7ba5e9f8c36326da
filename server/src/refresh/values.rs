//! Values of an entry in any of the spellings of the Azure CLI and of Azure's REST API: keys in snake or camel case, at
//! the top or under `properties`; members of Python enumerations.

use serde_json::{Map, Value};

/// An entry of a file: its keys in the order in which they are written.
pub(crate) type Entry = Map<String, Value>;

/// Returns the first of `keys` (squashed: lower case, no separators) that has a value in `entry`, in
/// its nested `properties`, or in the mapping `scale_settings` there.
pub(super) fn find<'v>(entry: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    let mut places = vec![entry];
    for _ in 0..2 {
        places.extend(places.last().and_then(|place| place.get("properties")));
    }
    let scale = places
        .iter()
        .filter_map(|place| child(place, "scalesettings"));
    let places: Vec<&Value> = places.iter().copied().chain(scale).collect();
    let mut values = keys
        .iter()
        .flat_map(|key| places.iter().filter_map(|place| child(place, key)));
    values.find(|value| !value.is_null())
}

/// Returns the value of the key that equals `squashed`.
pub(super) fn child<'v>(mapping: &'v Value, squashed: &str) -> Option<&'v Value> {
    let mut entries = mapping.as_object()?.iter();
    let fits = |key: &str| {
        let letters = key.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).eq(squashed.chars())
    };
    entries.find_map(|(key, value)| fits(key).then_some(value))
}

/// Returns a text, without the class of a Python enumeration: `ComputeInstanceState.STOPPED`.
pub(super) fn text<'v>(entry: &'v Value, keys: &[&str]) -> Option<&'v str> {
    let text = find(entry, keys)?.as_str()?;
    Some(member(text).unwrap_or(text)).filter(|text| !text.is_empty())
}

/// Returns a word of Azure, such as a type or a state: anything else could be a text of the user.
pub(super) fn word<'v>(entry: &'v Value, keys: &[&str]) -> Option<&'v str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_,".contains(c);
    text(entry, keys).filter(|text| text.len() <= 60 && text.chars().all(is_part))
}

/// Returns the member in `ClassName.MEMBER`.
fn member(text: &str) -> Option<&str> {
    let (class, member) = text.rsplit_once('.')?;
    let is_class = class.starts_with(|c: char| c.is_ascii_uppercase())
        && class.chars().all(|c| c.is_ascii_alphanumeric());
    let is_member = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    (is_class && member.chars().all(is_member)).then_some(member)
}

/// Returns a whole number, which may be written with a decimal point.
pub(super) fn whole(entry: &Value, keys: &[&str]) -> Option<i64> {
    whole_of(find(entry, keys)?)
}

pub(super) fn whole_of(value: &Value) -> Option<i64> {
    let float = || value.as_f64().filter(|number| number.fract() == 0.0);
    value
        .as_i64()
        .or_else(|| float().map(|number| number as i64))
}

/// Returns a number: a whole one without a decimal point.
pub(super) fn number(value: &Value) -> Option<Value> {
    match whole_of(value) {
        Some(whole) => Some(whole.into()),
        None => value.is_f64().then(|| value.clone()),
    }
}

/// Returns `text` in snake case: `AzureBlob`, `AZURE_BLOB` and `azure_blob` become `azure_blob`.
pub(super) fn snake(text: &str) -> String {
    let is_upper = !text.contains(|c: char| c.is_ascii_lowercase());
    let mut snake = String::new();
    let mut before = '_';
    for c in text.chars() {
        if c.is_ascii_uppercase() && !is_upper && before != '_' && before != ',' {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
        before = c;
    }
    snake
}

/// Returns `text` as Azure writes it: `STOPPED` and `stopped` become `Stopped`.
pub(super) fn pascal(text: &str) -> String {
    let snake = snake(text);
    let words = snake.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// Adds a value if there is one.
pub(super) fn put(entry: &mut Entry, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        entry.insert(key.to_owned(), value.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_spelling_is_one_value() {
        for spelled in [
            "ComputeInstanceState.STOPPED",
            "Stopped",
            "STOPPED",
            "stopped",
        ] {
            let entry = json!({"name": "ci", "properties": {"properties": {"state": spelled}}});
            let state = text(&entry, &["state"]).map(pascal);
            assert_eq!(state.as_deref(), Some("Stopped"), "{spelled}");
        }
        assert_eq!(
            text(&json!({"size": "Standard_D2.V3"}), &["size"]),
            Some("Standard_D2.V3")
        );
        for spelled in [
            "AzureDataLakeGen2",
            "azure_data_lake_gen2",
            "AZURE_DATA_LAKE_GEN2",
        ] {
            assert_eq!(snake(spelled), "azure_data_lake_gen2");
        }
        assert_eq!(
            snake("SystemAssigned,UserAssigned"),
            "system_assigned,user_assigned"
        );
        let scaled =
            json!({"properties": {"properties": {"scaleSettings": {"maxNodeCount": 4.0}}}});
        assert_eq!(whole(&scaled, &["maxinstances", "maxnodecount"]), Some(4));
        assert_eq!(number(&json!(14.0)), Some(json!(14)));
        assert_eq!(number(&json!(0.293)), Some(json!(0.293)));
    }
}
