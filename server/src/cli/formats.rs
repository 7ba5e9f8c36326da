//! `--format`: every mode has formats of its own, and rejects those of another mode with a list.

use std::ffi::OsStr;

use azml_rules::similar::closest;
use clap::ValueEnum;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arg_values::meant;
use crate::output::{
    CostFormat, FilesFormat, Format, GraphFormat, ListFormat, RulesFormat, SchemaFormat, SchemaName,
};

/// The format that a mode has where none is named.
pub(super) const AUTO: &str = "auto";

/// The formats of a mode.
pub(super) trait ModeFormat: ValueEnum + Copy + Default + PartialEq {
    /// The ends of the names of files that hold it.
    fn extensions(self) -> &'static [&'static str] {
        match self.to_possible_value() {
            Some(value) if value.get_name() == "json" => &["json"],
            Some(value) if value.get_name() == "markdown" => &["md"],
            _ => &[],
        }
    }
}

impl ModeFormat for Format {
    fn extensions(self) -> &'static [&'static str] {
        self.extensions()
    }
}
impl ModeFormat for CostFormat {}
impl ModeFormat for FilesFormat {}
impl ModeFormat for GraphFormat {
    fn extensions(self) -> &'static [&'static str] {
        self.extensions()
    }
}
impl ModeFormat for ListFormat {}
impl ModeFormat for RulesFormat {}
impl ModeFormat for SchemaFormat {}

/// The formats of all modes, each once.
pub(super) fn all() -> Vec<PossibleValue> {
    let modes = [
        values::<Format>(),
        values::<CostFormat>(),
        values::<FilesFormat>(),
        values::<GraphFormat>(),
        values::<ListFormat>(),
        values::<RulesFormat>(),
        values::<SchemaFormat>(),
    ];
    let mut all: Vec<PossibleValue> = Vec::new();
    for value in modes.into_iter().flatten() {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// Value of `--format`. It is checked when the mode is known.
#[derive(Clone)]
pub(super) struct AnyFormat;

impl TypedValueParser for AnyFormat {
    type Value = String;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    /// For help and completion.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let automatic = std::iter::once(PossibleValue::new(AUTO));
        Some(Box::new(automatic.chain(all())))
    }
}

/// The format `name` of a mode. `mode` and `argument` are named where it has no such format.
pub(super) fn named<F: ModeFormat>(
    command: &clap::Command,
    name: &str,
    mode: &str,
    argument: &str,
) -> Result<F, clap::Error> {
    F::from_str(name, false).map_err(|_| {
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        let place = format!("{mode} {argument}");
        error.insert(ContextKind::InvalidArg, ContextValue::String(place));
        let typed = ContextValue::String(name.to_owned());
        error.insert(ContextKind::InvalidValue, typed);
        let known = values::<F>().into_iter();
        let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
        if let Some(similar) = closest(name, known.iter().map(String::as_str)) {
            let similar = ContextValue::String(similar.to_owned());
            error.insert(ContextKind::SuggestedValue, similar);
        }
        error.insert(ContextKind::ValidValue, ContextValue::Strings(known));
        error
    })
}

/// The JSON schema called `name`.
pub(super) fn schema_name(name: &str) -> Result<SchemaName, String> {
    let names = || SchemaName::all().map(SchemaName::name);
    SchemaName::of(name).ok_or_else(|| match meant(name, names()) {
        Some(meant) => format!("unknown name; did you mean {meant}?"),
        None => format!(
            "unknown name; the names are {}",
            names().collect::<Vec<_>>().join(", ")
        ),
    })
}

/// The format of a file by the end of its name; `preferred` where several have that end.
pub(super) fn of_extension<F: ModeFormat>(extension: &str, preferred: F) -> Option<F> {
    let fits = |format: &F| format.extensions().contains(&extension);
    let others = F::value_variants().iter().copied();
    std::iter::once(preferred).chain(others).find(fits)
}

fn values<F: ValueEnum>() -> Vec<PossibleValue> {
    let values = F::value_variants().iter();
    values.filter_map(ValueEnum::to_possible_value).collect()
}
