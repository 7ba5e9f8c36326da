//! Definitions that are misspelt: nothing names them, and what is named in their place is defined
//! nowhere.
//!
//! A binding that leads nowhere has two ends, and either may be the wrong one. The spelling that
//! the rest of the text uses decides; where it does not, the end that names is taken for the wrong
//! one.

use std::collections::{HashMap, HashSet};

use super::target::is_plain;
use super::{
    Callee, Declaration, Expression, ExpressionRole, ExpressionSite, Name, Port, Ports, Program,
    ScopeKind, StepKind, Target,
};
use crate::schema::is_common;
use crate::similar::closest;
use crate::syntax::{Node, NodeId};
use crate::text::TextRange;

/// A definition that is probably misspelt.
#[derive(Clone, Debug)]
pub struct MisspelledDefinition<'a> {
    /// Its name.
    pub key: Node<'a>,
    /// What it should be.
    pub meant: &'a str,
    /// Where that is named, with what names it.
    pub uses: Vec<(TextRange, Name<'a>, Node<'a>)>,
}

/// Outputs of other steps that exist without a definition.
const IMPLICIT: &[&str] = &["default", "artifacts", "sink", "source", "output"];

/// Longer lists are made by a program; nobody misspelt a name in them.
const LONG: usize = 500;

/// What names are looked up in: `inputs`, `outputs`, `search_space` or `jobs` of a mapping.
type Owner = (NodeId, Declaration);

/// One name in an expression.
struct NameUse<'a> {
    owner: Owner,
    name: Name<'a>,
    node: Node<'a>,
    range: TextRange,
    /// Whether it is a mistake if it is not defined; elsewhere an expression is only text or has a
    /// mistake of its own.
    counts: bool,
}

/// The definitions of `program` that are probably misspelt; `text` is that of its document.
pub(crate) fn misspelled_definitions<'a>(
    program: &Program<'a>,
    text: &'a str,
) -> Vec<MisspelledDefinition<'a>> {
    let definitions = definitions(program);
    let uses: Vec<NameUse<'a>> = program
        .expressions()
        .flat_map(|(site, found)| uses(program, site, found))
        .collect();
    let mut by_owner: HashMap<Owner, Vec<&NameUse<'a>>> = HashMap::new();
    for one in &uses {
        by_owner.entry(one.owner).or_default().push(one);
    }
    let mut found = Vec::new();
    for (owner, keys) in definitions.iter().filter(|(_, keys)| keys.len() <= LONG) {
        let uses = by_owner.get(owner).map(Vec::as_slice).unwrap_or_default();
        pair(keys, uses, text, &mut found);
    }
    found.sort_by_key(|found: &MisspelledDefinition<'_>| found.key.range());
    found
}

