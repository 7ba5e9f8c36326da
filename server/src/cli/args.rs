//! The options, as `--help` shows them.

use std::path::PathBuf;

use azml_rules::checks::{RULES, rule};
use azml_rules::rule::{Level, Rule};
use azml_rules::similar::closest;
use clap::{ArgGroup, Parser, ValueEnum};

use crate::files::{ConfigSource, Options};
use crate::output::{Format, GraphFormat};

/// Linter and language server for Azure Machine Learning (CLI v2) YAML. Without options, it runs
/// as a language server over standard input and output.
#[derive(Debug, Parser)]
#[command(name = "azml-ls", version, max_term_width = 100)]
#[command(override_usage = USAGE, after_help = EXIT_CODES)]
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

    /// List all rules
    #[arg(long, help_heading = "What to do")]
    pub(super) rules: bool,

    /// List the known computes with their sizes and costs
    #[arg(long, help_heading = "What to do")]
    pub(super) computes: bool,

    /// Draw a pipeline as a graph of its steps, computes, and data (`-` for standard input)
    #[arg(long, value_name = "FILE", help_heading = "What to do")]
    pub(super) graph: Option<PathBuf>,

    /// Serve an editor (the default)
    #[arg(long, hide = true)]
    pub(super) stdio: bool,

    /// Files and folders to check (`-` for standard input) [default: .]
    #[arg(value_name = "PATH", requires = "reading", conflicts_with = "graph")]
    pub(super) paths: Vec<PathBuf>,

    /// The path to assume for standard input
    #[arg(
        long,
        value_name = "PATH",
        requires = "one-text",
        help_heading = "What to check"
    )]
    pub(super) stdin_filename: Option<PathBuf>,

    /// Use this configuration file instead of the closest azml.yaml
    #[arg(
        long,
        value_name = "FILE",
        requires = "reading",
        conflicts_with = "no_config",
        help_heading = "What to check"
    )]
    config: Option<PathBuf>,

    /// Ignore all azml.yaml files
    #[arg(long, requires = "reading", help_heading = "What to check")]
    no_config: bool,

    /// The output of `az ml compute list -o json`: the computes of the workspace
    #[arg(
        long,
        value_name = "FILE",
        requires = "reading",
        help_heading = "What to check"
    )]
    inventory: Option<PathBuf>,

    /// Let azml.yaml refer to files outside its repository
    #[arg(long, help_heading = "What to check")]
    allow_outside: bool,

    /// For files you do not trust: look at nothing outside the given folders because a file says so
    #[arg(long, conflicts_with = "allow_outside", help_heading = "What to check")]
    restricted: bool,

    /// Run only this rule (can be repeated)
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "check",
        help_heading = "What to check"
    )]
    only: Vec<&'static Rule>,

    /// Turn this rule off (can be repeated)
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "check",
        help_heading = "What to check"
    )]
    off: Vec<&'static Rule>,

    /// Apply safe fixes, which do not change what runs
    #[arg(long, requires = "check", help_heading = "Fixes")]
    pub(super) fix: bool,

    /// With --fix or --diff, include fixes that may change what runs or what it costs
    #[arg(long, requires = "fixing", help_heading = "Fixes")]
    pub(super) unsafe_fixes: bool,

    /// Show what --fix would change without changing it; exit with 1 if anything would change
    #[arg(long, requires = "check", help_heading = "Fixes")]
    pub(super) diff: bool,

    /// Write findings with source lines, as one line each, or as JSON
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub(super) format: Format,

    /// Write the graph as Mermaid or as Graphviz DOT
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        requires = "graph",
        help_heading = "Output"
    )]
    pub(super) graph_format: GraphFormat,

    /// Hide findings below this level
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Info,
        value_name = "LEVEL",
        requires = "check",
        help_heading = "Output"
    )]
    pub(super) min_level: LevelName,

    /// Exit with 1 if a finding at this level or above is shown
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Warning,
        value_name = "LEVEL",
        requires = "check",
        help_heading = "Output"
    )]
    pub(super) fail_on: LevelName,

    /// Count the findings of each rule instead of showing them
    #[arg(
        long,
        requires = "check",
        conflicts_with = "diff",
        help_heading = "Output"
    )]
    pub(super) statistics: bool,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// When to use colors
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

const USAGE: &str = "azml-ls --check [OPTIONS] [PATH]...
       azml-ls --computes [OPTIONS] [PATH]...
       azml-ls --graph <FILE> [OPTIONS]
       azml-ls --explain <RULE>
       azml-ls --rules";

const EXIT_CODES: &str = "\
Exit codes: 0 if nothing was found, 1 if there are findings at or above --fail-on, 2 if azml-ls \
could not do its work (for example, read a file).";

fn known_rule(name: &str) -> Result<&'static Rule, String> {
    rule(name).ok_or_else(|| match closest(name, RULES.iter().map(|rule| rule.name)) {
        Some(similar) => format!("unknown rule; did you mean `{similar}`?"),
        None => "unknown rule; `azml-ls --rules` lists all rules".to_owned(),
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
            restricted: self.restricted,
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
