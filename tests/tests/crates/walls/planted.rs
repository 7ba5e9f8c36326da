//! Each wall finds what breaks it in a small tree, and nothing in the tree as it was.

use super::breaks::Break;
use super::ratchet::{Compare, verdict};
use super::tree::Tree;
use super::{WALLS, wall};

const CONTRIBUTING: &str = "\
### `rules/src/`, from the ground up

| module | what |
|---|---|
| `text/` `path` | texts; paths |
| `query/` | caches |
| `checks/` | the rules |

### `server/src/`, from the ground up

| module | what |
|---|---|
| `times` `files` | durations; files |
| `lsp/` | the protocol |

### `server/ide/src/`, from the ground up

| module | what |
|---|---|
| `site` | the input |
";

/// Paths and texts.
type Files = &'static [(&'static str, &'static str)];

/// A tree without a break.
const GOOD: Files = &[
    (
        "rules/src/lib.rs",
        "//! Crate.\nmod checks; mod path; mod query; pub mod text;\npub use checks::run;\n",
    ),
    (
        "rules/src/text/mod.rs",
        "//! Texts: `range` has places, `index` finds lines.\n\nmod index;\nmod range;\n\
         #[cfg(test)]\nmod tests;\n\npub use self::index::Index;\npub(crate) use self::range::*;\n",
    ),
    (
        "rules/src/text/range.rs",
        "/// A range.\npub struct Range;\n",
    ),
    (
        "rules/src/text/index.rs",
        "/// Lines, as [`crate::checks`] asks for them.\npub struct Index(super::range::Range);\n",
    ),
    (
        "rules/src/text/tests.rs",
        "/// What somebody told.\nstruct Index;\nuse crate::checks::run;\n",
    ),
    (
        "rules/src/path.rs",
        "use crate::text::{Index, Range as Place};\npub(in crate::checks) fn of(_: Index, _: Place) {}\n\
         #[cfg(all(test, unix))]\nmod tests {\n    use crate::checks::run;\n    struct Index;\n}\n",
    ),
    (
        "rules/src/query/mod.rs",
        "use std::sync::Mutex;\nstatic MEMO: Mutex<u8> = Mutex::new(0);\n",
    ),
    (
        "rules/src/checks/mod.rs",
        "macro_rules! rules { ($($group:ident { $rule:ident })*) => {} }\n\
         rules! { cost { too_dear } }\npub fn run() { crate::path::of; }\n",
    ),
    (
        "rules/src/checks/cost/too_dear.rs",
        "declare_rule! {\n    /// What users read, told as \"elsewhere\".\n    \"too-dear\", Cost,\n}\n",
    ),
    ("server/src/lib.rs", "mod files; mod lsp; mod times;\n"),
    ("server/src/main.rs", "fn main() {}\n"),
    (
        "server/src/times.rs",
        "use std::time::Duration;\npub const POLL: Duration = Duration::from_secs(1);\n",
    ),
    (
        "server/src/files.rs",
        "/// Reads a file.\npub fn read() { azml_rules::run(); }\n",
    ),
    (
        "server/src/lsp/mod.rs",
        "use tower_lsp::LspService;\nuse crate::files;\nfn serve() { files::read(); }\n",
    ),
];

/// The good tree with these files in place of those, or beside them.
fn planted(files: &[(&str, &str)]) -> Tree {
    let same = GOOD
        .iter()
        .filter(|(path, _)| !files.iter().any(|(it, _)| it == path));
    let all = same.chain(files);
    let all = all.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Tree::new(
        all.collect(),
        CONTRIBUTING.to_owned(),
        vec!["too-dear".to_owned()],
    )
}

/// The breaks of one wall, as `key = weight`.
fn breaks(wall_name: &str, tree: &Tree) -> Vec<String> {
    let found = (wall(wall_name).find)(tree);
    found
        .iter()
        .map(|it| format!("{} = {}", it.key, it.weight))
        .collect()
}

