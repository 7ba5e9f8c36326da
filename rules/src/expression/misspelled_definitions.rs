//! Misspelled definitions: no expression uses the name, and the name that expressions use in its
//! place is undefined.
//!
//! A binding without a target has two ends, and either may be misspelled. The spelling that is used
//! in the rest of the text decides; if it does not, the use is considered wrong.

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::target::is_plain;
use super::word_counts::{WordCounts, WordsOutside};
use super::{
    Callee, Declaration, Expression, ExpressionRole, ExpressionSite, Name, Ports, Program,
    ScopeKind, StepKind, Target,
};
use crate::schema::is_common;
use crate::similar::{are_typed, closest};
use crate::syntax::{Node, NodeId};
use crate::text::TextRange;

/// A definition that is probably misspelled.
#[derive(Clone, Debug)]
pub struct MisspelledDefinition<'a> {
    /// Key of the definition.
    pub key: Node<'a>,
    /// The correct name.
    pub meant: &'a str,
    /// The places that use the correct name.
    pub uses: Vec<(TextRange, Name<'a>, Node<'a>)>,
}

/// The definitions of a document that are probably misspelled, in order.
#[derive(Default)]
pub(crate) struct MisspelledDefinitions<'a> {
    found: Vec<MisspelledDefinition<'a>>,
    /// Index of the definition for each place that uses its correct name.
    uses: HashMap<TextRange, usize>,
}

impl<'a> MisspelledDefinitions<'a> {
    fn new(mut found: Vec<MisspelledDefinition<'a>>) -> Self {
        found.sort_by_key(|found| found.key.range());
        let mut uses = HashMap::new();
        for (at, one) in found.iter().enumerate() {
            for (place, ..) in &one.uses {
                uses.entry(*place).or_insert(at);
            }
        }
        Self { found, uses }
    }

    /// Returns the definition whose correct name is used at `place`.
    pub(crate) fn used_at(&self, place: TextRange) -> Option<&MisspelledDefinition<'a>> {
        self.found.get(*self.uses.get(&place)?)
    }

    /// Returns `true` if `key` is one of them.
    pub(crate) fn is_misspelled(&self, key: Node<'a>) -> bool {
        let from = self
            .found
            .partition_point(|one| one.key.range() < key.range());
        self.found.get(from).is_some_and(|one| one.key == key)
    }
}

/// Outputs of other steps that exist without a definition.
const IMPLICIT: &[&str] = &["default", "artifacts", "sink", "source", "output"];

/// Section in which names are looked up: `inputs`, `outputs`, `search_space` or `jobs` of a mapping.
type DefinitionSection = (NodeId, Declaration);

/// Use of a name in an expression.
struct NameUse<'a> {
    owner: DefinitionSection,
    name: Name<'a>,
    node: Node<'a>,
    range: TextRange,
    /// `true` if an undefined name is a mistake here; otherwise the expression is plain text or has
    /// another mistake.
    counts: bool,
}

/// Returns the definitions of `program` that are probably misspelled; `text` is that of its document.
pub(crate) fn misspelled_definitions<'a>(
    program: &Program<'a>,
    text: &'a str,
) -> MisspelledDefinitions<'a> {
    let mut uses = Vec::new();
    for (site, expression) in program.expressions() {
        add_uses(program, site, expression, &mut uses);
    }
    uses.sort_by_key(|one| one.owner);
    let mut found = Vec::new();
    let words = WordCounts::new(text);
    for (keys, uses) in definitions(program, &uses) {
        pair(&keys, uses, &words, &mut found);
    }
    MisspelledDefinitions::new(found)
}

/// Returns those of `uses`, which are sorted by owner, that are looked up in `owner`.
fn of_owner<'u, 'a>(uses: &'u [NameUse<'a>], owner: DefinitionSection) -> &'u [NameUse<'a>] {
    let behind = &uses[uses.partition_point(|one| one.owner < owner)..];
    &behind[..behind.partition_point(|one| one.owner == owner)]
}

