//! Hover of `code`: the folder, and the files of it that are uploaded.

use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::{counted, size};
use azml_rules::workspace::OnDisk;

use crate::Site;
use crate::markdown::{Markdown, md, ours};

/// Returns the hover of the value of `code`, a local path.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let is_code = !node.is_key() && matches!(keys.last(), Some(&("code" | "local_path")));
    let path = known_text(node).filter(|text| is_code && !text.contains(':'))?;
    let from = site.document.path();
    let full = site.workspace.full_path(from, path)?;
    let what = match site.workspace.on_disk(from, path)? {
        OnDisk::Nothing => return None,
        OnDisk::File => "file",
        OnDisk::Folder => "folder",
    };
    let mut card = md!("### {}: code {}\n\n", site.file_link(&full), what);
    match site.workspace.upload_size(from, path) {
        Some(weight) if weight.files > 0 => {
            let least = if weight.is_cut { "at least " } else { "" };
            card.push(md!(
                "Each submission uploads what has changed of {}{} ({}).",
                least,
                ours(counted(weight.files, "file")),
                ours(size(weight.bytes))
            ));
        }
        _ => card.push("It is uploaded when the file is submitted."),
    }
    if what == "folder" {
        card.push(" `.amlignore` or `.gitignore` leaves files out.");
    }
    Some(card)
}
