//! Completion of inputs and outputs that expressions use but that are not declared yet.

use std::collections::HashSet;

use azml_rules::expression::{Expression, ExpressionSite, Name, Program, Target};
use azml_rules::syntax::Node;

use super::item;
use crate::Site;
use crate::completion::item::Item;
use crate::completion::stand_in::WholeKey;
use crate::markdown::Markdown;

/// Returns the names that can be declared in `mapping`, in the order of their uses.
pub(crate) fn items(site: &Site<'_>, whole: &WholeKey, mapping: Node<'_>) -> Vec<Item> {
    undeclared_names(site, whole, mapping).unwrap_or_default()
}

fn undeclared_names(site: &Site<'_>, whole: &WholeKey, mapping: Node<'_>) -> Option<Vec<Item>> {
    let field = mapping.key()?.text()?;
    let owner = mapping.parent()?;
    if !matches!(field, "inputs" | "outputs" | "search_space") {
        return None;
    }
    let changed = whole.stand_in.site(site);
    let program = changed.program();
    let trial = owner.get("trial").and_then(|trial| trial.get(field));
    let mut items: Vec<Item> = Vec::new();
    let mut seen = HashSet::new();
    for (written, expression) in program.expressions() {
        let Some(name) = named(program, written, expression, field, owner) else {
            continue;
        };
        let is_known = mapping.get(name.first()).is_some()
            || trial.is_some_and(|trial| trial.get(name.first()).is_some());
        if !is_known && !name.first().is_empty() && seen.insert(name.first()) {
            let path = written.text.text.get(expression.path.clone())?;
            let detail = format!("used as ${{{{{path}}}}}");
            items.push(item::plain(name.first(), &detail, Markdown::new(), whole));
        }
    }
    Some(items)
}

/// Returns the name in `field` of `owner` that an expression references.
fn named<'e, 'a>(
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    expression: &'e Expression<'a>,
    field: &str,
    owner: Node<'_>,
) -> Option<&'e Name<'a>> {
    let (name, holder) = match (&expression.target, field) {
        (Target::Input(name), "inputs")
        | (Target::Output(name), "outputs")
        | (Target::SearchSpace(name), "search_space") => (name, program.scope(site)?.node),
        (Target::ParentInput(name), "inputs") | (Target::ParentOutput(name), "outputs") => {
            (name, program.pipeline(site)?.node)
        }
        _ => return None,
    };
    (holder.id() == owner.id()).then_some(name)
}
