//! The options, as `--help` shows them.

use std::path::PathBuf;

use azml_rules::date::Date;
use azml_rules::rule::Rule;
use azml_rules::skeletons::Skeleton;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{ArgGroup, Parser, ValueHint};

use super::arg_values::{Color, Generated, date, known_rule, known_skeleton, one_line};
use super::cost_args::CostArgs;
use super::formats::{self, AUTO};
use super::levels::{LevelName, LogLevelName};
use super::modes::version::details;
use super::output_target::{Target, target};
use super::workspace_args::WorkspaceArgs;
use crate::config::{ConfigSource, Options};
use crate::output::SchemaName;

/// Linter and language server for Azure Machine Learning (CLI v2) YAML. Without options, it runs
/// as a language server over standard input and output.
#[derive(Debug, Parser)]
#[command(name = "azml-ls", version, long_version = details(), max_term_width = 100)]
#[command(override_usage = USAGE, after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("mode")
    .args(["check", "explain", "rules", "computes", "cost", "plan", "graph", "show_settings", "schema", "new", "generate", "mcp", "stdio"]))]
#[command(group = ArgGroup::new("answering")
    .args(["explain", "rules", "computes", "cost", "plan", "graph", "show_settings", "schema", "new", "generate", "mcp"]))]
#[command(group = ArgGroup::new("adopting").args(["add_ignore", "write_baseline"]))]
#[command(group = ArgGroup::new("checking")
    .args(["check", "add_ignore", "write_baseline"]).multiple(true))]
#[command(group = ArgGroup::new("reading")
    .args(["check", "add_ignore", "write_baseline", "list_files", "computes", "cost", "plan", "graph", "show_settings", "refresh", "fmt", "new", "mcp"])
    .multiple(true))]
#[command(group = ArgGroup::new("one-text")
    .args(["check", "add_ignore", "write_baseline", "graph", "fmt"]).multiple(true))]
#[command(group = ArgGroup::new("choosing")
    .args(["check", "add_ignore", "write_baseline", "show_settings"]).multiple(true))]
#[command(group = ArgGroup::new("fixing").args(["fix", "diff"]).multiple(true))]
pub(super) struct Args {
    /// Check files and folders
    #[arg(long, help_heading = "What to do")]
    pub(super) check: bool,

