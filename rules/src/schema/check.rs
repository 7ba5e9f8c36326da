//! What the client looks at beyond single fields while it loads a mapping.

use super::problem::{Fault, Problem};
use super::table::{Check, Field, TypeDef};
use super::walk::{Walk, Walker, effective_entries, key_text, missing};
use crate::syntax::known_text;
use crate::syntax::{Entry, Node, NodeKind, Scalar};

/// The check by which `def` drops the key `name` without a word.
pub(super) fn ignored_key(def: &TypeDef, name: &str) -> Option<&'static Check> {
    let checks: &'static [Check] = def.checks;
    checks
        .iter()
        .find(|check| check.rule == "ignored_with_warning" && check.values.contains(&name))
}

/// The field for which `name` is another name.
pub(super) fn aliased(def: &'static TypeDef, name: &str) -> Option<&'static Field> {
    let alias = def
        .checks
        .iter()
        .find(|check| check.rule == "key_alias" && check.values.contains(&name))?;
    def.field(alias.fields[0])
}

/// Whether the client turns whatever stands at `name` into text.
pub(super) fn becomes_text(def: &TypeDef, name: &str) -> bool {
    def.checks
        .iter()
        .any(|check| check.rule == "coerce_to_string" && check.fields.contains(&name))
}

/// Whether unknown keys are refused although the place ignores them: the client's constructor does not take them.
pub(super) fn refuses_unknown(def: &TypeDef) -> bool {
    def.checks
        .iter()
        .any(|check| check.rule == "constructor_rejects")
}

/// A mapping under its checks.
struct Subject<'s, 't> {
    walker: &'s Walker<'s>,
    def: &'static TypeDef,
    node: Node<'t>,
    entries: &'s [Entry<'t>],
}

/// Adds what the checks of `def` find to `walk`.
pub(super) fn run<'t>(
    walker: &Walker<'_>,
    def: &'static TypeDef,
    node: Node<'t>,
    entries: &[Entry<'t>],
    walk: &mut Walk<'t>,
) {
    let subject = Subject {
        walker,
        def,
        node,
        entries,
    };
    for check in def
        .checks
        .iter()
        .filter(|check| matches!(check.stage, "" | "load"))
    {
        if let Some(problem) = subject.problem(check) {
            if check.rule == "forbidden_keys" {
                // It says more than that the keys are unknown.
                let theirs =
                    |key: Node<'_>| key.text().is_some_and(|text| check.values.contains(&text));
                walk.problems
                    .retain(|other| !(theirs(other.at) && other.at.parent() == Some(node)));
            }
            let known = walk
                .problems
                .iter()
                .any(|other| other.refused && other.at == problem.at);
            if !known {
                walk.problems.push(problem);
            }
        }
    }
}

