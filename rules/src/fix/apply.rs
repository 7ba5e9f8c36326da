//! Applies several fixes in one step; a fix that conflicts with an earlier one is left out.
//! Compatible fixes are joined: entries that are added to one mapping are written one after
//! another, and a mapping that loses its last entry is removed with its key.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use super::{Addition, Edit, Fix, Joint, Removal};
use crate::text::TextRange;

/// A text with applied fixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The new text.
    pub text: String,
    /// The applied fixes, by their index.
    pub fixes: Vec<usize>,
}

/// Applies the edits of `fixes` to `text`: a fix that overlaps an earlier one is left out. Returns
/// the new text and the number of applied fixes. Edits of other files are ignored.
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let applied = apply_each(text, fixes);
    (applied.text, applied.fixes.len())
}

/// Like [`apply`], and returns which fixes were applied. A fix whose own edits overlap is left out too.
pub fn apply_each<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> Applied {
    let mut slots = Slots::default();
    let mut applied = Vec::new();
    for (index, fix) in fixes.into_iter().enumerate() {
        let edits = fix.edits.iter().filter(|edit| edit.path.is_none());
        let own: Vec<&Edit> = edits.collect();
        let fits = |edit: &&Edit| {
            let is_range = text.get(std::ops::Range::from(edit.range)).is_some();
            is_range && slots.room(edit).is_some()
        };
        if own.is_empty() || overlap(&own) || !own.iter().all(fits) {
            continue;
        }
        own.into_iter().for_each(|edit| slots.take(edit));
        applied.push(index);
    }
    slots.remove_empty_mappings();
    Applied {
        text: slots.text(text),
        fixes: applied,
    }
}

fn overlap(edits: &[&Edit]) -> bool {
    let mut ranges: Vec<TextRange> = edits.iter().map(|edit| edit.range).collect();
    ranges.sort();
    ranges.windows(2).any(|pair| pair[0].end > pair[1].start)
}

/// Key of an edit: its range, and its index among the edits of that range.
type EditPlace = (u32, u32, usize);

/// The edited ranges, in order. None overlap; only edits of one fix touch.
#[derive(Default)]
struct Slots<'f> {
    by_place: BTreeMap<EditPlace, Slot<'f>>,
}

struct Slot<'f> {
    /// One edit, or several that add to one mapping.
    edits: Vec<&'f Edit>,
    /// The edit that adds each key.
    keys: HashMap<&'f str, &'f Edit>,
}

/// Result of the search for room for an edit.
enum Room {
    Free,
    Beside(EditPlace),
    /// An equal edit exists already.
    Done,
}

impl<'f> Slots<'f> {
    fn room(&self, edit: &Edit) -> Option<Room> {
        let start = edit.range.start;
        let before = (start, u32::MAX, usize::MAX);
        if let Some((place, slot)) = self.by_place.range(..=before).next_back()
            && (place.0 == start || slot.range().intersects(edit.range))
        {
            return slot.room(edit, *place);
        }
        let behind = (Bound::Excluded(before), Bound::Unbounded);
        let next = self.by_place.range(behind).next();
        let clashes = next.is_some_and(|(_, slot)| slot.range().intersects(edit.range));
        (!clashes).then_some(Room::Free)
    }

    /// Adds `edit`; only other edits of its own fix may touch it.
    fn take(&mut self, edit: &'f Edit) {
        match self.room(edit) {
            Some(Room::Beside(place)) => {
                if let Some(slot) = self.by_place.get_mut(&place) {
                    slot.add(edit);
                }
            }
            Some(Room::Done) => {}
            Some(Room::Free) | None => {
                let place = (edit.range.start, edit.range.end, self.by_place.len());
                self.by_place.insert(place, Slot::new(edit));
            }
        }
    }

