//! Validates the values of `azml.yaml` against their shapes. A mismatch is a problem with its range.

use super::problem::ConfigProblem;
use super::shape::{SettingShape, SettingWord, SettingsKey};
use super::versions;
use crate::date::Date;
use crate::path::PathStyle;
use crate::settings::Patterns;
use crate::similar::closest;
use crate::syntax::{Node, NodeKind};
use crate::wording::{alternatives, first_line, with_article};

/// Maximum number of problems of a file; the rest of the file is not checked.
pub(super) const MOST_PROBLEMS: usize = 50;

/// Maximum number of characters of a wrong value in a message.
const SHOWN: usize = 40;

/// Returns the problems of `root`. The limit on the tree bounds the expansion of aliases.
pub(super) fn problems(
    root: Node<'_>,
    shape: SettingShape,
    style: PathStyle,
) -> Vec<ConfigProblem> {
    let mut check = ConfigCheck {
        problems: Vec::new(),
        style,
    };
    check.entries(root, shape);
    check.problems
}

struct ConfigCheck {
    problems: Vec<ConfigProblem>,
    style: PathStyle,
}

impl ConfigCheck {
    fn is_over(&self) -> bool {
        self.problems.len() >= MOST_PROBLEMS
    }

    fn tell(&mut self, node: Node<'_>, message: String, help: Option<String>) {
        let range = node.range();
        self.problems.push(ConfigProblem {
            range,
            message,
            help,
        });
    }

    /// Checks the entries of a mapping of this `shape`.
    fn entries(&mut self, mapping: Node<'_>, shape: SettingShape) {
        for entry in mapping.entries() {
            if self.is_over() {
                return;
            }
            let name = entry.key.text().unwrap_or_default();
            match (shape.key(name), shape.child(name)) {
                (Some(key), _) => self.value(entry.value, key),
                (None, Some(child)) => self.value(entry.value, of_own_name(child)),
                // Only known keys are checked.
                (None, None) if matches!(shape, SettingShape::OpenKeys(_)) => {}
                (None, None) => self.unknown(entry.key, shape),
            }
        }
        let missing = shape.keys().into_iter().filter(|key| key.required);
        for key in missing.filter(|key| mapping.entry(key.name).is_none()) {
            let message = format!("`{}` is missing", key.name);
            let help = format!("add `{}`: {}", key.name, in_sentence(key.ty));
            self.tell(mapping, message, Some(help));
        }
    }

