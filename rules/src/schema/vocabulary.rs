//! The words used in the catalog, which are unlikely to be misspellings.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::table::types;

static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let fields = types().iter().flat_map(|def| def.fields);
    let texts = fields.flat_map(|field| [field.name, field.doc]);
    texts
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()))
        .collect()
});

/// Returns `true` if the names or descriptions of keys contain `word`, given in lower case.
pub fn is_common(word: &str) -> bool {
    word.len() > 1 && WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_words_but_not_their_misspellings() {
        assert!(
            ["data", "model", "learning", "predictions", "rate"]
                .into_iter()
                .all(is_common)
        );
        assert!(!["dtaa", "modle", "a", ""].into_iter().any(is_common));
    }
}
