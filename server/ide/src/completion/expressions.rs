//! Completion of names in `${{ ... }}`, and of whole bindings for an empty input or output of a step.

use azml_rules::expression::{self, ExpressionRole, NameCandidate};
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use super::item::{Completions, Item, ItemSort};
use super::line::{Line, OpenExpression, Value, is_spaced};
use super::stand_in::StandIn;
use crate::Site;
use crate::fixed_words::meaning_of;
use crate::markdown::{Markdown, code, joined, md, prose};

/// Maximum number of names listed; of more, those that contain the typed text.
const LISTED: usize = 200;

/// Usual path of outputs that set one.
const OUTPUT_PATH: &str =
    "azureml://datastores/${{default_datastore}}/paths/azureml/${{name}}/${{output_name}}/";

/// Returns the continuations of the expression at the cursor; `None` outside of expressions.
pub(crate) fn inside(site: &Site<'_>, line: &Line<'_>) -> Option<Completions> {
    site.document.kind()?;
    let written = OpenExpression::at(line)?;
    let (found, stand_in) = ask(site, &written, line.cursor)?;
    let word = written
        .path
        .rsplit_once('.')
        .map_or(written.path, |(_, last)| last);
    let goes_on = written.path_rest.contains('.');
    let (whole, next): (Vec<NameCandidate>, Vec<NameCandidate>) =
        found.candidates.into_iter().partition(|it| it.is_whole);
    let listed = |all: Vec<NameCandidate>| limited(all, word).into_iter();
    let mut items = Vec::new();
    let mut range = written.word;
    for candidate in listed(whole)
        .chain(listed(next))
        .filter(|it| !goes_on || !it.name.contains('.'))
    {
        let (at, item) = written.item(site, stand_in.as_ref(), &candidate, goes_on);
        range = range.cover(at);
        items.push((at, item));
    }
    // One list has one range: shorter edits repeat the text before and after them.
    let text = site.document.text();
    let mut widened = Vec::new();
    for (at, mut item) in items {
        let before = TextRange::new(range.start, at.start).slice(text);
        let after = TextRange::new(at.end, range.end).slice(text);
        item.insert = format!("{before}{}{after}", item.insert);
        item.filter = format!("{before}{}", item.filter);
        widened.push(item);
    }
    Some(Completions {
        range,
        items: widened,
    })
}

fn limited(mut all: Vec<NameCandidate>, typed: &str) -> Vec<NameCandidate> {
    if all.len() > LISTED {
        let typed = typed.to_ascii_lowercase();
        all.retain(|candidate| candidate.name.to_ascii_lowercase().contains(&typed));
        all.truncate(LISTED);
    }
    all
}

/// Returns the completions at `written`: from the document if it parses, else from a copy in which
/// the expression is complete.
fn ask(
    site: &Site<'_>,
    written: &OpenExpression<'_>,
    offset: u32,
) -> Option<(expression::ExpressionCompletion, Option<StandIn>)> {
    if site.document.tree().errors().is_empty()
        && let Some(found) = expression::complete(site.document, site.program(), offset)
    {
        return Some((found, None));
    }
    let stand_in = StandIn::of_expression(site.document, written);
    let at = stand_in.at + u32::try_from(written.path.len()).ok()?;
    let found = expression::complete(&stand_in.document, stand_in.site(site).program(), at)?;
    Some((found, Some(stand_in)))
}

impl OpenExpression<'_> {
    /// Returns the item of `candidate` with the range that it replaces.
    fn item(
        &self,
        site: &Site<'_>,
        stand_in: Option<&StandIn>,
        candidate: &NameCandidate,
        goes_on: bool,
    ) -> (TextRange, Item) {
        let (range, insert) = if candidate.is_whole && !goes_on {
            self.finished(candidate)
        } else {
            let blank = if self.is_bare && self.is_spaced {
                " "
            } else {
                ""
            };
            (self.word, format!("{blank}{}", candidate.name))
        };
        let before = TextRange::new(range.start, self.word.start).slice(self.text);
        let item = Item {
            sort: ItemSort::Name,
            label: candidate.name.clone(),
            insert,
            filter: format!("{before}{}", candidate.name),
            detail: detail(candidate),
            about: about(site, stand_in, candidate),
            is_retired: false,
            is_snippet: false,
        };
        (range, item)
    }

    /// Returns the edit that completes the expression with `candidate`.
    fn finished(&self, candidate: &NameCandidate) -> (TextRange, String) {
        let (start, end) = (self.range.start, self.range.end);
        let slice = |start: u32, end: u32| TextRange::new(start, end).slice(self.text);
        let blank = if self.is_spaced { " " } else { "" };
        let lead = if self.is_bare { blank } else { "" };
        let head = slice(start, self.word.start);
        let whole = if self.is_closed {
            let tail = slice(self.word.end, end);
            format!("{head}{lead}{}{lead}{tail}", candidate.name)
        } else {
            format!("{head}{lead}{}{blank}}}}}", candidate.name)
        };
        let (mut from, mut whole) = (start, whole);
        if candidate.wants_bracket {
            from = self.option_start();
            whole = format!("$[[{}{whole}]]", slice(from, start));
        }
        if let Some(value) = self.unquoted_in_flow() {
            let to = self.flow_end();
            let whole = format!(
                "\"{}{whole}{}\"",
                slice(value.range.start, from),
                slice(end, to)
            );
            return (TextRange::new(value.range.start, to), whole);
        }
        if candidate.wants_bracket {
            return (TextRange::new(from, end), whole);
        }
        // The edit is minimal: the common prefix and suffix stay.
        let skipped = (self.word.start - start) as usize;
        if self.is_closed {
            return (self.word, format!("{lead}{}{lead}", candidate.name));
        }
        let range = TextRange::new(self.word.start, end);
        (range, whole[skipped..].to_owned())
    }
}

