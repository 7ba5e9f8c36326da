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

/// Returns the version that `text` starts with: "3.8", "3.8.5", "3.8.*".
pub fn python_version(text: &str) -> Option<&'static PythonVersion> {
    let mut parts = text.split('.');
    let (major, minor) = (parts.next()?, parts.next()?);
    PYTHON_VERSIONS
        .iter()
        .find(|known| known.version.split_once('.') == Some((major, minor)))
}

/// Returns the version in the name of an image: "3.7" in `sklearn-0.24-ubuntu18.04-py37-cpu`.
pub fn python_in_name(name: &str) -> Option<&'static PythonVersion> {
    // `pytorch` is no version.
    let mut digits = name.split('-').filter_map(|part| part.strip_prefix("py"));
    let digits = digits.find(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))?;
    let (major, minor) = digits.split_at_checked(1)?;
    PYTHON_VERSIONS
        .iter()
        .find(|known| known.version.split_once('.') == Some((major, minor)))
}

/// Returns every version, the oldest first.
pub fn python_versions() -> &'static [PythonVersion] {
    PYTHON_VERSIONS
}

/// Returns the newest version that satisfies `condition` of conda or pip, such as `=3.8`,
/// `>=3.8,<3.9`, or `3.7|3.8`; `None` if it is unknown, or if there is no condition.
pub fn newest_python(condition: &str) -> Option<&'static PythonVersion> {
    let alternatives: Option<Vec<Vec<Clause>>> = condition
        .split('|')
        .map(|part| part.split(',').map(Clause::read).collect())
        .collect();
    let alternatives = alternatives?;
    let allows = |version: &&PythonVersion| {
        let number = number(version.version);
        let mut ways = alternatives.iter();
        number.is_some_and(|it| ways.any(|clauses| clauses.iter().all(|one| one.allows(it))))
    };
    PYTHON_VERSIONS.iter().rev().find(allows)
}

/// Major and minor version.
type Number = (u32, u32);

fn number(version: &str) -> Option<Number> {
    let (major, minor) = version.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// One condition on a version: an operator and a version.
struct Clause {
    operator: &'static str,
    major: u32,
    minor: Option<u32>,
    /// `true` if a part after the minor version restricts it: `3.9.5`, not `3.9.0`.
    has_patch: bool,
}

impl Clause {
    fn read(text: &str) -> Option<Self> {
        const OPERATORS: [&str; 8] = ["===", "==", "~=", "!=", ">=", "<=", "=", ">"];
        let text = text.trim();
        let all = OPERATORS.into_iter().chain(["<"]);
        let operator = all
            .filter(|operator| text.starts_with(operator))
            .max_by_key(|operator| operator.len())
            .unwrap_or_default();
        let version = text[operator.len()..].trim_start();
        // The conda build string follows: `3.8.5=h1`, `3.8 *_cpython`.
        let end = version.find(['=', ' ']).unwrap_or(version.len());
        let mut parts = version[..end].split('.').filter(|part| *part != "*");
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next().map(|part| part.trim_end_matches('*'));
        let minor = minor.filter(|part| !part.is_empty());
        let minor = minor.map(str::parse).transpose().ok()?;
        Some(Self {
            operator,
            major,
            minor,
            has_patch: parts.next().is_some_and(|patch| patch != "0"),
        })
    }

    fn allows(&self, version: Number) -> bool {
        let required = (self.major, self.minor.unwrap_or(0));
        match self.operator {
            "!=" => true,
            ">=" | ">" => version >= required,
            "<" if self.has_patch => version <= required,
            "<" => version < required,
            "<=" => version <= required,
            "~=" if !self.has_patch => version.0 == self.major && version >= required,
            _ => version.0 == self.major && self.minor.is_none_or(|minor| minor == version.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_newest_version_that_a_condition_allows() {
        let of = |text| newest_python(text).map(|known| known.version);
        for (condition, version) in [
            ("=3.8", "3.8"),
            ("==3.8.5", "3.8"),
            ("3.7.*", "3.7"),
            ("=3.8*", "3.8"),
            ("=3.8.5=h1_cpython", "3.8"),
            ("3.8 *_cpython", "3.8"),
            (">=3.7,<3.9", "3.8"),
            ("<3.9.5", "3.9"),
            ("<=3.9", "3.9"),
            ("3.6|3.7", "3.7"),
            ("~=3.8.1", "3.8"),
            ("=3.10", "3.10"),
        ] {
            assert_eq!(of(condition), Some(version), "{condition}");
        }
        let newest = PYTHON_VERSIONS.last().map(|known| known.version);
        for open in [">=3.8", ">3.8", "~=3.8", "=3", "!=3.9"] {
            assert_eq!(of(open), newest, "{open}");
        }
        for unknown in ["", "=1.5", "x", "=3.x", "==3.8;"] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }

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
