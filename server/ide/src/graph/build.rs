//! Draws the pipelines of a program, including those nested in its steps.

use std::collections::HashMap;
use std::sync::Arc;

use azml_rules::document::Kind;
use azml_rules::expression::{Callee, Port, Step, StepKind};
use azml_rules::syntax;
use azml_rules::text::{Location, TextRange};

use super::costs::StepCosts;
use super::model::{Compute, Graph, Group, Node, NodeKind};
use super::problems::Problems;
use super::words;
use crate::Site;

/// Maximum depth of nested pipelines: they can reference each other in a cycle.
const DEPTH: usize = 6;
/// Number of nodes from which nested pipelines stay collapsed, to keep the picture readable.
const MANY: usize = 1000;

pub(crate) fn build(site: &Site<'_>) -> Graph {
    let mut builder = Builder {
        site,
        graph: Graph::default(),
        problems: HashMap::new(),
        costs: StepCosts::of(site),
        open: Vec::new(),
    };
    let file = builder.file(site);
    builder.open.push(site.document.shared_path());
    if let Some(pipeline) = site.program().pipelines.first() {
        builder.graph.title = words::title(site.document, pipeline.node);
        builder.pipeline(&Sheet {
            file: &file,
            index: 0,
            group: None,
            compute: None,
            depth: DEPTH,
        });
    }
    builder.graph
}

/// A file with its problems.
pub(crate) struct File<'s, 'a> {
    pub(crate) site: &'s Site<'a>,
    problems: Arc<Problems>,
}

impl File<'_, '_> {
    fn place(&self, node: syntax::Node<'_>) -> Location {
        Location {
            path: self.site.document.shared_path(),
            range: node.range(),
        }
    }

    /// Returns the message of the first problem in one of these ranges.
    pub(crate) fn problem(&self, at: &[TextRange]) -> Option<String> {
        self.problems.first_at(at)
    }
}

/// A pipeline to draw.
pub(crate) struct Sheet<'l, 's, 'a> {
    pub(crate) file: &'l File<'s, 'a>,
    /// Index of the pipeline in the program.
    pub(crate) index: usize,
    pub(crate) group: Option<usize>,
    /// The default compute of its steps.
    pub(crate) compute: Option<Compute>,
    pub(crate) depth: usize,
}

/// A side of a pipeline.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Inputs,
    Outputs,
}

/// The nodes at which bindings end.
pub(crate) enum Drawn {
    Node(usize),
    /// A pipeline with its inputs and outputs.
    Group(usize, Ends),
}

/// The nodes of a pipeline by name, including those for missing names.
#[derive(Default)]
pub(crate) struct Ends {
    pub(crate) inputs: HashMap<String, usize>,
    pub(crate) outputs: HashMap<String, usize>,
    pub(crate) steps: Vec<Drawn>,
    pub(crate) missing: HashMap<String, usize>,
}

pub(crate) struct Builder<'s, 'a> {
    pub(crate) site: &'s Site<'a>,
    pub(crate) graph: Graph,
    /// Problems of each file examined so far.
    problems: HashMap<Arc<str>, Arc<Problems>>,
    costs: StepCosts,
    /// The files that are being drawn: a pipeline that runs itself is drawn once.
    pub(crate) open: Vec<Arc<str>>,
}

impl Builder<'_, '_> {
    fn file<'s, 'a>(&mut self, site: &'s Site<'a>) -> File<'s, 'a> {
        let path = site.document.shared_path();
        let problems = self.problems.entry(path);
        let problems = problems.or_insert_with(|| Arc::new(Problems::of(site)));
        let problems = problems.clone();
        File { site, problems }
    }

    fn pipeline(&mut self, sheet: &Sheet<'_, '_, '_>) -> Ends {
        let mut ends = Ends::default();
        let Some(pipeline) = sheet.file.site.program().pipelines.get(sheet.index) else {
            return ends;
        };
        let settings = pipeline.node.get_path(&["settings", "default_compute"]);
        let own = settings
            .filter(|node| !node.is_null())
            .or_else(|| pipeline.node.get("compute"));
        let compute = own.and_then(|node| {
            words::compute(self.site.workspace, sheet.file.site.document.path(), node)
        });
        let inner = Sheet {
            compute: compute.or_else(|| sheet.compute.clone()),
            ..*sheet
        };
        if pipeline.call.is_none() {
            ends.inputs = self.ports(sheet, &pipeline.inputs.list, NodeKind::Input);
        }
        for step in pipeline.steps.iter().chain(&pipeline.call) {
            let drawn = self.step(&inner, step);
            ends.steps.push(drawn);
        }
        if pipeline.call.is_none() {
            ends.outputs = self.ports(sheet, &pipeline.outputs.list, NodeKind::Output);
        }
        for (site, expression) in sheet.file.site.program().expressions() {
            if site.pipeline == Some(sheet.index) {
                self.add_binding(sheet, pipeline, &mut ends, site, expression);
            }
        }
        ends
    }

