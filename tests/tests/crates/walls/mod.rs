//! The walls of the house: what must stay true of the shape of `rules` and `server`.
//!
//! Start at [`WALLS`]. `tree` has the sources; `reader` reads the `facts` of each with the help of
//! `comments`, `items`, and `lengths`; `imports` follows paths to the files that define what they
//! name. `modules`, `shapes`, `once`, and `words` are the walls; they return `breaks`. `ratchet`
//! holds these against `tests/walls.txt`, where the breaks of today are recorded, and `planted`
//! breaks each wall in a small tree.
//!
//! A new break fails, and so does an entry that is not broken any more. `UPDATE=1` takes out what is
//! gone. A moved or renamed file changes some keys: `AZML_WALLS_GROW=1 UPDATE=1` records them anew.
//! Where a limit, a room, or a list is wrong, change it at its wall, with the reason.

mod breaks;
mod comments;
mod facts;
mod imports;
mod items;
mod lengths;
mod modules;
mod once;
mod planted;
mod ratchet;
mod reader;
mod shapes;
mod tree;
mod words;

use self::breaks::Break;
use self::ratchet::{Compare, Entries, verdict};
use self::tree::Tree;

/// Something that must stay true.
struct Wall {
    name: &'static str,
    /// What to do where it is broken.
    instead: &'static str,
    find: fn(&Tree) -> Vec<Break>,
    compare: Compare,
}

const WALLS: &[Wall] = &[
    Wall {
        name: "circles",
        instead: "move what both files need into a file below them, or pass it as an argument",
        find: modules::circles,
        compare: Compare::Subset,
    },
    Wall {
        name: "comments",
        instead: "write a plain sentence with the thing as its subject (CONTRIBUTING, Style)",
        find: words::comments,
        compare: Compare::Total,
    },
    Wall {
        name: "files",
        instead: "find the second idea in the file; tables do not count",
        find: shapes::files,
        compare: Compare::Most,
    },
    Wall {
        name: "folders",
        instead: "make a folder of the files that have one idea",
        find: shapes::folders,
        compare: Compare::Most,
    },
    Wall {
        name: "functions",
        instead: "name the steps; arms of at most 5 lines and elements of arrays do not count",
        find: shapes::functions,
        compare: Compare::Most,
    },
    Wall {
        name: "module-docs",
        instead: "name the module in the `//!` docs of its folder, in backticks",
        find: shapes::module_docs,
        compare: Compare::Each,
    },
    Wall {
        name: "names",
        instead: "use the word of Azure ML, LSP, git, or salsa; begin with a noun or a verb",
        find: words::names,
        compare: Compare::Total,
    },
    Wall {
        name: "openings",
        instead: "begin with the thing: \"Maximum number of entries.\", \"Returns the computes that\"",
        find: words::openings,
        compare: Compare::Total,
    },
    Wall {
        name: "order",
        instead: "import from above only; CONTRIBUTING has the order, and every module",
        find: modules::order,
        compare: Compare::Each,
    },
    Wall {
        name: "retired",
        instead: "use the name that replaced it",
        find: words::retired,
        compare: Compare::Each,
    },
    Wall {
        name: "rooms",
        instead: "call the room of that crate, or change `ROOMS` with the reason",
        find: modules::rooms,
        compare: Compare::Each,
    },
    Wall {
        name: "rule-names",
        instead: "use the rule's own constants, or a mark in its metadata",
        find: once::rule_names,
        compare: Compare::Each,
    },
    Wall {
        name: "statics",
        instead: "give the value to the object whose life it shares, or to `query`",
        find: once::statics,
        compare: Compare::Each,
    },
    Wall {
        name: "times",
        instead: "name it in `server/src/times.rs`",
        find: once::times,
        compare: Compare::Each,
    },
    Wall {
        name: "types",
        instead: "name the type after what only it is",
        find: shapes::types,
        compare: Compare::Each,
    },
];

fn wall(name: &str) -> &'static Wall {
    let wall = WALLS.iter().find(|wall| wall.name == name);
    wall.expect("the wall is in the list")
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}

/// Whether breaks are recorded instead of reported.
fn grows() -> bool {
    is_set("UPDATE") && is_set("AZML_WALLS_GROW")
}

/// Fails where something breaks the wall that is not recorded.
fn hold(name: &str) {
    let wall = wall(name);
    let found = (wall.find)(Tree::of_repository());
    let recorded = ratchet::recorded().remove(name).unwrap_or_default();
    let new = verdict(wall.compare, &found, &recorded).new;
    assert!(
        new.is_empty() || grows(),
        "{} new breaks of the wall `{name}`. Instead: {}.\n{}",
        new.len(),
        wall.instead,
        new.join("\n")
    );
}

#[test]
fn modules_import_from_above() {
    hold("order");
}

#[test]
fn files_do_not_import_in_circles() {
    hold("circles");
}

#[test]
fn crates_stay_in_their_rooms() {
    hold("rooms");
}

#[test]
fn type_names_are_unique() {
    hold("types");
}

#[test]
fn files_are_short() {
    hold("files");
}

#[test]
fn functions_are_short() {
    hold("functions");
}

#[test]
fn folders_are_small() {
    hold("folders");
}

#[test]
fn folders_name_their_modules() {
    hold("module-docs");
}

#[test]
fn rules_are_named_in_their_files() {
    hold("rule-names");
}

#[test]
fn nothing_static_changes() {
    hold("statics");
}

#[test]
fn durations_are_in_one_file() {
    hold("times");
}

#[test]
fn comments_are_plain() {
    hold("comments");
}

#[test]
fn documentation_begins_with_the_thing() {
    hold("openings");
}

#[test]
fn names_are_plain() {
    hold("names");
}

#[test]
fn replaced_names_do_not_come_back() {
    hold("retired");
}

/// Fails where an entry is not broken any more; with `UPDATE=1`, rewrites the list.
#[test]
fn recorded_breaks_are_there() {
    let mut recorded = ratchet::recorded();
    let (mut next, mut stale) = (std::collections::BTreeMap::new(), Vec::new());
    for wall in WALLS {
        let found = (wall.find)(Tree::of_repository());
        let before = recorded.remove(wall.name).unwrap_or_default();
        let verdict = verdict(wall.compare, &found, &before);
        if verdict.is_stale {
            let gone = before.iter().filter(|it| !verdict.next.contains(it));
            let gone: Vec<String> = gone
                .map(|(key, n)| format!("  {}: {key} = {n}\n", wall.name))
                .collect();
            stale.push(gone.concat());
        }
        let mut all: Entries = found.into_iter().map(|it| (it.key, it.weight)).collect();
        all.sort();
        next.insert(
            wall.name.to_owned(),
            if grows() { all } else { verdict.next },
        );
    }
    stale.extend(
        recorded
            .keys()
            .map(|wall| format!("  {wall}: there is no such wall\n")),
    );
    if is_set("UPDATE") {
        ratchet::write(&next);
        return;
    }
    assert!(
        stale.is_empty(),
        "Good: these breaks are gone or smaller. Record it with\n\
         UPDATE=1 cargo test -p azml-tests --test crates walls::recorded\n{}",
        stale.concat()
    );
}
