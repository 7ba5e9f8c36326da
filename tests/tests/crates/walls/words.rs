//! Words that must not come back in names and comments.
//!
//! Entries count by word and room, so that a moved file changes little. A word breaks the wall only
//! if it is used more often in all rooms together than the ratchet has.

use super::breaks::{Break, Counts};
use super::comments::{Comment, Sort};
use super::tree::Tree;

/// Words of a private language: find the word that Azure ML, LSP, git, or salsa uses.
const WORDS: &[&[&str]] = &[
    &["asked"],
    &["elsewhere"],
    &["kept"],
    &["lately"],
    &["nobody"],
    &["of", "others"],
    &["of", "ours"],
    &["said"],
    &["so", "many"],
    &["somebody"],
    &["stands"],
    &["told"],
    &["wanted"],
    &["whoever"],
];

/// With these begins neither a name nor the documentation of an item.
const CLAUSES: &[&str] = &["how", "what", "where", "whether", "who"];

/// The doc comments of this file are the text of `--help`.
const HELP: &str = "args.rs";

/// Names that were replaced, with what they became.
const RETIRED: &[(&str, &str)] = &[
    ("absence", "missing_script"),
    ("adopt", "baseline"),
    ("alike", "tree_diff"),
    ("answered", "overridable"),
    ("apart", "isolated_node"),
    ("around", "file_environment"),
    ("below", "list_files"),
    ("bill", "monthly_cost"),
    ("book", "rule_pages"),
    ("callers", "used_by"),
    ("cut", "truncate"),
    ("edition", "revision"),
    ("editable", "edit_target"),
    ("effort", "work_counter"),
    ("elsewhere", "display_text"),
    ("excerpt", "snippet"),
    ("found_file", "entry"),
    ("homes", "project_roots"),
    ("in_order", "ordered_map"),
    ("judge", "validate"),
    ("kept", "subtree_cache"),
    ("kept_trees", "tree_budget"),
    ("lately", "lru"),
    ("left_out", "skipped_fixes"),
    ("lens", "code_lens"),
    ("machines", "network_paths"),
    ("mended_service", "tower_shim"),
    ("missing", "missing_path_fixes"),
    ("news", "run_diff"),
    ("offer", "suggest, or candidate_fix"),
    ("outgoing", "client_queue"),
    ("pace", "typing_state"),
    ("pause", "debounce"),
    ("port_word", "port_value"),
    ("precedence", "priority_gate"),
    ("read_folders", "scan"),
    ("read_problem", "read_error"),
    ("recheck", "incremental"),
    ("regular", "safe_read"),
    ("remembered", "memo"),
    ("rounds", "fix_loop"),
    ("set_elsewhere", "cli_overrides"),
    ("shown_text", "redact"),
    ("silence", "suppress_action"),
    ("speakers", "mentioning_files"),
    ("taken", "script_interface"),
    ("takes", "argparse_interface"),
    ("tally", "summary"),
    ("touched", "client_marks_stale"),
    ("trees_made", "materialized_trees"),
    ("trial", "fix_check"),
    ("under_cursor", "cursor_context"),
    ("uneven", "indent_mismatch"),
    ("unsettled", "provisional"),
    ("uploaded", "ignored_uploads"),
    ("weights", "upload_size"),
    ("wrappers", "prefix_commands"),
    ("written", "raw_json"),
    // Constants and types.
    ("CHEAP", "a name for what it limits"),
    ("FRESH", "DISK_RECHECK_AFTER"),
    ("LAST_WORDS", "a name for what it limits"),
    ("MANNERS", "a name for what it limits"),
    ("PATIENCE", "a name for what it limits"),
    ("QUIET", "a name for what it limits"),
    ("REST", "a name for what it limits"),
    ("TICK", "a name for what it limits"),
    ("UNSEEN", "a name for what it limits"),
    ("Frozen", "DocumentSnapshot"),
    ("Home", "DocumentLocation"),
    ("Interest", "CancellationToken"),
    ("Lately", "LruCache"),
    ("Stamp", "Revision"),
];

