//! What may stand at a place inside an expression: names that exist, that fit the place, and that
//! close no cycle.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Declaration, Expression, ExpressionRole, ExpressionSite, Pipeline, Port, PortType, Ports,
    Program, Scope, ScopeKind, Step, StepKind, Target, text_range,
};
use crate::syntax::{Node, known_text};
use crate::text::{Location, TextRange};
use crate::workspace::Workspace;

/// A name that may stand at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameCandidate {
    /// The word, or what can follow up to a name that needs nothing more: `jobs.prep.outputs.data`.
    pub name: String,
    /// What it is; `None` for the fixed words `inputs`, `parent` and the like.
    pub kind: Option<Declaration>,
    /// Its type, where that is known.
    pub port_type: Option<PortType>,
    /// Its default, its path or its literal value, where there is one; of a step what it runs.
    pub value: Option<String>,
    /// What its declaration says about it.
    pub description: Option<String>,
    /// Where it is declared.
    pub definition: Option<Location>,
    /// It may have no value.
    pub is_optional: bool,
    /// Where it is used stands in `$[[ ]]`, and here that is still missing.
    pub wants_bracket: bool,
    /// With it the expression names something: nothing has to follow.
    pub is_whole: bool,
}

impl NameCandidate {
    fn word(name: &str, is_whole: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind: None,
            port_type: None,
            value: None,
            description: None,
            definition: None,
            is_optional: false,
            wants_bracket: false,
            is_whole,
        }
    }
}

/// What may be completed at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionCompletion {
    /// The word that is being written.
    pub replace: TextRange,
    /// What the place is for.
    pub role: ExpressionRole,
    /// What may stand there in the order of the file: the next words, then longer ways to a name.
    pub candidates: Vec<NameCandidate>,
}

/// What may stand at `offset` of the file at `path`, if that is inside `${{ ... }}`.
#[must_use]
pub fn complete(workspace: &Workspace, path: &str, offset: u32) -> Option<ExpressionCompletion> {
    let document = workspace.document(path)?;
    let program = Program::new(workspace, document);
    let inside = |expression: &&Expression<'_>, at: usize| {
        expression.path.start <= at && at <= expression.path.end
    };
    let (site, expression, at) = program.sites.iter().find_map(|site| {
        let at = site
            .text
            .decoded(offset)
            .filter(|_| site.text.node.range().touches(offset))?;
        Some((
            site,
            site.text
                .scan
                .expressions
                .iter()
                .find(|expression| inside(expression, at))?,
            at,
        ))
    })?;
    let typed = site.text.text.get(expression.path.start..at)?;
    let rest = site.text.text.get(at..expression.path.end)?;
    let start = expression.path.start + typed.rfind('.').map_or(0, |dot| dot + 1);
    let end = at + rest.find('.').unwrap_or(rest.len());
    let words: Vec<&str> = typed.split('.').collect();
    let words = words.split_last().map_or(&[][..], |(_, words)| words);
    let offer = Offer {
        program: &program,
        site,
        scope: program.scope(site),
        pipeline: program.pipeline(site),
        wanted: wanted(&program, site),
        used: used(&program, expression, site),
        file: document.shared_path(),
        is_bracketed: expression.bracket.is_some(),
    };
    let mut candidates = offer.words(words);
    // Where a path goes on behind the cursor, only the word is exchanged.
    if !rest.contains('.') {
        let ways = offer.ways(words, &candidates);
        candidates.extend(ways);
    }
    Some(ExpressionCompletion {
        replace: site.text.exact(&(start..end))?,
        role: site.role,
        candidates,
    })
}

/// The place that is completed, and what is known about it.
struct Offer<'p, 'a> {
    program: &'p Program<'a>,
    site: &'p ExpressionSite<'a>,
    scope: Option<&'p Scope<'a>>,
    pipeline: Option<&'p Pipeline<'a>>,
    wanted: Option<PortType>,
    /// The outputs that other expressions name.
    used: BTreeSet<(&'a str, &'a str)>,
    file: Arc<str>,
    is_bracketed: bool,
}

