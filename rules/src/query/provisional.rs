//! Results that a file which is not read yet could change.

/// The frame of a computation, which notes whether its result is provisional. A frame belongs to one
/// thread at a time.
pub(crate) trait QueryFrame {
    /// Returns the result of `compute`, and whether that is provisional.
    fn isolate<T>(&self, compute: impl FnOnce() -> T) -> (T, bool);

    /// Uses an earlier result in this frame.
    fn reuse(&self, was_provisional: bool);
}
