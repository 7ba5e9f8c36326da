//! Candidates after the complete words of an expression, with their properties.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidate::NameCandidate;
use super::step_order::free_steps;
use crate::expression::declaration::Declaration;
use crate::expression::interface::{Port, Ports};
use crate::expression::port_type::PortType;
use crate::expression::program::{
    ExpressionRole, ExpressionScope, ExpressionSite, Pipeline, Program, ScopeKind, Step, StepKind,
};
use crate::expression::source_map::text_range;
use crate::expression::target::MACROS;
use crate::syntax::{Node, known_text};
use crate::text::Location;

/// The place to complete, and its context.
pub(super) struct CompletionPlace<'p, 'a> {
    pub(super) program: &'p Program<'a>,
    pub(super) site: &'p ExpressionSite<'a>,
    pub(super) scope: Option<&'p ExpressionScope<'a>>,
    pub(super) pipeline: Option<&'p Pipeline<'a>>,
    pub(super) expected: Option<PortType>,
    /// The outputs that other expressions name.
    pub(super) used: BTreeSet<(&'a str, &'a str)>,
    pub(super) file: Arc<str>,
    pub(super) is_bracketed: bool,
}

impl<'a> CompletionPlace<'_, 'a> {
    fn takes_steps(&self) -> bool {
        matches!(
            self.site.role,
            ExpressionRole::StepInput | ExpressionRole::StepField
        )
    }

    /// Outputs of other steps are allowed in inputs, in the data of AutoML, and in conditions of
    /// control flow.
    fn takes_jobs(&self) -> bool {
        if self.site.role == ExpressionRole::StepInput {
            return true;
        }
        let key = self.site.key.and_then(Node::text).unwrap_or_default();
        match self.program.step(self.site).map(|step| step.kind) {
            Some(StepKind::Control) => true,
            Some(StepKind::AutoMl) => key.ends_with("_data"),
            _ => false,
        }
    }

    /// Returns the candidates after the complete `words`.
    pub(super) fn next_words(&self, words: &[&str]) -> Vec<NameCandidate> {
        let (scope, pipeline, in_step) = (self.scope, self.pipeline, self.takes_steps());
        match (words, self.site.role) {
            ([], ExpressionRole::Run) => {
                let sweep = scope.is_some_and(|scope| scope.search_space.is_some());
                fixed(if sweep {
                    &["inputs", "outputs", "search_space"]
                } else {
                    &["inputs", "outputs"]
                })
            }
            ([], ExpressionRole::JobOutput) => macros(),
            ([], ExpressionRole::StepOutput) => [fixed(&["parent"]), macros()].concat(),
            ([], _) if in_step => fixed(&["parent"]),
            (["inputs"], ExpressionRole::Run) => {
                self.named(scope.map(|scope| &scope.inputs), Declaration::Input)
            }
            (["outputs"], ExpressionRole::Run) => {
                self.named(scope.map(|scope| &scope.outputs), Declaration::Output)
            }
            (["search_space"], ExpressionRole::Run) => self.named(
                scope.and_then(|scope| scope.search_space.as_ref()),
                Declaration::SearchSpace,
            ),
            (["parent"], ExpressionRole::StepOutput) => fixed(&["outputs"]),
            (["parent"], _) if in_step => fixed(if self.takes_jobs() {
                &["inputs", "jobs"]
            } else {
                &["inputs"]
            }),
            (["parent", "outputs"], ExpressionRole::StepOutput) => {
                self.named(pipeline.map(|p| &p.outputs), Declaration::Output)
            }
            (["parent", "inputs"], _) if in_step => {
                self.named(pipeline.map(|p| &p.inputs), Declaration::Input)
            }
            (["parent", "jobs"], _) if in_step => pipeline.map_or_else(Vec::new, |pipeline| {
                let steps = free_steps(self.program, pipeline, self.site);
                steps.map(|step| self.step(step)).collect()
            }),
            (["parent", "jobs", _], _) if in_step => fixed(&["outputs", "inputs"]),
            (["parent", "jobs", step, side @ ("outputs" | "inputs")], _) if in_step => {
                let step = pipeline.and_then(|pipeline| pipeline.step(step));
                step.map_or_else(Vec::new, |(_, step)| self.ports(step, side))
            }
            _ => Vec::new(),
        }
    }

    /// Returns paths of two or more words that start with one of `next`, the candidates after
    /// `words`.
    pub(super) fn ways(&self, words: &[&str], next: &[NameCandidate]) -> Vec<NameCandidate> {
        let mut found = Vec::new();
        for next in next.iter().filter(|next| !next.is_whole) {
            // The inputs of another step are skipped, because their source can be used directly.
            if let (["parent", "jobs", _], "inputs") = (words, next.name.as_str()) {
                continue;
            }
            let longer = [words, &[next.name.as_str()]].concat();
            let behind = self.next_words(&longer);
            let farther = self.ways(&longer, &behind);
            let ways = behind.into_iter().filter(|way| way.is_whole).chain(farther);
            found.extend(ways.map(|way| NameCandidate {
                name: format!("{}.{}", next.name, way.name),
                ..way
            }));
        }
        found
    }

    fn named(&self, ports: Option<&Ports<'a>>, kind: Declaration) -> Vec<NameCandidate> {
        let ports = ports
            .into_iter()
            .flat_map(|ports| &ports.list)
            .filter(|port| port.name() != "<<");
        let found = ports.map(|port| self.candidate(*port, kind, port.kind(), &self.file));
        found
            .filter(|candidate| self.fits_port(candidate))
            .collect()
    }

    fn candidate(
        &self,
        port: Port<'a>,
        kind: Declaration,
        port_type: Option<PortType>,
        file: &Arc<str>,
    ) -> NameCandidate {
        let value = port
            .field("default")
            .or_else(|| port.field("path"))
            .unwrap_or(port.value);
        let is_component = self
            .scope
            .is_some_and(|scope| scope.kind == ScopeKind::Component);
        let is_optional = port.is_optional() && port.field("default").is_none();
        let in_own_command =
            self.site.role == ExpressionRole::Run && is_component && kind == Declaration::Input;
        NameCandidate {
            kind: Some(kind),
            port_type,
            value: value.text().map(str::to_owned),
            description: port
                .field("description")
                .and_then(Node::text)
                .map(|text| text.trim().to_owned()),
            definition: Some(Location {
                path: file.clone(),
                range: text_range(port.key),
            }),
            is_optional,
            wants_bracket: is_optional && in_own_command && !self.is_bracketed,
            ..NameCandidate::word(port.name(), true)
        }
    }

    fn fits_port(&self, candidate: &NameCandidate) -> bool {
        let expected = self
            .expected
            .filter(|_| self.site.role != ExpressionRole::Run);
        candidate
            .port_type
            .zip(expected)
            .is_none_or(|(found, expected)| match self.site.role {
                // The output of the step must fit the declared output of the pipeline.
                ExpressionRole::StepOutput => expected.fits(found),
                _ => found.fits(expected),
            })
    }

    fn step(&self, step: &Step<'a>) -> NameCandidate {
        let runs = step
            .node
            .get("component")
            .or_else(|| step.node.get("trial"))
            .and_then(known_text);
        let named = step.node.get("type").and_then(known_text);
        NameCandidate {
            kind: Some(Declaration::Step),
            value: runs.or(named).map(str::to_owned),
            definition: Some(Location {
                path: self.file.clone(),
                range: text_range(step.key),
            }),
            ..NameCandidate::word(step.name(), false)
        }
    }

    fn ports(&self, step: &Step<'a>, side: &str) -> Vec<NameCandidate> {
        let outputs = side == "outputs";
        let kind = if outputs {
            Declaration::Output
        } else {
            Declaration::Input
        };
        let all = if outputs {
            step.readable_outputs()
        } else {
            step.readable_inputs()
        };
        let interface = step.callee.interface();
        let declared = interface.map(|interface| {
            if outputs {
                &interface.outputs
            } else {
                &interface.inputs
            }
        });
        let file = interface
            .and_then(|interface| interface.document)
            .map(|document| document.shared_path());
        let found = all.list.iter().map(|port| {
            match declared.and_then(|declared| declared.get(port.name())) {
                Some(declared) => {
                    let port_type = port.declared().or_else(|| declared.declared());
                    self.candidate(
                        declared,
                        kind,
                        port_type,
                        file.as_ref().unwrap_or(&self.file),
                    )
                }
                None => self.candidate(*port, kind, port.declared(), &self.file),
            }
        });
        let mut found: Vec<NameCandidate> = found
            .filter(|candidate| self.fits_port(candidate))
            .collect();
        // The outputs of an unavailable component are known only from other expressions.
        if outputs && all.open {
            let from = (step.name(), "");
            let used = self
                .used
                .range(from..)
                .take_while(|(of, _)| *of == step.name())
                .map(|(_, port)| *port);
            let new = used.filter(|name| all.get(name).is_none() && !name.is_empty());
            found.extend(new.map(|name| NameCandidate {
                kind: Some(kind),
                ..NameCandidate::word(name, true)
            }));
        }
        found
    }
}

fn fixed(words: &[&str]) -> Vec<NameCandidate> {
    words
        .iter()
        .map(|word| NameCandidate::word(word, false))
        .collect()
}

fn macros() -> Vec<NameCandidate> {
    MACROS
        .iter()
        .map(|word| NameCandidate::word(word, true))
        .collect()
}
