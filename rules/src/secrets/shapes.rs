//! Secrets that are known by their shape, as the issuers document it.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::randomness::{is_dummy, is_of_words};
use crate::work_counter;

include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// A shape that only secrets have: a text, and the characters around it. The table is in
/// `data/secrets.yaml`.
struct SecretShape {
    /// Description with an article: "a GitHub token".
    what: &'static str,
    before: Option<CharacterRun>,
    anchor: &'static str,
    after: CharacterRun,
}

/// A number of characters of one set.
struct CharacterRun {
    set: CharacterSet,
    least: usize,
    most: usize,
}

/// Characters of a secret.
#[derive(Clone, Copy)]
enum CharacterSet {
    Alnum,
    Word,
    Url,
    Dotted,
    Token,
    Path,
    Base64,
    Upper,
    HexDash,
}

impl CharacterSet {
    fn contains(self, byte: u8) -> bool {
        let alnum = byte.is_ascii_alphanumeric();
        match self {
            Self::Alnum => alnum,
            Self::Word => alnum || byte == b'_',
            Self::Url => alnum || matches!(byte, b'_' | b'-'),
            Self::Dotted => alnum || matches!(byte, b'_' | b'-' | b'.'),
            Self::Token => alnum || matches!(byte, b'_' | b'-' | b'.' | b'~'),
            Self::Path => alnum || matches!(byte, b'_' | b'/'),
            Self::Base64 => alnum || matches!(byte, b'+' | b'/' | b'='),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::HexDash => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f' | b'-'),
        }
    }
}

impl CharacterRun {
    /// Number of characters of the run at the start of `bytes`, if there are enough, and not too
    /// many.
    fn length<'b>(&self, bytes: impl Iterator<Item = &'b u8>) -> Option<usize> {
        let run = bytes.take_while(|byte| self.set.contains(**byte));
        let length = run.take(self.most + 1).count();
        (self.least..=self.most).contains(&length).then_some(length)
    }
}

/// Minimum length of a part of a secret that looks like a placeholder if few of its characters differ.
const SHORTEST_RANDOM: usize = 6;

/// The anchors of the shapes that a table can't describe, after those of the table.
const OTHER_ANCHORS: [&str; 2] = [JSON_WEB_TOKEN, SIGNATURE];
const PRIVATE_KEY: &str = "-----BEGIN ";
const JSON_WEB_TOKEN: &str = "eyJ";
const SIGNATURE: &str = "sig=";
const ADDRESS: &str = "://";

// A finder takes longer to make than to read a line.
static PRIVATE_KEYS: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(PRIVATE_KEY));
static ADDRESSES: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(ADDRESS));

/// For each of the first two bytes of an anchor, the anchors that have it there, as bits. The
/// compiler makes it: an automaton would be made in every run.
static ANCHORS: [[u64; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut index = 0;
    while index < SHAPES.len() + OTHER_ANCHORS.len() {
        let anchor = anchor(index).as_bytes();
        table[0][anchor[0] as usize] |= 1 << index;
        table[1][anchor[1] as usize] |= 1 << index;
        index += 1;
    }
    table
};

const fn anchor(index: usize) -> &'static str {
    if index < SHAPES.len() {
        SHAPES[index].anchor
    } else {
        OTHER_ANCHORS[index - SHAPES.len()]
    }
}

/// Calls `found` with the place and the number of each anchor in the `word` of `bytes`.
fn each_anchor(bytes: &[u8], word: Range<usize>, mut found: impl FnMut(usize, usize)) {
    for (at, pair) in bytes[word.clone()].windows(2).enumerate() {
        let mut anchors = ANCHORS[0][usize::from(pair[0])] & ANCHORS[1][usize::from(pair[1])];
        while anchors != 0 {
            let index = anchors.trailing_zeros() as usize;
            let at = word.start + at;
            if bytes[at..word.end].starts_with(anchor(index).as_bytes()) {
                found(at, index);
            }
            anchors &= anchors - 1;
        }
    }
}

