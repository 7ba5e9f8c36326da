//! Base images and curated environments whose upkeep has ended: `data/images.yaml`.

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

/// An image that gets no fixes any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndedImage {
    /// Its name without registry and tag.
    pub name: &'static str,
    /// What it is published as.
    pub kind: ImageKind,
    /// The day from which the source says so.
    pub ended: Date,
    /// What the source has instead; empty where it names nothing.
    pub replacement: &'static str,
    /// Where this is from.
    pub source: &'static str,
}

/// The ended image that `reference` names: `mcr.microsoft.com/azureml/NAME:TAG` or
/// `azureml://registries/azureml/environments/NAME/...`.
#[must_use]
pub fn ended_image(reference: &str) -> Option<&'static EndedImage> {
    let (kind, rest) = match reference.strip_prefix("mcr.microsoft.com/azureml/") {
        Some(rest) => (ImageKind::BaseImage, rest),
        None => (
            ImageKind::Environment,
            reference.strip_prefix("azureml://registries/azureml/environments/")?,
        ),
    };
    let name = rest.split([':', '/', '@']).next()?;
    ENDED_IMAGES
        .iter()
        .find(|image| image.kind == kind && image.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_images_and_environments_by_name() {
        let image = ended_image("mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04:20230101.v1");
        assert_eq!(image.map(|image| image.ended), Some(Date::new(2025, 9, 9)));
        let environment = ended_image(
            "azureml://registries/azureml/environments/tensorflow-2.12-cuda11/labels/latest",
        );
        assert_eq!(
            environment.map(|image| image.kind),
            Some(ImageKind::Environment)
        );
        for other in [
            "mcr.microsoft.com/azureml/openmpi5.0-ubuntu24.04",
            "azureml:python-sdk-v2:1",
            "python-sdk-v2",
            "",
        ] {
            assert_eq!(ended_image(other), None, "{other}");
        }
    }
}
