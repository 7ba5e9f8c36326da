//! Every word of an enumeration in real files is offered where it stands: taken out, half typed,
//! and half typed in a file that is broken elsewhere.
#![allow(clippy::print_stdout)] // The figures are the point of the test.

use std::collections::BTreeMap;
use std::path::PathBuf;

use azml_ide::{Site, completion};
use azml_rules::document::{Certainty, Document};
use azml_rules::schema;
use azml_rules::syntax::{Node, NodeKind, Segment};
use azml_rules::workspace::Workspace;
use azml_tests::{corpus, sources};

/// As many places of one sort are looked at: files are much alike.
const ALIKE: u32 = 6;

/// Keys whose values are computes, sizes and time zones.
const OTHERS: [&str; 6] = [
    "compute",
    "default_compute",
    "target",
    "instance_type",
    "size",
    "time_zone",
];

/// What is done to a word before it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Damage {
    Gone,
    Half,
    HalfInBrokenFile,
}

#[derive(Default)]
struct Count {
    asked: u32,
    misses: Vec<String>,
}

/// The word that `node` is, where it is one of an enumeration.
fn word(walk: &schema::Judgement<'_>, node: Node<'_>) -> Option<&'static str> {
    let words = schema::enum_values(walk.type_of(node)?);
    schema::meant(node.text()?, &words)
}

/// Where it stands, in words.
fn place(document: &Document, node: Node<'_>) -> String {
    let step = |step: &Segment| match step {
        Segment::Key(key) => key.clone(),
        Segment::Index(_) => "-".to_owned(),
    };
    let path: Vec<String> = node.path().iter().map(step).collect();
    format!(
        "{} {}",
        document.kind().map_or("", |kind| kind.id().as_str()),
        path.join(".")
    )
}

/// The text with `node` damaged, and the cursor.
fn damaged(document: &Document, node: Node<'_>, damage: Damage) -> (String, u32) {
    let (text, range) = (document.text(), node.range());
    let raw = node.raw();
    let quotes = raw.chars().take_while(|c| matches!(c, '"' | '\'')).count();
    let kept = match damage {
        Damage::Gone => quotes,
        _ => quotes + 1,
    };
    let behind = &raw[raw.len() - quotes..];
    let broken = if damage == Damage::HalfInBrokenFile {
        "broken: [a, {b\n"
    } else {
        ""
    };
    let damaged = format!(
        "{broken}{}{}{behind}{}",
        &text[..range.start as usize],
        &raw[..kept],
        &text[range.end as usize..]
    );
    (
        damaged,
        range.start + u32::try_from(broken.len() + kept).expect("a word"),
    )
}

fn offers(document: &Document, offset: u32, word: &str) -> bool {
    let workspace = Workspace::default();
    let site = Site::new(document, &workspace, "", &|_| None);
    let found = completion::complete(&site, offset);
    found.is_some_and(|found| found.items.iter().any(|item| item.label == word))
}

#[test]
fn words_of_real_files_are_offered() {
    let mut counts: BTreeMap<Damage, Count> = BTreeMap::new();
    let mut alike: BTreeMap<(String, Damage), u32> = BTreeMap::new();
    for folder in corpus::folders() {
        let workspace = corpus::load(&folder);
        for document in workspace
            .documents()
            .filter(|document| document.tree().errors().is_empty())
        {
            let walk = schema::judge_document(&workspace, document);
            let is_value = |node: &Node<'_>| {
                let key = node
                    .key()
                    .or_else(|| node.parent().and_then(Node::key))
                    .and_then(Node::text);
                matches!(node.kind(), NodeKind::Scalar(_))
                    && !node.is_key()
                    && key.is_some_and(|key| !OTHERS.contains(&key))
            };
            for node in document.tree().nodes().filter(is_value) {
                let Some(word) = word(&walk, node) else {
                    continue;
                };
                for damage in [Damage::Gone, Damage::Half, Damage::HalfInBrokenFile] {
                    // What only its keys tell is nobody's with a key that it does not have.
                    if damage == Damage::HalfInBrokenFile
                        && document.certainty() == Some(Certainty::Keys)
                    {
                        continue;
                    }
                    let seen = alike.entry((place(document, node), damage)).or_default();
                    *seen += 1;
                    if *seen > ALIKE {
                        continue;
                    }
                    let (text, offset) = damaged(document, node, damage);
                    let broken = Document::new(document.path(), text);
                    let count = counts.entry(damage).or_default();
                    count.asked += 1;
                    if !offers(&broken, offset, word) {
                        count.misses.push(format!(
                            "{}: {}: {word}",
                            document.path(),
                            place(document, node)
                        ));
                    }
                }
            }
        }
    }
    for (damage, Count { asked, misses }) in &counts {
        println!("{damage:?}: {asked} asked, {} not offered", misses.len());
        assert!(
            misses.is_empty(),
            "{damage:?}: not offered:\n{}",
            misses.join("\n")
        );
    }
    let total: u32 = counts.values().map(|count| count.asked).sum();
    assert!(total > 30, "only {total} words were found");
}

