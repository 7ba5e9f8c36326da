//! A lenient view of conda files: the packages that an environment lists.
//!
//! Start at [`CondaFile::read`]. It reads a file of its own and the mapping that stands inline in
//! `conda_file`. What is written in another way than `name version` (an URL, `-r FILE`, an
//! expression) is not among the packages, and [`CondaFile::is_complete`] is false.

use std::collections::HashSet;

use super::{Document, Kind};
use crate::syntax::{Node, NodeKind, known_text};

/// Who installs a package.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Installer {
    /// An item of `dependencies`.
    Conda,
    /// An item of `pip` below it.
    Pip,
}

impl Installer {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Conda => "conda",
            Self::Pip => "pip",
        }
    }
}

/// A package with the versions that may be installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement<'t> {
    /// Who installs it.
    pub installer: Installer,
    /// The package as written, without channel and extras: `Azure_ML.Core`.
    pub written: &'t str,
    /// What stands in brackets behind it: `fuse` of `azureml-dataset-runtime[fuse]`.
    pub extras: &'t str,
    /// What follows, such as `=3.8` or `>=1.2,<2`; empty where any version will do.
    pub version: &'t str,
}

impl Requirement<'_> {
    /// The name by which indexes know the package: `azure-ml-core` for `Azure_ML.Core` (PEP 503).
    #[must_use]
    pub fn name(&self) -> String {
        normalized(self.written)
    }

    /// Whether it is this package, given by its normalized name.
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

/// `name` as indexes know it (PEP 503).
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

/// What an item of a list of packages is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListedPackage<'t> {
    /// A package.
    Package(Requirement<'t>),
    /// Something that may stand for any packages: `-r requirements.txt`, a wheel, an expression.
    Other,
}

/// What `text` in a list of `installer` stands for.
#[must_use]
pub fn read_requirement(text: &str, installer: Installer) -> ListedPackage<'_> {
    let mut rest = text.trim();
    match installer {
        // The channel is written before the package.
        Installer::Conda => rest = rest.rsplit_once("::").map_or(rest, |(_, name)| name),
        // Behind `;` stands when it is installed, behind ` #` a comment, behind ` --` an option.
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
    /// Each package where it is listed, those of conda first.
    pub packages: Vec<(Node<'t>, Requirement<'t>)>,
    /// The list below `pip`.
    pub pip: Option<Node<'t>>,
    complete: bool,
}

impl<'t> CondaFile<'t> {
    /// The specification that `root` is; `None` where it is no mapping.
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

    /// The specifications that stand in `document` itself: the whole of a conda file, and each that is
    /// inline in `conda_file`.
    #[must_use]
    pub fn all_of(document: &'t Document) -> Vec<Self> {
        if document.kind() == Some(Kind::CondaFile) {
            return document.root().and_then(Self::read).into_iter().collect();
        }
        // Several aliases may stand for the same mapping.
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

    /// Whether [`Self::packages`] are all that it lists.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether a package is listed, given by its normalized name: `azureml-core`.
    #[must_use]
    pub fn lists(&self, package: &str) -> bool {
        self.packages.iter().any(|(_, listed)| listed.is(package))
    }

    /// Each place where conda is told which Python to install.
    pub fn pythons(&self) -> impl Iterator<Item = &(Node<'t>, Requirement<'t>)> {
        self.packages
            .iter()
            .filter(|(_, listed)| listed.installer == Installer::Conda && listed.is("python"))
    }
}

impl Document {
    /// The values of `conda_file` in it: paths, or whole specifications.
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
