//! Options of the command line and of the editor, which override the configuration files.

use std::path::PathBuf;

use azml_rules::date::Date;
use azml_rules::rule::Rule;

use crate::sandbox::restricted::Restricted;

/// Choice of the `azml.yaml`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ConfigSource {
    /// The closest one in the folder of a file or above it, up to the repository's top.
    #[default]
    Closest,
    /// This one, for every file. Its `exclude` is relative to the current folder.
    File(PathBuf),
    /// None.
    None,
}

/// Options that override the files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Choice of the `azml.yaml`.
    pub config: ConfigSource,
    /// Inventory in place of those that are configured or found.
    pub inventory: Option<PathBuf>,
    /// Only these rules, if any.
    pub only: Vec<&'static Rule>,
    /// Not these rules.
    pub off: Vec<&'static Rule>,
    /// `true` if preview rules may report, regardless of `azml.yaml`.
    pub preview: bool,
    /// The day that counts as today, regardless of `azml.yaml`.
    pub as_of: Option<Date>,
    /// Read also what an `azml.yaml` names outside of its repository and of what is open.
    pub allow_outside: bool,
    /// `true` if the files are not trusted: paths in them are not looked up outside of the open folders.
    pub restricted: bool,
    /// Folders that are open besides the paths of a request: of an agent, which names single files.
    pub opened: Vec<PathBuf>,
    /// `exclude` leaves out also what the user names: a tool may have named it for them.
    pub force_exclude: bool,
}

impl Options {
    /// Returns `true` if they let the rule `name` run.
    pub fn runs(&self, name: &str) -> bool {
        let is_in = |rules: &[&Rule]| rules.iter().any(|rule| rule.name == name);
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.off)
    }
}

/// Returns the limits of files that are not trusted.
pub(super) fn limits(options: &Options, opened: &[PathBuf]) -> Restricted {
    if options.restricted {
        Restricted::to(opened)
    } else {
        Restricted::default()
    }
}
