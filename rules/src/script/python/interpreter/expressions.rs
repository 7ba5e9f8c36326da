//! Evaluation of expressions.

use std::cell::RefCell;
use std::rc::Rc;

use ruff_python_ast::{
    Comprehension, Expr, ExprDict, ExprSubscript, FStringPart, InterpolatedStringElement, Number,
};
use ruff_text_size::{Ranged, TextRange as Range};

use super::object::Object;
use super::{PythonInterpreter, operators};
use crate::script::python::argparse_interface::Value;

impl<'a> PythonInterpreter<'a> {
    pub(super) fn evaluate(&mut self, expression: &'a Expr) -> Object<'a> {
        self.deeper(|it| it.evaluated(expression))
            .unwrap_or(Object::Unknown)
    }

    fn evaluated(&mut self, expression: &'a Expr) -> Object<'a> {
        match expression {
            Expr::Name(node) => self.frame.scope.get(node.id.as_str()),
            Expr::StringLiteral(node) => Object::text(node.value.to_str()),
            Expr::NumberLiteral(node) => number(&node.value),
            Expr::BooleanLiteral(node) => Object::bool(node.value),
            Expr::NoneLiteral(_) => Object::NONE,
            Expr::Attribute(node) => self.attribute(node, expression.range()),
            Expr::Call(node) => self.call(node),
            Expr::FString(node) => self.formatted(node.value.as_slice()),
            Expr::List(node) => self.list(&node.elts),
            Expr::Tuple(node) => self.list(&node.elts),
            Expr::Set(node) => self.list(&node.elts),
            Expr::Dict(node) => self.dictionary(node, expression.range()),
            Expr::Subscript(node) => self.item(node),
            Expr::BinOp(node) => {
                let left = self.evaluate(&node.left);
                let right = self.evaluate(&node.right);
                operators::binary(&left, node.op, &right)
            }
            Expr::UnaryOp(node) => {
                let operand = self.evaluate(&node.operand);
                operators::unary(node.op, &operand)
            }
            Expr::BoolOp(node) => self.any_or_all(node.op, &node.values),
            Expr::Compare(node) => {
                let left = self.evaluate(&node.left);
                let mut rest = Vec::new();
                for other in &node.comparators {
                    rest.push(self.evaluate(other));
                }
                operators::compare(&left, &node.ops, &rest)
            }
            Expr::If(node) => self.choice(&node.test, &node.body, &node.orelse),
            Expr::Named(node) => {
                let value = self.evaluate(&node.value);
                self.assign(&node.target, value.clone());
                value
            }
            Expr::Await(node) => self.evaluate(&node.value),
            _ => self.pass_over(expression),
        }
    }

    /// Evaluates the parts of an expression whose value isn't tracked.
    fn pass_over(&mut self, expression: &'a Expr) -> Object<'a> {
        match expression {
            Expr::ListComp(node) => self.comprehend(&node.generators, &[&node.elt]),
            Expr::SetComp(node) => self.comprehend(&node.generators, &[&node.elt]),
            Expr::Generator(node) => self.comprehend(&node.generators, &[&node.elt]),
            Expr::DictComp(node) => self.comprehend(&node.generators, &[&node.value]),
            Expr::Lambda(node) => {
                let before = self.frame.scope.names.borrow().clone();
                for parameter in node.parameters.iter().flat_map(|all| all.iter()) {
                    self.frame
                        .scope
                        .set(parameter.name().as_str(), Object::Unknown);
                }
                self.perhaps(|it| it.evaluate(&node.body));
                self.frame.scope.names.replace(before);
            }
            Expr::Starred(node) => {
                self.evaluate(&node.value);
            }
            Expr::Yield(node) => {
                if let Some(value) = &node.value {
                    let value = self.evaluate(value);
                    self.escape(&value, expression.range());
                }
            }
            Expr::YieldFrom(node) => {
                self.evaluate(&node.value);
            }
            _ => {}
        }
        Object::Unknown
    }

    fn comprehend(&mut self, generators: &'a [Comprehension], results: &[&'a Expr]) {
        let before = self.frame.scope.names.borrow().clone();
        for generator in generators {
            self.evaluate(&generator.iter);
            self.assign(&generator.target, Object::Unknown);
        }
        self.perhaps(|it| {
            for test in generators.iter().flat_map(|generator| &generator.ifs) {
                it.evaluate(test);
            }
            for result in results {
                let value = it.evaluate(result);
                it.escape(&value, result.range());
            }
        });
        self.frame.scope.names.replace(before);
    }

    fn list(&mut self, elements: &'a [Expr]) -> Object<'a> {
        let mut items = Some(Vec::new());
        for element in elements {
            if let Expr::Starred(starred) = element {
                let more = self.evaluate(&starred.value);
                items = items.zip(more.items()).map(|(mut items, more)| {
                    items.extend(more);
                    items
                });
                continue;
            }
            let item = self.evaluate(element);
            match &mut items {
                Some(items) => items.push(item),
                None => self.escape(&item, element.range()),
            }
        }
        Object::List(Rc::new(RefCell::new(items)))
    }

    fn dictionary(&mut self, node: &'a ExprDict, at: Range) -> Object<'a> {
        let mut items = Some(Vec::new());
        for item in &node.items {
            let value = self.evaluate(&item.value);
            let key = item.key.as_ref().map(|key| self.evaluate(key).value());
            match (&mut items, key) {
                (Some(items), Some(key)) if !operators::has_unknown(&key) => {
                    items.retain(|(other, _)| *other != key);
                    items.push((key, value));
                }
                _ => {
                    self.escape(&value, at);
                    items = None;
                }
            }
        }
        Object::Dict(Rc::new(RefCell::new(items)))
    }

    fn formatted(&mut self, parts: &'a [FStringPart]) -> Object<'a> {
        let mut text = Some(String::new());
        for part in parts {
            let elements = match part {
                FStringPart::Literal(literal) => {
                    push(&mut text, Some(literal.as_str()));
                    continue;
                }
                FStringPart::FString(node) => &node.elements,
            };
            for element in elements {
                match element {
                    InterpolatedStringElement::Literal(literal) => {
                        push(&mut text, Some(&literal.value));
                    }
                    InterpolatedStringElement::Interpolation(node) => {
                        let value = self.evaluate(&node.expression);
                        let is_plain = node.conversion.is_none()
                            && node.format_spec.is_none()
                            && node.debug_text.is_none();
                        let written = operators::written(&value).filter(|_| is_plain);
                        push(&mut text, written.as_deref());
                    }
                }
            }
        }
        text.map_or(Object::Unknown, Object::text)
    }

    fn choice(&mut self, test: &'a Expr, yes: &'a Expr, no: &'a Expr) -> Object<'a> {
        match self.evaluate(test).truth() {
            Some(true) => self.evaluate(yes),
            Some(false) => self.evaluate(no),
            None => {
                let yes = self.perhaps(|it| it.evaluate(yes));
                let no = self.perhaps(|it| it.evaluate(no));
                self.either(&yes, &no)
            }
        }
    }

    /// Evaluates `and` and `or`: the first operand that decides, or the last.
    fn any_or_all(&mut self, op: ruff_python_ast::BoolOp, values: &'a [Expr]) -> Object<'a> {
        let decides = op == ruff_python_ast::BoolOp::Or;
        let mut found: Option<Object<'a>> = None;
        for value in values {
            let object = if found.is_some() {
                self.perhaps(|it| it.evaluate(value))
            } else {
                self.evaluate(value)
            };
            let truth = object.truth();
            if truth == Some(!decides) {
                // An operand that doesn't decide counts only as the last one.
                if !std::ptr::eq(value, &raw const values[values.len() - 1]) {
                    continue;
                }
            }
            found = Some(match found {
                Some(other) => self.either(&other, &object),
                None => object,
            });
            if truth == Some(decides) {
                break;
            }
        }
        found.unwrap_or(Object::Unknown)
    }

    fn item(&mut self, node: &'a ExprSubscript) -> Object<'a> {
        let object = self.evaluate(&node.value);
        if let (Object::CommandLine(from), Expr::Slice(slice)) = (&object, &*node.slice) {
            let start = match &slice.lower {
                Some(lower) => self.evaluate(lower).value(),
                None => Value::Int(0),
            };
            return match start {
                Value::Int(start @ 0..=9) if slice.upper.is_none() && slice.step.is_none() => {
                    Object::CommandLine(from + usize::try_from(start).unwrap_or_default())
                }
                _ => Object::Unknown,
            };
        }
        let key = self.evaluate(&node.slice).value();
        match (&object, key) {
            (Object::Dict(items), key) => {
                let items = items.borrow();
                let mut known = items.iter().flatten();
                let found = known.find(|(other, _)| *other == key);
                found.map_or(Object::Unknown, |(_, value)| value.clone())
            }
            (Object::List(_), Value::Int(index)) => {
                let items = object.items().unwrap_or_default();
                let index = usize::try_from(index).ok();
                let item = index.and_then(|index| items.get(index));
                item.cloned().unwrap_or(Object::Unknown)
            }
            _ => Object::Unknown,
        }
    }
}

fn number<'a>(number: &Number) -> Object<'a> {
    Object::Constant(match number {
        Number::Int(value) => value.as_i64().map_or(Value::Unknown, Value::Int),
        Number::Float(value) => Value::Float(*value),
        Number::Complex { .. } => Value::Unknown,
    })
}

/// Appends `more`; if it is `None`, the whole text becomes unknown.
fn push(text: &mut Option<String>, more: Option<&str>) {
    match (text.as_mut(), more) {
        (Some(text), Some(more)) if text.len() < 10_000 => text.push_str(more),
        _ => *text = None,
    }
}
