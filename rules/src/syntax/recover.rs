//! What can be saved of a text that is not YAML.

use std::sync::Arc;

use super::{build, event::events, tree::Tree};

pub(super) fn parse(text: Arc<str>, _edited: &[u32]) -> Tree {
    let mut builder = build::Builder::new(&text);
    let result = events(&text, |event| builder.push(event));
    let mut tree = builder.finish(text.clone());
    if let Err(error) = result {
        tree.errors.push(error);
    }
    tree
}
