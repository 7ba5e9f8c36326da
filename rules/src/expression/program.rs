//! A document as a program: scopes with inputs and outputs, pipelines with steps, and every place
//! that holds an expression together with what it may name there.

use std::collections::HashMap;

use super::{Callee, Declaration, Expression, Port, PortType, Ports, ScannedText, Target};
use crate::syntax::known_text;
use crate::syntax::{Node, NodeKind};
use crate::workspace::Workspace;

/// What sort of thing has a scope of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// A job on its own.
    Job,
    /// A component, in its own file or in a step.
    Component,
    /// A step that says itself what it runs.
    Step,
    /// The trial of a sweep.
    Trial,
}

/// Where a command and its like look up `inputs.`, `outputs.` and `search_space.`.
#[derive(Clone, Debug)]
pub struct ExpressionScope<'a> {
    /// What sort it is.
    pub kind: ScopeKind,
    /// The mapping that holds `inputs`.
    pub node: Node<'a>,
    /// What `inputs.` can name.
    pub inputs: Ports<'a>,
    /// What `outputs.` can name.
    pub outputs: Ports<'a>,
    /// What `search_space.` can name; `None` outside a sweep.
    pub search_space: Option<Ports<'a>>,
    /// The step it belongs to, as indexes of pipeline and step.
    pub step: Option<(usize, usize)>,
}

/// What sort of step it is.
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
    /// Not known.
    Unknown,
}

/// A step of a pipeline.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Its name.
    pub key: Node<'a>,
    /// Its mapping.
    pub node: Node<'a>,
    /// What sort it is.
    pub kind: StepKind,
    /// What it gives its inputs.
    pub inputs: Ports<'a>,
    /// Where it sends its outputs.
    pub outputs: Ports<'a>,
    /// What it runs.
    pub callee: Callee<'a>,
    /// It is the job itself, which runs a component, or the schedule, which submits a job; its name
    /// is the key `component` or `job`.
    pub is_job: bool,
}

impl<'a> Step<'a> {
    /// Reads the step `node` called `key` in the file at `path`.
    #[must_use]
    pub fn read(workspace: &'a Workspace, path: &str, key: Node<'a>, node: Node<'a>) -> Self {
        let kind = step_kind(node);
        let callee = match (kind, node.get("component"), node.get("trial")) {
            (StepKind::Control, ..) => Callee::Remote,
            (_, Some(component), _) => Callee::resolve(workspace, path, component),
            // A trial without inputs of its own reads those of the sweep.
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

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.key.text().unwrap_or_default()
    }

    /// "step `train`" or "this pipeline".
    #[must_use]
    pub fn subject(&self) -> String {
        match (self.is_job, self.name()) {
            (true, "job") => "this schedule".to_owned(),
            (true, _) => "this pipeline".to_owned(),
            (false, name) => format!("step `{name}`"),
        }
    }

    /// The outputs that other steps may read.
    #[must_use]
    pub fn readable_outputs(&self) -> Ports<'a> {
        self.readable(Declaration::Output)
    }

    /// The inputs that other steps may read.
    #[must_use]
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

    /// Whether `name` may be one of the inputs or outputs that other steps may read. A list of them
    /// is made for people, not for each expression.
    pub(crate) fn may_have(&self, kind: Declaration, name: &str) -> bool {
        matches!(self.callee, Callee::Remote)
            || self.own_ports(kind).has(name)
            || self
                .declared_ports(kind)
                .is_some_and(|declared| declared.has(name))
    }

    /// What the step itself writes.
    pub(crate) fn own_ports(&self, kind: Declaration) -> &Ports<'a> {
        match kind {
            Declaration::Output => &self.outputs,
            _ => &self.inputs,
        }
    }

    /// What the component of the step declares, where it can be read.
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

/// A pipeline: the job, the component, or one written inside a step.
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
    /// There may be other steps.
    pub open: bool,
    /// The index of each step by its name.
    pub(super) names: HashMap<&'a str, usize>,
    /// The job as the call of a component, where it has `component` in place of `jobs`.
    pub call: Option<Step<'a>>,
}

