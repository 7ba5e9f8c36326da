//! Hover of a schedule: its times in words, and the next runs.

use azml_rules::document::{Document, KindFamily};
use azml_rules::syntax::Node;
use azml_rules::timetable::{Timing, Trigger, Zone, in_words, next_runs, triggers};

use super::field;
use crate::Site;
use crate::markdown::{Markdown, code, md, ours};

/// Maximum number of runs listed.
const LISTED: usize = 5;

/// Maximum number of lines of a hover.
const LINES: usize = 15;

/// The keys that define the times of a trigger.
const KEYS: [&str; 9] = [
    "trigger",
    "type",
    "expression",
    "frequency",
    "interval",
    "schedule",
    "time_zone",
    "start_time",
    "end_time",
];

/// Returns the hover of `node` in a trigger: its key, and the times of the trigger.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    if !keys.contains(&"trigger") || !KEYS.contains(keys.last()?) {
        return None;
    }
    let trigger = trigger_at(site.document, node)?;
    let Some(about) = field::card(site, node, keys) else {
        return times(site, trigger, LISTED);
    };
    let lines = about.lines().filter(|line| !line.is_empty()).count();
    // Two lines beside the runs describe the times; without a start, there is a third one.
    let start = trigger.node.get("start_time");
    let beside = if start.is_some_and(|node| !node.is_null()) {
        2
    } else {
        3
    };
    let room = LINES.saturating_sub(lines + beside).clamp(1, LISTED);
    let times = times(site, trigger, room)?;
    Some(md!("{}\n\n---\n\n{}", about, times))
}

fn trigger_at<'t>(document: &'t Document, node: Node<'_>) -> Option<Trigger<'t>> {
    let at = node.range().start;
    triggers(document).into_iter().find(|trigger| {
        let key = trigger.node.key().map(Node::range);
        trigger.node.range().touches(at) || key.is_some_and(|key| key.touches(at))
    })
}

fn times(site: &Site<'_>, trigger: Trigger<'_>, most: usize) -> Option<Markdown> {
    let timing = Timing::of(trigger)?;
    let mut text = md!("**Runs:** {}{}", ours(in_words(&timing)), zone(trigger)?);
    let is_set = |key: &str| trigger.node.get(key).is_some_and(|node| !node.is_null());
    let runs = site.now().and_then(|now| next_runs(trigger, now, most));
    match runs {
        Some(runs) if runs.is_empty() => text.push("\n\nIt has ended: there are no more runs."),
        Some(runs) => {
            text.push("\n\n**Next runs:**\n\n");
            for run in runs {
                let clocks = if run.clocks_change {
                    ", when the clocks change"
                } else {
                    ""
                };
                text.push(md!(
                    "- {} ({}){}\n",
                    ours(run.local()),
                    ours(run.offset()),
                    clocks
                ));
            }
        }
        None => {}
    }
    let is_schedule = site
        .document
        .kind()
        .is_some_and(|kind| kind.family() == KindFamily::Schedule);
    if is_schedule && !is_set("start_time") {
        text = md!(
            "{}\n\nWithout `start_time`, it also runs once as soon as it is created.",
            text.trimmed()
        );
    }
    Some(text.trimmed())
}

/// " in UTC", " in `W. Europe Standard Time` (Europe/Berlin)"; `None` if unknown.
fn zone(trigger: Trigger<'_>) -> Option<Markdown> {
    Some(match trigger.zone() {
        Zone::Default => md!(" in UTC"),
        Zone::Known(zone) if zone.iana.is_empty() || zone.windows == "UTC" => {
            md!(" in {}", zone.windows)
        }
        Zone::Known(zone) => md!(" in {} ({})", code(zone.windows), zone.iana),
        Zone::Unknown => Markdown::new(),
    })
}
