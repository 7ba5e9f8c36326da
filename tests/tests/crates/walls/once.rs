//! Walls about what may be in one place only: names of rules, caches, durations.

use super::breaks::{Break, Counts};
use super::tree::Tree;

/// The folder of the caches.
const CACHES: &str = "rules/src/query/";

/// The file of all durations of the server.
const TIMES: &str = "server/src/times.rs";

/// Types with which a `static` can change.
const CHANGING: &[&str] = &[
    "AtomicBool",
    "AtomicI32",
    "AtomicI64",
    "AtomicPtr",
    "AtomicU32",
    "AtomicU64",
    "AtomicU8",
    "AtomicUsize",
    "Cell",
    "LazyLock",
    "Mutex",
    "OnceCell",
    "OnceLock",
    "RefCell",
    "RwLock",
    "thread_local",
];

/// What may change although it is `static`, by file and name, with the reason.
const NO_CACHES: &[(&str, &str, &str)] = &[
    (
        "exports",
        "BORDER",
        "the functions that JavaScript calls get numbers only, so their session has no other owner",
    ),
    (
        "assignments",
        "FLAGS",
        "a constant that the library can't make at compile time",
    ),
    ("convert", "KNOWN", "made once from the list of rules"),
    (
        "cancellation",
        "LEFT",
        "polls until the next look at the tokens; a thread does one work at a time",
    ),
    (
        "cancellation",
        "SHIELDS",
        "a loop deep inside can't be given what is around its work",
    ),
    (
        "cancellation",
        "TOKENS",
        "a loop deep inside can't be given the token of its work",
    ),
    (
        "document_key",
        "SPELLINGS",
        "the first spelling of a path is its name from then on, so it is never wrong; all parts of \
         the program must know the same one",
    ),
    (
        "shapes",
        "ADDRESSES",
        "a constant that the library can't make at compile time",
    ),
    (
        "shapes",
        "PRIVATE_KEYS",
        "a constant that the library can't make at compile time",
    ),
    (
        "work_counter",
        "SPENT",
        "counts work for tests, in debug builds only",
    ),
    ("engine", "SCRIPT_RULES", "made once from the list of rules"),
    (
        "engine",
        "DOCUMENT_RULES",
        "made once from the list of rules",
    ),
    (
        "guarded",
        "LAST",
        "the hook of a panic has no other way to its catcher",
    ),
    ("neighbors", "KNOWN", "made once from the list of skeletons"),
    ("resources", "KEYS", "made once from the catalog of fields"),
    ("shapes", "ANCHORS", "made once from the table of shapes"),
    ("signals", "STEP", "a process has one handler of signals"),
    ("size", "NEWEST", "made once from the table of sizes"),
    ("size", "VM_SIZES", "made once from the table of sizes"),
    ("threads", "COUNT", "the number of processors"),
    (
        "vocabulary",
        "WORDS",
        "made once from the catalog of fields",
    ),
];

/// Names of rules that are names of formats in `rules/data/schema`, too.
const FORMATS: &[&str] = &["component-name", "endpoint-name", "step-name"];

/// The name of a rule as a text outside of the rule's own file.
pub(super) fn rule_names(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        for (text, line) in &file.facts.texts {
            let is_other = || text.replace('-', "_") == file.stem() || FORMATS.contains(&&**text);
            if tree.rules.contains(text) && !is_other() {
                found.add(text, tree.site(place, *line, format_args!("\"{text}\"")));
            }
        }
    }
    found.breaks()
}

pub(super) fn statics(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        if file.path.starts_with(CACHES) {
            continue;
        }
        for it in &file.facts.statics {
            let mut words = it.kind.split(' ');
            let mut others = NO_CACHES.iter();
            let is_other = others.any(|(stem, name, _)| *stem == file.stem() && *name == it.name);
            if words.any(|word| CHANGING.contains(&word)) && !is_other {
                let text = format_args!("`{}`: {}", it.name, it.kind);
                found.add(&it.name, tree.site(place, it.line, text));
            }
        }
    }
    found.breaks()
}

pub(super) fn times(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        if !file.path.starts_with("server/") || file.path == TIMES {
            continue;
        }
        for time in &file.facts.times {
            let text = format_args!("`{}` in `{}`", time.call, time.inside);
            found.add(&time.inside, tree.site(place, time.line, text));
        }
    }
    found.breaks()
}