/// Returns the keys of each section of definitions in the document, with the `uses` that are looked
/// up in it; sections that may have other definitions are left out.
fn definitions<'u, 'a>(
    program: &Program<'a>,
    uses: &'u [NameUse<'a>],
) -> Vec<(Vec<Node<'a>>, &'u [NameUse<'a>])> {
    let mut found = Vec::new();
    let definitions_in = |owner, ports: &Ports<'a>| {
        let uses = of_owner(uses, owner);
        let keys = || ports.list.iter().map(|port| port.key).collect();
        (!ports.open && !uses.is_empty()).then(|| (keys(), uses))
    };
    let own_scopes = program.scopes.iter();
    for scope in own_scopes.filter(|scope| is_own(program, scope.kind, scope.step)) {
        let owner = |declaration| (scope.node.id(), declaration);
        found.extend(definitions_in(owner(Declaration::Input), &scope.inputs));
        found.extend(definitions_in(owner(Declaration::Output), &scope.outputs));
        if let Some(space) = &scope.search_space {
            found.extend(definitions_in(owner(Declaration::SearchSpace), space));
        }
    }
    for pipeline in &program.pipelines {
        let owner = |declaration| (pipeline.node.id(), declaration);
        found.extend(definitions_in(owner(Declaration::Input), &pipeline.inputs));
        found.extend(definitions_in(
            owner(Declaration::Output),
            &pipeline.outputs,
        ));
        if !pipeline.open {
            let steps = pipeline.steps.iter().map(|step| step.key);
            let uses = of_owner(uses, owner(Declaration::Step));
            found.push((steps.collect(), uses));
        }
    }
    found
}

/// Returns `true` if the definitions of a scope are in the document, unlike those of a step with a
/// separate component.
fn is_own(program: &Program<'_>, kind: ScopeKind, step: Option<(usize, usize)>) -> bool {
    let callee = step.and_then(|(pipeline, step)| {
        Some(&program.pipelines.get(pipeline)?.steps.get(step)?.callee)
    });
    kind != ScopeKind::Step || callee.is_some_and(|callee| matches!(callee, Callee::Own))
}

/// Adds the names in an expression that must be defined in the document.
fn add_uses<'a>(
    program: &Program<'a>,
    site: &ExpressionSite<'a>,
    expression: &Expression<'a>,
    uses: &mut Vec<NameUse<'a>>,
) {
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
    let mut add = |owner: Option<NodeId>, declaration, name: &Name<'a>| {
        uses.extend(owner.map(|owner| NameUse {
            owner: (owner, declaration),
            name: name.clone(),
            node: site.text.node,
            range: site.text.range(&name.range),
            counts,
        }));
    };
    match &expression.target {
        Target::Input(name) => add(run, Declaration::Input, name),
        Target::Output(name) => add(run, Declaration::Output, name),
        Target::SearchSpace(name) => add(run, Declaration::SearchSpace, name),
        Target::ParentInput(name) => add(around, Declaration::Input, name),
        Target::ParentOutput(name) => add(around, Declaration::Output, name),
        Target::Step(step) | Target::LegacyStep(step) | Target::StepInput(step, _) => {
            add(around, Declaration::Step, step);
        }
        Target::StepOutput(step, port) => {
            let maker = pipeline.and_then(|pipeline| Some(pipeline.step(step.text)?.1));
            let own = maker.filter(|maker| {
                matches!(maker.callee, Callee::Own) && maker.kind != StepKind::Pipeline
            });
            let own = own
                .filter(|_| !IMPLICIT.contains(&port.text))
                .map(|own| own.node.id());
            add(around, Declaration::Step, step);
            add(own, Declaration::Output, port);
        }
        _ => {}
    }
}

