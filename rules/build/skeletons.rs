//! `data/skeletons/` to a static table.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::literals::Failure;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skeleton {
    file: String,
    label: String,
    about: String,
    words: String,
    names: String,
    #[serde(default)]
    only: String,
}

/// The code for the files in `folder` that its `index.yaml` lists.
pub(crate) fn code(folder: &Path) -> Result<String, Failure> {
    let index: Vec<Skeleton> =
        serde_yaml::from_str(&std::fs::read_to_string(folder.join("index.yaml"))?)?;
    let split = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut code = String::from("static SKELETONS: &[Skeleton] = &[\n");
    for Skeleton {
        file,
        label,
        about,
        words,
        names,
        only,
    } in &index
    {
        let path = folder.join(format!("{file}.yml"));
        let marked = std::fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        writeln!(
            code,
            "    Skeleton {{ id: {file:?}, label: {label:?}, about: {about:?}, words: &{:?}, \
             names: &{:?}, only: {only:?}, \
             marked: {marked:?} }},",
            split(words),
            split(names),
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
