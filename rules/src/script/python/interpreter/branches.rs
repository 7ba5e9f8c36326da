//! Branches: code that may or may not run.

use std::collections::HashMap;

use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtIf, StmtMatch, StmtTry};
use ruff_text_size::TextRange as Range;

use super::PythonInterpreter;
use super::object::Object;
use super::statements::Flow;

type KnownBranches<'a> = HashMap<&'a str, Object<'a>>;

impl<'a> PythonInterpreter<'a> {
    /// Evaluates `if`: only the branch that runs, if that is known.
    pub(super) fn branch_on(&mut self, node: &'a StmtIf) -> Flow<'a> {
        let mut bodies: Vec<&'a [Stmt]> = Vec::new();
        let first = (Some(&*node.test), &node.body);
        let others = node.elif_else_clauses.iter();
        let clauses =
            std::iter::once(first).chain(others.map(|clause| (clause.test.as_ref(), &clause.body)));
        let mut is_exhaustive = false;
        for (test, body) in clauses {
            let truth = test.map_or(Some(true), |test| self.evaluate(test).truth());
            if truth == Some(false) {
                continue;
            }
            bodies.push(body);
            if truth == Some(true) {
                is_exhaustive = true;
                break;
            }
        }
        if is_exhaustive && bodies.len() == 1 {
            return self.block(bodies[0]);
        }
        if bodies.is_empty() {
            return Flow::Next;
        }
        self.branches(&bodies, is_exhaustive)
    }

    /// Evaluates each of the alternatives, of which exactly one runs, or at most one if they are
    /// not exhaustive.
    pub(super) fn branches(&mut self, bodies: &[&'a [Stmt]], is_exhaustive: bool) -> Flow<'a> {
        let before = self.frame.scope.names.borrow().clone();
        let mut ends = Vec::new();
        for body in bodies {
            self.frame.scope.names.replace(before.clone());
            let flow = self.perhaps(|it| it.block(body));
            ends.push((self.frame.scope.names.borrow().clone(), flow));
        }
        if !is_exhaustive {
            ends.push((before, Flow::Next));
        }
        self.join(ends)
    }

    /// Merges the states after several branches.
    fn join(&mut self, ends: Vec<(KnownBranches<'a>, Flow<'a>)>) -> Flow<'a> {
        let goes_on = |flow: &Flow<'a>| matches!(flow, Flow::Next);
        if !ends.iter().any(|(_, flow)| goes_on(flow)) {
            return self.join_ends(ends);
        }
        let mut known: Option<KnownBranches<'a>> = None;
        for (names, flow) in ends {
            match flow {
                Flow::Next => {
                    known = Some(match known {
                        Some(other) => self.join_names(other, names),
                        None => names,
                    });
                }
                Flow::Raise => {}
                Flow::Return(value) => {
                    self.frame.returned.push(value);
                    // The rest runs only if the function didn't return.
                    self.is_conditional = true;
                }
                Flow::Break | Flow::Continue => self.is_conditional = true,
            }
        }
        self.frame.scope.names.replace(known.unwrap_or_default());
        Flow::Next
    }

    /// Merges the flows if no branch continues with the next statement.
    fn join_ends(&mut self, ends: Vec<(KnownBranches<'a>, Flow<'a>)>) -> Flow<'a> {
        let mut flow = Flow::Raise;
        for (_, end) in ends {
            flow = match (flow, end) {
                (Flow::Return(one), Flow::Return(other)) => Flow::Return(self.either(&one, &other)),
                (Flow::Raise, end) => end,
                (flow, Flow::Return(value)) => {
                    self.frame.returned.push(value);
                    flow
                }
                (Flow::Return(value), end @ (Flow::Break | Flow::Continue)) => {
                    self.frame.returned.push(value);
                    end
                }
                (flow, _) => flow,
            };
        }
        flow
    }

    fn join_names(
        &mut self,
        one: KnownBranches<'a>,
        mut other: KnownBranches<'a>,
    ) -> KnownBranches<'a> {
        let mut joined = HashMap::with_capacity(one.len());
        for (name, object) in one {
            let object = match other.remove(name) {
                Some(other) => self.either(&object, &other),
                None => object,
            };
            joined.insert(name, object);
        }
        joined.extend(other);
        joined
    }

