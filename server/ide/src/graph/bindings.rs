//! Draws the bindings between the steps of a pipeline.

use std::collections::HashMap;

use azml_rules::expression::{
    Expression, ExpressionRole, ExpressionSite, Name, Pipeline, Port, PortType, Step, Target,
};
use azml_rules::syntax;

use super::build::{Builder, Drawn, Ends, Sheet, Side};
use super::model::{Edge, NodeKind};

impl Builder<'_, '_> {
    /// Adds the edge for an expression in a step.
    pub(crate) fn add_binding(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        pipeline: &Pipeline<'_>,
        ends: &mut Ends,
        site: &ExpressionSite<'_>,
        expression: &Expression<'_>,
    ) {
        let Some(index) = site.step else { return };
        let key = site.key.and_then(syntax::Node::text).unwrap_or_default();
        let writes = matches!(expression.target, Target::ParentOutput(_));
        let side = if writes { Side::Outputs } else { Side::Inputs };
        let Some(inner) = self.end(sheet, ends, index, key, side, site.role) else {
            return;
        };
        let Some((outer, port)) = self.target(sheet, pipeline, ends, &expression.target) else {
            return;
        };
        let (from, to, from_port, to_port) = match &expression.target {
            Target::ParentOutput(_) | Target::Step(_) => (inner, outer, key.to_owned(), port),
            _ => (outer, inner, port, key.to_owned()),
        };
        let wrong = [site.text.range(&expression.range)]
            .into_iter()
            .chain(site.key.map(syntax::Node::range));
        let problem = sheet.file.problem(&wrong.collect::<Vec<_>>());
        let port_type = if writes {
            pipeline
                .steps
                .get(index)
                .and_then(|step| output_type(step, key))
        } else {
            pipeline.type_of(&expression.target)
        };
        let port_type = port_type.map(PortType::name);
        self.graph.edges.push(Edge {
            from,
            to,
            from_port,
            to_port,
            port_type,
            problem,
        });
    }

    /// Returns the node of the step `index`, or of its input, output or field `key`.
    fn end(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        ends: &mut Ends,
        index: usize,
        key: &str,
        side: Side,
        role: ExpressionRole,
    ) -> Option<usize> {
        match ends.steps.get_mut(index)? {
            Drawn::Node(at) => Some(*at),
            // A field of the pipeline as a whole has no node.
            Drawn::Group(..)
                if !matches!(role, ExpressionRole::StepInput | ExpressionRole::StepOutput) =>
            {
                None
            }
            Drawn::Group(group, inner) => Some(self.port_of(sheet, *group, inner, side, key)),
        }
    }

    /// Returns the node that an expression references, and the port of it.
    fn target(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        pipeline: &Pipeline<'_>,
        ends: &mut Ends,
        target: &Target<'_>,
    ) -> Option<(usize, String)> {
        let (step, port, side) = match target {
            Target::ParentInput(name) | Target::ParentOutput(name) => {
                let inputs = matches!(target, Target::ParentInput(_));
                let (ports, all) = if inputs {
                    (&ends.inputs, &pipeline.inputs)
                } else {
                    (&ends.outputs, &pipeline.outputs)
                };
                let kind = match (all.has(name.text), inputs) {
                    (false, _) => NodeKind::Missing,
                    (true, true) => NodeKind::Input,
                    (true, false) => NodeKind::Output,
                };
                let side = if inputs { "input" } else { "output" };
                let at = end_named(ports, name)
                    .unwrap_or_else(|| self.missing(sheet, ends, kind, name.text, side));
                return Some((at, name.text.to_owned()));
            }
            Target::StepOutput(step, port) => (step, port.text, Side::Outputs),
            Target::StepInput(step, port) => (step, port.text, Side::Inputs),
            Target::Step(step) => (step, "", Side::Outputs),
            _ => return None,
        };
        let Some((index, _)) = pipeline.step(step.text) else {
            let kind = if pipeline.open {
                NodeKind::Remote
            } else {
                NodeKind::Missing
            };
            return Some((
                self.missing(sheet, ends, kind, step.text, "step"),
                port.to_owned(),
            ));
        };
        match ends.steps.get_mut(index)? {
            Drawn::Node(at) => Some((*at, port.to_owned())),
            Drawn::Group(group, inner) if port.is_empty() => {
                let first = self
                    .graph
                    .nodes
                    .iter()
                    .position(|node| node.group == Some(*group));
                first
                    .or_else(|| inner.inputs.values().next().copied())
                    .map(|at| (at, String::new()))
            }
            Drawn::Group(group, inner) => Some((
                self.port_of(sheet, *group, inner, side, port),
                port.to_owned(),
            )),
        }
    }

    /// Returns the node of the input or output `name` of the pipeline in `group`; an undeclared one
    /// is drawn as missing.
    fn port_of(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        group: usize,
        ends: &mut Ends,
        side: Side,
        name: &str,
    ) -> usize {
        let (ports, word) = match side {
            Side::Inputs => (&mut ends.inputs, "input"),
            Side::Outputs => (&mut ends.outputs, "output"),
        };
        if let Some(at) = ports.get(name) {
            return *at;
        }
        let inside = Sheet {
            group: Some(group),
            compute: None,
            ..*sheet
        };
        let at = self.node(
            &inside,
            NodeKind::Missing,
            name,
            format!("no such {word}"),
            None,
        );
        ports.insert(name.to_owned(), at);
        at
    }

    /// Returns the node for something that does not exist in the file.
    fn missing(
        &mut self,
        sheet: &Sheet<'_, '_, '_>,
        ends: &mut Ends,
        kind: NodeKind,
        name: &str,
        sort: &str,
    ) -> usize {
        let key = format!("{sort} {name}");
        if let Some(at) = ends.missing.get(&key) {
            return *at;
        }
        let about = if kind == NodeKind::Missing {
            format!("no such {sort}")
        } else {
            String::new()
        };
        let at = self.node(sheet, kind, name, about, None);
        ends.missing.insert(key, at);
        at
    }
}

/// Returns the node of the input or output that `name` begins with.
fn end_named(ports: &HashMap<String, usize>, name: &Name<'_>) -> Option<usize> {
    let whole = ports.get(name.text);
    whole.or_else(|| ports.get(name.first())).copied()
}

/// Returns the type of an output of a step.
fn output_type(step: &Step<'_>, name: &str) -> Option<PortType> {
    let written = step.outputs.get(name).and_then(Port::declared);
    written.or_else(|| step.callee.interface()?.outputs.get(name)?.declared())
}