    fn unknown(&mut self, key: Node<'_>, shape: SettingShape) {
        let name = key.raw();
        let known: Vec<&str> = shape.keys().iter().map(|key| key.name).collect();
        let near = closest(name, known.iter().copied());
        let help = match (near, shape) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, SettingShape::Rules) => "`azml-ls --rules` lists all rules".to_owned(),
            (None, SettingShape::Options(rule)) if known.is_empty() => {
                format!("`{}` has no options", rule.name)
            }
            (None, _) => format!("use {}", quoted(known)),
        };
        let message = format!("unknown {} `{}`", shape.noun(), shown(key));
        self.tell(key, message, Some(help));
    }

    /// Checks the value of `key`, or an item of it.
    fn value(&mut self, node: Node<'_>, key: SettingsKey) {
        let node = node.resolved();
        if node.is_null() {
            return;
        }
        let item = |shape: SettingShape| SettingsKey { shape, ..key };
        if let (NodeKind::Sequence, Some(shape)) = (node.kind(), key.shape.item()) {
            return self.items(node, item(shape));
        }
        match (key.shape, node.kind()) {
            (SettingShape::OneOrMore(shape), kind) if kind != NodeKind::Sequence => {
                self.value(node, item(*shape));
            }
            // The definition of a compute may have many forms.
            (SettingShape::OpenKeys(_), NodeKind::Mapping) => {}
            (
                SettingShape::Keys(_)
                | SettingShape::Named(..)
                | SettingShape::NamedOrListed(_)
                | SettingShape::Rules
                | SettingShape::Rule(_)
                | SettingShape::Options(_),
                NodeKind::Mapping,
            ) => self.entries(node, key.shape),
            (SettingShape::Words(noun, words), _) => self.word(node, key, noun, &words()),
            (SettingShape::Rule(_), _) => self.word(node, key, "level", &key.shape.words()),
            (shape, _) => self.scalar(node, key, shape),
        }
    }

    fn items(&mut self, list: Node<'_>, item: SettingsKey) {
        for node in list.items() {
            if self.is_over() {
                return;
            }
            self.value(node, item);
        }
    }

    fn word(&mut self, node: Node<'_>, key: SettingsKey, noun: &str, words: &[SettingWord]) {
        let text = node.text().unwrap_or_default();
        if words
            .iter()
            .any(|word| word.text == text || word.also.contains(&text))
        {
            return;
        }
        if noun.is_empty() {
            return self.wrong(node, key);
        }
        let known = words.iter().map(|word| word.text);
        let help = match closest(text, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("use {}", quoted(known)),
        };
        let message = format!("`{}` is not {}", shown(node), with_article(noun));
        self.tell(node, message, Some(help));
    }

    fn scalar(&mut self, node: Node<'_>, key: SettingsKey, shape: SettingShape) {
        let Some(text) = node.text() else {
            return self.wrong(node, key);
        };
        match shape {
            SettingShape::Text => {}
            SettingShape::Pattern => self.pattern(node, text),
            SettingShape::Versions => self.problems.extend(versions::problem(node, text)),
            SettingShape::Date if Date::parse(text).is_some() => {}
            SettingShape::Date => {
                let message = format!("`{}` is not a date", shown(node));
                self.tell(
                    node,
                    message,
                    Some("write year, month, and day, such as `2026-11-01`".to_owned()),
                );
            }
            SettingShape::Price if price(text).is_some() => {}
            SettingShape::Price => {
                let message = format!("`{}` is not an amount of money", shown(node));
                let help = "write a number that is not negative, such as `0.19`";
                self.tell(node, message, Some(help.to_owned()));
            }
            SettingShape::Number(option) => {
                let (least, most) = option.range;
                if node
                    .int()
                    .is_none_or(|number| number < least || number > most)
                {
                    let name = option.name;
                    let message = format!("`{name}` must be an integer from {least} to {most}");
                    let help = format!("the default is {}", option.default);
                    self.tell(node, message, Some(help));
                }
            }
            _ => self.wrong(node, key),
        }
    }

    fn pattern(&mut self, node: Node<'_>, text: &str) {
        let slashes = Patterns::with_backslashes(text);
        if let Some(slashes) = slashes.filter(|_| !self.style.separates('\\')) {
            let pattern = shown(node);
            let message =
                format!("`{pattern}` separates folders with `\\`, which only Windows reads");
            return self.tell(node, message, Some(format!("write `{slashes}`")));
        }
        if !Patterns::is_valid(text, self.style) {
            let message = format!("`{}` is not a valid pattern", shown(node));
            let help = "use the syntax of .gitignore";
            self.tell(node, message, Some(help.to_owned()));
        }
    }

    /// Reports a value of another shape than `key` accepts.
    fn wrong(&mut self, node: Node<'_>, key: SettingsKey) {
        let message = format!("`{}` must be {}", key.name, in_sentence(key.ty));
        self.tell(node, message, None);
    }
}

/// Returns the shape of the value under a user-defined name, as a key.
fn of_own_name(shape: SettingShape) -> SettingsKey {
    SettingsKey {
        name: "computes",
        ty: "mapping of names to computes",
        doc: "",
        shape,
        required: false,
    }
}

/// Returns the name of a type after "must be".
fn in_sentence(ty: &str) -> String {
    if ty.starts_with('`') {
        ty.to_owned()
    } else {
        with_article(ty)
    }
}

fn shown(node: Node<'_>) -> String {
    first_line(node.raw(), SHOWN, "…")
}

fn quoted<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    alternatives(&names)
}

/// Parses a price per machine and hour.
pub(super) fn price(text: &str) -> Option<f64> {
    let price = text.parse::<f64>().ok()?;
    (price.is_finite() && price >= 0.0).then_some(price)
}
