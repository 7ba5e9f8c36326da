//! Inputs and outputs of jobs, of steps, and of the components that steps use.

use std::sync::{Arc, OnceLock};

use foldhash::HashMap;

use super::PortType;
use crate::document::{Document, Kind};
use crate::path::file_name;
use crate::similar::closest;
use crate::syntax::{Entry, Node, NodeKind, Scalar, known_text};
use crate::wording::names_listed;
use crate::workspace::Workspace;

/// An input or output, with its declaration or value.
#[derive(Clone, Copy, Debug)]
pub struct Port<'a> {
    /// Its name.
    pub key: Node<'a>,
    /// Its declaration or value.
    pub value: Node<'a>,
}

impl<'a> Port<'a> {
    /// Returns its name.
    pub fn name(self) -> &'a str {
        self.key.text().unwrap_or_default()
    }

    /// Returns a field of its declaration, unless that is null.
    pub fn field(self, name: &str) -> Option<Node<'a>> {
        self.value.get(name).filter(|node| !node.is_null())
    }

    /// Returns its declared type.
    pub fn declared(self) -> Option<PortType> {
        known_text(self.field("type")?).and_then(PortType::parse)
    }

    /// Returns its declared type, else the type of its literal value.
    pub fn kind(self) -> Option<PortType> {
        if self.value.kind() == NodeKind::Mapping {
            return self.declared();
        }
        match self.value.scalar()? {
            Scalar::Bool(_) => Some(PortType::Boolean),
            Scalar::Int(_) => Some(PortType::Integer),
            Scalar::Float(_) => Some(PortType::Number),
            Scalar::Str => known_text(self.value).map(|_| PortType::String),
            Scalar::Null | Scalar::Timestamp => None,
        }
    }

    /// Returns `true` if it is declared with `optional: true`.
    pub fn is_optional(self) -> bool {
        self.field("optional").and_then(Node::bool) == Some(true)
    }

    /// Returns `true` if a component cannot run without a value for it. For placeholders and
    /// expressions, returns `false`.
    pub fn is_required(self) -> bool {
        let optional = self
            .field("optional")
            .is_some_and(|node| node.bool() != Some(false));
        let group = self
            .field("type")
            .and_then(Node::text)
            .is_none_or(|kind| kind == "group");
        self.value.kind() == NodeKind::Mapping
            && !optional
            && !group
            && self.field("default").is_none()
    }
}

/// The inputs or the outputs of a job, component or step.
#[derive(Clone, Debug, Default)]
pub struct Ports<'a> {
    /// Ports in the order of the file; merged ones last.
    pub list: Vec<Port<'a>>,
    /// `true` if there may be others.
    pub open: bool,
    /// Indexes in a long list sorted by name, computed on the first lookup.
    sorted: OnceLock<Box<[usize]>>,
}

/// Maximum length of a list that is searched without sorting.
const LONG: usize = 32;

impl<'a> Ports<'a> {
    /// Reads the value of `inputs`, `outputs` or `search_space`.
    pub fn read(node: Option<Node<'a>>) -> Self {
        let Some(node) = node else {
            return Self::default();
        };
        if node.kind() != NodeKind::Mapping {
            return Self {
                open: !node.is_null(),
                ..Self::default()
            };
        }
        let list = merged_entries(node).into_iter().map(|entry| Port {
            key: entry.key,
            value: entry.value.resolved(),
        });
        let list: Vec<_> = list.collect();
        let open = list
            .iter()
            .any(|port| known_text(port.key).is_none() || port.name() == "<<");
        Self {
            list,
            open,
            ..Self::default()
        }
    }

    /// Reads the section of `node` called `name`, also if its key is misspelled, because its
    /// content is still meant.
    pub fn section(node: Node<'a>, name: &str) -> Self {
        Self::read(
            node.get(name)
                .or_else(|| Some(misspelled_section(node, name)?.value.resolved())),
        )
    }

    /// Creates ports of unknown content.
    pub fn unknown() -> Self {
        Self {
            open: true,
            ..Self::default()
        }
    }

    /// Returns the port with exactly this name.
    pub fn get(&self, name: &str) -> Option<Port<'a>> {
        let Some(sorted) = self.sorted() else {
            return self.list.iter().copied().find(|port| port.name() == name);
        };
        self.first_from(sorted, name)
            .filter(|port| port.name() == name)
    }

    /// Returns the indexes in a long list sorted by name; `None` for a short list.
    fn sorted(&self) -> Option<&[usize]> {
        (self.list.len() > LONG).then(|| {
            let sorted = self.sorted.get_or_init(|| {
                let mut places: Box<[usize]> = (0..self.list.len()).collect();
                places.sort_by_key(|at| self.list[*at].name());
                places
            });
            &**sorted
        })
    }

    /// Returns the first port whose name is `name` or comes after it.
    fn first_from(&self, sorted: &[usize], name: &str) -> Option<Port<'a>> {
        let at = sorted.partition_point(|at| self.list[*at].name() < name);
        sorted.get(at).map(|at| self.list[*at])
    }

    /// Returns `true` if `name` may be one of them, also as a member of a group (`group.name`) or
    /// as a group.
    pub fn has(&self, name: &str) -> bool {
        let first = name.split('.').next().unwrap_or(name);
        self.open
            || self.get(name).is_some()
            || first != name && self.get(first).is_some()
            || self.has_group(name)
    }

    /// Returns `true` if one of them is a member of the group `name`.
    fn has_group(&self, name: &str) -> bool {
        let is_member = |port: &Port<'_>| {
            let rest = port.name().strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        match self.sorted() {
            None => self.list.iter().any(is_member),
            Some(sorted) => {
                let first = self.first_from(sorted, &format!("{name}."));
                first.is_some_and(|port| is_member(&port))
            }
        }
    }

    /// Returns their names.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.list.iter().map(|port| port.name())
    }

    /// Returns the ports of `self` and `other`; on equal names, those of `self`.
    pub fn with(&self, other: &Self) -> Self {
        let mut list = self.list.clone();
        list.extend(
            other
                .list
                .iter()
                .copied()
                .filter(|port| self.get(port.name()).is_none()),
        );
        Self {
            list,
            open: self.open || other.open,
            ..Self::default()
        }
    }

    /// Returns "`a`, `b` and `c`", or "none".
    pub fn listed(&self) -> String {
        names_listed(self.names())
    }
}