    /// Removes a mapping with its key if all of its entries are removed.
    fn remove_empty_mappings(&mut self) {
        let mut going: HashMap<u32, (EditPlace, &'f Removal)> = HashMap::new();
        for (place, slot) in &self.by_place {
            if let Some(Joint::Removal(removal)) = &slot.edits[0].joint {
                going.insert(removal.key, (*place, removal));
            }
        }
        for (_, first) in going.values() {
            if let Some(whole) = first.whole.as_deref()
                && let Some(places) = whole_chain(&going, first)
            {
                self.replace(&places, whole);
            }
        }
    }

    /// Replaces the edits at `places` by `whole`, unless other edits are in its range.
    fn replace(&mut self, places: &[EditPlace], whole: &'f Edit) {
        let mut taken = Vec::new();
        for place in places {
            taken.extend(self.by_place.remove_entry(place));
        }
        if matches!(self.room(whole), Some(Room::Free)) {
            self.take(whole);
        } else {
            self.by_place.extend(taken);
        }
    }

    fn text(&self, old: &str) -> String {
        let mut out = String::with_capacity(old.len());
        let mut last = 0;
        for slot in self.by_place.values() {
            let range = slot.range();
            out.push_str(&old[last as usize..range.start as usize]);
            slot.write(&mut out);
            last = range.end;
        }
        out.push_str(&old[last as usize..]);
        out
    }
}

/// Returns the places of the edits that remove `first` and every entry after it; `None` if one remains.
fn whole_chain(
    going: &HashMap<u32, (EditPlace, &Removal)>,
    first: &Removal,
) -> Option<Vec<EditPlace>> {
    let mut places = Vec::new();
    let mut key = Some(first.key);
    while let Some(at) = key {
        let (place, removal) = going.get(&at)?;
        places.push(*place);
        key = removal.next;
    }
    Some(places)
}

impl<'f> Slot<'f> {
    fn new(edit: &'f Edit) -> Self {
        let mut slot = Self {
            edits: Vec::new(),
            keys: HashMap::new(),
        };
        slot.add(edit);
        slot
    }

    fn range(&self) -> TextRange {
        self.edits[0].range
    }

    fn add(&mut self, edit: &'f Edit) {
        self.edits.push(edit);
        if let Some(addition) = addition(edit) {
            let keys = addition.keys.iter().map(String::as_str);
            self.keys.extend(keys.map(|key| (key, edit)));
        }
    }

    fn room(&self, edit: &Edit, place: EditPlace) -> Option<Room> {
        let first = self.edits[0];
        if first == edit {
            return Some(Room::Done);
        }
        let (Some(theirs), Some(own)) = (addition(first), addition(edit)) else {
            return None;
        };
        let is_same_place = first.range == edit.range
            && theirs.separator == own.separator
            && frame(first, theirs) == frame(edit, own);
        if !is_same_place {
            return None;
        }
        let mut others = own
            .keys
            .iter()
            .filter_map(|key| self.keys.get(key.as_str()));
        match others.next() {
            None => Some(Room::Beside(place)),
            Some(other) => (*other == edit).then_some(Room::Done),
        }
    }

