//! The first call of certain functions that runs whenever a script does.

use std::collections::BTreeSet;

use ruff_python_ast::{CmpOp, Expr, ExprCompare, Stmt, StmtFunctionDef};

use super::imports::Imports;
use super::module::{Module, place};
use crate::text::TextRange;

/// Returns the first call of a function with a full name that `is_meant`, such as `mlflow.log_metric`, in the
/// statements that run whenever `module` is started: those at the top of the file, in `if __name__ ==
/// "__main__":`, and in the functions of the file that these call. A call that another `if`, a loop, or a
/// `try` decides about doesn't count, nor does one in a `with` of something else.
pub fn certain_call(module: &Module, is_meant: impl Fn(&str) -> bool) -> Option<TextRange> {
    let body = module.body();
    let mut finder = CallFinder {
        imports: Imports::of(body),
        is_meant,
        body,
        called: BTreeSet::new(),
    };
    finder.in_body(body)
}

struct CallFinder<'a, M> {
    imports: Imports<'a>,
    is_meant: M,
    /// The statements of the module.
    body: &'a [Stmt],
    /// The functions that were looked at.
    called: BTreeSet<&'a str>,
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
        let function = self.function(name.id.as_str())?;
        let is_new = self.called.insert(function.name.as_str());
        is_new.then(|| self.in_body(&function.body))?
    }

    /// Returns the only function of the module called `name`.
    fn function(&self, name: &str) -> Option<&'a StmtFunctionDef> {
        let mut found = self.body.iter().filter_map(|statement| match statement {
            Stmt::FunctionDef(function) if function.name.as_str() == name => Some(function),
            _ => None,
        });
        let only = found.next().filter(|_| found.next().is_none())?;
        (only.decorator_list.is_empty() && !only.is_async).then_some(only)
    }
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
