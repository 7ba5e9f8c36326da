//! What the specs say of files that move:
//!
//! - ` ```moved title="OLD" to=NEW `: `path:line: text` for every line, in every file, that is
//!   written anew when the file or folder `OLD` moves to `NEW`.
//! - ` ```path-renamed to=NEW `: `OLD -> NEW` for what moves when the path at the cursor is renamed,
//!   then the lines as above; or why nothing moves.

use azml_ide::Site;
use azml_ide::refactor::file_rename;
use azml_ide::refactor::file_rename::Move;
use azml_ide::refactor::rename::edited;

use super::Scene;
use crate::markdown::Block;

/// What `block` of this module is to say; `None` for others.
pub(super) fn shown(scene: &Scene, block: &Block) -> Option<String> {
    let to = block.to.as_deref().unwrap_or_default();
    match block.language.as_str() {
        "moved" => {
            let full = |path: &str| format!("/p/{path}");
            Some(lines(
                scene,
                &[Move {
                    from: full(block.title.as_deref().unwrap_or_default()),
                    to: full(to),
                }],
            ))
        }
        "path-renamed" => Some(renamed(scene, to)),
        _ => None,
    }
}

fn renamed(scene: &Scene, to: &str) -> String {
    let planned = scene.look(|site, at| {
        let path = file_rename::path_at(site, at)?;
        Some(file_rename::renaming(site, &path, to))
    });
    match planned {
        None => String::new(),
        Some(Err(message)) => message + "\n",
        Some(Ok(one)) => {
            let short = |path: &str| path.strip_prefix("/p/").unwrap_or(path).to_owned();
            let header = format!("{} -> {}\n", short(&one.from), short(&one.to));
            header + &lines(scene, &[one])
        }
    }
}

fn lines(scene: &Scene, moves: &[Move]) -> String {
    let mut shown = String::new();
    for document in scene.workspace.documents() {
        let text_of = |path: &str| scene.texts.get(path).cloned();
        let site = Site::new(document, &scene.workspace, "/p", &text_of);
        let edits = file_rename::edits(&site, moves);
        let new = edited(document.text(), document.path(), &edits);
        let path = document.path().trim_start_matches("/p/");
        for (number, (old, new)) in document.text().lines().zip(new.lines()).enumerate() {
            if old != new {
                shown.push_str(&format!("{path}:{}: {}\n", number + 1, new.trim()));
            }
        }
    }
    shown
}
