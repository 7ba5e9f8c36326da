//! A document that is parsed and judged again where it was edited is the one that its text is: random
//! edits, one after the other, of real files.

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::syntax::Node;
use azml_rules::workspace::Workspace;
use azml_tests::corpus::{folders, load};
use azml_tests::random::Random;

/// What is written: keys and values as people write them, and what breaks a text.
const WRITTEN: [&str; 20] = [
    "x",
    " ",
    "\n",
    "\r\n",
    "\n  ",
    "\n    key: value",
    "\n  step:\n    type: command\n    command: echo\n",
    "\n- item",
    ": ",
    "[a",
    "]",
    "{a: 1}",
    "\"",
    "'",
    " # note",
    "|\n      text",
    "{{ name }}",
    "${{inputs.data}}",
    "&a ",
    "é",
];

/// The lines (from 0) that changed since a text last parsed.
#[derive(Default)]
struct EditedLines(Vec<u32>);

impl EditedLines {
    fn add(&mut self, first: u32, removed: u32, added: u32) {
        let moved = |line: u32| match line {
            line if line < first => Some(line),
            line if line > first + removed => Some(line - removed + added),
            _ => None,
        };
        let mut lines: Vec<u32> = self.0.iter().copied().filter_map(moved).collect();
        lines.extend(first..=first + added);
        lines.sort_unstable();
        self.0 = lines;
    }
}

fn breaks(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).expect("a file has fewer lines")
}

/// `text` with something else somewhere.
fn edit(text: &str, lines: &mut EditedLines, random: &mut Random) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let last = u32::try_from(places.len()).expect("a file has fewer letters");
    let at = random.below(last.max(1));
    let removed = *random.pick(&[0, 0, 0, 1, 1, 2, 12]);
    let place = |at: u32| places.get(at as usize).copied().unwrap_or(text.len());
    let (start, end) = (place(at), place(at.saturating_add(removed)));
    let written = if removed > 0 && random.below(2) == 0 {
        ""
    } else {
        random.word(&WRITTEN)
    };
    lines.add(
        breaks(&text[..start]),
        breaks(&text[start..end]),
        breaks(written),
    );
    format!("{}{written}{}", &text[..start], &text[end..])
}

/// Everything that a document is.
fn shown(workspace: &Workspace, document: &Document) -> String {
    let texts: Vec<_> = document.tree().nodes().map(Node::text).collect();
    let nodes: Vec<_> = document.tree().nodes().collect();
    let errors = document.tree().errors();
    let found = analyze(workspace, document.path());
    format!(
        "{:?} {nodes:?} {texts:?} {errors:?} {found:?}",
        document.kind()
    )
}

#[test]
fn an_edited_document_is_what_its_text_is() {
    let mut random = Random::new(16);
    for (index, path) in folders().into_iter().enumerate() {
        let (rounds, edits) = if index == 0 { (6, 12) } else { (1, 4) };
        let workspace = load(&path);
        let originals: Vec<_> = workspace.documents().cloned().collect();
        for original in originals.iter().filter(|it| it.kind().is_some()) {
            for _ in 0..rounds {
                let mut workspace = workspace.clone();
                let mut document = Document::new(original.path(), original.text());
                let mut lines = EditedLines::default();
                for _ in 0..edits {
                    let text = edit(document.text(), &mut lines, &mut random);
                    document = Document::edited_after(&document, text.as_str(), &lines.0);
                    workspace.insert(document.clone());
                    let after_edit = shown(&workspace, &document);
                    let whole = Document::edited(original.path(), text.as_str(), &lines.0);
                    workspace.insert(whole.clone());
                    assert_eq!(after_edit, shown(&workspace, &whole), "{text}");
                    if document.tree().errors().is_empty() {
                        lines = EditedLines::default();
                    }
                }
            }
        }
    }
}
