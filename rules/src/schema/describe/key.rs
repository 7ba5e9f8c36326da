//! Properties of one key for hovers.

use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, enum_values, leaves, mappings};
use crate::schema::validate::{Judgement, takes_expression};
use crate::syntax::{Node, NodeKind};

/// A key with a field in the catalog.
#[derive(Clone, Copy, Debug)]
pub struct KnownKey {
    /// The field of the key.
    pub field: &'static Field,
    /// Type of its mapping; `None` for keys that are merged in with `<<`.
    pub owner: Option<&'static TypeDef>,
    /// `true` if the value may be text with `${{...}}`.
    pub expression: bool,
    /// Type expected in the place of the mapping, if known: a union has other alternatives.
    place: Option<&'static Type>,
}

impl KnownKey {
    /// Returns the key `field` of `owner` in a place that expects `place`, without a document.
    pub fn of_catalog(
        field: &'static Field,
        owner: &'static TypeDef,
        place: Option<&'static Type>,
    ) -> Self {
        Self {
            field,
            owner: Some(owner),
            expression: takes_expression(&field.ty, false),
            place,
        }
    }

    /// Returns `true` if the client rejects the mapping without the key.
    pub fn is_required(&self) -> bool {
        let is_also_required = |def: &TypeDef| def.also_required.contains(&self.field.name);
        self.field.required || self.owner.is_some_and(is_also_required)
    }

    /// Returns the words that the value, or an item of it, may be, with their descriptions ("" if
    /// there is none). For keys that select an alternative of a union, these are the words of all
    /// alternatives.
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        let mut words: Vec<(&str, &str)> = Vec::new();
        for field in self.in_all_alternatives() {
            for word in words_of(field) {
                if words.iter().all(|(known, _)| *known != word) {
                    let meaning = field.meaning(word).map_or("", |known| known.means);
                    words.push((word, meaning));
                }
            }
        }
        let is_last = |word| {
            let meaning = self.field.meaning(word);
            meaning.is_some_and(|known| known.deprecated || known.without_effect)
        };
        words.sort_by_cached_key(|(word, _)| is_last(word));
        words
    }

    /// Returns the field in every alternative of the mapping that has the key.
    fn in_all_alternatives(&self) -> Vec<&'static Field> {
        let place = self
            .place
            .filter(|_| ALTERNATIVE_KEYS.contains(&self.field.name));
        let fields = place
            .into_iter()
            .flat_map(mappings)
            .filter(|def| self.is_of_the_same_type(def))
            .filter_map(|def| def.field(self.field.name));
        let mut fields: Vec<&Field> = fields.filter(|field| !field.private).collect();
        if !fields.iter().any(|field| std::ptr::eq(*field, self.field)) {
            fields.insert(0, self.field);
        }
        fields
    }

    /// Returns `true` if the `type` of the mapping selects the alternative `def`, too: the `task` of a
    /// data transfer step is none of AutoML.
    fn is_of_the_same_type(&self, def: &'static TypeDef) -> bool {
        if self.field.name == "type" {
            return true;
        }
        let types = |def: &'static TypeDef| def.field("type").map_or_else(Vec::new, words_of);
        let own = self.owner.map_or_else(Vec::new, types);
        own.is_empty() || types(def).iter().any(|word| own.contains(word))
    }

    /// Returns the description of `word` as the value, if there is one.
    pub fn meaning(&self, word: &str) -> Option<&'static str> {
        self.field.meaning(word).map(|known| known.means)
    }

    /// Returns the default value. If only certain words are allowed and the default is not one of
    /// them, it belongs to another alternative and is left out.
    pub fn default(&self) -> Option<&'static str> {
        let default = self.field.default?;
        let words = self.words();
        // The documentation of the service has other letter cases.
        let as_listed = words
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(default));
        match as_listed {
            Some((word, _)) => Some(word),
            None => (!self.takes_only_words()).then_some(default),
        }
    }

    /// Returns `true` if only certain words are allowed.
    pub fn takes_only_words(&self) -> bool {
        let leaves = leaves(&self.field.ty);
        leaves
            .iter()
            .all(|leaf| matches!(leaf.shape, ValueShape::Enum(..)))
    }

    /// Returns `true` if the value is read before expressions are evaluated, so that an expression
    /// would be a mistake: numbers, booleans, words. Strings may contain anything.
    pub fn refuses_expression(&self) -> bool {
        let leaves = leaves(&self.field.ty);
        let is_mapping = |leaf: &Type| matches!(leaf.shape, ValueShape::Mapping(..));
        !self.expression
            && leaves.iter().any(|leaf| is_fixed(leaf))
            && leaves.iter().all(|leaf| is_fixed(leaf) || is_mapping(leaf))
    }

    /// Returns the documentation URL of the key, or "".
    pub fn url(&self) -> &'static str {
        or_else(self.field.url, self.owner.map_or("", |def| def.url))
    }

    /// Returns the client version that introduced the key, or "" if unknown.
    pub fn since(&self) -> &'static str {
        or_else(self.field.since, self.owner.map_or("", |def| def.since))
    }
}

