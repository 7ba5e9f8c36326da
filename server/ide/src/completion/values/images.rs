//! Completion of maintained base images and curated environments of Azure Machine Learning.

use std::cmp::Reverse;

use azml_rules::compute::{
    CurrentImage, ImageKind, current_images, python_in_name, software_in_name,
};
use azml_rules::document::Kind;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::markdown::{Markdown, md, ours};

/// Returns the images for the value of `image` in an environment.
pub(crate) fn base_images(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    let is_environment = match keys {
        ["image"] => site.document.kind() == Some(Kind::Environment),
        [.., "environment", "image"] => true,
        _ => false,
    };
    if !is_environment {
        return Vec::new();
    }
    items(site, value, ImageKind::BaseImage)
}

/// Returns the curated environments for a value that names an environment; none in batch deployments.
pub(crate) fn environments(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let is_batch = site.document.kind().is_some_and(Kind::is_batch_deployment);
    if is_batch {
        return Vec::new();
    }
    items(site, value, ImageKind::Environment)
}

/// Inference images are listed in deployments only, where they come first.
fn items(site: &Site<'_>, value: &Value<'_>, kind: ImageKind) -> Vec<Item> {
    let serves = site.document.kind().is_some_and(Kind::is_deployment);
    let is_alone = site.document.kind() == Some(Kind::Environment);
    let mut images: Vec<&CurrentImage> = current_images(kind)
        .filter(|image| serves || is_alone || !image.is_for_inference())
        // AutoML chooses its environments itself.
        .filter(|image| !image.name.contains("automl"))
        .filter(|image| !has_ended_python(site, image))
        .collect();
    // The newest of several versions first: `acpt-pytorch-2.8` before `acpt-pytorch-2.2`. Of base
    // images, the one that fits most jobs comes first.
    let stems: Vec<&str> = images
        .iter()
        .map(|image| stem_and_numbers(image.name).0)
        .collect();
    if kind == ImageKind::Environment {
        images.sort_by_cached_key(|image| {
            let (stem, numbers) = stem_and_numbers(image.name);
            (
                stems.iter().position(|other| *other == stem),
                Reverse(numbers),
            )
        });
    }
    images.sort_by_key(|image| serves && !image.is_for_inference());
    let is_fit = |image: &CurrentImage| fits(value, image);
    let is_whole = value
        .typed
        .rsplit('/')
        .next()
        .is_some_and(|end| end.contains(':'));
    // A whole image is replaced by any other.
    let is_replaced =
        kind == ImageKind::BaseImage && is_whole && !images.iter().any(|image| is_fit(image));
    images.retain(|image| is_replaced || is_fit(image));
    images.into_iter().map(|image| item(value, image)).collect()
}

/// Returns the name up to its first number, and its numbers.
fn stem_and_numbers(name: &str) -> (&str, Vec<u64>) {
    let stem = name.find(|c: char| c.is_ascii_digit());
    let stem = stem.unwrap_or(name.len());
    let numbers = name.split(|c: char| !c.is_ascii_digit());
    (
        &name[..stem],
        numbers.filter_map(|digits| digits.parse().ok()).collect(),
    )
}

fn has_ended_python(site: &Site<'_>, image: &CurrentImage) -> bool {
    let python = python_in_name(image.name);
    let ends = python.zip(site.today());
    ends.is_some_and(|(python, today)| python.support_ends < today)
}

/// Returns `true` if the typed text is a part of the reference.
fn fits(value: &Value<'_>, image: &CurrentImage) -> bool {
    let typed = value.typed.to_ascii_lowercase();
    image.reference().to_ascii_lowercase().contains(&typed)
}

fn item(value: &Value<'_>, image: &CurrentImage) -> Item {
    let reference = image.reference();
    let software = software_in_name(image.name).join(", ");
    let what = match image.kind {
        ImageKind::BaseImage => "base image",
        ImageKind::Environment => "curated environment",
    };
    let detail = match software.as_str() {
        "" => what.to_owned(),
        software => format!("{what} · {software}"),
    };
    Item {
        sort: ItemSort::Asset,
        label: image.name.to_owned(),
        insert: value.written(&reference),
        // A client must not filter again: the text may be in the middle.
        filter: if value.typed.is_empty() {
            reference
        } else {
            value.typed.to_owned()
        },
        detail,
        about: about(image),
        is_retired: false,
        is_snippet: false,
    }
}

fn about(image: &CurrentImage) -> Markdown {
    md!("Maintained, according to: {}.", ours(image.source))
}
