//! Base images and curated environments that are no longer maintained: `data/images.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/images.rs"));

/// What an image is published as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageKind {
    /// An image of `mcr.microsoft.com/azureml/`.
    BaseImage,
    /// An environment of the registry `azureml`.
    Environment,
}

/// How it is known that an image has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The source names it.
    Stated,
    /// Only a title or an excerpt of the source was seen.
    Excerpt,
    /// No source names it: the version of Python or Ubuntu in its name has ended.
    Name,
}

/// An image that gets no fixes any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndedImage {
    /// Its name without registry and tag.
    pub name: &'static str,
    /// What it is published as.
    pub kind: ImageKind,
    /// The day from which the source says so.
    pub ended: Date,
    /// How that is known.
    pub basis: Basis,
    /// The name of what takes its place; empty where no source has one.
    pub replacement: &'static str,
    /// Where this is from.
    pub source: &'static str,
}

const IMAGES: &str = "mcr.microsoft.com/azureml/";
const ENVIRONMENTS: &str = "azureml://registries/azureml/environments/";

impl EndedImage {
    /// How to write what takes its place, in its newest version; `None` where nothing does.
    #[must_use]
    pub fn successor(&self) -> Option<String> {
        if self.replacement.is_empty() {
            return None;
        }
        Some(match self.kind {
            ImageKind::BaseImage => format!("{IMAGES}{}:latest", self.replacement),
            ImageKind::Environment => {
                format!("{ENVIRONMENTS}{}/labels/latest", self.replacement)
            }
        })
    }
}

/// The ended image that `reference` names: `mcr.microsoft.com/azureml/NAME:TAG`,
/// `azureml://registries/azureml/environments/NAME/...`, or `azureml:AzureML-NAME:VERSION`, as the
/// CLI shows the environments of the registry.
#[must_use]
pub fn ended_image(reference: &str) -> Option<&'static EndedImage> {
    let (kind, name) = image_name(reference)?;
    ENDED_IMAGES
        .iter()
        .find(|image| image.kind == kind && image.name == name)
}

/// Whether `reference` names an image or an environment that is maintained.
#[must_use]
pub fn is_current_image(reference: &str) -> bool {
    image_name(reference).is_some_and(|name| CURRENT_IMAGES.contains(&name))
}

fn image_name(reference: &str) -> Option<(ImageKind, &str)> {
    let (kind, rest) = if let Some(rest) = reference.strip_prefix(IMAGES) {
        match rest.strip_prefix("curated/") {
            Some(rest) => (ImageKind::Environment, rest),
            None => (ImageKind::BaseImage, rest),
        }
    } else if let Some(rest) = reference.strip_prefix(ENVIRONMENTS) {
        (ImageKind::Environment, rest)
    } else {
        let name = reference.strip_prefix("azureml:").unwrap_or(reference);
        (ImageKind::Environment, name.strip_prefix("AzureML-")?)
    };
    let end = match kind {
        // Some images are in folders.
        ImageKind::BaseImage => rest.find([':', '@']),
        ImageKind::Environment => rest.find([':', '/', '@']),
    };
    Some((kind, &rest[..end.unwrap_or(rest.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_images_and_environments_by_name() {
        let image = ended_image("mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04:20230101.v1");
        assert_eq!(image.map(|image| image.ended), Some(Date::new(2025, 4, 9)));
        for environment in [
            "azureml://registries/azureml/environments/tensorflow-2.12-cuda11/labels/latest",
            "azureml:AzureML-tensorflow-2.12-cuda11:3",
            "AzureML-tensorflow-2.12-cuda11@latest",
            "mcr.microsoft.com/azureml/curated/tensorflow-2.12-cuda11:latest",
        ] {
            assert_eq!(
                ended_image(environment).map(|image| image.kind),
                Some(ImageKind::Environment),
                "{environment}"
            );
        }
        for other in [
            "mcr.microsoft.com/azureml/openmpi5.0-ubuntu24.04",
            "azureml:python-sdk-v2:1",
            "python-sdk-v2",
            "",
        ] {
            assert_eq!(ended_image(other), None, "{other}");
        }
    }

    #[test]
    fn what_takes_the_place_of_an_image_is_current() {
        for image in ENDED_IMAGES {
            if let Some(successor) = image.successor() {
                assert!(
                    is_current_image(&successor),
                    "{} -> {successor}",
                    image.name
                );
            }
            assert!(
                !CURRENT_IMAGES.contains(&(image.kind, image.name)),
                "{}",
                image.name
            );
        }
    }
}
