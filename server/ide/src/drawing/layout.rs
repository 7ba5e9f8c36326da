//! Places of the boxes of a graph. Each pipeline is laid out on its own, from the inside out: a
//! pipeline in another one is a box of the size that its own steps need.
//!
//! Everything is computed from left to right. Top-down, each pipeline is laid out with its boxes
//! lying on their sides, and then turned over.

use super::layers::{LayerBox, add_bends, mean, ordered, set_layers};
use crate::graph::Graph;

const GAP_X: i64 = 70;
const GAP_Y: i64 = 22;
const BEND_GAP: i64 = 10;
const PADDING: i64 = 18;
/// Room for the name of an inner pipeline.
pub(super) const HEADER: i64 = 34;
const SWEEPS: usize = 6;

/// The way from what delivers to what receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From left to right.
    Right,
    /// From top to bottom.
    Down,
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Area {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

impl Area {
    /// The point where edges arrive.
    fn start(self, direction: Direction) -> (i64, i64) {
        match direction {
            Direction::Right => (self.x, self.y + self.height / 2),
            Direction::Down => (self.x + self.width / 2, self.y),
        }
    }

    /// The point where edges leave.
    fn end(self, direction: Direction) -> (i64, i64) {
        let (x, y) = self.start(direction);
        match direction {
            Direction::Right => (x + self.width, y),
            Direction::Down => (x, y + self.height),
        }
    }
}

/// The whole picture.
pub(super) struct Layout {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) nodes: Vec<Area>,
    pub(super) groups: Vec<Area>,
    /// The bends of each edge, from the right (lower) side of one box to the left (upper) side of
    /// another.
    pub(super) edges: Vec<Vec<(i64, i64)>>,
}

/// One pipeline, laid out from (0, 0).
#[derive(Default)]
struct PipelineLayout {
    width: i64,
    height: i64,
    items: Vec<LayerBox>,
    /// The item of each node and group that is in it.
    nodes: Vec<Option<usize>>,
    groups: Vec<Option<usize>>,
    /// The bends of each edge.
    bends: Vec<Vec<usize>>,
}

/// A graph to lay out.
#[derive(Clone, Copy)]
pub(super) struct LayoutInput<'a> {
    pub(super) graph: &'a Graph,
    pub(super) direction: Direction,
    /// The width and height of each node.
    pub(super) sizes: &'a [(i64, i64)],
    /// The room that the label of each edge needs.
    pub(super) room: &'a [i64],
}

/// Places everything in the graph.
pub(super) fn layout(input: LayoutInput<'_>) -> Layout {
    let groups = input.graph.groups.len();
    let mut inner: Vec<PipelineLayout> = (0..groups).map(|_| PipelineLayout::default()).collect();
    for group in (0..groups).rev() {
        inner[group] = level(input, Some(group), &inner);
    }
    let top = level(input, None, &inner);
    placed(input, &inner, &top)
}

fn level(input: LayoutInput<'_>, group: Option<usize>, inner: &[PipelineLayout]) -> PipelineLayout {
    let graph = input.graph;
    let mut level = PipelineLayout::default();
    for (at, other) in graph.groups.iter().enumerate() {
        let item = LayerBox::new(inner[at].width, inner[at].height + HEADER);
        let place = level.add(item, other.parent == group);
        level.groups.push(place);
    }
    for (node, (width, height)) in graph.nodes.iter().zip(input.sizes) {
        let place = level.add(LayerBox::new(*width, *height), node.group == group);
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
            item.room = item.room.max(input.room[at]);
            pairs.push((from, to));
            edges.push(at);
        }
    }
    set_layers(&mut level.items, &pairs);
    level.bends = vec![Vec::new(); graph.edges.len()];
    for (edge, bends) in edges.into_iter().zip(add_bends(&mut level.items, &pairs)) {
        level.bends[edge] = bends;
    }
    if input.direction == Direction::Down {
        level.turn();
        level.set_places();
        level.turn();
    } else {
        level.set_places();
    }
    level
}

