//! What the catalogue knows: types with their fields, and the shapes a value may have.

use crate::document::Kind;

/// A mapping with known keys.
#[derive(Debug)]
pub struct TypeDef {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Where it is documented.
    pub url: &'static str,
    /// The client version it came with, where known.
    pub since: &'static str,
    /// The client marks it as experimental.
    pub preview: bool,
    /// Only understood with the client's switch for private features.
    pub private: bool,
    /// `file:PATH` may stand for the mapping.
    pub file: bool,
    /// Only used as a step of a pipeline.
    pub step: bool,
    /// The client cannot read it at all.
    pub broken: bool,
    /// Keys that the service sets.
    pub read_only: &'static [&'static str],
    /// Whether writing one of these is an error; else they are dropped without a word.
    pub read_only_refused: bool,
    /// Keys without which the client fails although its fields do not say so.
    pub also_required: &'static [&'static str],
    /// What the client looks at beyond single fields.
    pub checks: &'static [ClientCheck],
    /// What happens to unknown keys wherever the mapping stands, if that does not depend on the
    /// place.
    pub unknown: Option<UnknownKeys>,
    /// Keys that the client takes and does not use, although it sends others that it does not know.
    pub without_effect: &'static [&'static str],
    /// Its keys, in the order people write them.
    pub fields: &'static [Field],
}

/// What the client does with a key that a mapping does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownKeys {
    /// It refuses the file.
    Refused,
    /// It leaves the key out of what it sends.
    Ignored,
    /// It sends the key to the service as it is written.
    Sent,
}

/// A key of a mapping.
#[derive(Debug)]
pub struct Field {
    /// As written.
    pub name: &'static str,
    /// What its value may be.
    pub ty: Type,
    /// Whether the client refuses the mapping without it.
    pub required: bool,
    /// What holds when it is left out, where known.
    pub default: Option<&'static str>,
    /// What it does; empty where nobody described it yet.
    pub doc: &'static str,
    /// Where it is documented, if not where its type is.
    pub url: &'static str,
    /// The client version it came with, where known.
    pub since: &'static str,
    /// Whether expressions that the mapping takes are taken here too.
    pub takes_expression: bool,
    /// The client marks it as experimental.
    pub preview: bool,
    /// Only understood with the client's switch for private features.
    pub private: bool,
    /// Deprecated in favour of another key ("" where there is none).
    pub deprecated: Option<&'static str>,
    /// What its values mean, where that differs from other fields of this name.
    pub values: &'static [Meaning],
}

/// What a word of an enumeration means.
#[derive(Debug)]
pub struct Meaning {
    /// The word.
    pub word: &'static str,
    /// What it means: a short clause.
    pub means: &'static str,
    /// Still understood, but not to be used any more.
    pub deprecated: bool,
}

/// What a value may be.
#[derive(Debug)]
pub struct Type {
    /// Its shape.
    pub shape: ValueShape,
    /// Text that holds `${{...}}` may stand for it.
    pub expression: bool,
    /// Only understood with the client's switch for private features.
    pub private: bool,
    /// Nothing may stand for it.
    pub null: bool,
}