impl<'a> Pipeline<'a> {
    /// The step called `name` with its index.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<(usize, &Step<'a>)> {
        let index = *self.names.get(name)?;
        Some((index, self.steps.get(index)?))
    }

    /// The type of what an expression in one of its steps delivers.
    #[must_use]
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

    /// The type of what an input of one of its steps is given: a literal, a declaration, a binding.
    #[must_use]
    pub fn type_given(&self, port: Port<'a>) -> Option<PortType> {
        let Some(text) = port.value.text().filter(|text| text.contains("${{")) else {
            return port.kind();
        };
        let scan = super::scan(text);
        match scan.expressions.as_slice() {
            [only] if only.range.len() == text.trim().len() => self.type_of(&only.target),
            // Text around an expression makes a text of it.
            _ => Some(PortType::String),
        }
    }
}

/// What a scalar with expressions is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionRole {
    /// A command, arguments: evaluated when it runs, in its own scope.
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
    /// Anywhere else.
    Other,
}

/// A scalar that holds an expression or something close to one.
#[derive(Clone, Debug)]
pub struct ExpressionSite<'a> {
    /// The scalar.
    pub text: ScannedText<'a>,
    /// What it is for.
    pub role: ExpressionRole,
    /// Index of the scope that `inputs.` and the like are looked up in.
    pub scope: Option<usize>,
    /// Index of the pipeline that `parent.` means.
    pub pipeline: Option<usize>,
    /// Index of the step in that pipeline.
    pub step: Option<usize>,
    /// The key of the step's input, output or field.
    pub key: Option<Node<'a>>,
}

/// The sites of a program in the order of their scopes.
#[derive(Clone, Debug)]
pub struct SitesByScope<'p, 'a>(Vec<&'p ExpressionSite<'a>>);

impl<'p, 'a> SitesByScope<'p, 'a> {
    /// Those in a scope, by its index.
    #[must_use]
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
    /// The places with expressions.
    pub sites: Vec<ExpressionSite<'a>>,
    /// The job file that a schedule submits with changes, as what that "step" runs.
    pub scheduled: Option<Step<'a>>,
}

impl<'a> Program<'a> {
    /// The pipeline of a site.
    #[must_use]
    pub fn pipeline(&self, site: &ExpressionSite<'a>) -> Option<&Pipeline<'a>> {
        self.pipelines.get(site.pipeline?)
    }

    /// The scope of a site.
    #[must_use]
    pub fn scope(&self, site: &ExpressionSite<'a>) -> Option<&ExpressionScope<'a>> {
        self.scopes.get(site.scope?)
    }

    /// The step of a site.
    #[must_use]
    pub fn step(&self, site: &ExpressionSite<'a>) -> Option<&Step<'a>> {
        self.pipeline(site)?.steps.get(site.step?)
    }

    /// The port of a step that a site is written at: as the step gives it, and as its component
    /// declares it.
    #[must_use]
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

    /// The sites by scope: of commands, environment variables and whatever else may name what the
    /// scope declares.
    #[must_use]
    pub fn sites_by_scope(&self) -> SitesByScope<'_, 'a> {
        let mut sites: Vec<&ExpressionSite<'a>> = self.sites.iter().collect();
        sites.sort_by_key(|site| site.scope);
        SitesByScope(sites)
    }

    /// Every expression with its site.
    pub fn expressions(&self) -> impl Iterator<Item = (&ExpressionSite<'a>, &Expression<'a>)> {
        self.sites.iter().flat_map(|site| {
            site.text
                .scan
                .expressions
                .iter()
                .map(move |expression| (site, expression))
        })
    }

    /// Every use of a component with its pipeline: the steps, and the job that runs a component
    /// itself.
    pub fn calls(&self) -> impl Iterator<Item = (&Pipeline<'a>, &Step<'a>)> {
        let jobs = self
            .pipelines
            .iter()
            .filter_map(|pipeline| Some((pipeline, pipeline.call.as_ref()?)));
        self.steps().chain(jobs)
    }

    /// Every step with its pipeline.
    pub fn steps(&self) -> impl Iterator<Item = (&Pipeline<'a>, &Step<'a>)> {
        self.pipelines
            .iter()
            .flat_map(|pipeline| pipeline.steps.iter().map(move |step| (pipeline, step)))
    }
}
