//! A document as a program: scopes with inputs and outputs, pipelines with steps, and all scalars
//! with expressions and the scopes of their names.

use std::collections::HashMap;

use super::{Callee, Declaration, Expression, Port, PortType, Ports, ScannedText, Target};
use crate::cancellation;
use crate::syntax::{Node, NodeKind, known_text};
use crate::workspace::Workspace;

/// Type of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// A job on its own.
    Job,
    /// A component, in its own file or in a step.
    Component,
    /// A step with a command of its own.
    Step,
    /// The trial of a sweep.
    Trial,
}

/// Scope in which `inputs.`, `outputs.` and `search_space.` of a command and the like are looked up.
#[derive(Clone, Debug)]
pub struct ExpressionScope<'a> {
    /// Type of the scope.
    pub kind: ScopeKind,
    /// The mapping that contains `inputs`.
    pub node: Node<'a>,
    /// Names after `inputs.`.
    pub inputs: Ports<'a>,
    /// Names after `outputs.`.
    pub outputs: Ports<'a>,
    /// Names after `search_space.`; `None` outside a sweep.
    pub search_space: Option<Ports<'a>>,
    /// The step of the scope, as indexes of pipeline and step.
    pub step: Option<(usize, usize)>,
}

/// Type of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A command.
    Command,
    /// A sweep.
    Sweep,
    /// A parallel step.
    Parallel,
    /// A Spark step.
    Spark,
    /// An AutoML step.
    AutoMl,
    /// A pipeline in a pipeline.
    Pipeline,
    /// Copying or moving data.
    DataTransfer,
    /// `do_while`, `if_else`, `parallel_for`.
    Control,
    /// Unknown type.
    Unknown,
}

/// A step of a pipeline.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Key of the step.
    pub key: Node<'a>,
    /// Its mapping.
    pub node: Node<'a>,
    /// Type of the step.
    pub kind: StepKind,
    /// Values of its inputs.
    pub inputs: Ports<'a>,
    /// Destinations of its outputs.
    pub outputs: Ports<'a>,
    /// The component or command that it runs.
    pub callee: Callee<'a>,
    /// `true` if it is the job itself, which runs a component, or the schedule, which submits a
    /// job; its key is then `component` or `job`.
    pub is_job: bool,
}

impl<'a> Step<'a> {
    /// Reads the step `node` called `key` in the file at `path`.
    pub fn read(workspace: &'a Workspace, path: &str, key: Node<'a>, node: Node<'a>) -> Self {
        let kind = step_kind(node);
        let callee = match (kind, node.get("component"), node.get("trial")) {
            (StepKind::Control, ..) => Callee::Remote,
            (_, Some(component), _) => Callee::resolve(workspace, path, component),
            // A trial without inputs of its own uses those of the sweep.
            (StepKind::Sweep, None, Some(trial))
                if trial.kind() != NodeKind::Mapping || trial.get("inputs").is_some() =>
            {
                Callee::resolve(workspace, path, trial)
            }
            (StepKind::Unknown, ..) => Callee::Remote,
            _ => Callee::Own,
        };
        let (inputs, outputs) = (
            Ports::section(node, "inputs"),
            Ports::section(node, "outputs"),
        );
        Self {
            key,
            node,
            kind,
            inputs,
            outputs,
            callee,
            is_job: false,
        }
    }

    /// Returns its name.
    pub fn name(&self) -> &'a str {
        self.key.text().unwrap_or_default()
    }

    /// Returns a phrase for messages, such as "step `train`" or "this pipeline".
    pub fn subject(&self) -> String {
        match (self.is_job, self.name()) {
            (true, "job") => "this schedule".to_owned(),
            (true, _) => "this pipeline".to_owned(),
            (false, name) => format!("step `{name}`"),
        }
    }

    /// Returns the outputs that other steps may read.
    pub fn readable_outputs(&self) -> Ports<'a> {
        self.readable(Declaration::Output)
    }

    /// Returns the inputs that other steps may read.
    pub fn readable_inputs(&self) -> Ports<'a> {
        self.readable(Declaration::Input)
    }

    fn readable(&self, kind: Declaration) -> Ports<'a> {
        let own = self.own_ports(kind);
        match (&self.callee, self.declared_ports(kind)) {
            (Callee::Remote, _) => own.with(&Ports::unknown()),
            (_, Some(declared)) => own.with(declared),
            _ => own.clone(),
        }
    }

    /// Returns `true` if `name` may be one of the inputs or outputs that other steps may read.
    /// Unlike the methods above, it builds no list, because it runs for each expression.
    pub(crate) fn may_have(&self, kind: Declaration, name: &str) -> bool {
        matches!(self.callee, Callee::Remote)
            || self.own_ports(kind).has(name)
            || self
                .declared_ports(kind)
                .is_some_and(|declared| declared.has(name))
    }

    /// Returns the ports written in the step itself.
    pub(crate) fn own_ports(&self, kind: Declaration) -> &Ports<'a> {
        match kind {
            Declaration::Output => &self.outputs,
            _ => &self.inputs,
        }
    }

    /// Returns the ports that the component of the step declares, if it can be read.
    pub(crate) fn declared_ports(&self, kind: Declaration) -> Option<&Ports<'a>> {
        let interface = self.callee.interface()?;
        Some(match kind {
            Declaration::Output => &interface.outputs,
            _ => &interface.inputs,
        })
    }
}