    /// With --check, check again whenever a file changes, until Ctrl-C
    #[arg(
        long,
        requires = "check",
        conflicts_with_all = ["fix", "diff", "adopting", "output", "statistics", "stdin_filename"],
        help_heading = "What to do"
    )]
    pub(super) watch: bool,

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

    /// Save what the workspace holds in the folder .azml, with the Azure CLI. With --check, write
    /// nothing; exit with 1 if that folder is out of date
    #[arg(
        long,
        conflicts_with_all = [
            "watch", "fixing", "statistics", "adopting", "answering", "stdio", "list_files", "stdin_filename", "baseline", "output", "format"
        ],
        help_heading = "What to do"
    )]
    pub(super) refresh: bool,

    /// Format files: blanks, indentation, and quotes; values and comments stay. With --check, write nothing;
    /// exit with 1 if a file would change
    #[arg(
        long,
        conflicts_with_all = [
            "watch", "fixing", "statistics", "adopting", "answering", "stdio", "list_files", "refresh", "baseline", "output", "format"
        ],
        help_heading = "What to do"
    )]
    pub(super) fmt: bool,

    /// List the files that --check would check
    #[arg(
        long,
        conflicts_with_all = ["fixing", "statistics", "adopting", "answering", "stdio"],
        help_heading = "What to do"
    )]
    pub(super) list_files: bool,

    /// Draw a pipeline as a graph of its steps, computes, and data (`-` for standard input)
    #[arg(long, value_name = "FILE", help_heading = "What to do")]
    pub(super) graph: Option<PathBuf>,

    /// Show the level and options of each rule for a file, and where they are set
    #[arg(long, value_name = "FILE", help_heading = "What to do")]
    pub(super) show_settings: Option<PathBuf>,

    /// Write the JSON schema of a kind of document, such as `job/pipeline`, of azml.yaml (`config`), or
    /// of `--check --format json` (`findings`)
    #[arg(long, value_name = "NAME", value_parser = formats::schema_name, help_heading = "What to do")]
    pub(super) schema: Option<SchemaName>,

    /// Write a new document of this kind to a file that does not exist yet, or to standard output; without a
    /// kind, list all
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        value_parser = known_skeleton,
        help_heading = "What to do"
    )]
    pub(super) new: Option<Option<&'static Skeleton>>,

    /// With --new, list all kinds (the default without a kind)
    #[arg(long, requires = "new", hide = true)]
    pub(super) list: bool,

    /// Write the man page, or the completions of a shell
    #[arg(long, value_enum, value_name = "NAME", help_heading = "What to do")]
    pub(super) generate: Option<Generated>,

    /// Serve a coding agent with the Model Context Protocol. It reads and writes only in the current folder
    #[arg(long, conflicts_with_all = ["format", "output"], help_heading = "What to do")]
    pub(super) mcp: bool,

    /// Serve an editor (the default)
    #[arg(long, hide = true)]
    pub(super) stdio: bool,

    /// Write what the language server does to the end of this file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["checking", "answering", "list_files", "refresh", "fmt"],
        help_heading = "Language server"
    )]
    pub(super) log: Option<PathBuf>,

    /// How much is written to --log: `debug` names every message
    #[arg(
        long,
        value_enum,
        default_value_t = LogLevelName::Info,
        value_name = "LEVEL",
        requires = "log",
        help_heading = "Language server"
    )]
    pub(super) log_level: LogLevelName,

    /// Files and folders to check (`-` for standard input) [default: .]
    #[arg(value_name = "PATH", requires = "reading", conflicts_with_all = ["graph", "show_settings", "mcp"])]
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

    /// Leave out what azml.yaml excludes, and what is not Azure ML's, also when it is named here, as
    /// pre-commit does
    #[arg(long, requires = "reading", help_heading = "What to check")]
    force_exclude: bool,

    /// Run only this rule (can be repeated)
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "choosing",
        help_heading = "What to check"
    )]
    pub(super) only: Vec<&'static Rule>,

    /// Turn this rule off (can be repeated)
    #[arg(
        long,
        value_name = "RULE",
        value_parser = known_rule,
        value_delimiter = ',',
        requires = "choosing",
        help_heading = "What to check"
    )]
    off: Vec<&'static Rule>,

    /// Turn on the rules that are in preview
    #[arg(long, help_heading = "What to check")]
    preview: bool,

    /// The day that counts as today for retirements, such as 2026-11-01: the same files have the same
    /// findings on any day
    #[arg(
        long,
        value_name = "DATE",
        value_parser = date,
        requires = "reading",
        help_heading = "What to check"
    )]
    as_of: Option<Date>,

    #[command(flatten)]
    pub(super) cost: CostArgs,

    #[command(flatten)]
    pub(super) workspace: WorkspaceArgs,

    /// Apply safe fixes, which do not change what runs
    #[arg(long, requires = "checking", help_heading = "Fixes")]
    pub(super) fix: bool,

    /// With --fix or --diff, include fixes that may change what runs or what it costs
    #[arg(long, requires = "fixing", help_heading = "Fixes")]
    pub(super) unsafe_fixes: bool,

    /// Show what --fix or --add-ignore would change without changing it; exit with 1 if anything would change
    #[arg(long, requires = "checking", help_heading = "Fixes")]
    pub(super) diff: bool,

    /// Write a comment at every finding that silences it (implies --check)
    #[arg(
        long,
        conflicts_with_all = ["fix", "answering", "stdio"],
        help_heading = "Adoption"
    )]
    pub(super) add_ignore: bool,

    /// With --add-ignore, the reason to write in the comments
    #[arg(
        long,
        value_name = "TEXT",
        value_parser = one_line,
        requires = "add_ignore",
        help_heading = "Adoption"
    )]
    pub(super) reason: Option<String>,

    /// Write the findings to this file, for --baseline (implies --check)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["fixing", "statistics", "output", "format", "answering", "stdio"],
        help_heading = "Adoption"
    )]
    pub(super) write_baseline: Option<PathBuf>,

    /// Report only what is not in this file of --write-baseline
    #[arg(
        long,
        value_name = "FILE",
        requires = "checking",
        conflicts_with = "adopting",
        help_heading = "Adoption"
    )]
    pub(super) baseline: Option<PathBuf>,

    /// The format of standard output. With --check, `auto` is `github` or `azure` in their
    /// pipelines, and `full` elsewhere; with --graph, it is `mermaid`
    #[arg(
        long,
        alias = "graph-format",
        value_parser = formats::AnyFormat,
        default_value = AUTO,
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub(super) format: String,

    /// Write to this file: with --check also (can be repeated), else instead of to standard output.
    /// The format is the one in front, or follows from the extension, or is that of --format
    #[arg(
        long,
        value_name = "[FORMAT=]FILE",
        value_parser = OsStringValueParser::new().try_map(target),
        value_hint = ValueHint::FilePath,
        help_heading = "Output"
    )]
    pub(super) output: Vec<Target>,

    /// Hide findings below this level
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Info,
        value_name = "LEVEL",
        requires = "checking",
        help_heading = "Output"
    )]
    pub(super) min_level: LevelName,

    /// Exit with 1 if a finding at this level or above is shown
    #[arg(
        long,
        value_enum,
        default_value_t = LevelName::Warning,
        value_name = "LEVEL",
        requires = "checking",
        help_heading = "Output"
    )]
    pub(super) fail_on: LevelName,

    /// Exit with 0 although there are findings
    #[arg(long, requires = "checking", help_heading = "Output")]
    pub(super) exit_zero: bool,

    /// Count the findings of each rule instead of showing them
    #[arg(
        long,
        requires = "checking",
        conflicts_with = "diff",
        help_heading = "Output"
    )]
    pub(super) statistics: bool,

    /// Write only findings and errors: no summary, no warnings, no progress
    #[arg(
        short,
        long,
        conflicts_with_all = ["verbose", "watch", "refresh"],
        requires = "reading",
        help_heading = "Output"
    )]
    pub(super) quiet: bool,

    /// Also say which files are read, with which configuration, and how long each part takes
    #[arg(
        short,
        long,
        conflicts_with = "watch",
        requires = "checking",
        help_heading = "Output"
    )]
    pub(super) verbose: bool,

    /// When to use colors
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Output"
    )]
    pub(super) color: Color,
}

