//! Inventory files on disk: what they list, and when they were saved.

use std::path::Path;

use azml_rules::compute::{Inventory, InventoryProblem};
use azml_rules::date::Date;
use azml_rules::text::TextRange;

use crate::config::today;
use crate::sandbox::problem::FileProblem;
use crate::sandbox::{DecodedText, Encoding, key, read_text};

/// Reads the inventory file at `path`: invalid entries are reported, the rest is returned.
pub(crate) fn read_inventory(path: &Path) -> (Inventory, Vec<FileProblem>) {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(problem) => {
            let problem = FileProblem::error(path, problem.to_string()).help(SAVE);
            return (
                Inventory {
                    path: key(path),
                    ..Inventory::default()
                },
                vec![problem],
            );
        }
    };
    let (inventory, problems) = Inventory::read(key(path), &text.text);
    let problems = problems.into_iter().map(|problem| {
        let InventoryProblem { range, message } = problem;
        let message = format!("{message} (byte {})", byte(&text, range));
        FileProblem::error(path, message)
            .at(&text.text, range)
            .help(SAVE)
    });
    let problems = problems.collect();
    (inventory, problems)
}

/// Returns the byte offset of `range` in the file, whose encoding may differ.
fn byte(text: &DecodedText, range: TextRange) -> usize {
    let at = range.start as usize;
    match text.encoding {
        Encoding::Utf8 => at,
        // Two for the byte-order mark.
        Encoding::Utf16 => {
            2 + 2 * text
                .text
                .get(..at)
                .map_or(at, |before| before.encode_utf16().count())
        }
    }
}

/// The day the file was written.
pub(crate) fn saved_on(path: &Path) -> Option<Date> {
    today::day(std::fs::metadata(path).ok()?.modified().ok()?)
}

const SAVE: &str = "create it with `az ml compute list -o json`";
