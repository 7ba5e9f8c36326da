//! A file that a walk found.

use std::path::Path;
use std::sync::Arc;

use crate::sandbox::key;

/// File with its key. There are many of them, so the path is not stored if the key contains it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DiscoveredFile {
    key: Arc<str>,
    /// Path, unless the key is equal to it.
    path: Option<Box<Path>>,
}

impl DiscoveredFile {
    /// The one at `path`.
    pub fn new(path: &Path) -> Self {
        let key = key(path);
        let is_key = path.as_os_str() == &*key;
        let path = (!is_key).then(|| path.into());
        Self { key, path }
    }

    /// Its key.
    pub fn key(&self) -> &Arc<str> {
        &self.key
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(&*self.key))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_file_is_where_it_was_found_whatever_its_key_is() {
        let folder = std::path::absolute("folder").unwrap();
        #[cfg_attr(not(unix), expect(unused_mut))]
        let mut paths = vec![
            folder.join("a.yml"),
            folder.join("b").join("..").join("c.yml"),
        ];
        #[cfg(unix)]
        paths.push({
            use std::os::unix::ffi::OsStrExt as _;
            folder.join(std::ffi::OsStr::from_bytes(b"\xff.yml"))
        });
        for path in paths {
            let file = DiscoveredFile::new(&path);
            assert_eq!((file.path(), file.key()), (&*path, &key(&path)));
            assert_eq!(PathBuf::from(file.path()).as_os_str(), path.as_os_str());
        }
    }
}
