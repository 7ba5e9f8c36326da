//! `--verbose`: the files that a check reads, the configuration files, and the time of each part.

use std::time::Instant;

use azml_rules::document::Document;
use azml_rules::wording::counted;

use crate::cli::args::Args;
use crate::loading::Loaded;
use crate::output::tell;

/// Describes the parts of a run as they end. Without `--verbose`, it says nothing.
pub(in crate::cli) struct Verbose {
    /// Start of the part that runs.
    since: Option<Instant>,
}

impl Verbose {
    /// The first part begins.
    pub(in crate::cli) fn start(args: &Args) -> Self {
        Self {
            since: args.verbose.then(Instant::now),
        }
    }

    /// The files of `loaded` are read.
    pub(in crate::cli) fn read(&mut self, loaded: &Loaded) {
        if self.since.is_none() {
            return;
        }
        let documents: Vec<_> = loaded.workspace.documents().collect();
        self.ended_with("read", documents.len());
        for file in &loaded.settings_files {
            let name = loaded.names.show_path(file);
            tell(&format!("azml-ls:   {name} (configuration)"));
        }
        for document in documents {
            let (name, role) = (loaded.names.show(document.path()), role(loaded, document));
            tell(&format!("azml-ls:   {name} ({role})"));
        }
    }

    /// As [`Self::ended`], with the number of files.
    pub(in crate::cli) fn ended_with(&mut self, what: &str, files: usize) {
        self.ended(&format!("{what} {}", counted(files, "file")));
    }

    /// The part that does `what` has ended, and another one begins.
    pub(in crate::cli) fn ended(&mut self, what: &str) {
        if let Some(since) = &mut self.since {
            tell(&format!("azml-ls: {what} in {:.1?}", since.elapsed()));
            *since = Instant::now();
        }
    }
}

/// Returns the kind of a document, or the reason for reading it.
fn role(loaded: &Loaded, document: &Document) -> String {
    let is_checked = loaded.is_requested(document.path());
    match document.kind() {
        Some(kind) if is_checked => kind.label().to_owned(),
        Some(kind) => format!("{}; only for references", kind.label()),
        None if document.commands().is_some() => "runs `az ml`".to_owned(),
        None => "not Azure ML".to_owned(),
    }
}
