//! The place of a file, seen from a file that runs commands.

/// The place of something, seen from a file that runs commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Below the folder of that file.
    Beside(String),
    /// Below a folder that is not named, one of those that the file is in.
    Somewhere(String),
}

impl Place {
    pub(super) fn join(&self, path: &str) -> Self {
        let join = |folder: &String| match folder.as_str() {
            "" => path.to_owned(),
            folder => format!("{folder}/{path}"),
        };
        match self {
            Self::Beside(folder) => Self::Beside(join(folder)),
            Self::Somewhere(folder) => Self::Somewhere(join(folder)),
        }
    }
}
