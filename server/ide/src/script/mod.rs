//! The code behind the YAML as the editor asks about it: what of a command the cursor is on.
//!
//! Start at [`spot_at`], which finds the word of a command at a place with the program that it
//! belongs to. [`interface_of`] says what the script of that program takes, `describe` puts it into
//! words, `definition` leads to it, [`planned_ports`] are the inputs and outputs that a job of it
//! would have. Only the commands at that place are read, and only the script of theirs.

mod definition;
mod describe;
mod planned;
mod spot;

use std::sync::Arc;

use azml_rules::script;
use azml_rules::script::argparse::ArgumentToken;
use azml_rules::script::commands::ScriptRun;
use azml_rules::script::python::ScriptInterface;
use azml_rules::shell::Word;

use super::Site;
pub(crate) use definition::definition;
pub(crate) use describe::{about, choices, completeness, shown, summary};
pub(crate) use planned::{PlannedPort, planned_ports};
pub(crate) use spot::{SpotPart, site_at, spot_at, spot_of};

/// What the script of `run` takes.
pub(crate) fn interface_of(site: &Site<'_>, run: &ScriptRun<'_>) -> Option<Arc<ScriptInterface>> {
    script::interface_of(site.workspace, site.document.path(), run)
}

/// The words as they are meant: an expression is one value. Rules are stricter, since they accuse.
pub(crate) fn tokens(words: &[Word]) -> Vec<ArgumentToken> {
    let token = |word: &Word| match word.literal() {
        Some(text) => ArgumentToken::Text(text.to_owned()),
        None if word.prefix().is_empty() => ArgumentToken::Value,
        None => ArgumentToken::Start(word.prefix().to_owned()),
    };
    words.iter().map(token).collect()
}
