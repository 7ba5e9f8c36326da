//! The command, with the values that are known in place of their expressions.

use azml_rules::expression::{Target, scan};
use azml_rules::syntax::{Node, NodeKind, known_text};

use super::work::WrittenWork;

/// Keys of a command, of a parallel task, and of a Spark job.
const PLACES: [&[&str]; 4] = [
    &["command"],
    &["task", "program_arguments"],
    &["trial", "command"],
    &["args"],
];

/// Returns the command of `work`; expressions whose values are not known stay.
pub(super) fn filled(work: &WrittenWork<'_>) -> Option<String> {
    let text = work.get(&PLACES)?.node.text()?;
    let mut filled = String::with_capacity(text.len());
    let mut end = 0;
    for expression in scan(text).expressions {
        let value = match &expression.target {
            Target::Input(name) => literal_input(work, name.text),
            _ => None,
        };
        if let Some(value) = value {
            filled.push_str(&text[end..expression.range.start]);
            filled.push_str(value);
            end = expression.range.end;
        }
    }
    filled.push_str(&text[end..]);
    Some(filled)
}

/// Returns the value of an input, if it is a literal: given, bound to one of the pipeline, or the default.
pub(super) fn literal_input<'a>(work: &WrittenWork<'a>, name: &str) -> Option<&'a str> {
    let own = work.own.node.get_path(&["inputs", name]);
    let Some(own) = own.filter(|it| !it.is_null()) else {
        let declared = work.interface.as_ref()?.inputs.get(name)?;
        return known_text(declared.field("default")?);
    };
    literal(own).or_else(|| literal(bound_input(work, own)?))
}

/// Returns the input of the pipeline that `value` is bound to.
pub(super) fn bound_input<'a>(work: &WrittenWork<'a>, value: Node<'a>) -> Option<Node<'a>> {
    let text = value.text()?;
    match &scan(text).whole(text)?.target {
        Target::ParentInput(name) => {
            let input = work.pipeline?.get_path(&["inputs", name.text])?;
            Some(input.resolved())
        }
        _ => None,
    }
}

/// Returns the text of a literal; of a declaration, that of its default.
pub(super) fn literal(value: Node<'_>) -> Option<&str> {
    match value.kind() {
        NodeKind::Mapping => known_text(value.get("default")?),
        _ => known_text(value),
    }
}
