//! What was computed lately, within a bound.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};

/// Keeps values until about twice `capacity` is in use. What was asked for since the younger half
/// filled up stays; the rest goes at once, so nothing is counted at a look-up.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    capacity: usize,
    generations: Mutex<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    /// The weight of the young ones.
    weight: usize,
}

impl<K: Eq + Hash, V: Clone> Recent<K, V> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            generations: Mutex::new(Generations {
                young: HashMap::new(),
                old: HashMap::new(),
                weight: 0,
            }),
        }
    }

    /// What is kept for `key`.
    pub(crate) fn get<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let mut kept = self.lock();
        if let Some((value, _)) = kept.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, weight)) = kept.old.remove_entry(key)?;
        kept.insert(key, value.clone(), weight, self.capacity);
        Some(value)
    }

    /// Keeps `value`, which takes about `weight`, in place of what was kept for `key`.
    pub(crate) fn insert(&self, key: K, value: V, weight: usize) {
        self.lock().insert(key, value, weight, self.capacity);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Generations<K, V>> {
        let kept = self.generations.lock();
        kept.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash, V> Generations<K, V> {
    fn insert(&mut self, key: K, value: V, weight: usize, capacity: usize) {
        if self.weight + weight > capacity {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += weight;
        if let Some((_, replaced)) = self.young.insert(key, (value, weight)) {
            self.weight = self.weight.saturating_sub(replaced);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let recent = Recent::new(10);
        recent.insert("asked", 1, 4);
        for round in 0..20 {
            recent.insert("other", round, 4);
            recent.insert("more", round, 4);
            assert_eq!(recent.get("asked"), Some(1), "{round}");
        }
        let kept = recent.lock();
        assert!(kept.weight <= 10, "{}", kept.weight);
        drop(kept);
        for name in 0..100_u8 {
            recent.insert(if name % 2 == 0 { "a" } else { "b" }, 0, 6);
        }
        assert_eq!(recent.get("asked"), None);
    }
}
