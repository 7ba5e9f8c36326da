//! `data/secrets.yaml` to a static table.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, variant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    what: String,
    before: Option<String>,
    anchor: String,
    after: String,
    #[expect(dead_code, reason = "for readers of the file; it must be there")]
    source: String,
}

/// The code of the table.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let shapes: Vec<Shape> = serde_yaml::from_str(text)?;
    let mut code = String::from("static SHAPES: &[SecretShape] = &[\n");
    for shape in &shapes {
        let before = match &shape.before {
            Some(before) => format!("Some({})", characters(before)?),
            None => "None".to_owned(),
        };
        let (what, anchor, after) = (&shape.what, &shape.anchor, characters(&shape.after)?);
        writeln!(
            code,
            "SecretShape {{ what: {what:?}, before: {before}, anchor: {anchor:?}, after: {after} }},"
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}

/// The code of `word 36` or `word 20-200`.
fn characters(text: &str) -> Result<String, Failure> {
    let (set, count) = text.split_once(' ').ok_or("a set and a number")?;
    let (least, most) = count.split_once('-').unwrap_or((count, count));
    let (least, most): (usize, usize) = (least.parse()?, most.parse()?);
    let set = variant(set);
    Ok(format!(
        "CharacterRun {{ set: CharacterSet::{set}, least: {least}, most: {most} }}"
    ))
}
