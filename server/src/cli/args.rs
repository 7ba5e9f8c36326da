//! The options, as `--help` shows them.

use std::path::PathBuf;

use azml_rules::checks::{RULES, rule};
use azml_rules::rule::{Level, Rule};
use azml_rules::similar::closest;
use clap::{ArgGroup, Parser, ValueEnum};

use crate::files::{ConfigSource, Options};
use crate::output::{Format, GraphFormat};

/// Language server and linter for Azure Machine Learning YAML. Without options it is a language
/// server over standard input and output, as editors start it.
#[derive(Debug, Parser)]
#[command(name = "azml-ls", version, max_term_width = 100)]
#[command(after_help = "Exit code: 0 nothing found, 1 findings, 2 something could not be done.")]
#[command(group = ArgGroup::new("mode")
    .args(["check", "explain", "rules", "computes", "graph", "stdio"]))]
#[command(group = ArgGroup::new("reading").args(["check", "computes", "graph"]))]
#[command(group = ArgGroup::new("one-text").args(["check", "graph"]))]
#[command(group = ArgGroup::new("fixing").args(["fix", "diff"]).multiple(true))]
pub(super) struct Args {
    /// Check files and folders
    #[arg(long, help_heading = "What to do")]
    pub(super) check: bool,

    /// Explain a rule
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        help_heading = "What to do"
    )]
    pub(super) explain: Option<&'static Rule>,

    /// List every rule
    #[arg(long, help_heading = "What to do")]
    pub(super) rules: bool,

    /// List the computes that are known, with sizes and costs
    #[arg(long, help_heading = "What to do")]
    pub(super) computes: bool,

    /// Draw a pipeline: steps, computes, and what flows between them; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "What to do")]
    pub(super) graph: Option<PathBuf>,

    /// Serve an editor (the default)
    #[arg(long, hide = true)]
    pub(super) stdio: bool,

    /// Files and folders to check; `-` is standard input [default: .]
    #[arg(value_name = "PATH", requires = "reading", conflicts_with = "graph")]
    pub(super) paths: Vec<PathBuf>,

    /// The path that standard input stands for
    #[arg(
        long,
        value_name = "PATH",
        requires = "one-text",
        help_heading = "What to check"
    )]
    pub(super) stdin_filename: Option<PathBuf>,

    /// Read this file in place of the closest azml.yaml
    #[arg(
        long,
        value_name = "FILE",
        requires = "reading",
        conflicts_with = "no_config",
        help_heading = "What to check"
    )]
    config: Option<PathBuf>,

    /// Read no azml.yaml
    #[arg(long, requires = "reading", help_heading = "What to check")]
    no_config: bool,

    /// Computes of the workspace, saved with `az ml compute list -o json`
    #[arg(
        long,
        value_name = "FILE",
        requires = "reading",
        help_heading = "What to check"
    )]
    inventory: Option<PathBuf>,

    /// Read also what an azml.yaml names outside of its repository
    #[arg(long, help_heading = "What to check")]
    allow_outside: bool,

    /// Run only this rule; may be repeated
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "check",
        help_heading = "What to check"
    )]
    only: Vec<&'static Rule>,

    /// Do not run this rule; may be repeated
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "check",
        help_heading = "What to check"
    )]
    off: Vec<&'static Rule>,

    /// Repair what can be repaired without changing what runs
    #[arg(long, requires = "check", help_heading = "Repairs")]
    pub(super) fix: bool,

    /// Also repair what may change what runs
    #[arg(long, requires = "fixing", help_heading = "Repairs")]
    pub(super) unsafe_fixes: bool,

    /// Show what would be repaired; exit with 1 if anything would
    #[arg(long, requires = "check", help_heading = "Repairs")]
    pub(super) diff: bool,

    /// How findings are written: with their lines, one line each, or for machines
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub(super) format: Format,

    /// The language of the graph
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        requires = "graph",
        help_heading = "Output"
    )]
    pub(super) graph_format: GraphFormat,

    /// Show findings from this level on
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Info,
        value_name = "LEVEL",
        requires = "check",
        help_heading = "Output"
    )]
    pub(super) min_level: LevelName,

    /// Exit with 1 from this level on; what is not shown does not count
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Warning,
        value_name = "LEVEL",
        requires = "check",
        help_heading = "Output"
    )]
    pub(super) fail_on: LevelName,

    /// Show how often each rule reported, in place of the findings
    #[arg(
        long,
        requires = "check",
        conflicts_with = "diff",
        help_heading = "Output"
    )]
    pub(super) statistics: bool,

    /// Write findings to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Colors
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Output"
    )]
    color: Color,
}

/// When to use colors. (Doc comments on the values would make `--help` twice as long.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// A level as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum LevelName {
    Error,
    Warning,
    Info,
    Hint,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Error => Self::Error,
            LevelName::Warning => Self::Warning,
            LevelName::Info => Self::Info,
            LevelName::Hint => Self::Hint,
        }
    }
}

fn known_rule(name: &str) -> Result<&'static Rule, String> {
    rule(name).ok_or_else(|| match closest(name, RULES.iter().map(|rule| rule.name)) {
        Some(similar) => format!("no rule has this name; did you mean `{similar}`?"),
        None => "no rule has this name; `azml-ls --rules` lists them".to_owned(),
    })
}

impl Args {
    pub(super) fn output_options(&self) -> (Option<PathBuf>, Color) {
        (self.output.clone(), self.color)
    }

    /// What comes before the files.
    pub(super) fn options(&self) -> Options {
        let config = match &self.config {
            Some(file) => ConfigSource::File(file.clone()),
            None if self.no_config => ConfigSource::None,
            None => ConfigSource::Closest,
        };
        Options {
            config,
            inventory: self.inventory.clone(),
            only: self.only.clone(),
            off: self.off.clone(),
            allow_outside: self.allow_outside,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_options_fit_together() {
        Args::command().debug_assert();
    }
}
