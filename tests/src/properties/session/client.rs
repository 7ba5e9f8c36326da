//! A client that applies the edits it gets: a name that is changed, a fix, a refactoring.

use arbitrary::Arbitrary;
use azml_rules::syntax::parse;
use azml_rules::text::LineIndex;
use serde_json::{Value, json};

use super::places::position;
use super::step::Step;
use super::{Editor, FILES, MOST, with_editor};

/// Names for what is renamed: one that exists, and some that are none.
const NAMES: [&str; 5] = ["other", "cpu-cluster", "a b", "é", ""];

/// One step. Files, names, and actions are taken modulo what there is.
#[derive(Clone, Debug, Arbitrary)]
enum Action {
    /// What any editor does.
    Step(Step),
    /// Renames what is at a place.
    Rename { file: u8, at: u16, name: u8 },
    /// Makes one of the changes that are offered at a place.
    Act { file: u8, at: u16, which: u8 },
}

pub(crate) fn check(bytes: &[u8]) {
    with_editor(bytes, async |editor, bytes| {
        for _ in 0..MOST {
            match Action::arbitrary(bytes) {
                Ok(action) if !bytes.is_empty() => editor.act(action).await,
                _ => break,
            }
        }
    });
}

impl Editor<'_> {
    async fn act(&mut self, action: Action) {
        let (method, file, at, name) = match action {
            Action::Step(step) => return self.step(step).await,
            Action::Rename { file, at, name } => ("textDocument/rename", file, at, name),
            Action::Act { file, at, which } => ("textDocument/codeAction", file, at, which),
        };
        let file = usize::from(file) % FILES.len();
        if !self.is_open[file] {
            return;
        }
        let is_rename = method == "textDocument/rename";
        let new = NAMES[usize::from(name) % NAMES.len()];
        let answer = self.ask_about(method, file, usize::from(at), new).await;
        let edit = match answer.as_array() {
            _ if is_rename => answer,
            Some(actions) if !actions.is_empty() => {
                actions[usize::from(name) % actions.len()]["edit"].clone()
            }
            _ => return,
        };
        self.apply(&edit).await;
    }

    /// Applies `edit` to the files that are open, as the protocol says: all ranges are of the texts
    /// before it, and none overlap.
    async fn apply(&mut self, edit: &Value) {
        let documents = edit["documentChanges"].as_array().into_iter().flatten();
        let changes: Vec<(usize, &Value)> = documents
            .filter_map(|change| {
                let uri = change["textDocument"]["uri"].as_str()?;
                let file = (0..FILES.len()).find(|file| self.uris[*file] == uri)?;
                self.is_open[file].then_some((file, &change["edits"]))
            })
            .collect();
        for (file, edits) in changes {
            let before = &self.texts[file];
            let after = edited(before, edits, self);
            let errors = |text: &str| parse(text).errors().len();
            assert!(
                errors(before) > 0 || errors(&after) == 0,
                "{before:?} became {after:?} by {edits}"
            );
            self.texts[file] = after;
            let change = json!([{"text": self.texts[file]}]);
            self.changed(file, change).await;
        }
    }
}

/// Returns `text` after `edits`.
fn edited(text: &str, edits: &Value, editor: &Editor<'_>) -> String {
    let index = LineIndex::new(text);
    let offset = |at: &Value| index.offset(text, position(at), editor.unit) as usize;
    let mut ranges: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list of edits")
        .iter()
        .map(|edit| {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            let new = edit["newText"].as_str().expect("a text");
            (offset(start), offset(end), new)
        })
        .collect();
    ranges.sort_by_key(|(start, end, _)| (*start, *end));
    let mut after = String::new();
    let mut last = 0;
    for (start, end, new) in ranges {
        assert!(last <= start, "{edits} overlap in {text:?}");
        after += &text[last..start];
        after += new;
        last = end;
    }
    after + &text[last..]
}
