//! A lenient view of conda files: the packages that an environment lists.
//!
//! Start at [`CondaFile::read`]. It reads a conda file and the inline mapping of a `conda_file`.
//! Entries in another form than `name version` (a URL, `-r FILE`, an expression) are not among the
//! packages, and then [`CondaFile::is_complete`] returns `false`.

use std::collections::HashSet;

use super::{Document, Kind};
use crate::syntax::{Node, NodeKind, known_text};

/// Tool that installs a package.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Installer {
    /// Conda: the package is an item of `dependencies`.
    Conda,
    /// pip: the package is an item of `pip` in `dependencies`.
    Pip,
}

impl Installer {
    /// Returns the name of the tool.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Conda => "conda",
            Self::Pip => "pip",
        }
    }
}

/// A package with its version constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement<'t> {
    /// Tool that installs the package.
    pub installer: Installer,
    /// The package as written, without channel and extras: `Azure_ML.Core`.
    pub written: &'t str,
    /// Content of the brackets after it: `fuse` of `azureml-dataset-runtime[fuse]`.
    pub extras: &'t str,
    /// Version constraint, such as `=3.8` or `>=1.2,<2`; empty if any version matches.
    pub version: &'t str,
}

impl Requirement<'_> {
    /// Returns the normalized name of the package: `azure-ml-core` for `Azure_ML.Core` (PEP 503).
    #[must_use]
    pub fn name(&self) -> String {
        normalized(self.written)
    }

    /// Returns `true` if the normalized name of the package is `package`.
    #[must_use]
    pub fn is(&self, package: &str) -> bool {
        let mut name = normalized_bytes(self.written);
        let mut wanted = package.bytes();
        loop {
            match (name.next(), wanted.next()) {
                (None, None) => return true,
                (one, other) if one == other => {}
                _ => return false,
            }
        }
    }
}

/// Normalizes `name` as package indexes do (PEP 503).
fn normalized(name: &str) -> String {
    normalized_bytes(name).map(char::from).collect()
}

fn normalized_bytes(name: &str) -> impl Iterator<Item = u8> {
    let is_mark = |byte: u8| matches!(byte, b'-' | b'_' | b'.');
    let bytes = name.as_bytes();
    bytes.iter().enumerate().filter_map(move |(at, &byte)| {
        let repeats = at > 0 && is_mark(byte) && is_mark(bytes[at - 1]);
        let normal = if is_mark(byte) {
            b'-'
        } else {
            byte.to_ascii_lowercase()
        };
        (!repeats).then_some(normal)
    })
}

/// An item of a list of packages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListedPackage<'t> {
    /// A package.
    Package(Requirement<'t>),
    /// An item that may install any packages: `-r requirements.txt`, a wheel, an expression.
    Other,
}

/// Parses an item of a list of `installer`.
#[must_use]
pub fn read_requirement(text: &str, installer: Installer) -> ListedPackage<'_> {
    let mut rest = text.trim();
    match installer {
        // The channel is written before the package.
        Installer::Conda => rest = rest.rsplit_once("::").map_or(rest, |(_, name)| name),
        // `;` starts an environment marker, ` #` a comment, ` --` an option.
        Installer::Pip => {
            for end in [";", " #", " --"] {
                rest = rest.split_once(end).map_or(rest, |(name, _)| name);
            }
        }
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let (written, mut rest) = rest.split_at(end);
    let is_path = rest.starts_with(['/', '\\', ':', '+']) || is_file(written);
    let starts_well = written.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if !starts_well || is_path {
        return ListedPackage::Other;
    }
    let mut extras = "";
    if let Some((inside, behind)) = rest
        .trim_start()
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
    {
        (extras, rest) = (inside, behind);
    }
    let version = rest.trim();
    if version.starts_with('@') {
        return ListedPackage::Other;
    }
    ListedPackage::Package(Requirement {
        installer,
        written,
        extras,
        version,
    })
}

