//! Data types of the catalog: types with their fields, and the shapes of values.

use crate::document::Kind;

/// A mapping with known keys.
#[derive(Debug)]
pub struct TypeDef {
    /// Its name in the catalog.
    pub name: &'static str,
    /// Short description.
    pub doc: &'static str,
    /// Documentation URL.
    pub url: &'static str,
    /// Client version that introduced it, if known.
    pub since: &'static str,
    /// `true` if the client marks it as experimental.
    pub preview: bool,
    /// `true` if it requires the client's switch for private features.
    pub private: bool,
    /// `true` if `file:PATH` can replace the mapping.
    pub file: bool,
    /// `true` if it is only used as a step of a pipeline.
    pub step: bool,
    /// `true` if the client cannot read it at all.
    pub broken: bool,
    /// Keys that the service sets.
    pub read_only: &'static [&'static str],
    /// `true` if the client rejects read-only keys; otherwise it ignores them silently.
    pub read_only_refused: bool,
    /// Keys that the client requires although their fields are optional.
    pub also_required: &'static [&'static str],
    /// Checks of the client beyond single fields.
    pub checks: &'static [ClientCheck],
    /// Handling of unknown keys wherever the mapping is used; `None` if it depends on the place.
    pub unknown: Option<UnknownKeys>,
    /// Keys that the client accepts and does not use, although it sends unknown keys.
    pub without_effect: &'static [&'static str],
    /// Its keys, in their usual order.
    pub fields: &'static [Field],
}

/// Handling of an unknown key by the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownKeys {
    /// The client rejects the file.
    Refused,
    /// The client does not send the key.
    Ignored,
    /// The client sends the key to the service unchanged.
    Sent,
}

/// A key of a mapping.
#[derive(Debug)]
pub struct Field {
    /// Name of the key.
    pub name: &'static str,
    /// Type of the value.
    pub ty: Type,
    /// `true` if the client rejects the mapping without it.
    pub required: bool,
    /// Default value, if known.
    pub default: Option<&'static str>,
    /// Short description; empty if there is none yet.
    pub doc: &'static str,
    /// Documentation URL, if it differs from that of the type.
    pub url: &'static str,
    /// Client version that introduced it, if known.
    pub since: &'static str,
    /// `true` if expressions that the mapping accepts are accepted here too.
    pub takes_expression: bool,
    /// `true` if the client marks it as experimental.
    pub preview: bool,
    /// `true` if it requires the client's switch for private features.
    pub private: bool,
    /// Replacement of a deprecated key ("" if there is none); `None` if the key is not deprecated.
    pub deprecated: Option<&'static str>,
    /// `false` if completion never offers it: the service sets it, or the client rejects it.
    pub is_offered: bool,
    /// Descriptions of its values that differ from those of other fields of this name.
    pub values: &'static [Meaning],
}

/// Description of a word of an enumeration.
#[derive(Debug)]
pub struct Meaning {
    /// The word.
    pub word: &'static str,
    /// The description, a short clause.
    pub means: &'static str,
    /// `true` if the word is still accepted, but deprecated.
    pub deprecated: bool,
    /// `true` if the word is accepted, but does nothing here.
    pub without_effect: bool,
}

/// Type of a value.
#[derive(Debug)]
pub struct Type {
    /// Its shape.
    pub shape: ValueShape,
    /// `true` if text with `${{...}}` can replace it.
    pub expression: bool,
    /// `true` if it requires the client's switch for private features.
    pub private: bool,
    /// `true` if null is allowed.
    pub null: bool,
}

