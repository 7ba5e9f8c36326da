//! Completion in commands: programs with their scripts, paths of scripts, names of modules, and
//! script arguments.
//!
//! Start at [`complete`]. [`marked`] completes the word at the cursor, so that an incomplete
//! command can be parsed; [`programs`] and [`scripts`] list what runs, [`arguments`] and [`values`]
//! the arguments of a script, with [`argument_context`], the run that has them.
//!
//! Invariant: only the command at the cursor is parsed, and only the script that it runs.

mod argument_context;
mod arguments;
mod marked;
mod programs;
mod scripts;
mod values;

use azml_rules::script::commands::runs_at;

use super::item::{Completions, Item, ItemSort};
use super::line::Line;
use crate::Site;
use crate::markdown::Markdown;
use crate::script::{SpotPart, site_at, spot_of};
use marked::{Marked, MarkedWord};

/// Maximum number of items listed.
const LISTED: usize = 200;

/// Returns the completions of the word at the cursor; `None` outside of commands.
pub(crate) fn complete(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    let marked = Marked::at(line)?;
    let changed = marked.stand_in.site(site);
    let at = site_at(&changed, marked.at)?;
    let runs = runs_at(changed.workspace, changed.document, at);
    let mut spots = runs.into_iter().filter_map(|run| spot_of(run, marked.at));
    let (word, mut items) = match spots.next() {
        Some(spot) => {
            let word = marked.word_at(spot.word()?, spot.command()?)?;
            let items = match spot.part {
                SpotPart::Script if spot.run.script.is_module => {
                    scripts::modules(&changed, &spot.run, &word)
                }
                SpotPart::Script => scripts::items(&changed, &spot.run, &word),
                SpotPart::Argument(index) => arguments::items(&changed, &spot.run, index, &word),
            };
            (word, items)
        }
        None => programs::items(&changed, at, &marked)?,
    };
    items.truncate(LISTED);
    (!items.is_empty()).then_some(Completions {
        range: word.range,
        items,
    })
}

impl MarkedWord {
    /// Returns an item that replaces the word by `text`.
    fn item(&self, sort: ItemSort, label: &str, text: String, detail: &str) -> Item {
        Item {
            sort,
            label: label.to_owned(),
            filter: text.clone(),
            insert: text,
            detail: detail.to_owned(),
            about: Markdown::new(),
            is_retired: false,
            is_snippet: false,
        }
    }
}
