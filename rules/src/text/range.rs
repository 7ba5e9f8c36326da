//! A half-open range of bytes.

use std::ops::Range;

/// A half-open range of bytes in one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TextRange {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl TextRange {
    /// Creates the range from `start` to `end`; if `end` is before `start`, it is empty at
    /// `start`.
    #[inline]
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// Creates the empty range at `offset`.
    pub fn empty(offset: u32) -> Self {
        Self {
            start: offset,
            end: offset,
        }
    }

    /// Returns the length in bytes.
    #[inline]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns `true` if the range is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns `true` if `offset` is in the range; the end counts, because a cursor after the last
    /// character still touches the word.
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns `true` if all of `other` is in the range.
    pub fn contains_range(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns `true` if the two share a byte, or touch while one of them is empty.
    pub fn intersects(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
            || self.is_empty() && other.touches(self.start)
            || other.is_empty() && self.touches(other.start)
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the text of the range; empty if the range does not fit `text`.
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        text.get(Range::from(self)).unwrap_or("")
    }
}

impl From<TextRange> for Range<usize> {
    fn from(range: TextRange) -> Self {
        range.start as usize..range.end as usize
    }
}

impl From<Range<usize>> for TextRange {
    fn from(range: Range<usize>) -> Self {
        Self::new(to_u32(range.start), to_u32(range.end))
    }
}

/// Longer texts than 4 GiB are rejected before they reach this crate; larger offsets are clamped
/// instead of wrapping.
fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
