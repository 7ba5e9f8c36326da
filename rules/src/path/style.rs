//! The path syntax of a system.

/// Path syntax of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathStyle {
    /// Only `/` is a separator, and letter case is significant.
    #[default]
    Unix,
    /// Like Unix, but letter case is ignored, as on disks formatted by default.
    MacOs,
    /// `\` is a separator too, there are drives, and letter case is ignored.
    Windows,
}

impl PathStyle {
    /// Returns `true` if names that differ only in letter case refer to the same file.
    pub fn ignores_case(self) -> bool {
        self != Self::Unix
    }

    /// Returns `true` if `c` separates the parts of a path.
    pub fn separates(self, c: char) -> bool {
        c == '/' || c == '\\' && self == Self::Windows
    }
}