/// Each break: the wall, the planted files, and what the wall finds.
const BREAKS: &[(&str, Files, &[&str])] = &[
    // Order: an import from below, written in five ways.
    (
        "order",
        &[("rules/src/text/range.rs", "use crate::checks::run;")],
        &["rules text imports checks = 1"],
    ),
    (
        "order",
        &[(
            "rules/src/text/range.rs",
            "fn a() { crate::checks::run(); }",
        )],
        &["rules text imports checks = 1"],
    ),
    (
        "order",
        &[(
            "rules/src/text/range.rs",
            "fn a() { vec![super::super::checks::run()]; }",
        )],
        &["rules text imports checks = 1"],
    ),
    (
        "order",
        &[(
            "rules/src/text/range.rs",
            "use crate::{checks::{self, run as go}};",
        )],
        &["rules text imports checks = 1"],
    ),
    (
        "order",
        &[(
            "rules/src/text/range.rs",
            "mod inner { use crate::checks; fn a() { checks::run(); } }",
        )],
        &["rules text imports checks = 1"],
    ),
    // Through the façade.
    (
        "order",
        &[("rules/src/text/range.rs", "use crate::run;")],
        &["rules text imports checks = 1"],
    ),
    // In one row, from the right.
    (
        "order",
        &[("rules/src/text/range.rs", "use crate::path::of;")],
        &["rules text imports path = 1"],
    ),
    (
        "order",
        &[("server/src/files.rs", "use super::lsp::serve;")],
        &["server files imports lsp = 1"],
    ),
    // A module that the table does not have.
    ("order", &[("rules/src/extra.rs", "")], &["rules extra = 1"]),
    // Circles: of two, through a re-export, through `*`, and with the parent.
    (
        "circles",
        &[(
            "rules/src/text/range.rs",
            "use super::index::Index; pub struct Range;",
        )],
        &["index range = 1"],
    ),
    (
        "circles",
        &[(
            "rules/src/text/range.rs",
            "use crate::text::Index; pub struct Range;",
        )],
        &["index range = 1"],
    ),
    (
        "circles",
        &[
            (
                "rules/src/text/range.rs",
                "fn a() { super::Index::new(); } pub struct Range;",
            ),
            (
                "rules/src/text/index.rs",
                "use super::*; pub struct Index; fn b() { super::Range::new(); }",
            ),
        ],
        &["index range = 1"],
    ),
    (
        "circles",
        &[
            (
                "rules/src/text/mod.rs",
                "mod index; mod range; pub fn up() { range::down(); }",
            ),
            ("rules/src/text/range.rs", "pub fn down() { super::up(); }"),
            ("rules/src/text/index.rs", ""),
        ],
        &["range text = 1"],
    ),
    // Rooms: in a `use`, a path, an attribute, and a macro.
    (
        "rooms",
        &[("server/src/files.rs", "use tower_lsp::Client;")],
        &["tower_lsp in files = 1"],
    ),
    (
        "rooms",
        &[(
            "rules/src/path.rs",
            "fn a() -> ropey::Rope { ropey::Rope::new() }",
        )],
        &["ropey in path = 2"],
    ),
    (
        "rooms",
        &[(
            "server/src/files.rs",
            "#[tokio::main]\nfn a() { tokio::select! {} }",
        )],
        &["tokio in files = 2"],
    ),
    (
        "rooms",
        &[(
            "server/src/files.rs",
            "fn a() { vec![miette::Report::msg()]; }",
        )],
        &["miette in files = 1"],
    ),
    (
        "rooms",
        &[("server/src/lsp/state.rs", "use ruff_text_size::TextRange;")],
        &["ruff_text_size in state = 1"],
    ),
    // Types.
    (
        "types",
        &[("rules/src/path.rs", "enum Range {}")],
        &["Range = 1"],
    ),
    (
        "types",
        &[(
            "rules/src/path.rs",
            "trait Range {} mod inner { type Range = u8; }",
        )],
        &["Range = 2"],
    ),
    (
        "types",
        &[("rules/src/path.rs", "fn a() { struct Index; }")],
        &["Index = 1"],
    ),
    // Module docs.
    (
        "module-docs",
        &[(
            "rules/src/text/mod.rs",
            "//! `index`, but not the range.\nmod index;\nmod range;",
        )],
        &["text/range = 1"],
    ),
    // Rules by their names.
    (
        "rule-names",
        &[("rules/src/path.rs", "const A: &str = \"too-dear\";")],
        &["too-dear = 1"],
    ),
    (
        "rule-names",
        &[(
            "server/src/files.rs",
            "fn a() { matches!(b, \"too-dear\"); }",
        )],
        &["too-dear = 1"],
    ),
    // Statics.
    (
        "statics",
        &[(
            "rules/src/path.rs",
            "static A: std::sync::LazyLock<Vec<u8>> = b();",
        )],
        &["A = 1"],
    ),
    (
        "statics",
        &[(
            "rules/src/path.rs",
            "fn a() { static B: OnceLock<u8> = OnceLock::new(); }",
        )],
        &["B = 1"],
    ),
    (
        "statics",
        &[(
            "server/src/files.rs",
            "thread_local! { static C: Cell<u8> = const { Cell::new(0) }; }",
        )],
        &["C = 1"],
    ),
    (
        "statics",
        &[(
            "server/src/files.rs",
            "static D: AtomicU64 = AtomicU64::new(0); static E: u8 = 1;",
        )],
        &["D = 1"],
    ),
    // Durations.
    (
        "times",
        &[(
            "server/src/files.rs",
            "const WAIT: Duration = Duration::from_millis(5);",
        )],
        &["WAIT = 1"],
    ),
    (
        "times",
        &[(
            "server/src/files.rs",
            "fn nap() { sleep(std::time::Duration::new(1, 0)); }",
        )],
        &["nap = 1"],
    ),
    // Words in comments: of documentation, over the end of a line, and not in code.
    (
        "comments",
        &[(
            "rules/src/path.rs",
            "/// Told by `kept` files.\nfn a() {} // Nobody knows.",
        )],
        &["nobody rules/path = 1", "told rules/path = 1"],
    ),
    (
        "comments",
        &[("rules/src/path.rs", "//! There are so\n//! many of them.")],
        &["so-many rules/path = 1"],
    ),
    // Documentation that begins with a clause.
    (
        "openings",
        &[(
            "rules/src/path.rs",
            "/// Whether it is one.\nfn a() {}\n// What is no documentation.\n",
        )],
        &["whether rules/path = 1"],
    ),
    // Names: of functions, fields, variants, parameters, variables, and clauses.
    (
        "names",
        &[(
            "rules/src/path.rs",
            "fn stands() {} struct A { kept_tree: u8 } enum B { OfOurs }",
        )],
        &[
            "kept rules/path = 1",
            "of-ours rules/path = 1",
            "stands rules/path = 1",
        ],
    ),
    (
        "names",
        &[("rules/src/path.rs", "fn a(told: u8) { let who_asked = 1; }")],
        &[
            "asked rules/path = 1",
            "told rules/path = 1",
            "who- rules/path = 1",
        ],
    ),
    // Names that were replaced: of a file and a constant.
    (
        "retired",
        &[("server/src/lsp/pause.rs", "const MANNERS: u8 = 1;")],
        &["MANNERS = 1", "pause = 1"],
    ),
];

