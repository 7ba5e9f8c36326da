//! Assigns boxes to layers, and orders them: bindings run from left to right.
//!
//! Bindings over several layers get a bend in each of them, which takes part in the ordering like a
//! box. All numbers are whole, so that a graph looks the same on every machine.

use std::collections::{BTreeMap, HashMap};

/// Number of passes through the layers, back and forth.
const SWEEPS: usize = 6;
/// Number of boxes in a layer; more are spread over several layers.
const TALLEST: usize = 12;
/// Number of bends in a pipeline. Where there would be more, long bindings have none in the middle: a picture
/// grows with its steps and bindings, not with their product.
const MOST_BENDS: usize = 5_000;
/// Middles are compared more finely than ranks.
const FINE: i64 = 1024;

/// A box, an inner pipeline, or a bend.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerBox {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) is_bend: bool,
    /// Width that the labels of incoming bindings need to the left of it.
    pub(super) room: i64,
    pub(super) x: i64,
    pub(super) y: i64,
    layer: usize,
    pub(super) before: Vec<usize>,
    pub(super) after: Vec<usize>,
}

impl LayerBox {
    pub(super) fn new(width: i64, height: i64) -> Self {
        Self {
            width,
            height,
            ..Self::default()
        }
    }

    /// Returns `true` if it has no bindings.
    pub(super) fn is_alone(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// Sets the layers of `items`: the longest way from a source. What closes a circle does not count,
/// and sources move up to what needs them.
pub(super) fn set_layers(items: &mut [LayerBox], pairs: &[(usize, usize)]) {
    let mut next = vec![Vec::new(); items.len()];
    for (from, to) in pairs {
        next[*from].push(*to);
    }
    let mut has_before = vec![false; items.len()];
    for from in sorted(&mut next) {
        for to in &next[from] {
            items[*to].layer = items[*to].layer.max(items[from].layer + 1);
            has_before[*to] = true;
        }
    }
    for (at, followers) in next.iter().enumerate() {
        let nearest = followers.iter().map(|to| items[*to].layer).min();
        if let (false, Some(nearest)) = (has_before[at], nearest) {
            items[at].layer = nearest.saturating_sub(1);
        }
    }
    wrap(items);
}

/// Spreads the boxes of a tall layer over several, of the same height, in their order: sixty steps that wait for
/// one would be a line of dust.
fn wrap(items: &mut [LayerBox]) {
    let mut layers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        layers.entry(item.layer).or_default().push(at);
    }
    if layers.values().all(|layer| layer.len() <= TALLEST) {
        return;
    }
    let mut first = 0;
    for layer in layers.values() {
        let count = layer.len().div_ceil(TALLEST);
        let height = layer.len().div_ceil(count);
        for (row, at) in layer.iter().enumerate() {
            items[*at].layer = first + row / height;
        }
        first += count;
    }
}

/// Every item before those that follow it; links that close a circle are taken out of `next`.
fn sorted(next: &mut [Vec<usize>]) -> Vec<usize> {
    let mut is_entered = vec![false; next.len()];
    let mut is_open = vec![false; next.len()];
    let mut done = Vec::new();
    for start in 0..next.len() {
        if std::mem::replace(&mut is_entered[start], true) {
            continue;
        }
        // By hand: a chain of a thousand steps must not end in a full stack.
        let mut stack = vec![(start, 0)];
        is_open[start] = true;
        while let Some((at, passed)) = stack.pop() {
            let Some(&to) = next[at].get(passed) else {
                is_open[at] = false;
                done.push(at);
                continue;
            };
            if is_open[to] {
                next[at].remove(passed);
                stack.push((at, passed));
                continue;
            }
            stack.push((at, passed + 1));
            if !std::mem::replace(&mut is_entered[to], true) {
                is_open[to] = true;
                stack.push((to, 0));
            }
        }
    }
    done.reverse();
    done
}

/// Links what is bound, with a bend in each layer between both; the bends of each pair. Bindings
/// that run backwards have none, and link nothing.
pub(super) fn add_bends(items: &mut Vec<LayerBox>, pairs: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let most = most_bends(items, pairs);
    let mut bends = Vec::new();
    for &(from, to) in pairs {
        let mut own = Vec::new();
        let layers = items[from].layer + 1..items[to].layer;
        let near = layers.len().min(most).div_ceil(2);
        let middle =
            layers.start + near..(layers.end.saturating_sub(near)).max(layers.start + near);
        if items[from].layer < items[to].layer {
            let mut last = from;
            for layer in (layers.start..middle.start).chain(middle.end..layers.end) {
                let is_bend = true;
                items.push(LayerBox {
                    is_bend,
                    layer,
                    ..LayerBox::default()
                });
                let bend = items.len() - 1;
                link(items, last, bend);
                own.push(bend);
                last = bend;
            }
            link(items, last, to);
        }
        bends.push(own);
    }
    bends
}

/// Maximum number of bends of a binding.
fn most_bends(items: &[LayerBox], pairs: &[(usize, usize)]) -> usize {
    let layers =
        |(from, to): &(usize, usize)| items[*to].layer.saturating_sub(items[*from].layer + 1);
    if pairs.iter().map(layers).sum::<usize>() <= MOST_BENDS {
        return usize::MAX;
    }
    (MOST_BENDS / pairs.len()).max(2)
}

fn link(items: &mut [LayerBox], from: usize, to: usize) {
    items[from].after.push(to);
    items[to].before.push(from);
}

/// The layers, each ordered by the middle of its neighbors, back and forth.
pub(super) fn ordered(items: &[LayerBox]) -> Vec<Vec<usize>> {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if layers.len() <= item.layer {
            layers.resize(item.layer + 1, Vec::new());
        }
        layers[item.layer].push(at);
    }
    layers.retain(|layer| !layer.is_empty());
    let mut ranks: HashMap<usize, i64> = HashMap::new();
    for layer in &layers {
        rank(layer, &mut ranks);
    }
    for sweep in 0..SWEEPS {
        let forwards = sweep % 2 == 0;
        for at in 0..layers.len() {
            let at = if forwards { at } else { layers.len() - 1 - at };
            let layer = &mut layers[at];
            // Boxes without bindings are placed below the others.
            layer.sort_by_cached_key(|at| {
                (items[*at].is_alone(), middle(*at, items, &ranks, forwards))
            });
            rank(layer, &mut ranks);
        }
    }
    layers
}

