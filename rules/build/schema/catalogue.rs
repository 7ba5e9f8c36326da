//! What the files of `data/schema/` say. `data/schema/README.md` describes the format.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_yaml::{Mapping, Value};

use crate::literals::Failure;

use super::checks::Check;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Family {
    pub(super) kinds: BTreeMap<String, KindDef>,
    pub(super) types: Mapping,
    pub(super) names: BTreeMap<String, Name>,
    pub(super) patterns: BTreeMap<String, Pattern>,
    pub(super) sets: BTreeMap<String, Vec<String>>,
    pub(super) words: BTreeMap<String, Vec<Words>>,
    pub(super) values: BTreeMap<String, Meanings>,
    pub(super) expressions: Expressions,
}

/// A description of a key in several types.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    says: String,
    /// The types, or sets of them.
    of: Vec<String>,
    #[serde(default = "yes")]
    offer: bool,
}

/// What words mean.
pub(super) type Meanings = BTreeMap<String, Meaning>;

#[derive(Deserialize, Clone)]
#[serde(untagged, deny_unknown_fields)]
pub(super) enum Meaning {
    Plain(String),
    Full {
        means: String,
        #[serde(default)]
        deprecated: bool,
        #[serde(default, rename = "without-effect")]
        without_effect: bool,
    },
}

/// Which keys are evaluated where the work runs, and which before any expression has a value.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Expressions {
    pub(super) run: Vec<String>,
    pub(super) step_fixed: Vec<String>,
    pub(super) job_fixed: Vec<String>,
}

/// What happens to keys that a mapping does not know.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Unknown {
    #[default]
    Refused,
    Ignored,
    Sent,
}

impl Unknown {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Refused => "UnknownKeys::Refused",
            Self::Ignored => "UnknownKeys::Ignored",
            Self::Sent => "UnknownKeys::Sent",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct KindDef {
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) unknown: Unknown,
    #[serde(default)]
    pub(super) schema: String,
    #[serde(default)]
    pub(super) command: String,
    #[serde(default)]
    pub(super) required: Vec<String>,
    #[serde(default)]
    pub(super) nested_only: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Name {
    pub(super) r#type: String,
    pub(super) words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pattern {
    pub(super) regex: String,
    pub(super) words: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct TypeDef {
    pub(super) doc: String,
    pub(super) url: String,
    pub(super) since: String,
    pub(super) like: Option<String>,
    pub(super) unknown: Option<Unknown>,
    pub(super) without_effect: Vec<String>,
    pub(super) also_required: Vec<String>,
    pub(super) preview: bool,
    pub(super) private: bool,
    pub(super) file: bool,
    pub(super) step: bool,
    pub(super) broken: bool,
    pub(super) read_only: Vec<String>,
    pub(super) read_only_refused: Vec<String>,
    pub(super) checks: Vec<Check>,
    pub(super) fields: Mapping,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldDef {
    pub(super) r#type: String,
    /// For `import.py`: no schema of the client has the field, but the client sends it.
    #[serde(default, rename = "unchecked")]
    _unchecked: bool,
    #[serde(default)]
    pub(super) required: bool,
    pub(super) default: Option<Value>,
    #[serde(default)]
    pub(super) doc: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) since: String,
    #[serde(default = "yes")]
    pub(super) expression: bool,
    #[serde(default)]
    pub(super) preview: bool,
    #[serde(default)]
    pub(super) private: bool,
    pub(super) deprecated: Option<Value>,
    #[serde(default = "yes")]
    pub(super) offer: bool,
    #[serde(default)]
    pub(super) values: Meanings,
}

fn yes() -> bool {
    true
}

#[derive(Default)]
pub(super) struct Catalogue {
    pub(super) kinds: BTreeMap<String, KindDef>,
    pub(super) types: BTreeMap<String, (TypeDef, Vec<(String, FieldDef)>)>,
    pub(super) names: BTreeMap<String, Name>,
    pub(super) patterns: BTreeMap<String, Pattern>,
    sets: BTreeMap<String, Vec<String>>,
    words: BTreeMap<String, Vec<Words>>,
    pub(super) values: BTreeMap<String, Meanings>,
    pub(super) expressions: Expressions,
}

/// The families in `folder` together.
pub(super) fn read(folder: &Path) -> Result<Catalogue, Failure> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let mut all = Catalogue::default();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "yaml"))
    {
        let text = std::fs::read_to_string(path)?;
        let family: Family =
            serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        all.add(family)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    all.check_words()?;
    Ok(all)
}

impl Catalogue {
    fn add(&mut self, family: Family) -> Result<(), Failure> {
        self.kinds.extend(family.kinds);
        self.names.extend(family.names);
        self.patterns.extend(family.patterns);
        self.sets.extend(family.sets);
        self.words.extend(family.words);
        self.values.extend(family.values);
        self.expressions.run.extend(family.expressions.run);
        self.expressions
            .step_fixed
            .extend(family.expressions.step_fixed);
        self.expressions
            .job_fixed
            .extend(family.expressions.job_fixed);
        for (name, value) in family.types {
            let name: String = serde_yaml::from_value(name)?;
            let mut def: TypeDef =
                serde_yaml::from_value(value).map_err(|error| format!("{name}: {error}"))?;
            let mut fields = Vec::new();
            for (key, value) in std::mem::take(&mut def.fields) {
                let key: String = serde_yaml::from_value(key)?;
                let field: FieldDef = serde_yaml::from_value(value)
                    .map_err(|error| format!("{name}.{key}: {error}"))?;
                fields.push((key, field));
            }
            self.types.insert(name, (def, fields));
        }
        Ok(())
    }

