//! `azml-ls/graph`: the pipeline of an open document as a graph, for clients that draw it.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::lsp::protocol::convert::Converter;
use crate::lsp::protocol::display_text::label;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::drawing::{Direction, Picture, mermaid, picture};
use azml_ide::graph;
use azml_ide::graph::{Edge, Graph, Group, Node};

/// Parameters of the request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphParams {
    pub(crate) text_document: TextDocumentIdentifier,
}

/// The graph; `None` for what is no pipeline.
pub(crate) fn graph(state: StateReader<'_>, current: &DocumentSnapshot) -> Option<Value> {
    let graph = current.site(graph::graph)?;
    let converter = Converter::new(state, current);
    let groups = graph.groups.iter().map(|group| of_group(&converter, group));
    let nodes = graph.nodes.iter().map(|node| of_node(&converter, node));
    let edges = graph.edges.iter().map(of_edge);
    Some(json!({
        "title": label(&graph.title),
        "groups": groups.collect::<Vec<_>>(),
        "nodes": nodes.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "mermaid": mermaid(&graph),
        "pictures": {
            "right": sized(&graph, Direction::Right),
            "down": sized(&graph, Direction::Down),
        },
    }))
}

/// A picture without colors, which the page that shows it adds.
fn sized(graph: &Graph, direction: Direction) -> Value {
    let Picture { width, height, svg } = picture(graph, direction);
    json!({"width": width, "height": height, "svg": svg})
}

fn of_group(converter: &Converter<'_>, group: &Group) -> Value {
    json!({
        "name": label(&group.name),
        "about": label(&group.about),
        "parent": group.parent,
        "location": converter.location(&group.place.path, group.place.range),
    })
}

fn of_node(converter: &Converter<'_>, node: &Node) -> Value {
    let place = node.place.as_ref();
    json!({
        "kind": node.kind.id(),
        "name": label(&node.name),
        "about": label(&node.about),
        "compute": node.compute.as_ref().map(|compute| json!({
            "name": label(&compute.name),
            "about": compute.about.as_ref().map(label),
            "kind": compute.kind.map(|kind| kind.capability().id),
        })),
        "cost": node.cost.as_ref().map(|cost| json!({
            "figures": label(&cost.figures),
            "basis": label(&cost.basis),
        })),
        "group": node.group,
        "location": place.and_then(|place| converter.location(&place.path, place.range)),
        "problem": node.problem.as_ref().map(label),
    })
}

fn of_edge(edge: &Edge) -> Value {
    json!({
        "from": edge.from,
        "to": edge.to,
        "fromPort": label(&edge.from_port),
        "toPort": label(&edge.to_port),
        "type": edge.port_type,
        "label": label(edge.label()),
        "problem": edge.problem.as_ref().map(label),
    })
}