#[test]
fn every_planted_break_is_found() {
    for (wall, files, expected) in BREAKS {
        assert_eq!(
            breaks(wall, &planted(files)),
            *expected,
            "{wall}: {files:?}"
        );
    }
}

#[test]
fn a_good_tree_has_no_break() {
    let tree = planted(&[]);
    for wall in WALLS {
        assert_eq!(
            breaks(wall.name, &tree),
            Vec::<String>::new(),
            "{}",
            wall.name
        );
    }
}

#[test]
fn every_wall_has_a_planted_break() {
    let measured = ["files", "folders", "functions"];
    for wall in WALLS {
        let is_planted = BREAKS.iter().any(|(name, ..)| *name == wall.name);
        assert!(is_planted || measured.contains(&wall.name), "{}", wall.name);
    }
}

/// The good tree with a longer `path.rs`.
fn with_path(text: &str) -> Tree {
    planted(&[("rules/src/path.rs", text)])
}

#[test]
fn a_long_file_is_found_unless_it_is_a_table() {
    let long = "// A line.\n".repeat(451);
    assert_eq!(breaks("files", &with_path(&long)), ["path = 451"]);
    let table = format!("const A: &[u8] = &[\n{}];\n", "    1,\n".repeat(451));
    assert_eq!(breaks("files", &with_path(&table)), Vec::<String>::new());
    let calls = format!("kinds! {{\n{}}}\n", "    one\n".repeat(451));
    assert_eq!(breaks("files", &with_path(&calls)), Vec::<String>::new());
    let tests = format!(
        "#[cfg(test)]\nmod tests {{\n{}}}\n",
        "    // A line.\n".repeat(451)
    );
    assert_eq!(breaks("files", &with_path(&tests)), Vec::<String>::new());
}

