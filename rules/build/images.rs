//! `data/images.yaml` to a static table.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::literals::{Failure, date};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Images {
    base_images: Group,
    environments: Group,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    source: String,
    replacement: String,
    images: Vec<Image>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Image {
    name: String,
    ended: String,
    replacement: Option<String>,
}

/// The code for the images in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Images {
        base_images,
        environments,
    } = serde_yaml::from_str(text)?;
    let mut code = String::from("static ENDED_IMAGES: &[EndedImage] = &[\n");
    for (kind, group) in [("BaseImage", base_images), ("Environment", environments)] {
        for Image {
            name,
            ended,
            replacement,
        } in group.images
        {
            let replacement = replacement.as_ref().unwrap_or(&group.replacement);
            let date = date(&ended)?;
            writeln!(
                code,
                "    EndedImage {{ name: {name:?}, kind: ImageKind::{kind}, ended: {date}, \
                 replacement: {replacement:?}, \
                 source: {:?} }},",
                group.source
            )?;
        }
    }
    code.push_str("];\n");
    Ok(code)
}
