//! Ways to break the bindings of a pipeline that is right, each with the finding that it must lead
//! to.

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::expression::{ExpressionRole, ExpressionSite, Port, Program, Target};
use azml_rules::rule::Level;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;

use crate::corpus::references;

/// One way to break a file, and how that must be reported.
pub struct Mutation {
    /// What sort of mistake it is.
    pub sort: &'static str,
    /// The file.
    pub path: String,
    /// What goes.
    pub range: TextRange,
    /// What comes.
    pub text: String,
    /// The rules of which one must speak.
    pub rules: &'static [&'static str],
    /// Where, in the text before the edit; one of them is enough.
    pub places: Vec<TextRange>,
}

/// What is found instead, unless `mutation` is reported as it should be.
pub fn miss(workspace: &Workspace, mutation: &Mutation) -> Option<String> {
    let mut broken = workspace.clone();
    let old = workspace
        .document(&mutation.path)
        .expect("it was just there")
        .text();
    let (from, to) = (mutation.range.start as usize, mutation.range.end as usize);
    let text = format!("{}{}{}", &old[..from], mutation.text, &old[to..]);
    broken.insert(Document::new(mutation.path.as_str(), text));
    let found: Vec<Diagnostic> = references(&broken, &mutation.path).collect();
    let hit = found.iter().any(|diagnostic| {
        mutation.rules.contains(&diagnostic.rule.name)
            && mutation
                .places
                .iter()
                .any(|place| moved(*place, mutation).intersects(diagnostic.range))
    });
    let shown: Vec<String> = found
        .iter()
        .map(|d| format!("{} {:?}", d.rule.name, d.message))
        .collect();
    (!hit).then(|| format!("{shown:?}"))
}

/// Where `place` is after the edit.
fn moved(place: TextRange, mutation: &Mutation) -> TextRange {
    let edit = mutation.range;
    let grown = u32::try_from(mutation.text.len()).expect("a short text");
    let shift = |at: u32| {
        if at >= edit.end {
            at + grown - edit.len()
        } else {
            at
        }
    };
    TextRange::new(shift(place.start), shift(place.end))
}

/// Every way we know to break the bindings of a file that has no findings.
pub fn mutations(workspace: &Workspace, document: &Document) -> Vec<Mutation> {
    let clean =
        references(workspace, document.path()).all(|diagnostic| diagnostic.level < Level::Warning);
    if !clean || !document.tree().errors().is_empty() || document.kind().is_none() {
        return Vec::new();
    }
    let program = Program::new(workspace, document);
    let mut found = Vec::new();
    for site in &program.sites {
        words(document, site, &mut found);
        ports(document, &program, site, &mut found);
        directions(document, site, &mut found);
    }
    renamed_steps(document, &program, &mut found);
    dropped_inputs(document, &program, &mut found);
    cycles(document, &program, &mut found);
    found
}

fn evaluated(site: &ExpressionSite<'_>) -> bool {
    matches!(
        site.role,
        ExpressionRole::Run | ExpressionRole::StepInput | ExpressionRole::StepOutput
    )
}

/// Misspells a context: a letter dropped, doubled or swapped with the next.
fn words(document: &Document, site: &ExpressionSite<'_>, found: &mut Vec<Mutation>) {
    for expression in site
        .text
        .scan
        .expressions
        .iter()
        .filter(|_| evaluated(site))
    {
        let path = &site.text.text[expression.path.clone()];
        let mut at = expression.path.start;
        for word in path.split('.') {
            let range = site.text.range(&(at..at + word.len()));
            at += word.len() + 1;
            if !["inputs", "outputs", "parent", "jobs", "search_space"].contains(&word) {
                continue;
            }
            for letter in 1..word.len() {
                let (head, tail) = word.split_at(letter);
                let swapped = format!(
                    "{}{}{}{}",
                    &head[..letter - 1],
                    &tail[..1],
                    &head[letter - 1..],
                    &tail[1..]
                );
                for text in [
                    format!("{head}{}", &tail[1..]),
                    format!("{head}{}{tail}", &head[letter - 1..]),
                    swapped,
                ] {
                    if text != word {
                        found.push(Mutation {
                            sort: "misspelled context",
                            path: document.path().to_owned(),
                            range,
                            text,
                            rules: &["malformed-expression"],
                            places: vec![range],
                        });
                    }
                }
            }
        }
    }
}