#[test]
fn a_long_function_is_found_unless_it_is_a_match_or_a_table() {
    let steps = format!("impl Long {{\nfn a() {{\n{}}}\n}}\n", "b();\n".repeat(69));
    assert_eq!(breaks("functions", &with_path(&steps)), ["Long::a = 71"]);
    let arms = format!("fn a() {{\nmatch b {{\n{}}}\n}}\n", "1 => 2,\n".repeat(90));
    assert_eq!(breaks("functions", &with_path(&arms)), Vec::<String>::new());
    let arm = format!(
        "fn a() {{\nmatch b {{\n1 => {{\n{}}}\n}}\n}}\n",
        "c();\n".repeat(90)
    );
    assert_eq!(breaks("functions", &with_path(&arm)), ["a = 96"]);
    let table = format!("fn a() {{\nb([\n{}]);\n}}\n", "1,\n".repeat(90));
    assert_eq!(
        breaks("functions", &with_path(&table)),
        Vec::<String>::new()
    );
}

#[test]
fn a_full_folder_is_found_unless_it_holds_the_rules_of_a_group() {
    let names = |folder: &str| {
        (0..16)
            .map(|n| format!("{folder}/f{n}.rs"))
            .collect::<Vec<_>>()
    };
    let fill = |folder: &str| {
        let names = names(folder);
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        breaks("folders", &planted(&files))
    };
    assert_eq!(fill("server/src/lsp"), ["lsp = 17"]);
    assert_eq!(fill("rules/src/checks/shared"), ["shared = 16"]);
    assert_eq!(fill("rules/src/checks/cost"), Vec::<String>::new());
}

/// What a ratchet makes of breaks: how many are new, what is recorded next, whether it is stale.
fn held(
    compare: Compare,
    found: &[(&str, usize)],
    recorded: &[(&str, usize)],
) -> (usize, Vec<(String, usize)>, bool) {
    let found = found.iter();
    let found: Vec<Break> = found
        .map(|(key, weight)| Break::new(*key, *weight, "a.rs:1: b".to_owned()))
        .collect();
    let recorded = recorded
        .iter()
        .map(|(key, weight)| ((*key).to_owned(), *weight));
    let verdict = verdict(compare, &found, &recorded.collect());
    (verdict.new.len(), verdict.next, verdict.is_stale)
}

fn entries(entries: &[(&str, usize)]) -> Vec<(String, usize)> {
    entries
        .iter()
        .map(|(key, weight)| ((*key).to_owned(), *weight))
        .collect()
}

#[test]
fn the_ratchet_only_shrinks() {
    use Compare::{Each, Most, Subset, Total};
    // The same, more, another one, fewer, none.
    assert_eq!(
        held(Each, &[("a", 2)], &[("a", 2)]),
        (0, entries(&[("a", 2)]), false)
    );
    assert_eq!(
        held(Each, &[("a", 3)], &[("a", 2)]),
        (1, entries(&[("a", 2)]), false)
    );
    assert_eq!(
        held(Each, &[("b", 2)], &[("a", 2)]),
        (1, entries(&[]), true)
    );
    assert_eq!(
        held(Each, &[("a", 1)], &[("a", 2)]),
        (0, entries(&[("a", 1)]), true)
    );
    assert_eq!(held(Each, &[], &[("a", 2)]), (0, entries(&[]), true));
    // Two functions of one name.
    let both = [("a", 80), ("a", 90)];
    assert_eq!(held(Most, &both, &both), (0, entries(&both), false));
    assert_eq!(
        held(Most, &[("a", 81), ("a", 90)], &both),
        (1, entries(&both), false)
    );
    // A shorter function need not be recorded, a short one must be.
    assert_eq!(
        held(Most, &[("a", 80)], &[("a", 90)]),
        (0, entries(&[("a", 80)]), false)
    );
    assert_eq!(held(Most, &[], &[("a", 90)]), (0, entries(&[]), true));
    // A part of a circle, and a larger one.
    assert_eq!(
        held(Subset, &[("a c", 1)], &[("a b c", 1)]),
        (0, entries(&[("a c", 1)]), true)
    );
    assert_eq!(
        held(Subset, &[("a b c d", 1)], &[("a b c", 1)]),
        (1, entries(&[]), true)
    );
    // A moved file, one more word, a line that is there twice after a merge.
    let moved = held(Total, &[("told x", 1), ("told y", 2)], &[("told x", 3)]);
    assert_eq!(moved, (0, entries(&[("told x", 1), ("told y", 2)]), true));
    let more = held(Total, &[("told x", 2), ("told y", 2)], &[("told x", 3)]);
    assert_eq!(more, (1, entries(&[("told x", 2)]), true));
    let twice = held(Total, &[("told x", 2)], &[("told x", 2), ("told x", 3)]);
    assert_eq!(twice, (0, entries(&[("told x", 2)]), true));
}
