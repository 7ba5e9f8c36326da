//! Findings that exist only because a line is still being written.
//!
//! The protocol reports insertions, not the cursor: the end of the last insertion is used as the
//! cursor. The text after it decides, so that a change in the middle of a line is reported at once,
//! and so is everything in other lines.

use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::rule::{Level, RuleMark};
use azml_rules::syntax::{Node, ScalarStyle};
use azml_rules::text::TextRange;

/// Condition under which a delayed finding is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wait {
    /// After a short pause in typing: more of a value may follow.
    Moment,
    /// After an edit in another place: an incomplete key is not a mistake yet.
    Leaving,
}

/// The place at the end of a line where the user is writing.
pub struct Writing<'t> {
    text: &'t str,
    spot: u32,
    line: TextRange,
    key: Key,
    /// The line above, if the written text is nested below its key.
    opener: Option<TextRange>,
}

/// State of the key on the line, up to the cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    /// No text yet.
    Blank,
    /// A word that may become a key.
    Word,
    /// A complete key with its colon.
    Whole,
    /// No key, or more than one.
    Other,
}

impl<'t> Writing<'t> {
    /// Returns the state of the last insertion in `document`, which ended at `spot`. `None` if the
    /// line continues after it.
    pub fn at(document: &'t Document, spot: u32) -> Option<Self> {
        let (text, lines) = (document.text(), document.lines());
        let number = lines.line_of(spot);
        let line = lines.line(text, number);
        let behind = TextRange::new(spot.min(line.end), line.end).slice(text);
        if !closes(behind) {
            return None;
        }
        let before = TextRange::new(line.start, spot.min(line.end)).slice(text);
        let is_text = is_in_block_text(document, spot);
        let key = if is_text { Key::Other } else { key(before) };
        let above = number.checked_sub(1).map(|above| lines.line(text, above));
        let opens = |line: &TextRange| line.slice(text).trim_end().ends_with(':');
        let is_below = matches!(key, Key::Blank | Key::Word);
        Some(Self {
            text,
            spot,
            line,
            key,
            opener: above.filter(|line| is_below && opens(line)),
        })
    }

    /// Returns the condition for showing `finding`; `None` to show it at once.
    pub fn wait(&self, finding: &Diagnostic) -> Option<Wait> {
        if finding.level < Level::Warning {
            return None;
        }
        let (rule, range) = (finding.rule, finding.range);
        let is_open = rule.is(RuleMark::Missing) || finding.is_syntax_error();
        if rule.is(RuleMark::Missing) && self.opener.is_some_and(|line| line.contains_range(range))
        {
            return Some(Wait::Leaving);
        }
        if !self.line.touches(range.start) {
            return None;
        }
        match self.key {
            Key::Blank | Key::Word => Some(Wait::Leaving),
            Key::Whole if is_open => Some(Wait::Leaving),
            Key::Whole | Key::Other if is_open => Some(Wait::Moment),
            Key::Other if rule.is(RuleMark::Unfinished) && self.is_at_end(range) => {
                Some(Wait::Moment)
            }
            Key::Whole | Key::Other => None,
        }
    }

    /// Returns `true` if nothing is between `range` and the cursor.
    fn is_at_end(&self, range: TextRange) -> bool {
        range.end >= self.spot || closes(TextRange::new(range.end, self.spot).slice(self.text))
    }
}