impl PipelineLayout {
    /// The index of `item`, if it is in this level.
    fn add(&mut self, item: LayerBox, is_here: bool) -> Option<usize> {
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

    /// Swaps right and down.
    fn turn(&mut self) {
        std::mem::swap(&mut self.width, &mut self.height);
        for item in &mut self.items {
            std::mem::swap(&mut item.width, &mut item.height);
            std::mem::swap(&mut item.x, &mut item.y);
        }
    }

    fn set_places(&mut self) {
        let layers = ordered(&self.items);
        let mut x = PADDING;
        for (at, layer) in layers.iter().enumerate() {
            let most = |of: fn(&LayerBox) -> i64| layer.iter().map(|it| of(&self.items[*it])).max();
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
            let level_height = self.level_height(item, forwards);
            let above = row.checked_sub(1).map(|above| {
                let item = &self.items[layer[above]];
                places[above] + item.height + gap(item)
            });
            let place = match above {
                Some(least) if item.is_alone() => least,
                Some(least) => level_height.max(least),
                None => level_height,
            };
            if !item.is_alone() {
                pushed.push(place - level_height);
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
    fn level_height(&self, item: &LayerBox, forwards: bool) -> i64 {
        let neighbors = if forwards { &item.before } else { &item.after };
        let middles = neighbors.iter().map(|other| {
            let other = &self.items[*other];
            other.y + other.height / 2
        });
        mean(middles).map_or(item.y, |middle| middle - item.height / 2)
    }
}

fn gap(item: &LayerBox) -> i64 {
    if item.is_bend { BEND_GAP } else { GAP_Y }
}

/// From places inside of each pipeline to places in the picture.
fn placed(input: LayoutInput<'_>, inner: &[PipelineLayout], top: &PipelineLayout) -> Layout {
    let LayoutInput {
        graph, direction, ..
    } = input;
    let level_of = |group: Option<usize>| group.map_or(top, |at| &inner[at]);
    let area = |origin: (i64, i64), item: &LayerBox| Area {
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
    let edge = |(at, edge): (usize, &crate::graph::Edge)| {
        let (from, to) = (nodes[edge.from], nodes[edge.to]);
        let mut points = vec![from.end(direction)];
        let levels = std::iter::once(None).chain((0..inner.len()).map(Some));
        for group in levels {
            let (level, origin) = (level_of(group), origin(&groups, group));
            let bends = level.bends[at].iter().map(|it| &level.items[*it]);
            points.extend(bends.map(|it| (origin.0 + it.x, origin.1 + it.y)));
        }
        // Those of inner and outer pipelines in the order in which the binding passes them.
        match direction {
            Direction::Right => points[1..].sort_unstable(),
            Direction::Down => points[1..].sort_unstable_by_key(|(x, y)| (*y, *x)),
        }
        points.push(to.start(direction));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::sample;
    use crate::graph::NodeKind;

    /// A graph of nodes in these groups, each group in the one before it.
    fn graph(nodes: &[Option<usize>], edges: &[(usize, usize)]) -> Graph {
        let groups = nodes.iter().flatten().max().map_or(0, |last| last + 1);
        let groups = (0..groups).map(|number| sample::group(number.checked_sub(1), ""));
        let nodes = nodes.iter().map(|it| sample::node(NodeKind::Step, "", *it));
        let edges = edges.iter().map(|(from, to)| sample::edge(*from, *to));
        Graph {
            title: String::new(),
            groups: groups.collect(),
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }

    fn laid_out(graph: &Graph, direction: Direction) -> Layout {
        layout(LayoutInput {
            graph,
            direction,
            sizes: &vec![(90, 48); graph.nodes.len()],
            room: &vec![60; graph.edges.len()],
        })
    }

    fn overlap(a: Area, b: Area) -> bool {
        let beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
        let above = a.y + a.height <= b.y || b.y + b.height <= a.y;
        !beside && !above
    }

    fn assert_no_overlap(areas: &[Area]) {
        for (at, a) in areas.iter().enumerate() {
            for b in &areas[at + 1..] {
                assert!(!overlap(*a, *b), "{a:?} and {b:?}");
            }
        }
    }

    fn holds(outer: Area, inner: Area) -> bool {
        inner.x >= outer.x
            && inner.y >= outer.y
            && inner.x + inner.width <= outer.x + outer.width
            && inner.y + inner.height <= outer.y + outer.height
    }

    fn whole(layout: &Layout) -> Area {
        Area {
            x: 0,
            y: 0,
            width: layout.width,
            height: layout.height,
        }
    }

    /// An input, a chain of steps with a short cut, one on the side, and a circle.
    const CIRCLE: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 3), (1, 3), (0, 3), (3, 1)];

    #[test]
    fn edges_run_forward_but_for_the_one_that_closes_a_circle() {
        let graph = graph(&[None; 6], &CIRCLE);
        for direction in [Direction::Right, Direction::Down] {
            let layout = laid_out(&graph, direction);
            assert_no_overlap(&layout.nodes);
            for node in &layout.nodes {
                assert!(holds(whole(&layout), *node), "{node:?}");
            }
            for (points, ends) in layout.edges.iter().zip(CIRCLE) {
                let runs_forward = points.is_sorted_by_key(|(x, y)| match direction {
                    Direction::Right => *x,
                    Direction::Down => *y,
                });
                assert_eq!(runs_forward, ends != (3, 1), "{points:?}");
            }
            // From the input over two steps to the last one: a bend in each layer between them.
            assert_eq!(layout.edges[4].len(), 4);
        }
    }

    #[test]
    fn a_pipeline_in_a_step_holds_its_steps_and_nothing_else() {
        let nodes = [None, Some(0), Some(1), Some(1), None];
        let graph = graph(&nodes, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        for direction in [Direction::Right, Direction::Down] {
            let Layout { nodes, groups, .. } = laid_out(&graph, direction);
            let [outer, inner] = groups[..] else {
                panic!("{groups:?}")
            };
            let below_name = Area {
                y: inner.y + HEADER,
                height: inner.height - HEADER,
                ..inner
            };
            assert!(holds(outer, inner) && holds(outer, nodes[1]));
            assert!(holds(below_name, nodes[2]) && holds(below_name, nodes[3]));
            assert_no_overlap(&[outer, nodes[0], nodes[4]]);
            assert_no_overlap(&[inner, nodes[1]]);
            assert_no_overlap(&nodes);
        }
    }

    #[test]
    fn a_source_is_next_to_what_reads_it_and_what_is_alone_is_below() {
        let graph = graph(&[None; 5], &[(1, 2), (2, 3), (4, 3)]);
        let Layout { nodes, .. } = laid_out(&graph, Direction::Right);
        assert_eq!(nodes[4].x, nodes[2].x);
        assert!(nodes[0].y > nodes[1].y, "{nodes:?}");
    }

    #[test]
    fn a_label_gets_the_room_that_it_needs() {
        let graph = graph(&[None; 3], &[(0, 1), (2, 1)]);
        for direction in [Direction::Right, Direction::Down] {
            let Layout { nodes, .. } = layout(LayoutInput {
                graph: &graph,
                direction,
                sizes: &[(90, 48); 3],
                room: &[300, 0],
            });
            let gap = match direction {
                Direction::Right => nodes[1].x - nodes[0].x - 90,
                Direction::Down => nodes[1].y - nodes[0].y - 48,
            };
            assert_eq!(gap, 300);
        }
    }

    #[test]
    fn a_chain_of_3000_steps_and_a_graph_of_none_are_laid_out() {
        let edges: Vec<_> = (1..3000).map(|at| (at - 1, at)).collect();
        let chain = graph(&[None; 3000], &edges);
        let layout = laid_out(&chain, Direction::Down);
        assert!(layout.nodes.is_sorted_by_key(|node| node.y));
        let layout = laid_out(&graph(&[], &[]), Direction::Right);
        assert!(layout.width > 0 && layout.height > 0);
    }
}
