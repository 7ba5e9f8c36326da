//! A command with a word at the cursor.

use azml_rules::script::Command;
use azml_rules::shell::{Part, Word};
use azml_rules::syntax::{Node, ScalarStyle};
use azml_rules::text::TextRange;

use crate::completion::line::{Line, Value};
use crate::completion::stand_in::StandIn;

/// What is put at the cursor: it makes a word of nothing, and nothing else of a word.
const MARK: &str = "azmlword";

/// Keys whose values are words for a shell or a script.
const KEYS: [&str; 3] = ["command", "args", "program_arguments"];

/// The document with the mark at the cursor.
pub(crate) struct Marked {
    pub(crate) stand_in: StandIn,
    /// Where the mark is.
    pub(crate) at: u32,
    /// Where what was put in starts, there and in the original.
    starts: (u32, u32),
    takes_braces: bool,
    /// How much of an expression stands before the cursor: `$`, `${`. The mark is in its place.
    dollar: u32,
}

/// The word at the cursor.
pub(crate) struct MarkedWord {
    /// Where it is in the original.
    pub(crate) range: TextRange,
    /// What of it stands before the cursor.
    pub(crate) typed: String,
    /// What stands behind.
    pub(crate) rest: String,
    /// Whether it is inside of `$[[ ]]`.
    pub(crate) is_optional: bool,
    /// Whether an expression may stand there: in a flow collection, braces end plain text.
    pub(crate) takes_braces: bool,
}

impl Marked {
    /// `None` where no command is.
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

    /// Whether the mark is in the value of a key for commands.
    fn is_sound(&self) -> bool {
        let node = self.stand_in.document.tree().node_at(self.at);
        node.is_some_and(|node| {
            let key = node.key().and_then(Node::text);
            let is_whole = node.text().is_some_and(|text| text.contains(MARK));
            is_whole && !node.is_repaired() && key.is_some_and(|key| KEYS.contains(&key))
        })
    }

    /// The word of `command` that has the mark, unless its quotes or an expression in it say that
    /// more is meant than a name.
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

    /// Where `offset` is in the original.
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

/// Whether the lines say that the cursor may be in a command: a look at them is cheaper than to
/// read the document once more.
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

/// Whether `text` has `key` with a colon behind it.
fn has_key(text: &str, key: &str) -> bool {
    let mut found = text.match_indices(key);
    found.any(|(at, _)| {
        let behind = text[at + key.len()..].trim_start_matches(['"', '\'']);
        behind.trim_start().starts_with(':')
    })
}