    fn write(&self, out: &mut String) {
        let first = self.edits[0];
        let Some(addition_of_first) = addition(first) else {
            out.push_str(&first.text);
            return;
        };
        let (before, after) = frame(first, addition_of_first);
        out.push_str(before);
        for (index, edit) in self.edits.iter().enumerate() {
            if index > 0 {
                out.push_str(addition_of_first.separator);
            }
            let own = addition(edit).map_or(0..0, |addition| addition.own.clone());
            out.push_str(&edit.text[own]);
        }
        out.push_str(after);
    }
}

fn addition(edit: &Edit) -> Option<&Addition> {
    match &edit.joint {
        Some(Joint::Addition(addition)) => Some(addition),
        _ => None,
    }
}

/// Returns the text of `edit` before and after its own entries.
fn frame<'e>(edit: &'e Edit, addition: &Addition) -> (&'e str, &'e str) {
    (
        &edit.text[..addition.own.start],
        &edit.text[addition.own.end..],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::{add_below, add_entry, remove_entry};
    use crate::syntax::{Node, parse};

    fn applied(text: &str, edits: impl Fn(Node<'_>) -> Vec<Edit>) -> (String, usize) {
        let tree = parse(text);
        let edits = edits(tree.root().unwrap()).into_iter();
        let fixes: Vec<Fix> = edits.map(|edit| Fix::safe("", vec![edit])).collect();
        apply(text, &fixes)
    }

    #[test]
    fn a_fix_that_overlaps_itself_is_left_out() {
        let edit = |start, end| Edit::new(TextRange::new(start, end), "");
        for edits in [vec![edit(0, 3), edit(2, 4)], vec![edit(2, 4), edit(1, 3)]] {
            let fix = Fix::safe("", edits);
            assert_eq!(apply("abcd", [&fix]), ("abcd".to_owned(), 0));
        }
    }

    #[test]
    fn a_fix_that_overlaps_an_earlier_one_is_left_out() {
        let edit = |start, end, text: &str| Edit::new(TextRange::new(start, end), text);
        let edits = |_: Node<'_>| {
            vec![
                edit(3, 6, "X"),
                edit(5, 8, "Y"),
                edit(0, 1, "b"),
                edit(6, 6, "Z"),
                edit(3, 3, "Z"),
            ]
        };
        assert_eq!(applied("a: long text", edits), ("b: Xg text".to_owned(), 2));
    }

    #[test]
    fn edits_of_one_fix_may_touch() {
        let edits = vec![
            Edit::new(TextRange::new(3, 4), "2"),
            Edit::new(TextRange::empty(4), "3"),
            Edit::new(TextRange::empty(4), "4"),
        ];
        assert_eq!(
            apply("a: 1\n", &[Fix::safe("", edits)]),
            ("a: 234\n".to_owned(), 1)
        );
    }

    #[test]
    fn entries_of_one_mapping_are_added_side_by_side() {
        let below = |root: Node<'_>| {
            let add = |key| add_below(root.entry("a").unwrap(), key, "1").unwrap();
            vec![add("x"), add("y"), add("x"), add("z")]
        };
        for (before, after) in [
            ("a:\n", "a:\n  x: 1\n  y: 1\n  z: 1\n"),
            ("a: {}\n", "a: {x: 1, y: 1, z: 1}\n"),
            ("a: {b: 1}\n", "a: {b: 1, x: 1, y: 1, z: 1}\n"),
            (
                "a:\n  b: 1 # c\n",
                "a:\n  b: 1 # c\n  x: 1\n  y: 1\n  z: 1\n",
            ),
        ] {
            assert_eq!(applied(before, below), (after.to_owned(), 4), "{before}");
        }
    }

    #[test]
    fn entries_of_a_mapping_that_is_not_there_are_added_side_by_side() {
        let section = |root: Node<'_>| {
            let add = |entry: &str| add_entry(root, "a", &format!("{entry}\n"), &["c"]).unwrap();
            vec![add("x: 1"), add("y: 1"), add("x: 2")]
        };
        for (before, after) in [
            ("b: 1\n", "b: 1\na:\n  x: 1\n  y: 1\n"),
            ("c: 1\n", "a:\n  x: 1\n  y: 1\nc: 1\n"),
            ("{b: 1}\n", "{b: 1, a: {x: 1, y: 1}}\n"),
            ("{c: 1}\n", "{a: {x: 1, y: 1}, c: 1}\n"),
        ] {
            assert_eq!(applied(before, section), (after.to_owned(), 2), "{before}");
        }
    }

    #[test]
    fn a_mapping_that_loses_every_entry_goes_with_its_key() {
        let all = |root: Node<'_>| {
            let entries = root.get("a").unwrap().entries();
            entries.map(remove_entry).collect::<Vec<_>>()
        };
        let text = "z: 1\na:\n  x: 1\n  # why\n  y: |\n    2\nb: 3\n";
        assert_eq!(applied(text, all), ("z: 1\n# why\nb: 3\n".to_owned(), 2));
        let some = |root: Node<'_>| all(root)[1..].to_vec();
        assert_eq!(
            applied(text, some),
            ("z: 1\na:\n  x: 1\n  # why\nb: 3\n".to_owned(), 1)
        );
    }
}
