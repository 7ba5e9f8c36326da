//! What the client looks at beyond single fields: each check as a Rust value, and the enums of what
//! checks there are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::{Mapping, Value};

use crate::literals::{Failure, variant};

/// When the client looks, where a check does not say it.
const AT_LOADING: &str = "load";

/// A check as the catalogue writes it; some have attributes that only people read.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Check(Mapping);

impl Check {
    fn text(&self, key: &str) -> String {
        let value = self.0.get(key).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    }

    fn texts(&self, key: &str) -> Vec<String> {
        let Some(Value::Sequence(items)) = self.0.get(key) else {
            return Vec::new();
        };
        items
            .iter()
            .map(|item| item.as_str().unwrap_or_default().to_owned())
            .collect()
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.0.get(key).and_then(Value::as_f64)
    }

    /// The first of these that is written.
    fn first_text(&self, keys: [&str; 2]) -> String {
        let mut texts = keys.iter().map(|key| self.text(key));
        texts.find(|text| !text.is_empty()).unwrap_or_default()
    }

    fn rule(&self) -> String {
        self.text("rule")
    }

    fn stage(&self) -> String {
        let stage = self.text("stage");
        if stage.is_empty() {
            AT_LOADING.to_owned()
        } else {
            stage
        }
    }

    /// The keys it looks at.
    fn fields(&self) -> Vec<String> {
        let one = Some(self.text("field")).filter(|field| !field.is_empty());
        one.into_iter().chain(self.texts("fields")).collect()
    }

    /// The values or keys it knows.
    fn values(&self) -> Vec<String> {
        let several = ["values", "keys", "aliases"].map(|key| self.texts(key));
        let one = Some(self.text("key")).filter(|key| !key.is_empty());
        several.into_iter().flatten().chain(one).collect()
    }

    /// Keys with the values for which it holds.
    fn conditions(&self) -> Result<Vec<(String, String)>, Failure> {
        let Some(conditions @ Value::Mapping(_)) = self.0.get("if") else {
            return Ok(Vec::new());
        };
        let sorted: BTreeMap<String, String> = serde_yaml::from_value(conditions.clone())?;
        Ok(sorted.into_iter().collect())
    }

    /// The code of its value.
    pub(super) fn code(&self) -> Result<String, Failure> {
        Ok(format!(
            "ClientCheck {{ rule: CheckRule::{}, stage: Stage::{}, fields: &{:?}, values: &{:?}, when: \
             &{:?}, needs: {:?}, \
             pattern: {:?}, min: {:?}, max: {:?} }}, ",
            variant(&self.rule()),
            variant(&self.stage()),
            self.fields(),
            self.values(),
            self.conditions()?,
            self.first_text(["needs", "unless_present"]),
            self.text("pattern"),
            self.number("min"),
            self.number("max").or(self.number("count")),
        ))
    }
}

/// The enums of everything that the checks of the catalogue look at, and of when they do.
pub(super) fn enums<'a>(checks: impl Iterator<Item = &'a Check>) -> Result<String, Failure> {
    let (mut rules, mut stages) = (BTreeSet::new(), BTreeSet::new());
    for check in checks {
        rules.insert(check.rule());
        stages.insert(check.stage());
    }
    let mut code = String::new();
    add_enum(
        &mut code,
        "CheckRule",
        "What a check of the catalogue looks at.",
        &rules,
    )?;
    add_enum(&mut code, "Stage", "When the client looks.", &stages)?;
    Ok(code)
}

fn add_enum(
    code: &mut String,
    name: &str,
    doc: &str,
    members: &BTreeSet<String>,
) -> Result<(), Failure> {
    writeln!(code, "/// {doc}")?;
    writeln!(code, "#[derive(Clone, Copy, PartialEq, Eq, Debug)]")?;
    writeln!(code, "pub enum {name} {{")?;
    for member in members {
        writeln!(code, "    /// `{member}`\n    {},", variant(member))?;
    }
    writeln!(code, "}}\n")?;
    Ok(())
}
