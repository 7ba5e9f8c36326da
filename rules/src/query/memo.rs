//! Results of queries, each with the inputs that it was computed from.

use std::any::{Any, TypeId};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use super::database::Database;
use super::dependencies::DependencySet;
use super::lru::LruCache;
use super::tracker::Tracker;

/// A function whose results are remembered.
pub(crate) trait Query: 'static {
    /// The arguments of the function. In [`QueryCache::table`] they tell every text apart.
    type Key: Eq + Hash + Send + Sync + 'static;
    /// Its result.
    type Value: Clone + Send + Sync + 'static;
    /// Size of the results that are remembered, of which up to twice as much may be in use.
    const CAPACITY: usize;
}

/// A result with its dependencies.
type Memo<V, D> = Arc<(V, Arc<DependencySet<D>>)>;

/// A table for each query, owned by a database and its snapshots.
#[derive(Default)]
pub(crate) struct QueryCache {
    tables: RwLock<Vec<(TypeId, Arc<dyn Any + Send + Sync>)>>,
}

impl fmt::Debug for QueryCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryCache").finish_non_exhaustive()
    }
}

impl QueryCache {
    /// The results of a query that depends on nothing but its key: no change makes one wrong.
    pub(crate) fn table<Q: Query>(&self) -> Arc<LruCache<Q::Key, Q::Value>> {
        self.of::<Q, _>()
    }

    /// The result of `Q` for `key`: what `compute` returns with its size, or has returned where its
    /// inputs are the same and `is_current`.
    pub(crate) fn get<Q: Query, D: Database>(
        &self,
        (database, outer): (&D, Option<&Arc<Tracker<D>>>),
        key: Q::Key,
        is_current: impl FnOnce(&Q::Value) -> bool,
        compute: impl FnOnce(&Arc<Tracker<D>>, &Q::Key) -> (Q::Value, usize),
    ) -> Q::Value {
        let memos = self.of::<Q, Memo<Q::Value, D>>();
        let reuses = |dependencies: &Arc<DependencySet<D>>| match outer {
            Some(outer) => outer.reuses(dependencies, database),
            None => Tracker::of_everything().reuses(dependencies, database),
        };
        if let Some(memo) = memos.get(&key)
            && is_current(&memo.0)
            && reuses(&memo.1)
        {
            return memo.0.clone();
        }
        let inner = Arc::new(Tracker::within(outer.cloned()));
        let (value, size) = compute(&inner, &key);
        let dependencies = inner.dependencies();
        dependencies.verify(database);
        let memo = Arc::new((value.clone(), Arc::new(dependencies)));
        memos.insert(key, memo, size);
        value
    }

    fn of<Q: Query, V: Clone + Send + Sync + 'static>(&self) -> Arc<LruCache<Q::Key, V>> {
        let id = TypeId::of::<LruOf<Q, V>>();
        let find = |tables: &[(TypeId, Arc<dyn Any + Send + Sync>)]| {
            let known = tables.iter().find(|(known, _)| *known == id);
            known.and_then(|(_, table)| table.clone().downcast().ok())
        };
        let known = find(&self.tables.read().unwrap_or_else(PoisonError::into_inner));
        known.unwrap_or_else(|| {
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have been faster.
            find(&tables).unwrap_or_else(|| {
                let new = Arc::new(LruCache::new(Q::CAPACITY));
                tables.push((id, new.clone()));
                new
            })
        })
    }
}

/// Names the table of a query.
struct LruOf<Q, V>(std::marker::PhantomData<(Q, V)>);
