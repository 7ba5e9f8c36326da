//! Parts of graphs for tests.

use azml_rules::text::{Location, TextRange};

use crate::graph::{Edge, Group, Node, NodeKind};

pub(super) fn place() -> Location {
    Location {
        path: "p.yml".into(),
        range: TextRange::new(0, 1),
    }
}

pub(super) fn group(parent: Option<usize>, name: &str) -> Group {
    Group {
        name: name.to_owned(),
        about: "pipeline".to_owned(),
        parent,
        place: place(),
    }
}

/// Creates a node without a source position.
pub(super) fn node(kind: NodeKind, name: &str, group: Option<usize>) -> Node {
    Node {
        kind,
        name: name.to_owned(),
        about: String::new(),
        compute: None,
        cost: None,
        group,
        place: None,
        problem: None,
    }
}

pub(super) fn edge(from: usize, to: usize) -> Edge {
    Edge {
        from,
        to,
        from_port: "out".to_owned(),
        to_port: "in".to_owned(),
        port_type: None,
        problem: None,
    }
}
