//! The value of one `--output`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValue;

use super::formats::all;

/// One `--output [FORMAT=]FILE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    pub(super) format: Option<String>,
    pub(super) path: PathBuf,
}

/// Reads the value of one `--output`. A word before `=` that is no format is a mistake, and not the
/// start of a name.
pub(super) fn target(value: OsString) -> Result<Target, String> {
    let split = value.to_str().and_then(|text| text.split_once('='));
    let word = split
        .filter(|(word, _)| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let Some((word, path)) = word else {
        if value.is_empty() {
            return Err("a file is missing".to_owned());
        }
        let path = PathBuf::from(value);
        return Ok(Target { format: None, path });
    };
    let formats = all();
    let names = formats.iter().map(PossibleValue::get_name);
    if !names.clone().any(|name| name == word) {
        let known = names.collect::<Vec<_>>().join(", ");
        return Err(format!(
            "unknown format `{word}`; the formats are {known}; for a file of this name, write \
             `./{word}={path}`"
        ));
    }
    if path.is_empty() {
        return Err(format!("a file is missing; write `{word}=FILE`"));
    }
    Ok(Target {
        format: Some(word.to_owned()),
        path: PathBuf::from(path),
    })
}
