//! The spelling of paths on the disk that differ only in letter case.

use crate::workspace::input::{Input, InputValue};
use crate::workspace::{OnDisk, Workspace};

impl Workspace {
    /// The relative path `path` of the file at `from` as it is spelled on the disk, where only the
    /// letter case differs; `None` where it is spelled so, or where it leads nowhere either way.
    pub fn spelled_on_disk(&self, from: &str, path: &str) -> Option<String> {
        let style = self.path_style();
        if style.is_rooted(path) {
            return None;
        }
        let mut spelled = String::new();
        let mut differs = false;
        for part in path.split_inclusive(|c| style.separates(c)) {
            let name = part.trim_end_matches(|c| style.separates(c));
            let folder = style.join_beside(from, &spelled)?;
            let other = match name {
                "" | "." | ".." => None,
                name => self.other_case(&folder, name),
            };
            differs |= other.is_some();
            spelled.push_str(other.as_deref().unwrap_or(name));
            spelled.push_str(&part[name.len()..]);
        }
        let is_there = differs && self.on_disk(from, &spelled)? != OnDisk::Nothing;
        is_there.then_some(spelled)
    }

    fn other_case(&self, folder: &str, name: &str) -> Option<String> {
        match self.read_disk(Input::OtherCase(folder.into(), name.into())) {
            InputValue::Name(name) => name,
            _ => None,
        }
    }
}