impl<'t> Subject<'_, 't> {
    fn entry(&self, key: &str) -> Option<Entry<'t>> {
        self.entries
            .iter()
            .copied()
            .find(|entry| key_text(*entry) == Some(key))
    }

    /// The value of `key`, which may lead into mappings with dots; nothing for null and for what a repair touched.
    fn get(&self, path: &str) -> Option<Node<'t>> {
        let mut parts = path.split('.');
        let first = self.entry(parts.next()?)?.value.resolved();
        let found = parts.try_fold(first, Node::get)?;
        (!found.is_null() && !found.is_repaired()).then_some(found)
    }

    fn first(&self, check: &Check) -> Option<Node<'t>> {
        check.fields.first().and_then(|field| self.get(field))
    }

    fn problem(&self, check: &'static Check) -> Option<Problem<'t>> {
        let at = |node: Node<'t>| {
            Some(Problem::refused(
                node,
                Fault::Check {
                    check,
                    owner: self.def,
                },
            ))
        };
        let value = self.first(check);
        match check.rule {
            "sum_of_values_at_most" => at(self.over_sum(value?, check.max?)?),
            "unique_items" => at(doubled(value?)?),
            "max_items" => at(value.filter(|list| exceeds(list.items().count(), check.max))?),
            "exact_item_count" => {
                at(value.filter(|map| !counts(map.entries().count(), check.max))?)
            }
            "range" => at(value.filter(|node| outside(*node, check))?),
            "only_key" => at(
                value.filter(|map| map.kind() == NodeKind::Mapping && !only_key(*map, check))?
            ),
            "forbidden" => at(self.entry(check.fields[0])?.key),
            "unique_across_items" => {
                at(check.fields.iter().find_map(|path| self.repeated(path))?)
            }
            "no_registry_reference" => {
                let mut values = check.fields.iter().filter_map(|field| self.get(field));
                at(values.find(|value| {
                    value
                        .text()
                        .is_some_and(|text| text.starts_with("azureml://registries/"))
                })?)
            }
            "forbidden_keys" => at(check.values.iter().find_map(|key| self.entry(key))?.key),
            "constructor_rejects" => at(self.rejected(check)?),
            "one_of_exact" => at(unlisted(value?, check, str::to_owned)?),
            "one_of_ignore_case" => at(unlisted(value?, check, str::to_lowercase)?),
            "json_type_in" => at(value.filter(|node| not_text_or_mapping(*node))?),
            "regex" => at(value.filter(|node| breaks(check.fields[0], *node))?),
            "requires" => value
                .filter(|_| self.get(check.needs).is_none())
                .and_then(|_| at(self.entry(check.fields[0])?.key)),
            "required_in_effect" => self.required(check.fields),
            "required_unless" if self.get(check.needs).is_none() => self.required(check.fields),
            "required_if" if self.holds(check) => self.required(check.fields),
            "mutually_exclusive" => at(self.exclusive(check)?),
            "parses_as_declared_type" => at(self.unparsed(check)?),
            "local_path_exists" if check.needs.is_empty() || self.get(check.needs).is_none() => {
                self.missing_path(value?)
            }
            _ => None,
        }
    }

    fn required(&self, fields: &'static [&'static str]) -> Option<Problem<'t>> {
        let name = fields.iter().find(|field| self.get(field).is_none())?;
        // One that is there but empty has been reported as such.
        let absent = self.entry(name).is_none() && !self.node.is_incomplete();
        absent.then(|| missing(self.def, name, self.node))
    }

    fn holds(&self, check: &Check) -> bool {
        check
            .when
            .iter()
            .all(|(key, value)| self.get(key).and_then(Node::text) == Some(*value))
    }

    /// The values that are numbers add up to too much.
    fn over_sum(&self, map: Node<'t>, max: f64) -> Option<Node<'t>> {
        #[allow(clippy::cast_precision_loss)] // Percentages.
        let shares = effective_entries(map)
            .into_iter()
            .filter_map(|entry| entry.value.resolved().int());
        let sum: f64 = shares.map(|value| value as f64).sum();
        (sum > max).then(|| map.key().unwrap_or(map))
    }

    fn rejected(&self, check: &Check) -> Option<Node<'t>> {
        let named =
            |entry: &&Entry<'t>| key_text(**entry).is_some_and(|name| check.fields.contains(&name));
        self.entries.iter().find(named).map(|entry| entry.key)
    }

    fn exclusive(&self, check: &Check) -> Option<Node<'t>> {
        let nodes: Option<Vec<Node<'t>>> = check
            .fields
            .iter()
            .map(|field| self.get(field).filter(|n| is_filled(*n)))
            .collect();
        let last = nodes?.pop()?;
        // A pipeline's `component` may be written beside `jobs` unless it is a reference.
        if check.fields == ["jobs", "component"] && last.text().is_none() {
            return None;
        }
        Some(last.key().unwrap_or(last))
    }

    /// A default or limit that is no number though the parameter is.
    fn unparsed(&self, check: &Check) -> Option<Node<'t>> {
        let kind = self.get("type")?.text()?;
        check
            .fields
            .iter()
            .filter_map(|field| self.get(field))
            .find(|node| {
                let Some(text) = known_text(*node) else {
                    return false;
                };
                let number = text.trim().parse::<f64>().is_ok();
                matches!(kind, "integer" | "number")
                    && (matches!(node.scalar(), Some(Scalar::Bool(_))) || !number)
            })
    }

    /// The first value at `path` that this item or one before it in the list has already.
    fn repeated(&self, path: &str) -> Option<Node<'t>> {
        let list = self
            .node
            .parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence)?;
        let before = list
            .items()
            .map(Node::resolved)
            .take_while(|item| *item != self.node);
        let mut seen: Vec<&str> = before
            .flat_map(|item| values_at(item, path))
            .filter_map(known_text)
            .collect();
        values_at(self.node, path).into_iter().find(|value| {
            let text = known_text(*value).unwrap_or_default();
            let again = !text.is_empty() && seen.contains(&text);
            seen.push(text);
            again
        })
    }

    fn missing_path(&self, node: Node<'t>) -> Option<Problem<'t>> {
        if node.kind() == NodeKind::Sequence {
            let owner = self.def;
            return Some(Problem::refused(
                node,
                Fault::Check {
                    check: owner.checks.first()?,
                    owner,
                },
            ));
        }
        let text = known_text(node)?;
        let remote = [
            "azureml:", "http:", "https:", "wasb:", "wasbs:", "abfs:", "abfss:", "adl:", "runs:",
            "s3:", "gs:",
        ];
        if remote.iter().any(|start| text.starts_with(start)) {
            return None;
        }
        self.walker
            .missing(text)
            .map(|fault| Problem::refused(node, fault))
    }
}