/// The shape of a value.
#[derive(Debug)]
pub enum ValueShape {
    /// Text; with a name, text of that pattern.
    Text(&'static str),
    /// A whole number; strict ones must not be quoted.
    Int {
        /// `true` if only a YAML number is accepted.
        strict: bool,
        /// Minimum, inclusive.
        min: Option<i64>,
        /// Maximum, inclusive.
        max: Option<i64>,
    },
    /// A number; strict ones need a dot.
    Float {
        /// `true` if only a YAML number with a dot is accepted.
        strict: bool,
    },
    /// True or false.
    Bool,
    /// Anything but null.
    Any,
    /// A field that the client outputs, but never reads.
    Nothing,
    /// A version: text, or a number that is converted to text.
    Version,
    /// A version made of numbers and dots.
    NumericVersion,
    /// An ISO 8601 date with a time, in quotes.
    Datetime,
    /// A URL.
    Url,
    /// A git URL.
    Git,
    /// A file or folder beside the document.
    Path,
    /// Text that contains an expression, or is one.
    Expression {
        /// `true` if there must be no text around it.
        whole: bool,
    },
    /// `${{parent.outputs.NAME}}`, also as the only key `path`.
    OutputExpression,
    /// One of some words.
    Enum(Spelling, &'static [&'static str]),
    /// A word that the client always sets itself.
    Const(&'static str),
    /// `azureml:NAME`.
    Asset {
        /// Type of resource, in the plural.
        of: &'static str,
        /// Requirement of `:VERSION` or `@LABEL`.
        version: Versioned,
    },
    /// `azureml://registries/...`.
    Registry(&'static str),
    /// `azureml://feeds/...`.
    Feed(&'static str),
    /// The path of another document.
    File(&'static str),
    /// A list.
    List(&'static Type),
    /// A mapping with free keys.
    Map {
        /// Type of the keys; `None` for any text.
        key: Option<&'static Type>,
        /// Type of the values.
        value: &'static Type,
    },
    /// A mapping with known keys.
    Mapping(&'static TypeDef, Inside),
    /// A union; the first alternative that fits is used.
    OneOf(&'static [Type]),
    /// A shape with a name of its own.
    Named(&'static NamedType),
}

/// Settings that depend on the place of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// `true` if every scalar below may be text with `${{...}}`.
    pub expressions: bool,
    /// Handling of unknown keys.
    pub unknown: UnknownKeys,
}

/// A shape that many fields share.
#[derive(Debug)]
pub struct NamedType {
    /// Its name in the catalog.
    pub name: &'static str,
    /// Description of the expected value.
    pub words: &'static str,
    /// The shape.
    pub ty: Type,
}

/// Spellings of an enumeration's values that the client accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Only the exact spelling.
    Exact,
    /// Any letter case.
    Lower,
    /// Any letter case.
    Upper,
    /// `snake_case`, `SNAKE_CASE`, `PascalCase` or `camelCase`.
    Snake,
    /// `snake_case` or `camelCase`.
    Camel,
    /// Any letter case.
    Pascal,
}

/// Requirement of a version in an asset reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Versioned {
    /// The name alone.
    Free,
    /// Version or label may be left out.
    Optional,
    /// Version or label must follow.
    Required,
}

/// A check of the client beyond single fields.
#[derive(Debug)]
pub struct ClientCheck {
    /// Subject of the check.
    pub rule: CheckRule,
    /// Stage at which the client runs it.
    pub stage: Stage,
    /// The keys that it checks; a dot separates nested keys.
    pub fields: &'static [&'static str],
    /// The values or keys that it lists.
    pub values: &'static [&'static str],
    /// Keys and values that must be present for the check to apply.
    pub when: &'static [(&'static str, &'static str)],
    /// The key that must or must not exist too.
    pub needs: &'static str,
    /// The regular expression that text or keys must match.
    pub pattern: &'static str,
    /// Lower limit.
    pub min: Option<f64>,
    /// Upper limit or exact count.
    pub max: Option<f64>,
}

/// A named text pattern.
#[derive(Debug)]
pub struct Pattern {
    /// Its name in the catalog.
    pub name: &'static str,
    /// Regular expression of the client.
    pub regex: &'static str,
    /// Description of the allowed characters.
    pub words: &'static str,
}

/// A kind of document.
#[derive(Debug)]
pub struct KindDef {
    /// The kind.
    pub kind: Kind,
    /// The type of the document.
    pub ty: &'static TypeDef,
    /// Handling of unknown keys at the top.
    pub unknown: UnknownKeys,
    /// The last part of its `$schema` URL, if one is published.
    pub schema: &'static str,
    /// The command that reads it.
    pub command: &'static str,
    /// Keys that are required only for this kind.
    pub required: &'static [&'static str],
    /// `true` if it is not a document of its own, but only part of another one.
    pub nested_only: bool,
}

include!(concat!(env!("OUT_DIR"), "/schema.rs"));

impl TypeDef {
    /// Returns the field called `name`.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Field {
    /// Returns the description of `word` as its value, if there is one.
    pub fn meaning(&self, word: &str) -> Option<&'static Meaning> {
        let of_field = meaning_in(self.values, word);
        of_field.or_else(|| {
            let at = VALUES.binary_search_by(|(key, _)| (*key).cmp(self.name));
            meaning_in(VALUES[at.ok()?].1, word)
        })
    }
}

fn meaning_in(all: &'static [Meaning], word: &str) -> Option<&'static Meaning> {
    all.iter()
        .find(|meaning| meaning.word.eq_ignore_ascii_case(word))
}

impl Stage {
    /// Returns `true` if the client runs the check while it loads the file, `false` if later.
    pub fn is_loading(self) -> bool {
        match self {
            Self::Load => true,
            Self::Local | Self::Rest | Self::Validate => false,
        }
    }
}

impl KindDef {
    /// Returns the entry of the catalog for `kind`.
    pub fn of(kind: Kind) -> Option<&'static Self> {
        let id = kind.id().as_str();
        KINDS
            .binary_search_by(|def| def.kind.id().as_str().cmp(id))
            .ok()
            .map(|at| &KINDS[at])
    }
}

/// Returns every kind, sorted by id.
pub fn kinds() -> &'static [KindDef] {
    KINDS
}

/// Returns every type, sorted by name.
pub fn types() -> &'static [&'static TypeDef] {
    TYPES
}

/// Returns `true` if the value of this key is evaluated where the job runs.
pub fn is_run_key(key: &str) -> bool {
    RUN_KEYS.contains(&key)
}

/// Returns `true` if this key of a step is read before expressions are evaluated.
pub fn is_fixed_in_step(key: &str) -> bool {
    STEP_FIXED_KEYS.contains(&key)
}

/// Returns `true` if this key of a job or schedule is read before expressions are evaluated.
pub fn is_fixed_in_job(key: &str) -> bool {
    JOB_FIXED_KEYS.contains(&key)
}

/// Returns every pattern.
pub fn patterns() -> &'static [Pattern] {
    PATTERNS
}

/// Returns the descriptions of the words of enumerations, by key.
pub fn meanings() -> &'static [(&'static str, &'static [Meaning])] {
    VALUES
}

/// Returns the description of the allowed characters for the pattern called `name`.
pub fn pattern_words(name: &str) -> Option<&'static str> {
    PATTERNS
        .iter()
        .find(|pattern| pattern.name == name)
        .map(|pattern| pattern.words)
}