    /// Whether some type has a field of this name.
    pub(super) fn has_key(&self, key: &str) -> bool {
        let mut fields = self.types.values().flat_map(|(_, fields)| fields);
        fields.any(|(name, _)| name == key)
    }

    /// A type's own text, or that of the type it is `like`.
    pub(super) fn inherited<'a>(&'a self, name: &'a str, of: fn(&TypeDef) -> &String) -> &'a str {
        let mut name = Some(name);
        while let Some((def, _)) = name.and_then(|name| self.types.get(name)) {
            if !of(def).is_empty() {
                return of(def);
            }
            name = def.like.as_deref();
        }
        ""
    }

    /// A field's own description, or that of the type its own is `like`, or the words for this key
    /// of the type.
    pub(super) fn field_doc(&self, owner: &str, name: &str) -> &str {
        let words = || self.words_of(owner, name).map(|words| words.says.as_str());
        self.own_doc(owner, name).or_else(words).unwrap_or_default()
    }

    /// `false` if the words for this key say so, or the field itself.
    pub(super) fn is_offered(&self, owner: &str, name: &str, field: &FieldDef) -> bool {
        field.offer && self.words_of(owner, name).is_none_or(|words| words.offer)
    }

    fn own_doc(&self, owner: &str, name: &str) -> Option<&str> {
        let mut next = Some(owner);
        while let Some((def, fields)) = next.and_then(|name| self.types.get(name)) {
            let mut described = fields.iter().filter(|(_, field)| !field.doc.is_empty());
            if let Some((_, field)) = described.find(|(key, _)| key == name) {
                return Some(&field.doc);
            }
            next = def.like.as_deref();
        }
        None
    }

    fn words_of(&self, owner: &str, name: &str) -> Option<&Words> {
        let all = self.words.get(name)?;
        all.iter()
            .find(|words| self.types_of(words).any(|ty| ty == owner))
    }

    fn types_of<'a>(&'a self, words: &'a Words) -> impl Iterator<Item = &'a str> {
        words.of.iter().flat_map(|name| match self.sets.get(name) {
            Some(types) => types.iter().map(String::as_str).collect(),
            None => vec![name.as_str()],
        })
    }

    /// Fails if words are for a type without such a key or with a description of its own, or if there
    /// are two for one type.
    fn check_words(&self) -> Result<(), Failure> {
        for (key, all) in &self.words {
            let mut types: Vec<&str> = all.iter().flat_map(|words| self.types_of(words)).collect();
            types.sort_unstable();
            if let Some(pair) = types.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(format!("words.{key}: twice for {}", pair[0]).into());
            }
            let has_key = |ty: &str| {
                let fields = self.types.get(ty).map(|(_, fields)| fields);
                fields.is_some_and(|fields| fields.iter().any(|(name, _)| name == key))
            };
            let is_wrong = |ty: &&str| !has_key(ty) || self.own_doc(ty, key).is_some();
            if let Some(ty) = types.into_iter().find(is_wrong) {
                return Err(format!("words.{key}: {ty} has no such key, or describes it").into());
            }
        }
        Ok(())
    }
}
