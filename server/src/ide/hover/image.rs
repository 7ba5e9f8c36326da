//! Cards of base images and curated environments that are no longer maintained.

use azml_rules::compute::{Basis, EndedImage, ImageKind, ended_image};
use azml_rules::syntax::{Node, known_text};

use crate::ide::markdown::{Markdown, code, md, ours};

/// The card of the image that the value names.
pub(super) fn card(node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let place = !node.is_key() && matches!(keys.last(), Some(&("image" | "environment")));
    let image = ended_image(known_text(node).filter(|_| place)?)?;
    let EndedImage {
        name,
        ended,
        basis,
        source,
        ..
    } = image;
    let what = match image.kind {
        ImageKind::BaseImage => "Base image",
        ImageKind::Environment => "Curated environment",
    };
    let since = match basis {
        Basis::Stated | Basis::Excerpt => md!(
            "No longer maintained since {}. Existing versions can still be pulled, but get no fixes.",
            ours(ended.to_string())
        ),
        Basis::Name => md!(
            "Built on software whose support has ended ({}). Existing versions can still be pulled.",
            ours(ended.to_string())
        ),
    };
    let instead = match image.successor() {
        Some(successor) => md!("\n\nUse instead: {}", code(&successor)),
        None => Markdown::new(),
    };
    Some(md!(
        "### {} {}\n\n{}{}\n\nSource: {}.",
        what,
        code(name),
        since,
        instead,
        *source
    ))
}
