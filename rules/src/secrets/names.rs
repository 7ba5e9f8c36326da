//! Names whose value is a secret.

/// The last words of names whose value is a secret.
const SECRET_WORDS: [&str; 9] = [
    "SECRET",
    "TOKEN",
    "PASSWORD",
    "PASSWD",
    "PWD",
    "KEY",
    "PAT",
    "CREDENTIAL",
    "CREDENTIALS",
];

/// The last letters of these words, as bits from `A`.
const LAST_LETTERS: u32 = {
    let mut letters = 0;
    let mut index = 0;
    while index < SECRET_WORDS.len() {
        let word = SECRET_WORDS[index].as_bytes();
        letters |= 1 << (word[word.len() - 1] - b'A');
        index += 1;
    }
    letters
};

/// Returns `true` if one of [`SECRET_WORDS`] ends with this letter.
fn may_end(letter: &u8) -> bool {
    let bit = || LAST_LETTERS >> (letter.to_ascii_uppercase() - b'A') & 1;
    letter.is_ascii_alphabetic() && bit() == 1
}

/// Words before `KEY` that make it the key of something else, or a public one.
const HARMLESS_KEYS: [&str; 16] = [
    "PUBLIC",
    "PRIMARY",
    "FOREIGN",
    "SORT",
    "PARTITION",
    "ROW",
    "CACHE",
    "JOIN",
    "INDEX",
    "GROUP",
    "METRIC",
    "IMAGE",
    "LABEL",
    "TEXT",
    "DATASET",
    "INSTRUMENTATION",
];

/// Returns `true` if a value with this name is a secret: `api_key`, `--hf-token`, `clientSecret`,
/// but not `tokenizer`, `key_vault_name` or `primary_key`.
pub(super) fn names_secret(name: &str) -> bool {
    // Rejects most names quickly by their last letters.
    let ends = |word: &&&str| {
        let start = name.len().checked_sub(word.len());
        let end = start.and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    if !name.as_bytes().last().is_some_and(may_end) || SECRET_WORDS.iter().find(ends).is_none() {
        return false;
    }
    let words = words_of(name);
    let Some(last) = words.last() else {
        return false;
    };
    let before = words
        .len()
        .checked_sub(2)
        .map(|index| words[index].as_str());
    match last.as_str() {
        // Without a word before it, it may be any key.
        "KEY" | "PAT" => before.is_some_and(|word| !HARMLESS_KEYS.contains(&word)),
        "TOKEN" => before.is_none_or(|word| {
            !matches!(
                word,
                "PAD" | "EOS" | "BOS" | "UNK" | "MASK" | "STOP" | "SPECIAL"
            )
        }),
        last => SECRET_WORDS.contains(&last),
    }
}

/// Words before `KEY` and `TOKEN` that leave no doubt.
const SECRET_KEYS: [&str; 10] = [
    "ACCESS", "ACCOUNT", "API", "AUTH", "BEARER", "GITHUB", "HF", "OPENAI", "SAS", "STORAGE",
];

/// Returns `true` if nothing but a secret has this name: `client_secret` or `api_key`, but not
/// `token`, which is also a piece of text.
pub(crate) fn names_password(name: &str) -> bool {
    if !names_secret(name) {
        return false;
    }
    let words = words_of(name);
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [.., before, "KEY" | "TOKEN"] => SECRET_KEYS.contains(&before),
        [.., "SECRET" | "PASSWORD" | "PASSWD" | "PWD"] => true,
        _ => false,
    }
}

/// Splits a name into words in upper case, at `_`, `-`, `.` and where a capital follows a lowercase
/// letter.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if matches!(c, '_' | '-' | '.') || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        was_small = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_uppercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
