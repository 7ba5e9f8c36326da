//! Every sentence that a user may read: string literals and rule pages of the sources, scalars and
//! comments of the data, the documents at the root.

use std::path::Path;
use std::str::FromStr as _;

use azml_rules::syntax::{Node, parse};
use proc_macro2::{TokenStream, TokenTree};

use crate::process::root;

/// A text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The file, from the top of the repository.
    pub path: String,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The text itself, without what only the language of the file needs.
    pub text: String,
}

/// Where users' texts are written, and with which endings.
const SOURCES: [(&str, &str); 7] = [
    ("rules/src", "rs"),
    ("server/src", "rs"),
    ("server/ide/src", "rs"),
    ("rules/data", "yaml"),
    ("rules/data/skeletons", "yml"),
    ("editors", "md"),
    ("rules/guide", "md"),
];
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "server/README.md",
    "server/ci/README.md",
];

/// Its doc comments are the text of `--help`.
const ARGUMENTS: &str = "server/src/cli/args.rs";

/// All texts of two words or more.
///
/// # Panics
/// When a source cannot be read.
pub fn texts() -> Vec<Text> {
    let mut files: Vec<String> = DOCUMENTS.map(str::to_owned).into();
    for (folder, ending) in SOURCES {
        gather(&root().join(folder), ending, &mut files);
    }
    files.sort();
    files.dedup();
    let mut found = Vec::new();
    for path in files {
        let content = std::fs::read_to_string(root().join(&path)).expect("the file was listed");
        let of_file = match path.rsplit_once('.') {
            Some((_, "rs")) => of_rust(&content, path == ARGUMENTS),
            Some((_, "md")) => of_markdown(&content),
            Some((_, "yml")) => of_yaml(&content, false)
                .into_iter()
                .chain(comments(&content))
                .collect(),
            _ => of_yaml(&content, path.starts_with("rules/data/schema")),
        };
        let several = of_file.into_iter().filter(|(_, text)| is_prose(text));
        found.extend(several.map(|(line, text)| Text {
            path: path.clone(),
            line,
            text,
        }));
    }
    found
}

fn gather(folder: &Path, ending: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if name != "node_modules" && name != "tests" {
                gather(&path, ending, found);
            }
        } else if path.extension().is_some_and(|it| it == ending) && name != "tests.rs" {
            let inside = path.strip_prefix(root()).expect("it is below the top");
            found.push(inside.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Two words in a row, of which one is more than a name.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    text.split_whitespace().count() > 1 && text.split_whitespace().any(|word| is_word(&word))
}

/// String literals and rule pages; all doc comments where `documented`. Modules of unit tests end
/// the file.
fn of_rust(content: &str, documented: bool) -> Vec<(usize, String)> {
    let code = content
        .split("\n#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let stream = TokenStream::from_str(code).expect("the source is Rust");
    let mut found = Vec::new();
    of_tokens(stream, documented, &mut found);
    found
}

/// The literals among `tokens`, and their doc comments where these are `documented`: inside of
/// `declare_rule!` they are the page.
fn of_tokens(tokens: TokenStream, documented: bool, found: &mut Vec<(usize, String)>) {
    let mut page: Vec<(usize, String)> = Vec::new();
    let (mut last, mut is_rule) = (String::new(), false);
    for token in tokens {
        match token {
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.push((line, text.value()));
                }
                last.clear();
            }
            TokenTree::Group(group) => {
                let is_page = last == "#" && group.stream().to_string().starts_with("doc");
                let mut inner = Vec::new();
                of_tokens(group.stream(), documented || is_rule, &mut inner);
                if last.starts_with('#') {
                    // An attribute: a doc comment, or words for the compiler.
                    let line = group.span_open().start().line;
                    page.extend(
                        inner
                            .into_iter()
                            .filter(|_| is_page)
                            .map(|(_, text)| (line, text)),
                    );
                } else {
                    found.append(&mut inner);
                }
                last.clear();
            }
            TokenTree::Ident(word) => last = word.to_string(),
            TokenTree::Punct(mark) => {
                is_rule = mark.as_char() == '!' && last == "declare_rule";
                // What is said of a module (`#![doc]`) is for developers.
                last = format!("{}{mark}", if last == "#" { "#" } else { "" });
            }
        }
    }
    if documented {
        let lines = page
            .iter()
            .map(|(_, text)| text.strip_prefix(' ').unwrap_or(text));
        let first = page.first().map_or(0, |(line, _)| *line);
        let text: Vec<&str> = lines.collect();
        let paragraphs = of_markdown(&text.join("\n")).into_iter();
        found.extend(paragraphs.map(|(line, text)| (first + line - 1, text)));
    }
}

/// The paragraphs, rows of tables and items of lists outside of fenced blocks.
fn of_markdown(content: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (line, text) in (1..).zip(content.lines()) {
        let trimmed = text.trim();
        let is_fence = trimmed.starts_with("```");
        fenced ^= is_fence;
        let starts = trimmed.starts_with(['|', '-', '*', '#'])
            || trimmed
                .split_once(". ")
                .is_some_and(|(head, _)| head.parse::<u8>().is_ok());
        if fenced || is_fence || trimmed.is_empty() {
            open = false;
        } else if let (true, false, Some((_, paragraph))) = (open, starts, found.last_mut()) {
            paragraph.push(' ');
            paragraph.push_str(trimmed);
        } else {
            found.push((line, trimmed.to_owned()));
            open = true;
        }
    }
    found
}

/// Keys of the catalogue of document kinds whose values are shown, with all that is below them.
const SHOWN: [&str; 3] = ["doc", "values", "words"];

/// Keys of the other data whose values are for the build script, or are names.
const NOT_SHOWN: [&str; 5] = ["command", "names", "source", "url", "words"];

/// The scalars that are shown; keys are names.
fn of_yaml(content: &str, is_catalogue: bool) -> Vec<(usize, String)> {
    let tree = parse(content);
    let mut found = Vec::new();
    let mut open: Vec<(Node<'_>, &str, bool)> = Vec::new();
    open.extend(tree.root().map(|root| (root, "", !is_catalogue)));
    while let Some((node, name, shown)) = open.pop() {
        for entry in node.entries() {
            let key = entry.key.text().unwrap_or_default();
            let below = if is_catalogue {
                // Below `fields`, keys are names of fields.
                shown || (name != "fields" && SHOWN.contains(&key))
            } else {
                !NOT_SHOWN.contains(&key)
            };
            open.push((entry.value, key, below));
        }
        open.extend(node.items().map(|item| (item, name, shown)));
        let Some(text) = node.text().filter(|_| shown) else {
            continue;
        };
        let start = node.range().start as usize;
        let line = content[..start].matches('\n').count() + 1;
        found.push((line, text.to_owned()));
    }
    found.sort();
    found.dedup(); // What an alias stands for is read again.
    found
}

/// The comments of a document to start from, which its reader keeps.
fn comments(content: &str) -> impl Iterator<Item = (usize, String)> {
    (1..)
        .zip(content.lines())
        .filter_map(|(line, text)| Some((line, text.strip_prefix("# ")?.to_owned())))
}
