//! Hovers of the name in an expression: type, default, source, and the places that write and read it.

use std::ops::Range;

use azml_rules::explain::sentence;
use azml_rules::expression::{
    Declaration, Expression, ExpressionRole, ExpressionSite, Port, PortType, Program, ScopeKind,
    Step, Target,
};
use azml_rules::symbols::{Link, link_at};
use azml_rules::syntax::Node;

use crate::Site;
use crate::fixed_words::meaning_of;
use crate::hover::card::Hover;
use crate::hover::reference::unknown;
use crate::hover::wording::{facts, shortened};
use crate::markdown::{Markdown, code, joined, md, ours, prose};

/// Maximum number of readers listed.
const LISTED: usize = 8;

/// Returns the hover of the word at `offset`, if that is in an expression or on the brackets of an
/// optional part.
pub(crate) fn card(site: &Site<'_>, offset: u32) -> Option<Hover> {
    let node = site.document.tree().node_at(offset)?;
    node.text()
        .filter(|text| text.contains("${{") || text.contains("$[["))?;
    let program = site.program();
    let written = program
        .sites
        .iter()
        .find(|written| written.text.node == node)?;
    let at = written.text.decoded(offset)?;
    let mut expressions = written.text.scan.expressions.iter();
    match expressions.find(|found| found.range.start <= at && at <= found.range.end) {
        Some(expression) => of_expression(site, program, written, expression, at, offset),
        None => bracket(written, at),
    }
}

fn of_expression(
    site: &Site<'_>,
    program: &Program<'_>,
    written: &ExpressionSite<'_>,
    expression: &Expression<'_>,
    at: usize,
    offset: u32,
) -> Option<Hover> {
    let path = &expression.path;
    let on_path = path.start <= at && at <= path.end;
    // On the braces, the hover describes the value of the whole expression.
    let whole = if on_path {
        None
    } else {
        Some(written.text.exact(&expression.range)?)
    };
    let (at, offset) = if on_path {
        (at, offset)
    } else {
        (path.end, written.text.exact(path)?.end)
    };
    if let Some(link) = link_at(site.workspace, site.document.path(), offset) {
        let text = named(site, program, written, expression, &link)?;
        return Some(Hover {
            text,
            range: whole.unwrap_or(link.range),
        });
    }
    if let Some(text) = unknown::port(site, program, written, &expression.target, at) {
        let range = whole.or_else(|| {
            expression
                .target
                .names()
                .last()
                .and_then(|name| written.text.exact(&name.range))
        })?;
        return Some(Hover { text, range });
    }
    let text = written.text.text;
    let start = text[path.start..at]
        .rfind('.')
        .map_or(path.start, |dot| path.start + dot + 1);
    let end = text[at..path.end]
        .find('.')
        .map_or(path.end, |dot| at + dot);
    let meaning = meaning_of(&text[start..end]);
    // An undefined name is a matter for the rules.
    if meaning.is_empty()
        || expression
            .target
            .names()
            .iter()
            .any(|name| name.range.contains(&start))
    {
        return None;
    }
    let text = md!(
        "### {}\n\n{}.",
        code(&text[start..end]),
        ours(sentence(meaning))
    );
    let range = whole.or_else(|| written.text.exact(&(start..end)))?;
    Some(Hover { text, range })
}

/// `$[[` and `]]`.
fn bracket(written: &ExpressionSite<'_>, at: usize) -> Option<Hover> {
    let mut brackets = written.text.scan.brackets.iter();
    let found = brackets.find(|bracket| {
        let Range { start, end } = bracket.range;
        (start..start + 3).contains(&at) || (end - 2..=end).contains(&at)
    })?;
    let text = "### `$[[ ]]`\n\nAn optional part of the command. It is left out when an optional \
                input in it has no value.";
    Some(Hover {
        text: ours(text),
        range: written.text.exact(&found.range)?,
    })
}

/// Returns the hover of a name whose definition is known.
fn named(
    site: &Site<'_>,
    program: &Program<'_>,
    written: &ExpressionSite<'_>,
    expression: &Expression<'_>,
    link: &Link,
) -> Option<Markdown> {
    let document = site.workspace.document(&link.definition.path)?;
    let key = document
        .tree()
        .node_at(link.definition.range.start)
        .filter(|node| node.is_key())?;
    let value = key.value_of_key()?.resolved();
    let mut lines = Vec::new();
    if link.kind == Declaration::Step {
        lines.extend(runs(program, written, &link.name));
    } else {
        let facts = facts(value);
        if !facts.is_empty() {
            lines.push(facts);
        }
    }
    lines.extend(value.get("description").and_then(Node::text).map(prose));
    let mut list = vec![(
        "Defined in",
        site.place_link(&link.definition.path, link.definition.range.start),
    )];
    list.extend(traffic(program, written, expression, link));
    let mut rows = Markdown::new();
    for (label, text) in list {
        rows.push_row(label, text);
    }
    lines.push(rows);
    let card = md!(
        "### {}: {}\n\n{}",
        code(&link.name),
        owner(program, written, expression, link),
        joined(lines, "\n\n")
    );
    Some(card.trimmed())
}

