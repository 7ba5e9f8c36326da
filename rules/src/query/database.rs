//! The facts that queries are computed from.

use std::fmt::Debug;

use super::revision::Revision;

/// Holds the inputs of queries: texts, settings, and what is on the disk.
pub trait Database: Debug + 'static {
    /// Names a fact.
    type Input: Clone + Ord + Debug + Send + Sync;
    /// The value of an input.
    type Value: Clone + Debug + Send + Sync;

    /// Reads the value of `input`.
    fn value(&self, input: &Self::Input) -> Self::Value;

    /// Returns whether `value` is still that of `input`, without looking at the disk: that is slow.
    fn holds(&self, input: &Self::Input, value: &Self::Value) -> bool;

    /// Returns whether two values of an input are the same, also where they were read from the disk.
    fn is_same(old: &Self::Value, new: &Self::Value) -> bool;

    /// Returns `value` without what can be made again and takes much memory.
    fn compact(value: &Self::Value) -> Self::Value;

    /// Returns whether `input` is read from the disk.
    fn is_on_disk(input: &Self::Input) -> bool;

    /// Returns whether the value of `input` is the same throughout a revision.
    fn is_fixed_in_revision(&self, input: &Self::Input) -> bool;

    /// Returns whether a file that is not read yet could change the `value` of `input`.
    fn is_provisional(&self, input: &Self::Input, value: &Self::Value) -> bool;

    /// The current revision; `None` where changes of the disk are not reported.
    fn revision(&self) -> Option<Revision>;
}
