//! Randomness of a text, by which a secret differs from words, names, paths, and references.

/// Minimum length of a secret that is found by its name. A shorter text is a word, a number, or too
/// easy to guess.
pub(super) const SHORTEST_SECRET: usize = 16;

/// Maximum length of a secret that is found by its name.
const LONGEST_SECRET: usize = 4096;

/// Returns `true` if `value` looks random, unlike words, names, paths, and references. Used only if
/// the name suggests a secret.
pub(crate) fn looks_random(value: &str) -> bool {
    let value = value.trim();
    if !(SHORTEST_SECRET..=LONGEST_SECRET).contains(&value.len())
        || !value.bytes().all(|byte| byte.is_ascii_graphic())
    {
        return false;
    }
    let is_reference = value.contains("://")
        || value.starts_with(['/', '.', '@', '$', '<', '{', '('])
        || value.to_ascii_lowercase().starts_with("azureml:")
        || value.to_ascii_lowercase().contains("keyvault");
    if is_reference || is_guid(value) || is_dummy(value) || is_of_words(value) {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    // Random letters and digits have 5 to 6 bits each; text of a language has 2 to 3.
    digits >= 2 && entropy(value) >= 3.2
}

/// Returns the Shannon entropy of the characters, in bits per character.
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / total;
            -share * share.log2()
        })
        .sum()
}

fn is_guid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12]
        && text
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Returns `true` for text such as `my-secret-name-2`: words of letters with short numbers between them.
pub(super) fn is_of_words(text: &str) -> bool {
    text.split(['-', '_', '.', '/', ':']).all(|part| {
        part.bytes().all(|byte| byte.is_ascii_alphabetic()) && part.len() < 16
            || part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns `true` for a placeholder of a secret: few different characters, or a word such as `dummy`.
pub(super) fn is_dummy(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "xxxx",
        "your",
        "example",
        "dummy",
        "fake",
        "placeholder",
        "changeme",
        "change-me",
        "change_me",
        "redacted",
        "secret",
        "12345678",
    ];
    let lower = text.to_ascii_lowercase();
    let mut different: Vec<u8> = lower.bytes().collect();
    different.sort_unstable();
    different.dedup();
    !text.is_empty() && (different.len() < 6 || WORDS.iter().any(|word| lower.contains(word)))
}
