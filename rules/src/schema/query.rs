//! What stands where, for hover and completion.

use super::choose::enum_values;
use super::table::{Field, Shape, Type, TypeDef, types};
use super::walk::Walk;
use crate::syntax::{Node, NodeKind, Tree};

/// A mapping that keys can be written into.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'t> {
    /// What the mapping is.
    pub def: &'static TypeDef,
    /// The mapping, unless it has no entry yet.
    pub mapping: Option<Node<'t>>,
}

impl<'t> Slot<'t> {
    /// The fields that are not written yet, required ones first.
    #[must_use]
    pub fn free_fields(&self) -> Vec<&'static Field> {
        let written = |field: &&Field| self.mapping.is_some_and(|mapping| mapping.entry(field.name).is_some());
        let mut free: Vec<&'static Field> =
            self.def.fields.iter().filter(|field| !field.private && !written(field)).collect();
        free.sort_by_key(|field| !field.required);
        free
    }
}

/// Whether a local file may stand behind `key` in some document.
#[must_use]
pub fn may_name_files(key: &str) -> bool {
    types().iter().filter_map(|def| def.field(key)).any(|field| !files(&field.ty).is_empty())
}

/// The local files that `ty` takes.
fn files(ty: &'static Type) -> Vec<&'static str> {
    let mut leaves = Vec::new();
    super::choose::collect(ty, &mut leaves);
    let file = |leaf: &&'static Type| match leaf.shape {
        Shape::File(loads) => Some(loads),
        Shape::Path => Some(""),
        _ => None,
    };
    leaves.iter().filter_map(file).collect()
}

