//! Names in `${{ ... }}`, and whole bindings where a step's input or output is still empty.

use azml_rules::expression::{self, ExpressionRole, NameCandidate};
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use super::brackets::unmatched;
use super::item::{Completions, Item, Sort};
use super::probe::Probe;
use super::value::Value;
use crate::ide::Site;
use crate::ide::fixed_words::meaning_of;
use crate::ide::under_cursor::comment_at;

/// So many are listed; of more, those that have what is typed in their names.
const LISTED: usize = 200;

/// Where nearly all outputs that name a path go.
const OUTPUT_PATH: &str =
    "azureml://datastores/${{default_datastore}}/paths/azureml/${{name}}/${{output_name}}/";

/// What can follow in the expression at `offset`; `None` outside of expressions.
pub(super) fn inside(site: &Site<'_>, offset: u32) -> Option<Completions> {
    site.document.kind()?;
    let written = Written::find(site, offset)?;
    let (found, probe) = written.ask(site, offset)?;
    let words = written
        .path
        .rsplit_once('.')
        .map_or(written.path, |(_, last)| last);
    let goes_on = written.path_rest.contains('.');
    let (whole, next): (Vec<NameCandidate>, Vec<NameCandidate>) =
        found.candidates.into_iter().partition(|it| it.is_whole);
    let listed = |all: Vec<NameCandidate>| limited(all, words).into_iter();
    let mut items = Vec::new();
    let mut range = written.word;
    for candidate in listed(whole)
        .chain(listed(next))
        .filter(|it| !goes_on || !it.name.contains('.'))
    {
        let (at, item) = written.item(site, probe.as_ref(), &candidate, goes_on);
        range = range.cover(at);
        items.push((at, item));
    }
    // One list has one range: shorter edits repeat what stands before and behind them.
    let text = site.document.text();
    let widen = |(at, mut item): (TextRange, Item)| {
        let (before, after) = (
            TextRange::new(range.start, at.start),
            TextRange::new(at.end, range.end),
        );
        item.insert = format!("{}{}{}", before.slice(text), item.insert, after.slice(text));
        item.filter = format!("{}{}", before.slice(text), item.filter);
        item
    };
    Some(Completions {
        range,
        items: items.into_iter().map(widen).collect(),
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

/// An expression as its line shows it, closed or not.
struct Written<'t> {
    text: &'t str,
    /// The value it stands in; `None` in block scalars and other long texts.
    value: Option<Value<'t>>,
    /// From `$` to `}}`, or as far as it goes.
    range: TextRange,
    /// What is typed of its path.
    path: &'t str,
    /// What of the path stands behind the cursor.
    path_rest: &'t str,
    /// The word under the cursor.
    word: TextRange,
    is_closed: bool,
    /// Blanks go between the braces and the path.
    is_spaced: bool,
    /// Nothing stands between the braces, not even a blank.
    is_bare: bool,
}

impl<'t> Written<'t> {
    fn find(site: &Site<'t>, offset: u32) -> Option<Self> {
        let document = site.document;
        if comment_at(document, offset).is_some() {
            return None;
        }
        let text = document.text();
        let line = document
            .lines()
            .line(text, document.lines().line_of(offset));
        let before = TextRange::new(line.start, offset).slice(text);
        let behind = TextRange::new(offset, line.end)
            .slice(text)
            .trim_end_matches(['\n', '\r']);
        let column = before.rfind("${{")?;
        let typed = &before[column + 3..];
        let path = typed.trim_start_matches(' ');
        if !path.chars().all(in_path) {
            return None;
        }
        let open = line.start + u32::try_from(column).ok()?;
        // Only the start: the rest of the value may be cut by what is not closed.
        let value = Value::find(document, open).filter(|value| value.range.start <= open);
        let path_rest = &behind[..behind.find(|c| !in_path(c)).unwrap_or(behind.len())];
        let blanks = behind[path_rest.len()..].len()
            - behind[path_rest.len()..].trim_start_matches(' ').len();
        let tail = &behind[path_rest.len() + blanks..];
        let braces = tail.len() - tail.trim_start_matches('}').len();
        // The brackets of flow collections that are open on this line come last.
        let outer = value
            .as_ref()
            .filter(|value| value.quote.is_none())
            .map_or(0, |value| value.open.len());
        let own = if outer == 0 {
            braces
        } else {
            unmatched(tail).saturating_sub(outer).min(braces)
        }
        .min(2);
        let closing = if own > 0 {
            path_rest.len() + blanks + own
        } else {
            path_rest.len()
        };
        let length = |len: usize| u32::try_from(len).unwrap_or(0);
        let last = path.rfind('.').map_or(0, |dot| dot + 1);
        let next = path_rest.find('.').unwrap_or(path_rest.len());
        let is_bare = typed.is_empty() && path_rest.is_empty() && (blanks == 0 || own == 0);
        Some(Self {
            text,
            value,
            range: TextRange::new(open, offset + length(closing)),
            path,
            path_rest,
            word: TextRange::new(offset - length(path.len() - last), offset + length(next)),
            is_closed: own == 2,
            is_spaced: if is_bare {
                is_spaced(text, open)
            } else {
                typed.starts_with(' ')
            },
            is_bare,
        })
    }

    /// Plain text in a flow collection: braces would end it.
    fn unquoted_in_flow(&self) -> Option<&Value<'t>> {
        self.value
            .as_ref()
            .filter(|value| value.is_flow && value.quote.is_none())
    }

    /// Asks for what may stand here: in the document where it is sound, else in one in which the expression is.
    fn ask(
        &self,
        site: &Site<'_>,
        offset: u32,
    ) -> Option<(expression::ExpressionCompletion, Option<Probe>)> {
        let path = site.document.path();
        if site.document.tree().errors().is_empty()
            && let Some(found) = expression::complete(site.workspace, path, offset)
        {
            return Some((found, None));
        }
        let (before, after) = match (&self.value, self.unquoted_in_flow()) {
            (_, Some(value)) => {
                let head = TextRange::new(value.range.start, self.range.start).slice(self.text);
                (format!("\"{head}${{{{"), "\"")
            }
            (
                Some(Value {
                    quote: Some('"'),
                    is_closed: false,
                    ..
                }),
                _,
            ) => ("${{".to_owned(), "\""),
            (
                Some(Value {
                    quote: Some(_),
                    is_closed: false,
                    ..
                }),
                _,
            ) => ("${{".to_owned(), "'"),
            _ => ("${{".to_owned(), ""),
        };
        let range = match self.unquoted_in_flow() {
            Some(value) => TextRange::new(value.range.start, self.flow_end()),
            None => self.range,
        };
        let open = self.value.as_ref().map_or(&[][..], |value| &value.open);
        let probe = Probe::mended(
            site,
            range,
            [&before, self.path, &format!("}}}}{after}")],
            open,
        );
        let at = probe.at + u32::try_from(self.path.len()).ok()?;
        let found = expression::complete(&probe.workspace, path, at)?;
        Some((found, Some(probe)))
    }

    /// Where the plain text in a flow collection ends.
    fn flow_end(&self) -> u32 {
        let behind = &self.text[self.range.end as usize..];
        let stop = behind
            .find(['\n', '\r', ',', '}', ']', '{', '['])
            .unwrap_or(behind.len());
        self.range.end + u32::try_from(behind[..stop].trim_end().len()).unwrap_or(0)
    }

    /// The item of `candidate` with what it replaces.
    fn item(
        &self,
        site: &Site<'_>,
        probe: Option<&Probe>,
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
            sort: Sort::Name,
            label: candidate.name.clone(),
            insert,
            filter: format!("{before}{}", candidate.name),
            detail: detail(candidate),
            about: about(site, probe, candidate),
            is_retired: false,
            is_snippet: false,
        };
        (range, item)
    }

    /// The edit that ends the expression with `candidate`.
    fn finished(&self, candidate: &NameCandidate) -> (TextRange, String) {
        let (start, end) = (self.range.start, self.range.end);
        let slice = |start: u32, end: u32| TextRange::new(start, end).slice(self.text);
        let blank = if self.is_spaced { " " } else { "" };
        let lead = if self.is_bare { blank } else { "" };
        let head = slice(start, self.word.start);
        let whole = match self.is_closed {
            true => format!(
                "{head}{lead}{}{lead}{}",
                candidate.name,
                slice(self.word.end, end)
            ),
            false => format!("{head}{lead}{}{blank}}}}}", candidate.name),
        };
        let (mut from, mut whole) = (start, whole);
        if candidate.wants_bracket {
            from = self.piece();
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
        // No more than needed: what is the same on both sides stays.
        let skipped = (self.word.start - start) as usize;
        match self.is_closed {
            true => (self.word, format!("{lead}{}{lead}", candidate.name)),
            false => (
                TextRange::new(self.word.start, end),
                whole[skipped..].to_owned(),
            ),
        }
    }

    /// Where the option starts that the expression is the value of: `--tag ${{`, `--tag=${{`.
    fn piece(&self) -> u32 {
        let line = self.text[..self.range.start as usize]
            .rfind(['\n', '\r'])
            .map_or(0, |at| at + 1);
        let before = self.text[line..self.range.start as usize].trim_end_matches(' ');
        let start = before.rfind([' ', '\t', '"', '\'']).map_or(0, |at| at + 1);
        let behind = self.text[self.range.end as usize..].chars().next();
        let ends = behind.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '}' | ','));
        match before[start..].starts_with('-') && before[start..].len() > 1 && ends {
            true => u32::try_from(line + start).unwrap_or(self.range.start),
            false => self.range.start,
        }
    }
}

