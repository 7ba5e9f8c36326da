//! Lines of scripts and workflows that run `az ml` on a file: from the line to the file, and
//! back.

use azml_rules::az_ml::FileWord;
use azml_rules::text::{Location, TextRange};

use crate::Site;
use crate::definition_links::DefinitionLinks;

/// Top-level keys that represent the whole file.
const WHOLE: [&str; 3] = ["$schema", "name", "type"];

/// Returns the file that the command at the cursor names.
pub(crate) fn file_at(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    let file = word_at(site, offset)?;
    let path = site.workspace.file_of_command(site.document.path(), file)?;
    let start = TextRange::empty(0);
    Some(DefinitionLinks {
        origin: file.range,
        locations: vec![Location { path, range: start }],
    })
}

fn word_at<'s>(site: &Site<'s>, offset: u32) -> Option<&'s FileWord> {
    let lines = site.document.commands()?;
    let mut files = lines.commands.iter().filter_map(|line| line.file.as_ref());
    files.find(|file| file.range.touches(offset))
}

/// Returns the lines that name the same file as the text at `offset`: a key that represents the
/// whole document, or such a line itself.
pub(crate) fn lines_for(site: &Site<'_>, offset: u32) -> Vec<Location> {
    let path = match word_at(site, offset) {
        Some(file) => site.workspace.file_of_command(site.document.path(), file),
        None => represents_document(site, offset).then(|| site.document.shared_path()),
    };
    let commands = path.map(|path| site.workspace.commands_on(&path));
    let mut found = Vec::new();
    for named in commands.unwrap_or_default() {
        if let Some(file) = named.line().and_then(|line| line.file.as_ref()) {
            let (path, range) = (named.script.shared_path(), file.range);
            found.push(Location { path, range });
        }
    }
    found
}

fn represents_document(site: &Site<'_>, offset: u32) -> bool {
    let node = site.document.tree().node_at(offset);
    let Some(node) = node.filter(|_| site.document.kind().is_some()) else {
        return false;
    };
    let key = if node.is_key() {
        Some(node)
    } else {
        node.key()
    };
    let is_at_top = node.parent().is_some() && node.parent() == site.document.root();
    is_at_top
        && key
            .and_then(azml_rules::syntax::Node::text)
            .is_some_and(|key| WHOLE.contains(&key))
}
