//! Everything the editor shows of any files, at the cursor and at the ends of each file.

use std::sync::Arc;

use azml_ide::Site;
use azml_rules::workspace::Workspace;

use super::{Folder, Look};
use crate::random::Random;

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = super::folder::text(bytes) else {
        return;
    };
    let folder = Folder::read(&text);
    hold(&folder, &folder.workspace());
}

/// Looks at each document of `workspace`, which is the folder.
pub(super) fn hold(folder: &Folder, workspace: &Workspace) {
    let text_of = |path: &str| {
        let text = folder.files.get(path)?;
        Some(Arc::from(text.as_str()))
    };
    for document in workspace.documents() {
        // Only which of several answers is looked at more closely.
        let mut random = Random::new(1);
        let site = Site::new(document, workspace, "", &text_of);
        let look = Look::new(&site);
        look.at_findings(&mut random);
        look.at_all(&mut random);
        let end = u32::try_from(document.text().len()).expect("a small file");
        match &folder.cursor {
            Some((path, at)) if path == document.path() => look.at_place(*at, &mut random),
            _ => [0, end]
                .into_iter()
                .for_each(|at| look.at_place(at, &mut random)),
        }
    }
}
