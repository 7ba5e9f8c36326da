//! The files that are checked, for `--list-files`.

use std::io::{Result, Write};

use serde::Serialize;

use crate::check::ListedFile;
use crate::output::formats::json::{TOOL, Tool, write_json};
use azml_rules::text::printable::printable;

/// Output format of files: with their kinds, one path in a line, or for machines. (Doc comments on
/// the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
#[allow(missing_docs)]
pub enum FilesFormat {
    #[default]
    Full,
    Concise,
    Json,
}

#[derive(Serialize)]
struct FilesJson {
    version: u32,
    tool: Tool,
    files: Vec<ListedFileJson>,
    /// YAML files that are not Azure ML's.
    files_skipped: usize,
}

#[derive(Serialize)]
struct ListedFileJson {
    path: String,
    kind: &'static str,
}

impl FilesFormat {
    /// Returns `true` if people read it, and a summary line is useful.
    pub fn is_for_people(self) -> bool {
        self == Self::Full
    }

    /// Writes `files`.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write(
        self,
        mut out: &mut dyn Write,
        files: &[ListedFile],
        skipped: usize,
    ) -> Result<()> {
        match self {
            Self::Full => table(out, files),
            Self::Concise => files
                .iter()
                .try_for_each(|file| writeln!(out, "{}", printable(&file.name))),
            Self::Json => write_json(&mut out, &json(files, skipped)),
        }
    }
}

fn table(out: &mut dyn Write, files: &[ListedFile]) -> Result<()> {
    let names: Vec<_> = files.iter().map(|file| printable(&file.name)).collect();
    let widths = names.iter().map(|name| name.chars().count());
    let width = widths.max().unwrap_or(0);
    for (name, file) in names.iter().zip(files) {
        writeln!(out, "{name:width$}  {}", file.kind.label())?;
    }
    Ok(())
}

fn json(files: &[ListedFile], skipped: usize) -> FilesJson {
    let files = files.iter().map(|file| ListedFileJson {
        path: file.name.clone(),
        kind: file.kind.id().as_str(),
    });
    FilesJson {
        version: 1,
        tool: TOOL,
        files: files.collect(),
        files_skipped: skipped,
    }
}
