//! Small pieces of sentences that rules, cards and reports share.

use std::fmt::Display;

/// "1 node", "4 nodes", "2 processes".
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    if count == N::from(1) {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}{ending}")
    }
}

/// "a command job", "an attached virtual machine".
#[must_use]
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