/// Everything that is defined in the document, by what it is looked up in; nothing where there may
/// be more.
fn definitions<'a>(program: &Program<'a>) -> Vec<(Owner, Vec<Node<'a>>)> {
    let mut found = Vec::new();
    let mut add = |node: Node<'a>, side: Declaration, ports: &Ports<'a>| {
        if !ports.open {
            found.push((
                (node.id(), side),
                ports.list.iter().map(|port: &Port<'a>| port.key).collect(),
            ));
        }
    };
    for scope in program
        .scopes
        .iter()
        .filter(|scope| is_own(program, scope.kind, scope.step))
    {
        add(scope.node, Declaration::Input, &scope.inputs);
        add(scope.node, Declaration::Output, &scope.outputs);
        if let Some(space) = &scope.search_space {
            add(scope.node, Declaration::SearchSpace, space);
        }
    }
    for pipeline in &program.pipelines {
        add(pipeline.node, Declaration::Input, &pipeline.inputs);
        add(pipeline.node, Declaration::Output, &pipeline.outputs);
        let steps = pipeline
            .steps
            .iter()
            .map(|step| Port {
                key: step.key,
                value: step.node,
            })
            .collect();
        add(
            pipeline.node,
            Declaration::Step,
            &Ports {
                list: steps,
                open: pipeline.open,
            },
        );
    }
    found
}

/// Whether what a scope looks names up in is written in the document: not so in a step with a
/// component of its own.
fn is_own(program: &Program<'_>, kind: ScopeKind, step: Option<(usize, usize)>) -> bool {
    let callee = step.and_then(|(pipeline, step)| {
        Some(&program.pipelines.get(pipeline)?.steps.get(step)?.callee)
    });
    kind != ScopeKind::Step || callee.is_some_and(|callee| matches!(callee, Callee::Own))
}

/// The names in an expression that have to be defined in the document.
fn uses<'a>(
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    expression: &Expression<'a>,
) -> Vec<NameUse<'a>> {
    let run = program.scope(site).filter(|scope| {
        site.role == ExpressionRole::Run && is_own(program, scope.kind, scope.step)
    });
    let run = run.map(|scope| scope.node.id());
    let pipeline = program
        .pipeline(site)
        .filter(|_| site.role != ExpressionRole::Run);
    let around = pipeline.map(|pipeline| pipeline.node.id());
    let (read, written) = (
        matches!(
            site.role,
            ExpressionRole::StepInput | ExpressionRole::StepField
        ),
        site.role == ExpressionRole::StepOutput,
    );
    let counts = match &expression.target {
        Target::ParentInput(_) => read,
        Target::ParentOutput(_) => written,
        Target::Step(_) | Target::StepInput(..) | Target::StepOutput(..) => read || written,
        Target::LegacyStep(_) => false,
        Target::Output(name) => name.text != "default",
        _ => true,
    };
    let names: Vec<(Option<NodeId>, Declaration, &Name<'a>)> = match &expression.target {
        Target::Input(name) => vec![(run, Declaration::Input, name)],
        Target::Output(name) => vec![(run, Declaration::Output, name)],
        Target::SearchSpace(name) => vec![(run, Declaration::SearchSpace, name)],
        Target::ParentInput(name) => vec![(around, Declaration::Input, name)],
        Target::ParentOutput(name) => vec![(around, Declaration::Output, name)],
        Target::Step(step) | Target::LegacyStep(step) | Target::StepInput(step, _) => {
            vec![(around, Declaration::Step, step)]
        }
        Target::StepOutput(step, port) => {
            let maker = pipeline.and_then(|pipeline| Some(pipeline.step(step.text)?.1));
            let own = maker.filter(|maker| {
                matches!(maker.callee, Callee::Own) && maker.kind != StepKind::Pipeline
            });
            let own = own
                .filter(|_| !IMPLICIT.contains(&port.text))
                .map(|own| own.node.id());
            vec![
                (around, Declaration::Step, step),
                (own, Declaration::Output, port),
            ]
        }
        _ => Vec::new(),
    };
    let named = |(owner, side, name): (Option<NodeId>, Declaration, &Name<'a>)| {
        let range = site.text.range(&name.range);
        Some(NameUse {
            owner: (owner?, side),
            name: name.clone(),
            node: site.text.node,
            range,
            counts,
        })
    };
    names.into_iter().filter_map(named).collect()
}

