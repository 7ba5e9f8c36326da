//! Arrows between files: who imports from whom.
//!
//! A path leads to the file that defines what it names: re-exports are followed, also those through
//! `*`. Importing a module is no arrow by itself, using something of it is. A module that exports
//! what its own children define does not import it.

use std::slice::from_ref;

use super::facts::{Path, Scope};
use super::tree::{Source, Tree};

/// A file that names something of another one of its crate.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arrow {
    /// The places of both files in the tree.
    pub from: usize,
    pub to: usize,
    pub line: usize,
    pub name: String,
}

/// The end of a path.
#[derive(Clone, Debug)]
enum Target {
    Module(Path),
    /// An item and the module that defines it.
    Item(Path, String),
}

/// How many segments and re-exports are followed.
const STEPS: usize = 20;

/// Every arrow of the tree, once for each line and name.
pub(super) fn arrows(tree: &Tree) -> Vec<Arrow> {
    let mut found = Vec::new();
    for (from, file) in tree.files.iter().enumerate() {
        let names = Names { tree, file };
        for scope in &file.facts.scopes {
            let imports = scope.imports.iter().map(|it| {
                let whole = it.is_glob && !it.path.is_empty();
                (&it.path, it.line, it.exports, whole)
            });
            let paths = scope
                .paths
                .iter()
                .map(|(path, line)| (path, *line, false, false));
            for (path, line, exports, whole) in imports.chain(paths) {
                let (module, name) = match names.resolve(scope, path, STEPS) {
                    Some(Target::Item(module, name)) => (module, name),
                    Some(Target::Module(module)) if whole => (module, "*".to_owned()),
                    _ => continue,
                };
                let Some(to) = names.file_of(&module) else {
                    continue;
                };
                if to == from || exports && module.starts_with(&scope.module) {
                    continue;
                }
                found.push(Arrow {
                    from,
                    to,
                    line,
                    name,
                });
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The first segments of all paths of a file that name another crate, with their lines.
pub(super) fn outside<'a>(tree: &'a Tree, file: &'a Source) -> Vec<(&'a str, usize)> {
    let names = Names { tree, file };
    let mut found = Vec::new();
    for scope in &file.facts.scopes {
        let imports = scope.imports.iter().map(|it| (&it.path, it.line));
        let paths = scope.paths.iter().map(|(path, line)| (path, *line));
        for (path, line) in imports.chain(paths) {
            let first = path.first().map_or("", String::as_str);
            let is_ours = matches!(first, "crate" | "self" | "super" | "Self" | "std")
                || names.is_local(scope, first, path);
            if !is_ours {
                found.push((first, line));
            }
        }
    }
    found
}

/// The names of a crate, as one of its files sees them.
struct Names<'a> {
    tree: &'a Tree,
    file: &'a Source,
}

impl Names<'_> {
    fn file_of(&self, module: &[String]) -> Option<usize> {
        // A module inside a file belongs to that file.
        (0..=module.len())
            .rev()
            .find_map(|end| self.tree.file_of(self.file.krate, &module[..end]))
    }

    fn scope(&self, module: &[String]) -> Option<&Scope> {
        let file = &self.tree.files[self.file_of(module)?];
        file.facts.scopes.iter().find(|it| it.module == module)
    }

    /// Whether a module has this path: with a file, inside one, or as a folder.
    fn is_module(&self, module: &[String]) -> bool {
        self.tree.is_module(self.file.krate, module)
    }

    /// Whether `first` is a name of the crate where `scope` is.
    fn is_local(&self, scope: &Scope, first: &str, path: &Path) -> bool {
        let child = [scope.module.as_slice(), &[first.to_owned()]].concat();
        let bound = scope
            .bindings
            .get(first)
            .is_some_and(|it| it != path && it.len() > 1);
        bound || scope.items.contains(first) || self.is_module(&child)
    }

    /// What `path` in `scope` names; `None` for a name of another crate.
    fn resolve(&self, scope: &Scope, path: &[String], steps: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let mut module = scope.module.clone();
        match first.as_str() {
            "crate" => self.absolute(&[], rest, steps),
            "self" => self.absolute(&module, rest, steps),
            "super" => {
                let mut rest = path;
                while let Some((_, more)) = rest.split_first().filter(|it| it.0 == "super") {
                    module.pop()?;
                    rest = more;
                }
                self.absolute(&module, rest, steps)
            }
            _ => self.walk(&module, path, steps),
        }
    }

    /// As [`Self::walk`] for a path that begins at a module of this crate: an item that a macro
    /// defines counts for the last module.
    fn absolute(&self, module: &[String], path: &[String], steps: usize) -> Option<Target> {
        if let Some(target) = self.walk(module, path, steps) {
            return Some(target);
        }
        let mut module = module.to_vec();
        for (place, name) in path.iter().enumerate() {
            let child = [module.as_slice(), from_ref(name)].concat();
            if self.is_module(&child) {
                module = child;
                continue;
            }
            let scope = self.scope(&module)?;
            let is_foreign = scope.bindings.contains_key(name);
            let item = Target::Item(module.clone(), path[place].clone());
            return (!is_foreign).then_some(item);
        }
        Some(Target::Module(module))
    }

    /// Follows `path` from `module` as far as names are known.
    fn walk(&self, module: &[String], path: &[String], steps: usize) -> Option<Target> {
        let Some((first, rest)) = path.split_first() else {
            return Some(Target::Module(module.to_vec()));
        };
        let child = [module, from_ref(first)].concat();
        let steps = steps.checked_sub(1)?;
        if self.is_module(&child) {
            // `printable::printable` may be exported beside its module.
            let bound = self.scope(module).filter(|_| rest.is_empty());
            let bound = bound.and_then(|scope| Some((scope, scope.bindings.get(first)?)));
            let bound = bound.and_then(|(scope, path)| self.resolve(scope, path, steps));
            return match bound {
                Some(Target::Item(module, name)) => Some(Target::Item(module, name)),
                _ => self.walk(&child, rest, steps),
            };
        }
        let scope = self.scope(module)?;
        if scope.items.contains(first) {
            return Some(Target::Item(module.to_vec(), first.clone()));
        }
        if let Some(bound) = scope.bindings.get(first) {
            // `use notify;` and a path through itself lead out of the crate.
            if bound.first() == Some(first) && !self.starts_here(scope, first) {
                return None;
            }
            let whole = [bound.as_slice(), rest].concat();
            return self.resolve(scope, &whole, steps);
        }
        scope.globs.iter().find_map(|glob| {
            if glob.first() == Some(first) {
                return None;
            }
            match self.resolve(scope, glob, steps)? {
                Target::Module(inner) if inner != module => self.walk(&inner, path, steps),
                _ => None,
            }
        })
    }

    fn starts_here(&self, scope: &Scope, first: &str) -> bool {
        let child = [scope.module.as_slice(), &[first.to_owned()]].concat();
        self.is_module(&child) || scope.items.contains(first)
    }
}