    fn ports(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        ports: &[Port<'_>],
        kind: NodeKind,
    ) -> HashMap<String, usize> {
        let mut drawn = HashMap::new();
        for port in ports {
            let place = Some(sheet.file.place(port.key));
            let node = self.node(sheet, kind, port.name(), words::of_port(*port), place);
            drawn.insert(port.name().to_owned(), node);
        }
        drawn
    }

    pub(crate) fn node(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        kind: NodeKind,
        name: &str,
        about: String,
        place: Option<Location>,
    ) -> usize {
        let name = name.to_owned();
        self.graph.nodes.push(Node {
            kind,
            name,
            about,
            compute: None,
            cost: None,
            group: sheet.group,
            place,
            problem: None,
        });
        self.graph.nodes.len() - 1
    }

    fn step(&mut self, sheet: &Sheet<'_, '_, '_>, step: &Step<'_>) -> Drawn {
        let file = sheet.file;
        let own = step
            .node
            .get("compute")
            .and_then(|node| words::compute(self.site.workspace, file.site.document.path(), node));
        let compute = own.or_else(|| sheet.compute.clone());
        if let Some(drawn) = self.nested(sheet, step, compute.as_ref()) {
            return drawn;
        }
        let kind = match (&step.callee, step.kind) {
            (_, StepKind::Control) => NodeKind::Control,
            (Callee::Remote, _) => NodeKind::Remote,
            _ => NodeKind::Step,
        };
        let name = if step.is_job {
            words::title(file.site.document, step.node)
        } else {
            step.name().to_owned()
        };
        let at = self.node(
            sheet,
            kind,
            &name,
            words::of_step(step),
            Some(file.place(step.key)),
        );
        let path = file.site.document.shared_path();
        let cost = self.costs.take(path, step.key.range());
        if let Some(node) = self.graph.nodes.get_mut(at) {
            node.cost = cost;
            node.compute = compute.filter(|_| kind != NodeKind::Control);
            node.problem = file.problem(&[step.key.range()]);
        }
        Drawn::Node(at)
    }

    /// Draws a step that is itself a pipeline, as a group.
    fn nested(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        step: &Step<'_>,
        compute: Option<&Compute>,
    ) -> Option<Drawn> {
        if sheet.depth == 0 || self.graph.nodes.len() + self.graph.groups.len() > MANY {
            return None;
        }
        let component = step.node.get("component");
        let pipelines = &sheet.file.site.program().pipelines;
        let inner = pipelines.iter().position(|pipeline| {
            let is_step = pipeline.node == step.node || Some(pipeline.node) == component;
            is_step && pipeline.call.is_none()
        });
        if let Some(index) = inner {
            return Some(self.group(sheet, sheet.file, index, step, compute));
        }
        let document = step.callee.interface()?.document?;
        let is_pipeline = matches!(
            document.kind()?,
            Kind::ComponentPipeline | Kind::JobPipeline
        );
        if !is_pipeline || self.open.iter().any(|path| **path == *document.path()) {
            return None;
        }
        let site = self.site.with(document, self.site.workspace);
        let file = self.file(&site);
        self.open.push(document.shared_path());
        let drawn = self.group(sheet, &file, 0, step, compute);
        self.open.pop();
        Some(drawn)
    }

    fn group(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        file: &File<'_, '_>,
        index: usize,
        step: &Step<'_>,
        compute: Option<&Compute>,
    ) -> Drawn {
        let at = self.graph.groups.len();
        let name = if step.is_job {
            words::title(sheet.file.site.document, step.node)
        } else {
            step.name().to_owned()
        };
        let place = sheet.file.place(step.key);
        self.graph.groups.push(Group {
            name,
            about: words::of_step(step),
            parent: sheet.group,
            place,
        });
        let inner = Sheet {
            file,
            index,
            group: Some(at),
            compute: compute.cloned(),
            depth: sheet.depth - 1,
        };
        let ends = self.pipeline(&inner);
        self.given(step, &ends);
        Drawn::Group(at, ends)
    }

    /// Shows the values that a step passes in place of the defaults of the inputs.
    fn given(&mut self, step: &Step<'_>, ends: &Ends) {
        for port in &step.inputs.list {
            let node = ends
                .inputs
                .get(port.name())
                .and_then(|at| self.graph.nodes.get_mut(*at));
            let Some(node) = node else { continue };
            let kind = node
                .about
                .split(" = ")
                .next()
                .unwrap_or_default()
                .to_owned();
            node.about = words::with_value(&kind, port.value);
        }
    }
}
