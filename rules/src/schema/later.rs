//! What the client finds after it has read the file: names, paths, values that belong together.

use super::problem::{Fault, Problem};
use super::table::{Check, TypeDef};
use super::walk::{Walk, Walker, effective_entries, missing};
use crate::document::{is_template, known_text};
use crate::syntax::{Node, NodeKind, Scalar};

/// Adds to `walk` what the later checks of `def` find in `node`.
pub(super) fn run<'t>(walker: &Walker<'_>, def: &'static TypeDef, node: Node<'t>, walk: &mut Walk<'t>) {
    let subject = Subject { walker, def, node };
    let mut found = Vec::new();
    for check in def.checks.iter().filter(|check| !matches!(check.stage, "" | "load")) {
        let at: Vec<Node<'t>> = match check.rule {
            "key_regex" => subject.keys(check, |key, _| !is_io_name(key, check.pattern.contains(r"\."))),
            "keys_unique_ignoring_case" => subject.keys(check, |key, before| before.iter().any(|other| other.eq_ignore_ascii_case(key))),
            "regex" => subject.text(check).filter(|(_, text)| !super::spelling::fits("endpoint-name", text)).map(|(node, _)| node).into_iter().collect(),
            "length" => subject.text(check).filter(|(_, text)| !(3..=32).contains(&text.chars().count())).map(|(node, _)| node).into_iter().collect(),
            "exactly_one_of" => subject.one_of(check).into_iter().collect(),
            "required_conf" => subject.conf(check).into_iter().collect(),
            "only_type" => subject.other_type(check).into_iter().collect(),
            "excludes" => subject.excluded(check).into_iter().collect(),
            "between_exclusive" => subject.outside(check),
            "io_mode_only" => subject.modes(check),
            _ => Vec::new(),
        };
        found.extend(at.into_iter().map(|node| Problem::refused(node, Fault::Check { check, owner: def })));
        found.extend(subject.special(check));
    }
    found.extend(subject.data_path());
    walk.later.append(&mut found);
}

struct Subject<'s, 't> {
    walker: &'s Walker<'s>,
    def: &'static TypeDef,
    node: Node<'t>,
}

