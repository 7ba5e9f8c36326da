//! The base images of the stages of a Dockerfile.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::instruction::{DockerWord, Dockerfile, Instruction};
use crate::text::TextRange;

/// An image that a stage starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseImage<'t> {
    /// Its reference, with the default values of the arguments in it.
    pub reference: Cow<'t, str>,
    /// Its place in the stage.
    pub range: TextRange,
}

impl<'t> Dockerfile<'t> {
    /// Returns the base images of the stages, in order. Omits stages that start from an earlier
    /// stage or from `scratch`, and names with an argument that has no default.
    pub fn base_images(&self) -> Vec<BaseImage<'t>> {
        let mut arguments: BTreeMap<&str, &str> = BTreeMap::new();
        let mut stages: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for instruction in &self.instructions {
            match instruction.keyword.as_str() {
                // Later arguments belong to their stage, and no stage can start from them.
                "ARG" if stages.is_empty() => arguments.extend(defaults(instruction)),
                "FROM" => {
                    let (image, name) = parts(instruction);
                    let reference = image.and_then(|word| resolved(word.text, &arguments));
                    if let Some((word, reference)) = image.zip(reference)
                        && reference != "scratch"
                        && !stages.iter().any(|it| it.eq_ignore_ascii_case(&reference))
                    {
                        found.push(BaseImage {
                            reference,
                            range: word.range,
                        });
                    }
                    stages.push(name.unwrap_or_default());
                }
                _ => {}
            }
        }
        found
    }
}

/// Returns the image and the name of a stage: `FROM [--platform=...] image [AS name]`.
fn parts<'i, 't>(from: &'i Instruction<'t>) -> (Option<&'i DockerWord<'t>>, Option<&'t str>) {
    let mut words = from.words.iter();
    let image = words.find(|word| !word.text.starts_with("--"));
    let has_name = words
        .next()
        .is_some_and(|word| word.text.eq_ignore_ascii_case("as"));
    let name = words.next().filter(|_| has_name).map(|word| word.text);
    (image, name)
}

/// Returns the `NAME=value` pairs of an `ARG`.
fn defaults<'t>(argument: &Instruction<'t>) -> impl Iterator<Item = (&'t str, &'t str)> {
    let words: Vec<&'t str> = argument.words.iter().map(|word| word.text).collect();
    words.into_iter().filter_map(|word| {
        let (name, value) = word.split_once('=')?;
        Some((name, value.trim_matches(['"', '\''])))
    })
}

/// Substitutes `$NAME` and `${NAME}` in `text`; `None` if a value is unknown.
fn resolved<'t>(text: &'t str, arguments: &BTreeMap<&str, &str>) -> Option<Cow<'t, str>> {
    let text = text.trim_matches(['"', '\'']);
    if !text.contains('$') {
        return Some(Cow::Borrowed(text));
    }
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        whole.push_str(before);
        let (name, behind) = match after.strip_prefix('{') {
            // `${NAME:-default}` and similar forms aren't found under this name.
            Some(braced) => braced.split_once('}')?,
            None => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                after.split_at(after.find(|c| !is_name(c)).unwrap_or(after.len()))
            }
        };
        let value = arguments.get(name)?;
        if value.contains('$') {
            return None;
        }
        whole.push_str(value);
        rest = behind;
    }
    whole.push_str(rest);
    Some(Cow::Owned(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bases(text: &str) -> Vec<String> {
        let bases = Dockerfile::new(text).base_images();
        let references = bases.into_iter().map(|base| base.reference.into_owned());
        references.collect()
    }

    #[test]
    fn stages_and_arguments_are_followed() {
        let text = "ARG TAG=1 OTHER\nARG BASE=\"b\"\nFROM --platform=linux/amd64 a:$TAG AS build\n\
                    ARG BASE=c\nFROM ${BASE}-x\nFROM Build\nFROM scratch\nFROM z as last\n";
        assert_eq!(bases(text), ["a:1", "b-x", "z"]);
    }

    #[test]
    fn what_nobody_can_know_is_left_out() {
        for text in [
            "ARG BASE\nFROM $BASE",
            "FROM ${BASE:-a}",
            "ARG A=$B\nFROM $A",
            "FROM",
            "ARG A=1\nFROM ${A",
            "FROM a$",
        ] {
            assert_eq!(bases(text), Vec::<String>::new(), "{text}");
        }
    }
}
