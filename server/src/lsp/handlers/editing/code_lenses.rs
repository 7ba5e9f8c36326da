//! Notes above the text: the plan of the document, what it costs, who uses it.

use serde_json::json;
use tower_lsp::lsp_types::{CodeLens, Command};

use crate::lsp::protocol::convert::Converter;
use crate::lsp::protocol::display_text::label;
use crate::lsp::session::document_snapshot::DocumentSnapshot;
use crate::lsp::session::state_reader::StateReader;
use azml_ide::hints::{code_lens, create_command};
use azml_ide::navigation::used_by;
use azml_ide::plan;

/// Command of the "used by" lens: its arguments are those of VS Code's
/// `editor.action.showReferences`, for the client to run.
const SHOW_REFERENCES: &str = "azml-ls.showReferences";

/// Command of the "az ml job create --file job.yml" lens: its argument is the address of the file.
/// The client shows the line, or puts it into a terminal, and does not run it.
const OFFER_CREATE: &str = "azml-ls.offerCreate";

/// Command of the "Plan" lens: its argument is the address of the file. The client shows the answer to
/// `azml-ls/plan` beside it.
const SHOW_PLAN: &str = "azml-ls.showPlan";

/// Command of the "Submit" lens: its argument is the address of the file. The client asks for the line with
/// `azml-ls/submission`, and runs it once its user has agreed.
const SUBMIT: &str = "azml-ls.submit";

/// Returns all code lenses, or none if the user has turned them off.
pub(crate) fn lenses(state: StateReader<'_>, current: &DocumentSnapshot) -> Vec<CodeLens> {
    if !current.client.lenses {
        return Vec::new();
    }
    // The cost lenses are long: a command that follows them would not be visible.
    let mut lenses: Vec<CodeLens> = create(current).into_iter().collect();
    lenses.extend(submit(current));
    lenses.extend(plan(current));
    lenses.extend(costs(current));
    lenses.extend(used_by(state, current));
    lenses
}

/// "az ml job create --file job.yml", for clients with a command for it.
fn create(current: &DocumentSnapshot) -> Option<CodeLens> {
    if !current.client.offers_create || current.url.scheme() != "file" {
        return None;
    }
    let create = current.site(create_command::create_command)?;
    Some(CodeLens {
        range: current.range(create.range),
        command: Some(Command {
            title: label(create.title),
            command: OFFER_CREATE.to_owned(),
            arguments: Some(vec![json!(current.url), json!(create.command)]),
        }),
        data: None,
    })
}

/// "Submit" above a job, for clients with a command for it.
fn submit(current: &DocumentSnapshot) -> Option<CodeLens> {
    if !current.client.submits || current.url.scheme() != "file" {
        return None;
    }
    let create = current.site(create_command::create_command)?;
    (create.noun == "job").then(|| CodeLens {
        range: current.range(create.range),
        command: Some(Command {
            title: "Submit".to_owned(),
            command: SUBMIT.to_owned(),
            arguments: Some(vec![json!(current.url)]),
        }),
        data: None,
    })
}

/// "Plan", for clients with a command for it.
fn plan(current: &DocumentSnapshot) -> Option<CodeLens> {
    let has_plan = current.client.shows_plan && current.site(plan::is_submitted);
    let first = current.document.root()?.entries().next()?;
    has_plan.then(|| CodeLens {
        range: current.range(first.key.range()),
        command: Some(Command {
            title: "Plan".to_owned(),
            command: SHOW_PLAN.to_owned(),
            arguments: Some(vec![json!(current.url)]),
        }),
        data: None,
    })
}

fn costs(current: &DocumentSnapshot) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    for lens in current.site(code_lens::code_lenses) {
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
fn used_by(state: StateReader<'_>, current: &DocumentSnapshot) -> Option<CodeLens> {
    let users = current.site(used_by::used_by)?;
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
