//! Every key of real files is offered where it stands: taken out with what it holds, half typed,
//! and half typed before the value that stays.
//!
//! `AZML_KEYS_SHOW=1` prints what was not offered.
#![allow(clippy::print_stdout)] // The figures are the point of the test.

use std::collections::BTreeMap;
use std::path::PathBuf;

use azml_ide::{Site, completion};
use azml_rules::document::Document;
use azml_rules::schema::{self, Judgement, SchemaFault};
use azml_rules::syntax::{Entry, Node, NodeKind, Segment};
use azml_rules::text::{LineIndex, TextRange};
use azml_rules::workspace::Workspace;
use azml_tests::random::Random;
use azml_tests::{corpus, sources};

/// As many places of one sort are looked at: files are much alike.
const ALIKE: u32 = 3;

/// What is done to a key before it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Damage {
    /// It is gone with its value.
    Gone,
    /// Its first letters are there.
    Half,
    /// Its first letters are there, and its value.
    HalfBeforeValue,
    /// Its first letters are there, and another line is broken.
    HalfInBrokenFile,
}

/// Lines that are no YAML.
const BROKEN: [&str; 6] = [
    "foo: [a",
    "foo: {a: 1",
    "foo: \"abc",
    "foo: bar: baz",
    "foo",
    "\tfoo: 1",
];

#[derive(Default)]
struct Count {
    asked: u32,
    offered: u32,
    first: u32,
    /// What is written with it is YAML in which the key stands where it stood.
    right: u32,
    misses: Vec<String>,
}

impl Count {
    fn percent(&self, count: u32) -> f64 {
        f64::from(count) * 100.0 / f64::from(self.asked.max(1))
    }
}

/// The text with `entry` damaged, and the cursor.
fn damaged(document: &Document, entry: Entry<'_>, damage: Damage) -> (String, u32) {
    let text = document.text();
    let name = entry.key.text().unwrap_or_default();
    let half = &name[..name.len().min(if name.starts_with('$') { 3 } else { 2 })];
    let (range, with) = match damage {
        Damage::Gone => (whole(text, entry), ""),
        Damage::Half | Damage::HalfInBrokenFile => (whole(text, entry), half),
        Damage::HalfBeforeValue => (entry.key.range(), half),
    };
    let (start, end) = (range.start as usize, range.end as usize);
    let in_brackets =
        entry.key.parent().is_some_and(Node::is_flow) && damage != Damage::HalfBeforeValue;
    let behind = text[end..].trim_start_matches([' ']);
    let gap = match in_brackets {
        true if damage != Damage::Gone && !behind.starts_with(['}', ',']) => ", ",
        true => " ",
        false => "",
    };
    let cursor = range.start + u32::try_from(with.len()).expect("a word");
    (
        format!("{}{with}{gap}{}", &text[..start], &text[end..]),
        cursor,
    )
}

/// The entry up to the end of its last line; between brackets with the comma behind it.
fn whole(text: &str, entry: Entry<'_>) -> TextRange {
    let range = entry.range();
    let rest = &text[range.end as usize..];
    let end = if entry.key.parent().is_some_and(Node::is_flow) {
        rest.len() - rest.strip_prefix(',').unwrap_or(rest).len()
    } else if text[..range.end as usize].ends_with('\n') {
        0
    } else {
        rest.find(['\n', '\r']).unwrap_or(rest.len())
    };
    let end = range.end as usize + end;
    let trimmed = text[..end].trim_end_matches(['\n', '\r']).len();
    TextRange::new(range.start, u32::try_from(trimmed).expect("a small file"))
}

/// The keys that the catalogue knows.
fn entries<'t>(document: &'t Document, walk: &Judgement<'t>) -> Vec<Entry<'t>> {
    let mappings = document.tree().nodes();
    let entries = mappings.flat_map(Node::entries);
    let known = |entry: &Entry<'t>| {
        let def = entry
            .key
            .parent()
            .and_then(|mapping| walk.mapping_type(mapping));
        let name = entry.key.text().unwrap_or_default();
        walk.field_of(entry.key).is_some()
            && def.is_some_and(|def| def.field(name).is_some() && !def.read_only.contains(&name))
    };
    entries.filter(known).collect()
}

fn sort(document: &Document, key: Node<'_>) -> String {
    let names: Vec<String> = key
        .path()
        .iter()
        .map(|segment| match segment {
            Segment::Key(name) => name.clone(),
            Segment::Index(_) => "-".to_owned(),
        })
        .collect();
    let kind = document.kind().map_or("", |kind| kind.id().as_str());
    // Names that people choose make no sort of their own.
    let last = names.len().saturating_sub(1);
    let known =
        |(at, name): (usize, &String)| match names.get(at.wrapping_sub(1)).map(String::as_str) {
            Some("inputs" | "outputs" | "jobs" | "search_space" | "services" | "deployments")
                if at < last =>
            {
                "*".to_owned()
            }
            _ => name.clone(),
        };
    let way: Vec<String> = names.iter().enumerate().map(known).collect();
    format!("{kind} {}", way.join("."))
}