/// Calls `found` with the range and the description of each secret in `text` that is known by its
/// shape. Ranges may overlap.
pub(super) fn each_shaped(text: &str, mut found: impl FnMut(Range<usize>, &'static str)) {
    let bytes = text.as_bytes();
    let mut footers = Footers::default();
    for at in PRIVATE_KEYS.find_iter(bytes) {
        if let Some(range) = private_key(text, at, &mut footers) {
            found(range, "a private key");
        }
    }
    for at in ADDRESSES.find_iter(bytes) {
        if let Some(range) = password(text, at) {
            found(range, "a password in an address");
        }
    }
    each_long_word(bytes, |word| {
        each_anchor(bytes, word, |at, index| {
            let secret = match SHAPES.get(index) {
                Some(shape) => of_shape(text, at, shape).map(|range| (range, shape.what)),
                None => of_other_shape(text, at),
            };
            if let Some((range, what)) = secret {
                found(range, what);
            }
        });
    });
}

/// Minimum length of a secret that is found by its shape.
const SHORTEST: usize = 20;

/// Calls `found` with each word of `bytes` that is long enough for a secret. Most words of most
/// texts are not: the last byte of the shortest one that may begin at `start` is looked at first.
fn each_long_word(bytes: &[u8], mut found: impl FnMut(Range<usize>)) {
    let is_gap = |byte: &u8| !IN_WORDS[usize::from(*byte)];
    let mut start = 0;
    while let Some(shortest) = bytes.get(start..start + SHORTEST) {
        if let Some(gap) = shortest.iter().rposition(is_gap) {
            start += gap + 1;
            continue;
        }
        let rest = &bytes[start + SHORTEST..];
        let length = SHORTEST + rest.iter().position(is_gap).unwrap_or(rest.len());
        found(start..start + length);
        start += length + 1;
    }
}

/// The characters of all sets, and those between the parts of an address.
static IN_WORDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'~' | b'/' | b'+' | b'=' | b'%');
        byte += 1;
    }
    table
};

fn of_other_shape(text: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    if text[at..].starts_with(JSON_WEB_TOKEN) {
        json_web_token(text, at).map(|range| (range, "a JSON web token"))
    } else {
        signature(text, at).map(|range| (range, "a shared access signature"))
    }
}

fn of_shape(text: &str, at: usize, shape: &SecretShape) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (before, rest) = (&bytes[..at], &bytes[at + shape.anchor.len()..]);
    let start = match &shape.before {
        Some(run) => at - run.length(before.iter().rev())?,
        // An anchor in the middle of a word is part of that word.
        None if before.last().is_some_and(|byte| is_word(*byte)) => return None,
        None => at,
    };
    let end = at + shape.anchor.len() + shape.after.length(rest.iter())?;
    let random = match shape.before {
        Some(_) => start..at,
        None => at + shape.anchor.len()..end,
    };
    let is_random = random.len() < SHORTEST_RANDOM || !is_dummy(&text[random]);
    is_random.then_some(start..end)
}

/// Returns the private key that begins at `at`, up to the end of its last line.
fn private_key(text: &str, at: usize, footers: &mut Footers) -> Option<Range<usize>> {
    let header = &text[at + PRIVATE_KEY.len()..];
    let is_label = |byte: &u8| *byte != b'-' && !byte.is_ascii_control();
    let length = header.bytes().take_while(is_label).count();
    work_counter::spend(length as u64);
    let (label, rest) = (header.get(..length)?, header.get(length..)?);
    if !label.contains("PRIVATE KEY") || !rest.starts_with(MARKER) {
        return None;
    }
    let body = at + PRIVATE_KEY.len() + length + MARKER.len();
    let is_key = |byte: u8| CharacterSet::Base64.contains(byte) || byte.is_ascii_whitespace();
    let end = footers.end_after(text, body).unwrap_or_else(|| {
        let key = text[body..].bytes().take_while(|byte| is_key(*byte));
        body + key.count()
    });
    Some(at..at + text[at..end].trim_end().len())
}

/// Text at the end of the first and of the last line of a private key.
const MARKER: &str = "-----";

/// The last line of a private key, which is searched for once: text may have many first lines before it.
#[derive(Default)]
struct Footers {
    /// The start of the search, and the line.
    known: Option<(usize, Option<Range<usize>>)>,
}

