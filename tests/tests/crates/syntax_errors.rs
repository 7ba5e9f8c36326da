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
    ("a: \"b\" and c\n", "and c", "text behind the closing quote"),
    (
        "a: \"C:\\data\"\n",
        "\\d",
        "`\\d` means nothing in double quotes",
    ),
    ("tags: [one, two\n", "[", "this `[` is never closed"),
    (
        "compute: [\nname: x\ntype: command\n",
        "[",
        "this `[` is never closed",
    ),
    ("tags: {team: a\nname: x\n", "{", "this `{` is never closed"),
    ("tags: [one}\n", "}", "`}` closes a `[`"),
    ("tags: [one]]\n", "]", "this `]` closes nothing"),
    ("tags: {a: b c: d}\n", ":", "no `,` or `}` before `:`"),
    ("tags: [,]\n", ",", "nothing stands before this `,`"),
    (
        "jobs:\n  a: 1\n\tb: 2\n",
        "\t",
        "a tab is used for indentation",
    ),
    ("note: compute: gpu\n", ":", "a second `: ` in one value"),
    (
        "compute: gpu\n  size: 2\n",
        "size",
        "`size` is indented under `compute`, which already has a value",
    ),
    (
        "inputs:data\n  type: uri_folder\n",
        "inputs:data",
        "no blank behind the `:` of `inputs:data`",
    ),
    (
        "inputs\n  type: uri_folder\n",
        "inputs",
        "no `:` behind `inputs`",
    ),
    (
        "name: x\ncomp\ntype: command\n",
        "comp",
        "no `:` behind `comp`",
    ),
    (
        "a:\n    b: 1\n  c: 2\n",
        "c",
        "the indentation of `c` fits no line above",
    ),
    (
        "jobs:\n   a:\n    x: 1\n  b:\n    x: 1\n  c:\n    x: 1\n",
        "a",
        "`a` is indented deeper than `b` beside it",
    ),
    (
        "x:\n  y: 1\nz:\n   a: 1\n  b: 1\n",
        "a",
        "`a` is indented deeper than `b` beside it",
    ),
    (
        "x:\n  y: 1\nz:\n   - a: 1\n    b: 1\n    c: 1\n",
        "a",
        "`a` is indented deeper than `b` beside it",
    ),
    (
        "x:\n    a: 1\n    b: 1\n  c: 1\n",
        "c",
        "the indentation of `c` fits no line above",
    ),
    ("- a\nb: 1\n", "b", "`b` is no list item"),
    ("a: 1\n- b\n", "-", "a list item among keys"),
    (
        "a: - b\n",
        "-",
        "a list item cannot start in the middle of a line",
    ),
    (
        "a: *missing\n",
        "*missing",
        "no anchor `&missing` stands above `*missing`",
    ),
    (
        "a: &x *x\n",
        "*x",
        "`*x` follows a value that is already complete",
    ),
    ("a: &\n", "&", "`&` has no name"),
    ("a: !x!y z\n", "!x!y", "`!x!y` is not a tag that YAML knows"),
    (
        "image: {{acr}}/base\n",
        "{{",
        "a value that starts with `{{` is a mapping to YAML, not text",
    ),
    ("image: {{acr\nname: x\n", "{{", "this `{{` is never closed"),
    ("a: @b\n", "@", "plain text cannot start with `@`"),
    ("a: `b`\n", "`", "plain text cannot start with a backtick"),
    (
        "a: b\u{1}c\n",
        "\u{1}",
        "the control character U+0001 is not allowed",
    ),
    ("a: |x\n  b\n", "|x", "`|x` does not start a block of text"),
    ("a: \"b\"#c\n", "#", "no blank before `#`"),
    ("%YAML 1.2\na: b\n", "a", "no `---` behind the directives"),
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
        (":", "a second `: ` in one value"),
        ("c", "no `:` behind `c`"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn nesting_has_a_limit() {
    let text = "[".repeat(300);
    let tree = parse(text.as_str());
    assert_eq!(tree.errors().len(), 1);
    assert_eq!(tree.errors()[0].message, "nesting deeper than 255 levels");
    assert_eq!(tree.errors()[0].range.len(), 1);
}

#[test]
fn points_to_where_it_was_opened() {
    let text = "tags: [one}\n";
    let tree = parse(text);
    let (range, word) = tree.errors()[0].opened.clone().unwrap();
    assert_eq!((range.slice(text), word.as_str()), ("[", "opened here"));
}