const USAGE: &str = "azml-ls --check [OPTIONS] [PATH]...
       azml-ls --list-files [OPTIONS] [PATH]...
       azml-ls --computes [OPTIONS] [PATH]...
       azml-ls --cost [OPTIONS] [PATH]...
       azml-ls --plan [OPTIONS] <FILE>...
       azml-ls --graph <FILE> [OPTIONS]
       azml-ls --show-settings <FILE> [OPTIONS]
       azml-ls --refresh [OPTIONS] [FOLDER]
       azml-ls --new [KIND] [FILE]
       azml-ls --fmt [--check] [PATH]...
       azml-ls --explain <RULE>
       azml-ls --rules
       azml-ls --mcp";

const AFTER_HELP: &str = "\
An option that says what to do can be written first and without dashes: `azml-ls check jobs`, \
`azml-ls explain RULE`, `azml-ls server`. `azml-ls jobs` checks the file or folder `jobs`.

Exit codes: 0 if nothing was found, 1 if there are findings at or above --fail-on (0 with \
--exit-zero), the snapshot is out of date (--refresh --check), or a file would change when formatted (`azml-ls fmt --check`), \
2 if azml-ls could not do its work (for example, read a file).";

impl Args {
    /// Whether files are checked.
    pub(super) fn checks(&self) -> bool {
        self.check || self.add_ignore || self.write_baseline.is_some()
    }

    /// The files and folders that are meant: without any, the current one.
    pub(super) fn paths_or_here(&self) -> Vec<PathBuf> {
        if self.paths.is_empty() {
            vec![PathBuf::from(".")]
        } else {
            self.paths.clone()
        }
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
            preview: self.preview,
            as_of: self.as_of,
            allow_outside: self.allow_outside,
            restricted: self.restricted,
            opened: Vec::new(),
            force_exclude: self.force_exclude,
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