impl<'t> Walk<'t> {
    /// What the mapping `node` is; `None` for mappings with free keys.
    #[must_use]
    pub fn mapping_type(&self, node: Node<'t>) -> Option<&'static TypeDef> {
        self.mappings.iter().rev().find(|(id, _)| *id == node.id()).map(|(_, def)| *def)
    }

    /// The field of a key, or of the key that a value belongs to.
    #[must_use]
    pub fn field_of(&self, node: Node<'t>) -> Option<&'static Field> {
        let key = if node.is_key() { node } else { node.key()? };
        self.fields.iter().rev().find(|(id, _)| *id == key.id()).map(|(_, field)| *field)
    }

    /// What may stand in the place of a value.
    #[must_use]
    pub fn type_of(&self, node: Node<'t>) -> Option<&'static Type> {
        self.values.iter().find(|(id, _)| *id == node.id()).map(|(_, ty)| *ty)
    }

    /// The words that may stand in the place of a value, `true` and `false` included.
    #[must_use]
    pub fn words_for(&self, node: Node<'t>) -> Vec<&'static str> {
        let Some(ty) = self.type_of(node) else { return Vec::new() };
        let mut words = Vec::new();
        enum_values(ty, &mut words);
        let mut leaves = Vec::new();
        super::choose::collect(ty, &mut leaves);
        if leaves.iter().any(|leaf| matches!(leaf.shape, Shape::Bool)) {
            words.extend(["true", "false"]);
        }
        words
    }

    /// What local files may stand in the place of a value: documents of kinds such as `component/*`, "" for any file.
    #[must_use]
    pub fn files_for(&self, node: Node<'t>) -> Vec<&'static str> {
        self.type_of(node).map_or_else(Vec::new, files)
    }

    /// The mapping into which a key at `offset` goes: on an empty or half-written line its indentation decides.
    #[must_use]
    pub fn slot_at(&self, tree: &'t Tree, offset: u32) -> Option<Slot<'t>> {
        if let Some(flow) = self.flow_at(tree, offset) {
            return Some(flow);
        }
        let column = column_of(tree, line_start_of_word(tree, offset));
        let before = |node: &Node<'t>| node.range().start <= offset;
        let in_block = self
            .mappings
            .iter()
            .map(|(id, def)| (tree.node(*id), *def))
            .filter(|(node, _)| before(node) && !node.is_flow() && !is_cut_off(tree, *node, offset, column))
            .filter(|(node, _)| node.entries().next().is_some_and(|e| column_of(tree, e.key.range().start) == column))
            .max_by_key(|(node, _)| node.range().start);
        let block = in_block.map(|(node, def)| Slot { def, mapping: Some(node) });
        let below = self.empty_value_before(tree, offset, column).map(|def| Slot { def, mapping: None });
        below.or(block)
    }

    fn flow_at(&self, tree: &'t Tree, offset: u32) -> Option<Slot<'t>> {
        let mut node = tree.node_at(offset)?;
        loop {
            if node.kind() == NodeKind::Mapping && node.is_flow() {
                let def = self.mapping_type(node)?;
                return Some(Slot { def, mapping: Some(node) });
            }
            node = node.parent()?;
        }
    }

    /// The type of the mapping that an empty value just above and further left waits for.
    fn empty_value_before(&self, tree: &'t Tree, offset: u32, column: u32) -> Option<&'static TypeDef> {
        let key = self.fields.iter().map(|(id, field)| (tree.node(*id), *field)).rfind(|(key, _)| {
            key.range().start < offset && tree.text()[key.range().end as usize..offset as usize].trim() == ":"
        });
        let (key, field) = key?;
        if column_of(tree, key.range().start) >= column {
            return None;
        }
        let mut leaves = Vec::new();
        super::choose::collect(&field.ty, &mut leaves);
        leaves.iter().find_map(|leaf| match leaf.shape {
            Shape::Mapping(def, _) => Some(def),
            _ => None,
        })
    }
}

/// Where the word at `offset` starts, if nothing but blanks and dashes stand before it.
fn line_start_of_word(tree: &Tree, offset: u32) -> u32 {
    let before = &tree.text()[..offset as usize];
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let blank = before[line..].len() - before[line..].trim_start_matches([' ', '-']).len();
    u32::try_from(line + blank).unwrap_or(offset)
}

fn column_of(tree: &Tree, offset: u32) -> u32 {
    let before = &tree.text()[..offset as usize];
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    offset - u32::try_from(line).unwrap_or(0)
}

/// Whether a line between the mapping and `offset` is indented less than `column`, so that the mapping is over.
fn is_cut_off(tree: &Tree, mapping: Node<'_>, offset: u32, column: u32) -> bool {
    let between = tree.text().get(mapping.range().start as usize..offset as usize).unwrap_or_default();
    let mut lines: Vec<&str> = between.lines().skip(1).collect();
    if !between.ends_with(['\n', '\r']) {
        lines.pop();
    }
    let indented = |line: &&str| line.len() - line.trim_start_matches([' ', '-']).len();
    let meant = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    lines.iter().filter(|line| meant(line)).any(|line| (indented(line) as u32) < column)
}

#[cfg(test)]
mod tests {
    use super::super::walk;
    use crate::document::Document;
    use crate::workspace::Workspace;

    /// The first free keys where `|` stands in `text`.
    fn keys(text: &str) -> String {
        let offset = text.find('|').unwrap();
        let document = Document::new("file.yml", text.replacen('|', "", 1));
        let workspace = Workspace::default();
        let walk = walk(&workspace, &document);
        let slot = walk.slot_at(document.tree(), u32::try_from(offset).unwrap());
        slot.map_or_else(String::new, |slot| {
            let names: Vec<&str> = slot.free_fields().iter().take(2).map(|field| field.name).collect();
            format!("{}: {}", slot.def.name, names.join(" "))
        })
    }

    const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ncommand: x\n";

    #[test]
    fn finds_the_mapping_a_key_goes_into() {
        assert_eq!(keys(&format!("{JOB}|")), "CommandJob: environment type");
        assert_eq!(keys(&format!("{JOB}env|")), "CommandJob: environment type");
        assert_eq!(keys(&format!("{JOB}resources:\n  |\n")), "JobResourceConfiguration: instance_count instance_type");
        let two = format!("{JOB}resources:\n  instance_count: 1\n  |\n");
        assert_eq!(keys(&two), "JobResourceConfiguration: instance_type properties");
        assert_eq!(keys(&format!("{JOB}resources:\n  instance_count: 1\n|\n")), "CommandJob: environment type");
        assert_eq!(
            keys(&format!("{JOB}resources: {{instance_count: 1, |}}\n")),
            "JobResourceConfiguration: instance_type properties"
        );
    }
}
