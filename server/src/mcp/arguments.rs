//! The arguments of tools: one table each, which makes the schema that models read and checks what they write.

use azml_rules::similar::closest;
use serde_json::{Map, Value, json};

/// One argument of a tool.
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) sort: ArgumentSort,
    pub(super) about: &'static str,
    pub(super) is_required: bool,
}

/// Values of an argument.
pub(super) enum ArgumentSort {
    Text,
    /// A list of strings with at least one.
    Texts,
    /// A number from 1.
    Count,
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
}

/// Most strings of a list.
const MOST_TEXTS: usize = 1_000;

/// Returns the JSON schema of an object with these arguments.
pub(super) fn schema(arguments: &[Argument]) -> Value {
    let properties = arguments.iter().map(|it| (it.name.to_owned(), it.schema()));
    let required = arguments.iter().filter(|it| it.is_required);
    json!({
        "type": "object",
        "properties": properties.collect::<Map<_, _>>(),
        "required": required.map(|it| it.name).collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}

impl Argument {
    fn schema(&self) -> Value {
        let about = self.about;
        match self.sort {
            ArgumentSort::Text => json!({"type": "string", "description": about}),
            ArgumentSort::Texts => {
                json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_TEXTS, "description": about})
            }
            ArgumentSort::Count => json!({"type": "integer", "minimum": 1, "description": about}),
            ArgumentSort::Word(words) => {
                json!({"type": "string", "enum": words(), "description": about})
            }
        }
    }

    fn check(&self, value: &Value) -> Result<(), String> {
        let name = self.name;
        match self.sort {
            ArgumentSort::Text if value.is_string() => Ok(()),
            ArgumentSort::Text => Err(format!("`{name}` is a string")),
            ArgumentSort::Texts => {
                let texts = value
                    .as_array()
                    .filter(|it| it.iter().all(Value::is_string));
                let fits = texts.is_some_and(|it| (1..=MOST_TEXTS).contains(&it.len()));
                let message = format!("`{name}` is a list of 1 to {MOST_TEXTS} strings");
                fits.then_some(()).ok_or(message)
            }
            ArgumentSort::Count => {
                let number = value.as_u64().and_then(|it| u32::try_from(it).ok());
                let fits = number.is_some_and(|it| it > 0);
                fits.then_some(())
                    .ok_or(format!("`{name}` is a number from 1"))
            }
            ArgumentSort::Word(words) => {
                let word = value.as_str().unwrap_or_default();
                if words().contains(&word) {
                    return Ok(());
                }
                Err(match closest(word, words()) {
                    Some(near) => format!("`{name}` can't be `{word}`; did you mean `{near}`?"),
                    None => format!("`{name}` is one of {}", words().join(", ")),
                })
            }
        }
    }
}

/// Values of arguments that fit their table.
pub(super) struct ArgumentValues<'v> {
    values: &'v Map<String, Value>,
}

impl<'v> ArgumentValues<'v> {
    /// Checks `values` against `arguments`. A null counts as nothing.
    ///
    /// # Errors
    /// Returns a message for the model if a value is missing, unknown, or of another type.
    pub(super) fn of(
        arguments: &[Argument],
        values: &'v Map<String, Value>,
    ) -> Result<Self, String> {
        for (name, value) in values.iter().filter(|(_, value)| !value.is_null()) {
            let argument = arguments.iter().find(|it| it.name == name);
            let names = || arguments.iter().map(|it| it.name);
            let unknown = || match closest(name, names()) {
                Some(near) => format!("`{name}` isn't an argument; did you mean `{near}`?"),
                None => format!(
                    "`{name}` isn't an argument; the arguments are {}",
                    names().collect::<Vec<_>>().join(", ")
                ),
            };
            argument.ok_or_else(unknown)?.check(value)?;
        }
        let is_missing =
            |it: &&Argument| it.is_required && values.get(it.name).is_none_or(Value::is_null);
        match arguments.iter().find(is_missing) {
            Some(missing) => Err(format!("the argument `{}` is missing", missing.name)),
            None => Ok(Self { values }),
        }
    }

    /// Returns the string called `name`.
    pub(super) fn text(&self, name: &str) -> Option<&'v str> {
        self.values.get(name)?.as_str()
    }

    /// Returns the string called `name`, which the table requires.
    pub(super) fn required(&self, name: &str) -> &'v str {
        self.text(name).expect("the table requires it")
    }

    /// Returns the strings called `name`.
    pub(super) fn texts(&self, name: &str) -> Option<Vec<&'v str>> {
        let texts = self.values.get(name)?.as_array()?;
        Some(texts.iter().filter_map(Value::as_str).collect())
    }

    /// Returns the number called `name`.
    pub(super) fn count(&self, name: &str) -> Option<u32> {
        let number = self.values.get(name)?.as_u64()?;
        u32::try_from(number).ok()
    }
}
