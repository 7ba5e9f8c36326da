//! What may stand at a place inside an expression: names that exist, that fit the place, and that close no cycle.

use super::{Expression, Pipeline, Place, Port, PortType, Ports, Program, Site, StepKind, SymbolKind, Target};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// A name that may stand at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The word.
    pub name: String,
    /// What it is; `None` for the fixed words `inputs`, `parent` and the like.
    pub kind: Option<SymbolKind>,
    /// Its type, where that is known.
    pub port_type: Option<PortType>,
    /// Its default or literal value, where there is one.
    pub value: Option<String>,
}

/// What may be completed at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The word that is being written.
    pub replace: TextRange,
    /// What may stand there, in the order of the file.
    pub candidates: Vec<Candidate>,
}

/// What may stand at `offset` of the file at `path`, if that is inside `${{ ... }}`.
#[must_use]
pub fn complete(workspace: &Workspace, path: &str, offset: u32) -> Option<Completion> {
    let document = workspace.document(path)?;
    let program = Program::new(workspace, document);
    let inside = |expression: &&Expression<'_>, at: usize| expression.path.start <= at && at <= expression.path.end;
    let (site, expression, at) = program.sites.iter().find_map(|site| {
        let at = site.text.decoded(offset).filter(|_| site.text.node.range().touches(offset))?;
        Some((site, site.text.scan.expressions.iter().find(|expression| inside(expression, at))?, at))
    })?;
    let typed = site.text.text.get(expression.path.start..at)?;
    let rest = site.text.text.get(at..expression.path.end)?;
    let start = expression.path.start + typed.rfind('.').map_or(0, |dot| dot + 1);
    let end = at + rest.find('.').unwrap_or(rest.len());
    let words: Vec<&str> = typed.split('.').collect();
    let candidates = candidates(&program, site, &words[..words.len() - 1]);
    Some(Completion { replace: site.text.exact(&(start..end))?, candidates })
}

/// What may follow the finished `words`.
fn candidates(program: &Program<'_>, site: &Site<'_>, words: &[&str]) -> Vec<Candidate> {
    let (scope, pipeline) = (program.scope(site), program.pipeline(site));
    let wanted = wanted(program, site);
    let in_step = matches!(site.place, Place::StepInput | Place::StepField);
    match (words, site.place) {
        ([], Place::Run) => {
            let sweep = scope.is_some_and(|scope| scope.search_space.is_some());
            fixed(if sweep { &["inputs", "outputs", "search_space"] } else { &["inputs", "outputs"] })
        }
        ([], Place::JobOutput) => fixed(super::target::MACROS),
        ([], Place::StepOutput) => [fixed(&["parent"]), fixed(super::target::MACROS)].concat(),
        ([], _) if in_step => fixed(&["parent"]),
        (["inputs"], Place::Run) => named(scope.map(|scope| &scope.inputs), SymbolKind::Input, None),
        (["outputs"], Place::Run) => named(scope.map(|scope| &scope.outputs), SymbolKind::Output, None),
        (["search_space"], Place::Run) => {
            named(scope.and_then(|scope| scope.search_space.as_ref()), SymbolKind::SearchSpace, None)
        }
        (["parent"], Place::StepOutput) => fixed(&["outputs"]),
        (["parent"], _) if in_step => fixed(&["inputs", "jobs"]),
        (["parent", "outputs"], Place::StepOutput) => named(pipeline.map(|p| &p.outputs), SymbolKind::Output, wanted),
        (["parent", "inputs"], _) if in_step => named(pipeline.map(|p| &p.inputs), SymbolKind::Input, wanted),
        (["parent", "jobs"], _) if in_step => pipeline.map_or_else(Vec::new, |pipeline| steps(program, pipeline, site)),
        (["parent", "jobs", _], _) if in_step => fixed(&["outputs", "inputs"]),
        (["parent", "jobs", step, side @ ("outputs" | "inputs")], _) if in_step => {
            pipeline.map_or_else(Vec::new, |pipeline| ports(pipeline, step, side, wanted))
        }
        _ => Vec::new(),
    }
}

fn fixed(words: &[&str]) -> Vec<Candidate> {
    let word = |word: &&str| Candidate { name: (*word).to_owned(), kind: None, port_type: None, value: None };
    words.iter().map(word).collect()
}

fn named(ports: Option<&Ports<'_>>, kind: SymbolKind, wanted: Option<PortType>) -> Vec<Candidate> {
    let ports = ports.into_iter().flat_map(|ports| &ports.list);
    ports.map(|port| candidate(*port, kind, port.kind())).filter(|candidate| fits(candidate, wanted)).collect()
}