/// Returns the entry of `node` that is probably a misspelling of `name`, if `node` has no such key.
pub(crate) fn misspelled_section<'a>(node: Node<'a>, name: &str) -> Option<Entry<'a>> {
    const SECTIONS: [&str; 2] = ["inputs", "outputs"];
    if node.entry(name).is_some() {
        return None;
    }
    node.entries().find(|entry| {
        let key = entry.key.text().filter(|key| !SECTIONS.contains(key));
        entry.value.resolved().kind() == NodeKind::Mapping
            && key.is_some_and(|key| closest(key, SECTIONS) == Some(name))
    })
}

/// Returns the entries of a mapping and those it merges in with `<<`, its own first; of duplicates
/// the last one, as in the client. A merge that cannot be resolved stays as `<<`.
pub(super) fn merged_entries(node: Node<'_>) -> Vec<Entry<'_>> {
    if let Some(entries) = node.plain_entries() {
        return entries;
    }
    let mut merged = Merged::default();
    merged.collect(node, 16);
    merged.found
}

#[derive(Default)]
struct Merged<'a> {
    found: Vec<Entry<'a>>,
    /// Index of each key, because pipelines can have thousands of steps.
    places: HashMap<Option<&'a str>, usize>,
}

impl<'a> Merged<'a> {
    /// `depth` limits chains of `<<`, which may be circular.
    fn collect(&mut self, node: Node<'a>, depth: u32) {
        let inherited = self.found.len();
        for entry in node
            .entries()
            .filter(|entry| entry.key.text() != Some("<<"))
        {
            match self.places.get(&entry.key.text()) {
                Some(at) if *at >= inherited => self.found[*at] = entry,
                Some(_) => {}
                None => {
                    self.places.insert(entry.key.text(), self.found.len());
                    self.found.push(entry);
                }
            }
        }
        let Some(merge) = node.entry("<<").filter(|_| depth > 0) else {
            return;
        };
        let value = merge.value.resolved();
        match value.kind() {
            NodeKind::Mapping => self.collect(value, depth - 1),
            NodeKind::Sequence => value.items().for_each(|item| self.collect(item, depth - 1)),
            _ => self.found.push(merge),
        }
    }
}

/// Inputs and outputs that a component declares.
#[derive(Clone, Debug)]
pub struct ComponentInterface<'a> {
    /// Its mapping.
    pub node: Node<'a>,
    /// The file of the component; `None` if it is inline.
    pub document: Option<&'a Arc<Document>>,
    /// Its inputs.
    pub inputs: Ports<'a>,
    /// Its outputs.
    pub outputs: Ports<'a>,
}

impl<'a> ComponentInterface<'a> {
    /// Reads the mapping of a component.
    pub fn read(node: Node<'a>, document: Option<&'a Arc<Document>>) -> Self {
        let (inputs, outputs) = (
            Ports::section(node, "inputs"),
            Ports::section(node, "outputs"),
        );
        Self {
            node,
            document,
            inputs,
            outputs,
        }
    }

    /// Returns a phrase for messages: "component `train.yml`", "job `train.yml`" or "the inline component".
    pub fn subject(&self) -> String {
        match self.document {
            Some(document) => {
                let path = document.path();
                let sort = if document.kind().is_some_and(Kind::is_job) {
                    "job"
                } else {
                    "component"
                };
                format!("{sort} `{}`", file_name(path))
            }
            None => "the inline component".to_owned(),
        }
    }
}

/// The component or command that a step runs.
#[derive(Clone, Debug)]
pub enum Callee<'a> {
    /// The step itself has the command.
    Own,
    /// A component that can be read.
    Component(ComponentInterface<'a>),
    /// An unavailable component, or control flow.
    Remote,
}

impl<'a> Callee<'a> {
    /// Returns the interface of a component that can be read.
    pub fn interface(&self) -> Option<&ComponentInterface<'a>> {
        match self {
            Self::Component(interface) => Some(interface),
            _ => None,
        }
    }

    /// Resolves the value of `component` or `trial` in the file at `path`.
    pub fn resolve(workspace: &'a Workspace, path: &str, node: Node<'a>) -> Self {
        if node.kind() == NodeKind::Mapping {
            return Self::Component(ComponentInterface::read(node, None));
        }
        let document = known_text(node).and_then(|text| workspace.referenced(path, text));
        let Some(document) = document else {
            return Self::Remote;
        };
        let flow = matches!(document.kind(), Some(Kind::FlowDag | Kind::FlowRun));
        match document.root() {
            // A flow has implicit ports, and keys that seem to be missing may be in the broken part
            // of a file.
            Some(root)
                if root.kind() == NodeKind::Mapping
                    && !flow
                    && document.tree().errors().is_empty() =>
            {
                Self::Component(ComponentInterface::read(root, Some(document)))
            }
            _ => Self::Remote,
        }
    }
}
