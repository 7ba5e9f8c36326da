//! State of one rule run: the document, its workspace, and values that several rules share.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::checks::faults::{FaultRule, rules_of};
use crate::checks::shared::cli_overrides::CliOverrides;
use crate::checks::shared::paths::local_paths::LocalPaths;
use crate::checks::shared::script::script_calls::{ScriptCall, calls, interfaces};
use crate::compute::{KnownCompute, Prices};
use crate::date::Date;
use crate::diagnostic::{Diagnostic, Stage};
use crate::document::{CondaFile, Document, Kind, ResourceUse, Schedule, ScheduledJob, Task, Work};
use crate::estimate::document_prices;
use crate::expression::{MisspelledDefinitions, Program, misspelled_definitions};
use crate::query::{Lazy, QueryFrame};
use crate::rule::{Level, Rule, RuleMark, RuleOption};
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

/// Resolved computes, each with `true` if files that are not loaded yet could change the result.
type Resolved<'a> = HashMap<NodeId, (Resolution<'a>, bool)>;

/// The files of components, by the text that names them.
type Components<'a> = HashMap<&'a str, Option<&'a Arc<Document>>>;

/// Values that several rules need of a document, each computed on first use.
#[derive(Default)]
pub(crate) struct Cache<'a> {
    works: Lazy<(Vec<Work<'a>>, Components<'a>)>,
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
    referenced_names: Lazy<HashSet<TextRange>>,
    local_paths: Lazy<LocalPaths<'a>>,
    cli_overrides: Lazy<CliOverrides>,
    silenced: OnceLock<Silenced>,
    triggers: OnceLock<Vec<Trigger<'a>>>,
    prices: Lazy<Prices>,
    /// By the ID of the value that names the compute.
    resolved: Mutex<Resolved<'a>>,
}

impl<'a> Cache<'a> {
    fn resolved(&self) -> MutexGuard<'_, Resolved<'a>> {
        self.resolved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the findings that comments suppressed. Runs after all rules that can be suppressed.
    pub(crate) fn set_silenced(&self, silenced: Silenced) {
        let _ = self.silenced.set(silenced);
    }

    /// Returns the values that command lines set in place of those of `document`.
    pub(crate) fn cli_overrides(
        &self,
        workspace: &Workspace,
        document: &Document,
    ) -> &CliOverrides {
        let find = || CliOverrides::new(workspace, document);
        self.cli_overrides.get(workspace, find)
    }
}

/// Input of a rule: one document of a recognized kind, and the workspace around it.
pub(crate) struct Context<'a> {
    /// The document that the rule checks.
    pub(crate) document: &'a Document,
    /// The workspace of the document.
    pub(crate) workspace: &'a Workspace,
    /// The settings in effect for this document.
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

    /// Reports `message` at `range`; add notes, help, related places and fixes to the returned diagnostic.
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

    /// Returns the date that counts as today.
    pub(crate) fn today(&self) -> Option<Date> {
        self.workspace.today(self.document.path())
    }

    /// Returns the last of `stages` (the first day of each, in order, and its level) that has begun.
    pub(crate) fn stage(&self, stages: &[(Date, Level)]) -> Option<Stage> {
        Stage::on(self.today()?, stages)
    }

    /// Returns the number of files below `folder` that `share` the cause of a finding with this one, if
    /// this is the first of them: the cause is reported once. Files in which the rule is off don't count.
    pub(crate) fn first_of_sharing(
        &self,
        folder: &str,
        share: impl Fn(&Document) -> bool,
    ) -> Option<usize> {
        let paths = self.workspace.paths_below(folder);
        let is_shared = |path: &&str| {
            let document = self.workspace.document(path);
            document.is_some_and(|document| share(document))
        };
        self.first_of(paths.filter(is_shared))
    }

    /// As [`Self::first_of_sharing`], of the documents at `paths`, which are in order.
    pub(crate) fn first_of<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Option<usize> {
        let own = self.document.path();
        let is_on = |path: &str| {
            let settings = self.workspace.settings(path);
            settings.rules_for(path).level(self.rule) != RuleLevel::Off
        };
        let mut others = paths.filter(|path| *path != own && is_on(path)).peekable();
        let is_first = others.peek().is_none_or(|first| own < *first);
        is_first.then(|| 1 + others.count())
    }

    /// Returns the level at which `rule` runs in this document.
    pub(crate) fn level(&self, rule: &Rule) -> RuleLevel {
        if self.workspace.no_schema_checks() && rule.is(RuleMark::SchemaCheck) {
            return RuleLevel::Off;
        }
        self.rules.level(rule)
    }

