//! Commands are read as the shell reads them: random ones, held against a real bash, and random
//! YAML around them.
#![allow(clippy::print_stdout)] // What is skipped.

use std::process::Command as Process;

use azml_rules::script::Command;
use azml_rules::shell::{Part, UnclosedKind};
use azml_rules::syntax::parse;
use azml_tests::random::Random;

const ROUNDS: u64 = 400;

/// Pieces of commands that mean the same to the lexer and to bash in every order.
const PIECES: &[&str] = &[
    " ", " ", " ", "  ", "\t", "a", "bc", "-x", "--long", "=", "0.1", "'", "\"", "\\", "\\\n", "#",
    "'x y'", "\"x y\"", " #c", "$", " && w ", "; w ", "\nw ", "\n\n w", "é", ":", ",", "]", "}",
    "{}", "%", "@", "^", "+", "/", ".", "\\'", "\\\"", "!",
];

/// Pieces that only have to do no harm.
const WILD: &[&str] = &[
    "${{inputs.x}}",
    "${{",
    "}}",
    "$[[",
    "]]",
    "$[[--x ${{inputs.x}}]]",
    "{inputs.x}",
    "$(",
    ")",
    "`",
    "${A:-",
    "$'",
    "<<E",
    "\nE\n",
    "<<-E",
    "<",
    ">",
    "2>&1",
    "|",
    "&",
    ";;",
    "(",
    "{",
    "if ",
    "*",
    "[",
    "~",
    "<(",
    "$((",
    "case ",
    "\r",
    "\u{2028}",
    "日本",
];

fn random_text(random: &mut Random, pieces: &[&str], limit: u32) -> String {
    let count = random.below(limit);
    (0..count).map(|_| random.word(pieces)).collect()
}

/// What bash makes of `text`, in which the program `w` tells its words: their number and each;
/// `None` where it refuses it.
fn bash(text: &str) -> Option<Vec<String>> {
    let script = format!("w() {{ printf '%s\\0' \"$#\" \"$@\"; }}\n{text}");
    let mut process = Process::new("bash");
    process.args(["--norc", "--noprofile", "-c", &script]);
    process
        .env("LC_ALL", "C.UTF-8")
        .stdin(std::process::Stdio::null());
    let output = process.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let words = text.split_terminator('\0').map(str::to_owned).collect();
    output.status.success().then_some(words)
}

/// What the lexer makes of the same; `None` where it is not certain of it.
fn read(command: &Command<'_>) -> Option<Vec<String>> {
    if command.unclosed.is_some() || command.is_compound {
        return None;
    }
    let mut told = Vec::new();
    for simple in &command.simple {
        let words = simple.words.iter().map(|word| word.literal());
        let words = words.collect::<Option<Vec<&str>>>()?;
        let (name, arguments) = words.split_first()?;
        if *name != "w" || !simple.redirects.is_empty() {
            return None;
        }
        told.push(arguments.len().to_string());
        told.extend(arguments.iter().map(|&word| word.to_owned()));
    }
    Some(told)
}

#[test]
fn bash_reads_the_same_words() {
    if bash("w").is_none_or(|words| words != ["0"]) {
        println!("commands::bash_reads_the_same_words: skipped, there is no bash here");
        return;
    }
    let (mut same, mut open) = (0, 0);
    for seed in 1..=ROUNDS {
        let text = format!("w {}", random_text(&mut Random::new(seed), PIECES, 14));
        let tree = parse(format!("{text:?}"));
        let root = tree.root().expect("a scalar");
        assert_eq!(
            root.text(),
            Some(text.as_str()),
            "the test writes the text as YAML"
        );
        let command = Command::read(root).expect("a scalar is a command");
        if let Some(open_at) = &command.unclosed {
            let is_quote = open_at.kind != UnclosedKind::Substitution;
            assert!(!is_quote || bash(&text).is_none(), "bash takes {text:?}");
            open += 1;
        } else if let Some(words) = read(&command) {
            assert_eq!(Some(words), bash(&text), "{text:?}");
            same += 1;
        }
    }
    assert!(same > 100 && open > 50, "{same} read the same, {open} open");
}

/// A YAML file with `text` as a scalar, in any style.
fn document(random: &mut Random, text: &str) -> String {
    let indented = |indent: &str| text.replace('\n', &format!("\n{indent}"));
    match random.below(6) {
        0 => format!("command: >-\n  {}\n", indented("  ")),
        1 => format!(
            "a:\n  command: >\n    x\n      {}\n\n    y\n",
            indented("     ")
        ),
        2 => format!(
            "command: |\r\n  {}\r\n",
            indented("  ").replace('\n', "\r\n")
        ),
        3 => format!("command: {}\n", indented("  ")),
        4 => format!("command: {text:?}\n"),
        _ => format!("{{command: '{}'}}\n", indented(" ").replace('\'', "''")),
    }
}

#[test]
fn every_word_has_its_place() {
    let pieces = [PIECES, WILD].concat();
    let mut exact = 0;
    for seed in 1..=ROUNDS * 5 {
        let mut random = Random::new(seed);
        let text = random_text(&mut random, &pieces, 24);
        let yaml = document(&mut random, &text);
        let tree = parse(yaml.as_str());
        for node in tree.nodes() {
            let Some(command) = Command::read(node) else {
                continue;
            };
            exact += check_places(&yaml, &command);
        }
    }
    assert!(exact > 1000, "{exact} words stand in the file as they are");
}

/// Holds the places of the words of `command`; returns how many stand in the file as they are.
fn check_places(yaml: &str, command: &Command<'_>) -> u32 {
    let text = command.text.text;
    let (mut end, mut exact) = (0, 0);
    for simple in &command.simple {
        assert!(
            !simple.words.is_empty() || !simple.redirects.is_empty(),
            "{yaml:?}"
        );
        for word in &simple.words {
            let range = word.range.clone();
            assert!(
                end <= range.start && range.start <= range.end,
                "{yaml:?}: {word:?}"
            );
            let written = text
                .get(range.clone())
                .expect("a word is a part of the text");
            end = range.end;
            let place = command.range(&range);
            assert!(
                command.text.node.range().touches(place.start),
                "{yaml:?}: {word:?}"
            );
            let in_file = place.slice(yaml);
            let is_plain = !word.is_quoted && !word.is_unknown();
            for index in word.expressions() {
                assert!(command.text.scan.expressions.get(index).is_some());
            }
            if let ([Part::Literal(literal)], true) = (word.parts.as_slice(), is_plain) {
                assert_eq!(literal, &written.replace("\\\n", ""), "{yaml:?}");
                exact += u32::from(in_file == literal);
            }
        }
    }
    exact
}

/// Text that opens something again and again takes no longer than other text: a test that takes
/// its square would not end.
#[test]
fn hostile_commands_are_read_in_one_go() {
    for piece in [
        "$(",
        "`",
        "${",
        "\"",
        "'",
        "\\",
        "(",
        "[",
        "{",
        "<<E\n",
        "$[[",
        "]]",
        "${{",
        "{inputs.x}",
        "$'",
        "<(",
        "\"$(",
        "#",
        "a<<b ",
    ] {
        let text = piece.repeat(10_000);
        let tree = parse(format!("{text:?}"));
        let node = tree.root().expect("a scalar");
        assert!(Command::read(node).is_some(), "{piece}");
    }
}
