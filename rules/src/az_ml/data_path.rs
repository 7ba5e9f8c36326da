//! A key below the top of a file, as `--set` writes it: `jobs.train.compute`, `a[0].b`.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::syntax::Segment;

/// The way from the top of a file to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPath(Vec<Segment>);

impl DataPath {
    /// Reads what `--set` takes before `=`; `None` where it names nothing.
    #[must_use]
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

    /// Returns true if a value that is set here takes the place of the one at `path`: it is that
    /// value, or `path` leads through it.
    #[must_use]
    pub fn replaces(&self, path: &[Segment]) -> bool {
        path.starts_with(&self.0)
    }

    /// Returns true if something is at `path` once this is set: the client adds what leads to a
    /// value.
    #[must_use]
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
