//! Base images and curated environments, maintained and ended ones:
//! `data/images.yaml`.

use super::python_in_name;
use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/images.rs"));

/// Type of a published image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageKind {
    /// An image of `mcr.microsoft.com/azureml/`.
    BaseImage,
    /// An environment of the registry `azureml`.
    Environment,
}

/// Evidence that an image has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The source names the image.
    Stated,
    /// Only a title or an excerpt of the source was read.
    Excerpt,
    /// No source names it: the version of Python or Ubuntu in its name has ended.
    Name,
}

/// An image that is no longer updated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndedImage {
    /// Its name without registry and tag.
    pub name: &'static str,
    /// Type of the image.
    pub kind: ImageKind,
    /// Date since which the source states the end; not a date of removal.
    pub ended: Date,
    /// Evidence for that.
    pub basis: Basis,
    /// The software or image that it is built on, if that is why it has ended and its name doesn't show it; else empty.
    pub software: &'static str,
    /// Name of its replacement; empty if no source has one.
    pub replacement: &'static str,
    /// The source, with its revision or date.
    pub source: &'static str,
}

/// An image that is still updated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentImage {
    /// Its name without registry and tag.
    pub name: &'static str,
    /// Type of the image.
    pub kind: ImageKind,
    /// The source, with its revision or date.
    pub source: &'static str,
}

impl CurrentImage {
    /// Returns the reference to its newest version.
    pub fn reference(&self) -> String {
        newest(self.kind, self.name)
    }

    /// Returns `true` if its name contains `inference`.
    pub fn is_for_inference(&self) -> bool {
        self.name.contains("inference")
    }
}

/// Returns the reference to the newest version of an image.
fn newest(kind: ImageKind, name: &str) -> String {
    match kind {
        ImageKind::BaseImage => format!("{IMAGES}{name}:latest"),
        ImageKind::Environment => format!("{ENVIRONMENTS}{name}/labels/latest"),
    }
}

/// Placeholder for the version of an image that users choose themselves.
pub const VERSION_TO_FILL_IN: &str = "VERSION";

/// Returns `true` if `reference` names a version that doesn't move.
fn is_pinned(reference: &str) -> bool {
    if reference.starts_with(ENVIRONMENTS) {
        return reference.contains("/versions/");
    }
    let end = reference.rsplit('/').next().unwrap_or_default();
    let end = end.strip_prefix("azureml:").unwrap_or(end);
    let tag = end.rsplit_once(':').map(|(_, tag)| tag);
    tag.is_some_and(|tag| tag != "latest")
}

const IMAGES: &str = "mcr.microsoft.com/azureml/";
/// Folder of the images of curated environments.
const CURATED: &str = "curated/";
const ENVIRONMENTS: &str = "azureml://registries/azureml/environments/";

impl EndedImage {
    /// Returns the reference to its replacement, for a value that is `reference`; `None` if there is
    /// none. The image of an environment is replaced by an image. A version that doesn't move becomes
    /// [`VERSION_TO_FILL_IN`]: the versions of the replacement aren't known.
    pub fn successor(&self, reference: &str) -> Option<String> {
        if self.replacement.is_empty() {
            return None;
        }
        let newest = if self.kind == ImageKind::Environment && reference.starts_with(IMAGES) {
            format!("{IMAGES}{CURATED}{}:latest", self.replacement)
        } else {
            newest(self.kind, self.replacement)
        };
        if !is_pinned(reference) {
            return Some(newest);
        }
        let moving = newest.replace("/labels/", "/versions/");
        let start = moving.strip_suffix("latest")?;
        Some(format!("{start}{VERSION_TO_FILL_IN}"))
    }
}

/// Returns the ended image that `reference` names: `mcr.microsoft.com/azureml/NAME:TAG`,
/// `azureml://registries/azureml/environments/NAME/...`, or `azureml:AzureML-NAME:VERSION`, as the
/// CLI shows the environments of the registry.
pub fn ended_image(reference: &str) -> Option<&'static EndedImage> {
    let (kind, name) = image_name(reference)?;
    ENDED_IMAGES
        .iter()
        .find(|image| image.kind == kind && image.name.eq_ignore_ascii_case(name))
}

/// Returns the maintained image or environment that `reference` names, parsed like [`ended_image`].
pub fn current_image(reference: &str) -> Option<&'static CurrentImage> {
    let (kind, name) = image_name(reference)?;
    current_images(kind).find(|image| image.name.eq_ignore_ascii_case(name))
}

