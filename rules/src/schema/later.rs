//! What the client finds after it has read the file: names, paths, values that belong together.

use super::problem::{Fault, Problem};
use super::table::{Check, TypeDef};
use super::walk::{Walk, Walker, effective_entries, missing, take_for_typo};
use crate::document::Kind;
use crate::syntax::{Node, Scalar};
use crate::syntax::{is_template, known_text};
use crate::workspace::OnDisk;

/// Adds to `walk` what the later checks of `def` find in `node`.
pub(super) fn run<'t>(
    walker: &Walker<'_>,
    def: &'static TypeDef,
    node: Node<'t>,
    walk: &mut Walk<'t>,
) {
    let subject = Subject { walker, def, node };
    let mut found = Vec::new();
    let missing_one =
        |check: &&Check| check.rule == "exactly_one_of" && subject.one_of(check).is_some();
    for field in def
        .checks
        .iter()
        .filter(missing_one)
        .flat_map(|check| check.fields)
        .filter_map(|name| def.field(name))
    {
        if take_for_typo(walk, node, field) {
            return;
        }
    }
    for check in def
        .checks
        .iter()
        .filter(|check| !matches!(check.stage, "" | "load"))
    {
        let at: Vec<Node<'t>> = match check.rule {
            "key_regex" => subject.keys(check, |key, _| {
                !is_io_name(key, check.pattern.contains(r"\."))
            }),
            "keys_unique_ignoring_case" => subject.keys(check, |key, before| {
                before.iter().any(|other| other.eq_ignore_ascii_case(key))
            }),
            "regex" => subject
                .text(check)
                .filter(|(_, text)| !super::spelling::fits("endpoint-name", text))
                .map(|(node, _)| node)
                .into_iter()
                .collect(),
            "length" => subject
                .text(check)
                .filter(|(_, text)| !(3..=32).contains(&text.chars().count()))
                .map(|(node, _)| node)
                .into_iter()
                .collect(),
            "exactly_one_of" => subject.one_of(check).into_iter().collect(),
            "only_type" => subject.other_type(check).into_iter().collect(),
            "excludes" => subject.excluded(check).into_iter().collect(),
            "between_exclusive" => subject.outside(check),
            "io_mode_only" => subject.modes(check),
            _ => Vec::new(),
        };
        let refused = subject.is_looked_at(check);
        found.extend(at.into_iter().map(|at| Problem {
            at,
            refused,
            fault: Fault::Check { check, owner: def },
        }));
        found.extend(subject.special(check));
    }
    found.extend(subject.data_path());
    let absent = def
        .also_required
        .iter()
        .filter(|name| node.get(name).is_none() && !node.is_incomplete());
    found.extend(absent.map(|name| missing(def, name, node)));
    walk.later.append(&mut found);
}

struct Subject<'s, 't> {
    walker: &'s Walker<'s>,
    def: &'static TypeDef,
    node: Node<'t>,
}

