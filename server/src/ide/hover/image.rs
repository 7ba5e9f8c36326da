//! Cards of base images and curated environments that are no longer maintained.

use azml_rules::compute::{EndedImage, ImageKind, ended_image};
use azml_rules::syntax::{Node, known_text};

/// The card of the image that the value names.
pub(super) fn card(node: Node<'_>, keys: &[&str]) -> Option<String> {
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
        String::new()
    } else {
        format!("\n\nUse instead: {replacement}.")
    };
    Some(format!(
        "### {what} `{name}`\n\nNo longer maintained: it has had no new versions or fixes since \
         {ended}. Existing versions can still be pulled.{instead}\n\nSource: {source}."
    ))
}
