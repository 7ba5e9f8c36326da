//! Definitions and uses of the names that jobs, components, pipelines and steps declare.
//!
//! A [`Link`] is one occurrence of a name, also at its definition. Two occurrences belong together
//! if they have the same definition.

use std::sync::Arc;

use crate::document::Document;
use crate::expression::{
    ComponentInterface, Declaration, ExpressionScope, ExpressionSite, Name, Port, Ports, Program,
    ScopeKind, Step, StepKind, Target, text_range,
};
use crate::syntax::Node;
use crate::text::{Location, TextRange};
use crate::workspace::Workspace;

use super::link::Link;

/// Returns every occurrence of a name in `document` whose definition is known, in order.
pub fn links(workspace: &Workspace, document: &Document) -> Vec<Link> {
    links_of(workspace, document, &Program::new(workspace, document))
}

/// Same as [`links`], for a document whose `program` already exists.
pub(crate) fn links_of(
    workspace: &Workspace,
    document: &Document,
    program: &Program<'_>,
) -> Vec<Link> {
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
                links.ports(&pipeline.inputs, Declaration::Input);
                links.ports(&pipeline.outputs, Declaration::Output);
            }
        }
        for step in &pipeline.steps {
            links.definition(step.key, Declaration::Step);
            links.step(step);
        }
    }
    links.expressions(program);
    links
        .found
        .extend(super::overrides::links(workspace, document));
    links
        .found
        .sort_by(|a, b| (a.range, &a.definition).cmp(&(b.range, &b.definition)));
    links.found.dedup();
    links.found
}

/// Returns the link at `offset` of the file at `path`.
pub fn link_at(workspace: &Workspace, path: &str, offset: u32) -> Option<Link> {
    let found = links(workspace, workspace.document(path)?);
    found.into_iter().find(|link| link.range.touches(offset))
}

struct Links {
    path: Arc<str>,
    found: Vec<Link>,
}

impl Links {
    fn push(&mut self, name: &str, kind: Declaration, range: TextRange, definition: Location) {
        self.found.push(Link {
            name: name.to_owned(),
            kind,
            range,
            definition,
        });
    }

    fn definition(&mut self, key: Node<'_>, kind: Declaration) {
        let here = Location {
            path: self.path.clone(),
            range: text_range(key),
        };
        self.push(key.text().unwrap_or_default(), kind, here.range, here);
    }

    fn ports(&mut self, ports: &Ports<'_>, kind: Declaration) {
        ports
            .list
            .iter()
            .for_each(|port| self.definition(port.key, kind));
    }

    /// Adds the declarations of a job, a component or a trial; steps are handled with their pipeline.
    fn scope(&mut self, scope: &ExpressionScope<'_>) {
        if scope.kind == ScopeKind::Step || scope.step.is_some() {
            return;
        }
        self.ports(&scope.inputs, Declaration::Input);
        self.ports(&scope.outputs, Declaration::Output);
        if let Some(space) = &scope.search_space {
            self.ports(space, Declaration::SearchSpace);
        }
    }

    /// Adds the keys of a step, which are the ports of its component, or its own.
    fn step(&mut self, step: &Step<'_>) {
        for (ports, kind) in [
            (&step.inputs, Declaration::Input),
            (&step.outputs, Declaration::Output),
        ] {
            for port in &ports.list {
                let definition = self.port(step, port.name(), kind);
                self.push_known(port.name(), kind, text_range(port.key), definition);
            }
        }
        if step.kind == StepKind::Sweep {
            for port in &Ports::read(step.node.get("search_space")).list {
                let of_trial =
                    self.of_interface(step.callee.interface(), port.name(), Declaration::Input);
                let definition = of_trial.or_else(|| Some(self.here(port.key)));
                self.push_known(
                    port.name(),
                    Declaration::SearchSpace,
                    text_range(port.key),
                    definition,
                );
            }
        }
    }

    fn push_known(
        &mut self,
        name: &str,
        kind: Declaration,
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
            range: text_range(key),
        }
    }

    fn of_interface(
        &self,
        interface: Option<&ComponentInterface<'_>>,
        name: &str,
        kind: Declaration,
    ) -> Option<Location> {
        let interface = interface?;
        let ports = if kind == Declaration::Output {
            &interface.outputs
        } else {
            &interface.inputs
        };
        let path = interface
            .document
            .map_or_else(|| self.path.clone(), |document| document.shared_path());
        ports.get(name).map(|port| Location {
            path,
            range: text_range(port.key),
        })
    }

    /// Returns the definition of the port `name` of `step`.
    fn port(&self, step: &Step<'_>, name: &str, kind: Declaration) -> Option<Location> {
        let own = if kind == Declaration::Output {
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

    /// Returns the names in an expression, each with its definition.
    fn names<'e, 'a>(
        &self,
        program: &Program<'a>,
        site: &ExpressionSite<'a>,
        target: &'e Target<'a>,
    ) -> Vec<NamedDeclaration<'e, 'a>> {
        let (scope, pipeline) = (program.scope(site), program.pipeline(site));
        let key = |port: Option<Port<'_>>| port.map(|port| self.here(port.key));
        match target {
            Target::Input(name) => {
                vec![(
                    name,
                    Declaration::Input,
                    self.own(program, scope, name.text, Declaration::Input),
                )]
            }
            Target::Output(name) => {
                vec![(
                    name,
                    Declaration::Output,
                    self.own(program, scope, name.text, Declaration::Output),
                )]
            }
            Target::SearchSpace(name) => {
                let space = scope.and_then(|scope| scope.search_space.as_ref());
                vec![(
                    name,
                    Declaration::SearchSpace,
                    key(space.and_then(|space| space.get(name.text))),
                )]
            }
            Target::ParentInput(name) => {
                vec![(
                    name,
                    Declaration::Input,
                    key(pipeline.and_then(|pipeline| pipeline.inputs.get(name.text))),
                )]
            }
            Target::ParentOutput(name) => {
                vec![(
                    name,
                    Declaration::Output,
                    key(pipeline.and_then(|pipeline| pipeline.outputs.get(name.text))),
                )]
            }
            Target::Step(step) | Target::StepInput(step, _) | Target::StepOutput(step, _) => {
                let Some((_, found)) = pipeline.and_then(|pipeline| pipeline.step(step.text))
                else {
                    return Vec::new();
                };
                let mut names = vec![(step, Declaration::Step, Some(self.here(found.key)))];
                if let Target::StepInput(_, port) = target {
                    names.push((
                        port,
                        Declaration::Input,
                        self.port(found, port.text, Declaration::Input),
                    ));
                } else if let Target::StepOutput(_, port) = target {
                    names.push((
                        port,
                        Declaration::Output,
                        self.port(found, port.text, Declaration::Output),
                    ));
                }
                names
            }
            _ => Vec::new(),
        }
    }

    /// Returns the definition of `inputs.name` or `outputs.name` of a command.
    fn own(
        &self,
        program: &Program<'_>,
        scope: Option<&ExpressionScope<'_>>,
        name: &str,
        kind: Declaration,
    ) -> Option<Location> {
        let scope = scope?;
        let step = scope
            .step
            .and_then(|(pipeline, step)| program.pipelines.get(pipeline)?.steps.get(step));
        let ports = if kind == Declaration::Output {
            &scope.outputs
        } else {
            &scope.inputs
        };
        let of_step = step.and_then(|step| self.port(step, name, kind));
        of_step.or_else(|| ports.get(name).map(|port| self.here(port.key)))
    }
}

/// A name, the type of its declaration, and its definition.
type NamedDeclaration<'e, 'a> = (&'e Name<'a>, Declaration, Option<Location>);
