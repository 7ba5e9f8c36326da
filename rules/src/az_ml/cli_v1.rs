//! Commands of the CLI v1, the extension `azure-cli-ml`, that the CLI v2 doesn't have.
//!
//! Source: the lists of commands of both extensions, MicrosoftDocs/azure-docs-cli, `ml(v1).yml` at
//! 4d0c9540 and `ml.yml` at 01e0bf2e (2026-11-24). Early versions of the v2 extension had `az ml dataset`,
//! `az ml endpoint`, and `delete` for assets, so these are left out where they may be meant.

use super::command_line::az_ml_words;
use super::session::text_of;
use crate::shell::SimpleCommand;
use crate::text::TextRange;

/// A command of the CLI v1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct V1Command {
    /// Its name after `az ml`: `datastore upload`.
    pub name: String,
    /// The command of the CLI v2 that takes its place.
    pub successor: Option<&'static str>,
    /// The range from `az` to its name.
    pub range: TextRange,
}

impl V1Command {
    /// Reads a command; `None` if it isn't one of the CLI v1 only.
    pub(super) fn read(command: &SimpleCommand) -> Option<Self> {
        let words = az_ml_words(command)?;
        let (noun, verb) = (words.get(2)?, words.get(3)?);
        let successor = successor(text_of(noun), text_of(verb))?;
        Some(Self {
            name: format!("{} {}", text_of(noun), text_of(verb)),
            successor: Some(successor).filter(|name| !name.is_empty()),
            range: TextRange::from(words.first()?.range.start..verb.range.end),
        })
    }
}

/// Returns the successor of a command of the CLI v1 only, or an empty text if it has none.
fn successor(noun: &str, verb: &str) -> Option<&'static str> {
    let is_name = verb.starts_with(|c: char| c.is_ascii_lowercase());
    Some(match (noun, verb) {
        ("computetarget", _) if is_name => "compute",
        ("experiment", "list") => "job list",
        ("folder", "attach") => "",
        ("pipeline", _) if is_name => "job",
        ("run", _) if verb.starts_with("submit-") => "job create",
        ("run", _) if is_name => "job",
        ("service", _) if is_name => "online-endpoint",
        ("endpoint", "realtime") => "online-endpoint",
        ("dataset", "register") => "data create",
        ("dataset", "deprecate" | "reactivate" | "unregister") => "data",
        ("datastore", "upload") => "data create",
        ("datastore", "download" | "set-default" | "show-default") => "",
        ("datastore", "detach") => "datastore delete",
        ("datastore", _) if verb.starts_with("attach-") => "datastore create",
        ("environment", "register") => "environment create",
        ("environment", "download" | "scaffold") => "",
        ("model", "register") => "model create",
        ("model", "deploy") => "online-deployment create",
        ("model", "profile") => "",
        ("workspace", "share" | "private-endpoint" | "update-dependencies") => "",
        _ => return None,
    })
}
