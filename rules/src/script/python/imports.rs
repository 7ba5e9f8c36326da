//! The imports of a module, and the names that they define.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Stmt};

use super::module::Module;

/// One import of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The name of the module, as written; empty in `from . import x`.
    pub module: String,
    /// Number of dots before it.
    pub level: u32,
    /// The names imported from it with `from`: may be modules, too.
    pub names: Vec<String>,
    /// `true` if it is at the top of the file without a condition, so that it runs whenever the file does.
    pub is_certain: bool,
}

/// Returns all imports of `module`, in the order of the file.
pub fn imports(module: &Module) -> Vec<Import> {
    let mut lister = Lister {
        found: Vec::new(),
        is_certain: true,
    };
    lister.visit_body(module.body());
    lister.found
}

struct Lister {
    found: Vec<Import>,
    is_certain: bool,
}

impl<'a> Visitor<'a> for Lister {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                let is_certain = self.is_certain;
                self.found.extend(import.names.iter().map(|alias| Import {
                    module: alias.name.to_string(),
                    level: 0,
                    names: Vec::new(),
                    is_certain,
                }));
            }
            Stmt::ImportFrom(import) => self.found.push(Import {
                module: import.module.as_deref().unwrap_or_default().to_owned(),
                level: import.level,
                names: import.names.iter().map(|it| it.name.to_string()).collect(),
                is_certain: self.is_certain,
            }),
            _ => {
                let before = std::mem::replace(&mut self.is_certain, false);
                walk_stmt(self, statement);
                self.is_certain = before;
            }
        }
    }

    // Expressions contain no imports.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// The imports of a module, in any scope.
#[derive(Default)]
pub(super) struct Imports<'a> {
    /// The full names of the modules, except those of the same package; `*` for wildcard imports.
    modules: BTreeSet<&'a str>,
    /// The full name of each imported module or member, by its name in this module.
    names: BTreeMap<&'a str, String>,
}

impl<'a> Imports<'a> {
    pub(super) fn of(body: &'a [Stmt]) -> Self {
        let mut imports = Self::default();
        imports.visit_body(body);
        imports
    }

    /// Returns the full names of the imported modules, except relative ones; `*` for wildcard
    /// imports.
    pub(super) fn modules(&self) -> impl Iterator<Item = &'a str> {
        self.modules.iter().copied()
    }

    /// Returns the full name of `expression`, if it begins with an imported name:
    /// `mlflow.log_metric`.
    pub(super) fn path(&self, expression: &Expr) -> Option<String> {
        let mut attributes = Vec::new();
        let mut base = expression;
        while let Expr::Attribute(attribute) = base {
            attributes.push(attribute.attr.as_str());
            base = &attribute.value;
        }
        let Expr::Name(name) = base else {
            return None;
        };
        let mut path = self.names.get(name.id.as_str())?.clone();
        for attribute in attributes.iter().rev() {
            path.push('.');
            path.push_str(attribute);
        }
        Some(path)
    }
}

impl<'a> Visitor<'a> for Imports<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let module = alias.name.as_str();
                    self.modules.insert(module);
                    let (name, target) = match &alias.asname {
                        Some(name) => (name.as_str(), module),
                        None => {
                            let top = module.split('.').next().unwrap_or(module);
                            (top, top)
                        }
                    };
                    self.names.insert(name, target.to_owned());
                }
            }
            Stmt::ImportFrom(import) => {
                let module = import.module.as_ref().map_or("", |name| name.as_str());
                if import.level == 0 {
                    self.modules.insert(module);
                }
                // The name of a relative import begins with a dot.
                let dots = if import.level == 0 { "" } else { "." };
                for alias in &import.names {
                    let (what, name) = (&alias.name, alias.asname.as_ref());
                    if what.as_str() == "*" {
                        self.modules.insert("*");
                    }
                    let target = format!("{dots}{module}.{}", what.as_str());
                    self.names.insert(name.unwrap_or(what).as_str(), target);
                }
            }
            _ => walk_stmt(self, statement),
        }
    }

    // Expressions contain no imports.
    fn visit_expr(&mut self, _: &'a Expr) {}
}
