//! Where a command begins: the scripts of the code, each behind the program that runs it.

use azml_rules::script::Command;
use azml_rules::script::commands::{EntryPoint, Site as RunSite};
use azml_rules::script::upload::CodeFolder;

use super::marked::{Marked, MarkedWord};
use super::scripts::{self, Folder};
use crate::Site;
use crate::completion::item::{Item, ItemSort};

/// Programs, and the ends of the names of what they run.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("python", &["py"]),
    ("bash", &["sh"]),
    ("Rscript", &["R", "r"]),
    ("julia", &["jl"]),
];

/// The commands that may begin at the mark, and the word that they replace; `None` where the mark
/// is no first word.
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
    // After `cd` nobody knows here which folder it is.
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
