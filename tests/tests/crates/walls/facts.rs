//! Everything that the walls look at in one file, as plain data: a syntax tree cannot leave its
//! thread. Code that only tests compile is left out.

use std::collections::{BTreeMap, BTreeSet};

use super::comments::Comment;

/// A path as written, in segments.
pub(super) type Path = Vec<String>;

/// A name with its line.
pub(super) type Named = (String, usize);

/// The contents of a module: of the file itself, or of one written inside it.
#[derive(Default)]
pub(super) struct Scope {
    /// The module, without the crate.
    pub module: Path,
    /// The names that `use` brings in, each with its path.
    pub bindings: BTreeMap<String, Path>,
    /// The paths before `::*`.
    pub globs: Vec<Path>,
    /// The names of the items that are defined here.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// The paths of two segments and more in the code.
    pub paths: Vec<(Path, usize)>,
}

/// A leaf of a `use`.
pub(super) struct Import {
    pub path: Path,
    pub line: usize,
    /// Whether it has a visibility: it then is a name of this module, too.
    pub exports: bool,
    pub is_glob: bool,
}

/// A child module that a file declares.
pub(super) struct Child {
    pub name: String,
    pub line: usize,
    /// Whether the declaration has a doc comment.
    pub has_docs: bool,
}

/// A `static`, with its type as tokens.
pub(super) struct Static {
    pub name: String,
    pub line: usize,
    pub kind: String,
}

/// A call that makes a `Duration`.
pub(super) struct Time {
    /// The constant or function that it is in.
    pub inside: String,
    pub line: usize,
    pub call: String,
}

#[derive(Default)]
pub(super) struct Facts {
    /// The first is the file itself.
    pub scopes: Vec<Scope>,
    pub children: Vec<Child>,
    /// The child modules that only tests compile.
    pub test_modules: Vec<String>,
    pub types: Vec<Named>,
    /// Functions with the lines that count.
    pub functions: Vec<(String, usize, usize)>,
    /// The lines of the file that count.
    pub lines: usize,
    pub statics: Vec<Static>,
    pub times: Vec<Time>,
    /// The texts in quotes.
    pub texts: Vec<Named>,
    /// Every name that is given here: of items, fields, variants, parameters, and variables.
    pub names: Vec<Named>,
    pub comments: Vec<Comment>,
    /// The text of the module's documentation.
    pub module_docs: String,
}
