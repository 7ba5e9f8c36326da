//! Walks a document and builds its [`Program`].

use super::interface::merged_entries;
use super::{
    Callee, ExpressionRole, ExpressionScope, ExpressionSite, Pipeline, Ports, Program, ScannedText,
    ScopeKind, Step, StepKind,
};
use crate::document::{Document, Kind};
use crate::schema::table::{is_fixed_in_step, is_run_key};
use crate::syntax::{Node, NodeKind, known_text};
use crate::workspace::Workspace;

/// Maximum depth of nested components, which anchors could make infinite.
const DEPTH: u32 = 12;

impl<'a> Program<'a> {
    /// Reads `document`, and the components in `workspace` that it refers to.
    pub fn new(workspace: &'a Workspace, document: &'a Document) -> Self {
        build(workspace, document)
    }
}

fn build<'a>(workspace: &'a Workspace, document: &'a Document) -> Program<'a> {
    let mut builder = ProgramBuilder {
        workspace,
        path: document.path(),
        program: Program::default(),
    };
    let (Some(root), Some(kind)) = (document.root(), document.kind()) else {
        return builder.program;
    };
    match kind {
        Kind::JobPipeline | Kind::ComponentPipeline => builder.pipeline(root, DEPTH),
        Kind::JobSweep => builder.sweep(root, None),
        _ if kind.is_job() => builder.runnable(root, ScopeKind::Job),
        _ if kind.is_component() => builder.runnable(root, ScopeKind::Component),
        Kind::ScheduleJob => builder.schedule(root),
        // Expressions of flows have another syntax.
        Kind::FlowDag | Kind::FlowRun => {}
        _ => builder.rest(root, &SiteContext::default()),
    }
    builder.program
}

/// Context of the scalars below a node.
#[derive(Clone, Copy, Default)]
struct SiteContext<'a> {
    role: Option<ExpressionRole>,
    scope: Option<usize>,
    pipeline: Option<usize>,
    step: Option<usize>,
    key: Option<Node<'a>>,
}

impl<'a> SiteContext<'a> {
    fn role(self, role: ExpressionRole) -> Self {
        Self {
            role: Some(role),
            ..self
        }
    }

    fn key(self, key: Node<'a>) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }
}

struct ProgramBuilder<'a> {
    workspace: &'a Workspace,
    path: &'a str,
    program: Program<'a>,
}

impl<'a> ProgramBuilder<'a> {
    /// Reads a command, Spark, parallel or similar job or component.
    fn runnable(&mut self, node: Node<'a>, kind: ScopeKind) {
        let scope = self.scope(ExpressionScope {
            kind,
            node,
            inputs: Ports::section(node, "inputs"),
            outputs: Ports::section(node, "outputs"),
            search_space: None,
            step: None,
        });
        let at = SiteContext {
            scope: Some(scope),
            ..SiteContext::default()
        };
        for entry in merged_entries(node) {
            let value = entry.value.resolved();
            match entry.key.text() {
                Some("outputs") => self.rest(value, &at.role(ExpressionRole::JobOutput)),
                Some(key) if self.run_field(key, value, &at) => {}
                _ => self.rest(value, &at),
            }
        }
    }

