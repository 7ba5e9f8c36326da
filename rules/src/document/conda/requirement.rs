//! One package in a list of packages, with its version constraint.

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
    pub fn name(&self) -> String {
        normalized(self.written)
    }

    /// Returns `true` if the normalized name of the package is `package`.
    pub fn is(&self, package: &str) -> bool {
        let mut name = normalized_bytes(self.written);
        let mut expected = package.bytes();
        loop {
            match (name.next(), expected.next()) {
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

/// Returns an entry of a `pip` list without its comment, as pip reads it: `#` at the start or after a blank.
pub(crate) fn without_comment(entry: &str) -> &str {
    let mut signs = entry.match_indices('#');
    let is_sign = |at: &usize| *at == 0 || entry[..*at].ends_with([' ', '\t']);
    let end = signs.find_map(|(at, _)| Some(at).filter(is_sign));
    entry[..end.unwrap_or(entry.len())].trim()
}

fn is_file(name: &str) -> bool {
    [".whl", ".tar.gz", ".zip", ".txt", ".conda"]
        .iter()
        .any(|end| name.ends_with(end))
}