fn rank(layer: &[usize], ranks: &mut HashMap<usize, i64>) {
    ranks.extend(layer.iter().copied().zip(0..));
}

fn middle(at: usize, items: &[LayerBox], ranks: &HashMap<usize, i64>, forwards: bool) -> i64 {
    let item = &items[at];
    let neighbors = if forwards { &item.before } else { &item.after };
    let ranks_of = neighbors.iter().map(|it| ranks[it] * FINE);
    mean(ranks_of).unwrap_or(ranks[&at] * FINE)
}

/// The mean of whole numbers; `None` of none.
pub(super) fn mean(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let (sum, count) = numbers.fold((0, 0), |(sum, count), it| (sum + it, count + 1));
    (count > 0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tall_layer_is_spread_over_several() {
        // One step before 60, one after them.
        let mut items = vec![LayerBox::new(10, 10); 62];
        let pairs: Vec<(usize, usize)> = (1..61).flat_map(|at| [(0, at), (at, 61)]).collect();
        set_layers(&mut items, &pairs);
        let _ = add_bends(&mut items, &pairs);
        let boxes: Vec<usize> = ordered(&items)
            .iter()
            .map(|layer| layer.iter().filter(|at| !items[**at].is_bend).count())
            .collect();
        assert_eq!(boxes, [1, 12, 12, 12, 12, 12, 1]);
        // What fits stays as it is.
        let mut items = vec![LayerBox::new(10, 10); 14];
        let pairs: Vec<(usize, usize)> = (1..13).flat_map(|at| [(0, at), (at, 13)]).collect();
        set_layers(&mut items, &pairs);
        let boxes: Vec<usize> = ordered(&items).iter().map(Vec::len).collect();
        assert_eq!(boxes, [1, 12, 1]);
    }

    #[test]
    fn bends_do_not_grow_with_the_product_of_steps_and_bindings() {
        // Steps in a row, each of which reads from the first one, too.
        let bends = |steps: usize| {
            let mut items = vec![LayerBox::new(10, 10); steps];
            let pairs: Vec<_> = (1..steps).flat_map(|at| [(at - 1, at), (0, at)]).collect();
            set_layers(&mut items, &pairs);
            add_bends(&mut items, &pairs)
        };
        let small = bends(100);
        let last = small.last().expect("there are bindings");
        assert_eq!(
            last.len(),
            98,
            "each layer between the first and the last step"
        );
        for steps in [500, 2_000, 20_000] {
            let total: usize = bends(steps).iter().map(Vec::len).sum();
            assert!(total <= MOST_BENDS + 4 * steps, "{steps}: {total}");
        }
    }
}
