//! Distinguishes components from jobs by their inputs: a component declares them, a job gives them
//! values.

use crate::syntax::Node;

/// Types of values, of which only a component can declare an input. The client rejects them in the
/// inputs of every job (azure-ai-ml 1.35.2).
const VALUE_TYPES: [&str; 4] = ["boolean", "integer", "number", "string"];

/// Names that the service reserves for environment variables of a run: inputs and outputs of a
/// component must not use them, in any letter case.
const RESERVED: [&str; 7] = [
    "path",
    "ld_library_path",
    "user",
    "logname",
    "home",
    "pwd",
    "shell",
];

/// Returns `true` if the service reserves `name`.
pub(crate) fn is_reserved_name(name: &str) -> bool {
    RESERVED.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Returns `true` if `input` declares the type of a value, as an input of a component does.
pub(crate) fn declares_value(input: Node<'_>) -> bool {
    let word = input.get("type").and_then(Node::text);
    word.is_some_and(|word| VALUE_TYPES.contains(&word.to_ascii_lowercase().as_str()))
}

/// Returns `true` if the inputs of the document with `root` are those of a component: one declares
/// the type of a value, or all are data types without a path, which the client rejects in a job.
pub(super) fn declares_inputs(root: Node<'_>) -> bool {
    let Some(inputs) = root.get("inputs") else {
        return false;
    };
    let is_declaration =
        |input: Node<'_>| input.get("type").is_some() && input.get("path").is_none();
    let mut entries = inputs.entries().map(|entry| entry.value).peekable();
    if entries.peek().is_none() {
        return false;
    }
    inputs.entries().any(|entry| declares_value(entry.value)) || entries.all(is_declaration)
}