impl<'t> Subject<'_, 't> {
    fn get(&self, key: &str) -> Option<Node<'t>> {
        self.node
            .get(key)
            .filter(|node| !node.is_null() && !node.is_repaired())
    }

    fn text(&self, check: &Check) -> Option<(Node<'t>, &'t str)> {
        let node = self.get(check.fields.first()?)?;
        (node.scalar() == Some(Scalar::Str)).then_some(())?;
        known_text(node).map(|text| (node, text))
    }

    /// The keys of the fields' mappings that are `bad`, which also sees the keys before.
    fn keys(&self, check: &Check, bad: impl Fn(&str, &[&str]) -> bool) -> Vec<Node<'t>> {
        let mut found = Vec::new();
        for map in check.fields.iter().filter_map(|field| self.get(field)) {
            let mut before: Vec<&str> = Vec::new();
            for entry in effective_entries(map) {
                let Some(key) = entry
                    .key
                    .text()
                    .filter(|key| !is_template(key) && !entry.key.is_repaired())
                else {
                    continue;
                };
                if bad(key, &before) {
                    found.push(entry.key);
                }
                before.push(key);
            }
        }
        found
    }

    /// Whether the client looks at this in such a document, or leaves it to the service.
    fn is_looked_at(&self, check: &Check) -> bool {
        match check.rule {
            "exactly_one_of" if check.fields.contains(&"image") => {
                self.walker.kind.is_some_and(|kind| {
                    kind == Kind::Environment || (kind.is_job() && kind != Kind::JobPipeline)
                })
            }
            _ => true,
        }
    }

    /// Both of two fields, or none of them where one must be given.
    fn one_of(&self, check: &Check) -> Option<Node<'t>> {
        let given: Vec<Node<'t>> = check
            .fields
            .iter()
            .filter_map(|field| self.get(field))
            .collect();
        match given.as_slice() {
            [] if self.node.is_incomplete() || self.get("dependencies").is_some() => None,
            [] => Some(
                self.node
                    .key()
                    .or_else(|| self.node.entries().last().map(|entry| entry.key))
                    .unwrap_or(self.node),
            ),
            [_] => None,
            [.., last] => Some(last.key().unwrap_or(*last)),
        }
    }

    fn other_type(&self, check: &Check) -> Option<Node<'t>> {
        let node = self.get(check.fields.first()?)?.get("type")?;
        known_text(node)
            .filter(|text| !check.values.contains(&text.to_lowercase().as_str()))
            .map(|_| node)
    }

    fn excluded(&self, check: &Check) -> Option<Node<'t>> {
        let holds = |(key, value): &(&str, &str)| {
            self.get(key)
                .and_then(Node::text)
                .is_some_and(|text| text.eq_ignore_ascii_case(value))
        };
        let field = check.fields.first()?;
        let node = self.get(field).filter(|_| check.when.iter().all(holds))?;
        Some(node.key().unwrap_or(node))
    }

    fn outside(&self, check: &Check) -> Vec<Node<'t>> {
        let nodes = check.fields.iter().filter_map(|field| self.get(field));
        let bad = |node: &Node<'t>| {
            #[allow(clippy::cast_precision_loss)] // Port numbers.
            node.int().is_some_and(|port| {
                check.min.is_some_and(|min| port as f64 <= min)
                    || check.max.is_some_and(|max| port as f64 >= max)
            })
        };
        nodes.filter(bad).collect()
    }

    /// Inputs and outputs of Spark whose mode is another one, or is not given.
    fn modes(&self, check: &Check) -> Vec<Node<'t>> {
        let named = self.def.name.ends_with("Component") || self.get("component").is_some();
        let maps = ["inputs", "outputs"]
            .into_iter()
            .filter_map(|name| self.get(name));
        let wrong = |value: Node<'t>| match value.get("mode") {
            Some(mode) => known_text(mode)
                .filter(|text| !check.values.contains(&text.to_lowercase().as_str()))
                .map(|_| mode),
            None if named || value.get("path").is_none() => None,
            None => value.key(),
        };
        maps.flat_map(effective_entries)
            .filter_map(|entry| wrong(entry.value.resolved()))
            .collect()
    }

    /// Checks whose problems are others than "this check".
    fn special(&self, check: &Check) -> Option<Problem<'t>> {
        match check.rule {
            // Packages of models have the same mapping, and the client looks at it only for deployments.
            "requires" if !self.is_in_deployment() => None,
            "requires" => self
                .get(check.fields.first()?)
                .filter(|_| self.node.get(check.needs).is_none())
                .map(|_| missing(self.def, check.needs, self.node)),
            "required_in_effect" => {
                let name = check.fields.first()?;
                self.node
                    .get(name)
                    .is_none()
                    .then(|| missing(self.def, name, self.node))
            }
            "script_exists_and_parses" => self.scoring_script(),
            "spark_entry_exists" => self.spark_entry(),
            _ => None,
        }
    }

    fn is_in_deployment(&self) -> bool {
        self.walker.kind.is_some_and(Kind::is_deployment)
    }

    fn scoring_script(&self) -> Option<Problem<'t>> {
        let problem = self.script("code", self.get("scoring_script")?)?;
        Some(Problem {
            refused: self.is_in_deployment(),
            ..problem
        })
    }

    fn spark_entry(&self) -> Option<Problem<'t>> {
        let problem = self.script("code", self.get("entry")?.get("file")?)?;
        Some(Problem {
            refused: !self.def.name.ends_with("Component"),
            ..problem
        })
    }

    /// A script inside a folder that another key names.
    fn script(&self, folder: &str, script: Node<'t>) -> Option<Problem<'t>> {
        let folder_node = self.get(folder)?;
        let folder = known_text(folder_node).filter(|text| !text.contains(':'))?;
        let name = known_text(script)?;
        let at = if self.walker.missing(folder).is_some() {
            folder_node
        } else {
            script
        };
        let path = format!("{}/{name}", folder.trim_end_matches('/'));
        self.walker
            .missing(&path)
            .map(|fault| Problem::refused(at, fault))
    }

    /// The local path of data or of a model, which the client uploads.
    fn data_path(&self) -> Option<Problem<'t>> {
        let is_input = matches!(self.def.name, "DataInput" | "ModelInput" | "MLTableInput");
        if !is_input && !matches!(self.def.name, "Data" | "Model" | "AnonymousModel") {
            return None;
        }
        let kind = self.walker.kind;
        let looked_at = kind.is_some_and(|kind| {
            matches!(
                kind,
                Kind::JobCommand
                    | Kind::JobSweep
                    | Kind::JobPipeline
                    | Kind::JobSpark
                    | Kind::Data
                    | Kind::Model
            ) || kind.is_deployment()
        });
        let Some(path) = self
            .get("path")
            .filter(|path| !is_input || path.text() != Some(""))
        else {
            let absent = is_input
                && looked_at
                && kind.is_some_and(Kind::is_job)
                && !self.node.is_incomplete();
            return absent.then(|| missing(self.def, "path", self.node));
        };
        let text =
            known_text(path).filter(|text| !text.contains(':') && !text.contains(['*', '?']))?;
        if text.is_empty() {
            return None;
        }
        let says = self
            .get("type")
            .and_then(Node::text)
            .unwrap_or(if self.def.name == "Data" {
                "uri_folder"
            } else {
                ""
            });
        let fault = match (self.walker.on_disk(text)?, says) {
            (OnDisk::Nothing, _) => Fault::MissingFile { loads: "" },
            (OnDisk::File, "uri_folder" | "mltable") if self.def.name != "Model" => {
                Fault::OtherOnDisk { folder: true }
            }
            (OnDisk::Folder, "uri_file") => Fault::OtherOnDisk { folder: false },
            _ => return None,
        };
        Some(Problem {
            at: path,
            refused: looked_at,
            fault,
        })
    }
}

/// A name that code can use: letters, digits and `_`, not starting with a digit; groups have dots between such names.
fn is_io_name(name: &str, groups: bool) -> bool {
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if groups {
        name.split('.').all(word)
    } else {
        word(name)
    }
}
