//! Prints every text of files that no output shows, one JSON object to a line: file, line, what is masked, and why.
//! Where a secret is in another line, too, that is masked as well, without a reason of its own. Nothing but public files
//! should be given to it: it prints what we take for secrets.
//!
//! ```console
//! cargo run -q -p azml-tests --example masks -- FILE...
//! ```
#![allow(clippy::print_stdout)]

use azml_rules::document::Document;
use azml_rules::secrets::{Redactor, Secret, in_text, in_tree};
use serde_json::json;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let mut secrets = in_text(&text);
        if path.ends_with(".yml") || path.ends_with(".yaml") {
            secrets = in_tree(Document::new(path.as_str(), text.as_str()).tree());
        }
        print_masked(&path, &text, &secrets);
    }
}

fn print_masked(path: &str, text: &str, secrets: &[Secret]) {
    for secret in secrets {
        let line = 1 + text[..secret.range.start as usize].matches('\n').count();
        let (masked, why) = (secret.range.slice(text), format!("{:?}", secret.evidence));
        println!(
            "{}",
            json!({"file": path, "line": line, "masked": masked, "why": why})
        );
    }
    let redactor = Redactor::of(text, secrets);
    for (number, line) in text.lines().enumerate() {
        let shown = redactor.redacted(line);
        if shown != line {
            println!(
                "{}",
                json!({"file": path, "line": 1 + number, "text": line, "shown": shown})
            );
        }
    }
}