impl<'t> Subject<'_, 't> {
    fn get(&self, key: &str) -> Option<Node<'t>> {
        self.node.get(key).filter(|node| !node.is_null() && !node.is_repaired())
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
                let Some(key) = entry.key.text().filter(|key| !is_template(key) && !entry.key.is_repaired()) else { continue };
                if bad(key, &before) {
                    found.push(entry.key);
                }
                before.push(key);
            }
        }
        found
    }

    /// Both of two fields, or none of them where one must be given.
    fn one_of(&self, check: &Check) -> Option<Node<'t>> {
        let given: Vec<Node<'t>> = check.fields.iter().filter_map(|field| self.get(field)).collect();
        match given.as_slice() {
            [] if self.def.step || self.node.is_incomplete() => None,
            [] => Some(self.node.key().or_else(|| self.node.entries().last().map(|entry| entry.key)).unwrap_or(self.node)),
            [_] => None,
            [.., last] => Some(last.key().unwrap_or(*last)),
        }
    }

    /// Keys of `conf` that must be there, in either of their names.
    fn conf(&self, _check: &Check) -> Option<Node<'t>> {
        // A step takes the settings of its component.
        if self.def.step && self.get("component").is_some() || missing_conf(self.node).is_empty() || self.node.is_incomplete() {
            return None;
        }
        let conf = self.get("conf").and_then(Node::key);
        conf.or_else(|| self.node.key()).or_else(|| self.node.entries().next().map(|entry| entry.key))
    }

    fn other_type(&self, check: &Check) -> Option<Node<'t>> {
        let node = self.get(check.fields.first()?)?.get("type")?;
        known_text(node).filter(|text| !check.values.contains(&text.to_lowercase().as_str())).map(|_| node)
    }

    fn excluded(&self, check: &Check) -> Option<Node<'t>> {
        let holds = |(key, value): &(&str, &str)| {
            self.get(key).and_then(Node::text).is_some_and(|text| text.eq_ignore_ascii_case(value))
        };
        let field = check.fields.first()?;
        let node = self.get(field).filter(|_| check.when.iter().all(holds))?;
        Some(node.key().unwrap_or(node))
    }

    fn outside(&self, check: &Check) -> Vec<Node<'t>> {
        let nodes = check.fields.iter().filter_map(|field| self.get(field));
        let bad = |node: &Node<'t>| {
            #[allow(clippy::cast_precision_loss)] // Port numbers.
            node.int().is_some_and(|port| check.min.is_some_and(|min| port as f64 <= min) || check.max.is_some_and(|max| port as f64 >= max))
        };
        nodes.filter(bad).collect()
    }

    /// Inputs and outputs of Spark whose mode is another one.
    fn modes(&self, check: &Check) -> Vec<Node<'t>> {
        let maps = ["inputs", "outputs"].into_iter().filter_map(|name| self.get(name));
        let values = maps.flat_map(effective_entries).map(|entry| entry.value.resolved());
        let modes = values.filter_map(|value| value.get("mode"));
        modes.filter(|mode| known_text(*mode).is_some_and(|text| !check.values.contains(&text.to_lowercase().as_str()))).collect()
    }

    /// Checks whose problems are others than "this check".
    fn special(&self, check: &Check) -> Option<Problem<'t>> {
        match check.rule {
            "requires" => self.get(check.fields.first()?).filter(|_| self.node.get(check.needs).is_none()).map(|_| missing(self.def, check.needs, self.node)),
            "required_in_effect" => {
                let name = check.fields.first()?;
                self.node.get(name).is_none().then(|| missing(self.def, name, self.node))
            }
            "script_exists_and_parses" => self.scoring_script(),
            "spark_entry_exists" => self.script("code", self.get("entry")?.get("file")?),
            _ => None,
        }
    }

    fn scoring_script(&self) -> Option<Problem<'t>> {
        self.script("code", self.get("scoring_script")?)
    }

    /// A script inside a folder that another key names.
    fn script(&self, folder: &str, script: Node<'t>) -> Option<Problem<'t>> {
        let folder_node = self.get(folder);
        let folder = match folder_node {
            Some(node) => known_text(node).filter(|text| !text.contains(':'))?,
            None => ".",
        };
        let name = known_text(script)?;
        let at = folder_node.filter(|_| self.walker.missing(folder).is_some()).unwrap_or(script);
        self.walker.missing(&format!("{}/{name}", folder.trim_end_matches('/'))).map(|fault| Problem::refused(at, fault))
    }

    /// The local path of data or of a model, which the client uploads.
    fn data_path(&self) -> Option<Problem<'t>> {
        if !matches!(self.def.name, "DataInput" | "ModelInput" | "MLTableInput" | "Data" | "Model") {
            return None;
        }
        let path = self.get("path").filter(|path| path.scalar() == Some(Scalar::Str))?;
        let text = known_text(path).filter(|text| !text.contains(':') && !text.contains(['*', '?']))?;
        self.walker.missing(text).map(|fault| Problem::refused(path, fault))
    }
}

/// A name that code can use: letters, digits and `_`, not starting with a digit; groups have dots between such names.
fn is_io_name(name: &str, groups: bool) -> bool {
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if groups { name.split('.').all(word) } else { word(name) }
}

/// The Spark settings that must be given and are not, in the names of the YAML.
pub(crate) fn missing_conf(spark: Node<'_>) -> Vec<&'static str> {
    const SIZES: [(&str, &str); 4] = [
        ("driver_cores", "spark.driver.cores"),
        ("driver_memory", "spark.driver.memory"),
        ("executor_cores", "spark.executor.cores"),
        ("executor_memory", "spark.executor.memory"),
    ];
    const FIXED: [(&str, &str); 1] = [("executor_instances", "spark.executor.instances")];
    const DYNAMIC: [(&str, &str); 2] = [
        ("dynamic_allocation_min_executors", "spark.dynamicAllocation.minExecutors"),
        ("dynamic_allocation_max_executors", "spark.dynamicAllocation.maxExecutors"),
    ];
    let conf = spark.get("conf").filter(|conf| conf.kind() == NodeKind::Mapping);
    let given = |name: &str, long: &str| conf.and_then(|conf| conf.get(name).or_else(|| conf.get(long))).or_else(|| spark.get(name));
    let dynamic = given("dynamic_allocation_enabled", "spark.dynamicAllocation.enabled");
    if dynamic.is_some_and(|node| node.bool().is_none()) {
        return Vec::new();
    }
    let rest: &[(&str, &str)] = if dynamic.and_then(Node::bool) == Some(true) { &DYNAMIC } else { &FIXED };
    let absent = |(name, long): &&(&'static str, &str)| given(name, long).is_none();
    SIZES.iter().chain(rest).filter(absent).map(|(name, _)| *name).collect()
}