/// The values at `path`, through lists.
fn values_at<'t>(node: Node<'t>, path: &str) -> Vec<Node<'t>> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let Some(value) = node.get(first) else {
        return Vec::new();
    };
    let items = if value.kind() == NodeKind::Sequence {
        value.items().map(Node::resolved).collect()
    } else {
        vec![value]
    };
    if rest.is_empty() {
        items
    } else {
        items
            .into_iter()
            .flat_map(|item| values_at(item, rest))
            .collect()
    }
}

fn counts(count: usize, wanted: Option<f64>) -> bool {
    #[allow(clippy::cast_precision_loss)] // Small counts.
    wanted.is_none_or(|wanted| (count as f64 - wanted).abs() < 0.5)
}

fn exceeds(count: usize, max: Option<f64>) -> bool {
    #[allow(clippy::cast_precision_loss)] // Small counts.
    max.is_some_and(|max| count as f64 > max)
}

fn outside(node: Node<'_>, check: &Check) -> bool {
    let Some(value) = known_text(node).and_then(|text| text.trim().parse::<f64>().ok()) else {
        return false;
    };
    check.min.is_some_and(|min| value < min) || check.max.is_some_and(|max| value > max)
}

fn only_key(map: Node<'_>, check: &Check) -> bool {
    let mut entries = map.entries();
    entries.next().is_some_and(|entry| {
        entry
            .key
            .text()
            .is_some_and(|key| check.values.contains(&key))
    }) && entries.next().is_none()
}

/// The second of two equal items.
fn doubled(list: Node<'_>) -> Option<Node<'_>> {
    let items: Vec<Node<'_>> = list.items().collect();
    let same = |at: &usize| {
        items[..*at]
            .iter()
            .any(|other| other.text().is_some() && other.text() == items[*at].text())
    };
    (0..items.len()).find(same).map(|at| items[at])
}

fn unlisted<'t>(node: Node<'t>, check: &Check, spell: fn(&str) -> String) -> Option<Node<'t>> {
    let text = known_text(node)?;
    (!check.values.contains(&spell(text).as_str())).then_some(node)
}

fn not_text_or_mapping(node: Node<'_>) -> bool {
    node.kind() != NodeKind::Mapping && node.scalar() != Some(Scalar::Str)
}

fn is_filled(node: Node<'_>) -> bool {
    node.text()
        .is_none_or(|text| !text.is_empty() && node.int() != Some(0))
        && (node.text().is_some() || node.children().next().is_some())
}

/// Whether text breaks the pattern of the field it stands in.
fn breaks(field: &str, node: Node<'_>) -> bool {
    let Some(text) = known_text(node).filter(|_| node.scalar() == Some(Scalar::Str)) else {
        return false;
    };
    match field {
        "mini_batch_size" => {
            let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = text.len() - unit.len();
            let units = ["kb", "mb", "gb"];
            let lower = unit.to_ascii_lowercase();
            digits == 0
                || lower
                    .as_bytes()
                    .chunks(2)
                    .any(|part| !units.iter().any(|unit| unit.as_bytes() == part))
        }
        "name" => {
            text.len() > 255
                || !text
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        }
        _ => false,
    }
}
