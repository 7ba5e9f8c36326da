//! A first look at a long text, which may be anybody's: its tree near the root, and only the first
//! children of every collection. Of a text of other tools nothing more is ever made.

use std::sync::Arc;

use super::build::TreeBuilder;
use super::event::{ParserEvent, events};
use super::tree::Tree;

/// What tells the kinds of documents apart stands no deeper.
const DEPTH: usize = 5;

/// Most children of one collection below the root: keys and values each count. Even, so that no key
/// loses its value.
const CHILDREN: usize = 200;

/// The tree near the root; `None` for what is not YAML.
pub(super) fn parse(text: &Arc<str>) -> Option<Tree> {
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

/// What becomes of an event.
enum EventPlace {
    Near,
    /// A collection that is nothing but there; it starts here.
    TooDeep(u32),
    /// It ends here.
    LeftOut(u32),
}

/// How far the events have come.
#[derive(Default)]
struct Head {
    /// How many children each open collection has so far.
    open: Vec<usize>,
    /// How many collections are open that are left out.
    left_out: usize,
    /// The node that came last has no place in the tree, and its anchor has none either.
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

    /// Whether a node that comes now is one of the first children, of a collection that is not left
    /// out. The root has as many as it likes.
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
