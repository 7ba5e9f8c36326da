//! Files in memory, where there is no disk: a browser, a test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Disk, Listed, OnDisk};
use crate::az_ml::{Mention, may_make_files, mentions_of, runs_steps};
use crate::path::{below, is_yaml};

/// Texts of files by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk {
    /// The texts; `None` for a file whose text is unknown.
    pub files: BTreeMap<String, Option<Arc<str>>>,
    /// `true` if no other file exists. Otherwise, nothing is known of other paths.
    pub is_whole: bool,
}

impl MemoryDisk {
    /// The paths below `folder`, relative to it.
    fn inside<'d>(&'d self, folder: &'d str) -> impl Iterator<Item = &'d str> {
        let paths = self.files.keys();
        paths.filter_map(move |path| below(folder, path))
    }
}

impl Disk for MemoryDisk {
    fn at(&self, path: &str) -> Option<OnDisk> {
        let path = path.trim_end_matches('/');
        if self.files.contains_key(path) {
            return Some(OnDisk::File);
        }
        if path.is_empty() || self.inside(path).next().is_some() {
            return Some(OnDisk::Folder);
        }
        self.is_whole.then_some(OnDisk::Nothing)
    }

    fn list(&self, path: &str) -> Vec<Listed> {
        let inside = self.inside(path.trim_end_matches('/'));
        let shown = inside.filter(|path| !path.starts_with('.'));
        let entries = shown.map(|path| match path.split_once('/') {
            Some((name, _)) => (name, true),
            None => (path, false),
        });
        let listed: BTreeSet<Listed> = entries
            .map(|(name, is_folder)| Listed {
                name: name.to_owned(),
                is_folder,
            })
            .collect();
        listed.into_iter().collect()
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        self.files.get(path)?.clone()
    }

    fn other_case(&self, folder: &str, name: &str) -> Option<String> {
        let listed = self.list(folder).into_iter().map(|entry| entry.name);
        let mut others = listed.filter(|it| it.eq_ignore_ascii_case(name));
        others
            .next()
            .filter(|other| other != name && others.next().is_none())
    }

    fn files_below(&self, _: &str, path: &str) -> Option<Arc<[String]>> {
        let is_shown = |file: &&str| !file.starts_with('.') && !file.contains("/.");
        let files = self.inside(path).filter(is_shown);
        self.is_whole.then(|| files.map(str::to_owned).collect())
    }

    fn mentions(&self, _: &str, path: &str, name: &str) -> Option<Vec<Mention>> {
        let is_script =
            |file: &str, text: &str| may_make_files(file) && (!is_yaml(file) || runs_steps(text));
        let mut found = Vec::new();
        for (file, text) in &self.files {
            let script = below(path, file).zip(text.as_deref());
            if let Some((file, text)) = script.filter(|(file, text)| is_script(file, text)) {
                found.extend(mentions_of(file, text, name));
            }
        }
        self.is_whole.then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_memory_is_unknown_unless_it_is_everything() {
        let mut disk = MemoryDisk::default();
        disk.files.insert("src/train.py".into(), Some("".into()));
        disk.files.insert("src/.git/x".into(), None);
        assert_eq!(disk.at("src/train.py"), Some(OnDisk::File));
        assert_eq!(disk.at("src/"), Some(OnDisk::Folder));
        assert_eq!((disk.at("sr"), disk.files_below("", "src")), (None, None));
        assert_eq!(disk.text("", "src/train.py").as_deref(), Some(""));
        assert_eq!(disk.text("", "src/.git/x"), None);
        let train = Listed {
            name: "train.py".to_owned(),
            is_folder: false,
        };
        assert_eq!(disk.list("src"), [train]);
        assert_eq!(
            disk.other_case("src", "Train.py").as_deref(),
            Some("train.py")
        );
        disk.is_whole = true;
        assert_eq!(disk.at("sr"), Some(OnDisk::Nothing));
        let below = disk.files_below("", "src").expect("all files are known");
        assert_eq!(&*below, ["train.py".to_owned()]);
    }
}
