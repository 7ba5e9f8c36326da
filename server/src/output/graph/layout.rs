//! Where the boxes of a graph stand. Each pipeline is laid out on its own, from the inside out: a
//! pipeline in another one is a box of the size that its own steps need.

use super::layers::{Item, add_bends, mean, ordered, set_layers};
use azml_ide::graph::Graph;

const GAP_X: i64 = 70;
const GAP_Y: i64 = 22;
const BEND_GAP: i64 = 10;
const PADDING: i64 = 18;
/// Room for the name of an inner pipeline.
pub(super) const HEADER: i64 = 34;
const SWEEPS: usize = 6;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Area {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// The whole picture.
pub(super) struct Layout {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) nodes: Vec<Area>,
    pub(super) groups: Vec<Area>,
    /// The bends of each edge, from the right side of one box to the left side of another.
    pub(super) edges: Vec<Vec<(i64, i64)>>,
}

/// One pipeline, laid out from (0, 0).
#[derive(Default)]
struct PipelineLayout {
    width: i64,
    height: i64,
    items: Vec<Item>,
    /// The item of each node and group that is in it.
    nodes: Vec<Option<usize>>,
    groups: Vec<Option<usize>>,
    /// The bends of each edge.
    bends: Vec<Vec<usize>>,
}

/// Places `graph`, whose nodes have these `sizes` and whose edges need this `room` for a label.
pub(super) fn layout(graph: &Graph, sizes: &[(i64, i64)], room: &[i64]) -> Layout {
    let mut inner: Vec<PipelineLayout> = graph
        .groups
        .iter()
        .map(|_| PipelineLayout::default())
        .collect();
    for group in (0..graph.groups.len()).rev() {
        inner[group] = level(graph, sizes, room, Some(group), &inner);
    }
    let top = level(graph, sizes, room, None, &inner);
    placed(graph, &inner, &top)
}

fn level(
    graph: &Graph,
    sizes: &[(i64, i64)],
    room: &[i64],
    group: Option<usize>,
    inner: &[PipelineLayout],
) -> PipelineLayout {
    let mut level = PipelineLayout::default();
    for (at, other) in graph.groups.iter().enumerate() {
        let item = Item::new(inner[at].width, inner[at].height + HEADER);
        let place = level.add(item, other.parent == group);
        level.groups.push(place);
    }
    for (node, (width, height)) in graph.nodes.iter().zip(sizes) {
        let place = level.add(Item::new(*width, *height), node.group == group);
        level.nodes.push(place);
    }
    let mut pairs = Vec::new();
    let mut edges = Vec::new();
    for (at, edge) in graph.edges.iter().enumerate() {
        let ends = [edge.from, edge.to].map(|node| level.item_of(graph, group, node));
        if let [Some(from), Some(to)] = ends
            && from != to
        {
            let item = &mut level.items[to];
            item.room = item.room.max(room[at]);
            pairs.push((from, to));
            edges.push(at);
        }
    }
    set_layers(&mut level.items, &pairs);
    level.bends = vec![Vec::new(); graph.edges.len()];
    for (edge, bends) in edges.into_iter().zip(add_bends(&mut level.items, &pairs)) {
        level.bends[edge] = bends;
    }
    level.set_places();
    level
}

impl PipelineLayout {
    /// The index of `item`, if it is in this level.
    fn add(&mut self, item: Item, is_here: bool) -> Option<usize> {
        is_here.then(|| {
            self.items.push(item);
            self.items.len() - 1
        })
    }

    /// The item of this level that is or holds a node.
    fn item_of(&self, graph: &Graph, level: Option<usize>, node: usize) -> Option<usize> {
        let mut group = graph.nodes[node].group;
        if group == level {
            return self.nodes[node];
        }
        while let Some(at) = group {
            if graph.groups[at].parent == level {
                return self.groups[at];
            }
            group = graph.groups[at].parent;
        }
        None
    }

