//! The order of steps: the longest chain, and the steps that can run at the same time.

use std::collections::{BTreeMap, VecDeque};

/// Steps by index, with those that must end before each starts.
pub(super) struct StepOrder<'s> {
    after: Vec<&'s [usize]>,
    /// The indexes such that every step comes behind those it waits for.
    sorted: Vec<usize>,
    /// Bits of all the steps that must end before each starts, directly or not.
    before: Vec<Vec<u64>>,
}

impl<'s> StepOrder<'s> {
    /// Returns the order; `None` if steps wait for each other in a circle.
    pub(super) fn new(after: Vec<&'s [usize]>) -> Option<Self> {
        let mut waiting: Vec<usize> = after.iter().map(|it| it.len()).collect();
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); after.len()];
        for (step, earlier) in after.iter().enumerate() {
            for before in *earlier {
                next[*before].push(step);
            }
        }
        let free = (0..after.len()).filter(|step| waiting[*step] == 0);
        let mut free: VecDeque<usize> = free.collect();
        let mut sorted = Vec::with_capacity(after.len());
        while let Some(step) = free.pop_front() {
            sorted.push(step);
            for later in &next[step] {
                waiting[*later] -= 1;
                if waiting[*later] == 0 {
                    free.push_back(*later);
                }
            }
        }
        if sorted.len() < after.len() {
            return None;
        }
        let mut before = vec![vec![0_u64; after.len().div_ceil(64)]; after.len()];
        for &step in &sorted {
            let mut bits = std::mem::take(&mut before[step]);
            for &earlier in after[step] {
                bits[earlier / 64] |= 1 << (earlier % 64);
                for (own, other) in bits.iter_mut().zip(&before[earlier]) {
                    *own |= other;
                }
            }
            before[step] = bits;
        }
        Some(Self {
            after,
            sorted,
            before,
        })
    }

    fn precedes(&self, earlier: usize, later: usize) -> bool {
        self.before[later][earlier / 64] >> (earlier % 64) & 1 == 1
    }

    /// Returns the sum of the longest chain; `None` if it is too large.
    pub(super) fn longest_chain(&self, lengths: &[i64]) -> Option<i64> {
        let mut ends = vec![0_i64; lengths.len()];
        for &step in &self.sorted {
            let starts = self.after[step].iter().map(|before| ends[*before]);
            ends[step] = starts.max().unwrap_or(0).checked_add(lengths[step])?;
        }
        Some(ends.into_iter().max().unwrap_or(0))
    }

    /// Returns the greatest weight of steps of which none waits for another. By the theorem of Dilworth, it
    /// is the weight of all less what flows between steps that wait for each other.
    pub(super) fn heaviest(&self, weights: &[u64]) -> u64 {
        let mut flow = StepFlow {
            order: self,
            supply: weights.to_vec(),
            demand: weights.to_vec(),
            carried: vec![BTreeMap::new(); weights.len()],
            closed: vec![false; weights.len()],
        };
        let mut sum = 0_u64;
        for &step in &self.sorted {
            while flow.supply[step] > 0 && flow.send(step) {}
            sum = sum.saturating_add(flow.supply[step]);
        }
        sum
    }
}

/// A flow from steps to those that wait for them.
struct StepFlow<'o, 's> {
    order: &'o StepOrder<'s>,
    /// Weight of each step that does not flow yet.
    supply: Vec<u64>,
    /// Weight that each step can still take.
    demand: Vec<u64>,
    /// Weight that flows to each step, by its source.
    carried: Vec<BTreeMap<usize, u64>>,
    /// Steps from which a search found no way: there never is one.
    closed: Vec<bool>,
}

impl StepFlow<'_, '_> {
    /// Sends weight from a step along the shortest way; returns `false` if there is none.
    fn send(&mut self, from: usize) -> bool {
        let count = self.supply.len();
        let (mut source_of, mut came_by) = (vec![usize::MAX; count], vec![usize::MAX; count]);
        let mut queue = VecDeque::from([from]);
        let mut reached = vec![from];
        while let Some(source) = queue.pop_front() {
            for sink in 0..count {
                let is_new = source_of[sink] == usize::MAX && !self.closed[sink];
                if !is_new || !self.order.precedes(source, sink) {
                    continue;
                }
                source_of[sink] = source;
                if self.demand[sink] > 0 {
                    self.move_weight(from, sink, &source_of, &came_by);
                    return true;
                }
                for &other in self.carried[sink].keys() {
                    if other != from && came_by[other] == usize::MAX {
                        came_by[other] = sink;
                        queue.push_back(other);
                    }
                }
                reached.push(sink);
            }
        }
        for sink in reached.into_iter().skip(1) {
            self.closed[sink] = true;
        }
        false
    }

    fn move_weight(&mut self, from: usize, to: usize, source_of: &[usize], came_by: &[usize]) {
        let mut way = Vec::new();
        let (mut weight, mut sink) = (self.supply[from].min(self.demand[to]), to);
        loop {
            let source = source_of[sink];
            way.push((source, sink));
            if source == from {
                break;
            }
            sink = came_by[source];
            weight = weight.min(self.carried[sink][&source]);
        }
        self.supply[from] -= weight;
        self.demand[to] -= weight;
        let mut ways = way.into_iter().peekable();
        while let Some((source, sink)) = ways.next() {
            *self.carried[sink].entry(source).or_default() += weight;
            let Some((_, taken_from)) = ways.peek() else {
                break;
            };
            let carried = &mut self.carried[*taken_from];
            let left = carried[&source] - weight;
            if left == 0 {
                carried.remove(&source);
            } else {
                carried.insert(source, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the greatest weight of steps of which none waits for another, by trying all sets.
    fn tried(order: &StepOrder<'_>, weights: &[u64]) -> u64 {
        let count = weights.len();
        let sets = (0_u32..1 << count).filter(|set| {
            let has = |step: usize| set >> step & 1 == 1;
            let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
            !pairs
                .into_iter()
                .any(|(a, b)| has(a) && has(b) && order.precedes(a, b))
        });
        let has = |set: u32, step: usize| set >> step & 1 == 1;
        let weight = |set: u32| -> u64 {
            let steps = weights.iter().enumerate();
            steps
                .filter(|(step, _)| has(set, *step))
                .map(|(_, it)| it)
                .sum()
        };
        sets.map(weight).max().unwrap_or(0)
    }

    #[test]
    fn the_heaviest_set_is_that_of_all_tries() {
        let mut seed = 1_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let count = 1 + usize::try_from(next(9)).expect("a small number");
            let after: Vec<Vec<usize>> = (0..count)
                .map(|step| (0..step).filter(|_| next(3) == 0).collect())
                .collect();
            let weights: Vec<u64> = (0..count).map(|_| next(6)).collect();
            let order = StepOrder::new(after.iter().map(Vec::as_slice).collect());
            let order = order.expect("steps wait for earlier ones only");
            assert_eq!(
                order.heaviest(&weights),
                tried(&order, &weights),
                "{after:?} {weights:?}"
            );
        }
    }

    #[test]
    fn a_circle_has_no_order() {
        assert!(StepOrder::new(vec![&[1], &[0]]).is_none());
        assert!(StepOrder::new(vec![&[0]]).is_none());
        let chain = StepOrder::new(vec![&[], &[0], &[0], &[1, 2]]).expect("there is no circle");
        assert_eq!(chain.longest_chain(&[5, 1, 7, 2]), Some(14));
        assert_eq!(chain.longest_chain(&[i64::MAX, 1, 0, 0]), None);
    }
}
