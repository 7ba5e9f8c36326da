//! What a rule sees, and what several rules need of a document: computed once, when the first asks.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::checks::faults::{FaultRule, rules_of};
use crate::checks::shared::cli_overrides::SetElsewhere;
use crate::checks::shared::local_paths::LocalPaths;
use crate::checks::shared::script_calls::{ScriptCall, calls, interfaces};
use crate::compute::KnownCompute;
use crate::diagnostic::Diagnostic;
use crate::document::{CondaFile, Document, Kind, ResourceUse, Schedule, ScheduledJob, Task, Work};
use crate::expression::{MisspelledDefinitions, Program, misspelled_definitions};
use crate::query::{Lazy, QueryFrame};
use crate::rule::{Rule, RuleMark, RuleOption};
use crate::schema::{Judgement, SizeUse, judge_document, resource_uses_of, vm_sizes_among};
use crate::script::Command;
use crate::script::commands::{ReadSite, ScriptRun, read_sites, runs_of};
use crate::script::python::ScriptInterface;
use crate::settings::{FileRules, RuleLevel, Settings};
use crate::suppress::Silenced;
use crate::symbols::dependents;
use crate::syntax::{Node, NodeId, known_int, known_text};
use crate::text::TextRange;
use crate::timetable::{Trigger, triggers};
use crate::workspace::{Resolution, Workspace};

/// The logic of a rule: reports what it finds in one document.
pub(crate) type CheckFunction = fn(&mut Context<'_>);

/// What values name, each with whether files that are not read yet could make it another.
type Resolved<'a> = HashMap<NodeId, (Resolution<'a>, bool)>;

/// What several rules need of a document, computed when the first one asks.
#[derive(Default)]
pub(crate) struct Cache<'a> {
    works: Lazy<Vec<Work<'a>>>,
    judgement: Lazy<Judgement<'a>>,
    fault_rules: Lazy<Vec<Option<FaultRule>>>,
    program: Lazy<Program<'a>>,
    sites: Lazy<Vec<ReadSite<'a>>>,
    runs: Lazy<Vec<ScriptRun<'a>>>,
    script_interfaces: Lazy<Vec<Option<Arc<ScriptInterface>>>>,
    script_calls: Lazy<Vec<ScriptCall<'a>>>,
    misspelled_definitions: Lazy<MisspelledDefinitions<'a>>,
    references: Lazy<Vec<(Node<'a>, ResourceUse)>>,
    conda_files: OnceLock<Vec<CondaFile<'a>>>,
    named_elsewhere: Lazy<HashSet<TextRange>>,
    local_paths: Lazy<LocalPaths<'a>>,
    set_elsewhere: Lazy<SetElsewhere>,
    silenced: OnceLock<Silenced>,
    triggers: OnceLock<Vec<Trigger<'a>>>,
    /// By the value that names it.
    resolved: Mutex<Resolved<'a>>,
}

impl<'a> Cache<'a> {
    fn resolved(&self) -> MutexGuard<'_, Resolved<'a>> {
        self.resolved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what the comments silenced, once the rules have run that can be silenced.
    pub(crate) fn set_silenced(&self, silenced: Silenced) {
        let _ = self.silenced.set(silenced);
    }

    /// What command lines set in place of `document`.
    pub(crate) fn set_elsewhere(
        &self,
        workspace: &Workspace,
        document: &Document,
    ) -> &SetElsewhere {
        let find = || SetElsewhere::new(workspace, document);
        self.set_elsewhere.get(workspace, find)
    }
}

/// What a rule sees: one document of a recognised kind, and the workspace around it.
pub(crate) struct Context<'a> {
    /// The document under the rule.
    pub(crate) document: &'a Document,
    /// Everything else.
    pub(crate) workspace: &'a Workspace,
    /// What holds for this document.
    pub(crate) settings: &'a Settings,
    rules: &'a FileRules<'a>,
    rule: &'static Rule,
    cache: &'a Cache<'a>,
    pub(crate) found: Vec<Diagnostic>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        workspace: &'a Workspace,
        document: &'a Document,
        (settings, rules): (&'a Settings, &'a FileRules<'a>),
        rule: &'static Rule,
        cache: &'a Cache<'a>,
    ) -> Self {
        Self {
            document,
            workspace,
            settings,
            rules,
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

    /// The level at which `rule` runs in this document.
    #[must_use]
    pub(crate) fn level(&self, rule: &Rule) -> RuleLevel {
        if self.workspace.no_schema_checks() && rule.is(RuleMark::SchemaCheck) {
            return RuleLevel::Off;
        }
        self.rules.level(rule)
    }

    /// What `option` of the rule is set to, or its default.
    #[must_use]
    pub(crate) fn number(&self, option: &RuleOption) -> i64 {
        let set = self.rules.option(self.rule, option);
        set.map_or(option.default, |set| set.value)
    }

    /// What the comments silenced. Only rules about them run late enough to know it.
    #[must_use]
    pub(crate) fn silenced(&self) -> &'a Silenced {
        self.cache.silenced.get_or_init(Silenced::default)
    }

    /// The kind of the document.
    #[must_use]
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.document.kind()
    }

