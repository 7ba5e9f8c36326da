//! The snippet of a key: its name, its colon, and its required children.

use azml_rules::fix::{indent_unit, newline};
use azml_rules::schema::enum_values_of_all;
use azml_rules::schema::table::{Type, TypeDef, ValueShape};
use azml_rules::syntax::Tree;

use crate::completion::stand_in::{Tail, WholeKey};

/// Maximum depth to which nested children are written.
const DEPTH: usize = 3;

/// Unions whose mapping is usually written out although a reference is allowed too.
const WRITTEN_OUT: [&str; 1] = ["Trial"];

/// The form in which the value of a key is written.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A single line; with the word if only one is allowed.
    Scalar(Option<&'static str>),
    /// Text of several lines.
    Folded,
    /// A mapping with its required keys.
    Mapping(Vec<(&'static str, Form)>),
    /// A mapping with user-defined keys and values of this form.
    Map(Box<Form>),
    /// The steps of a pipeline, which are offered as whole entries.
    Steps,
    /// A list with items of this form.
    List(Box<Form>),
    /// A fixed value.
    Text(String),
    /// A placeholder value, as a tab stop.
    Suggestion(String),
    /// A mapping with these keys and values.
    Entries(Vec<(String, Form)>),
}

/// The text of a snippet.
pub(crate) struct SnippetText {
    pub(crate) text: String,
    pub(crate) is_snippet: bool,
}

impl Form {
    /// Returns the usual form of the value of `name`, which may be of any of `types`.
    pub(crate) fn of(name: &str, types: &[&'static Type]) -> Self {
        Self::within(name, types, DEPTH)
    }

    fn within(name: &str, types: &[&'static Type], depth: usize) -> Self {
        if name == "jobs" {
            return Self::Steps;
        }
        let mut leaves = Vec::new();
        types.iter().for_each(|ty| collect(ty, &mut leaves));
        let scalars = leaves.iter().filter(|leaf| is_scalar(leaf)).count();
        if scalars > 0 {
            let is_text = leaves
                .iter()
                .any(|leaf| matches!(leaf.shape, ValueShape::Text("")));
            if name == "command" && is_text {
                return Self::Folded;
            }
            let words = enum_values_of_all(types.iter().copied());
            let only = words
                .first()
                .copied()
                .filter(|_| words.len() == 1 && scalars == types.len());
            return Self::Scalar(only);
        }
        let defs: Vec<&'static TypeDef> = leaves.iter().filter_map(|leaf| mapping(leaf)).collect();
        let collection = leaves.iter().find_map(|leaf| match leaf.shape {
            ValueShape::List(item) => Some(Self::List(Box::new(Self::below(item, depth)))),
            ValueShape::Map { value, .. } => Some(Self::Map(Box::new(Self::below(value, depth)))),
            _ => None,
        });
        match (defs.as_slice(), collection) {
            (_, Some(collection)) => collection,
            ([], None) => Self::Scalar(None),
            ([def], None) => Self::Mapping(needed(def, depth)),
            ([def, ..], None) => Self::Mapping(shared(def, &defs)),
        }
    }

    fn below(ty: &'static Type, depth: usize) -> Self {
        if depth == 0 {
            Self::Mapping(Vec::new())
        } else {
            Self::within("", &[ty], depth - 1)
        }
    }
}

/// Collects the alternatives of a union; of unions that are usually written out only the mapping.
fn collect(ty: &'static Type, leaves: &mut Vec<&'static Type>) {
    match &ty.shape {
        _ if ty.private => {}
        ValueShape::OneOf(all) => all.iter().for_each(|ty| collect(ty, leaves)),
        ValueShape::Named(named) if WRITTEN_OUT.contains(&named.name) => {
            collect(&named.ty, leaves);
            leaves.retain(|leaf| mapping(leaf).is_some());
        }
        ValueShape::Named(named) => collect(&named.ty, leaves),
        _ => leaves.push(ty),
    }
}

fn mapping(ty: &Type) -> Option<&'static TypeDef> {
    match ty.shape {
        ValueShape::Mapping(def, _) => Some(def),
        _ => None,
    }
}

fn is_scalar(ty: &Type) -> bool {
    !matches!(
        ty.shape,
        ValueShape::Mapping(..)
            | ValueShape::Map { .. }
            | ValueShape::List(_)
            | ValueShape::Any
            | ValueShape::Nothing
            | ValueShape::Expression { .. }
            | ValueShape::OutputExpression
    )
}

/// Returns the required keys of a mapping of this type.
fn needed(def: &'static TypeDef, depth: usize) -> Vec<(&'static str, Form)> {
    if depth == 0 {
        return Vec::new();
    }
    let also = |name: &str| def.also_required.contains(&name);
    let fields = def
        .fields
        .iter()
        .filter(|field| !field.private && (field.required || also(field.name)));
    fields
        .map(|field| {
            (
                field.name,
                Form::within(field.name, &[&field.ty], depth - 1),
            )
        })
        .collect()
}

/// Returns the key that distinguishes the alternatives, if each of them requires it.
fn shared(first: &'static TypeDef, defs: &[&'static TypeDef]) -> Vec<(&'static str, Form)> {
    for name in ["type", "task"] {
        let mut fields = defs.iter().map(|def| def.field(name));
        let is_needed = fields.all(|field| field.is_some_and(|field| field.required));
        if let Some(field) = first.field(name).filter(|_| is_needed) {
            return vec![(field.name, Form::Scalar(None))];
        }
    }
    Vec::new()
}

/// Returns the entry of `name` as it is written at the cursor.
pub(crate) fn entry(name: &str, form: &Form, key: &WholeKey) -> SnippetText {
    let fixed = match key.tail {
        Tail::Nothing => Some(""),
        Tail::Colon => Some(":"),
        Tail::QuoteAndColon if is_in_single_quotes(key) => Some("': "),
        Tail::QuoteAndColon => Some("\": "),
        Tail::Value | Tail::ValueAndComma => None,
    };
    if let Some(tail) = fixed {
        return SnippetText {
            text: format!("{name}{tail}"),
            is_snippet: false,
        };
    }
    let mut writer = Writer {
        pieces: Vec::new(),
        line_end: key.line_end(),
        unit: key.unit(),
    };
    writer.text(&format!("{name}:"));
    if key.is_flow {
        writer.flow(form);
    } else {
        writer.block(form, key.column);
    }
    if key.tail == Tail::ValueAndComma {
        writer.text(", ");
    }
    writer.written()
}

/// Returns `form` as it is written below a key at `column`.
pub(crate) fn below(form: &Form, column: usize, tree: &Tree) -> SnippetText {
    let mut writer = Writer {
        pieces: Vec::new(),
        line_end: newline(tree),
        unit: indent_unit(tree),
    };
    writer.block(form, column);
    writer.written()
}

fn is_in_single_quotes(key: &WholeKey) -> bool {
    let before = &key.stand_in.document.text()[..key.range.start as usize];
    before.ends_with('\'')
}

enum SnippetPart {
    Text(String),
    /// A tab stop with a placeholder.
    Stop(String),
}

struct Writer {
    pieces: Vec<SnippetPart>,
    line_end: &'static str,
    unit: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(SnippetPart::Text(last)) => last.push_str(text),
            _ => self.pieces.push(SnippetPart::Text(text.to_owned())),
        }
    }

    fn line(&mut self, column: usize) {
        let line = format!("{}{}", self.line_end, " ".repeat(column));
        self.text(&line);
    }

    fn scalar(&mut self, word: Option<&str>) {
        match word {
            Some(word) => self.text(word),
            None => self.stop(""),
        }
    }

    fn stop(&mut self, word: &str) {
        self.pieces.push(SnippetPart::Stop(word.to_owned()));
    }

    /// Writes the value after the colon of a key at `column`.
    fn block(&mut self, form: &Form, column: usize) {
        let inner = column + self.unit;
        match form {
            Form::Scalar(word) => {
                self.text(" ");
                self.scalar(*word);
            }
            Form::Text(text) => self.text(&format!(" {text}")),
            Form::Suggestion(word) => {
                self.text(" ");
                self.stop(word);
            }
            Form::Entries(children) => {
                for (name, form) in children {
                    self.line(inner);
                    self.text(&format!("{name}:"));
                    self.block(form, inner);
                }
            }
            Form::Folded => {
                self.text(" >-");
                self.line(inner);
                self.scalar(None);
            }
            Form::Mapping(children) if children.is_empty() => {
                self.line(inner);
                self.scalar(None);
            }
            Form::Mapping(children) => {
                for (name, form) in children {
                    self.line(inner);
                    self.text(&format!("{name}:"));
                    self.block(form, inner);
                }
            }
            Form::Steps => {
                self.line(inner);
                self.stop("");
            }
            Form::Map(value) => {
                self.line(inner);
                self.stop("name");
                self.text(":");
                self.block(value, inner);
            }
            Form::List(item) => {
                self.line(inner);
                self.text("- ");
                self.item(item, inner + 2);
            }
        }
    }

    /// Writes an item of a list after its dash.
    fn item(&mut self, form: &Form, column: usize) {
        match form {
            Form::Mapping(children) if !children.is_empty() => {
                for (at, (name, form)) in children.iter().enumerate() {
                    if at > 0 {
                        self.line(column);
                    }
                    self.text(&format!("{name}:"));
                    self.block(form, column);
                }
            }
            Form::Scalar(word) => self.scalar(*word),
            _ => self.scalar(None),
        }
    }

    fn flow(&mut self, form: &Form) {
        self.text(" ");
        match form {
            Form::Scalar(word) => self.scalar(*word),
            Form::Text(text) => self.text(text),
            Form::Suggestion(word) => self.stop(word),
            Form::Folded | Form::Entries(_) => self.scalar(None),
            Form::Mapping(children) => {
                self.text("{");
                for (at, (name, form)) in children.iter().enumerate() {
                    self.text(&format!("{}{name}:", if at > 0 { ", " } else { "" }));
                    self.flow(form);
                }
                if children.is_empty() {
                    self.scalar(None);
                }
                self.text("}");
            }
            Form::Map(_) | Form::Steps | Form::List(_) => {
                let (open, close) = if matches!(form, Form::List(_)) {
                    ("[", "]")
                } else {
                    ("{", "}")
                };
                self.text(open);
                self.scalar(None);
                self.text(close);
            }
        }
    }

    /// A single line whose only tab stop is at its end is plain text, not a snippet.
    fn written(self) -> SnippetText {
        let stops = self
            .pieces
            .iter()
            .filter(|piece| matches!(piece, SnippetPart::Stop(_)))
            .count();
        let is_plain =
            |piece: &SnippetPart| matches!(piece, SnippetPart::Stop(word) if word.is_empty());
        if let [SnippetPart::Text(text), rest @ ..] = self.pieces.as_slice()
            && rest.len() < 2
            && rest.iter().all(is_plain)
            && !text.contains(['\n', '\r'])
        {
            return SnippetText {
                text: text.clone(),
                is_snippet: false,
            };
        }
        let mut text = String::new();
        let mut number = 0;
        for piece in &self.pieces {
            match piece {
                SnippetPart::Text(part) => text.extend(part.chars().flat_map(escaped)),
                SnippetPart::Stop(word) => {
                    number += 1;
                    let number = if number == stops { 0 } else { number };
                    match word.as_str() {
                        "" => text.push_str(&format!("${number}")),
                        word => text.push_str(&format!("${{{number}:{word}}}")),
                    }
                }
            }
        }
        SnippetText {
            text,
            is_snippet: true,
        }
    }
}

/// Returns a character as it is escaped in snippets.
fn escaped(c: char) -> impl Iterator<Item = char> {
    matches!(c, '$' | '\\')
        .then_some('\\')
        .into_iter()
        .chain(std::iter::once(c))
}
