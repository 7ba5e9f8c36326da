//! `--graph`: a pipeline as a picture that other programs draw.

use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::secrets::Redactor;
use azml_rules::wording::with_article;

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::cli::stdin;
use crate::guarded::{guarded, install_panic_hook};
use crate::loading::{Loaded, Request, load};
use crate::output::{GraphFormat, graph_text, tell};
use crate::sandbox::key;
use azml_ide::{Site, graph};

/// Writes the graph of `file`; returns the exit code.
pub(in crate::cli) fn run(file: &Path, args: &Args, format: GraphFormat, console: &Console) -> u8 {
    install_panic_hook(|_| ());
    let Some((loaded, key)) = read(file, args) else {
        return FAILED;
    };
    console.tell_problems(&loaded.names, &loaded.problems);
    let Some(document) = loaded.workspace.document(&key) else {
        return FAILED;
    };
    let shown = file.display();
    let site = Site::new(document, &loaded.workspace, "", &|_| None);
    match guarded(|| graph::graph(&site)) {
        Ok(Some(graph)) => {
            let redactor = Redactor::of(document.text(), document.secrets());
            let text = graph_text(&graph, format);
            let text = redactor.redacted(&text);
            console
                .write(|out| out.write_all(text.as_bytes()))
                .map_or_else(|code| code, |()| 0)
        }
        Ok(None) => {
            tell(&format!("azml-ls: error: {shown} {}", reason(document)));
            FAILED
        }
        Err(message) => {
            tell(&format!("azml-ls: error: {shown}: {message}"));
            FAILED
        }
    }
}

/// Loads the file with its project, and reports problems.
fn read(file: &Path, args: &Args) -> Option<(Loaded, Arc<str>)> {
    let mut request = Request {
        options: args.options(),
        ..Request::default()
    };
    if stdin::is_stdin(file) {
        match stdin::read(args.stdin_filename.as_ref()) {
            Ok(text) => request.text = Some(text),
            Err(problem) => {
                tell(&format!("azml-ls: error: standard input {problem}"));
                return None;
            }
        }
    } else if file.is_dir() {
        tell(&format!(
            "azml-ls: error: {} is a folder; give the path of a pipeline file",
            file.display()
        ));
        return None;
    } else {
        request.paths.push(file.to_owned());
    }
    let at = request
        .text
        .as_ref()
        .map_or_else(|| key(file), |(path, _)| key(path));
    Some((load(&request), at))
}

/// Returns the reason why there is no graph.
fn reason(document: &Document) -> String {
    match document.kind() {
        Some(kind) => format!(
            "is {}, not a pipeline; a graph needs `type: pipeline` and `jobs`",
            with_article(kind.label())
        ),
        None => "is not Azure ML YAML; a graph needs `type: pipeline` and `jobs`".to_owned(),
    }
}
