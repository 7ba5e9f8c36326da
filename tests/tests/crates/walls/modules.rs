//! Walls between modules: their order, circles of files, and the crates that have a room.

use std::collections::{BTreeMap, BTreeSet};

use super::breaks::{Break, Counts};
use super::imports::outside;
use super::tree::{CRATES, Tree};

/// External crates with the only files or folders that name them.
const ROOMS: &[(&str, &[&str])] = &[
    ("anstream", &["server/src/cli", "server/src/output"]),
    ("clap", &["server/src/cli", "server/src/output"]),
    ("clap_complete", &["server/src/cli"]),
    ("clap_mangen", &["server/src/cli"]),
    ("croner", &["rules/src/timetable"]),
    ("futures", &["server/src/lsp"]),
    ("granit_parser", &["rules/src/syntax"]),
    ("miette", &["server/src/output"]),
    ("notify", &["server/src/watch"]),
    ("pretty_yaml", &["server/ide/src/format.rs"]),
    ("quick_xml", &["server/src/output"]),
    (
        "rayon",
        &[
            "server/src/check",
            "server/src/cli",
            "server/src/loading",
            "server/src/lsp",
            "server/src/threads.rs",
        ],
    ),
    ("ropey", &["server/src/lsp/session/document.rs"]),
    ("ruff_python_ast", &["rules/src/script/python"]),
    ("ruff_python_parser", &["rules/src/script/python"]),
    ("ruff_text_size", &["rules/src/script/python"]),
    ("semver", &["rules/src/config"]),
    (
        "serde_json",
        &[
            "editors/playground/src",
            "rules/src/snapshot/json.rs",
            "server/src/check",
            "server/src/lsp",
            "server/src/mcp",
            "server/src/output",
            "server/src/refresh",
        ],
    ),
    ("serde_yaml", &[]),
    ("textwrap", &["server/src/output"]),
    ("tokio", &["server/src/lsp"]),
    ("tower_lsp", &["server/src/lsp"]),
    ("tower_service", &["server/src/lsp"]),
];

/// Modules import from those above them in the tables of CONTRIBUTING.
pub(super) fn order(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (krate, root) in CRATES.iter().enumerate() {
        let Some(heading) = root.order else { continue };
        let order = table(&tree.contributing, heading);
        let place = |name: &str| order.iter().position(|it| it == name);
        let files = tree.files.iter().enumerate();
        for (file, source) in files.filter(|(_, file)| file.krate == krate) {
            if let Some(module) = source.module.first()
                && place(module).is_none()
            {
                let site = tree.site(file, 1, format_args!("`{module}` is not in the table"));
                found.add(format!("{} {module}", root.name), site);
            }
        }
        for arrow in tree.arrows() {
            let (from, to) = (&tree.files[arrow.from], &tree.files[arrow.to]);
            let (Some(above), Some(below)) = (to.module.first(), from.module.first()) else {
                continue;
            };
            if from.krate == krate && above != below && place(above) > place(below) {
                let text = format_args!("`{}` of `{above}`, which is below", arrow.name);
                let key = format!("{} {below} imports {above}", root.name);
                found.add(key, tree.site(arrow.from, arrow.line, text));
            }
        }
    }
    found.breaks()
}

/// The modules of the table below `heading`, from top to bottom and left to right.
fn table(contributing: &str, heading: &str) -> Vec<String> {
    let after = contributing.split_once(heading);
    let (_, after) = after.unwrap_or_else(|| panic!("CONTRIBUTING has no {heading}"));
    let section = after.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split('|').next().unwrap_or_default());
    let names = cells.flat_map(|cell| cell.split('`'));
    let names = names.map(|name| name.trim().trim_end_matches('/'));
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// No circle of files. An entry of the ratchet lists the stems of its files, and allows every
/// circle of some of them.
pub(super) fn circles(tree: &Tree) -> Vec<Break> {
    let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for arrow in tree.arrows() {
        next.entry(arrow.from).or_default().insert(arrow.to);
    }
    let mut found = Vec::new();
    for circle in components(tree.files.len(), &next) {
        let stems = circle.iter().map(|file| tree.files[*file].stem());
        let mut stems: Vec<&str> = stems.collect();
        stems.sort_unstable();
        let inside = tree.arrows().iter();
        let inside = inside.filter(|it| circle.contains(&it.from) && circle.contains(&it.to));
        let sites = inside.map(|it| {
            let text = format_args!("`{}` of {}", it.name, tree.files[it.to].path);
            tree.site(it.from, it.line, text)
        });
        found.push(Break {
            key: stems.join(" "),
            weight: 1,
            sites: sites.collect(),
        });
    }
    found
}

/// The strongly connected components with more than one member (Kosaraju's algorithm).
fn components(count: usize, next: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<BTreeSet<usize>> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    for start in 0..count {
        finish(start, next, &mut seen, &mut order);
    }
    let mut back: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (from, targets) in next {
        for to in targets {
            back.entry(*to).or_default().insert(*from);
        }
    }
    let mut seen = vec![false; count];
    let mut found = Vec::new();
    for start in order.into_iter().rev() {
        let mut members = Vec::new();
        finish(start, &back, &mut seen, &mut members);
        if members.len() > 1 {
            found.push(members.into_iter().collect());
        }
    }
    found
}

/// Adds what can be reached from `start` and was not seen, each after what it leads to.
fn finish(
    start: usize,
    next: &BTreeMap<usize, BTreeSet<usize>>,
    seen: &mut [bool],
    order: &mut Vec<usize>,
) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    for to in next.get(&start).into_iter().flatten() {
        finish(*to, next, seen, order);
    }
    order.push(start);
}

/// External crates only in their rooms.
pub(super) fn rooms(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        for (name, line) in outside(tree, file) {
            let Some((_, rooms)) = ROOMS.iter().find(|(it, _)| *it == name) else {
                continue;
            };
            let is_inside = |room: &&str| {
                let rest = file.path.strip_prefix(room);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
            };
            if !rooms.iter().any(is_inside) {
                let text = format_args!("`{name}` belongs to {}", rooms.join(", "));
                let key = format!("{name} in {}", file.stem());
                found.add(key, tree.site(place, line, text));
            }
        }
    }
    found.breaks()
}