fn in_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Whether most expressions of the file but that at `open` have blanks inside of their braces.
fn is_spaced(text: &str, open: u32) -> bool {
    let others = text
        .match_indices("${{")
        .filter(|(at, _)| *at != open as usize);
    let (all, spaced) = others.fold((0, 0), |(all, spaced), (at, _)| {
        (
            all + 1,
            spaced + usize::from(text[at + 3..].starts_with(' ')),
        )
    });
    spaced * 2 > all
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

fn about(site: &Site<'_>, probe: Option<&Probe>, candidate: &NameCandidate) -> String {
    let mut text = candidate.description.clone().unwrap_or_default();
    if let Some(definition) = &candidate.definition {
        let own = &*definition.path == site.document.path();
        let at = definition.range.start;
        let at = probe.filter(|_| own).map_or(at, |probe| probe.original(at));
        text.push_str(&format!("\n\nFrom `{}`", site.place(&definition.path, at)));
    }
    text.trim().to_owned()
}

/// Whole bindings for an input or an output that has no value yet.
pub(super) fn bindings(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let is_started = !value.typed.is_empty() && "${{".starts_with(value.typed);
    if value.is_bare
        || !(value.typed.is_empty() || is_started)
        || value.goes_on_below(site.document)
    {
        return Vec::new();
    }
    let probe = value.probe(site, "${{}}");
    if !probe.node(site).is_some_and(is_bound) {
        return Vec::new();
    }
    let Some(found) = expression::complete(&probe.workspace, site.document.path(), probe.at + 3)
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
            .chain(bound(site, value, &probe, found.candidates))
            .collect();
    }
    if !matches!(
        found.role,
        ExpressionRole::StepInput | ExpressionRole::StepOutput
    ) {
        return Vec::new();
    }
    bound(site, value, &probe, found.candidates)
}

