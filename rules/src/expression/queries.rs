//! Where names are defined and used: what an editor asks for definitions, references and renaming.
//!
//! A [`Link`] is one occurrence of a name, also at its definition. Two occurrences belong together if their definitions
//! are the same place. Renaming a symbol is replacing the ranges of [`references_to`] its definition.

use std::sync::Arc;

use super::{
    Interface, Name, Port, Ports, Program, Scope, ScopeKind, Site, SourceMap, Step, StepKind,
    Target,
};
use crate::document::Document;
use crate::syntax::Node;
use crate::text::TextRange;
use crate::workspace::Workspace;

/// What sort of name it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// An input of a job, component, pipeline or step.
    Input,
    /// An output of one of them.
    Output,
    /// A hyperparameter of a sweep.
    SearchSpace,
    /// A step of a pipeline.
    Step,
    /// A component.
    Component,
    /// A compute.
    Compute,
    /// An environment.
    Environment,
    /// A data asset.
    Data,
    /// A model.
    Model,
    /// An endpoint, online or batch.
    Endpoint,
    /// A deployment of an endpoint.
    Deployment,
    /// A datastore.
    Datastore,
    /// A schedule.
    Schedule,
    /// A job.
    Job,
    /// A file that describes nothing by itself: code, a conda file, data.
    File,
}

impl SymbolKind {
    /// How a message names it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::SearchSpace => "hyperparameter",
            Self::Step => "step",
            Self::Component => "component",
            Self::Compute => "compute",
            Self::Environment => "environment",
            Self::Data => "data asset",
            Self::Model => "model",
            Self::Endpoint => "endpoint",
            Self::Deployment => "deployment",
            Self::Datastore => "datastore",
            Self::Schedule => "schedule",
            Self::Job => "job",
            Self::File => "file",
        }
    }

    /// Whether it is declared in the mapping of a job, component or step and not known outside of what uses that.
    #[must_use]
    pub fn is_declared(self) -> bool {
        matches!(
            self,
            Self::Input | Self::Output | Self::SearchSpace | Self::Step
        )
    }
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file.
    pub path: Arc<str>,
    /// Where in it; the name alone, without quotes.
    pub range: TextRange,
}

/// One occurrence of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: SymbolKind,
    /// Where it occurs, in the document that was asked.
    pub range: TextRange,
    /// Where it is defined, in this or another file.
    pub definition: Location,
}

impl Link {
    /// Whether this is the definition itself.
    #[must_use]
    pub fn is_definition(&self, path: &str) -> bool {
        &*self.definition.path == path && self.definition.range == self.range
    }
}

/// Every occurrence of a name in `document` whose definition is known, by place.
#[must_use]
pub fn links(workspace: &Workspace, document: &Document) -> Vec<Link> {
    let program = Program::new(workspace, document);
    let mut links = Links {
        path: document.shared_path(),
        found: Vec::new(),
    };
    for scope in &program.scopes {
        links.scope(scope);
    }
    for pipeline in &program.pipelines {
        match &pipeline.call {
            Some(call) => links.step(call),
            None => {
                links.ports(&pipeline.inputs, SymbolKind::Input);
                links.ports(&pipeline.outputs, SymbolKind::Output);
            }
        }
        for step in &pipeline.steps {
            links.definition(step.key, SymbolKind::Step);
            links.step(step);
        }
    }
    links.expressions(&program);
    links
        .found
        .extend(super::overrides::links(workspace, document));
    links
        .found
        .sort_by(|a, b| (a.range, &a.definition).cmp(&(b.range, &b.definition)));
    links.found.dedup();
    links.found
}

/// What the name at `offset` of the file at `path` is.
#[must_use]
pub fn link_at(workspace: &Workspace, path: &str, offset: u32) -> Option<Link> {
    let found = links(workspace, workspace.document(path)?);
    found.into_iter().find(|link| link.range.touches(offset))
}

/// Where the name at `offset` of the file at `path` is defined.
#[must_use]
pub fn definition_of(workspace: &Workspace, path: &str, offset: u32) -> Option<Location> {
    link_at(workspace, path, offset).map(|link| link.definition)
}

