//! A command in which a marker completes the word at the cursor.

use azml_rules::script::Command;
use azml_rules::shell::{Part, Word};
use azml_rules::syntax::{Node, ScalarStyle};
use azml_rules::text::TextRange;

use crate::completion::line::{Line, Value};
use crate::completion::stand_in::StandIn;

/// The marker inserted at the cursor: it turns an empty word into a word and keeps any other a word.
const MARK: &str = "azmlword";

/// Keys whose values are command lines or arguments.
const KEYS: [&str; 3] = ["command", "args", "program_arguments"];

/// The document with the marker at the cursor.
pub(crate) struct Marked {
    pub(crate) stand_in: StandIn,
    /// Offset of the marker.
    pub(crate) at: u32,
    /// Start of the inserted text, in the stand-in and in the original.
    starts: (u32, u32),
    takes_braces: bool,
    /// Length of the incomplete expression before the cursor, `$` or `${`, which the marker replaces.
    dollar: u32,
}

/// The word at the cursor.
pub(crate) struct MarkedWord {
    /// Its range in the original.
    pub(crate) range: TextRange,
    /// The part before the cursor.
    pub(crate) typed: String,
    /// The part after the cursor.
    pub(crate) rest: String,
    /// `true` if it is inside `$[[ ]]`.
    pub(crate) is_optional: bool,
    /// `true` if an expression is allowed: in a flow collection, braces end a plain scalar.
    pub(crate) takes_braces: bool,
}

impl Marked {
    /// `None` outside of commands.
    pub(crate) fn at(line: &Line<'_>) -> Option<Self> {
        if !may_be_inside(line) {
            return None;
        }
        let before = line.before(line.cursor);
        let dollar = ["${", "$"].iter().find(|start| before.ends_with(*start));
        let dollar = dollar.map_or(0, |start| start.len());
        let skipped = u32::try_from(dollar).ok()?;
        let cut = TextRange::new(line.cursor - skipped, line.cursor);
        let stand_in = StandIn::new(line.document, cut, ["", MARK, ""]);
        let marked = Self {
            at: stand_in.at,
            starts: (stand_in.at, cut.start),
            takes_braces: takes_braces(&stand_in),
            stand_in,
            dollar: skipped,
        };
        if marked.is_sound() {
            return Some(marked);
        }
        // A quote or a bracket is still open.
        let value = Value::at(line)?;
        let typed = &value.typed[..value.typed.len().checked_sub(dollar)?];
        let text = format!("{typed}{MARK}{}", value.rest);
        let stand_in = StandIn::of_value(line.document, &value, &text);
        let marked = Self {
            at: stand_in.at + u32::try_from(typed.len()).ok()?,
            starts: (stand_in.at, value.range.start),
            takes_braces: value.quote.is_some() || !value.is_flow,
            stand_in,
            dollar: skipped,
        };
        marked.is_sound().then_some(marked)
    }

    /// Returns `true` if the marker is in the value of a key for commands.
    fn is_sound(&self) -> bool {
        let node = self.stand_in.document.tree().node_at(self.at);
        node.is_some_and(|node| {
            let key = node.key().and_then(Node::text);
            let is_whole = node.text().is_some_and(|text| text.contains(MARK));
            is_whole && !node.is_repaired() && key.is_some_and(|key| KEYS.contains(&key))
        })
    }

    /// Returns the word of `command` that contains the marker; `None` if its quotes or an
    /// expression show that it is more than a name.
    pub(crate) fn word_at(&self, word: &Word, command: &Command<'_>) -> Option<MarkedWord> {
        let [Part::Literal(text)] = word.parts.as_slice() else {
            return None;
        };
        let (typed, rest) = text.split_once(MARK).filter(|_| !word.is_quoted)?;
        let place = command.text.exact(&word.range)?;
        Some(MarkedWord {
            range: TextRange::new(self.original(place.start), self.original(place.end)),
            typed: typed.to_owned(),
            rest: rest.to_owned(),
            is_optional: word.group.is_some(),
            takes_braces: self.takes_braces,
        })
    }

    /// Returns `offset` in the original.
    fn original(&self, offset: u32) -> u32 {
        let (here, there) = self.starts;
        let mark = u32::try_from(MARK.len()).unwrap_or(0);
        if offset <= self.at {
            offset + there - here
        } else {
            offset + there - here - mark + self.dollar
        }
    }
}

fn takes_braces(stand_in: &StandIn) -> bool {
    let node = stand_in.document.tree().node_at(stand_in.at);
    node.is_some_and(|node| {
        let is_plain = node.style() == Some(ScalarStyle::Plain);
        !is_plain || !node.parent().is_some_and(Node::is_flow)
    })
}

/// Returns `true` if the lines suggest that the cursor is in a command: a cheap check before
/// the document is parsed again.
fn may_be_inside(line: &Line<'_>) -> bool {
    let before = line.before(line.cursor);
    let names = |text: &str| KEYS.iter().any(|key| has_key(text, key));
    if names(before) {
        return true;
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = if before.trim().is_empty() {
        before.len()
    } else {
        indent(before)
    };
    let head = line
        .document
        .text()
        .get(..line.cursor as usize - before.len());
    let mut above = head.unwrap_or_default().lines().rev();
    let owner = above.find(|line| !line.trim().is_empty() && indent(line) < own);
    owner.is_some_and(names)
}

/// Returns `true` if `text` contains `key` followed by a colon.
fn has_key(text: &str, key: &str) -> bool {
    let mut found = text.match_indices(key);
    found.any(|(at, _)| {
        let behind = text[at + key.len()..].trim_start_matches(['"', '\'']);
        behind.trim_start().starts_with(':')
    })
}
