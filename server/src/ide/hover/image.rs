//! Cards of base images and curated environments that are no longer maintained.

use azml_rules::compute::{EndedImage, ImageKind, ended_image};
use azml_rules::syntax::{Node, known_text};

use crate::ide::markdown::{Markdown, code, md, ours};

/// The card of the image that the value names.
pub(super) fn card(node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let place = !node.is_key() && matches!(keys.last(), Some(&("image" | "environment")));
    let image = ended_image(known_text(node).filter(|_| place)?)?;
    let EndedImage {
        name,
        ended,
        replacement,
        source,
        ..
    } = image;
    let what = match image.kind {
        ImageKind::BaseImage => "Base image",
        ImageKind::Environment => "Curated environment",
    };
    let instead = if replacement.is_empty() {
        Markdown::new()
    } else {
        md!("\n\nUse instead: {}.", *replacement)
    };
    Some(md!(
        "### {} {}\n\nNo longer maintained: it has had no new versions or fixes since {}. Existing \
         versions can still be pulled.{}\n\nSource: {}.",
        what,
        code(name),
        ours(ended.to_string()),
        instead,
        *source
    ))
}