fn step_kind(node: Node<'_>) -> StepKind {
    let component = node.get("component");
    let inline = component.filter(|component| component.kind() == NodeKind::Mapping);
    let named = node.get("type").or_else(|| inline?.get("type"));
    match named
        .and_then(known_text)
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        Some("command") => StepKind::Command,
        Some("sweep") => StepKind::Sweep,
        Some("parallel") => StepKind::Parallel,
        Some("spark") => StepKind::Spark,
        Some("automl") => StepKind::AutoMl,
        Some("pipeline") => StepKind::Pipeline,
        Some("data_transfer" | "import") => StepKind::DataTransfer,
        Some("do_while" | "if_else" | "parallel_for") => StepKind::Control,
        Some(_) => StepKind::Unknown,
        None if named.is_some() => StepKind::Unknown,
        None if node.get("trial").is_some() => StepKind::Sweep,
        None if node.get("command").is_some() => StepKind::Command,
        None => StepKind::Unknown,
    }
}

/// A pipeline: the job, the component, or one that is inline in a step.
#[derive(Clone, Debug)]
pub struct Pipeline<'a> {
    /// Its mapping.
    pub node: Node<'a>,
    /// Its inputs.
    pub inputs: Ports<'a>,
    /// Its outputs.
    pub outputs: Ports<'a>,
    /// Its steps in the order of the file.
    pub steps: Vec<Step<'a>>,
    /// `true` if there may be other steps.
    pub open: bool,
    /// The index of each step by its name.
    pub(super) names: HashMap<&'a str, usize>,
    /// The job as a step, if it has `component` instead of `jobs`.
    pub call: Option<Step<'a>>,
}

impl<'a> Pipeline<'a> {
    /// Returns the step called `name` with its index.
    pub fn step(&self, name: &str) -> Option<(usize, &Step<'a>)> {
        let index = *self.names.get(name)?;
        Some((index, self.steps.get(index)?))
    }

    /// Returns the type of the value of an expression in one of its steps.
    pub fn type_of(&self, target: &Target<'a>) -> Option<PortType> {
        match target {
            Target::ParentInput(name) => self.inputs.get(name.text)?.kind(),
            Target::StepOutput(step, port) => {
                let step = self.step(step.text)?.1;
                let own = step.outputs.get(port.text).and_then(Port::declared);
                own.or_else(|| step.callee.interface()?.outputs.get(port.text)?.declared())
            }
            Target::StepInput(step, port) => {
                let step = self.step(step.text)?.1;
                step.callee.interface()?.inputs.get(port.text)?.declared()
            }
            _ => None,
        }
    }

    /// Returns the type of an input of one of its steps: of a literal, a declaration, or a binding.
    pub fn type_given(&self, port: Port<'a>) -> Option<PortType> {
        let Some(text) = port.value.text().filter(|text| text.contains("${{")) else {
            return port.kind();
        };
        let scan = super::scan(text);
        match scan.expressions.as_slice() {
            [only] if only.range.len() == text.trim().len() => self.type_of(&only.target),
            // An expression with other text around it yields a string.
            _ => Some(PortType::String),
        }
    }
}

/// Role of a scalar with expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionRole {
    /// A command or arguments: evaluated at run time, in a scope of its own.
    Run,
    /// An input of a step.
    StepInput,
    /// An output of a step.
    StepOutput,
    /// Another field of a step that takes expressions of the pipeline.
    StepField,
    /// A field of a step whose value must be fixed.
    StepFixed,
    /// An output of a job on its own or of a pipeline: the service fills in names there.
    JobOutput,
    /// Any other place.
    Other,
}

/// A scalar with an expression, or with text that resembles one.
#[derive(Clone, Debug)]
pub struct ExpressionSite<'a> {
    /// The scalar.
    pub text: ScannedText<'a>,
    /// Role of the scalar.
    pub role: ExpressionRole,
    /// Index of the scope in which `inputs.` and the like are looked up.
    pub scope: Option<usize>,
    /// Index of the pipeline that `parent.` refers to.
    pub pipeline: Option<usize>,
    /// Index of the step in that pipeline.
    pub step: Option<usize>,
    /// The key of the step's input, output or field.
    pub key: Option<Node<'a>>,
}

/// The sites of a program sorted by scope.
#[derive(Clone, Debug)]
pub struct SitesByScope<'p, 'a>(Vec<&'p ExpressionSite<'a>>);