/// Every occurrence of what is defined at `definition`, in all files; the definition is one of them.
#[must_use]
pub fn references_to(workspace: &Workspace, definition: &Location) -> Vec<Location> {
    let of = |document: &Arc<Document>| {
        let path = document.shared_path();
        let links = links(workspace, document)
            .into_iter()
            .filter(|link| link.definition == *definition);
        links
            .map(move |link| Location {
                path: path.clone(),
                range: link.range,
            })
            .collect::<Vec<_>>()
    };
    let Some(file) = workspace.document(&definition.path) else {
        return Vec::new();
    };
    let name = definition.range.slice(file.text());
    let own_file = definition.path.rsplit('/').next().unwrap_or_default();
    // Reading a document as a program costs more than looking for the word. Another file knows what is declared here only
    // by the path of this one.
    let may = |document: &&Arc<Document>| {
        let text = document.text();
        let knows = document.path() == &*definition.path || text.contains(own_file);
        document.kind().is_some() && text.contains(name) && knows
    };
    workspace.documents().filter(may).flat_map(of).collect()
}

/// Whether `name` is free beside what is defined at `definition`.
#[must_use]
pub fn is_free(workspace: &Workspace, definition: &Location, name: &str) -> bool {
    let node = workspace
        .document(&definition.path)
        .and_then(|document| document.tree().node_at(definition.range.start));
    let mapping = node.and_then(Node::parent);
    mapping.is_some_and(|mapping| mapping.get(name).is_none())
}

struct Links {
    path: Arc<str>,
    found: Vec<Link>,
}

impl Links {
    fn push(&mut self, name: &str, kind: SymbolKind, range: TextRange, definition: Location) {
        self.found.push(Link {
            name: name.to_owned(),
            kind,
            range,
            definition,
        });
    }

    fn definition(&mut self, key: Node<'_>, kind: SymbolKind) {
        let here = Location {
            path: self.path.clone(),
            range: inner(key),
        };
        self.push(key.text().unwrap_or_default(), kind, here.range, here);
    }

    fn ports(&mut self, ports: &Ports<'_>, kind: SymbolKind) {
        ports
            .list
            .iter()
            .for_each(|port| self.definition(port.key, kind));
    }

    /// What a job, a component or a trial declares; steps are handled with their pipeline.
    fn scope(&mut self, scope: &Scope<'_>) {
        if scope.kind == ScopeKind::Step || scope.step.is_some() {
            return;
        }
        self.ports(&scope.inputs, SymbolKind::Input);
        self.ports(&scope.outputs, SymbolKind::Output);
        if let Some(space) = &scope.search_space {
            self.ports(space, SymbolKind::SearchSpace);
        }
    }

    /// The keys of a step are the ports of its component, or its own.
    fn step(&mut self, step: &Step<'_>) {
        for (ports, kind) in [
            (&step.inputs, SymbolKind::Input),
            (&step.outputs, SymbolKind::Output),
        ] {
            for port in &ports.list {
                let definition = self.port(step, port.name(), kind);
                self.push_known(port.name(), kind, inner(port.key), definition);
            }
        }
        if step.kind == StepKind::Sweep {
            for port in &Ports::read(step.node.get("search_space")).list {
                let of_trial =
                    self.of_interface(step.callee.interface(), port.name(), SymbolKind::Input);
                let definition = of_trial.or_else(|| Some(self.here(port.key)));
                self.push_known(
                    port.name(),
                    SymbolKind::SearchSpace,
                    inner(port.key),
                    definition,
                );
            }
        }
    }

    fn push_known(
        &mut self,
        name: &str,
        kind: SymbolKind,
        range: TextRange,
        definition: Option<Location>,
    ) {
        if let Some(definition) = definition {
            self.push(name, kind, range, definition);
        }
    }

    fn here(&self, key: Node<'_>) -> Location {
        Location {
            path: self.path.clone(),
            range: inner(key),
        }
    }

    fn of_interface(
        &self,
        interface: Option<&Interface<'_>>,
        name: &str,
        kind: SymbolKind,
    ) -> Option<Location> {
        let interface = interface?;
        let ports = if kind == SymbolKind::Output {
            &interface.outputs
        } else {
            &interface.inputs
        };
        let path = interface
            .document
            .map_or_else(|| self.path.clone(), |document| document.shared_path());
        ports.get(name).map(|port| Location {
            path,
            range: inner(port.key),
        })
    }

