//! Completion of the first word of a command: the scripts of the code, each after its interpreter.

use azml_rules::script::Command;
use azml_rules::script::commands::{EntryPoint, Site as RunSite};
use azml_rules::script::upload::CodeFolder;

use super::marked::{Marked, MarkedWord};
use super::scripts::{self, Folder};
use crate::Site;
use crate::completion::item::{Item, ItemSort};

/// Programs, and the file extensions that they run.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("python", &["py"]),
    ("bash", &["sh"]),
    ("Rscript", &["R", "r"]),
    ("julia", &["jl"]),
];

/// Returns the commands that may begin at the marker, and the word that they replace; `None` if the
/// marker is not in the first word.
pub(crate) fn items(
    site: &Site<'_>,
    at: RunSite<'_>,
    marked: &Marked,
) -> Option<(MarkedWord, Vec<Item>)> {
    let EntryPoint::Command(node) = at.entry else {
        return None;
    };
    let command = Command::read(node)?;
    let mark = command.text.decoded(marked.at)?;
    let mut firsts = command.simple.iter().filter_map(|it| it.words.first());
    let first = firsts.find(|word| word.range.contains(&mark))?;
    let word = marked.word_at(first, &command)?;
    if command.is_compound || word.is_optional {
        return None;
    }
    let code = CodeFolder::of(site.workspace, site.document.path(), &at);
    let CodeFolder::Uploaded(_) = &code else {
        return None;
    };
    // After `cd` the current folder is unknown.
    let is_at_top = command.simple.first()?.words.first() == Some(first);
    let folder = Folder::of(&code, "").filter(|_| is_at_top);
    let entries = folder.map(|folder| folder.entries(site.workspace));
    let mut items = Vec::new();
    for (program, ends) in PROGRAMS {
        let scripts = entries.iter().flatten();
        let scripts = scripts.filter(|it| !it.is_folder && scripts::is_script(&it.name, ends));
        items.extend(scripts.map(|script| {
            let whole = format!("{program} {}", script.name);
            word.item(ItemSort::File, &whole.clone(), whole, "")
        }));
    }
    let bare = PROGRAMS.iter().take(2);
    items.extend(bare.map(|(program, _)| {
        word.item(
            ItemSort::Word,
            program,
            format!("{program} "),
            "runs a script of the code",
        )
    }));
    Some((word, items))
}
