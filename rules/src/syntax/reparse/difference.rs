//! Difference between a text before and after an edit.

/// Number of bytes compared at once.
const BLOCK: usize = 1024;

/// The part of a text that changed in an edit, without the common prefix and suffix.
pub(super) struct Difference {
    /// Start of the change in both texts.
    pub(super) start: usize,
    /// End of the change in the old text.
    pub(super) old_end: usize,
    /// End of the change in the new text.
    pub(super) new_end: usize,
}

impl Difference {
    pub(super) fn new(old: &str, new: &str) -> Self {
        let mut start = same_start(old.as_bytes(), new.as_bytes());
        while !(old.is_char_boundary(start) && new.is_char_boundary(start)) {
            start -= 1;
        }
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let mut same = same_end(old_rest.as_bytes(), new_rest.as_bytes());
        while !(old.is_char_boundary(old.len() - same) && new.is_char_boundary(new.len() - same)) {
            same -= 1;
        }
        Self {
            start,
            old_end: old.len() - same,
            new_end: new.len() - same,
        }
    }

    /// Converts an offset after the change from the old text to the new one.
    pub(super) fn moved(&self, place: usize) -> usize {
        place - self.old_end + self.new_end
    }
}

/// Returns the length of the common prefix in bytes.
fn same_start(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let same = blocks.take_while(|(old, new)| old == new).count() * BLOCK;
    let rest = old[same..].iter().zip(&new[same..]);
    same + rest.take_while(|(old, new)| old == new).count()
}

/// Returns the length of the common suffix in bytes.
fn same_end(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let same = blocks.take_while(|(old, new)| old == new).count() * BLOCK;
    let (old, new) = (&old[..old.len() - same], &new[..new.len() - same]);
    let rest = old.iter().rev().zip(new.iter().rev());
    same + rest.take_while(|(old, new)| old == new).count()
}
