//! What every card keeps to: it says nothing twice, fits on the screen, and leads to the files that
//! it names. All cards of the fixtures, of the examples of all rules, and of the specs of the editor.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use azml_ide::{Site, hover};
use azml_rules::checks::RULES;
use azml_rules::document::{Document, Kind};
use azml_rules::syntax::Node;
use azml_rules::workspace::Workspace;
use azml_tests::process::root;
use azml_tests::sources::fixtures;
use azml_tests::{corpus, editor, spec};

/// Most lines of a card that is no page of a rule.
const LONGEST: usize = 15;

/// So many words in a row are no accident.
const REPEATED: usize = 7;

/// The cards, each once, with a place where it is shown.
#[derive(Default)]
struct Cards {
    places: BTreeMap<String, String>,
    kinds: BTreeSet<&'static str>,
}

impl Cards {
    fn look(&mut self, name: &str, workspace: &Workspace, folder: &str) {
        for document in workspace.documents() {
            let text_of = |_: &str| None;
            let url_of = |path: &str| Some(format!("file://{path}"));
            let site = Site::new(document, workspace, folder, &text_of)
                .at(Some(spec::TODAY.begins()))
                .linking(&url_of);
            self.kinds.extend(document.kind().map(Kind::label));
            for offset in offsets(document) {
                if let Some(card) = hover::hover(&site, offset) {
                    let place = format!("{name}, {} at {offset}", document.path());
                    self.places.entry(card.text.to_string()).or_insert(place);
                }
            }
        }
    }
}

/// Where keys and values begin, and words in values that may hold several names.
fn offsets(document: &Arc<Document>) -> BTreeSet<u32> {
    let mut offsets = BTreeSet::new();
    for node in document.tree().nodes() {
        let start = node.range().start;
        offsets.insert(start);
        if !node.is_key() && node.text().is_some_and(|text| text.contains(' ')) {
            offsets.extend(words(node).map(|at| start + at));
        }
    }
    offsets
}

fn words(node: Node<'_>) -> impl Iterator<Item = u32> {
    let mut before = ' ';
    let starts = node.raw().char_indices().filter(move |(_, c)| {
        let is_start = c.is_alphanumeric() && !before.is_alphanumeric();
        before = *c;
        is_start
    });
    starts.map(|(at, _)| u32::try_from(at).expect("a small file"))
}

fn all() -> Cards {
    let mut cards = Cards::default();
    for name in ["tour", "computes", "pipelines", "editor"] {
        let folder = fixtures().join(name);
        let workspace = corpus::load(&folder);
        cards.look(name, &workspace, &folder.to_string_lossy());
    }
    for rule in RULES {
        for page in spec::examples(rule) {
            cards.look(rule.name, &spec::workspace(rule.name, &page), "");
        }
    }
    let specs = std::fs::read_dir(root().join("tests/specs/editor")).expect("specs");
    for file in specs.flatten() {
        let markdown = std::fs::read_to_string(file.path()).expect("a spec");
        for (heading, scene) in editor::scenes(&markdown) {
            cards.look(&heading, scene.workspace(), "/p");
        }
    }
    cards
}

/// The page of a rule.
fn is_page(card: &str) -> bool {
    RULES.iter().any(|rule| {
        card.contains(&format!("`{}`\n", rule.name))
            || card.starts_with(&format!("# {}", rule.name))
    })
}

/// What a reader sees of `card`, line by line.
fn lines(card: &str) -> Vec<&str> {
    let shown = |line: &&str| !line.trim().is_empty() && *line != "---";
    card.lines().filter(shown).collect()
}

/// What `card` says twice: a label, or so many words in a row. The meanings of several words may be
/// alike.
fn repeated(card: &str) -> Option<String> {
    let mut labels = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for line in lines(card) {
        let label = line
            .trim_start_matches("- ")
            .split_once(":** ")
            .map(|it| it.0);
        if let Some(label) = label.filter(|label| label.starts_with("**"))
            && !labels.insert(label)
        {
            return Some(label.to_owned());
        }
        let is_meaning = line.starts_with("  - `") || line.starts_with("**`");
        let words: Vec<&str> = line.split_whitespace().filter(|_| !is_meaning).collect();
        for run in words.windows(REPEATED) {
            if !seen.insert(run.to_vec()) {
                return Some(run.join(" "));
            }
        }
    }
    None
}

#[test]
fn no_card_says_a_thing_twice_or_is_long_or_names_a_file_without_a_link() {
    let cards = all();
    let (mut failures, mut longest, mut pages) = (Vec::new(), 0, 0);
    for (card, place) in &cards.places {
        if is_page(card) {
            pages += 1;
            continue;
        }
        let mut faults = Vec::new();
        let count = lines(card).len();
        longest = longest.max(count);
        if count > LONGEST {
            faults.push(format!("{count} lines"));
        }
        if let Some(words) = repeated(card) {
            faults.push(format!("twice: {words}"));
        }
        if let Some(file) = unlinked(card) {
            faults.push(format!("no link: {file}"));
        }
        if !faults.is_empty() {
            failures.push(format!("## {place}: {}\n{card}", faults.join("; ")));
        }
    }
    println!(
        "{} cards over {} kinds, {pages} of them pages of rules; the longest of the others has \
         {longest} lines; {} say a thing twice, are long, or name a file without a link",
        cards.places.len(),
        cards.kinds.len(),
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        cards.places.len(),
        failures.join("\n\n")
    );
    assert!(cards.places.len() > 200, "{} cards", cards.places.len());
    assert!(cards.kinds.len() > 20, "{:?}", cards.kinds);
}

/// A place in a file that is no link: "`computes/cpu.yml:3`".
fn unlinked(card: &str) -> Option<&str> {
    let mut spans = card.split('`').enumerate().skip(1).step_by(2);
    let found = spans.find(|(number, span)| {
        let is_link = card
            .split('`')
            .nth(number + 1)
            .is_some_and(|rest| rest.starts_with("]("));
        is_place(span) && !is_link
    });
    found.map(|(_, span)| span)
}

/// Whether it is a file with a line.
fn is_place(span: &str) -> bool {
    let Some((file, line)) = span.rsplit_once(':') else {
        return false;
    };
    let is_file = file
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ["yml", "yaml", "json", "py"].contains(&ending));
    is_file && line.parse::<u32>().is_ok()
}

#[test]
fn cards_that_break_the_rules_are_found() {
    assert_eq!(
        repeated("### a\n\n- **Type:** x\n- **Type:** y").as_deref(),
        Some("**Type")
    );
    let twice = "It is one of the sorts here.\n\nSo it is one of the sorts here.";
    assert!(repeated(twice).is_none_or(|words| words.contains("one of")));
    assert_eq!(unlinked("Defined in `a/b.yml:3`"), Some("a/b.yml:3"));
    assert_eq!(
        unlinked("Defined in [`a/b.yml:3`](file:///a/b.yml#L3)"),
        None
    );
    assert_eq!(unlinked("`a.yml` of `x:3`"), None);
}