    /// Where the port `name` of `step` is defined.
    fn port(&self, step: &Step<'_>, name: &str, kind: SymbolKind) -> Option<Location> {
        let own = if kind == SymbolKind::Output {
            &step.outputs
        } else {
            &step.inputs
        };
        let declared = self.of_interface(step.callee.interface(), name, kind);
        declared.or_else(|| own.get(name).map(|port| self.here(port.key)))
    }

    fn expressions(&mut self, program: &Program<'_>) {
        for (site, expression) in program.expressions() {
            for (name, kind, definition) in self.names(program, site, &expression.target) {
                if let Some(range) = site.text.exact(&name.range) {
                    self.push_known(name.text, kind, range, definition);
                }
            }
        }
    }

    /// The names in an expression, each with its definition.
    fn names<'e, 'a>(
        &self,
        program: &Program<'a>,
        site: &Site<'a>,
        target: &'e Target<'a>,
    ) -> Vec<Named<'e, 'a>> {
        let (scope, pipeline) = (program.scope(site), program.pipeline(site));
        let key = |port: Option<Port<'_>>| port.map(|port| self.here(port.key));
        match target {
            Target::Input(name) => {
                vec![(
                    name,
                    SymbolKind::Input,
                    self.own(program, scope, name.text, SymbolKind::Input),
                )]
            }
            Target::Output(name) => {
                vec![(
                    name,
                    SymbolKind::Output,
                    self.own(program, scope, name.text, SymbolKind::Output),
                )]
            }
            Target::SearchSpace(name) => {
                let space = scope.and_then(|scope| scope.search_space.as_ref());
                vec![(
                    name,
                    SymbolKind::SearchSpace,
                    key(space.and_then(|space| space.get(name.text))),
                )]
            }
            Target::ParentInput(name) => {
                vec![(
                    name,
                    SymbolKind::Input,
                    key(pipeline.and_then(|pipeline| pipeline.inputs.get(name.text))),
                )]
            }
            Target::ParentOutput(name) => {
                vec![(
                    name,
                    SymbolKind::Output,
                    key(pipeline.and_then(|pipeline| pipeline.outputs.get(name.text))),
                )]
            }
            Target::Step(step) | Target::StepInput(step, _) | Target::StepOutput(step, _) => {
                let Some((_, found)) = pipeline.and_then(|pipeline| pipeline.step(step.text))
                else {
                    return Vec::new();
                };
                let mut names = vec![(step, SymbolKind::Step, Some(self.here(found.key)))];
                if let Target::StepInput(_, port) = target {
                    names.push((
                        port,
                        SymbolKind::Input,
                        self.port(found, port.text, SymbolKind::Input),
                    ));
                } else if let Target::StepOutput(_, port) = target {
                    names.push((
                        port,
                        SymbolKind::Output,
                        self.port(found, port.text, SymbolKind::Output),
                    ));
                }
                names
            }
            _ => Vec::new(),
        }
    }

    /// Where `inputs.name` or `outputs.name` of a command is defined.
    fn own(
        &self,
        program: &Program<'_>,
        scope: Option<&Scope<'_>>,
        name: &str,
        kind: SymbolKind,
    ) -> Option<Location> {
        let scope = scope?;
        let step = scope
            .step
            .and_then(|(pipeline, step)| program.pipelines.get(pipeline)?.steps.get(step));
        let ports = if kind == SymbolKind::Output {
            &scope.outputs
        } else {
            &scope.inputs
        };
        let of_step = step.and_then(|step| self.port(step, name, kind));
        of_step.or_else(|| ports.get(name).map(|port| self.here(port.key)))
    }
}

/// A name, what sort it is, and where it is defined.
type Named<'e, 'a> = (&'e Name<'a>, SymbolKind, Option<Location>);

/// The name in a key, without quotes.
pub(super) fn inner(key: Node<'_>) -> TextRange {
    SourceMap::new(key).range(0..key.text().map_or(0, str::len))
}