    /// Returns the value of `option` in the settings of the current rule, or its default.
    pub(crate) fn number(&self, option: &RuleOption) -> i64 {
        let set = self.rules.option(self.rule, option);
        set.map_or(option.default, |set| set.value)
    }

    /// Returns the findings that comments suppressed. Complete only for rules about suppressions,
    /// which run last.
    pub(crate) fn silenced(&self) -> &'a Silenced {
        self.cache.silenced.get_or_init(Silenced::default)
    }

    /// Returns the kind of the document.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.document.kind()
    }

    /// Returns the result of validating the document against the schema.
    pub(crate) fn judgement(&self) -> &'a Judgement<'a> {
        let judge = || judge_document(self.workspace, self.document);
        self.cache.judgement.get(self.workspace, judge)
    }

    /// Returns the rule of each problem in the judgement, in the same order.
    pub(crate) fn fault_rules(&self) -> &'a [Option<FaultRule>] {
        let rules = || rules_of(&self.judgement().problems, self.kind());
        self.cache.fault_rules.get(self.workspace, rules)
    }

    /// Returns `true` if another file runs this one by its path: as a step, a trial or a scheduled job.
    pub(crate) fn is_run_by_others(&self) -> bool {
        let mut others = dependents(self.workspace, self.document.path());
        others.next().is_some()
    }

    /// Returns `true` if this is a component that other files run by its path: such a component
    /// needs no name, and the client ignores the one it has.
    pub(crate) fn is_used_by_path(&self) -> bool {
        self.kind().is_some_and(Kind::is_component) && self.is_run_by_others()
    }

    /// Returns everything in the document that runs on a compute. If a step's task is unknown and
    /// its component is a file of the workspace, the task is that of the component.
    pub(crate) fn works(&self) -> &'a [Work<'a>] {
        &self.works_with_components().0
    }

    fn works_with_components(&self) -> &'a (Vec<Work<'a>>, Components<'a>) {
        self.cache.works.get(self.workspace, || {
            let (mut works, mut components) = (self.document.works(), Components::default());
            for work in &mut works {
                let Some(text) = work.component.and_then(Node::text) else {
                    continue;
                };
                let file = *(components.entry(text)).or_insert_with(|| self.referenced(text));
                if work.task == Task::Unknown {
                    let kind = file.and_then(|file| file.kind());
                    work.task = kind.map_or(work.task, Task::of_kind);
                }
            }
            (works, components)
        })
    }

    fn referenced(&self, reference: &str) -> Option<&'a Arc<Document>> {
        self.workspace.referenced(self.document.path(), reference)
    }

    /// Returns the document as a program: scopes, pipelines, expressions.
    pub(crate) fn program(&self) -> &'a Program<'a> {
        let read = || Program::new(self.workspace, self.document);
        self.cache.program.get(self.workspace, read)
    }

    /// Returns the places in the document that run something.
    fn sites(&self) -> &'a [ReadSite<'a>] {
        let read = || read_sites(self.workspace, self.document, self.program());
        self.cache.sites.get(self.workspace, read)
    }

    /// Returns the commands in the document, parsed as the shell parses them.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &'a Command<'a>> + use<'a> {
        let sites = self.sites().iter();
        sites.filter_map(|site| site.command.as_deref())
    }

    /// Returns the programs with scripts that the document runs.
    pub(crate) fn runs(&self) -> &'a [ScriptRun<'a>] {
        let find = || runs_of(self.workspace, self.document, self.sites());
        self.cache.runs.get(self.workspace, find)
    }

    /// Returns the Python scripts of the document whose arguments are all known.
    pub(crate) fn script_calls(&self) -> &'a [ScriptCall<'a>] {
        let (cache, workspace) = (self.cache, self.workspace);
        cache.script_calls.get(workspace, || {
            let runs = self.runs();
            let find = || interfaces(workspace, self.document, runs);
            let interfaces = cache.script_interfaces.get(workspace, find);
            calls(self.program(), runs, interfaces)
        })
    }

    /// Returns the definitions of the document that are probably misspelled.
    pub(crate) fn misspelled_definitions(&self) -> &'a MisspelledDefinitions<'a> {
        let find = || misspelled_definitions(self.program(), self.document.text());
        let found = &self.cache.misspelled_definitions;
        found.get(self.workspace, find)
    }

    /// Returns the scalars that the client reads as references to resources.
    pub(crate) fn references(&self) -> &'a [(Node<'a>, ResourceUse)] {
        self.cache.references.get(self.workspace, || {
            let mut uses = self.resource_uses();
            uses.retain(|(_, used)| used.is_reference());
            uses
        })
    }

    /// Returns the triggers of a schedule or a compute instance.
    pub(crate) fn triggers(&self) -> &'a [Trigger<'a>] {
        let find = || triggers(self.document);
        self.cache.triggers.get_or_init(find)
    }

    /// Returns the package lists in the document itself: a whole conda file, and each `conda_file`
    /// that is inline.
    pub(crate) fn conda_files(&self) -> &'a [CondaFile<'a>] {
        let document = self.document;
        self.cache
            .conda_files
            .get_or_init(|| CondaFile::all_of(document))
    }

    /// Returns the values that name VM sizes.
    pub(crate) fn vm_sizes(&self) -> Vec<SizeUse<'a>> {
        vm_sizes_among(&self.resource_uses())
    }

    fn resource_uses(&self) -> Vec<(Node<'a>, ResourceUse)> {
        resource_uses_of(self.document, || self.judgement())
    }

    /// Returns the component file that a step refers to; `None` if it isn't in the workspace.
    pub(crate) fn component(&self, work: &Work<'_>) -> Option<&'a Arc<Document>> {
        self.component_file(work.component?.text()?)
    }

    fn component_file(&self, reference: &str) -> Option<&'a Arc<Document>> {
        let known = self.works_with_components().1.get(reference);
        known.copied().unwrap_or_else(|| self.referenced(reference))
    }

    /// Returns the number of nodes that `work` requests and the value that sets it; `None` if it
    /// isn't a plain number.
    pub(crate) fn instance_count(&self, work: &Work<'a>) -> Option<(i64, Node<'a>)> {
        let node = self.instance_count_node(work)?;
        known_int(node).map(|count| (count, node))
    }

    /// Returns the value that sets the number of nodes of `work`: its own, else the one in its
    /// component or trial file. The `resources` of a step replace those of its component.
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
        let file = self.component_file(reference)?;
        file.root()?.get_path(&["resources", "instance_count"])
    }

    /// Returns the file of the job that `schedule` submits; `None` if it isn't in the workspace.
    pub(crate) fn scheduled_file(&self, schedule: &Schedule<'a>) -> Option<&'a Arc<Document>> {
        match schedule.job {
            ScheduledJob::File(node) => self.referenced(known_text(node)?),
            ScheduledJob::Registered(node) => self.workspace.job_named(
                self.document.path(),
                known_text(node)?.strip_prefix("azureml:")?,
            ),
            ScheduledJob::Inline(_) => None,
        }
    }

    /// The definitions that something else refers to, once a rule has read them.
    pub(crate) fn referenced_names(&self) -> &'a Lazy<HashSet<TextRange>> {
        &self.cache.referenced_names
    }

    /// Returns the values that command lines set in place of those of the document.
    pub(crate) fn cli_overrides(&self) -> &'a CliOverrides {
        self.cache.cli_overrides(self.workspace, self.document)
    }

    /// Returns the local paths that the document names.
    pub(crate) fn local_paths(&self) -> &'a LocalPaths<'a> {
        let find = || LocalPaths::new(self.document, self.judgement());
        self.cache.local_paths.get(self.workspace, find)
    }

    /// Returns `true` if the path in `node` differs from the one on disk only in letter case: the
    /// file exists, and another rule reports the spelling.
    pub(crate) fn is_misspelled_path(&self, node: Node<'_>) -> bool {
        let path = self.local_paths().at(node);
        path.is_some_and(|path| path.spelled(self.workspace, self.document.path()).is_some())
    }

    /// Returns the prices in the region of the document.
    pub(crate) fn prices(&self) -> &'a Prices {
        let find = || document_prices(self.workspace, self.document);
        self.cache.prices.get(self.workspace, find)
    }

    /// Resolves the compute of `work`; `None` if it has no `compute` value.
    pub(crate) fn resolve(&self, work: &Work<'a>) -> Option<Resolution<'a>> {
        Some(self.resolve_compute(work.target.node?))
    }

    /// Resolves the value `node` that names a compute.
    pub(crate) fn resolve_compute(&self, node: Node<'a>) -> Resolution<'a> {
        let resolve = || self.workspace.resolve_compute(self.document.path(), node);
        if !std::ptr::eq(node.tree(), self.document.tree()) {
            return resolve();
        }
        if let Some((known, is_provisional)) = self.cache.resolved().get(&node.id()) {
            self.workspace.reuse(*is_provisional);
            return known.clone();
        }
        let (resolved, is_provisional) = self.workspace.isolate(resolve);
        let known = (resolved.clone(), is_provisional);
        self.cache.resolved().insert(node.id(), known);
        resolved
    }

    /// Returns the described compute of `work` with the value that names it.
    pub(crate) fn known_compute(&self, work: &Work<'a>) -> Option<(KnownCompute, Node<'a>)> {
        match self.resolve(work)? {
            Resolution::Known(known) => Some((known, work.target.node?)),
            _ => None,
        }
    }
}
