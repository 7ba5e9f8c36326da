//! What a rule says about a place.

use std::sync::Arc;

use crate::compute::KnownCompute;
use crate::fix::{Edit, Fix};
use crate::rule::{Level, Rule, RuleMark};
use crate::text::TextRange;

/// What sort of text it is about, for editors that show such text in another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// It does nothing and can go: shown faded.
    Unnecessary,
    /// It is retired, or will be: struck through.
    Deprecated,
}

/// Another place that has to do with a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The file.
    pub path: Arc<str>,
    /// Where in it.
    pub range: TextRange,
    /// What is there.
    pub message: String,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is here.
    pub level: Level,
    /// The smallest place that is wrong.
    pub range: TextRange,
    /// What sort of text it is about, where that shows.
    pub tag: Option<Tag>,
    /// Whether the text at `range` is a secret, which no output may show.
    pub confidential: bool,
    /// What is wrong, in one line that can stand alone.
    pub message: String,
    /// Why it matters.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// Other places.
    pub related: Vec<Related>,
    /// Ways to repair it, the best first.
    pub fixes: Vec<Fix>,
    /// The findings that it stands for, where they are too many to show: all of its rule and level.
    pub stands_for: Vec<Diagnostic>,
    /// Whether files of the folder may say otherwise that are not read yet
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
            confidential: false,
            message,
            notes: Vec::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
            stands_for: Vec::new(),
            is_provisional: false,
        }
    }

    /// Itself, or the findings that it stands for.
    pub fn each(&self) -> impl Iterator<Item = &Self> {
        let own = self.stands_for.is_empty().then_some(self);
        own.into_iter().chain(&self.stands_for)
    }

    /// Says that the text at its place is a secret, which no output may show.
    pub(crate) fn confidential(&mut self) -> &mut Self {
        self.confidential = true;
        self
    }

    /// Adds why it matters.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Sets what to do.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Says how bad it is here, where that differs from the rule's own level.
    pub fn level(&mut self, level: Level) -> &mut Self {
        self.level = level;
        self
    }

    /// Says that the text does nothing.
    pub fn unnecessary(&mut self) -> &mut Self {
        self.tag = Some(Tag::Unnecessary);
        self
    }

    /// Says that what the text names is retired, or will be.
    pub fn deprecated(&mut self) -> &mut Self {
        self.tag = Some(Tag::Deprecated);
        self
    }

    /// Points to another place.
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

    /// Points to where `compute` is described.
    pub fn defined_at(&mut self, compute: &KnownCompute) -> &mut Self {
        let origin = compute.origin();
        let message = format!(
            "`{}` is defined here: {}",
            compute.name(),
            compute.first().describe()
        );
        self.related(&origin.path, origin.range, message)
    }

    /// Offers a repair.
    pub fn fix(&mut self, fix: Fix) -> &mut Self {
        self.fixes.push(fix);
        self
    }

    /// Offers a repair that keeps the meaning, made of one edit.
    pub fn safe_fix(&mut self, title: impl Into<String>, edit: Edit) -> &mut Self {
        self.fix(Fix::safe(title, vec![edit]))
    }

    /// Offers a repair that may change what runs, made of one edit.
    pub fn unsafe_fix(&mut self, title: impl Into<String>, edit: Edit) -> &mut Self {
        self.fix(Fix::unsafe_(title, vec![edit]))
    }

    /// Whether it says that the text is no YAML.
    #[must_use]
    pub fn is_syntax_error(&self) -> bool {
        self.rule.is(RuleMark::Syntax)
    }
}
