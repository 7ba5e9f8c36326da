//! The place of a file, relative to a file that runs commands.

/// The place of a file or folder, relative to a file that runs commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Below the folder of the file that runs commands.
    Beside(String),
    /// Below an unknown parent folder of that file.
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
