//! Default value to insert for an input.

use azml_rules::expression::{Port, PortType};
use azml_rules::syntax::{Node, known_text};

/// Returns the first allowed word of `port`, else its minimum, else a literal of its type; `None`
/// if the type is unknown or is data.
pub(crate) fn port_word(port: Port<'_>) -> Option<String> {
    let least = || port.field("min").and_then(known_text).map(str::to_owned);
    let words = || port.field("enum")?.items().next().map(Node::raw);
    Some(match port.declared()? {
        PortType::String => words().unwrap_or("value").to_owned(),
        PortType::Boolean => "false".to_owned(),
        PortType::Integer => least().unwrap_or_else(|| "1".to_owned()),
        PortType::Number => least().unwrap_or_else(|| "1.0".to_owned()),
        _ => return None,
    })
}