impl<'a> Offer<'_, 'a> {
    fn takes_steps(&self) -> bool {
        matches!(
            self.site.role,
            ExpressionRole::StepInput | ExpressionRole::StepField
        )
    }

    /// What other steps deliver goes to inputs and to the data of AutoML, and decides about control
    /// flow.
    fn takes_jobs(&self) -> bool {
        let key = self.site.key.and_then(Node::text).unwrap_or_default();
        let may = |kind: StepKind| {
            kind == StepKind::Control || kind == StepKind::AutoMl && key.ends_with("_data")
        };
        self.site.role == ExpressionRole::StepInput
            || self
                .program
                .step(self.site)
                .is_some_and(|step| may(step.kind))
    }

    /// What may follow the finished `words`.
    fn words(&self, words: &[&str]) -> Vec<NameCandidate> {
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
            (["parent", "jobs"], _) if in_step => {
                let free = |pipeline| {
                    free_steps(self.program, pipeline, self.site)
                        .map(|step| self.step(step))
                        .collect()
                };
                pipeline.map_or_else(Vec::new, free)
            }
            (["parent", "jobs", _], _) if in_step => fixed(&["outputs", "inputs"]),
            (["parent", "jobs", step, side @ ("outputs" | "inputs")], _) if in_step => {
                let step = pipeline.and_then(|pipeline| pipeline.step(step));
                step.map_or_else(Vec::new, |(_, step)| self.ports(step, side))
            }
            _ => Vec::new(),
        }
    }

    /// The ways from the finished `words` over those that may be `next` to names, of more than one
    /// word each.
    fn ways(&self, words: &[&str], next: &[NameCandidate]) -> Vec<NameCandidate> {
        let mut found = Vec::new();
        for next in next.iter().filter(|next| !next.is_whole) {
            // What a step was given can be had where it was had from.
            if let (["parent", "jobs", _], "inputs") = (words, next.name.as_str()) {
                continue;
            }
            let longer = [words, &[next.name.as_str()]].concat();
            let behind = self.words(&longer);
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
        found.filter(|candidate| self.fits(candidate)).collect()
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

    fn fits(&self, candidate: &NameCandidate) -> bool {
        let wanted = self
            .wanted
            .filter(|_| self.site.role != ExpressionRole::Run);
        candidate
            .port_type
            .zip(wanted)
            .is_none_or(|(found, wanted)| match self.site.role {
                // What the step writes has to be what the pipeline promises.
                ExpressionRole::StepOutput => wanted.fits(found),
                _ => found.fits(wanted),
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
        let mut found: Vec<NameCandidate> =
            found.filter(|candidate| self.fits(candidate)).collect();
        // Of a component that nobody can read, what others read of it is known.
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

/// The outputs of steps that expressions elsewhere than at `here` name: step and output.
fn used<'a>(
    program: &Program<'a>,
    here: &Expression<'a>,
    site: &ExpressionSite<'a>,
) -> BTreeSet<(&'a str, &'a str)> {
    let others = program.expressions().filter(|(other, expression)| {
        other.pipeline == site.pipeline
            && !(other.text.node == site.text.node && expression.range == here.range)
    });
    let named = others.filter_map(|(_, expression)| match &expression.target {
        Target::StepOutput(step, port) => Some((step.text, port.text)),
        _ => None,
    });
    named.collect()
}

fn fixed(words: &[&str]) -> Vec<NameCandidate> {
    words
        .iter()
        .map(|word| NameCandidate::word(word, false))
        .collect()
}

fn macros() -> Vec<NameCandidate> {
    super::target::MACROS
        .iter()
        .map(|word| NameCandidate::word(word, true))
        .collect()
}

/// The type of the port that the expression is bound to.
fn wanted(program: &Program<'_>, site: &ExpressionSite<'_>) -> Option<PortType> {
    let (given, declared) = program.port_at(site)?;
    declared.or(given).and_then(Port::declared)
}

/// The steps that do not wait for the one of `site`.
fn free_steps<'p, 'a>(
    program: &Program<'a>,
    pipeline: &'p Pipeline<'a>,
    site: &ExpressionSite<'a>,
) -> impl Iterator<Item = &'p Step<'a>> {
    let waiting = waiting_for(program, pipeline, site.step);
    pipeline
        .steps
        .iter()
        .zip(waiting)
        .filter(|(_, waits)| !waits)
        .map(|(step, _)| step)
}

/// For each step of `pipeline` whether it is `step` or waits for it: a binding from such a step
/// closes a cycle.
pub(crate) fn waiting_for(
    program: &Program<'_>,
    pipeline: &Pipeline<'_>,
    step: Option<usize>,
) -> Vec<bool> {
    let control = |step: &usize| {
        pipeline
            .steps
            .get(*step)
            .is_some_and(|step| step.kind == StepKind::Control)
    };
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); pipeline.steps.len()];
    for (site, expression) in program.expressions() {
        let Target::StepOutput(name, _) = &expression.target else {
            continue;
        };
        let here = program
            .pipeline(site)
            .is_some_and(|other| std::ptr::eq(other, pipeline));
        let from = pipeline
            .step(name.text)
            .filter(|_| here)
            .and_then(|(from, _)| next.get_mut(from));
        if let Some((from, to)) = from.zip(site.step.filter(|step| !control(step))) {
            from.push(to);
        }
    }
    let mut waiting = vec![false; pipeline.steps.len()];
    let mut open: Vec<usize> = step.into_iter().collect();
    while let Some(step) = open.pop() {
        if let Some(waits) = waiting.get_mut(step).filter(|waits| !**waits) {
            *waits = true;
            open.extend(next.get(step).into_iter().flatten());
        }
    }
    waiting
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    const TRAIN: &str = "$schema: https://x/commandComponent.schema.json\nname: train\ncommand: echo\n\
        inputs: {data: {type: uri_folder}, epochs: {type: integer}}\n\
        outputs: {model: {type: mlflow_model}, log: {type: uri_file}}\n";

    /// The names offered at `|` in a pipeline, and the word they replace.
    fn at(cursor: &str) -> (Vec<String>, String) {
        let head = "type: pipeline\ninputs: {raw: {type: uri_folder}, file: {type: uri_file}, n: 5}\n\
            outputs: {best: {type: mlflow_model}, note: {type: uri_file}}\njobs:\n  first: {component: ./train.yml}\n";
        let tail = "\n  last: {component: ./train.yml, inputs: {data: \"${{parent.jobs.mid.outputs.model}}\"}}\n";
        let marked = format!("{head}  mid:\n{cursor}{tail}");
        let offset = marked.find('|').expect("a cursor");
        let text = marked.replacen('|', "", 1);
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("train.yml", TRAIN));
        workspace.insert(Document::new("p.yml", text.clone()));
        let found = complete(
            &workspace,
            "p.yml",
            u32::try_from(offset).expect("a short text"),
        )
        .expect("in an expression");
        let names = found.candidates.into_iter().map(|candidate| candidate.name);
        let names = names.filter(|name| !name.contains('.')).collect();
        (names, found.replace.slice(&text).to_owned())
    }

    #[test]
    fn offers_what_exists_and_fits() {
        let step = |inputs: &str| {
            at(&format!(
                "    component: ./train.yml\n    inputs:\n      {inputs}"
            ))
        };
        assert_eq!(
            step("data: ${{|"),
            (vec!["parent".to_owned()], String::new())
        );
        assert_eq!(
            step("data: ${{ par|ent.x }}"),
            (vec!["parent".to_owned()], "parent".to_owned())
        );
        assert_eq!(step("data: ${{parent.|}}").0, ["inputs", "jobs"]);
        assert_eq!(
            step("data: ${{parent.inputs.r|}}"),
            (vec!["raw".to_owned()], "r".to_owned())
        );
        assert_eq!(step("epochs: ${{parent.inputs.|}}").0, ["n"]);
        assert_eq!(
            step("data: ${{parent.jobs.|}}").0,
            ["first"],
            "`last` waits for `mid`"
        );
        assert_eq!(
            step("data: ${{parent.jobs.first.|.model}}").0,
            ["outputs", "inputs"]
        );
        assert_eq!(
            step("data: ${{parent.jobs.first.outputs.|}}").0,
            ["model"],
            "`log` is a file"
        );
        let output =
            at("    component: ./train.yml\n    outputs: {log: \"${{parent.outputs.|}}\"}");
        assert_eq!(output.0, ["note"]);
        let command = at("    command: echo ${{inputs.|}}\n    inputs: {a: 1, b: 2}");
        assert_eq!(command.0, ["a", "b"]);
    }
}
