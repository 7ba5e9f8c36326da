//! A lenient view of conda files: the packages that an environment lists.
//!
//! Start at [`CondaFile::read`]. It reads a conda file and the inline mapping of a `conda_file`.
//! Entries in another form than `name version` (a URL, `-r FILE`, an expression) are not among the
//! packages, and then [`CondaFile::is_complete`] returns `false`. [`requirement`] parses one entry.

pub(super) mod requirement;

use std::collections::HashSet;

use self::requirement::{Installer, ListedPackage, Requirement, read_requirement, without_comment};
use super::{Document, Kind};
use crate::syntax::{Node, NodeKind, known_text};

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

    /// Returns the entries of every `pip` list, without comments, with their nodes.
    pub(crate) fn pip_entries(&self) -> impl Iterator<Item = (Node<'t>, &'t str)> {
        let dependencies = self.root.get("dependencies").into_iter();
        let items = dependencies.flat_map(Node::items);
        let entries = items
            .filter_map(|item| item.get("pip"))
            .flat_map(Node::items);
        entries.filter_map(|entry| Some((entry, without_comment(known_text(entry)?))))
    }

    /// Returns `true` if [`Self::packages`] has everything that the file lists.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns `true` if the package with this normalized name, such as `azureml-core`, is listed.
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

    #[test]
    fn comments_are_those_of_pip() {
        assert_eq!(without_comment("six  # -U"), "six");
        assert_eq!(without_comment("# -U"), "");
        assert_eq!(without_comment("six\t# -U"), "six");
        assert_eq!(
            without_comment("git+https://x/y#egg=y "),
            "git+https://x/y#egg=y"
        );
    }
}
