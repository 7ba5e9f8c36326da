//! `script` and `arguments` of a run configuration of SDK v1, which are one `command` now:
//! <https://learn.microsoft.com/azure/machine-learning/migrate-to-v2-command-job>.

use crate::fix::{Edit, remove_entry, replace};
use crate::syntax::Node;

/// Returns the command of the Python script that the entry with `key` of `mapping` names, and the edits that write it.
/// `None` if it isn't a script, or an argument needs quotes.
pub(crate) fn script_form(mapping: Node<'_>, key: Node<'_>) -> Option<(String, Vec<Edit>)> {
    let script = mapping.entry("script").filter(|it| it.key == key)?;
    let name = word(script.value).filter(|name| name.ends_with(".py"))?;
    let mut edits = vec![replace(script.key, "command")];
    let mut words = vec!["python", name];
    if let Some(arguments) = mapping.entry("arguments") {
        match arguments.value.text() {
            Some(text) => words.extend(text.split_whitespace()),
            None => {
                for item in arguments.value.items() {
                    words.push(word(item)?);
                }
            }
        }
        edits.push(remove_entry(arguments));
    }
    let command = words.join(" ");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " _-./=${}".contains(c);
    if !command.chars().all(is_plain) || mapping.is_flow() {
        return None;
    }
    edits.push(replace(script.value, command.as_str()));
    Some((command, edits))
}

/// Returns the text of a scalar without blanks.
fn word(node: Node<'_>) -> Option<&str> {
    let text = node.text()?;
    (!text.is_empty() && !text.contains(char::is_whitespace)).then_some(text)
}