fn detail(candidate: &NameCandidate) -> String {
    let Some(kind) = candidate.kind else {
        return meaning_of(&candidate.name).to_owned();
    };
    let mut parts = vec![
        match candidate.port_type {
            Some(port_type) => port_type.name(),
            None => kind.label(),
        }
        .to_owned(),
    ];
    if candidate.is_optional {
        parts.push("optional".to_owned());
    }
    if let Some(value) = candidate
        .value
        .as_deref()
        .and_then(|value| value.lines().next())
        .filter(|it| !it.is_empty())
    {
        parts.push(value.to_owned());
    }
    parts.join(" · ")
}

fn about(site: &Site<'_>, stand_in: Option<&StandIn>, candidate: &NameCandidate) -> Markdown {
    let mut parts: Vec<Markdown> = candidate.description.iter().map(prose).collect();
    if let Some(definition) = &candidate.definition {
        let is_here = &*definition.path == site.document.path();
        let at = definition.range.start;
        let at = stand_in
            .filter(|_| is_here)
            .map_or(at, |stand_in| stand_in.original(at));
        parts.push(md!("From {}", code(site.place(&definition.path, at))));
    }
    parts.retain(|part| !part.is_empty());
    joined(parts, "\n\n")
}

/// Returns whole bindings for an input or an output that has no value yet.
pub(crate) fn bindings(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let is_started = !value.typed.is_empty() && "${{".starts_with(value.typed);
    if value.is_bare
        || !(value.typed.is_empty() || is_started)
        || value.goes_on_below(site.document)
    {
        return Vec::new();
    }
    let stand_in = StandIn::of_value(site.document, value, "${{}}");
    if !stand_in.node().is_some_and(is_bound) {
        return Vec::new();
    }
    let changed = stand_in.site(site);
    let Some(found) = expression::complete(changed.document, changed.program(), stand_in.at + 3)
    else {
        return Vec::new();
    };
    if value.key() == Some("path")
        && matches!(
            found.role,
            ExpressionRole::JobOutput | ExpressionRole::StepOutput
        )
    {
        return [output_path(value)]
            .into_iter()
            .chain(bound(site, value, &stand_in, found.candidates))
            .collect();
    }
    if !matches!(
        found.role,
        ExpressionRole::StepInput | ExpressionRole::StepOutput
    ) {
        return Vec::new();
    }
    bound(site, value, &stand_in, found.candidates)
}

/// Returns `true` if the value is the whole value of an input or output, or its `path`.
fn is_bound(node: Node<'_>) -> bool {
    let Some(key) = node.key() else { return false };
    is_port(key)
        || key.text() == Some("path") && key.parent().and_then(Node::key).is_some_and(is_port)
}

/// Returns `true` if `key` is the name of an input or output.
fn is_port(key: Node<'_>) -> bool {
    let section = key.parent().and_then(Node::key).and_then(Node::text);
    matches!(section, Some("inputs" | "outputs"))
}

fn bound(
    site: &Site<'_>,
    value: &Value<'_>,
    stand_in: &StandIn,
    candidates: Vec<NameCandidate>,
) -> Vec<Item> {
    let is_spaced = is_spaced(site.document.text(), u32::MAX);
    let blank = if is_spaced { " " } else { "" };
    let mut items = Vec::new();
    for candidate in candidates {
        if items.len() == LISTED {
            break;
        }
        if !candidate.is_whole || candidate.kind.is_none() {
            continue;
        }
        let whole = format!("${{{{{blank}{}{blank}}}}}", candidate.name);
        items.push(Item {
            sort: ItemSort::Name,
            label: whole.clone(),
            insert: value.written(&whole),
            filter: whole,
            detail: detail(&candidate),
            about: about(site, Some(stand_in), &candidate),
            is_retired: false,
            is_snippet: false,
        });
    }
    items
}

fn output_path(value: &Value<'_>) -> Item {
    Item {
        sort: ItemSort::Value,
        label: OUTPUT_PATH.to_owned(),
        insert: value.written(OUTPUT_PATH),
        filter: OUTPUT_PATH.to_owned(),
        detail: "a separate folder for each run, on the default datastore".to_owned(),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    }
}
