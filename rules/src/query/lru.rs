//! The one cache with a bound: of two generations, the older one goes as a whole.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};

/// Caches values until about twice its capacity is in use. Values that were used since the younger
/// half filled up stay; the rest goes at once, so that a look-up counts nothing.
#[derive(Debug)]
pub struct LruCache<K, V> {
    capacity: usize,
    generations: Mutex<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    /// Sum of the sizes of the young values.
    size: usize,
}

impl<K: Eq + Hash, V: Clone> LruCache<K, V> {
    /// An empty cache.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            generations: Mutex::new(Generations {
                young: HashMap::new(),
                old: HashMap::new(),
                size: 0,
            }),
        }
    }

    /// The value of `key`.
    pub fn get<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let mut generations = self.lock();
        if let Some((value, _)) = generations.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, size)) = generations.old.remove_entry(key)?;
        generations.insert(key, value.clone(), size, self.capacity);
        Some(value)
    }

    /// The value of `key`, which is made where there is none. It takes about `size`.
    pub fn get_or_make<Q>(&self, key: &Q, size: usize, make: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q> + for<'q> From<&'q Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.get(key).unwrap_or_else(|| {
            let value = make();
            self.insert(key.into(), value.clone(), size);
            value
        })
    }

    /// Replaces the value of `key`. The new one takes about `size`, in the unit of the capacity.
    pub fn insert(&self, key: K, value: V, size: usize) {
        self.lock().insert(key, value, size, self.capacity);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Generations<K, V>> {
        self.generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash, V> Generations<K, V> {
    fn insert(&mut self, key: K, value: V, size: usize, capacity: usize) {
        if self.size + size > capacity {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
        self.size += size;
        if let Some((_, replaced)) = self.young.insert(key, (value, size)) {
            self.size = self.size.saturating_sub(replaced);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_values_stay_and_the_rest_goes() {
        let cache = LruCache::new(10);
        cache.insert("used", 1, 4);
        for round in 0..20 {
            cache.insert("other", round, 4);
            cache.insert("more", round, 4);
            assert_eq!(cache.get("used"), Some(1), "{round}");
        }
        let size = cache.lock().size;
        assert!(size <= 10, "{size}");
        for name in 0..100_u8 {
            cache.insert(if name % 2 == 0 { "a" } else { "b" }, 0, 6);
        }
        assert_eq!(cache.get("used"), None);
    }
}
