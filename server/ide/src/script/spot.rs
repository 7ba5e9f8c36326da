//! The word of a command at an offset.

use azml_rules::script::Command;
use azml_rules::script::commands::{EntryPoint, ScriptRun, Site as RunSite, runs_at, sites};
use azml_rules::shell::Word;
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;

use crate::Site;

/// A word of a command with the program that it belongs to.
pub(crate) struct Spot<'a> {
    /// The program.
    pub(crate) run: ScriptRun<'a>,
    /// The role of the word.
    pub(crate) part: SpotPart,
    /// Range of the word.
    pub(crate) range: TextRange,
}

impl<'a> Spot<'a> {
    /// Returns the command that contains the word; `None` if there is only the path of a script.
    pub(crate) fn command(&self) -> Option<&Command<'a>> {
        Some(&self.run.arguments.as_ref()?.command)
    }

    /// Returns the word as the shell reads it.
    pub(crate) fn word(&self) -> Option<&Word> {
        let arguments = self.run.arguments.as_ref()?;
        match self.part {
            SpotPart::Script => arguments.simple().words.get(self.run.script.word?),
            SpotPart::Argument(index) => arguments.words().get(index),
        }
    }
}

/// The role of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SpotPart {
    /// It names the script.
    Script,
    /// It is an argument: its index in [`ScriptRun::words`].
    Argument(usize),
}

/// Returns the command or script field at `offset`.
pub(crate) fn site_at<'s>(site: &'s Site<'_>, offset: u32) -> Option<RunSite<'s>> {
    // A cheap check first: most offsets are in other fields, and few documents run anything.
    let node = site.document.tree().node_at(offset)?;
    if node.is_key() || !may_run(node) {
        return None;
    }
    let mut found = sites(site.document, site.program()).into_iter();
    found.find(|site| scalars(site.entry).contains(&Some(node)))
}

/// The keys that contain commands or scripts.
const KEYS: [&str; 6] = [
    "command",
    "args",
    "program_arguments",
    "file",
    "entry_script",
    "scoring_script",
];

fn may_run(node: Node<'_>) -> bool {
    let key = node.key().and_then(Node::text);
    key.is_some_and(|key| KEYS.contains(&key))
}

fn scalars(entry: EntryPoint<'_>) -> [Option<Node<'_>>; 2] {
    match entry {
        EntryPoint::Command(node) | EntryPoint::Scoring(node) => [Some(node), None],
        EntryPoint::Spark(script, arguments) | EntryPoint::Parallel(script, arguments) => {
            [Some(script), arguments]
        }
    }
}

/// Returns the word at `offset`; `None` if there is none that belongs to a program with a script.
pub(crate) fn spot_at<'s>(site: &'s Site<'_>, offset: u32) -> Option<Spot<'s>> {
    let at = site_at(site, offset)?;
    let runs = runs_at(site.workspace, site.document, at);
    runs.into_iter().find_map(|run| spot_of(run, offset))
}

/// Returns the word of `run` at `offset`.
pub(crate) fn spot_of(run: ScriptRun<'_>, offset: u32) -> Option<Spot<'_>> {
    if run.script.range.touches(offset) {
        return Some(Spot {
            range: run.script.range,
            part: SpotPart::Script,
            run,
        });
    }
    let arguments = run.arguments.as_ref()?;
    let at = arguments.command.text.decoded(offset)?;
    let mut words = arguments.words().iter();
    let index = words.position(|word| word.range.start <= at && at <= word.range.end)?;
    let range = arguments.command.range(&arguments.words()[index].range);
    Some(Spot {
        part: SpotPart::Argument(index),
        range,
        run,
    })
}
