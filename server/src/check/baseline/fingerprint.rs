//! Fingerprint of a finding that does not change when lines move: the file, the rule, the keys that
//! contain it, and the marked text. The text is only hashed, and left out if it may be a secret.

use std::collections::HashMap;
use std::hash::Hasher as _;

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::secrets::Secret;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};

/// Finding, as stored in a baseline.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    /// The file, seen from the folder of the baseline.
    pub(crate) path: String,
    pub(crate) rule: String,
    /// The keys that lead there, for people.
    at: String,
    /// A hash of the marked text, and of how many findings before this one are the same but for
    /// their place.
    id: String,
}

impl Fingerprint {
    /// All of it in one word of 32 hexadecimal digits.
    fn digest(&self) -> String {
        let Self { path, rule, at, id } = self;
        format!("{}{id}", hash(&[path, rule, at], 0))
    }
}

/// A word for each of `found` in `document`, for services that compare reports.
pub(crate) fn digests(document: &Document, path: &str, found: &[&Diagnostic]) -> Vec<String> {
    let fingerprints = fingerprints(document, path, found);
    fingerprints.iter().map(Fingerprint::digest).collect()
}

/// The fingerprints of `found` in `document`, in their order. It is called `path` in the baseline.
pub(crate) fn fingerprints(
    document: &Document,
    path: &str,
    found: &[&Diagnostic],
) -> Vec<Fingerprint> {
    let secrets = document.secrets();
    let mut seen: HashMap<(&str, String, String), u64> = HashMap::new();
    let fingerprints = found.iter().map(|diagnostic| {
        let rule = diagnostic.rule.name;
        let at = keys_to(document, diagnostic.range.start, secrets);
        let text = marked_text(document, diagnostic.range, secrets);
        let count = seen.entry((rule, at.clone(), text.clone())).or_default();
        let id = hash(&[&text], *count);
        *count += 1;
        Fingerprint {
            path: path.to_owned(),
            rule: rule.to_owned(),
            at,
            id,
        }
    });
    fingerprints.collect()
}

/// The first line of what is marked, without the layout; nothing of what may be a secret.
fn marked_text(document: &Document, range: TextRange, secrets: &[Secret]) -> String {
    if secrets.iter().any(|secret| secret.range.intersects(range)) {
        return String::new();
    }
    let text = range.slice(document.text());
    let words = text.lines().next().unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

/// `jobs.train.compute`: the items of a sequence have no numbers, which change when one is added.
fn keys_to(document: &Document, offset: u32, secrets: &[Secret]) -> String {
    let mut keys: Vec<&str> = Vec::new();
    let mut at = document.tree().node_at(offset);
    while let Some(node) = at {
        if let Some(key) = key_of(node) {
            let is_secret = secrets.iter().any(|it| it.range.intersects(key.range()));
            keys.push(key.text().filter(|_| !is_secret).unwrap_or("?"));
        }
        at = node.parent();
    }
    keys.reverse();
    keys.join(".")
}

fn key_of(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_key() {
        Some(node)
    } else {
        node.key()
    }
}

/// It must be the same in every version: baselines are committed, and services remember reports.
fn hash(texts: &[&str], count: u64) -> String {
    let mut hasher = FnvHasher::default();
    for text in texts {
        hasher.write(text.as_bytes());
        // No text has that byte.
        hasher.write(&[0xff]);
    }
    hasher.write(&count.to_le_bytes());
    format!("{:016x}", hasher.finish())
}
