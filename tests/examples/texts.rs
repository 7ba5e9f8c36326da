//! Prints every sentence that a user may read, one JSON object to a line, for
//! `tests/tools/grammar/grammar.mjs`.
//!
//! ```console
//! cargo run -q -p azml-tests --example texts > texts.jsonl
//! ```
#![allow(clippy::print_stdout)]

use azml_tests::texts::texts;
use serde_json::json;

fn main() {
    for text in texts() {
        println!(
            "{}",
            json!({"path": text.path, "line": text.line, "text": text.text})
        );
    }
}