/// `text` with a broken line somewhere else, indented like the one below it.
fn broken(text: &str, cursor: u32, random: &mut Random) -> (String, u32) {
    let lines = LineIndex::new(text);
    let own = lines.line_of(cursor);
    let number = random.below(lines.line_count());
    let at = lines
        .line(text, if number == own { own + 1 } else { number })
        .start;
    let below = &text[at as usize..];
    let indent = &below[..below.len() - below.trim_start_matches(' ').len()];
    let line = format!("{indent}{}\n", random.pick::<&str>(&BROKEN));
    let moved = if at <= cursor {
        u32::try_from(line.len()).expect("a short line")
    } else {
        0
    };
    (
        format!("{}{line}{}", &text[..at as usize], below),
        cursor + moved,
    )
}

/// The file once `item` was taken.
fn taken(path: &str, text: &str, range: TextRange, item: &completion::Item) -> Document {
    let written = item
        .insert
        .replace("$0", "x")
        .replace("$1", "x")
        .replace("$2", "x")
        .replace("\\$", "$");
    let (start, end) = (range.start as usize, range.end as usize);
    Document::new(path, format!("{}{written}{}", &text[..start], &text[end..]))
}

fn ask(
    workspace: &Workspace,
    document: &Document,
    entry: Entry<'_>,
    damage: Damage,
    random: &mut Random,
    count: &mut Count,
) {
    let (mut text, mut cursor) = damaged(document, entry, damage);
    if damage == Damage::HalfInBrokenFile {
        (text, cursor) = broken(&text, cursor, random);
    }
    let name = entry.key.text().unwrap_or_default();
    let broken = Document::new(document.path(), text);
    let site = Site::new(&broken, workspace, "", &|_| None);
    let answer = completion::complete(&site, cursor);
    let (range, found) = answer.map_or((TextRange::empty(cursor), Vec::new()), |found| {
        (found.range, found.items)
    });
    let rank = found.iter().position(|item| item.label == name);
    count.asked += 1;
    count.offered += u32::from(rank.is_some());
    count.first += u32::from(rank.is_some_and(|rank| rank < 10));
    let is_right = |item: &completion::Item| {
        let after = taken(document.path(), broken.text(), range, item);
        let key = after
            .tree()
            .node_at(range.start)
            .filter(|node| node.is_key() && node.text() == Some(name));
        (damage == Damage::HalfInBrokenFile || after.tree().errors().is_empty())
            && key.is_some_and(|key| key.path() == entry.key.path())
    };
    let right = rank.and_then(|rank| found.get(rank)).is_some_and(is_right);
    count.right += u32::from(right);
    if !right {
        let line = document.lines().line_of(entry.key.range().start) + 1;
        let offered: Vec<&str> = found
            .iter()
            .map(|item| item.label.as_str())
            .take(8)
            .collect();
        count.misses.push(format!(
            "{}:{line} {} {offered:?}",
            document.path(),
            sort(document, entry.key)
        ));
    }
}

/// Asks for the keys of every file below `folder` in which nothing is wrong.
fn look(folder: &std::path::Path, counts: &mut BTreeMap<Damage, Count>) {
    let workspace = corpus::load(folder);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut random = Random::new(11);
    for document in workspace
        .documents()
        .filter(|document| document.tree().errors().is_empty())
    {
        let walk = schema::judge_document(&workspace, document);
        if !walk.is_accepted() {
            continue;
        }
        for entry in entries(document, &walk) {
            let alike = seen.entry(sort(document, entry.key)).or_default();
            *alike += 1;
            if *alike > ALIKE {
                continue;
            }
            for damage in [
                Damage::Gone,
                Damage::Half,
                Damage::HalfBeforeValue,
                Damage::HalfInBrokenFile,
            ] {
                ask(
                    &workspace,
                    document,
                    entry,
                    damage,
                    &mut random,
                    counts.entry(damage).or_default(),
                );
            }
        }
    }
}

fn check(folders: &[PathBuf], least: f64, in_broken_files: f64) {
    let mut counts = BTreeMap::new();
    folders.iter().for_each(|folder| look(folder, &mut counts));
    for (damage, count) in &counts {
        let [offered, first, right] =
            [count.offered, count.first, count.right].map(|number| count.percent(number));
        println!(
            "{damage:?}: {offered:.2} % of {} offered, {first:.1} % among the first ten, \
                {right:.2} % written right",
            count.asked
        );
        if std::env::var_os("AZML_KEYS_SHOW").is_some() {
            count.misses.iter().for_each(|miss| println!("  {miss}"));
        }
    }
    assert!(
        counts.values().any(|count| count.asked > 50),
        "too few keys to say anything"
    );
    for (damage, count) in &counts {
        let right = count.percent(count.right);
        let least = if *damage == Damage::HalfInBrokenFile {
            in_broken_files
        } else {
            least
        };
        assert!(right >= least, "{damage:?}: {right:.2} %");
    }
}

