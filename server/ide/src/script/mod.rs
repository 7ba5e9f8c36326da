//! Scripts in commands, as the editor features use them.
//!
//! Start at [`spot_at`] (in [`spot`]), which finds the word of a command at an offset with the program
//! that it belongs to. [`interface_of`] returns the arguments of its script, [`describe`] puts them
//! into words, `definition` finds their declarations, and [`planned`] lists the inputs and outputs of a
//! job for the script. Only the commands at that offset are parsed, and only the script that they run.

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

/// Returns the interface of the script of `run`.
pub(crate) fn interface_of(site: &Site<'_>, run: &ScriptRun<'_>) -> Option<Arc<ScriptInterface>> {
    script::interface_of(site.workspace, site.document.path(), run)
}

/// Returns the words as arguments: an expression is one value. Rules are stricter than this.
pub(crate) fn tokens(words: &[Word]) -> Vec<ArgumentToken> {
    let token = |word: &Word| match word.literal() {
        Some(text) => ArgumentToken::Text(text.to_owned()),
        None if word.prefix().is_empty() => ArgumentToken::Value,
        None => ArgumentToken::Start(word.prefix().to_owned()),
    };
    words.iter().map(token).collect()
}
