//! The picture of a pipeline.

use azml_ide::drawing::{Direction, picture};
use azml_ide::graph;
use azml_rules::text::Location;
use serde_json::{Value, json};

use crate::project::Project;

/// The pipeline in the file at `path` as SVG without colors, and the places that its boxes lead to; null where the file
/// has none.
pub(crate) fn graph(project: &Project, path: &str, is_narrow: bool) -> Value {
    let Some(graph) = project.site(path, graph::graph).flatten() else {
        return Value::Null;
    };
    let direction = if is_narrow {
        Direction::Down
    } else {
        Direction::Right
    };
    let place = |place: &Location| {
        let range = project.units(&place.path, place.range);
        json!({"path": &*place.path, "range": range})
    };
    let nodes = graph
        .nodes
        .iter()
        .map(|node| node.place.as_ref().map(place));
    let groups = graph.groups.iter().map(|group| place(&group.place));
    json!({
        "svg": picture(&graph, direction).svg,
        "nodes": nodes.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
    })
}