#[test]
fn every_key_of_our_own_files_is_offered_where_it_stands() {
    let fixtures = ["pipelines", "typing", "tour", "computes", "editor"];
    let folders: Vec<_> = fixtures
        .iter()
        .map(|name| sources::fixtures().join(name))
        .collect();
    check(&folders, 99.5, 99.0);
}

#[test]
fn nearly_every_key_of_the_corpus_is_offered_where_it_stands() {
    if let Some(examples) = sources::examples() {
        check(&[examples], 99.5, 98.0);
    }
}

/// The keys among `items` that are not known, not wanted or no YAML once they are taken.
fn refused(workspace: &Workspace, document: &Document, entry: Entry<'_>) -> (usize, Vec<String>) {
    let (text, cursor) = damaged(document, entry, Damage::Gone);
    let cut = Document::new(document.path(), text);
    let site = Site::new(&cut, workspace, "", &|_| None);
    let Some(found) = completion::complete(&site, cursor) else {
        return (0, Vec::new());
    };
    let mut wrong = Vec::new();
    for item in &found.items {
        let after = taken(document.path(), cut.text(), found.range, item);
        let node = after.tree().node_at(found.range.start);
        // Items of some lists are texts or mappings, and both are offered: packages, and `pip:`.
        let is_item = |node: &Node<'_>| {
            let list = node.parent();
            !node.is_key() && list.is_some_and(|list| list.kind() == NodeKind::Sequence)
        };
        if node.is_some_and(|node| is_item(&node)) && after.tree().errors().is_empty() {
            continue;
        }
        let key = node.filter(|node| node.is_key());
        let walk = schema::judge_document(workspace, &after);
        let at = |problem: &schema::SchemaProblem<'_>| problem.refused && Some(problem.at) == key;
        let is_known = |problem: &schema::SchemaProblem<'_>| {
            matches!(
                problem.fault,
                SchemaFault::MissingKey { .. }
                    | SchemaFault::Null { .. }
                    | SchemaFault::Value { .. }
                    | SchemaFault::Shape { .. }
            )
        };
        if key.is_none()
            || !after.tree().errors().is_empty()
            || walk.problems.iter().any(|p| at(p) && !is_known(p))
        {
            wrong.push(format!("{} at {}", item.label, sort(document, entry.key)));
        }
    }
    (found.items.len(), wrong)
}

/// Writes what is offered at the keys below `folders`, and holds it against the rules.
fn write_what_is_offered(folders: &[PathBuf], least: usize) {
    let (mut offered, mut wrong) = (0, Vec::new());
    for folder in folders {
        let workspace = corpus::load(folder);
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for document in workspace
            .documents()
            .filter(|document| document.tree().errors().is_empty())
        {
            let walk = schema::judge_document(&workspace, document);
            // Without one of these it is open what a mapping is, and only one guess is held against
            // it.
            let decides = |entry: &Entry<'_>| {
                ["$schema", "type", "task", "component", "command", "trial"]
                    .contains(&entry.key.text().unwrap_or_default())
            };
            let accepted = entries(document, &walk).into_iter().filter(|entry| {
                walk.is_accepted() && !decides(entry) && entry.value.anchor().is_none()
            });
            for entry in accepted {
                let place = sort(document, entry.key)
                    .rsplit_once('.')
                    .map(|(place, _)| place.to_owned());
                let alike = seen.entry(place.unwrap_or_default()).or_default();
                *alike += 1;
                if *alike <= 2 {
                    let (count, refused) = refused(&workspace, document, entry);
                    offered += count;
                    wrong.extend(refused);
                }
            }
        }
    }
    println!("{offered} keys taken, {} wrong", wrong.len());
    assert!(offered > least, "{offered}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_offered_is_known_where_it_is_written() {
    let own = ["pipelines", "typing"].map(|name| sources::fixtures().join(name));
    write_what_is_offered(&own, 400);
}

#[test]
fn what_is_offered_in_the_corpus_is_known_where_it_is_written() {
    if let Some(examples) = sources::examples() {
        write_what_is_offered(&[examples], 500);
    }
}

#[test]
fn nothing_panics_wherever_the_cursor_is() {
    let mut random = Random::new(12);
    let workspace = corpus::load(&sources::fixtures().join("typing"));
    let mut offered = 0_usize;
    for document in workspace.documents() {
        let mut cursors = 0..u32::try_from(document.text().len()).expect("a small file");
        while let Some(cursor) = cursors.nth(random.below(5) as usize) {
            if document.text().is_char_boundary(cursor as usize) {
                let (text, cursor) = broken(document.text(), cursor, &mut random);
                let document = Document::new(document.path(), text);
                let site = Site::new(&document, &workspace, "", &|_| None);
                offered += completion::complete(&site, cursor).map_or(0, |found| found.items.len());
            }
        }
    }
    assert!(offered > 1000, "{offered}");
}
