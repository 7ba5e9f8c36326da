//! Hovers of `build`: the Dockerfile, and its base images.

use azml_rules::docker::{BaseImage, Dockerfile};
use azml_rules::path::inside;
use azml_rules::syntax::{Node, known_text};
use azml_rules::workspace::OnDisk;

use super::image;
use crate::Site;
use crate::markdown::{Markdown, code, md};

/// Maximum number of images listed.
const LISTED: usize = 5;

/// Returns the hover of the value of `path` or `dockerfile_path` below `build`.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let is_build = matches!(keys, [.., "build", "path" | "dockerfile_path"] if !node.is_key());
    let build = node.parent().filter(|_| is_build)?;
    let folder = build.get("path").and_then(known_text)?;
    if folder.contains(':') {
        return None;
    }
    let name = match build.get("dockerfile_path") {
        Some(named) => known_text(named)?,
        None => "Dockerfile",
    };
    let path = inside(folder, name);
    let from = site.document.path();
    let full = site.workspace.full_path(from, &path)?;
    let heading = md!("### Dockerfile {}", site.file_link(&full));
    let Some(text) = site.workspace.text(from, &path) else {
        let is_missing = site.workspace.on_disk(from, &path) == Some(OnDisk::Nothing);
        return is_missing.then(|| md!("{}\n\nDoesn't exist.", heading));
    };
    let mut card = heading;
    let bases = Dockerfile::new(&text).base_images();
    if !bases.is_empty() {
        card.push("\n\n**Starts from:**\n");
    }
    for base in bases.iter().take(LISTED) {
        card.push(md!("\n- {}", starts_from(base)));
    }
    Some(card)
}

fn starts_from(base: &BaseImage<'_>) -> Markdown {
    let status = match image::status(&base.reference) {
        Some(status) => md!(" ({})", status),
        None => Markdown::new(),
    };
    md!("{}{}", code(&base.reference), status)
}