/// Points to a port that is not there.
fn ports(
    document: &Document,
    program: &Program<'_>,
    site: &ExpressionSite<'_>,
    found: &mut Vec<Mutation>,
) {
    for expression in site
        .text
        .scan
        .expressions
        .iter()
        .filter(|_| evaluated(site))
    {
        let known = |ports: Option<bool>| ports == Some(true);
        let pipeline = program.pipeline(site);
        let (name, rule, checkable): (_, &'static [&'static str], bool) = match &expression.target {
            Target::Input(name) => (
                name,
                &["undefined-input-reference"],
                known(program.scope(site).map(|scope| !scope.inputs.open)),
            ),
            Target::Output(name) => (
                name,
                &["undefined-output-reference"],
                known(program.scope(site).map(|scope| !scope.outputs.open)),
            ),
            Target::ParentInput(name) => (
                name,
                &["unknown-parent-input"],
                known(pipeline.map(|p| !p.inputs.open)),
            ),
            Target::ParentOutput(name) => (
                name,
                &["unknown-parent-output"],
                known(pipeline.map(|p| !p.outputs.open)),
            ),
            Target::StepOutput(step, port) => {
                let outputs = pipeline
                    .and_then(|p| p.step(step.text))
                    .map(|(_, step)| step.readable_outputs());
                (
                    port,
                    &["unknown-step-port"],
                    known(outputs.map(|outputs| !outputs.open)),
                )
            }
            _ => continue,
        };
        if checkable {
            let range = site.text.range(&name.range);
            found.push(Mutation {
                sort: "missing port",
                path: document.path().to_owned(),
                range,
                text: format!("{}_zz", name.text),
                rules: rule,
                places: vec![range],
            });
        }
    }
}

/// Swaps a binding: an input reads an output of the pipeline, an output is bound to an input.
fn directions(document: &Document, site: &ExpressionSite<'_>, found: &mut Vec<Mutation>) {
    let Some(expression) = site.text.whole() else {
        return;
    };
    let (word, other) = match (&expression.target, site.role) {
        (Target::ParentInput(_), ExpressionRole::StepInput) => ("inputs", "outputs"),
        (Target::ParentOutput(_), ExpressionRole::StepOutput) => ("outputs", "inputs"),
        _ => return,
    };
    let at = expression.path.start + "parent.".len();
    found.push(Mutation {
        sort: "swapped binding",
        path: document.path().to_owned(),
        range: site.text.range(&(at..at + word.len())),
        text: other.to_owned(),
        rules: &["binding-direction"],
        places: vec![site.text.range(&expression.path)],
    });
}

/// Renames a step at its definition only.
fn renamed_steps(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (index, pipeline) in program.pipelines.iter().enumerate() {
        for step in &pipeline.steps {
            let names = |target: &Target<'_>| match target {
                Target::StepOutput(name, _) | Target::StepInput(name, _) | Target::Step(name) => {
                    (name.text == step.name()).then(|| name.range.clone())
                }
                _ => None,
            };
            let users = program
                .expressions()
                .filter(|(site, _)| site.pipeline == Some(index));
            let places: Vec<TextRange> = users
                .filter_map(|(site, expression)| Some(site.text.range(&names(&expression.target)?)))
                .collect();
            if !places.is_empty() {
                found.push(Mutation {
                    sort: "renamed step",
                    path: document.path().to_owned(),
                    range: step.key.range(),
                    text: format!("{}_renamed", step.name()),
                    rules: &["unknown-pipeline-step"],
                    places,
                });
            }
        }
    }
}

/// Drops an input that the component of a step needs.
fn dropped_inputs(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (_, step) in program.steps() {
        let Some(interface) = step.callee.interface() else {
            continue;
        };
        for given in &step.inputs.list {
            let needed = interface
                .inputs
                .get(given.name())
                .is_some_and(Port::is_required);
            let Some(value) = given.key.value_of_key().filter(|_| needed) else {
                continue;
            };
            let entry = azml_rules::syntax::Entry {
                key: given.key,
                value,
            };
            let edit = azml_rules::fix::remove_entry(entry);
            // The last input takes the section along.
            let section = step.node.entry("inputs");
            let section = section.filter(|_| step.inputs.list.len() > 1);
            found.push(Mutation {
                sort: "dropped input",
                path: document.path().to_owned(),
                range: edit.range,
                text: edit.text,
                rules: &["missing-required-input"],
                places: vec![section.map_or(step.key, |inputs| inputs.key).range()],
            });
        }
    }
}

/// Lets a step read from one that waits for it.
fn cycles(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (index, pipeline) in program.pipelines.iter().enumerate() {
        let sites: Vec<&ExpressionSite<'_>> = program
            .sites
            .iter()
            .filter(|site| site.pipeline == Some(index) && site.role == ExpressionRole::StepInput)
            .collect();
        for reader in &sites {
            let Some(Target::StepOutput(writer, _)) = reader.text.whole().map(|e| &e.target) else {
                continue;
            };
            let Some((writer, _)) = pipeline.step(writer.text) else {
                continue;
            };
            let reads = sites
                .iter()
                .find(|site| site.step == Some(writer) && site.text.whole().is_some());
            let Some((site, expression)) = reads.and_then(|site| Some((site, site.text.whole()?)))
            else {
                continue;
            };
            let late = &pipeline.steps[reader.step.expect("an input of a step")];
            found.push(Mutation {
                sort: "cycle",
                path: document.path().to_owned(),
                range: site.text.range(&expression.path),
                text: format!("parent.jobs.{}.outputs.x", late.name()),
                rules: &["pipeline-cycle"],
                places: vec![
                    site.text.range(&expression.path),
                    reader
                        .text
                        .range(&reader.text.whole().expect("a binding").path),
                ],
            });
        }
    }
}