/// Returns the words that the value of `field`, or an item of it, may be.
fn words_of(field: &'static Field) -> Vec<&'static str> {
    let mut words = Vec::new();
    for leaf in leaves(&field.ty) {
        let ty = match leaf.shape {
            ValueShape::List(item) => item,
            _ => leaf,
        };
        for word in enum_values(ty) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

/// Returns `true` for a number, a boolean or a word.
fn is_fixed(leaf: &Type) -> bool {
    matches!(
        leaf.shape,
        ValueShape::Int { .. } | ValueShape::Float { .. } | ValueShape::Bool | ValueShape::Enum(..)
    )
}

fn or_else(text: &'static str, other: &'static str) -> &'static str {
    if text.is_empty() { other } else { text }
}

impl<'t> Judgement<'t> {
    /// Returns the properties of the key `key`, also on a line with a repair, if the type of its
    /// mapping is known.
    pub fn known_key(&self, key: Node<'t>) -> Option<KnownKey> {
        let mapping = key.parent();
        let owner = mapping.and_then(|mapping| self.mapping_type(mapping));
        let field = match self.field_of(key) {
            Some(field) => field,
            None => owner?
                .known_field(key.text()?)
                .filter(|field| !field.private)?,
        };
        let around = mapping.is_some_and(|mapping| self.has_expressions(mapping));
        let expression = takes_expression(&field.ty, around && field.takes_expression);
        Some(KnownKey {
            field,
            owner,
            expression,
            place: mapping.and_then(|mapping| self.type_of(mapping)),
        })
    }

    /// Returns the mapping type in which only the service sets `key`.
    pub fn read_only_in(&self, key: Node<'t>) -> Option<&'static TypeDef> {
        let owner = self.mapping_type(key.parent().filter(|_| key.is_key())?)?;
        let name = key.text()?;
        (owner.read_only.contains(&name) && owner.field(name).is_none()).then_some(owner)
    }

    /// Returns `true` if the scalars in `mapping` may contain expressions.
    fn has_expressions(&self, mapping: Node<'t>) -> bool {
        if mapping.kind() == NodeKind::Mapping && self.is_evaluated(mapping) {
            return true;
        }
        let key_takes = self
            .field_of(mapping)
            .is_none_or(|field| field.takes_expression);
        key_takes
            && mapping
                .parent()
                .is_some_and(|parent| self.has_expressions(parent))
    }

    fn is_evaluated(&self, mapping: Node<'t>) -> bool {
        let chosen = self.chosen_type(mapping).map(|ty| &ty.shape);
        matches!(chosen, Some(ValueShape::Mapping(_, inside)) if inside.expressions)
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::schema::judge_document;
    use crate::workspace::Workspace;

    /// Returns `true` if the value of the key at `|` accepts an expression; `None` for an unknown key.
    fn takes(text: &str) -> Option<bool> {
        let offset = u32::try_from(text.find('|').unwrap()).unwrap();
        let document = Document::new("file.yml", text.replacen('|', "", 1));
        let workspace = Workspace::default();
        let judgement = judge_document(&workspace, &document);
        let key = document.tree().node_at(offset).unwrap();
        judgement.known_key(key).map(|known| known.expression)
    }

    /// Returns a pipeline with a step that contains `line`.
    fn step(line: &str) -> String {
        let component = "component: azureml:c:1";
        format!("type: pipeline\njobs:\n  a:\n    type: command\n    {component}\n    {line}\n")
    }

    #[test]
    fn expressions_are_taken_where_the_step_takes_them() {
        assert_eq!(takes(&step("|compute: azureml:c")), Some(true));
        assert_eq!(takes(&step("|type: command")), Some(false));
        assert_eq!(takes(&step("resources: {|instance_count: 1}")), Some(true));
        assert_eq!(takes(&step("inputs: {|x: 1}")), None);
        assert_eq!(
            takes("type: amlcompute\nname: c\n|min_instances: 1\n"),
            Some(false)
        );
    }

    #[test]
    fn keys_beside_a_broken_line_are_known() {
        let text = "type: amlcompute\nname: c\n|min_instances 1\nsize: \"x\n";
        assert_eq!(takes(text), None, "no key at all");
        let text = "type: amlcompute\nname: c\n|min_instances: [1\nsize: x\n";
        assert_eq!(takes(text), Some(false));
    }
}
