//! Hovers of base images and curated environments: their support status, and their
//! replacements.

use azml_rules::compute::{
    Basis, CurrentImage, EndedImage, ImageKind, current_image, ended_image, software_in_name,
};
use azml_rules::syntax::{Node, known_text};

use crate::markdown::{Markdown, code, md, ours};

/// Returns the hover of the image that the value names.
pub(crate) fn card(node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let place = !node.is_key() && matches!(keys.last(), Some(&("image" | "environment")));
    let reference = known_text(node).filter(|_| place)?;
    if let Some(image) = ended_image(reference) {
        return Some(of_ended(image, reference));
    }
    // The hover of a registry URI has more details.
    let current = current_image(reference).filter(|_| !reference.starts_with("azureml://"));
    current.map(of_current)
}

/// Returns `card`, the hover of the URI of an environment, with the status of the environment.
pub(crate) fn with_status(card: Markdown, node: Node<'_>) -> Markdown {
    match known_text(node).and_then(current_image) {
        Some(image) => md!(
            "{}{}\n\nMaintained, according to: {}.",
            card,
            software(image.name),
            ours(image.source)
        ),
        None => card,
    }
}

fn of_current(image: &CurrentImage) -> Markdown {
    md!(
        "{}{}\n\nMaintained, according to: {}.",
        heading(image.kind, image.name),
        software(image.name),
        ours(image.source)
    )
}

fn of_ended(image: &EndedImage, reference: &str) -> Markdown {
    let ended = ours(image.ended.to_string());
    let since = match image.basis {
        Basis::Stated | Basis::Excerpt => md!(
            "No longer maintained since {}. Existing versions can still be pulled, but get no fixes.",
            ended
        ),
        Basis::Name => md!(
            "Built on software whose support has ended ({}). Existing versions can still be pulled.",
            ended
        ),
    };
    let instead = match image.successor(reference) {
        Some(successor) => md!("\n\nUse instead: {}", code(&successor)),
        None => Markdown::new(),
    };
    md!(
        "{}{}\n\n{}{}\n\nSource: {}.",
        heading(image.kind, image.name),
        software(image.name),
        since,
        instead,
        ours(image.source)
    )
}

fn heading(kind: ImageKind, name: &str) -> Markdown {
    let what = match kind {
        ImageKind::BaseImage => "Base image",
        ImageKind::Environment => "Curated environment",
    };
    md!("### {} {}", what, code(name))
}

fn software(name: &str) -> Markdown {
    match software_in_name(name).as_slice() {
        [] => Markdown::new(),
        software => md!("\n\n{}", ours(software.join(", "))),
    }
}

/// Returns the status of the image `reference` in a few words.
pub(crate) fn status(reference: &str) -> Option<&'static str> {
    match ended_image(reference) {
        Some(_) => Some("no longer maintained"),
        None => current_image(reference).map(|_| "maintained"),
    }
}
