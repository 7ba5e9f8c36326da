//! Python versions and the end of their support: `data/python.yaml`.

use crate::date::Date;

include!(concat!(env!("OUT_DIR"), "/python.rs"));

/// A version of Python.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PythonVersion {
    /// Major and minor: "3.8".
    pub version: &'static str,
    /// The last day of its support.
    pub support_ends: Date,
}

/// The version that `text` starts with: "3.8", "3.8.5", "3.8.*".
#[must_use]
pub fn python_version(text: &str) -> Option<&'static PythonVersion> {
    let mut parts = text.split('.');
    let (major, minor) = (parts.next()?, parts.next()?);
    PYTHON_VERSIONS
        .iter()
        .find(|known| known.version.split_once('.') == Some((major, minor)))
}

/// The version in the name of an image or an environment: "3.7" in `sklearn-0.24-ubuntu18.04-py37-cpu`.
#[must_use]
pub fn python_in_name(name: &str) -> Option<&'static PythonVersion> {
    let digits = name.split('-').find_map(|part| part.strip_prefix("py"))?;
    let (major, minor) = digits.split_at_checked(1)?;
    PYTHON_VERSIONS
        .iter()
        .find(|known| known.version.split_once('.') == Some((major, minor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_versions_in_text_and_in_names() {
        let of = |text| python_version(text).map(|known| known.version);
        assert_eq!(of("3.8"), Some("3.8"));
        assert_eq!(of("3.10.4"), Some("3.10"));
        assert_eq!(of("3"), None);
        assert_eq!(of("9.9"), None);
        let named = |name| python_in_name(name).map(|known| known.version);
        assert_eq!(named("sklearn-0.24-ubuntu18.04-py37-cpu"), Some("3.7"));
        assert_eq!(named("minimal-py312-inference"), Some("3.12"));
        assert_eq!(named("pytorch-1.6"), None);
        assert_eq!(named("py"), None);
    }
}
