//! Prints what the documents of a folder run, one JSON object to a line: file, place, interpreter,
//! script, and whether it is known what that is. Run it in the folder.
//!
//! ```console
//! cargo run -q -p azml-tests --example runs > runs.jsonl
//! ```
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use azml_ls::loading::{Request, load};
use azml_rules::document::Document;
use azml_rules::expression::Program;
use azml_rules::script::Command;
use azml_rules::script::commands::{EntryPoint, ScriptPlace, ScriptRun, Site, runs, sites};
use azml_rules::script::upload::CodeFolder;
use azml_rules::workspace::Workspace;
use serde_json::{Value, json};

fn main() {
    let loaded = load(&Request {
        paths: vec![PathBuf::from(".")],
        ..Request::default()
    });
    for path in &loaded.requested {
        if let Some(document) = loaded.workspace.document(path) {
            print_runs(&loaded.workspace, document);
        }
    }
}

fn print_runs(workspace: &Workspace, document: &Document) {
    let program = Program::new(workspace, document);
    let found = runs(workspace, document, &program);
    for site in sites(document, &program) {
        let node = node_of(&site);
        let own: Vec<&ScriptRun<'_>> = found
            .iter()
            .filter(|run| node_of(&run.site).id() == node.id())
            .collect();
        let line = 1 + document.lines().line_of(node.range().start);
        let command = matches!(site.entry, EntryPoint::Command(_)).then(|| Command::read(node));
        let is_compound = command.flatten().is_some_and(|it| it.is_compound);
        println!(
            "{}",
            json!({
                "what": "site", "file": document.path(), "line": line, "runs": own.len(),
                "compound": is_compound, "text": node.text(),
                "code": site.code.is_some(),
            })
        );
        for run in own {
            println!("{}", described(document, run));
        }
    }
}

fn node_of<'a>(site: &Site<'a>) -> azml_rules::syntax::Node<'a> {
    match site.entry {
        EntryPoint::Command(node)
        | EntryPoint::Spark(node, _)
        | EntryPoint::Parallel(node, _)
        | EntryPoint::Scoring(node) => node,
    }
}

fn described(document: &Document, run: &ScriptRun<'_>) -> Value {
    let (state, detail) = match &run.script.place {
        ScriptPlace::File(path) => ("file", path.clone()),
        ScriptPlace::LeftOut(path, name) => ("left out", format!("{path} by {name}")),
        ScriptPlace::Installed => ("installed", String::new()),
        ScriptPlace::Missing => ("missing", String::new()),
        ScriptPlace::WithoutCode => ("without code", String::new()),
        ScriptPlace::Unknown(reason) => ("undecided", format!("{reason:?}")),
    };
    let code = match &*run.code {
        CodeFolder::Uploaded(_) => "uploaded".to_owned(),
        CodeFolder::Nothing => "none".to_owned(),
        CodeFolder::Unknown(reason) => format!("{reason:?}"),
    };
    json!({
        "what": "run", "file": document.path(),
        "range": [run.script.range.start, run.script.range.end],
        "interpreter": format!("{:?}", run.interpreter), "script": run.script.text,
        "state": state, "detail": detail, "code": code, "words": run.words().len(),
    })
}
