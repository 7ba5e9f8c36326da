//! Text that is a secret: by its shape, or by its name and its randomness.
//!
//! Invariant: uncertain text isn't reported as a secret. Hashes, GUIDs, names, paths, and
//! references to a vault are never secrets, whatever their names.

use std::ops::Range;

/// A secret in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Secret {
    /// Byte range in the text.
    pub(crate) range: Range<usize>,
    /// Its description with an article: "a GitHub token".
    pub(crate) what: &'static str,
}

/// A shape that only secrets have: a prefix, and the number and class of the characters after it.
struct SecretShape {
    prefix: &'static str,
    length: Range<usize>,
    is_part: fn(u8) -> bool,
    what: &'static str,
}

const MANY: usize = 4096;

/// Prefixes as the issuers document them; each is followed by a random part.
const SHAPES: &[SecretShape] = &[
    shape("ghp_", 36..37, is_word, "a GitHub token"),
    shape("gho_", 36..37, is_word, "a GitHub token"),
    shape("ghs_", 36..37, is_word, "a GitHub token"),
    shape("github_pat_", 60..100, is_word, "a GitHub token"),
    shape("glpat-", 20..MANY, is_url_safe, "a GitLab token"),
    shape("hf_", 30..60, is_alphanumeric, "a Hugging Face token"),
    shape("sk-proj-", 40..MANY, is_url_safe, "an OpenAI API key"),
    shape("sk-ant-", 40..MANY, is_url_safe, "an Anthropic API key"),
    shape("sk-", 48..49, is_alphanumeric, "an OpenAI API key"),
    shape("dapi", 32..33, is_lowercase_hex, "a Databricks token"),
    shape("AKIA", 16..17, is_uppercase, "an AWS access key"),
    shape("xoxb-", 20..MANY, is_url_safe, "a Slack token"),
    shape("xoxp-", 20..MANY, is_url_safe, "a Slack token"),
    shape("AccountKey=", 86..90, is_base64, "a storage account key"),
    shape("SharedAccessKey=", 40..90, is_base64, "a shared access key"),
    shape(
        "-----BEGIN RSA PRIVATE KEY-----",
        0..MANY,
        is_base64,
        "a private key",
    ),
    shape(
        "-----BEGIN PRIVATE KEY-----",
        0..MANY,
        is_base64,
        "a private key",
    ),
    shape(
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        0..MANY,
        is_base64,
        "a private key",
    ),
];

const fn shape(
    prefix: &'static str,
    length: Range<usize>,
    is_part: fn(u8) -> bool,
    what: &'static str,
) -> SecretShape {
    SecretShape {
        prefix,
        length,
        is_part,
        what,
    }
}

/// Minimum length of a secret that is found by its name. A shorter text is a word, a number, or too
/// easy to guess.
pub(crate) const SHORTEST_SECRET: usize = 16;

/// Minimum length of a secret that is found by its shape.
const SHORTEST: usize = 20;

/// Returns the first secret in `text` that is known by its shape.
pub(crate) fn shaped(text: &str) -> Option<Secret> {
    if text.len() < SHORTEST {
        return None;
    }
    let bytes = text.as_bytes();
    let mut in_word = false;
    for (at, byte) in bytes.iter().enumerate() {
        // A prefix in the middle of a word is part of that word.
        if !in_word && may_start(*byte) {
            let mut shapes = SHAPES.iter();
            let found = shapes.find_map(|shape| of_shape(text, at, shape));
            let found = found.or_else(|| signature(text, at));
            if found.is_some() {
                return found;
            }
        }
        in_word = is_word(*byte);
    }
    None
}

/// Returns `true` if one of the shapes begins with `byte`. Rejects most text quickly.
fn may_start(byte: u8) -> bool {
    matches!(byte, b'g' | b'h' | b's' | b'd' | b'A' | b'x' | b'S' | b'-')
}

fn of_shape(text: &str, start: usize, shape: &SecretShape) -> Option<Secret> {
    let from = start + shape.prefix.len();
    let rest = text.as_bytes()[start..].strip_prefix(shape.prefix.as_bytes())?;
    let length = rest
        .iter()
        .take_while(|byte| (shape.is_part)(**byte))
        .count();
    let is_secret = shape.length.contains(&length) && !is_dummy(&text[from..from + length]);
    is_secret.then(|| Secret {
        range: start..from + length,
        what: shape.what,
    })
}

/// Returns the signature of a shared access signature (SAS) at `start`: `sig=` beside `se=` or `sv=`.
fn signature(text: &str, start: usize) -> Option<Secret> {
    let rest = text.as_bytes()[start..].strip_prefix(b"sig=")?;
    let is_parameter = start > 0 && matches!(text.as_bytes()[start - 1], b'&' | b'?');
    let from = start + "sig=".len();
    let length = rest
        .iter()
        .take_while(|byte| is_base64(**byte) || **byte == b'%')
        .count();
    let has_terms = text.contains("se=") || text.contains("sv=");
    let is_secret =
        is_parameter && has_terms && length >= 40 && !is_dummy(&text[from..from + length]);
    is_secret.then(|| Secret {
        range: start..from + length,
        what: "a shared access signature",
    })
}

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
pub(crate) fn names_secret(name: &str) -> bool {
    // Rejects most names quickly by their last letters.
    let ends = |word: &&&str| {
        let start = name.len().checked_sub(word.len());
        let end = start.and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    if SECRET_WORDS.iter().find(ends).is_none() {
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

/// Returns `true` if `value` looks random, unlike words, names, paths, and references. Used only if
/// the name suggests a secret.
pub(crate) fn looks_random(value: &str) -> bool {
    let value = value.trim();
    if !(SHORTEST_SECRET..=MANY).contains(&value.len())
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
fn is_of_words(text: &str) -> bool {
    text.split(['-', '_', '.', '/', ':']).all(|part| {
        part.bytes().all(|byte| byte.is_ascii_alphabetic()) && part.len() < 16
            || part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns `true` for a placeholder of a secret: few different characters, or a word such as `dummy`.
fn is_dummy(text: &str) -> bool {
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

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_uppercase(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_lowercase_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_url_safe(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
