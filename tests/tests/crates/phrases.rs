//! Phrases that were mended once do not come back.

use azml_tests::sources::fixtures;
use azml_tests::texts::texts;

/// What a text may not hold, and what to write.
fn phrases(list: &str) -> Vec<(&str, &str)> {
    list.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" => ").expect("a phrase => what to write"))
        .collect()
}

/// Whether `text` holds `phrase` as whole words.
fn holds(text: &str, phrase: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(phrase).any(|(at, _)| {
        !is_word(text[..at].chars().next_back())
            && !is_word(text[at + phrase.len()..].chars().next())
    })
}

#[test]
fn mended_phrases_do_not_come_back() {
    let list = std::fs::read_to_string(fixtures().join("phrases.txt")).expect("the list is there");
    let phrases = phrases(&list);
    let mut found = Vec::new();
    for text in texts() {
        let plain = text.text.to_lowercase();
        for (phrase, better) in phrases.iter().filter(|(phrase, _)| holds(&plain, phrase)) {
            let (path, line) = (&text.path, text.line);
            found.push(format!(
                "{path}:{line}: \"{phrase}\": {better}\n    {}",
                text.text
            ));
        }
    }
    assert!(
        found.is_empty(),
        "{} texts\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn texts_of_every_sort_are_read() {
    let texts = texts();
    let has = |path: &str, part: &str| {
        texts
            .iter()
            .any(|text| text.path == path && text.text.contains(part))
    };
    assert!(has(
        "rules/src/checks/cost/cluster_min_nodes.rs",
        "`min_instances`"
    ));
    assert!(has(
        "rules/data/schema/values.yaml",
        "the smallest value of the metric wins"
    ));
    assert!(has("README.md", "language server"));
    assert!(has("rules/guide/costs.md", "never counted as 0"));
    assert!(has("server/src/cli/args.rs", "Explain a rule"));
}

#[test]
fn a_phrase_counts_as_whole_words_only() {
    assert!(holds("it runs for ever.", "for ever"));
    assert!(!holds("for everyone", "for ever"));
    assert!(!holds("before_in place", "in placed"));
}