    /// The document held against the catalogue.
    #[must_use]
    pub(crate) fn judgement(&self) -> &'a Judgement<'a> {
        let judge = || judge_document(self.workspace, self.document);
        self.cache.judgement.get(self.workspace, judge)
    }

    /// The rule of each problem in the judgement.
    #[must_use]
    pub(crate) fn fault_rules(&self) -> &'a [Option<FaultRule>] {
        let rules = || rules_of(&self.judgement().problems, self.kind());
        self.cache.fault_rules.get(self.workspace, rules)
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
        self.cache.works.get(self.workspace, || {
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
        let read = || Program::new(self.workspace, self.document);
        self.cache.program.get(self.workspace, read)
    }

    /// The places in the document that run something.
    fn sites(&self) -> &'a [ReadSite<'a>] {
        let read = || read_sites(self.workspace, self.document, self.program());
        self.cache.sites.get(self.workspace, read)
    }

    /// The commands in the document, as the shell reads them.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &'a Command<'a>> + use<'a> {
        let sites = self.sites().iter();
        sites.filter_map(|site| site.command.as_deref())
    }

    /// The programs with scripts that the document runs.
    #[must_use]
    pub(crate) fn runs(&self) -> &'a [ScriptRun<'a>] {
        let find = || runs_of(self.workspace, self.document, self.sites());
        self.cache.runs.get(self.workspace, find)
    }

    /// The Python scripts of the document whose arguments are all known.
    #[must_use]
    pub(crate) fn script_calls(&self) -> &'a [ScriptCall<'a>] {
        let (cache, workspace) = (self.cache, self.workspace);
        cache.script_calls.get(workspace, || {
            let runs = self.runs();
            let find = || interfaces(workspace, self.document, runs);
            let interfaces = cache.script_interfaces.get(workspace, find);
            calls(self.program(), runs, interfaces)
        })
    }

    /// Its definitions that are probably misspelled.
    #[must_use]
    pub(crate) fn misspelled_definitions(&self) -> &'a MisspelledDefinitions<'a> {
        let find = || misspelled_definitions(self.program(), self.document.text());
        let found = &self.cache.misspelled_definitions;
        found.get(self.workspace, find)
    }

    /// The scalars that the client reads as references to resources.
    #[must_use]
    pub(crate) fn references(&self) -> &'a [(Node<'a>, ResourceUse)] {
        self.cache.references.get(self.workspace, || {
            let mut uses = self.resource_uses();
            uses.retain(|(_, used)| used.is_reference());
            uses
        })
    }

    /// The triggers of a schedule or a compute instance.
    #[must_use]
    pub(crate) fn triggers(&self) -> &'a [Trigger<'a>] {
        let find = || triggers(self.document);
        self.cache.triggers.get_or_init(find)
    }

    /// The lists of packages that stand in the document itself: the whole of a conda file, and each
    /// that is inline in `conda_file`.
    #[must_use]
    pub(crate) fn conda_files(&self) -> &'a [CondaFile<'a>] {
        let document = self.document;
        self.cache
            .conda_files
            .get_or_init(|| CondaFile::all_of(document))
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
    pub(crate) fn named_elsewhere(&self) -> &'a Lazy<HashSet<TextRange>> {
        &self.cache.named_elsewhere
    }

    /// What command lines set in place of the document.
    pub(crate) fn set_elsewhere(&self) -> &'a SetElsewhere {
        self.cache.set_elsewhere(self.workspace, self.document)
    }

    /// Where the local paths of the document are kept, once a rule has asked for them.
    pub(crate) fn local_paths(&self) -> &'a Lazy<LocalPaths<'a>> {
        &self.cache.local_paths
    }

    /// What the compute of `work` turned out to be; `None` where no compute is written.
    #[must_use]
    pub(crate) fn resolve(&self, work: &Work<'a>) -> Option<Resolution<'a>> {
        let node = work.target.node?;
        let resolve = || self.workspace.resolve_compute(self.document.path(), node);
        if !std::ptr::eq(node.tree(), self.document.tree()) {
            return Some(resolve());
        }
        if let Some((known, is_provisional)) = self.cache.resolved().get(&node.id()) {
            self.workspace.reuse(*is_provisional);
            return Some(known.clone());
        }
        let (resolved, is_provisional) = self.workspace.isolate(resolve);
        let known = (resolved.clone(), is_provisional);
        self.cache.resolved().insert(node.id(), known);
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
