//! What a reader is told about broken YAML: which characters are marked, and in which words.

use azml_rules::syntax::parse;

/// Text, what its one error marks, the headline.
const ONE: &[(&str, &str, &str)] = &[
    ("name: \"cpu-cluster", "\"", "this quote is never closed"),
    (
        "name: 'cpu\ntype: amlcompute\n",
        "'",
        "this quote is never closed",
    ),
    ("a: \"b\nc: \"d\"\n", "\"", "this quote is never closed"),
    (
        "a: \"b\" and c\n",
        "and c",
        "unexpected text after the closing quote",
    ),
    (
        "a: \"C:\\data\"\n",
        "\\d",
        "`\\d` is not a valid escape in double quotes",
    ),
    ("tags: [one, two\n", "[", "this `[` is never closed"),
    (
        "compute: [\nname: x\ntype: command\n",
        "[",
        "this `[` is never closed",
    ),
    ("tags: {team: a\nname: x\n", "{", "this `{` is never closed"),
    ("tags: [one}\n", "}", "`}` can't close `[`"),
    ("tags: [one]]\n", "]", "unmatched `]`"),
    (
        "tags: {a: b c: d}\n",
        ":",
        "`,` or `}` is missing before `:`",
    ),
    ("tags: [,]\n", ",", "a value is missing before this `,`"),
    (
        "jobs:\n  a: 1\n\tb: 2\n",
        "\t",
        "a tab is used for indentation",
    ),
    (
        "note: compute: gpu\n",
        ":",
        "an unquoted value can't contain `: `",
    ),
    (
        "compute: gpu\n  size: 2\n",
        "size",
        "`size` is indented under `compute`, which already has a value",
    ),
    (
        "inputs:data\n  type: uri_folder\n",
        "inputs:data",
        "a space is missing after the `:` of `inputs:data`",
    ),
    (
        "inputs\n  type: uri_folder\n",
        "inputs",
        "`:` is missing after `inputs`",
    ),
    (
        "name: x\ncomp\ntype: command\n",
        "comp",
        "`:` is missing after `comp`",
    ),
    (
        "a:\n    b: 1\n  c: 2\n",
        "c",
        "the indentation of `c` doesn't match any line above",
    ),
    // The item could not move left by as much as its key is off.
    (
        "a:\n  b: 1\nlist:\n -  - x: 1\n  - y: 2\n",
        "y",
        "the indentation of `y` doesn't match any line above",
    ),
    (
        "jobs:\n   a:\n    x: 1\n  b:\n    x: 1\n  c:\n    x: 1\n",
        "a",
        "`a` is indented more than `b`",
    ),
    (
        "x:\n  y: 1\nz:\n   a: 1\n  b: 1\n",
        "a",
        "`a` is indented more than `b`",
    ),
    (
        "x:\n  y: 1\nz:\n   - a: 1\n    b: 1\n    c: 1\n",
        "a",
        "`a` is indented more than `b`",
    ),
    (
        "x:\n    a: 1\n    b: 1\n  c: 1\n",
        "c",
        "the indentation of `c` doesn't match any line above",
    ),
    ("- a\nb: 1\n", "b", "`b` is not a list item"),
    ("a: 1\n- b\n", "-", "a list item can't stand between keys"),
    (
        "a: - b\n",
        "-",
        "a list item can't start in the middle of a line",
    ),
    (
        "a: *missing\n",
        "*missing",
        "anchor `&missing` is not defined before `*missing`",
    ),
    ("a: &x *x\n", "*x", "unexpected `*x` after a complete value"),
    ("a: &\n", "&", "a name is missing after `&`"),
    ("a: !x!y z\n", "!x!y", "`!x!y` is not a valid YAML tag"),
    (
        "image: {{acr}}/base\n",
        "{{",
        "YAML reads a value that starts with `{{` as a mapping, not a string",
    ),
    ("image: {{acr\nname: x\n", "{{", "this `{{` is never closed"),
    ("a: @b\n", "@", "an unquoted value can't start with `@`"),
    (
        "a: `b`\n",
        "`",
        "an unquoted value can't start with a backtick",
    ),
    (
        "a: b\u{1}c\n",
        "\u{1}",
        "the character U+0001 is not allowed",
    ),
    (
        "a: |x\n  b\n",
        "|x",
        "`|x` is not a valid start of a multiline string",
    ),
    ("a: \"b\"#c\n", "#", "a space is missing before `#`"),
    (
        "%YAML 1.2\na: b\n",
        "a",
        "`---` is missing after the directives",
    ),
];

#[test]
fn says_what_is_wrong_and_where() {
    for (text, marked, message) in ONE {
        let tree = parse(*text);
        let found: Vec<_> = tree
            .errors()
            .iter()
            .map(|error| (error.range.slice(text), error.message.as_str()))
            .collect();
        assert_eq!(found, [(*marked, *message)], "{text:?}");
        assert!(
            tree.errors()[0]
                .help
                .as_ref()
                .is_some_and(|help| !help.ends_with('.')),
            "{text:?}"
        );
    }
}

/// What YAML takes and the client does not.
#[test]
fn tabs_are_for_quotes_comments_and_blocks_of_text() {
    let stray = [
        ("a:\tb\n", "\t"),
        ("a: b\t\n", "\t"),
        ("a: b\tc\n", "\t"),
        ("- \t\ta: b\n", "\t\t"),
        ("a: [b,\tc,\td]\n", "\t"),
        ("a: |\t\n  x\n", "\t"),
        ("a: é\t# x\r\n", "\t"),
    ];
    for (text, marked) in stray {
        let tree = parse(text);
        let found: Vec<_> = tree
            .stray_tabs()
            .iter()
            .map(|error| error.range.slice(text))
            .collect();
        assert_eq!(found, [marked], "{text:?}");
    }
    for text in [
        "a: 'b\tc' # \t\n",
        "a: \"\tb\"\n",
        "a: |\n  b\tc\t\n  \t\nd: e\n",
        "a: >\r\n  b\t\r\n",
        "a: [\n",
    ] {
        assert_eq!(parse(text).stray_tabs(), [], "{text:?}");
    }
}

/// Several mistakes are several errors, each on its own line, and none of them twice.
#[test]
fn reports_each_mistake_once() {
    let text = "\
name: \"one
jobs:
  a:
    compute: [
    code: ./src
  b:
    note: x: y
    code: ./src
  c
  d:
    type: command
";
    let tree = parse(text);
    let found: Vec<_> = tree
        .errors()
        .iter()
        .map(|error| (error.range.slice(text), error.message.as_str()))
        .collect();
    let expected = [
        ("\"", "this quote is never closed"),
        ("[", "this `[` is never closed"),
        (":", "an unquoted value can't contain `: `"),
        ("c", "`:` is missing after `c`"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn nesting_has_a_limit() {
    let text = "[".repeat(300);
    let tree = parse(text.as_str());
    assert_eq!(tree.errors().len(), 1);
    assert_eq!(
        tree.errors()[0].message,
        "more than 255 levels of nesting are not supported"
    );
    assert_eq!(tree.errors()[0].range.len(), 1);
}

#[test]
fn points_to_where_it_was_opened() {
    let text = "tags: [one}\n";
    let tree = parse(text);
    let (range, word) = tree.errors()[0].opened.clone().unwrap();
    assert_eq!((range.slice(text), word.as_str()), ("[", "opened here"));
}
