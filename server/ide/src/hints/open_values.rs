//! Values that a file leaves open: placeholders, and inputs without a value. Who submits it gives them with
//! `--set`.

use azml_rules::az_ml::DataPath;
use azml_rules::secrets::CREDENTIAL_KEYS;
use azml_rules::syntax::{Node, PlaceholderForm, Segment, find_placeholder};

use crate::Site;

/// Maximum number of values; a file with more is a template.
const MAX_VALUES: usize = 20;

/// A value that a file leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenValue {
    /// Its key as `--set` names it: `inputs.data.path`.
    pub key: String,
    /// The placeholder; empty for an input without a value.
    pub text: String,
}

/// Returns the values that the document leaves open, in order.
pub fn open_values(site: &Site<'_>) -> Vec<OpenValue> {
    let nodes = site.document.tree().nodes();
    let values = nodes.filter(|node| !node.is_key() && !node.is_repaired());
    let open = values.filter_map(|node| {
        let text = open_text(node)?;
        let key = settable(node)?;
        Some(OpenValue { key, text })
    });
    open.take(MAX_VALUES).collect()
}

/// Returns `true` if `--set` takes `key` for the path of a value, and for nothing else: `jobs.a.compute`, `a[0].b`.
pub fn is_settable(key: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.[]".contains(c);
    key.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') && key.chars().all(is_part)
}

/// Returns the placeholder that is the whole value of `node`; an empty text for an input without a value.
fn open_text(node: Node<'_>) -> Option<String> {
    if node.is_null() {
        return is_input(node).then(String::new);
    }
    let text = node.text()?;
    let found = find_placeholder(text)?;
    // A shell variable may be meant for the shell that runs the command.
    let is_open = found.form != PlaceholderForm::Variable && found.range == (0..text.len());
    is_open.then(|| text.to_owned())
}

/// Returns `true` for `inputs.NAME` and `inputs.NAME.path` of the document or of a step.
fn is_input(node: Node<'_>) -> bool {
    let path = node.path();
    let path = match path.as_slice() {
        [rest @ .., Segment::Key(last)] if last == "path" => rest,
        path => path,
    };
    matches!(path, [.., Segment::Key(above), Segment::Key(_)] if above == "inputs")
}

/// Returns the key of `node` for `--set`; `None` where the command line can't name it, or should not.
fn settable(node: Node<'_>) -> Option<String> {
    let path = node.path();
    let is_plain = path.iter().all(|segment| match segment {
        // A secret doesn't belong into a command line.
        Segment::Key(key) => !key.contains(['.', '[']) && !CREDENTIAL_KEYS.contains(&key.as_str()),
        Segment::Index(_) => true,
    });
    let key = is_plain.then(|| DataPath::of(path).to_string());
    key.filter(|key| is_settable(key))
}
