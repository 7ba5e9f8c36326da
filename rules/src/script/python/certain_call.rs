//! The first call of certain functions that runs whenever a script does.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{CmpOp, Expr, ExprCompare, Stmt, StmtFunctionDef};

use super::imports::Imports;
use super::module::{Module, place};
use crate::text::TextRange;

/// Maximum depth of nested calls.
const MAX_CALLS: usize = 25;

/// Returns the first call of a function with a full name that `is_meant`, such as `mlflow.log_metric`, in the
/// statements that run whenever `module` is started: those at the top of the file, in `if __name__ ==
/// "__main__":`, and in the functions of the file that these call. A call that another `if`, a loop, or a
/// `try` decides about doesn't count, nor does one in a `with` of something else.
pub fn certain_call(module: &Module, is_meant: impl Fn(&str) -> bool) -> Option<TextRange> {
    let body = module.body();
    let mut finder = CallFinder {
        imports: Imports::of(body),
        is_meant,
        functions: functions(body),
        called: HashSet::new(),
        depth: 0,
    };
    finder.in_body(body)
}

struct CallFinder<'a, M> {
    imports: Imports<'a>,
    is_meant: M,
    /// The functions at the top of the module, by name.
    functions: HashMap<&'a str, &'a StmtFunctionDef>,
    /// The names of those that were looked at.
    called: HashSet<&'a str>,
    /// Number of functions around the statement that is looked at.
    depth: usize,
}

impl<'a, M: Fn(&str) -> bool> CallFinder<'a, M> {
    fn in_body(&mut self, body: &'a [Stmt]) -> Option<TextRange> {
        body.iter()
            .find_map(|statement| self.in_statement(statement))
    }

    fn in_statement(&mut self, statement: &'a Stmt) -> Option<TextRange> {
        match statement {
            Stmt::Expr(it) => self.in_expression(&it.value),
            Stmt::Assign(it) => self.in_expression(&it.value),
            Stmt::AnnAssign(it) => self.in_expression(it.value.as_deref()?),
            Stmt::Return(it) => self.in_expression(it.value.as_deref()?),
            Stmt::If(it) if is_main(&it.test) => self.in_body(&it.body),
            Stmt::With(it) => {
                let items = it.items.iter();
                // The context may suppress errors, but not those before it.
                items
                    .map(|item| &item.context_expr)
                    .find_map(|item| self.in_expression(item))
            }
            _ => None,
        }
    }

    fn in_expression(&mut self, expression: &'a Expr) -> Option<TextRange> {
        let Expr::Call(call) = expression else {
            return None;
        };
        let mut arguments = call.arguments.args.iter();
        if let Some(found) = arguments.find_map(|argument| self.in_expression(argument)) {
            return Some(found);
        }
        let path = self.imports.path(&call.func);
        if path.is_some_and(|path| (self.is_meant)(&path)) {
            return Some(place(call));
        }
        let Expr::Name(name) = &*call.func else {
            return None;
        };
        let function = *self.functions.get(name.id.as_str())?;
        if self.depth == MAX_CALLS || !self.called.insert(function.name.as_str()) {
            return None;
        }
        self.depth += 1;
        let found = self.in_body(&function.body);
        self.depth -= 1;
        found
    }
}

/// Returns the functions that are defined once, without decorators.
fn functions(body: &[Stmt]) -> HashMap<&str, &StmtFunctionDef> {
    let mut found: HashMap<&str, Option<&StmtFunctionDef>> = HashMap::new();
    for statement in body {
        if let Stmt::FunctionDef(function) = statement {
            let is_plain = function.decorator_list.is_empty() && !function.is_async;
            found
                .entry(function.name.as_str())
                .and_modify(|known| *known = None)
                .or_insert(is_plain.then_some(function));
        }
    }
    let once = found.into_iter();
    once.filter_map(|(name, function)| Some((name, function?)))
        .collect()
}

/// Returns `true` for `__name__ == "__main__"`.
fn is_main(test: &Expr) -> bool {
    let Expr::Compare(ExprCompare {
        left,
        ops,
        comparators,
        ..
    }) = test
    else {
        return false;
    };
    let is_name = |it: &Expr| matches!(it, Expr::Name(name) if name.id.as_str() == "__name__");
    let is_text =
        |it: &Expr| matches!(it, Expr::StringLiteral(text) if text.value.to_str() == "__main__");
    let [right] = &**comparators else {
        return false;
    };
    matches!(**ops, [CmpOp::Eq])
        && (is_name(left) && is_text(right) || is_text(left) && is_name(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The called function in `text`, as it is written.
    fn found(text: &str) -> Option<String> {
        let module = Module::parse(&text.into())?;
        let call = certain_call(&module, |path| path == "mlflow.start_run")?;
        Some(call.slice(text).to_owned())
    }

    /// A script whose functions call each other, the last of them MLflow.
    fn chain(length: usize) -> String {
        let calls = (1..length).map(|at| format!("def f{at}(): f{}()\n", at + 1));
        let calls: String = calls.collect();
        format!("import mlflow\n{calls}def f{length}(): mlflow.start_run()\nf1()\n")
    }

    #[test]
    fn calls_of_functions_are_followed_as_far_as_people_write_them() {
        assert_eq!(found(&chain(20)).as_deref(), Some("mlflow.start_run()"));
        assert_eq!(found(&chain(40_000)), None);
    }

    #[test]
    fn a_function_that_is_defined_twice_is_none_of_both() {
        let twice = "import mlflow\ndef f(): mlflow.start_run()\ndef f(): pass\nf()\n";
        assert_eq!(found(twice), None);
        let itself = "import mlflow\ndef f():\n f()\n mlflow.start_run()\nf()\n";
        assert_eq!(found(itself).as_deref(), Some("mlflow.start_run()"));
    }
}