/// Returns the image or environment of `reference` if it is not in the tables, but the version of Ubuntu
/// or Python in its name has ended: images of Azure Machine Learning are named after their content.
pub fn image_named_after_ended(reference: &str) -> Option<(ImageKind, &str)> {
    // Not `-py39`: images with it were listed as maintained on 2025-09-24.
    const ENDED: [&str; 6] = [
        "ubuntu16.04",
        "ubuntu18.04",
        "ubuntu20.04",
        "py36",
        "py37",
        "py38",
    ];
    if ended_image(reference).is_some() || current_image(reference).is_some() {
        return None;
    }
    let (kind, name) = image_name(reference)?;
    let mut parts = name.split('-');
    parts
        .any(|part| ENDED.contains(&part))
        .then_some((kind, name))
}

/// Returns the maintained images or environments.
pub fn current_images(kind: ImageKind) -> impl Iterator<Item = &'static CurrentImage> {
    CURRENT_IMAGES
        .iter()
        .filter(move |image| image.kind == kind)
}

/// Returns the software that the name of an image contains: `Ubuntu 22.04`, `CUDA 12.4`, `Python 3.12`.
pub fn software_in_name(name: &str) -> Vec<String> {
    const SOFTWARE: [(&str, &str); 7] = [
        ("ubuntu", "Ubuntu"),
        ("cuda", "CUDA"),
        ("openmpi", "Open MPI"),
        ("pytorch", "PyTorch"),
        ("tensorflow", "TensorFlow"),
        ("sklearn", "scikit-learn"),
        ("lightgbm", "LightGBM"),
    ];
    let mut found = Vec::new();
    let mut parts = name.split('-').peekable();
    while let Some(part) = parts.next() {
        let Some((word, shown)) = SOFTWARE.iter().find(|(word, _)| part.starts_with(word)) else {
            continue;
        };
        let is_version = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
        let version = match &part[word.len()..] {
            "" => parts.next_if(|next| is_version(next)),
            own => Some(own).filter(is_version),
        };
        found.extend(version.map(|version| format!("{shown} {version}")));
    }
    found.extend(python_in_name(name).map(|python| format!("Python {}", python.version)));
    found
}

fn image_name(reference: &str) -> Option<(ImageKind, &str)> {
    let (kind, rest) = if let Some(rest) = reference.strip_prefix(IMAGES) {
        match rest.strip_prefix(CURATED) {
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
        // Some images are in subfolders.
        ImageKind::BaseImage => rest.find([':', '@']),
        ImageKind::Environment => rest.find([':', '/', '@']),
    };
    Some((kind, &rest[..end.unwrap_or(rest.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_image_is_built_on_is_known() {
        let by_name = ENDED_IMAGES.iter().filter(|it| it.basis == Basis::Name);
        for image in by_name {
            let shows_it = ["ubuntu", "-py3"].iter().any(|it| image.name.contains(it));
            assert_eq!(shows_it, image.software.is_empty(), "{}", image.name);
        }
    }

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
    fn names_that_no_list_has_are_read() {
        let is_named_so = |reference| image_named_after_ended(reference).is_some();
        assert!(is_named_so(
            "azureml:AzureML-sklearn-9.9-ubuntu20.04-py38-cpu:1"
        ));
        assert!(is_named_so("mcr.microsoft.com/azureml/new-ubuntu18.04:1"));
        for other in [
            "azureml:sklearn-ubuntu20.04-py38:1",
            "mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04",
            "mcr.microsoft.com/azureml/new-ubuntu22.04-py39",
            "someone/azureml/new-ubuntu18.04",
        ] {
            assert!(!is_named_so(other), "{other}");
        }
    }

    #[test]
    fn reads_what_a_name_says() {
        let of = |name| software_in_name(name).join(", ");
        assert_eq!(
            of("openmpi5.0-cuda12.4-ubuntu22.04"),
            "Open MPI 5.0, CUDA 12.4, Ubuntu 22.04"
        );
        assert_eq!(of("acpt-pytorch-2.8-cuda12.6"), "PyTorch 2.8, CUDA 12.6");
        assert_eq!(of("minimal-py312-inference"), "Python 3.12");
        assert_eq!(of("model-evaluation"), "");
        assert_eq!(of("sklearn-"), "");
    }

    #[test]
    fn what_takes_the_place_of_an_image_is_current() {
        for image in ENDED_IMAGES {
            for reference in ["azureml:AzureML-x:1", "mcr.microsoft.com/azureml/curated/x"] {
                let successor = image.successor(reference);
                let is_current = successor
                    .as_deref()
                    .is_none_or(|it| current_image(it).is_some());
                assert!(is_current, "{} -> {successor:?}", image.name);
            }
            assert!(
                current_images(image.kind).all(|current| current.name != image.name),
                "{}",
                image.name
            );
        }
    }
}
