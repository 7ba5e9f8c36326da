//! What holds for the outline, folds, selections, links and cards of every text: sound, cut off or
//! hostile.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_ide::navigation::symbols::Symbol;
use azml_ide::navigation::{folding, links, selection, symbols};
use azml_ide::{Site, hover};
use azml_rules::document::Document;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;
use azml_tests::random::Random;
use azml_tests::sources::{fixtures, sources, yaml_files};

/// Looks at `text` in every way, at some of its offsets.
fn look(random: &mut Random, text: String) {
    let document = Document::new("file.yml", text);
    let (workspace, text_of) = (Workspace::default(), |_: &str| None);
    let site = Site::new(&document, &workspace, "", &text_of);
    let text = document.text();
    for symbol in symbols::symbols(&site) {
        check_symbol(&symbol, text);
    }
    let last = document.lines().line_count();
    let folds = folding::folds(&site);
    assert!(
        folds
            .iter()
            .all(|fold| fold.first < fold.last && fold.last < last),
        "{folds:?} in {text:?}"
    );
    assert!(
        folds.windows(2).all(|pair| pair[0].first < pair[1].first),
        "{folds:?} in {text:?}"
    );
    for link in links::links(&site) {
        sound(link.range, text);
    }
    for _ in 0..20 {
        let offset = random.below(length(text) + 1);
        if text.is_char_boundary(offset as usize) {
            at(&site, offset);
        }
    }
}

fn at(site: &Site<'_>, offset: u32) {
    let text = site.document.text();
    let grown = selection::selection(site.document, offset);
    for range in &grown {
        sound(*range, text);
        assert!(
            range.touches(offset),
            "{range:?} is not at {offset} of {text:?}"
        );
    }
    let grows = |pair: &[TextRange]| pair[1].contains_range(pair[0]) && pair[0] != pair[1];
    assert!(grown.windows(2).all(grows), "{grown:?} in {text:?}");
    if let Some(card) = hover::hover(site, offset) {
        sound(card.range, text);
        assert!(
            card.range.touches(offset) && !card.text.is_empty(),
            "{card:?} in {text:?}"
        );
    }
}

fn check_symbol(symbol: &Symbol, text: &str) {
    sound(symbol.range, text);
    sound(symbol.selection, text);
    assert!(
        symbol.range.contains_range(symbol.selection),
        "{symbol:?} in {text:?}"
    );
    assert!(
        !symbol.name.is_empty() && !symbol.name.contains('\n'),
        "{symbol:?} in {text:?}"
    );
    for child in &symbol.children {
        assert!(
            symbol.range.contains_range(child.range),
            "{child:?} outside {symbol:?} of {text:?}"
        );
        check_symbol(child, text);
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap()
}

fn sound(range: TextRange, text: &str) {
    assert!(
        text.get(std::ops::Range::from(range)).is_some(),
        "{range:?} does not fit {text:?}"
    );
}

#[test]
fn every_text_has_a_sound_outline() {
    let mut random = Random::new(7);
    let own = yaml_files(&fixtures())
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(path).ok());
    for text in own.chain(sources(40).into_iter().map(|(_, text)| text)) {
        for _ in 0..3 {
            let cut = random.below(length(&text) + 1) as usize;
            look(&mut random, text.chars().take(cut).collect());
        }
        look(&mut random, text.replace('\n', "\r\n"));
        look(&mut random, format!("{text}---\n{text}"));
        look(
            &mut random,
            format!("# größe 😀\n{}", text.replace('e', "é")),
        );
        look(&mut random, text);
    }
}

#[test]
fn odd_texts_have_an_outline_too() {
    let mut random = Random::new(8);
    let head = "type: amlcompute\nname: c\n";
    for tail in [
        "? a\n: b\n",
        "a: &a [*a, {b: *a}]\n",
        "a: |\n\n\n",
        "a: >+\n  x\n\n\n# end",
        "tags: {a: [1,\n  2], b: {c:\n d}}\n",
        "tags:\n- - - a\n    - b\n",
        "'': 1\n\"\": 2\n : 3\n",
        "a: !x |\n  t\n...\n---\n--- x\n",
        "<<: {a: 1}\n<<: [*x, *y]\n",
        "\ta: 1\n\t- b\n",
        "a: \"${{ x }\n",
        "\u{feff}a: \u{2028}b\u{85}c\n",
        "#\n#\n#",
    ] {
        look(&mut random, format!("{head}{tail}"));
        look(&mut random, tail.to_owned());
    }
}
