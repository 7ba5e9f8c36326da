//! Everything the editor shows, asked at random places of files broken at random: nothing panics,
//! and every range that is answered lies in its text.
//!
//! `MONKEY_ROUNDS` and `MONKEY_SEED` make it run longer and begin elsewhere; a failure names the
//! seed of its round.
#![allow(clippy::print_stdout)] // Where a failed round began.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use azml_ide::Site;
use azml_ls::loading::{Request, load};
use azml_ls::sandbox::key;
use azml_rules::document::Document;
use azml_rules::workspace::Workspace;
use azml_tests::damage::{damaged, place};
use azml_tests::properties::Look;
use azml_tests::random::Random;
use azml_tests::sources::{examples, fixtures};

/// How often a file is broken in a normal run.
const ROUNDS: u64 = 120;
/// How many places of a broken file are looked at.
const PLACES: u32 = 6;

/// Folders with everything in them, and a few files of the corpus, each with its root.
fn folders() -> Vec<(Arc<str>, Workspace)> {
    let own = ["tour", "pipelines", "computes", "editor"].map(|name| fixtures().join(name));
    let examples = examples().map(|folder| folder.join("cli/jobs/pipelines-with-components"));
    own.into_iter()
        .chain(examples)
        .filter(|folder| folder.is_dir())
        .map(|folder| loaded(&folder))
        .collect()
}

fn loaded(folder: &Path) -> (Arc<str>, Workspace) {
    let found = load(&Request {
        paths: vec![folder.to_owned()],
        ..Request::default()
    });
    let mut workspace = found.workspace;
    for file in &found.settings_files {
        let text = std::fs::read_to_string(file).expect("it was just read");
        workspace.insert(Document::new(key(file), text));
    }
    (key(folder), workspace)
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn nothing_in_the_editor_breaks_on_broken_files() {
    let folders = folders();
    let (first, rounds) = (number("MONKEY_SEED", 1), number("MONKEY_ROUNDS", ROUNDS));
    let mut failed = 0;
    for seed in first..first + rounds {
        let mut random = Random::new(seed);
        let round = Round::new(&folders, &mut random);
        if catch_unwind(AssertUnwindSafe(|| round.run(&mut random))).is_err() {
            println!(
                "seed {seed}: {}\n{:?}\n",
                round.path,
                round.document().text()
            );
            failed += 1;
        }
    }
    assert_eq!(failed, 0, "of {rounds} rounds from seed {first}");
}

/// A folder with a broken file.
struct Round {
    workspace: Workspace,
    root: Arc<str>,
    path: Arc<str>,
}

impl Round {
    fn new(folders: &[(Arc<str>, Workspace)], random: &mut Random) -> Self {
        let (root, mut workspace) = random.pick(folders).clone();
        let documents: Vec<Arc<Document>> = workspace.documents().cloned().collect();
        let broken = random.pick(&documents);
        let text = damaged(broken.text(), 5, random);
        let edited: Vec<u32> = (0..random.below(2)).map(|_| random.below(40)).collect();
        workspace.insert(Document::edited(broken.shared_path(), text, &edited));
        // What it does to those that use it counts too.
        let seen = if random.below(4) == 0 {
            random.pick(&documents)
        } else {
            broken
        };
        Self {
            workspace,
            root,
            path: seen.shared_path(),
        }
    }

    fn document(&self) -> &Arc<Document> {
        self.workspace.document(&self.path).expect("it is there")
    }

    fn run(&self, random: &mut Random) {
        let text_of = |path: &str| std::fs::read_to_string(path).ok().map(Arc::from);
        let site = Site::new(self.document(), &self.workspace, &self.root, &text_of);
        let look = Look::new(&site);
        look.at_findings(random);
        look.at_all(random);
        for _ in 0..PLACES {
            let at = place(site.document.text(), random);
            look.at_place(u32::try_from(at).expect("a small file"), random);
        }
    }
}