    /// Returns the common value of two objects: it may be either of them.
    pub(super) fn either(&mut self, one: &Object<'a>, other: &Object<'a>) -> Object<'a> {
        if one.is_same(other) {
            return one.clone();
        }
        let (followed, rest) = if is_followed(one) {
            (one, other)
        } else {
            (other, one)
        };
        if !is_followed(followed) {
            return Object::Unknown;
        }
        if matches!(rest, Object::Constant(_)) {
            return followed.clone();
        }
        let is_package = matches!(rest, Object::External(_) | Object::Unknown);
        if is_package && followed.parser().is_none() {
            return followed.clone();
        }
        // It may be either of two parsers, so both may get the next calls.
        let at = Range::default();
        self.escape(followed, at);
        self.escape(rest, at);
        if is_package {
            followed.clone()
        } else {
            Object::Unknown
        }
    }

    /// Evaluates `try`: the handlers start with the state before it, merged with that after the body.
    pub(super) fn attempt(&mut self, node: &'a StmtTry) -> Flow<'a> {
        let before = self.frame.scope.names.borrow().clone();
        let survives = node.handlers.iter().any(survives_exit);
        let outer = self.survives_exit;
        self.survives_exit |= survives;
        let mut flow = self.block(&node.body);
        self.survives_exit = outer;
        if matches!(flow, Flow::Next) {
            flow = self.block(&node.orelse);
        }
        let mut ends = vec![(self.frame.scope.names.borrow().clone(), flow)];
        for handler in &node.handlers {
            let ExceptHandler::ExceptHandler(handler) = handler;
            // A part of the body may have run.
            let names = self.join_names(before.clone(), ends[0].0.clone());
            self.frame.scope.names.replace(names);
            let flow = self.perhaps(|it| it.block(&handler.body));
            ends.push((self.frame.scope.names.borrow().clone(), flow));
        }
        let flow = self.join_attempt(ends);
        match self.block(&node.finalbody) {
            Flow::Next => flow,
            last => last,
        }
    }

    /// Merges the state after `try` as if no exception was raised, which is the usual case.
    fn join_attempt(&mut self, mut ends: Vec<(KnownBranches<'a>, Flow<'a>)>) -> Flow<'a> {
        if matches!(ends[0].1, Flow::Next) {
            let is_conditional = self.is_conditional;
            let flow = self.join(ends);
            self.is_conditional = is_conditional;
            return flow;
        }
        let (names, flow) = ends.swap_remove(0);
        self.frame.scope.names.replace(names);
        let others = ends.into_iter().filter_map(|(_, flow)| match flow {
            Flow::Return(value) => Some(value),
            _ => None,
        });
        self.frame.returned.extend(others);
        flow
    }

    pub(super) fn choose(&mut self, node: &'a StmtMatch) -> Flow<'a> {
        self.evaluate(&node.subject);
        let bodies: Vec<&'a [Stmt]> = node.cases.iter().map(|case| &case.body[..]).collect();
        self.branches(&bodies, false)
    }
}

/// Returns `true` if the interpreter follows the object through the script.
fn is_followed(object: &Object<'_>) -> bool {
    object.parser().is_some()
        || matches!(
            object,
            Object::Function(_)
                | Object::Method(..)
                | Object::Class(_)
                | Object::Instance(_)
                | Object::Module(_)
                | Object::Namespace
        )
}

/// Returns `true` if a handler continues after `SystemExit`, with which the parser ends a script.
fn survives_exit(handler: &ExceptHandler) -> bool {
    let ExceptHandler::ExceptHandler(handler) = handler;
    let catches = match handler.type_.as_deref() {
        None => true,
        Some(Expr::Tuple(types)) => types.elts.iter().any(is_exit),
        Some(one) => is_exit(one),
    };
    catches && !handler.body.iter().any(ends)
}

fn is_exit(exception: &Expr) -> bool {
    matches!(exception, Expr::Name(name) if matches!(name.id.as_str(), "SystemExit" | "BaseException"))
}

/// Returns `true` if a statement raises, or ends the script.
fn ends(statement: &Stmt) -> bool {
    match statement {
        Stmt::Raise(_) => true,
        Stmt::Expr(node) => matches!(&*node.value, Expr::Call(call) if is_exit_call(&call.func)),
        _ => false,
    }
}

fn is_exit_call(function: &Expr) -> bool {
    match function {
        Expr::Name(name) => matches!(name.id.as_str(), "exit" | "quit"),
        Expr::Attribute(attribute) => matches!(attribute.attr.as_str(), "exit" | "_exit"),
        _ => false,
    }
}
