//! What is said of a document before its folder is read is never taken back.

use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::checks::RULES;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::path::{PathStyle, parent};
use azml_rules::workspace::{Disk, OnDisk, UploadSize, Workspace};
use azml_tests::{corpus, spec};

/// The files of a folder that was read, as the disk has them.
#[derive(Debug)]
struct Read(Workspace);

impl Disk for Read {
    fn at(&self, path: &str) -> Option<OnDisk> {
        self.0.on_disk("", path)
    }

    fn text(&self, from: &str, path: &str) -> Option<Arc<str>> {
        self.0.text_at(from, path)
    }

    fn upload_size(&self, path: &str) -> Option<UploadSize> {
        self.0.upload_size("", path)
    }
}

/// The folder of `read` before anything is read but `document` and its settings.
fn before(read: &Workspace, document: &Arc<Document>) -> Workspace {
    let path = document.path();
    let mut unread = Workspace::unread(PathStyle::Unix);
    unread.set_disk(Arc::new(Read(read.clone())));
    unread.set_settings(parent(path), (*read.settings(path)).clone());
    if let Some(today) = read.today("") {
        unread.set_today(today);
    }
    unread.insert(document.clone());
    unread
}

/// What tells two findings apart. How bad it is may still change: a script may set another value.
fn told(found: &Diagnostic) -> String {
    format!("{} {:?} {}", found.rule.name, found.range, found.message)
}

/// How many findings of the documents of `read` are told before it is read, and how many there are.
fn early(name: &str, read: &Workspace) -> (usize, usize) {
    let mut count = (0, 0);
    for document in read.documents() {
        let found: Vec<String> = analyze(read, document.path()).iter().map(told).collect();
        let early = analyze(&before(read, document), document.path());
        for one in &early {
            let is_kept = found.contains(&told(one));
            assert!(is_kept, "{name}, {}: {one:?}", document.path());
        }
        count.0 += early.len();
        count.1 += found.len();
    }
    count
}

#[test]
fn nothing_said_of_the_files_of_specs_is_taken_back() {
    let mut count = (0, 0);
    for &rule in RULES {
        let blocks = spec::scenes(rule);
        for (heading, blocks) in blocks {
            let name = format!("{}: {heading}", rule.name);
            let (early, all) = early(&name, &spec::workspace(rule.name, &blocks));
            count = (count.0 + early, count.1 + all);
        }
    }
    let (early, all) = count;
    assert!(early * 2 > all, "only {early} of {all} are said at once");
}

#[test]
fn nothing_said_of_whole_folders_is_taken_back() {
    for folder in corpus::folders() {
        let (early, all) = early(&folder.display().to_string(), &corpus::load(&folder));
        assert!(early > 0 || all == 0, "{}: {all}", folder.display());
    }
}
