//! What holds for every tree, of whatever text: sound, broken or hostile.
#![allow(clippy::unwrap_used)] // Helpers of tests.
#![allow(clippy::print_stdout)] // The figures say how much was tried.

use azml_rules::syntax::{Node, Tree, parse, parse_edited};
use azml_rules::text::TextRange;
use azml_tests::random::Random;
use azml_tests::sources::{fixtures, sources, yaml_files};

fn check(tree: &Tree) {
    let text = tree.text();
    let whole = TextRange::new(0, u32::try_from(text.len()).unwrap());
    let sound = |range: TextRange| {
        assert!(whole.contains_range(range), "{range:?} outside {text:?}");
        assert!(
            text.get(std::ops::Range::from(range)).is_some(),
            "{range:?} splits a character of {text:?}"
        );
    };
    let mut start = 0;
    for node in tree.nodes() {
        sound(node.range());
        assert!(
            node.range().start >= start,
            "{node:?} is not in the order of {text:?}"
        );
        start = node.range().start;
        check_children(node);
    }
    for error in tree.errors() {
        sound(error.range);
        assert!(
            text.is_empty() || !error.range.is_empty(),
            "{error:?} marks nothing in {text:?}"
        );
        assert!(
            !error.message.contains('\n') && !error.message.ends_with('.'),
            "{error:?}"
        );
        error.opened.iter().for_each(|(range, _)| sound(*range));
    }
    assert!(
        tree.errors().is_sorted_by_key(|error| error.range),
        "{:?}",
        tree.errors()
    );
    for pair in tree.comments().windows(2) {
        assert!(pair[0].end <= pair[1].start, "{pair:?} in {text:?}");
    }
    for comment in tree.comments() {
        sound(*comment);
        assert!(
            comment.slice(text).starts_with('#'),
            "{comment:?} in {text:?}"
        );
    }
    for (first, second) in tree.duplicate_keys() {
        assert_eq!(first.text(), second.text());
    }
}

fn check_children(node: Node<'_>) {
    let text = node.tree().text();
    let mut end = node.range().start;
    for child in node.children() {
        assert_eq!(child.parent(), Some(node));
        assert!(child.id() > node.id());
        assert!(
            node.range().contains_range(child.range()),
            "{child:?} outside {node:?} of {text:?}"
        );
        assert!(
            child.range().start >= end,
            "{child:?} overlaps its neighbour in {text:?}"
        );
        end = child.range().end;
        if let Some(dash) = child.item_dash() {
            assert_eq!(dash.slice(text), "-");
        }
    }
    assert_eq!(
        node.entries().count() * 2,
        if node.entries().count() == 0 {
            0
        } else {
            node.children().count()
        }
    );
}

/// The definition that the fast search stands for.
fn naive_node_at(tree: &Tree, offset: u32) -> Option<Node<'_>> {
    let mut found = tree
        .documents()
        .filter(|root| root.range().touches(offset))
        .last()?;
    while let Some(deeper) = found
        .children()
        .filter(|child| child.range().touches(offset))
        .last()
    {
        found = deeper;
    }
    Some(found)
}

fn seeds() -> Vec<String> {
    let mut texts: Vec<String> = sources(12).into_iter().map(|(_, text)| text).collect();
    let own = yaml_files(&fixtures())
        .into_iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    texts.extend(own);
    let cases = parse(std::fs::read_to_string(fixtures().join("yaml/cases.yaml")).unwrap());
    let yaml = cases
        .nodes()
        .filter(|node| node.is_key() && node.text() == Some("yaml"));
    texts.extend(yaml.filter_map(|key| key.value_of_key()?.text().map(str::to_owned)));
    texts
}

const BITS: [&str; 40] = [
    " ",
    "  ",
    "\n",
    "\r",
    "\r\n",
    "\t",
    ":",
    ": ",
    "- ",
    "-",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "#",
    " #",
    "|",
    ">",
    "&a",
    "*a",
    "!t",
    "? ",
    "---\n",
    "...\n",
    "%",
    "@",
    "`",
    "${{",
    "}}",
    "{{",
    "é",
    "😀",
    "\u{feff}",
    "\0",
    "\\",
    "key: value\n",
    "\u{2028}",
];

fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(4) {
        let mut at = random.below(u32::try_from(text.len()).unwrap() + 1) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + random.below(6) as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match random.below(5) {
            0 => text.truncate(at),
            1 => text.replace_range(at..end, ""),
            2 => text.replace_range(at..end, random.pick::<&str>(&BITS)),
            _ => text.insert_str(at, random.pick::<&str>(&BITS)),
        }
    }
    text
}

#[test]
fn sound_files_give_sound_trees() {
    for text in seeds() {
        check(&parse(text));
    }
}

#[test]
fn mutated_files_give_sound_trees() {
    let mut random = Random::new(11);
    let seeds = seeds();
    // Set for a longer hunt.
    let rounds = std::env::var("AZML_ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(5_000);
    let mut broken = 0;
    for _ in 0..rounds {
        let text = mutated(random.pick::<String>(&seeds), &mut random);
        let tree = parse(text.as_str());
        check(&tree);
        if !tree.errors().is_empty() {
            broken += 1;
            let line = random.below(u32::try_from(text.lines().count()).unwrap());
            check(&parse_edited(text.as_str(), &[line, line + 1]));
        }
    }
    println!("{rounds} mutated texts, {broken} of them broken");
}

#[test]
fn node_at_finds_the_deepest_node() {
    let mut random = Random::new(3);
    let seeds = seeds();
    for _ in 0..200 {
        let text = mutated(random.pick::<String>(&seeds), &mut random);
        let tree = parse(text.as_str());
        for offset in (0..u32::try_from(text.len()).unwrap() + 2).step_by(7) {
            assert_eq!(
                tree.node_at(offset),
                naive_node_at(&tree, offset),
                "{offset} in {text:?}"
            );
        }
    }
}
