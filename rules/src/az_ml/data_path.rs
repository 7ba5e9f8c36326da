//! A key in a file, as `--set` writes it: `jobs.train.compute`, `a[0].b`.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::syntax::Segment;

/// The path from the root of a file to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPath(Vec<Segment>);

impl DataPath {
    /// Returns the path of a value.
    pub fn of(segments: Vec<Segment>) -> Self {
        Self(segments)
    }

    /// Reads the text before `=` of `--set`; `None` if it names no key.
    pub fn read(text: &str) -> Option<Self> {
        let mut segments = Vec::new();
        for part in text.split('.') {
            let (key, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
            if !key.is_empty() {
                segments.push(Segment::Key(key.to_owned()));
            }
            for index in indexes.split('[').skip(1) {
                segments.push(Segment::Index(index.strip_suffix(']')?.parse().ok()?));
            }
        }
        (!segments.is_empty()).then_some(Self(segments))
    }

    /// Returns `true` if setting this path replaces the value at `path`: that value itself, or one
    /// that contains it.
    pub fn replaces(&self, path: &[Segment]) -> bool {
        path.starts_with(&self.0)
    }

    /// Returns `true` if a value is at `path` after this one is set: the client adds its parents.
    pub fn adds(&self, path: &[Segment]) -> bool {
        self.replaces(path) || self.0.starts_with(path)
    }
}

impl Display for DataPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if at == 0 => f.write_str(key)?,
                Segment::Key(key) => write!(f, ".{key}")?,
                Segment::Index(index) => {
                    f.write_char('[')?;
                    write!(f, "{index}]")?;
                }
            }
        }
        Ok(())
    }
}
