//! What is known of a rule without running it: its name, its level, its page. It touches no
//! document.

use crate::fix::Applicability;

/// How bad it is. The order is from harmless to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Taste.
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

    /// Its name in configuration and output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What a rule is about: the folder it stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Which compute suits which work.
    Compute,
    /// What costs money for nothing.
    Cost,
    /// What names what: expressions, bindings, references.
    Reference,
    /// How hyperparameters are searched.
    Search,
    /// What code runs in: images, Python, packages.
    Environment,
    /// What serves a model.
    Deployment,
    /// When jobs run by themselves.
    Schedule,
    /// What lets others in.
    Security,
    /// Which files, folders, and data are read and written.
    Path,
    /// The code that a command runs, and what it is given.
    Script,
    /// What a document is made of.
    Structure,
    /// What is written in an old way, or is about to end.
    Migration,
    /// How it is written.
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

    /// Its name, which is also that of its folder.
    #[must_use]
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

/// What the rest of the house has to know of a rule beside its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleMark {
    /// It holds a document against the catalogue: it knows what is allowed, not what it means. It
    /// is silent where a rule that knows reports an error at the same place.
    Generic,
    /// A generic YAML server finds its mistakes too, with a JSON schema or because the text is
    /// ambiguous: silent with `schemaChecks: off`. Not marked so: `yaml-syntax`, without which a
    /// broken file would pass; what knows how the client reads YAML (`quote-required-string`,
    /// `unquoted-version`, `unquoted-datetime`); what knows where a key belongs, which files there
    /// are, and what values mean together.
    SchemaCheck,
    /// It says that the text is not YAML.
    Syntax,
    /// It says that the file is something else: until that is repaired, nothing else is said of the
    /// file.
    WholeFile,
    /// It judges the comments that silence the other rules: it runs after them.
    Suppression,
    /// It judges the lines of scripts and workflows that run `az ml`, and nothing else.
    CommandLines,
    /// It says that something is missing. While the author writes in that very place, an editor does
    /// not show it yet.
    Missing,
    /// What it reports may be right once more is written behind it: half a name, half an expression.
    /// While the author writes there, an editor does not show it yet.
    Unfinished,
    /// It is new, and not each of its findings on public files was read yet: silent without
    /// `preview: true`, also where the settings give it a level.
    Preview,
}

/// The marks of a rule. Each is asked for in every document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks(u16);

impl Marks {
    /// With those in `marks`.
    #[must_use]
    pub const fn of(marks: &[RuleMark]) -> Self {
        let mut bits = 0;
        let mut rest = marks;
        while let [mark, others @ ..] = rest {
            bits |= 1 << *mark as u16;
            rest = others;
        }
        Self(bits)
    }

    const fn contain(self, mark: RuleMark) -> bool {
        self.0 & (1 << mark as u16) != 0
    }
}

/// A number of a rule that users may set: `rules: {name: {options: {minutes: 60}}}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// Its name, with its unit.
    pub name: &'static str,
    /// What holds until it is set.
    pub default: i64,
    /// The smallest and the largest number that makes sense.
    pub range: (i64, i64),
    /// What it does, in one line.
    pub doc: &'static str,
}

/// A rule: its page and its metadata. `checks` declares them, each beside its logic.
pub struct Rule {
    /// Its name for ever: kebab-case, after the problem.
    pub name: &'static str,
    /// What it is about.
    pub group: Group,
    /// How bad its findings are unless it or the settings say otherwise.
    pub level: Level,
    /// Whether it is silent until the settings give it a level.
    pub off: bool,
    /// What it finds, in one line.
    pub summary: &'static str,
    /// Its page in Markdown: why it matters, `yaml bad` and `yaml good` examples.
    pub docs: &'static str,
    /// The best repair it offers.
    pub fix: Option<Applicability>,
    /// The version it came with.
    pub since: &'static str,
    /// Where the knowledge comes from. The address of its own page is in the `book`.
    pub url: &'static str,
    /// The numbers that users may set.
    pub options: &'static [RuleOption],
    /// What the rest of the house has to know of it.
    pub marks: Marks,
}

impl Rule {
    /// The level that holds until the settings give it another one, as users write it: `off` for a
    /// rule that is silent until then.
    #[must_use]
    pub const fn default_level(&self) -> &'static str {
        if self.off { "off" } else { self.level.name() }
    }

    /// Whether it bears `mark`.
    #[must_use]
    pub fn is(&self, mark: RuleMark) -> bool {
        self.marks.contain(mark)
    }

    /// Its level as lists show it: `warning`, `off`, `info (preview)`.
    #[must_use]
    pub fn level_label(&self) -> String {
        let preview = if self.is(RuleMark::Preview) {
            " (preview)"
        } else {
            ""
        };
        format!("{}{preview}", self.default_level())
    }

    /// Its page without the blank that starts each line of a doc comment.
    #[must_use]
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

/// Each rule is declared once, so it is the same where it is in the same place.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