/// The end of `node` and of each of its lines.
fn ends(node: Node<'_>) -> Vec<u32> {
    let breaks = node.raw().match_indices('\n').map(|(at, _)| at);
    let at = |at: usize| node.range().start + u32::try_from(at).expect("a small file");
    breaks.chain([node.raw().len()]).map(at).collect()
}

/// Asks for values in all free text below `folders`.
fn ask_in_free_text(folders: &[PathBuf], least: u32) {
    const FREE: [&str; 5] = [
        "command",
        "description",
        "display_name",
        "experiment_name",
        "args",
    ];
    let workspace = Workspace::default();
    let mut asked = 0;
    for folder in folders {
        for document in corpus::load(folder).documents() {
            let site = Site::new(document, &workspace, "", &|_| None);
            let is_free = |node: &Node<'_>| {
                node.key()
                    .and_then(Node::text)
                    .is_some_and(|key| FREE.contains(&key))
            };
            let scalars = document
                .tree()
                .nodes()
                .filter(|node| matches!(node.kind(), NodeKind::Scalar(_)));
            for offset in scalars.filter(is_free).flat_map(ends) {
                asked += 1;
                let found = completion::complete(&site, offset)
                    .map(|found| found.items)
                    .unwrap_or_default();
                let values: Vec<_> = found
                    .iter()
                    .filter(|item| item.sort == completion::ItemSort::Value)
                    .collect();
                assert!(
                    values.is_empty(),
                    "{}:{offset}: {values:?}",
                    document.path()
                );
            }
        }
    }
    assert!(asked > least, "only {asked} places were found");
}

#[test]
fn nothing_is_offered_in_free_text() {
    let own = ["pipelines", "typing", "tour"].map(|name| sources::fixtures().join(name));
    ask_in_free_text(&own, 30);
}

#[test]
fn nothing_is_offered_in_free_text_of_the_corpus() {
    if let Some(examples) = sources::examples() {
        ask_in_free_text(&[examples], 1000);
    }
}

/// Offsets of characters, every so many.
fn offsets(text: &str, step: usize) -> impl Iterator<Item = usize> {
    text.char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .step_by(step)
}

#[test]
fn no_cursor_is_too_much() {
    let workspace = Workspace::default();
    let look = |document: &Document, at: usize| {
        let site = Site::new(document, &workspace, "", &|_| None);
        let offset = u32::try_from(at).expect("a small file");
        if let Some(found) = completion::complete(&site, offset) {
            let (start, end) = (found.range.start as usize, found.range.end as usize);
            assert!(
                start <= at && at <= end,
                "{}:{at} replaces {start} to {end}",
                document.path()
            );
            assert!(
                document.text().is_char_boundary(start) && document.text().is_char_boundary(end)
            );
        }
    };
    let hostile = "a:\u{85}\u{2028}- [\u{1f600}, 'é: x, {\"ü\": ß, \r- - -\r\n\t- \u{feff}: :\n\
        -\n  - ,[\n$schema: é\n";
    for (at, _) in hostile.char_indices() {
        for document in [
            Document::new("x.yml", hostile),
            Document::new("x.yml", &hostile[..at]),
            Document::new("x.yml", &hostile[at..]),
        ] {
            offsets(document.text(), 1).for_each(|at| look(&document, at));
        }
    }
    for folder in corpus::folders() {
        for document in corpus::load(&folder).documents() {
            for at in offsets(document.text(), 97) {
                look(document, at);
                look(&Document::new(document.path(), &document.text()[..at]), at);
            }
        }
    }
}