/// "output of step `prep`"
fn owner(
    program: &Program<'_>,
    written: &ExpressionSite<'_>,
    expression: &Expression<'_>,
    link: &Link,
) -> Markdown {
    let what = match link.kind {
        Declaration::SearchSpace => return ours("hyperparameter of the sweep"),
        Declaration::Step => return ours("step of this pipeline"),
        kind => kind.label(),
    };
    match &expression.target {
        Target::StepInput(step, _) | Target::StepOutput(step, _) => {
            md!("{} of step {}", what, code(step.text))
        }
        Target::ParentInput(_) | Target::ParentOutput(_) => md!("{} of this pipeline", what),
        _ => {
            let of = match program.scope(written).map(|scope| scope.kind) {
                Some(ScopeKind::Component) => "component",
                Some(ScopeKind::Step) => "step",
                Some(ScopeKind::Trial) => "sweep",
                _ => "job",
            };
            md!("{} of this {}", what, of)
        }
    }
}

/// Describes the component or command of a step.
fn runs(program: &Program<'_>, written: &ExpressionSite<'_>, name: &str) -> Vec<Markdown> {
    let pipeline = program.pipeline(written);
    let Some((_, step)) = pipeline.and_then(|pipeline| pipeline.step(name)) else {
        return Vec::new();
    };
    let named = step
        .node
        .get("component")
        .or_else(|| step.node.get("trial"));
    let mut lines: Vec<Markdown> = Vec::new();
    if let Some(component) = named.and_then(Node::text) {
        lines.push(md!("Runs {}", code(component)));
    }
    if let Some(interface) = step.callee.interface() {
        let about = interface.node.get("description").and_then(Node::text);
        lines.extend(about.map(prose));
    } else if named.is_none()
        && let Some(command) = step.node.get("command").and_then(Node::text)
    {
        lines.push(md!("Runs {}", code(shortened(command))));
    }
    let outputs = step.readable_outputs();
    if !outputs.list.is_empty() {
        let outputs = outputs.list.iter().map(|port| output(step, *port));
        lines.push(md!("Writes {}", joined(outputs, ", ")));
    }
    lines
}

/// "`model` (`mlflow_model`)"
fn output(step: &Step<'_>, port: Port<'_>) -> Markdown {
    let interface = step.callee.interface();
    let declared = interface.and_then(|interface| interface.outputs.get(port.name()));
    let port_type = port
        .declared()
        .or_else(|| declared.and_then(Port::declared));
    match port_type.map(PortType::name) {
        Some(name) => md!("{} ({})", code(port.name()), code(name)),
        None => code(port.name()),
    }
}

/// Returns `true` if two expressions of a pipeline have the same target; for a step, all of its
/// outputs count.
fn names_the_same(one: &Target<'_>, other: &Target<'_>, kind: Declaration) -> bool {
    match (one, other) {
        (
            Target::StepOutput(step, _) | Target::StepInput(step, _) | Target::Step(step),
            Target::StepOutput(of, _),
        ) if kind == Declaration::Step => step.text == of.text,
        (Target::StepOutput(a, b), Target::StepOutput(c, d))
        | (Target::StepInput(a, b), Target::StepInput(c, d)) => {
            a.text == c.text && b.text == d.text
        }
        (Target::ParentInput(a), Target::ParentInput(b))
        | (Target::ParentOutput(a), Target::ParentOutput(b)) => a.text == b.text,
        _ => false,
    }
}

/// Returns the other places in this pipeline that write or read the target.
fn traffic(
    program: &Program<'_>,
    written: &ExpressionSite<'_>,
    expression: &Expression<'_>,
    link: &Link,
) -> Vec<(&'static str, Markdown)> {
    let Some(pipeline) = program.pipeline(written) else {
        return Vec::new();
    };
    let (mut writers, mut readers) = (Vec::new(), Vec::new());
    for (other, found) in program.expressions() {
        let is_same = other.pipeline == written.pipeline
            && names_the_same(&expression.target, &found.target, link.kind);
        let Some(step) = program.step(other).filter(|_| is_same) else {
            continue;
        };
        let key = other.key.and_then(Node::text).unwrap_or_default();
        let line = md!("step {} ({})", code(step.name()), code(key));
        let list = if other.role == ExpressionRole::StepOutput {
            &mut writers
        } else {
            &mut readers
        };
        if !list.contains(&line) {
            list.push(line);
        }
    }
    let mut found = Vec::new();
    if let (Target::StepOutput(step, port), Declaration::Output) = (&expression.target, link.kind) {
        let bound = pipeline
            .step(step.text)
            .and_then(|(_, step)| step.outputs.get(port.text));
        if let Some(bound) = bound
            .and_then(|bound| bound.value.text())
            .filter(|text| text.contains("${{"))
        {
            found.push(("Bound to", code(bound)));
        }
    }
    for (label, list) in [("Written by", writers), ("Read by", readers)] {
        if !list.is_empty() {
            let more = if list.len() > LISTED {
                md!(", and {} more", list.len() - LISTED)
            } else {
                Markdown::new()
            };
            let listed = joined(list.iter().take(LISTED), ", ");
            found.push((label, md!("{}{}", listed, more)));
        }
    }
    found
}