impl Footers {
    /// Returns the end of the first last line after `body`.
    fn end_after(&mut self, text: &str, body: usize) -> Option<usize> {
        const FOOTER: &str = "-----END ";
        let is_first = |from: usize, line: &Option<Range<usize>>| {
            from <= body && line.as_ref().is_none_or(|line| body <= line.start)
        };
        if let Some((from, line)) = &self.known
            && is_first(*from, line)
        {
            return line.as_ref().map(|line| line.end);
        }
        let line = text[body..].find(FOOTER).map(|start| {
            let (start, label) = (body + start, body + start + FOOTER.len());
            let marker = text[label..].find(MARKER);
            start..label + marker.map_or(0, |at| at + MARKER.len())
        });
        let end = line.as_ref().map(|line| line.end);
        work_counter::spend((end.unwrap_or(text.len()) - body) as u64);
        self.known = Some((body, line));
        end
    }
}

/// Returns the JSON web token at `at`: three parts, of which the first two are JSON objects.
fn json_web_token(text: &str, at: usize) -> Option<Range<usize>> {
    let is_part = |byte: &u8| CharacterSet::Dotted.contains(*byte);
    // A token in the middle of a word is part of that word, which is read once.
    if text[..at].bytes().last().is_some_and(|byte| is_part(&byte)) {
        return None;
    }
    let length = text[at..].bytes().take_while(is_part).count();
    work_counter::spend(length as u64);
    let token = text[at..at + length].trim_end_matches('.');
    let mut parts = token.split('.');
    let (header, payload, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let is_token = parts.next().is_none()
        && header.len() >= 16
        && payload.len() >= 16
        && payload.starts_with(JSON_WEB_TOKEN)
        && signature.len() >= 16;
    is_token.then_some(at..at + token.len())
}

/// Maximum distance of `se=` or `sv=` from the signature of a shared access signature.
const WITHIN: usize = 1024;

/// Returns the signature of a shared access signature (SAS) at `at`: `sig=` beside `se=` or `sv=`.
fn signature(text: &str, at: usize) -> Option<Range<usize>> {
    if !matches!(text[..at].bytes().last(), Some(b'&' | b'?')) {
        return None;
    }
    let from = at + SIGNATURE.len();
    let is_part = |byte: &u8| CharacterSet::Base64.contains(*byte) || *byte == b'%';
    let length = text[from..].bytes().take_while(is_part).count();
    work_counter::spend(length as u64);
    if length < SHORTEST_SIGNATURE || is_dummy(&text[from..from + length]) {
        return None;
    }
    let in_address = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'\'');
    let bytes = text.as_bytes();
    let before = bytes[..at].iter().rev().take(WITHIN).take_while(in_address);
    let after = bytes[from + length..].iter().take(WITHIN);
    let (start, end) = (
        at - before.count(),
        from + length + after.take_while(in_address).count(),
    );
    work_counter::spend((end - start) as u64);
    let has = |term: &[u8]| memchr::memmem::find(&bytes[start..end], term).is_some();
    (has(b"se=") || has(b"sv=")).then_some(at..from + length)
}

/// Minimum length of the signature of a shared access signature.
const SHORTEST_SIGNATURE: usize = 40;

/// Minimum length of a password in an address.
const SHORTEST_PASSWORD: usize = 8;

/// Returns the password of `scheme://user:password@host`, whose `://` is at `at`.
fn password(text: &str, at: usize) -> Option<Range<usize>> {
    let from = at + ADDRESS.len();
    let is_end =
        |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '<' | '>');
    let end = text[from..]
        .find(is_end)
        .map_or(text.len(), |end| from + end);
    let (credentials, _) = text[from..end].rsplit_once('@')?;
    let (user, password) = credentials.split_once(':')?;
    let is_known = !password.contains(['$', '{', '(', '%', '*']);
    let is_secret = is_known
        && password.len() >= SHORTEST_PASSWORD
        && !is_dummy(password)
        && !is_of_words(password);
    let start = from + user.len() + 1;
    is_secret.then_some(start..start + password.len())
}

fn is_word(byte: u8) -> bool {
    CharacterSet::Word.contains(byte)
}
