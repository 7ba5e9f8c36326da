//! Keys, tokens, and passwords in the text of files.
//!
//! Start with [`in_text`] and [`in_tree`]. [`shapes`] finds secrets by the shape that their issuers document, [`assignments`]
//! by their name ([`names`]) and their [`randomness`]. A [`Redactor`] replaces them in other texts.
//!
//! Invariant: uncertain text isn't a secret. Hashes, GUIDs, names, paths, and references to a vault are never secrets,
//! whatever their names.
//!
//! Modules: `assignments`, `names`, `randomness`, `redactor`, `shapes`.

mod assignments;
mod names;
mod randomness;
mod redactor;
mod shapes;

use memchr::memchr2;

use crate::syntax::{Node, NodeKind, Tree, known_text};
use crate::text::TextRange;
pub(crate) use names::names_password;
use names::names_secret;
use randomness::{SHORTEST_SECRET, looks_random};
pub use redactor::Redactor;

/// The keys of documents whose values are secrets that should not be in a file.
pub const CREDENTIAL_KEYS: [&str; 4] = ["account_key", "client_secret", "password", "sas_token"];

/// A secret in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// The range in the text.
    pub range: TextRange,
    /// The evidence.
    pub evidence: SecretEvidence,
}

/// The reason why a text is a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SecretEvidence {
    /// The shape that its issuer documents; with an article: "a GitHub token".
    Shape(&'static str),
    /// The name that it is given, and its randomness.
    Name(String),
    /// A key whose value is a password, random or not.
    Password,
}

/// Returns the secrets in `text`, a file of any language, in order.
pub fn in_text(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    collect(text, &mut found);
    in_order(found)
}

/// Returns the secrets in the YAML text of `tree`, in order: those of its text, those that only show
/// once its values are read, and those of keys whose value is a secret.
pub fn in_tree(tree: &Tree) -> Vec<Secret> {
    let mut found = Vec::new();
    collect(tree.text(), &mut found);
    let has_password = tree.text().contains(PASSWORD);
    for node in tree.nodes() {
        let is_long = node.raw().len() >= SHORTEST_SECRET;
        if (is_long || has_password) && matches!(node.kind(), NodeKind::Scalar(_)) {
            found.extend(in_value(node));
        }
    }
    in_order(found)
}

/// Returns the secret that is the value of `node` as a whole.
fn in_value(node: Node<'_>) -> Option<Secret> {
    let text = node.text()?;
    // Inside a block, the text itself shows the secrets at their place.
    let is_block = node.raw().starts_with(['|', '>']);
    let is_rewritten = !is_block && memchr2(b'\\', b'\n', node.raw().as_bytes()).is_some();
    if is_rewritten && text.len() >= SHORTEST_SECRET {
        let mut inside = Vec::new();
        collect(text, &mut inside);
        if let Some(first) = inside.into_iter().next() {
            return Some(Secret {
                range: node.range(),
                ..first
            });
        }
    }
    let name = name_of(node).filter(|_| looks_random(text));
    let evidence = match name {
        Some(name) => SecretEvidence::Name(name.to_owned()),
        None if is_password(node) => SecretEvidence::Password,
        None => return None,
    };
    let range = node.range();
    Some(Secret { range, evidence })
}

/// Key of a password as such.
const PASSWORD: &str = "admin_password";

/// Returns `true` for a password as such, which need not be random: that of `ssh_settings`.
fn is_password(node: Node<'_>) -> bool {
    let is_key = node.key().and_then(Node::text) == Some(PASSWORD);
    is_key && known_text(node).is_some_and(|text| !text.is_empty())
}

/// Returns the name that makes a random value of `node` a secret: that of its key, that of the port
/// whose `default` or `value` it is, or that of a key among credentials.
fn name_of(node: Node<'_>) -> Option<&str> {
    let key = node.key()?.text()?;
    if names_secret(key) {
        return Some(key);
    }
    let around = node.parent()?.key()?.text()?;
    let is_content = matches!(key, "default" | "value") && names_secret(around);
    let is_credential = around == "credentials" && !is_public_credential(key);
    if is_content {
        return Some(around);
    }
    is_credential.then_some(key)
}

/// Returns `true` for the keys below `credentials` that identify, but prove nothing.
fn is_public_credential(key: &str) -> bool {
    matches!(
        key,
        "authority_url"
            | "client_id"
            | "resource_id"
            | "resource_url"
            | "tenant_id"
            | "type"
            | "username"
    )
}

fn collect(text: &str, found: &mut Vec<Secret>) {
    let range = |range: std::ops::Range<usize>| {
        let number = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        TextRange::new(number(range.start), number(range.end))
    };
    shapes::each_shaped(text, |at, what| {
        found.push(Secret {
            range: range(at),
            evidence: SecretEvidence::Shape(what),
        });
    });
    assignments::each_assigned(text, |at, name| {
        found.push(Secret {
            range: range(at),
            evidence: SecretEvidence::Name(name.to_owned()),
        });
    });
}

/// Sorts by place, and joins what overlaps: the shape tells more than the name.
fn in_order(mut found: Vec<Secret>) -> Vec<Secret> {
    found.sort_by_key(|secret| (secret.range.start, secret.range.end));
    let mut joined: Vec<Secret> = Vec::new();
    for secret in found {
        match joined.last_mut() {
            Some(last) if secret.range.start < last.range.end => {
                last.range.end = last.range.end.max(secret.range.end);
                if !matches!(last.evidence, SecretEvidence::Shape(_)) {
                    last.evidence = secret.evidence;
                }
            }
            _ => joined.push(secret),
        }
    }
    joined
}
