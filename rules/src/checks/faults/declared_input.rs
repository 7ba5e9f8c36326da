//! Inputs of a job that are declared, as only a component may do, instead of set.

use crate::document::{Kind, declares_value};
use crate::syntax::Node;

/// Returns the input that contains `at`, if it is one of a job or step and declares the type of a value.
pub(crate) fn declared_input(kind: Option<Kind>, at: Node<'_>) -> Option<Node<'_>> {
    let own = at.value_of_key().filter(|value| declares_value(*value));
    let input = own.or_else(|| {
        let above = std::iter::successors(Some(at), |node| node.parent());
        above.take(3).find(|node| declares_value(*node))
    })?;
    let inputs = input.key()?.parent()?;
    let inputs_key = inputs.key()?;
    if inputs_key.text() != Some("inputs") {
        return None;
    }
    let holder = inputs_key.parent()?;
    let is_given = match holder.key() {
        None => kind.is_some_and(Kind::is_job),
        Some(step) => step.parent()?.key().and_then(Node::text) == Some("jobs"),
    };
    is_given.then_some(input)
}