/// Returns `true` if the `rest` of a line only closes brackets and quotes.
fn closes(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['}', ']', ')', '"', '\'', ' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('#')
}

/// Returns `true` if `offset` is in the lines of a block scalar.
fn is_in_block_text(document: &Document, offset: u32) -> bool {
    let style = document.tree().node_at(offset).and_then(Node::style);
    matches!(style, Some(ScalarStyle::Literal | ScalarStyle::Folded))
}

/// Returns the state of the key at the start of a line.
fn key(before: &str) -> Key {
    let mut rest = before.trim_start_matches([' ', '\t']);
    while let Some(item) = rest.strip_prefix('-').filter(|it| !it.starts_with('-')) {
        rest = item.trim_start_matches(' ');
    }
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let behind = rest.trim_start_matches(|c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-' | '.')
    });
    let is_word = behind.len() < rest.len();
    match behind.trim_end() {
        "" if !is_word => Key::Blank,
        "" if behind.is_empty() => Key::Word,
        ":" if is_word => Key::Whole,
        _ => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    use azml_rules::analyze;
    use azml_rules::document::Document;
    use azml_rules::workspace::Workspace;

    use super::{Wait, Writing};

    /// Returns the findings in the text with a cursor `│`, each after its delay.
    fn found(marked: &str) -> Vec<String> {
        let spot = u32::try_from(marked.find('│').expect("a cursor")).unwrap();
        let document = Document::new("/p/job.yml", marked.replace('│', ""));
        let mut workspace = Workspace::default();
        workspace.insert(document.clone());
        let writing = Writing::at(&document, spot);
        let found = analyze(&workspace, "/p/job.yml");
        let found = found.iter().map(|it| {
            let wait = writing.as_ref().and_then(|writing| writing.wait(it));
            let wait = match wait {
                Some(Wait::Leaving) => "later",
                Some(Wait::Moment) => "soon",
                None => "now",
            };
            format!("{wait}: {}", it.rule.name)
        });
        found.filter(|it| !it.ends_with("missing-schema")).collect()
    }

    const JOB: &str = "type: command\ncommand: ls\nenvironment: azureml:e:1\n";
    const NODES: &str = "resources:\n  instance_count: many\n";

    #[test]
    fn half_a_key_waits_and_what_is_elsewhere_does_not() {
        assert_eq!(
            found(&format!("{JOB}{NODES}dis│")),
            ["now: invalid-type", "later: yaml-syntax"]
        );
        assert_eq!(
            found(&format!("{JOB}dis│\n{NODES}")),
            ["later: yaml-syntax", "now: invalid-type"]
        );
        assert_eq!(
            found(&format!("{JOB}dis\n│{NODES}")),
            ["now: yaml-syntax", "now: invalid-type"]
        );
    }

    #[test]
    fn a_key_waits_for_its_value() {
        assert_eq!(
            found(&format!("{JOB}inputs:│")),
            ["later: null-where-value-needed"]
        );
        assert_eq!(
            found(&format!("{JOB}inputs:\n  │")),
            ["later: null-where-value-needed"]
        );
        assert_eq!(
            found(&format!("{JOB}inputs:\n  da│")),
            ["later: invalid-type"]
        );
        assert_eq!(
            found(&format!("{JOB}inputs:\n\ntags: │")),
            [
                "now: null-where-value-needed",
                "later: null-where-value-needed"
            ]
        );
    }

    #[test]
    fn a_key_that_is_whole_is_judged() {
        assert_eq!(found(&format!("{JOB}comand: ls│")), ["now: unknown-key"]);
        let found = found(&format!("{JOB}comand:│"));
        assert!(found.contains(&"now: unknown-key".to_owned()), "{found:?}");
    }

    #[test]
    fn more_of_a_value_may_follow() {
        let cluster = "type: amlcompute\nname: cpu\n";
        assert_eq!(
            found(&format!("{cluster}tier: dedi│")),
            ["soon: invalid-value"]
        );
        assert_eq!(
            found(&format!("{cluster}tier: \"dedi│\"")),
            ["soon: invalid-value"]
        );
        assert_eq!(
            found("type: command\nenvironment: azureml:e:1\ncommand: ls ${{inputs.d│}}\n"),
            ["soon: undefined-input-reference"]
        );
        // Not if the value continues after the cursor.
        assert_eq!(
            found(&format!("{cluster}tier: dedi│ated")),
            ["now: invalid-value"]
        );
    }

    #[test]
    fn what_a_whole_value_means_is_said_at_once() {
        let cluster = "type: amlcompute\nname: cpu\nsize: Standard_D4s_v5\nmax_instances: 4\n";
        assert_eq!(
            found(&format!("{cluster}min_instances: 2│")),
            ["now: cluster-min-nodes"]
        );
    }
}
