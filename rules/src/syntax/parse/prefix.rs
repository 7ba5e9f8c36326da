//! Parses a long text only as far as needed to detect its kind: near the root, and only the first
//! children of each collection. Files of other tools are never parsed further.

use std::sync::Arc;

use super::build::TreeBuilder;
use super::event::{ParserEvent, events};
use crate::syntax::tree::Tree;

/// Maximum depth of the keys by which kinds of documents are distinguished.
const DEPTH: usize = 5;

/// Maximum number of children of a collection below the root, keys and values counted separately.
/// It is even, so that every key has its value.
const CHILDREN: usize = 200;

/// Parses the text near its root; `None` if it is not YAML.
pub(in crate::syntax) fn parse(text: &Arc<str>) -> Option<Tree> {
    let mut builder = TreeBuilder::new(text, text);
    let mut head = Head::default();
    let parsed = events(text, |event| match head.place_of(&event) {
        EventPlace::Near => builder.push(event),
        EventPlace::TooDeep(at) => builder.push(ParserEvent::Empty { at }),
        EventPlace::LeftOut(end) => builder.skip_to(end),
    });
    parsed.ok()?;
    Some(builder.finish(text.clone()))
}

/// Handling of an event.
enum EventPlace {
    Near,
    /// A collection at the depth limit that starts here; it becomes an empty node.
    TooDeep(u32),
    /// An event that is dropped and ends here.
    LeftOut(u32),
}

/// Position in the events.
#[derive(Default)]
struct Head {
    /// Number of children that each open collection has so far.
    open: Vec<usize>,
    /// Number of open collections that are dropped.
    left_out: usize,
    /// `true` if the last node was dropped, so that its anchor is dropped too.
    lost_node: bool,
}

impl Head {
    fn place_of(&mut self, event: &ParserEvent<'_>) -> EventPlace {
        match event {
            ParserEvent::MappingStart { at, .. } | ParserEvent::SequenceStart { at, .. } => {
                let is_child = self.add_child();
                let is_near = is_child && self.open.len() < DEPTH;
                self.lost_node = !is_near;
                if is_near {
                    self.open.push(0);
                    return EventPlace::Near;
                }
                self.left_out += 1;
                if is_child {
                    EventPlace::TooDeep(at.start)
                } else {
                    EventPlace::LeftOut(at.end)
                }
            }
            ParserEvent::MappingEnd { at } | ParserEvent::SequenceEnd { at } => {
                if self.left_out > 0 {
                    self.left_out -= 1;
                    return EventPlace::LeftOut(at.end);
                }
                self.open.pop();
                EventPlace::Near
            }
            ParserEvent::Scalar { at, .. } | ParserEvent::Alias { at } => {
                self.lost_node = !self.add_child();
                if self.lost_node {
                    EventPlace::LeftOut(at.end)
                } else {
                    EventPlace::Near
                }
            }
            ParserEvent::Anchor { at } if self.lost_node => EventPlace::LeftOut(at.end),
            ParserEvent::Comment { at } => EventPlace::LeftOut(at.end),
            _ => EventPlace::Near,
        }
    }

    /// Counts a new node and returns `true` if it is added to the tree: its collection is not
    /// dropped and has room. The number of children of the root is not limited.
    fn add_child(&mut self) -> bool {
        if self.left_out > 0 {
            return false;
        }
        let is_below_root = self.open.len() > 1;
        let Some(children) = self.open.last_mut() else {
            return true;
        };
        *children += 1;
        !is_below_root || *children <= CHILDREN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Node;

    fn texts(text: &str, path: &[&str]) -> Vec<String> {
        let tree = parse(&Arc::from(text)).expect("it is YAML");
        let node = tree.root().and_then(|root| root.get_path(path));
        let children = node.into_iter().flat_map(Node::children);
        children.filter_map(Node::text).map(str::to_owned).collect()
    }

    #[test]
    fn all_keys_of_the_root_are_there_and_the_first_ones_of_others() {
        let root: String = (0..1000).map(|i| format!("k{i}: {{a: 1}}\n")).collect();
        let many: String = (0..1000).map(|i| format!("  k{i}: &a [1]\n")).collect();
        let text = format!("{root}many:\n{many}last: *a\n");
        assert_eq!(texts(&text, &["k999"]), ["a", "1"]);
        assert_eq!(texts(&text, &["many"]).len(), CHILDREN / 2);
        let tree = parse(&Arc::from(text.as_str())).expect("it is YAML");
        let last = tree.root().and_then(|root| root.get("last"));
        let item = last.and_then(|list| list.items().next());
        assert_eq!(
            item.and_then(Node::int),
            Some(1),
            "the last anchor that is there"
        );
    }

    #[test]
    fn what_is_deep_is_only_there() {
        let tree = parse(&Arc::from("a: {b: {c: {d: {e: {f: 1}, g: 2}}}}\nh: 1\n"));
        let tree = tree.expect("it is YAML");
        let root = tree.root().expect("it has one");
        let deep = root.get_path(&["a", "b", "c", "d"]).expect("not too deep");
        assert!(deep.get("e").is_some_and(|it| it.get("f").is_none()));
        assert_eq!(deep.get("g").and_then(Node::int), Some(2));
        assert_eq!(root.get("h").and_then(Node::int), Some(1));
    }

    #[test]
    fn no_text_that_is_not_yaml_has_a_head() {
        assert!(parse(&Arc::from("a: [\n")).is_none());
        assert!(parse(&Arc::from("")).is_some_and(|tree| tree.root().is_none()));
    }
}