impl<'p, 'a> SitesByScope<'p, 'a> {
    /// Returns those in the scope with this index.
    pub fn of(&self, scope: usize) -> &[&'p ExpressionSite<'a>] {
        let from = self.0.partition_point(|site| site.scope < Some(scope));
        let behind = &self.0[from..];
        &behind[..behind.partition_point(|site| site.scope == Some(scope))]
    }
}

/// A document as a program.
#[derive(Clone, Debug, Default)]
pub struct Program<'a> {
    /// The scopes.
    pub scopes: Vec<ExpressionScope<'a>>,
    /// The pipelines.
    pub pipelines: Vec<Pipeline<'a>>,
    /// The scalars with expressions.
    pub sites: Vec<ExpressionSite<'a>>,
    /// The job file that a schedule submits with changes, as the callee of this "step".
    pub scheduled: Option<Step<'a>>,
}

impl<'a> Program<'a> {
    /// Returns the pipeline of a site.
    pub fn pipeline(&self, site: &ExpressionSite<'a>) -> Option<&Pipeline<'a>> {
        self.pipelines.get(site.pipeline?)
    }

    /// Returns `true` if the client looks at what the expressions at `site` name: in the command of a command
    /// component, or of a step of its own (`CommandComponent._validate_command` of azure-ai-ml 1.35.2).
    pub fn is_checked_command(&self, site: &ExpressionSite<'a>) -> bool {
        if site.role != ExpressionRole::Run {
            return false;
        }
        match self.scope(site) {
            Some(scope) if scope.kind == ScopeKind::Component => {
                let ty = scope.node.get("type").and_then(Node::text);
                ty.is_none_or(|ty| ty == "command") && scope.node.get("command").is_some()
            }
            _ => self
                .step(site)
                .is_some_and(|step| step.kind == StepKind::Command),
        }
    }

    /// Returns the scope of a site.
    pub fn scope(&self, site: &ExpressionSite<'a>) -> Option<&ExpressionScope<'a>> {
        self.scopes.get(site.scope?)
    }

    /// Returns the step of a site.
    pub fn step(&self, site: &ExpressionSite<'a>) -> Option<&Step<'a>> {
        self.pipeline(site)?.steps.get(site.step?)
    }

    /// Returns the port of a step that contains a site: as set in the step, and as declared by its
    /// component.
    pub fn port_at(
        &self,
        site: &ExpressionSite<'a>,
    ) -> Option<(Option<Port<'a>>, Option<Port<'a>>)> {
        let step = self.step(site)?;
        let name = site.key?.text()?;
        let interface = step.callee.interface();
        let (given, declared) = match site.role {
            ExpressionRole::StepInput => {
                (&step.inputs, interface.map(|interface| &interface.inputs))
            }
            ExpressionRole::StepOutput => {
                (&step.outputs, interface.map(|interface| &interface.outputs))
            }
            _ => return None,
        };
        Some((given.get(name), declared.and_then(|ports| ports.get(name))))
    }

    /// Returns the sites sorted by scope, such as commands and environment variables, for lookups
    /// of the names that a scope declares.
    pub fn sites_by_scope(&self) -> SitesByScope<'_, 'a> {
        let mut sites: Vec<&ExpressionSite<'a>> = self.sites.iter().collect();
        sites.sort_by_key(|site| site.scope);
        SitesByScope(sites)
    }

    /// Returns every expression with its site.
    pub fn expressions(&self) -> impl Iterator<Item = (&ExpressionSite<'a>, &Expression<'a>)> {
        self.sites.iter().flat_map(|site| {
            site.text
                .scan
                .expressions
                .iter()
                .inspect(|_| cancellation::poll())
                .map(move |expression| (site, expression))
        })
    }

    /// Returns the sites of a role.
    pub(crate) fn sites_in(
        &self,
        role: ExpressionRole,
    ) -> impl Iterator<Item = &ExpressionSite<'a>> {
        self.sites.iter().filter(move |site| site.role == role)
    }

    /// Returns every expression at a site of a role.
    pub(crate) fn expressions_in(
        &self,
        role: ExpressionRole,
    ) -> impl Iterator<Item = (&ExpressionSite<'a>, &Expression<'a>)> {
        let expressions = self.expressions();
        expressions.filter(move |(site, _)| site.role == role)
    }

    /// Returns every use of a component with its pipeline: the steps, and the job that runs a
    /// component itself.
    pub fn calls(&self) -> impl Iterator<Item = (&Pipeline<'a>, &Step<'a>)> {
        let jobs = self
            .pipelines
            .iter()
            .filter_map(|pipeline| Some((pipeline, pipeline.call.as_ref()?)));
        self.steps().chain(jobs)
    }

    /// Returns every step with its pipeline.
    pub fn steps(&self) -> impl Iterator<Item = (&Pipeline<'a>, &Step<'a>)> {
        self.pipelines
            .iter()
            .flat_map(|pipeline| pipeline.steps.iter().map(move |step| (pipeline, step)))
    }
}