/// The words in comments.
pub(super) fn comments(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        for comment in prose(tree, place) {
            let words = words(comment);
            for (at, (line, _)) in words.iter().enumerate() {
                for phrase in WORDS {
                    let here = words[at..].iter().take(phrase.len()).map(|(_, word)| word);
                    if here.eq(phrase.iter()) {
                        let key = format!("{} {}", phrase.join("-"), file.room());
                        let text = format_args!("\"{}\"", phrase.join(" "));
                        found.add(key, tree.site(place, *line, text));
                    }
                }
            }
        }
    }
    found.breaks()
}

/// The documentation of items that begins with a clause.
pub(super) fn openings(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        for comment in prose(tree, place).filter(|it| it.sort != Sort::Plain) {
            let (line, text) = &comment.lines[0];
            let first = text.split(|c: char| !c.is_alphabetic()).next();
            let first = first.unwrap_or_default().to_lowercase();
            if CLAUSES.contains(&first.as_str()) {
                let key = format!("{first} {}", file.room());
                found.add(key, tree.site(place, *line, format_args!("\"{text}\"")));
            }
        }
    }
    found.breaks()
}

/// The words, and the beginnings of clauses, in names.
pub(super) fn names(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        for (name, line) in &file.facts.names {
            let words = name_words(name);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let has = |phrase: &&&[&str]| words.windows(phrase.len()).any(|it| it == **phrase);
            let of_list = WORDS.iter().filter(has).map(|phrase| phrase.join("-"));
            let first = words
                .first()
                .filter(|it| words.len() > 1 && CLAUSES.contains(it));
            for word in of_list.chain(first.map(|it| format!("{it}-"))) {
                let key = format!("{word} {}", file.room());
                found.add(key, tree.site(place, *line, format_args!("`{name}`")));
            }
        }
    }
    found.breaks()
}

/// Names of modules, types, and constants that were replaced.
pub(super) fn retired(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        let stem = (file.stem().to_owned(), 1);
        let is_defined = |(name, _): &&(String, usize)| name.starts_with(char::is_uppercase);
        let defined = file.facts.names.iter().filter(is_defined);
        for (name, line) in defined.chain([&stem]) {
            if let Some((_, better)) = RETIRED.iter().find(|(retired, _)| retired == name) {
                let text = format_args!("`{name}` became `{better}`");
                found.add(name, tree.site(place, *line, text));
            }
        }
    }
    found.breaks()
}

/// The comments of a file that are written for developers.
fn prose(tree: &Tree, place: usize) -> impl Iterator<Item = &Comment> {
    let file = &tree.files[place];
    let is_help = file.path.ends_with(HELP);
    let comments = file.facts.comments.iter();
    comments.filter(move |it| !is_help || it.sort != Sort::Item)
}

/// The words of a comment in lowercase, with their lines; without code.
fn words(comment: &Comment) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut in_block, mut in_code) = (false, false);
    for (line, text) in &comment.lines {
        if text.starts_with("```") {
            in_block = !in_block;
            continue;
        }
        if in_block {
            continue;
        }
        for (place, part) in text.split('`').enumerate() {
            in_code ^= place > 0;
            if in_code {
                continue;
            }
            let words = part.split(|c: char| !c.is_alphanumeric() && c != '\'');
            let words = words.filter(|word| !word.is_empty());
            found.extend(words.map(|word| (*line, word.to_lowercase())));
        }
    }
    found
}

/// The words of `snake_case`, `CamelCase`, or `UPPER_CASE`, in lowercase.
fn name_words(name: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut before = '_';
    for c in name.chars() {
        let begins = c == '_' || c.is_uppercase() && before.is_lowercase();
        if begins && found.last().is_some_and(|word| !word.is_empty()) {
            found.push(String::new());
        }
        if c != '_'
            && let Some(word) = found.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    found.retain(|word| !word.is_empty());
    found
}

#[test]
fn names_fall_into_words() {
    assert_eq!(name_words("who_asked"), ["who", "asked"]);
    assert_eq!(name_words("KeptTree"), ["kept", "tree"]);
    assert_eq!(name_words("_LAST_WORDS"), ["last", "words"]);
}
