//! Diagnostics of the rules.

use std::fmt;
use std::sync::Arc;

use crate::compute::KnownCompute;
use crate::date::Date;
use crate::fix::{Edit, Fix};
use crate::rule::{Level, Rule, RuleMark};
use crate::settings::RuleLevel;
use crate::text::TextRange;
use crate::wording::with_article;

/// Tag for text that editors render differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// The text has no effect and can be removed: shown faded.
    Unnecessary,
    /// The text is retired, or will be: struck through.
    Deprecated,
}

/// A related location of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The file.
    pub path: Arc<str>,
    /// The range in the file.
    pub range: TextRange,
    /// Description of the location.
    pub message: String,
}

/// Number of days for which a stage of a finding counts as new.
pub const NEW_DAYS: i16 = 30;

/// The stage of a finding that depends on the day, such as that of a retirement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The level of the finding in this stage.
    pub level: Level,
    /// The first day of this stage.
    pub began: Date,
    /// The first day on which there is a finding at any level.
    pub reported: Date,
    /// `true` for the first [`NEW_DAYS`] days of this stage: the same files had fewer findings, or milder ones, before.
    pub is_new: bool,
}

impl Stage {
    /// Returns the last of `stages` (the first day of each, in order, and its level) that has begun by `today`.
    pub fn on(today: Date, stages: &[(Date, Level)]) -> Option<Self> {
        let (reported, _) = *stages.first()?;
        let (began, level) = *stages.iter().rfind(|(began, _)| *began <= today)?;
        let is_new = today < began.plus_days(NEW_DAYS);
        Some(Self {
            level,
            began,
            reported,
            is_new,
        })
    }

    /// Returns the same stage for a project that has set the level: only the first one changes the result.
    #[must_use]
    pub(crate) fn at_set_level(self) -> Self {
        Self {
            began: self.reported,
            is_new: self.is_new && self.began == self.reported,
            ..self
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reported since {}", self.reported)?;
        if self.began > self.reported {
            let level = with_article(self.level.name());
            write!(f, ", as {level} since {}", self.began)?;
        }
        Ok(())
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Its severity.
    pub level: Level,
    /// The smallest range that is wrong.
    pub range: TextRange,
    /// Tag of the text, if any.
    pub tag: Option<Tag>,
    /// The problem in one line that is understandable alone.
    pub message: String,
    /// The stage that it is in, if it depends on the day.
    pub stage: Option<Stage>,
    /// Reasons why it matters.
    pub notes: Vec<String>,
    /// The solution, in the imperative.
    pub help: Option<String>,
    /// Related locations.
    pub related: Vec<Related>,
    /// Fixes, the best first.
    pub fixes: Vec<Fix>,
    /// The findings that this one summarizes if there are too many: all of its rule and level.
    pub summarized: Vec<Diagnostic>,
    /// `true` if files of the folder that are not loaded yet may change the result
    /// ([`Workspace::unread`](crate::workspace::Workspace::unread)).
    pub is_provisional: bool,
}

impl Diagnostic {
    pub(crate) fn new(rule: &'static Rule, range: TextRange, message: String) -> Self {
        Self {
            rule,
            level: rule.level,
            range,
            tag: None,
            message,
            stage: None,
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            summarized: Vec::new(),
            is_provisional: false,
        }
    }

    /// Returns the findings that this one summarizes, or this one.
    pub fn each(&self) -> impl Iterator<Item = &Self> {
        let own = self.summarized.is_empty().then_some(self);
        own.into_iter().chain(&self.summarized)
    }

    /// Adds a reason why it matters.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the solution.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the severity, if it differs from the rule's own level.
    pub fn level(&mut self, level: Level) -> &mut Self {
        self.level = level;
        self
    }

    /// Sets the severity to that of `stage`, which a note describes once the level is final.
    pub fn stage(&mut self, stage: Stage) -> &mut Self {
        self.stage = Some(stage);
        self.level(stage.level)
    }

    /// Sets the severity that the settings prescribe, if any, and adds the note of its stage.
    pub(crate) fn at_level(&mut self, set: RuleLevel) {
        if let RuleLevel::Set(level) = set {
            self.level = level;
            self.stage = self.stage.map(Stage::at_set_level);
        }
        if let Some(stage) = self.stage {
            self.note(stage.to_string());
        }
    }

    /// Marks the text as having no effect.
    pub fn unnecessary(&mut self) -> &mut Self {
        self.tag = Some(Tag::Unnecessary);
        self
    }

    /// Marks the name as retired, or about to be.
    pub fn deprecated(&mut self) -> &mut Self {
        self.tag = Some(Tag::Deprecated);
        self
    }

    /// Adds a related location.
    pub fn related(
        &mut self,
        path: &Arc<str>,
        range: TextRange,
        message: impl Into<String>,
    ) -> &mut Self {
        self.related.push(Related {
            path: path.clone(),
            range,
            message: message.into(),
        });
        self
    }

    /// Adds the definition of `compute` as a related location.
    pub fn defined_at(&mut self, compute: &KnownCompute) -> &mut Self {
        let origin = compute.origin();
        let message = format!(
            "`{}` is defined here: {}",
            compute.name(),
            compute.first().describe()
        );
        self.related(&origin.path, origin.range, message)
    }

    /// Adds a fix.
    pub fn fix(&mut self, fix: Fix) -> &mut Self {
        self.fixes.push(fix);
        self
    }

    /// Adds a fix that keeps the meaning, with one edit.
    pub fn safe_fix(&mut self, title: impl Into<String>, edit: Edit) -> &mut Self {
        self.fix(Fix::safe(title, vec![edit]))
    }

    /// Adds a fix that may change the behavior of the run, with one edit.
    pub fn unsafe_fix(&mut self, title: impl Into<String>, edit: Edit) -> &mut Self {
        self.fix(Fix::unsafe_(title, vec![edit]))
    }

    /// Returns `true` for a YAML syntax error.
    pub fn is_syntax_error(&self) -> bool {
        self.rule.is(RuleMark::Syntax)
    }
}
