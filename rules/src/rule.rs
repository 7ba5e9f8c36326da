//! Metadata of rules: name, level, page. This module does not depend on
//! documents.

use crate::fix::Applicability;

/// Severity. The order is from harmless to severe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A matter of taste.
    Hint,
    /// Could be better.
    Info,
    /// Likely wrong, costly or unsafe.
    Warning,
    /// The service rejects it, or the run surely fails.
    Error,
}

impl Level {
    /// Every level, worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Hint];

    /// Returns its name in configuration and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Returns the level with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// Topic of a rule: the folder that contains it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Suitability of computes for work.
    Compute,
    /// Unnecessary costs.
    Cost,
    /// Names and their definitions: expressions, bindings, references.
    Reference,
    /// Hyperparameter search.
    Search,
    /// Runtime environments: images, Python, packages.
    Environment,
    /// Deployments that serve models.
    Deployment,
    /// Schedules.
    Schedule,
    /// Unintended access.
    Security,
    /// Files, folders, and data that are read and written.
    Path,
    /// The code that a command runs, and its arguments.
    Script,
    /// The structure of documents.
    Structure,
    /// Syntax and features that are old, or about to end.
    Migration,
    /// Style of writing.
    Style,
}

impl Group {
    /// Every group.
    pub const ALL: &[Self] = &[
        Self::Compute,
        Self::Cost,
        Self::Reference,
        Self::Search,
        Self::Environment,
        Self::Deployment,
        Self::Schedule,
        Self::Security,
        Self::Path,
        Self::Script,
        Self::Structure,
        Self::Migration,
        Self::Style,
    ];

    /// Returns its name, which is also the name of its folder.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Cost => "cost",
            Self::Reference => "reference",
            Self::Search => "search",
            Self::Environment => "environment",
            Self::Deployment => "deployment",
            Self::Schedule => "schedule",
            Self::Security => "security",
            Self::Path => "path",
            Self::Script => "script",
            Self::Structure => "structure",
            Self::Migration => "migration",
            Self::Style => "style",
        }
    }
}

/// Properties of a rule, besides its level, that other modules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleMark {
    /// It validates against the schema, without knowledge of the meaning. Its finding is dropped if
    /// a rule that is not generic reports an error at the same place.
    Generic,
    /// A generic YAML server finds the same mistakes, with a JSON schema or because the text is
    /// ambiguous: off with `schemaChecks: off`. Not marked: `yaml-syntax`, without which a broken
    /// file would pass; rules that depend on how the client reads YAML (`quote-required-string`,
    /// `unquoted-version`, `unquoted-datetime`); rules that depend on where a key belongs, on
    /// existing files, and on combinations of values.
    SchemaCheck,
    /// It reports that the text is not YAML.
    Syntax,
    /// It reports that the file is something else: until that is fixed, no other finding of the
    /// file is reported. As an info, it doesn't hide them.
    WholeFile,
    /// It reports a key that means nothing: findings about references in its value are hidden until
    /// that is fixed.
    HidesValue,
    /// It checks the suppression comments: it runs after the other rules.
    Suppression,
    /// It checks only the lines of scripts and workflows that run `az ml`.
    CommandLines,
    /// It reports that something is missing. While the user is typing at that place, an editor does
    /// not show the finding.
    Missing,
    /// Its finding may disappear when more is typed after it: half a name, half an expression.
    /// While the user is typing there, an editor does not show the finding.
    Unfinished,
    /// It is new, and not all of its findings on public files have been reviewed: off without
    /// `preview: true`, even if the settings give it a level.
    Preview,
    /// It reports a missing or unresolved value. If every command line that uses the file sets
    /// another value, the finding is dropped.
    Overridable,
    /// A YAML file that a path names does not exist: an editor can create it.
    MissingDocument,
    /// A conda file that a path names does not exist: an editor can create it.
    MissingCondaFile,
    /// A Dockerfile does not exist: an editor can create it.
    MissingDockerfile,
    /// A file or folder that a path names does not exist: an editor can create it.
    MissingFile,
    /// It reports placeholders that a person has to fill in, also those that a fix inserts.
    Placeholder,
    /// It reports arguments that a script needs: an editor can declare and pass them.
    MissingArgument,
    /// It reports inputs that a script takes and its command does not pass.
    UnpassedInput,
    /// It reports that others may get at secrets, data, or machines: reports for code scanning rank its findings by
    /// severity.
    Vulnerability,
    /// It reports online deployments with too few instances for high availability.
    FewInstances,
}

/// The marks of a rule, as a bit set: they are read for every document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks(u32);

impl Marks {
    /// Returns the set of `marks`.
    pub const fn of(marks: &[RuleMark]) -> Self {
        let mut bits = 0;
        let mut rest = marks;
        while let [mark, others @ ..] = rest {
            bits |= 1 << *mark as u32;
            rest = others;
        }
        Self(bits)
    }

    const fn contain(self, mark: RuleMark) -> bool {
        self.0 & (1 << mark as u32) != 0
    }
}

/// A numeric option of a rule: `rules: {name: {options: {minutes: 60}}}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// Its name, with its unit.
    pub name: &'static str,
    /// The default value.
    pub default: i64,
    /// The minimum and the maximum value.
    pub range: (i64, i64),
    /// Its description, in one line.
    pub doc: &'static str,
}

/// A rule: its page and its metadata. The declaration is beside its logic in `checks`.
pub struct Rule {
    /// Its permanent name: kebab-case, after the problem.
    pub name: &'static str,
    /// Its topic.
    pub group: Group,
    /// The default level of its findings.
    pub level: Level,
    /// `true` if it is off until the settings give it a level.
    pub off: bool,
    /// Its summary, in one line.
    pub summary: &'static str,
    /// Its page in Markdown: the reason, `yaml bad` and `yaml good` examples.
    pub docs: &'static str,
    /// Safety of its best fix.
    pub fix: Option<Applicability>,
    /// The first version that contains it.
    pub since: &'static str,
    /// Source of the knowledge. The address of its own page is in `rule_pages`.
    pub url: &'static str,
    /// Its numeric options.
    pub options: &'static [RuleOption],
    /// Its marks.
    pub marks: Marks,
}

impl Rule {
    /// Returns the default level as written in settings: `off` for a rule that is off by
    /// default.
    pub const fn default_level(&self) -> &'static str {
        if self.off { "off" } else { self.level.name() }
    }

    /// Returns `true` if it has `mark`.
    pub fn is(&self, mark: RuleMark) -> bool {
        self.marks.contain(mark)
    }

    /// Returns its level as shown in lists: `warning`, `off`, `info (preview)`.
    pub fn level_label(&self) -> String {
        let preview = if self.is(RuleMark::Preview) {
            " (preview)"
        } else {
            ""
        };
        format!("{}{preview}", self.default_level())
    }

    /// Returns its page without the space that starts each line of a doc comment.
    pub fn page(&self) -> String {
        self.docs
            .lines()
            .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
            .collect()
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Each rule is a static that is declared once, so equal rules have the same address.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