    /// Reads a field that is evaluated at run time; returns `false` for other fields.
    fn run_field(&mut self, key: &str, value: Node<'a>, at: &SiteContext<'a>) -> bool {
        let run = at.role(ExpressionRole::Run);
        match key {
            _ if is_run_key(key) => self.rest(value, &run),
            "task" if value.kind() == NodeKind::Mapping => {
                for entry in merged_entries(value) {
                    let value = entry.value.resolved();
                    if !entry
                        .key
                        .text()
                        .is_some_and(|key| self.run_field(key, value, at))
                    {
                        self.rest(value, at);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads a sweep on its own or, with `step`, in a pipeline.
    fn sweep(&mut self, node: Node<'a>, step: Option<SiteContext<'a>>) {
        let trial = node.get("trial");
        let at = step.unwrap_or_default();
        if let Some(trial) = trial.filter(|trial| trial.kind() == NodeKind::Mapping) {
            let scope = self.scope(ExpressionScope {
                kind: ScopeKind::Trial,
                node,
                inputs: Ports::section(node, "inputs").with(&Ports::section(trial, "inputs")),
                outputs: Ports::section(node, "outputs").with(&Ports::section(trial, "outputs")),
                search_space: Some(Ports::read(node.get("search_space"))),
                step: at.pipeline.zip(at.step),
            });
            let at = SiteContext {
                scope: Some(scope),
                ..SiteContext::default()
            };
            for entry in merged_entries(trial) {
                let value = entry.value.resolved();
                if !entry
                    .key
                    .text()
                    .is_some_and(|key| self.run_field(key, value, &at))
                {
                    self.rest(value, &at);
                }
            }
        }
        if step.is_none() {
            for entry in merged_entries(node) {
                match entry.key.text() {
                    Some("trial")
                        if trial.is_some_and(|trial| trial.kind() == NodeKind::Mapping) => {}
                    Some("outputs") => {
                        self.rest(entry.value.resolved(), &at.role(ExpressionRole::JobOutput));
                    }
                    _ => self.rest(entry.value.resolved(), &at),
                }
            }
        }
    }

    fn pipeline(&mut self, node: Node<'a>, depth: u32) {
        let index = self.program.pipelines.len();
        let jobs = node.get("jobs");
        let is_map = jobs.is_none_or(|jobs| jobs.kind() == NodeKind::Mapping || jobs.is_null());
        let entries = jobs.map(merged_entries).unwrap_or_default();
        let mut steps: Vec<Step<'a>> = Vec::new();
        for entry in entries.iter().filter(|it| it.key.text() != Some("<<")) {
            let value = entry.value.resolved();
            steps.push(Step::read(self.workspace, self.path, entry.key, value));
        }
        let open = !is_map || steps.len() < entries.len() || node.get("component").is_some();
        let call = node
            .entry("component")
            .filter(|_| jobs.is_none())
            .map(|component| {
                let step = Step::read(self.workspace, self.path, component.key, node);
                Step {
                    is_job: true,
                    ..step
                }
            });
        let (inputs, outputs) = (
            pipeline_ports(node, "inputs"),
            pipeline_ports(node, "outputs"),
        );
        let names = steps.iter().enumerate();
        let names = names.map(|(index, step)| (step.name(), index)).collect();
        self.program.pipelines.push(Pipeline {
            node,
            inputs,
            outputs,
            steps,
            open,
            names,
            call,
        });
        let outputs = SiteContext::default().role(ExpressionRole::JobOutput);
        for entry in merged_entries(node) {
            match entry.key.text() {
                Some("jobs") => {}
                Some("outputs") => self.rest(entry.value.resolved(), &outputs),
                _ => self.rest(entry.value.resolved(), &SiteContext::default()),
            }
        }
        for step in 0..self.program.pipelines[index].steps.len() {
            self.step(index, step, depth);
        }
    }

    fn step(&mut self, pipeline: usize, index: usize, depth: u32) {
        let step = self.program.pipelines[pipeline].steps[index].clone();
        let at = SiteContext {
            pipeline: Some(pipeline),
            step: Some(index),
            ..SiteContext::default()
        };
        let scope = self.step_scope(&step, (pipeline, index));
        let own = SiteContext {
            scope: Some(scope),
            ..at
        };
        for entry in merged_entries(step.node) {
            let value = entry.value.resolved();
            let key = entry.key.text().unwrap_or_default();
            let is_map = value.kind() == NodeKind::Mapping;
            match key {
                "inputs" => self.ports(value, &own.role(ExpressionRole::StepInput)),
                "outputs" => self.ports(value, &own.role(ExpressionRole::StepOutput)),
                "component" if is_map => self.component(value, depth),
                "trial"
                    if is_map && value.get("inputs").is_some() && value.get("type").is_some() =>
                {
                    self.component(value, depth);
                }
                "trial" if is_map => self.sweep(step.node, Some(at)),
                "jobs" if is_map && step.kind == StepKind::Pipeline => {
                    if depth > 0 {
                        self.pipeline(step.node, depth - 1);
                    }
                }
                _ if is_fixed_in_step(key) => {
                    self.rest(value, &own.role(ExpressionRole::StepFixed).key(entry.key));
                }
                "task" if step.kind == StepKind::AutoMl && !is_map => {
                    self.rest(value, &own.role(ExpressionRole::StepFixed).key(entry.key));
                }
                _ if step.kind != StepKind::AutoMl && self.run_field(key, value, &own) => {}
                _ => self.rest(value, &own.role(ExpressionRole::StepField).key(entry.key)),
            }
        }
    }

    /// Adds the scope of the step's own command: its inputs and outputs with those of its component.
    fn step_scope(&mut self, step: &Step<'a>, at: (usize, usize)) -> usize {
        let (inputs, outputs) = match &step.callee {
            Callee::Own => (step.inputs.clone(), step.outputs.clone()),
            _ => (step.readable_inputs(), step.readable_outputs()),
        };
        let search_space =
            (step.kind == StepKind::Sweep).then(|| Ports::read(step.node.get("search_space")));
        self.scope(ExpressionScope {
            kind: ScopeKind::Step,
            node: step.node,
            inputs,
            outputs,
            search_space,
            step: Some(at),
        })
    }

    /// Reads a component that is inline in a step, with scopes of its own.
    fn component(&mut self, node: Node<'a>, depth: u32) {
        if depth == 0 {
            return;
        }
        if node.get("jobs").is_some() {
            self.pipeline(node, depth - 1);
        } else {
            self.runnable(node, ScopeKind::Component);
        }
    }

    fn schedule(&mut self, root: Node<'a>) {
        self.program.scheduled = self.scheduled(root);
        for entry in merged_entries(root) {
            let value = entry.value.resolved();
            let job = entry.key.text() == Some("create_job") && value.get("job").is_none();
            if job && value.get("jobs").is_some() {
                self.pipeline(value, DEPTH);
            } else if job && value.get("command").is_some() {
                self.runnable(value, ScopeKind::Job);
            } else {
                self.rest(value, &SiteContext::default());
            }
        }
    }

    /// Returns the job file that is submitted with other inputs or outputs; `None` if the job runs
    /// a component, which then declares the ports.
    fn scheduled(&self, root: Node<'a>) -> Option<Step<'a>> {
        let changes = root
            .get("create_job")
            .filter(|node| node.kind() == NodeKind::Mapping)?;
        let job = changes
            .entry("job")
            .filter(|job| known_text(job.value).is_some_and(|job| !job.starts_with("azureml:")))?;
        let callee = Callee::resolve(self.workspace, self.path, job.value);
        let file = callee.interface()?;
        let is_job = file
            .document
            .and_then(|document| document.kind())
            .is_some_and(Kind::is_job);
        let step = Step::read(self.workspace, self.path, job.key, changes);
        (is_job && file.node.get("component").is_none()).then_some(Step {
            callee,
            is_job: true,
            ..step
        })
    }

    /// Reads the entries of a step's `inputs` or `outputs`.
    fn ports(&mut self, node: Node<'a>, at: &SiteContext<'a>) {
        for entry in merged_entries(node) {
            self.rest(entry.value.resolved(), &at.key(entry.key));
        }
        if node.kind() != NodeKind::Mapping {
            self.rest(node, at);
        }
    }

    /// Reads every scalar below `node`. Aliases are not followed: their targets are visited at the
    /// anchor.
    fn rest(&mut self, node: Node<'a>, at: &SiteContext<'a>) {
        if let NodeKind::Mapping = node.kind() {
            node.entries().for_each(|entry| self.rest(entry.value, at));
        } else if node.kind() == NodeKind::Sequence {
            node.children().for_each(|item| self.rest(item, at));
        } else if node.text().is_some_and(|text| text.contains(['$', '{'])) && !node.is_repaired() {
            self.site(node, at);
        }
    }

    fn site(&mut self, node: Node<'a>, at: &SiteContext<'a>) {
        let Some(text) = ScannedText::new(node) else {
            return;
        };
        if text.scan.expressions.is_empty()
            && text.scan.brackets.is_empty()
            && text.scan.mistakes.is_empty()
        {
            return;
        }
        let role = at.role.unwrap_or(ExpressionRole::Other);
        let SiteContext {
            scope,
            pipeline,
            step,
            key,
            ..
        } = *at;
        self.program.sites.push(ExpressionSite {
            text,
            role,
            scope,
            pipeline,
            step,
            key,
        });
    }

    fn scope(&mut self, scope: ExpressionScope<'a>) -> usize {
        self.program.scopes.push(scope);
        self.program.scopes.len() - 1
    }
}

/// Returns the inputs or outputs of the pipeline in `node`. A job that runs a component has those
/// of the component.
fn pipeline_ports<'a>(node: Node<'a>, key: &str) -> Ports<'a> {
    let mut ports = Ports::section(node, key);
    ports.open |= node.get("component").is_some();
    ports
}