    fn set_places(&mut self) {
        let layers = ordered(&self.items);
        let mut x = PADDING;
        for (at, layer) in layers.iter().enumerate() {
            let most = |of: fn(&Item) -> i64| layer.iter().map(|it| of(&self.items[*it])).max();
            let width = most(|it| it.width).unwrap_or(0);
            if at > 0 {
                x += most(|it| it.room).unwrap_or(0).max(GAP_X);
            }
            let mut y = 0;
            for item in layer {
                let item = &mut self.items[*item];
                (item.x, item.y) = (x + (width - item.width) / 2, y);
                y += item.height + gap(item);
            }
            x += width;
        }
        for sweep in 0..SWEEPS {
            let forwards = sweep % 2 == 0;
            for at in 0..layers.len() {
                let at = if forwards { at } else { layers.len() - 1 - at };
                self.straighten(&layers[at], forwards);
            }
        }
        let top = self.items.iter().map(|it| it.y).min().unwrap_or(0);
        for item in &mut self.items {
            item.y += PADDING - top;
        }
        let bottom = self.items.iter().map(|it| it.y + it.height).max();
        self.width = x + PADDING;
        self.height = bottom.unwrap_or(0) + PADDING;
    }

    /// Moves a layer towards its neighbors on one side; the order and the gaps stay.
    fn straighten(&mut self, layer: &[usize], forwards: bool) {
        let mut places: Vec<i64> = Vec::new();
        let mut pushed = Vec::new();
        for (row, at) in layer.iter().enumerate() {
            let item = &self.items[*at];
            let wanted = self.wanted(item, forwards);
            let above = row.checked_sub(1).map(|above| {
                let item = &self.items[layer[above]];
                places[above] + item.height + gap(item)
            });
            let place = match above {
                Some(least) if item.is_alone() => least,
                Some(least) => wanted.max(least),
                None => wanted,
            };
            if !item.is_alone() {
                pushed.push(place - wanted);
            }
            places.push(place);
        }
        // What was pushed down goes up again with all of them, half for each side.
        let shift = mean(pushed.into_iter()).unwrap_or(0);
        for (at, place) in layer.iter().zip(places) {
            self.items[*at].y = place - shift;
        }
    }

    /// The height at which its bindings would run level.
    fn wanted(&self, item: &Item, forwards: bool) -> i64 {
        let neighbors = if forwards { &item.before } else { &item.after };
        let middles = neighbors.iter().map(|other| {
            let other = &self.items[*other];
            other.y + other.height / 2
        });
        mean(middles).map_or(item.y, |middle| middle - item.height / 2)
    }
}

fn gap(item: &Item) -> i64 {
    if item.is_bend { BEND_GAP } else { GAP_Y }
}

/// From places inside of each pipeline to places in the picture.
fn placed(graph: &Graph, inner: &[PipelineLayout], top: &PipelineLayout) -> Layout {
    let level_of = |group: Option<usize>| group.map_or(top, |at| &inner[at]);
    let area = |origin: (i64, i64), item: &Item| Area {
        x: origin.0 + item.x,
        y: origin.1 + item.y,
        width: item.width,
        height: item.height,
    };
    let mut groups: Vec<Area> = Vec::new();
    let origin = |groups: &[Area], group: Option<usize>| {
        group.map_or((0, 0), |at: usize| (groups[at].x, groups[at].y + HEADER))
    };
    for (at, group) in graph.groups.iter().enumerate() {
        let level = level_of(group.parent);
        let item = level.groups[at].map(|it| area(origin(&groups, group.parent), &level.items[it]));
        groups.push(item.unwrap_or_default());
    }
    let node = |at: usize| {
        let group = graph.nodes[at].group;
        let level = level_of(group);
        let item = level.nodes[at].map(|it| area(origin(&groups, group), &level.items[it]));
        item.unwrap_or_default()
    };
    let nodes: Vec<Area> = (0..graph.nodes.len()).map(node).collect();
    let edge = |(at, edge): (usize, &azml_ide::graph::Edge)| {
        let (from, to) = (nodes[edge.from], nodes[edge.to]);
        let mut points = vec![(from.x + from.width, from.y + from.height / 2)];
        let levels = std::iter::once(None).chain((0..inner.len()).map(Some));
        for group in levels {
            let (level, origin) = (level_of(group), origin(&groups, group));
            let bends = level.bends[at].iter().map(|it| &level.items[*it]);
            points.extend(bends.map(|it| (origin.0 + it.x, origin.1 + it.y)));
        }
        // Those of inner and outer pipelines in the order in which the binding passes them.
        points[1..].sort_unstable();
        points.push((to.x, to.y + to.height / 2));
        points
    };
    let edges = graph.edges.iter().enumerate().map(edge).collect();
    Layout {
        width: top.width,
        height: top.height,
        nodes,
        groups,
        edges,
    }
}