/// Whether the value is all that an input or output is, or its `path`.
fn is_bound(node: Node<'_>) -> bool {
    let Some(key) = node.key() else { return false };
    is_port(key)
        || key.text() == Some("path") && key.parent().and_then(Node::key).is_some_and(is_port)
}

/// Whether `key` is the name of an input or output.
fn is_port(key: Node<'_>) -> bool {
    let section = key.parent().and_then(Node::key).and_then(Node::text);
    matches!(section, Some("inputs" | "outputs"))
}

fn bound(
    site: &Site<'_>,
    value: &Value<'_>,
    probe: &Probe,
    candidates: Vec<NameCandidate>,
) -> Vec<Item> {
    let names = candidates
        .into_iter()
        .filter(|it| it.is_whole && it.kind.is_some())
        .take(LISTED);
    let blank = if is_spaced(site.document.text(), u32::MAX) {
        " "
    } else {
        ""
    };
    let item = |candidate: NameCandidate| {
        let whole = format!("${{{{{blank}{}{blank}}}}}", candidate.name);
        Item {
            sort: Sort::Name,
            label: whole.clone(),
            insert: value.written(&whole),
            filter: whole,
            detail: detail(&candidate),
            about: about(site, Some(probe), &candidate),
            is_retired: false,
            is_snippet: false,
        }
    };
    names.map(item).collect()
}

fn output_path(value: &Value<'_>) -> Item {
    Item {
        sort: Sort::Value,
        label: OUTPUT_PATH.to_owned(),
        insert: value.written(OUTPUT_PATH),
        filter: OUTPUT_PATH.to_owned(),
        detail: "a folder of its own for every run, on the default datastore".to_owned(),
        about: String::new(),
        is_retired: false,
        is_snippet: false,
    }
}
