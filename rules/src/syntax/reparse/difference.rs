//! What an edit changed in a text.

/// How much is compared at once.
const BLOCK: usize = 1024;

/// The part of a text that is another after an edit: what both begin and end with is left out.
pub(super) struct Difference {
    /// Where it starts, in both.
    pub(super) start: usize,
    /// Where it ended before.
    pub(super) old_end: usize,
    /// Where it ends now.
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

    /// Where a place behind it is now.
    pub(super) fn moved(&self, place: usize) -> usize {
        place - self.old_end + self.new_end
    }
}

/// How many bytes both begin with.
fn same_start(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let same = blocks.take_while(|(old, new)| old == new).count() * BLOCK;
    let rest = old[same..].iter().zip(&new[same..]);
    same + rest.take_while(|(old, new)| old == new).count()
}

/// How many bytes both end with.
fn same_end(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let same = blocks.take_while(|(old, new)| old == new).count() * BLOCK;
    let (old, new) = (&old[..old.len() - same], &new[..new.len() - same]);
    let rest = old.iter().rev().zip(new.iter().rev());
    same + rest.take_while(|(old, new)| old == new).count()
}