fn candidate(port: Port<'_>, kind: SymbolKind, port_type: Option<PortType>) -> Candidate {
    let value = port.field("default").unwrap_or(port.value).text().map(str::to_owned);
    Candidate { name: port.name().to_owned(), kind: Some(kind), port_type, value }
}

fn fits(candidate: &Candidate, wanted: Option<PortType>) -> bool {
    candidate.port_type.zip(wanted).is_none_or(|(found, wanted)| found.fits(wanted))
}

/// The type of the port that the expression is bound to.
fn wanted(program: &Program<'_>, site: &Site<'_>) -> Option<PortType> {
    let step = program.step(site)?;
    let name = site.key?.text()?;
    let (given, declared) = match site.place {
        Place::StepInput => (&step.inputs, step.callee.interface().map(|interface| &interface.inputs)),
        Place::StepOutput => (&step.outputs, step.callee.interface().map(|interface| &interface.outputs)),
        _ => return None,
    };
    declared.and_then(|ports| ports.get(name)).or_else(|| given.get(name)).and_then(Port::declared)
}

/// The steps that do not wait for this one.
fn steps(program: &Program<'_>, pipeline: &Pipeline<'_>, site: &Site<'_>) -> Vec<Candidate> {
    let waiting = waiting_for(program, pipeline, site.step);
    let free = pipeline.steps.iter().zip(waiting).filter(|(_, waits)| !waits);
    free.map(|(step, _)| Candidate {
        name: step.name().to_owned(),
        kind: Some(SymbolKind::Step),
        port_type: None,
        value: None,
    })
    .collect()
}

/// For each step of `pipeline` whether it is `step` or waits for it: a binding from such a step closes a cycle.
pub(crate) fn waiting_for(program: &Program<'_>, pipeline: &Pipeline<'_>, step: Option<usize>) -> Vec<bool> {
    let control = |step: &usize| pipeline.steps.get(*step).is_some_and(|step| step.kind == StepKind::Control);
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); pipeline.steps.len()];
    for (site, expression) in program.expressions() {
        let Target::StepOutput(name, _) = &expression.target else { continue };
        let here = program.pipeline(site).is_some_and(|other| std::ptr::eq(other, pipeline));
        let from = pipeline.step(name.text).filter(|_| here).and_then(|(from, _)| next.get_mut(from));
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

fn ports(pipeline: &Pipeline<'_>, step: &str, side: &str, wanted: Option<PortType>) -> Vec<Candidate> {
    let Some((_, step)) = pipeline.step(step) else { return Vec::new() };
    let outputs = side == "outputs";
    let kind = if outputs { SymbolKind::Output } else { SymbolKind::Input };
    let all = if outputs { step.readable_outputs() } else { step.readable_inputs() };
    let declared = step.callee.interface().map(|i| if outputs { &i.outputs } else { &i.inputs });
    let type_of = |port: &Port<'_>| port.declared().or_else(|| declared.and_then(|d| d.get(port.name()))?.declared());
    let found = all.list.iter().map(|port| candidate(*port, kind, type_of(port)));
    found.filter(|candidate| fits(candidate, wanted)).collect()
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
        let found =
            complete(&workspace, "p.yml", u32::try_from(offset).expect("a short text")).expect("in an expression");
        let names = found.candidates.into_iter().map(|candidate| candidate.name).collect();
        (names, found.replace.slice(&text).to_owned())
    }

    #[test]
    fn offers_what_exists_and_fits() {
        let step = |inputs: &str| at(&format!("    component: ./train.yml\n    inputs:\n      {inputs}"));
        assert_eq!(step("data: ${{|"), (vec!["parent".to_owned()], String::new()));
        assert_eq!(step("data: ${{ par|ent.x }}"), (vec!["parent".to_owned()], "parent".to_owned()));
        assert_eq!(step("data: ${{parent.|}}").0, ["inputs", "jobs"]);
        assert_eq!(step("data: ${{parent.inputs.r|}}"), (vec!["raw".to_owned()], "r".to_owned()));
        assert_eq!(step("epochs: ${{parent.inputs.|}}").0, ["n"]);
        assert_eq!(step("data: ${{parent.jobs.|}}").0, ["first"], "`last` waits for `mid`");
        assert_eq!(step("data: ${{parent.jobs.first.|.model}}").0, ["outputs", "inputs"]);
        assert_eq!(step("data: ${{parent.jobs.first.outputs.|}}").0, ["model"], "`log` is a file");
        let output = at("    component: ./train.yml\n    outputs: {log: \"${{parent.outputs.|}}\"}");
        assert_eq!(output.0, ["note"]);
        let command = at("    command: echo ${{inputs.|}}\n    inputs: {a: 1, b: 2}");
        assert_eq!(command.0, ["a", "b"]);
    }
}
