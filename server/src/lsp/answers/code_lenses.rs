//! Notes above the text: what the document costs, who uses it.

use serde_json::json;
use tower_lsp::lsp_types::{CodeLens, Command};

use super::shown::label;
use crate::ide::{callers, lens};
use crate::lsp::convert::Converter;
use crate::lsp::current::Current;
use crate::lsp::state_reader::StateReader;

/// The command behind "used by": its arguments are those of VS Code's
/// `editor.action.showReferences`, for the client to run.
const SHOW_REFERENCES: &str = "azml-ls.showReferences";

/// All notes.
pub(crate) fn lenses(state: StateReader<'_>, current: &Current) -> Vec<CodeLens> {
    let mut lenses = costs(current);
    lenses.extend(used_by(state, current));
    lenses
}

fn costs(current: &Current) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    for lens in current.site(lens::lenses) {
        lenses.push(CodeLens {
            range: current.range(lens.range),
            // A command without a name is text: there is nothing to be done with it.
            command: Some(Command {
                title: label(lens.title),
                command: String::new(),
                arguments: None,
            }),
            data: None,
        });
    }
    lenses
}

/// "used by 3 pipelines", above what is used.
fn used_by(state: StateReader<'_>, current: &Current) -> Option<CodeLens> {
    let users = current.site(callers::used_by)?;
    let range = current.range(users.range);
    let places = Converter::new(state, current).locations(&users.places);
    let arguments = vec![json!(current.url), json!(range.start), json!(places)];
    Some(CodeLens {
        range,
        command: Some(Command {
            title: label(users.title),
            command: SHOW_REFERENCES.to_owned(),
            arguments: Some(arguments),
        }),
        data: None,
    })
}
