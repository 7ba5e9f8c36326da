//! Whether a file that is not read yet could make what was found another. It is noted for each thread,
//! because several look at a long document.

use std::cell::Cell;

thread_local! {
    /// Whether one could, since this was set to `false`.
    static IS_UNSETTLED: Cell<bool> = const { Cell::new(false) };
}

/// Notes that a file that is not read yet could have answered otherwise.
pub(super) fn note() {
    IS_UNSETTLED.set(true);
}

/// What `look` finds, and whether files of the folder that are not read yet could make it another.
pub(crate) fn look<T>(look: impl FnOnce() -> T) -> (T, bool) {
    let before = IS_UNSETTLED.replace(false);
    let found = look();
    let is_unsettled = IS_UNSETTLED.get();
    IS_UNSETTLED.set(before || is_unsettled);
    (found, is_unsettled)
}

/// What was found before counts as found again, and could become another as it could then.
pub(crate) fn find_again(was_unsettled: bool) {
    if was_unsettled {
        note();
    }
}
