//! Completion inside an expression: existing names that fit the place and close no cycle.
//!
//! Start at [`complete`]. Its results are a [`candidate`] each; [`next_words`] lists the words that may
//! follow others, and [`step_order`] the steps that depend on the edited one.

mod candidate;
mod next_words;
mod step_order;

use std::collections::BTreeSet;

use super::interface::Port;
use super::port_type::PortType;
use super::program::{ExpressionRole, ExpressionSite, Program};
use super::scan::Expression;
use super::target::Target;
use crate::document::Document;
use crate::text::TextRange;
pub use candidate::NameCandidate;
use next_words::CompletionPlace;
pub(crate) use step_order::steps_waiting_for;

/// Completions at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionCompletion {
    /// Range of the word that is being written.
    pub replace: TextRange,
    /// Role of the expression.
    pub role: ExpressionRole,
    /// Candidates in the order of the file: the next words, then longer paths to a name.
    pub candidates: Vec<NameCandidate>,
}

/// Returns the completions at `offset` of `document`, whose program is `program`; `None` outside of
/// `${{ ... }}`.
pub fn complete(
    document: &Document,
    program: &Program<'_>,
    offset: u32,
) -> Option<ExpressionCompletion> {
    let (site, expression, at) = expression_at(program, offset)?;
    let typed = site.text.text.get(expression.path.start..at)?;
    let rest = site.text.text.get(at..expression.path.end)?;
    let start = expression.path.start + typed.rfind('.').map_or(0, |dot| dot + 1);
    let end = at + rest.find('.').unwrap_or(rest.len());
    let words: Vec<&str> = typed.split('.').collect();
    let words = words.split_last().map_or(&[][..], |(_, words)| words);
    let next_words = CompletionPlace {
        program,
        site,
        scope: program.scope(site),
        pipeline: program.pipeline(site),
        expected: type_of_port_at(program, site),
        used: outputs_in_use(program, expression, site),
        file: document.shared_path(),
        is_bracketed: expression.bracket.is_some(),
    };
    let mut candidates = next_words.next_words(words);
    // If the path continues after the cursor, only the word is replaced.
    if !rest.contains('.') {
        let ways = next_words.ways(words, &candidates);
        candidates.extend(ways);
    }
    Some(ExpressionCompletion {
        replace: site.text.exact(&(start..end))?,
        role: site.role,
        candidates,
    })
}

/// Returns the expression whose path touches `offset`, with its site and the offset in the decoded text.
fn expression_at<'p, 'a>(
    program: &'p Program<'a>,
    offset: u32,
) -> Option<(&'p ExpressionSite<'a>, &'p Expression<'a>, usize)> {
    program.sites.iter().find_map(|site| {
        if !site.text.node.range().touches(offset) {
            return None;
        }
        let at = site.text.decoded(offset)?;
        let mut expressions = site.text.scan.expressions.iter();
        let found = expressions.find(|it| it.path.start <= at && at <= it.path.end)?;
        Some((site, found, at))
    })
}

/// Returns the outputs of steps, as step and output, that expressions other than `here` name.
fn outputs_in_use<'a>(
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

/// Returns the type of the port to which the expression is bound.
fn type_of_port_at(program: &Program<'_>, site: &ExpressionSite<'_>) -> Option<PortType> {
    let (given, declared) = program.port_at(site)?;
    declared.or(given).and_then(Port::declared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    const TRAIN: &str = "$schema: https://x/commandComponent.schema.json\nname: train\n\
        command: echo\n\
        inputs: {data: {type: uri_folder}, epochs: {type: integer}}\n\
        outputs: {model: {type: mlflow_model}, log: {type: uri_file}}\n";

    /// Returns the names offered at `|` in a pipeline, and the word they replace.
    fn at(cursor: &str) -> (Vec<String>, String) {
        let head = "type: pipeline\n\
            inputs: {raw: {type: uri_folder}, file: {type: uri_file}, n: 5}\n\
            outputs: {best: {type: mlflow_model}, note: {type: uri_file}}\n\
            jobs:\n\x20 first: {component: ./train.yml}\n";
        let tail = "\n  last: {component: ./train.yml, \
            inputs: {data: \"${{parent.jobs.mid.outputs.model}}\"}}\n";
        let marked = format!("{head}  mid:\n{cursor}{tail}");
        let offset = marked.find('|').expect("a cursor");
        let text = marked.replacen('|', "", 1);
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("train.yml", TRAIN));
        workspace.insert(Document::new("p.yml", text.clone()));
        let document = workspace.document("p.yml").expect("inserted");
        let program = Program::new(&workspace, document);
        let offset = u32::try_from(offset).expect("a short text");
        let found = complete(document, &program, offset).expect("in an expression");
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
