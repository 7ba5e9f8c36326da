//! Names that the service accepts.

use super::SymbolKind;
use crate::document::{Resource, is_reserved_name};
use crate::expression::Declaration;
use crate::schema::fits;
use crate::syntax::{Scalar, read_plain};

/// Returns the problem of `name` as the name of a `kind`, and the rule to follow; `None` if it is
/// valid. Dots are only for members of groups: `had_dots` is `true` if the old name has them.
pub fn wrong_name(kind: SymbolKind, name: &str, had_dots: bool) -> Option<&'static str> {
    let of = |allowed: &str| is_made_of(name, allowed);
    let letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let length = |min, max| (min..=max).contains(&name.len());
    match kind {
        SymbolKind::Declared(Declaration::Output) if ["default", "artifacts"].contains(&name) => {
            Some("the service creates an output with this name itself")
        }
        SymbolKind::Declared(Declaration::Input)
        | SymbolKind::Declared(Declaration::Output)
        | SymbolKind::Declared(Declaration::SearchSpace) => wrong_port(name, had_dots),
        SymbolKind::Declared(Declaration::Step) => (!fits("step-name", name))
            .then_some("use lowercase letters, digits, and `_`, not starting with a digit"),
        SymbolKind::Resource(Resource::Component) => (!fits("component-name", name))
            .then_some("use lowercase letters, digits, and `_`, starting with a letter"),
        SymbolKind::Resource(Resource::Endpoint) | SymbolKind::Resource(Resource::Deployment) => {
            (!fits("endpoint-name", name) || !length(3, 32)).then_some(
                "use 3 to 32 letters, digits, and `-`, with a letter first and no `-` at the end",
            )
        }
        SymbolKind::Resource(Resource::Compute)
            if ["local", "serverless"]
                .iter()
                .any(|word| name.eq_ignore_ascii_case(word)) =>
        {
            Some("this name is reserved by the service")
        }
        SymbolKind::Resource(Resource::Compute) => {
            (!of("-") || !letter || name.ends_with('-') || !length(2, 32))
                .then_some("use 2 to 32 letters, digits, and `-`, starting with a letter")
        }
        SymbolKind::Resource(Resource::Datastore) => {
            (!of("_") || !length(1, 255)).then_some("use letters, digits, and `_`")
        }
        SymbolKind::Resource(Resource::Environment)
        | SymbolKind::Resource(Resource::Data)
        | SymbolKind::Resource(Resource::Model)
        | SymbolKind::Resource(Resource::Schedule)
        | SymbolKind::Resource(Resource::Job) => {
            let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            (!of("-_.") || !starts || !length(1, 255))
                .then_some("use up to 255 letters, digits, `_`, `-`, and `.`")
        }
        SymbolKind::Resource(Resource::Workspace | Resource::VmSize) => {
            Some("Azure assigns this name")
        }
        SymbolKind::File => Some("move the file to rename it"),
    }
}

/// Returns `true` if `name` has only ASCII letters, digits, and `allowed`.
fn is_made_of(name: &str, allowed: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || allowed.contains(c))
}

fn is_word(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && is_made_of(word, "_")
}

fn wrong_port(name: &str, had_dots: bool) -> Option<&'static str> {
    if is_reserved_name(name) {
        return Some("this name is reserved for the environment of a run");
    }
    let fine = if had_dots {
        name.split('.').all(is_word)
    } else {
        is_word(name)
    };
    (!fine).then_some("use letters, digits, and `_`, not starting with a digit")
}

/// Returns `true` if a name that is a whole scalar needs no quotes: some YAML readers do not take
/// `on`, `123` and `1e3` for text, and `a: b` is a mapping.
pub fn is_written_plain(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let starts = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    starts
        && name.chars().all(plain)
        && read_plain(name) == Scalar::Str
        && !matches!(lower.as_str(), "y" | "n")
        && name.parse::<f64>().is_err()
}