/// Pairs what nothing names with what is not defined.
fn pair<'a>(
    keys: &[Node<'a>],
    uses: &[&NameUse<'a>],
    text: &'a str,
    found: &mut Vec<MisspelledDefinition<'a>>,
) {
    let defined: HashSet<&str> = keys.iter().filter_map(|key| key.text()).collect();
    let mut unknown: Vec<&str> = Vec::new();
    for one in uses
        .iter()
        .filter(|one| one.counts && is_plain(one.name.text))
    {
        let (name, first) = (one.name.text, one.name.first());
        let known = defined.contains(name) || defined.contains(first);
        if !known && !unknown.contains(&name) {
            unknown.push(name);
        }
    }
    if unknown.is_empty() {
        return;
    }
    let named: HashSet<&str> = uses
        .iter()
        .flat_map(|one| [one.name.text, one.name.first()])
        .collect();
    let is_free = |name: &str| {
        !named.contains(name)
            && !named
                .iter()
                .any(|used| used.starts_with(&format!("{name}.")))
    };
    let free = |key: &&Node<'a>| {
        key.text().is_some_and(is_free) && !key.is_repaired() && is_plain_key(**key)
    };
    let free: Vec<(&str, Node<'a>)> = keys
        .iter()
        .filter(free)
        .filter_map(|key| Some((key.text()?, *key)))
        .collect();
    for meant in unknown.iter().copied() {
        let Some(near) = closest(meant, free.iter().map(|(name, _)| *name)) else {
            continue;
        };
        if closest(near, unknown.iter().copied()) != Some(meant) || are_different(near, meant) {
            continue;
        }
        let Some((_, key)) = free.iter().find(|(name, _)| *name == near) else {
            continue;
        };
        let mut uses: Vec<&NameUse<'a>> = uses
            .iter()
            .copied()
            .filter(|one| one.counts && one.name.text == meant)
            .collect();
        uses.sort_by_key(|one| one.range);
        let mut places: Vec<TextRange> = uses.iter().map(|one| one.range).collect();
        places.push(key.range());
        if is_wrong_end(text, near, meant, &places) {
            let uses = uses
                .iter()
                .map(|one| (one.range, one.name.clone(), one.node))
                .collect();
            found.push(MisspelledDefinition {
                key: *key,
                meant,
                uses,
            });
        }
    }
}

/// Not one that a merge or an alias brings along.
fn is_plain_key(key: Node<'_>) -> bool {
    key.is_key() && key.parent().is_some_and(|mapping| mapping.key().is_some())
}

/// Whether close names are those of different things: they differ in a number, or are a letter or
/// two.
fn are_different(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    let sorted = |name: &str| -> Vec<char> {
        let mut all: Vec<char> = name.chars().collect();
        all.sort_unstable();
        all
    };
    let is_typo = a.starts_with(b) || b.starts_with(a) || sorted(a) == sorted(b);
    (a.len().min(b.len()) < 3 && !is_typo) || letters(a) == letters(b)
}

/// Whether `defined` is more likely misspelt than `named`; `places` are those of the two names.
fn is_wrong_end(text: &str, defined: &str, named: &str, places: &[TextRange]) -> bool {
    let words: Vec<&str> = words_outside(text, places);
    let votes = |name: &str| words.iter().filter(|word| **word == name).count();
    // Places that name it agree with each other.
    let agreeing = places.len() - 2;
    let (for_defined, for_named) = (votes(defined), votes(named) + agreeing);
    if for_defined != for_named {
        return for_named > for_defined;
    }
    let parts: HashSet<&str> = words.iter().flat_map(|word| word.split('_')).collect();
    let known = |name: &str, other: &str| {
        let own: Vec<&str> = name
            .split('_')
            .filter(|part| !other.split('_').any(|same| same == *part))
            .collect();
        let known = own
            .iter()
            .filter(|part| parts.contains(*part) || is_wordlike(part))
            .count();
        (known, own.len())
    };
    let ((defined, of_defined), (named, of_named)) = (known(defined, named), known(named, defined));
    // Shares of different numbers of parts.
    named * of_defined.max(1) > defined * of_named.max(1)
}

/// A word, or two of them in one.
fn is_wordlike(part: &str) -> bool {
    let halves =
        |at: usize| part.is_char_boundary(at) && is_common(&part[..at]) && is_common(&part[at..]);
    is_common(part) || (3..part.len().saturating_sub(2)).any(halves)
}

/// The words of `text` that are not at `places`, which are never parts of words.
fn words_outside<'a>(text: &'a str, places: &[TextRange]) -> Vec<&'a str> {
    let start = text.as_ptr() as usize;
    let outside = |word: &&str| {
        let at = word.as_ptr() as usize - start;
        !word.is_empty()
            && !places
                .iter()
                .any(|place| (place.start as usize..place.end as usize).contains(&at))
    };
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(outside)
        .collect()
}