/// The shape of a value.
#[derive(Debug)]
pub enum ValueShape {
    /// Text; with a name, of that pattern.
    Text(&'static str),
    /// A whole number; strict ones may not be written in quotes.
    Int {
        /// Only a YAML number will do.
        strict: bool,
        /// The least.
        min: Option<i64>,
        /// The most.
        max: Option<i64>,
    },
    /// A number; strict ones need a dot.
    Float {
        /// Only a YAML number with a dot will do.
        strict: bool,
    },
    /// True or false.
    Bool,
    /// Anything but null.
    Any,
    /// The client shows it, but never reads it.
    Nothing,
    /// A version: text or a number that becomes text.
    Version,
    /// A version made of numbers and dots.
    NumericVersion,
    /// An ISO 8601 date with a time, in quotes.
    Datetime,
    /// A web address.
    Url,
    /// A git address.
    Git,
    /// A file or folder beside the document.
    Path,
    /// Text with an expression in it, or one as a whole.
    Expression {
        /// Nothing may stand around it.
        whole: bool,
    },
    /// `${{parent.outputs.NAME}}`, also as the only key `path`.
    OutputExpression,
    /// One of some words.
    Enum(Spelling, &'static [&'static str]),
    /// A word that the client sets itself, whatever is written.
    Const(&'static str),
    /// `azureml:NAME`.
    Asset {
        /// Sort of resource, in the plural.
        of: &'static str,
        /// Whether `:VERSION` or `@LABEL` must follow.
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
        /// What keys may be; any text where `None`.
        key: Option<&'static Type>,
        /// What values may be.
        value: &'static Type,
    },
    /// A mapping with known keys.
    Mapping(&'static TypeDef, Inside),
    /// Any of these, the first that fits.
    OneOf(&'static [Type]),
    /// A shape with a name of its own.
    Named(&'static NamedType),
}

/// What holds inside a mapping at one place.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// Every scalar below may be text that holds `${{...}}`.
    pub expressions: bool,
    /// What happens to keys that the type does not know.
    pub unknown: UnknownKeys,
}

/// A shape that many fields share.
#[derive(Debug)]
pub struct NamedType {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// What to write, in words.
    pub words: &'static str,
    /// The shape.
    pub ty: Type,
}

/// Which spellings of an enumeration's values the client takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Only this one.
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

/// Whether an asset reference needs a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Versioned {
    /// The name alone.
    Free,
    /// Version or label may be left out.
    Optional,
    /// Version or label must follow.
    Required,
}

/// Something that the client looks at beyond single fields.
#[derive(Debug)]
pub struct ClientCheck {
    /// What it looks at.
    pub rule: CheckRule,
    /// When.
    pub stage: Stage,
    /// The keys it looks at; a dot leads into a mapping.
    pub fields: &'static [&'static str],
    /// The values or keys it knows.
    pub values: &'static [&'static str],
    /// Keys with the values for which it holds.
    pub when: &'static [(&'static str, &'static str)],
    /// The key that must or must not be there too.
    pub needs: &'static str,
    /// The regular expression that text or keys must match.
    pub pattern: &'static str,
    /// A lower limit.
    pub min: Option<f64>,
    /// An upper limit or an exact count.
    pub max: Option<f64>,
}

/// A form that text must have.
#[derive(Debug)]
pub struct Pattern {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// As the client has it.
    pub regex: &'static str,
    /// What such text is made of.
    pub words: &'static str,
}

/// A kind of document.
#[derive(Debug)]
pub struct KindDef {
    /// Which one.
    pub kind: Kind,
    /// The type of the document.
    pub ty: &'static TypeDef,
    /// What happens to unknown keys at the top.
    pub unknown: UnknownKeys,
    /// The last part of its `$schema` address, where one is published.
    pub schema: &'static str,
    /// The command that reads it.
    pub command: &'static str,
    /// Keys that only this kind needs.
    pub required: &'static [&'static str],
    /// Not a document of its own: only a part of others.
    pub nested_only: bool,
}

include!(concat!(env!("OUT_DIR"), "/schema.rs"));

impl TypeDef {
    /// The field called `name`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Field {
    /// What `word` means as its value, where somebody wrote that down.
    #[must_use]
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
    /// Whether the client looks while it loads the file, not once it has.
    #[must_use]
    pub fn is_loading(self) -> bool {
        match self {
            Self::Load => true,
            Self::Local | Self::Rest | Self::Validate => false,
        }
    }
}

impl KindDef {
    /// What the catalogue says of `kind`.
    #[must_use]
    pub fn of(kind: Kind) -> Option<&'static Self> {
        let id = kind.id().as_str();
        KINDS
            .binary_search_by(|def| def.kind.id().as_str().cmp(id))
            .ok()
            .map(|at| &KINDS[at])
    }
}

/// Every kind, by id.
#[must_use]
pub fn kinds() -> &'static [KindDef] {
    KINDS
}

/// Every type, by name.
#[must_use]
pub fn types() -> &'static [&'static TypeDef] {
    TYPES
}

/// Whether the value of this key is evaluated where the work runs.
#[must_use]
pub fn is_run_key(key: &str) -> bool {
    RUN_KEYS.contains(&key)
}

/// Whether this key of a step is read before any expression has a value.
#[must_use]
pub fn is_fixed_in_step(key: &str) -> bool {
    STEP_FIXED_KEYS.contains(&key)
}

/// Whether this key of a job or schedule is read before any expression has a value.
#[must_use]
pub fn is_fixed_in_job(key: &str) -> bool {
    JOB_FIXED_KEYS.contains(&key)
}

/// Every pattern.
#[must_use]
pub fn patterns() -> &'static [Pattern] {
    PATTERNS
}

/// What the words of enumerations mean, by the key they are written at.
#[must_use]
pub fn meanings() -> &'static [(&'static str, &'static [Meaning])] {
    VALUES
}

/// What text of the pattern called `name` is made of, in words.
#[must_use]
pub fn pattern_words(name: &str) -> Option<&'static str> {
    PATTERNS
        .iter()
        .find(|pattern| pattern.name == name)
        .map(|pattern| pattern.words)
}
