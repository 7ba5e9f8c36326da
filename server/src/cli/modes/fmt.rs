//! `--fmt`: files in the layout that Format Document gives them in an editor.

use std::path::Path;
use std::sync::Arc;

use azml_ide::format::{FormatRefusal, format};
use azml_rules::document::Document;
use azml_rules::wording::counted;
use rayon::prelude::*;

use super::lists::listing::Listing;
use crate::check::{WriteProblem, write};
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, FOUND, of_writing};
use crate::cli::stdin;
use crate::guarded::{guarded, install_panic_hook};
use crate::loading::Loaded;
use crate::output::tell;
use crate::sandbox::key;

/// A file after formatting.
enum Outcome {
    /// It had this layout.
    Same,
    /// It is written, or with `--check`, it would be.
    Changed,
    /// It stays as it is.
    Refused(String),
    /// It has a mistake, or could not be written.
    Failed(String),
}

/// Formats the files; returns the exit code.
pub(in crate::cli) fn run(args: &Args) -> u8 {
    let console = Console::new(None, args);
    if args.paths.iter().any(|path| stdin::is_stdin(path)) {
        return standard_input(args, &console);
    }
    let listing = Listing::load(args.paths_or_here(), args, &console);
    let loaded = &listing.loaded;
    let documents = loaded.requested.iter();
    let documents = documents.filter_map(|path| loaded.workspace.document(path));
    let ours: Vec<&Arc<Document>> = documents.filter(|it| it.kind().is_some()).collect();
    let outcomes: Vec<Outcome> = ours
        .par_iter()
        .map(|document| of_file(loaded, document, args.check))
        .collect();
    let (mut changed, mut failed) = (Vec::new(), false);
    for (document, outcome) in ours.iter().zip(&outcomes) {
        let name = loaded.names.show(document.path());
        match outcome {
            Outcome::Same => (),
            Outcome::Changed => changed.push(name),
            Outcome::Refused(reason) => {
                console.remark(&format!("azml-ls: warning: {name} {reason}"));
            }
            Outcome::Failed(reason) => {
                failed = true;
                tell(&format!("azml-ls: error: {name} {reason}"));
            }
        }
    }
    let done = if args.check {
        "Would format"
    } else {
        "Formatted"
    };
    let written = console.write(|out| {
        let mut names = changed.iter();
        names.try_for_each(|name| writeln!(out, "{done} {name}"))
    });
    let files = counted(ours.len(), "Azure ML file");
    console.remark(&format!("{done} {} of {files}.", changed.len()));
    let code = if failed {
        FAILED
    } else if args.check && !changed.is_empty() {
        FOUND
    } else {
        0
    };
    listing.exit_code(written, code)
}

/// Formats one file, and writes it unless `is_check`.
fn of_file(loaded: &Loaded, document: &Document, is_check: bool) -> Outcome {
    let path = Path::new(document.path());
    match guarded(|| format(document)) {
        Err(message) => Outcome::Failed(message),
        Ok(Err(reason @ FormatRefusal::SyntaxError)) => {
            Outcome::Failed(reason.message().to_owned())
        }
        Ok(Err(reason)) => Outcome::Refused(reason.message().to_owned()),
        Ok(Ok(after)) if after == document.text() => Outcome::Same,
        Ok(Ok(_)) if is_check => Outcome::Changed,
        Ok(Ok(_)) if !loaded.boundary.is_at_home(path) => {
            Outcome::Failed(WriteProblem::LeadsOutside.to_string())
        }
        Ok(Ok(after)) => match write(path, document.text(), &after) {
            Ok(()) => Outcome::Changed,
            Err(problem) => Outcome::Failed(problem.to_string()),
        },
    }
}

/// Formats standard input to standard output.
fn standard_input(args: &Args, console: &Console) -> u8 {
    install_panic_hook(|_| ());
    if args.paths.len() > 1 {
        tell("azml-ls: error: standard input is formatted alone");
        return FAILED;
    }
    let (path, decoded) = match stdin::read(args.stdin_filename.as_ref()) {
        Ok(input) => input,
        Err(problem) => {
            tell(&format!("azml-ls: error: standard input {problem}"));
            return FAILED;
        }
    };
    let text: Arc<str> = decoded.text.into();
    let document = Document::new(key(&path), text.clone());
    match guarded(|| format(&document)) {
        Ok(Ok(after)) if args.check && *after == *text => 0,
        Ok(Ok(_)) if args.check => FOUND,
        Ok(Ok(after)) => of_writing(console.write_exact(|out| out.write_all(after.as_bytes()))),
        Ok(Err(reason)) => {
            tell(&format!(
                "azml-ls: error: standard input {}",
                reason.message()
            ));
            FAILED
        }
        Err(message) => {
            tell(&format!("azml-ls: error: standard input: {message}"));
            FAILED
        }
    }
}