fn is_file(name: &str) -> bool {
    [".whl", ".tar.gz", ".zip", ".txt", ".conda"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// A conda file, or the specification in an environment.
#[derive(Clone, Debug)]
pub struct CondaFile<'t> {
    /// The mapping with `dependencies`.
    pub root: Node<'t>,
    /// Packages with the nodes that list them, those of conda first.
    pub packages: Vec<(Node<'t>, Requirement<'t>)>,
    /// The list below `pip`.
    pub pip: Option<Node<'t>>,
    complete: bool,
}

impl<'t> CondaFile<'t> {
    /// Reads the specification in the mapping `root`; `None` if it is not a mapping.
    #[must_use]
    pub fn read(root: Node<'t>) -> Option<Self> {
        if root.kind() != NodeKind::Mapping {
            return None;
        }
        let mut found = Self {
            root,
            packages: Vec::new(),
            pip: None,
            complete: !root.is_incomplete(),
        };
        let dependencies = root.get("dependencies");
        let is_list = dependencies.is_none_or(|list| list.kind() == NodeKind::Sequence);
        found.complete &= is_list;
        let items = || dependencies.into_iter().flat_map(Node::items);
        for item in items().filter(|item| item.kind() != NodeKind::Mapping) {
            found.add(item, Installer::Conda);
        }
        for item in items().filter(|item| item.kind() == NodeKind::Mapping) {
            let pip = item.get("pip");
            found.complete &= pip.is_some();
            found.pip = found.pip.or(pip);
            for package in pip.into_iter().flat_map(Node::items) {
                found.add(package, Installer::Pip);
            }
        }
        Some(found)
    }

    /// Returns the specifications in `document` itself: a whole conda file, or the inline values of
    /// `conda_file`.
    #[must_use]
    pub fn all_of(document: &'t Document) -> Vec<Self> {
        if document.kind() == Some(Kind::CondaFile) {
            return document.root().and_then(Self::read).into_iter().collect();
        }
        // Several aliases may refer to the same mapping.
        let mut seen = HashSet::new();
        let values = document.conda_values();
        let inline = values.filter(|value| value.kind() == NodeKind::Mapping);
        let different = inline.filter(|value| seen.insert(value.id()));
        different.filter_map(Self::read).collect()
    }

    fn add(&mut self, item: Node<'t>, installer: Installer) {
        match known_text(item).map(|text| read_requirement(text, installer)) {
            Some(ListedPackage::Package(package)) => self.packages.push((item, package)),
            _ => self.complete = false,
        }
    }

    /// Returns `true` if [`Self::packages`] has everything that the file lists.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns `true` if the package with this normalized name, such as `azureml-core`, is listed.
    #[must_use]
    pub fn lists(&self, package: &str) -> bool {
        self.packages.iter().any(|(_, listed)| listed.is(package))
    }

    /// Returns the entries of the `python` package for conda.
    pub fn pythons(&self) -> impl Iterator<Item = &(Node<'t>, Requirement<'t>)> {
        self.packages
            .iter()
            .filter(|(_, listed)| listed.installer == Installer::Conda && listed.is("python"))
    }
}

impl Document {
    /// Returns the values of `conda_file` in the document: paths, or inline specifications.
    pub fn conda_values(&self) -> impl Iterator<Item = Node<'_>> {
        let is_ours = self.kind().is_some() && self.text().contains("conda_file");
        let nodes = is_ours.then(|| self.tree().nodes()).into_iter().flatten();
        nodes
            .filter(|node| node.is_key() && node.text() == Some("conda_file"))
            .filter_map(|key| Some(key.value_of_key()?.resolved()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, installer: Installer) -> Option<(&str, &str, &str)> {
        match read_requirement(text, installer) {
            ListedPackage::Package(it) => Some((it.written, it.extras, it.version)),
            ListedPackage::Other => None,
        }
    }

    #[test]
    fn reads_packages_of_conda_and_pip() {
        let conda = |text| read(text, Installer::Conda);
        assert_eq!(conda("python=3.8"), Some(("python", "", "=3.8")));
        assert_eq!(conda("python 3.8"), Some(("python", "", "3.8")));
        assert_eq!(
            conda("conda-forge::numpy>=1.2,<2"),
            Some(("numpy", "", ">=1.2,<2"))
        );
        assert_eq!(conda("_libgcc_mutex"), Some(("_libgcc_mutex", "", "")));
        let pip = |text| read(text, Installer::Pip);
        assert_eq!(pip("a[b,c] ~=1.0 ; x < 3"), Some(("a", "b,c", "~=1.0")));
        assert_eq!(pip("torch==2.0 --no-deps"), Some(("torch", "", "==2.0")));
        for other in [
            "-r a.txt",
            "--pre",
            "git+https://x/y.git",
            "./a.whl",
            "a.whl",
            "x @ https://y",
            "",
        ] {
            assert_eq!(pip(other), None, "{other}");
        }
    }

    #[test]
    fn names_are_compared_as_indexes_do() {
        let ListedPackage::Package(package) = read_requirement("Azure_ML..Core>1", Installer::Pip)
        else {
            panic!("a package");
        };
        assert_eq!(package.name(), "azure-ml-core");
        assert!(
            package.is("azure-ml-core")
                && !package.is("azure-ml")
                && !package.is("azure-ml-core-x")
        );
    }

    #[test]
    fn knows_whether_it_lists_everything() {
        let of = |text: &str| {
            let document = Document::new("a.yml", text);
            let conda = CondaFile::read(document.root().unwrap()).unwrap();
            (conda.packages.len(), conda.is_complete())
        };
        assert_eq!(of("dependencies: [python=3.12, {pip: [a, b]}]"), (3, true));
        assert_eq!(of("dependencies: [a, {pip: [-r b.txt]}]"), (1, false));
        assert_eq!(of("dependencies: ['${{x}}', b]"), (1, false));
        assert_eq!(of("dependencies: a"), (0, false));
    }
}
