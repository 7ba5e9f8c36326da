//! `data/images.yaml` to static tables.

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
    /// Of the entries that have none of their own.
    source: String,
    ended: Vec<Ended>,
    current: Vec<Current>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ended {
    name: String,
    ended: String,
    #[serde(default)]
    replacement: String,
    #[serde(default)]
    basis: Basis,
    #[serde(default)]
    software: String,
    source: Option<String>,
}

/// How the end is known.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum Basis {
    #[default]
    Stated,
    Excerpt,
    Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Current {
    name: String,
    source: String,
}

/// The code for the images in `text`.
pub(crate) fn code(text: &str) -> Result<String, Failure> {
    let Images {
        base_images,
        environments,
    } = serde_yaml::from_str(text)?;
    let groups = [("BaseImage", base_images), ("Environment", environments)];
    let mut code = String::from("static ENDED_IMAGES: &[EndedImage] = &[\n");
    for (kind, group) in &groups {
        for image in &group.ended {
            let Ended {
                name,
                replacement,
                basis,
                software,
                ..
            } = image;
            let source = image.source.as_ref().unwrap_or(&group.source);
            let date = date(&image.ended)?;
            writeln!(
                code,
                "    EndedImage {{ name: {name:?}, kind: ImageKind::{kind}, ended: {date}, basis: \
                 Basis::{basis:?}, software: {software:?}, replacement: {replacement:?}, source: {source:?} }},"
            )?;
        }
    }
    code.push_str("];\nstatic CURRENT_IMAGES: &[CurrentImage] = &[\n");
    for (kind, group) in &groups {
        for image in &group.current {
            let Current { name, source } = image;
            writeln!(
                code,
                "    CurrentImage {{ name: {name:?}, kind: ImageKind::{kind}, source: {source:?} }},"
            )?;
        }
    }
    code.push_str("];\n");
    Ok(code)
}
