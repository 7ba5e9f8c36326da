//! What a rule sees, and what several rules need of a document: computed once, when the first asks.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::checks::faults::{FaultRule, rules_of};
use crate::compute::KnownCompute;
use crate::diagnostic::Diagnostic;
use crate::document::{Document, Kind, ResourceUse, Schedule, ScheduledJob, Task, Work};
use crate::expression::{MisspelledDefinitions, Program, misspelled_definitions};
use crate::rule::Rule;
use crate::schema::{Judgement, SizeUse, judge_document, resource_uses_of, vm_sizes_among};
use crate::settings::Settings;
use crate::symbols::dependents;
use crate::syntax::{Node, NodeId, known_int, known_text};
use crate::text::TextRange;
use crate::workspace::{Resolution, Workspace};

/// The logic of a rule: reports what it finds in one document.
pub(crate) type CheckFunction = fn(&mut Context<'_>);

/// What several rules need of a document, computed when the first one asks.
#[derive(Default)]
pub(crate) struct Cache<'a> {
    works: OnceCell<Vec<Work<'a>>>,
    judgement: OnceCell<Judgement<'a>>,
    fault_rules: OnceCell<Vec<Option<FaultRule>>>,
    program: OnceCell<Program<'a>>,
    misspelled_definitions: OnceCell<MisspelledDefinitions<'a>>,
    references: OnceCell<Vec<(Node<'a>, ResourceUse)>>,
    named_elsewhere: OnceCell<HashSet<TextRange>>,
    /// By the value that names it.
    resolved: RefCell<HashMap<NodeId, Resolution<'a>>>,
}

/// What a rule sees: one document of a recognised kind, and the workspace around it.
pub(crate) struct Context<'a> {
    /// The document under the rule.
    pub(crate) document: &'a Document,
    /// Everything else.
    pub(crate) workspace: &'a Workspace,
    /// What holds for this document.
    pub(crate) settings: &'a Settings,
    rule: &'static Rule,
    cache: &'a Cache<'a>,
    pub(crate) found: Vec<Diagnostic>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        workspace: &'a Workspace,
        document: &'a Document,
        settings: &'a Settings,
        rule: &'static Rule,
        cache: &'a Cache<'a>,
    ) -> Self {
        Self {
            document,
            workspace,
            settings,
            rule,
            cache,
            found: Vec::new(),
        }
    }

    /// Reports `message` at `range`; add notes, help, related places and fixes to what it returns.
    pub(crate) fn report(
        &mut self,
        range: TextRange,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let at = self.found.len();
        self.found
            .push(Diagnostic::new(self.rule, range, message.into()));
        &mut self.found[at]
    }

    /// The kind of the document.
    #[must_use]
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.document.kind()
    }

    /// The document held against the catalogue.
    #[must_use]
    pub(crate) fn judgement(&self) -> &'a Judgement<'a> {
        self.cache
            .judgement
            .get_or_init(|| judge_document(self.workspace, self.document))
    }

    /// The rule of each problem in the judgement.
    #[must_use]
    pub(crate) fn fault_rules(&self) -> &'a [Option<FaultRule>] {
        let rules = || rules_of(&self.judgement().problems, self.kind());
        self.cache.fault_rules.get_or_init(rules)
    }

    /// Whether another file runs this one by its path: as a step, a trial or a scheduled job.
    pub(crate) fn is_run_by_others(&self) -> bool {
        let mut others = dependents(self.workspace, self.document.path());
        others.next().is_some()
    }

    /// Whether this is a component that others run by its path: it needs no name then, and the
    /// one it has is ignored.
    pub(crate) fn is_used_by_path(&self) -> bool {
        self.kind().is_some_and(Kind::is_component) && self.is_run_by_others()
    }

    /// Everything in the document that runs on a compute. A step whose component is a file of the
    /// workspace has that component's sort of work.
    #[must_use]
    pub(crate) fn works(&self) -> &'a [Work<'a>] {
        self.cache.works.get_or_init(|| {
            let mut works = self.document.works();
            for work in &mut works {
                if work.task == Task::Unknown {
                    work.task = self
                        .component(work)
                        .and_then(|component| component.kind())
                        .map_or(work.task, Task::of_kind);
                }
            }
            works
        })
    }

    /// The document as a program: scopes, pipelines, expressions.
    #[must_use]
    pub(crate) fn program(&self) -> &'a Program<'a> {
        self.cache
            .program
            .get_or_init(|| Program::new(self.workspace, self.document))
    }

    /// Its definitions that are probably misspelled.
    #[must_use]
    pub(crate) fn misspelled_definitions(&self) -> &'a MisspelledDefinitions<'a> {
        self.cache
            .misspelled_definitions
            .get_or_init(|| misspelled_definitions(self.program(), self.document.text()))
    }

    /// The scalars that the client reads as references to resources.
    #[must_use]
    pub(crate) fn references(&self) -> &'a [(Node<'a>, ResourceUse)] {
        self.cache.references.get_or_init(|| {
            let mut uses = self.resource_uses();
            uses.retain(|(_, used)| used.is_reference());
            uses
        })
    }

    /// The values that name VM sizes.
    #[must_use]
    pub(crate) fn vm_sizes(&self) -> Vec<SizeUse<'a>> {
        vm_sizes_among(&self.resource_uses())
    }

    fn resource_uses(&self) -> Vec<(Node<'a>, ResourceUse)> {
        resource_uses_of(self.document, || self.judgement())
    }

    /// The component file that a step refers to, where it is in the workspace.
    #[must_use]
    pub(crate) fn component(&self, work: &Work<'_>) -> Option<&'a Arc<Document>> {
        let path = work.component?.text()?;
        self.workspace.referenced(self.document.path(), path)
    }

    /// How many nodes `work` asks for, and the value that says so; `None` where it is not a plain
    /// number.
    #[must_use]
    pub(crate) fn instance_count(&self, work: &Work<'a>) -> Option<(i64, Node<'a>)> {
        let node = self.instance_count_node(work)?;
        known_int(node).map(|count| (count, node))
    }

    /// The value that says how many nodes `work` asks for: its own, else the one of its component
    /// or trial file. The `resources` of a step stand in for those of its component.
    #[must_use]
    pub(crate) fn instance_count_node(&self, work: &Work<'a>) -> Option<Node<'a>> {
        if work.node.get("resources").is_some()
            || work.node.get_path(&["trial", "resources"]).is_some()
        {
            return work.instance_count();
        }
        let reference = work
            .component
            .or_else(|| work.node.get("trial"))
            .and_then(known_text)?;
        let file = self.workspace.referenced(self.document.path(), reference)?;
        file.root()?.get_path(&["resources", "instance_count"])
    }

    /// The file of the job that `schedule` submits, where it is in the workspace.
    #[must_use]
    pub(crate) fn scheduled_file(&self, schedule: &Schedule<'a>) -> Option<&'a Arc<Document>> {
        match schedule.job {
            ScheduledJob::File(node) => self
                .workspace
                .referenced(self.document.path(), known_text(node)?),
            ScheduledJob::Registered(node) => self.workspace.job_named(
                self.document.path(),
                known_text(node)?.strip_prefix("azureml:")?,
            ),
            ScheduledJob::Inline(_) => None,
        }
    }

    /// Where the definitions are kept that something else refers to, once a rule has read them.
    pub(crate) fn named_elsewhere(&self) -> &'a OnceCell<HashSet<TextRange>> {
        &self.cache.named_elsewhere
    }

    /// What the compute of `work` turned out to be; `None` where no compute is written.
    #[must_use]
    pub(crate) fn resolve(&self, work: &Work<'a>) -> Option<Resolution<'a>> {
        let node = work.target.node?;
        let resolve = || self.workspace.resolve_compute(self.document.path(), node);
        if !std::ptr::eq(node.tree(), self.document.tree()) {
            return Some(resolve());
        }
        if let Some(known) = self.cache.resolved.borrow().get(&node.id()) {
            return Some(known.clone());
        }
        let resolved = resolve();
        let mut known = self.cache.resolved.borrow_mut();
        known.insert(node.id(), resolved.clone());
        Some(resolved)
    }

    /// The described compute of `work` with the value that names it.
    #[must_use]
    pub(crate) fn known_compute(&self, work: &Work<'a>) -> Option<(KnownCompute, Node<'a>)> {
        match self.resolve(work)? {
            Resolution::Known(known) => Some((known, work.target.node?)),
            _ => None,
        }
    }
}