/// Pairs unused definitions with undefined names.
fn pair<'a>(
    keys: &[Node<'a>],
    uses: &[NameUse<'a>],
    words: &WordCounts<'a>,
    found: &mut Vec<MisspelledDefinition<'a>>,
) {
    let undefined = undefined_names(keys, uses);
    if undefined.is_empty() {
        return;
    }
    let unused = unused_definitions(keys, uses);
    if !are_typed(undefined.len(), unused.len()) {
        return;
    }
    for meant in undefined.iter().copied() {
        let Some(near) = closest(meant, unused.iter().map(|(name, _)| *name)) else {
            continue;
        };
        if closest(near, undefined.iter().copied()) != Some(meant) || are_different(near, meant) {
            continue;
        }
        let Some((_, key)) = unused.iter().find(|(name, _)| *name == near) else {
            continue;
        };
        let of_meant = uses.iter();
        let mut uses: Vec<&NameUse<'a>> = of_meant
            .filter(|one| one.counts && one.name.text == meant)
            .collect();
        uses.sort_by_key(|one| one.range);
        let mut places: Vec<TextRange> = uses.iter().map(|one| one.range).collect();
        places.push(key.range());
        if is_wrong_end(words, near, meant, &places) {
            let uses = uses.iter();
            found.push(MisspelledDefinition {
                key: *key,
                meant,
                uses: uses
                    .map(|one| (one.range, one.name.clone(), one.node))
                    .collect(),
            });
        }
    }
}

/// Returns the names of `uses` that `keys` do not define.
fn undefined_names<'a>(keys: &[Node<'a>], uses: &[NameUse<'a>]) -> Vec<&'a str> {
    let mut defined: Vec<&str> = keys.iter().filter_map(|key| key.text()).collect();
    defined.sort_unstable();
    let mut undefined: Vec<&str> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for one in uses.iter().filter(|one| one.counts) {
        let (name, first) = (one.name.text, one.name.first());
        let is_defined = [name, first].map(|name| defined.binary_search(&name).is_ok());
        if is_plain(name) && !is_defined.contains(&true) && seen.insert(name) {
            undefined.push(name);
        }
    }
    undefined
}

/// Returns those of `keys` that none of `uses` names, with their texts.
fn unused_definitions<'a>(keys: &[Node<'a>], uses: &[NameUse<'a>]) -> Vec<(&'a str, Node<'a>)> {
    let names = uses.iter();
    let used = names.flat_map(|one| [one.name.text, one.name.first()]);
    let mut used: Vec<&str> = used.collect();
    used.sort_unstable();
    let mut unused = Vec::new();
    for key in keys.iter().copied() {
        let Some(name) = key.text() else { continue };
        let is_used = used.binary_search(&name).is_ok() || {
            let group = format!("{name}.");
            let behind = used.get(used.partition_point(|used| **used < *group));
            behind.is_some_and(|used| used.starts_with(&group))
        };
        if !is_used && !key.is_repaired() && is_plain_key(key) {
            unused.push((name, key));
        }
    }
    unused
}

/// Returns `false` for a key from a merge or an alias.
fn is_plain_key(key: Node<'_>) -> bool {
    key.is_key() && key.parent().is_some_and(|mapping| mapping.key().is_some())
}

/// Returns `true` if similar names are intentionally different: they differ in a number, or one has
/// only one or two letters.
fn are_different(a: &str, b: &str) -> bool {
    let is_typo = a.starts_with(b) || b.starts_with(a) || sorted_letters(a) == sorted_letters(b);
    (a.len().min(b.len()) < 3 && !is_typo) || differ_in_number(a, b)
}

/// Returns `true` if two names differ only in digits, such as `lr1` and `lr2`.
pub(crate) fn differ_in_number(a: &str, b: &str) -> bool {
    let is_letter = |c: &char| !c.is_ascii_digit();
    a.chars().filter(is_letter).eq(b.chars().filter(is_letter))
}

fn sorted_letters(name: &str) -> Vec<char> {
    let mut all: Vec<char> = name.chars().collect();
    all.sort_unstable();
    all
}

/// Returns `true` if `defined` is more likely misspelled than `named`; `places` are those of the two names.
fn is_wrong_end(words: &WordCounts<'_>, defined: &str, named: &str, places: &[TextRange]) -> bool {
    let words = words.outside(places);
    let votes = |name: &str| words.count(name);
    // Several places that use the name confirm each other.
    let agreeing = places.len() - 2;
    let (for_defined, for_named) = (votes(defined), votes(named) + agreeing);
    if for_defined != for_named {
        return for_named > for_defined;
    }
    let (known_defined, of_defined) = known_parts(defined, named, &words);
    let (known_named, of_named) = known_parts(named, defined, &words);
    // Compares fractions with different denominators.
    known_named * of_defined.max(1) > known_defined * of_named.max(1)
}

/// Returns the number of known words among the parts of `name` that `other` does not have, and the
/// number of these parts.
fn known_parts(name: &str, other: &str, words: &WordsOutside<'_, '_>) -> (usize, usize) {
    let is_own = |part: &&str| !other.split('_').any(|same| same == *part);
    let own: Vec<&str> = name.split('_').filter(is_own).collect();
    let is_known = |part: &&&str| words.has_part(part) || is_wordlike(part);
    (own.iter().filter(is_known).count(), own.len())
}

/// Returns `true` for a word, or two of them joined.
fn is_wordlike(part: &str) -> bool {
    if is_common(part) {
        return true;
    }
    let mut halves = (3..part.len().saturating_sub(2)).filter_map(|at| part.split_at_checked(at));
    halves.any(|(first, second)| is_common(first) && is_common(second))
}
