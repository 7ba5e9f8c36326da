//! A lenient view of a trigger.

use super::Moment;
use crate::date::UnixTime;
use crate::document::{Document, Kind, KindFamily};
use crate::syntax::{Node, NodeKind, known_int, known_text};
use crate::time_zone::{TimeZone, time_zone};

/// How a trigger is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriggerKind {
    /// `type: cron`.
    Cron,
    /// `type: recurrence`.
    Recurrence,
}

/// The zone in which the times of a trigger are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// None is written: UTC.
    Default,
    /// One that is in the table.
    Known(&'static TimeZone),
    /// Something else: a placeholder, or a name that nobody knows.
    Unknown,
}

/// A trigger whose type is known.
#[derive(Clone, Copy, Debug)]
pub struct Trigger<'t> {
    /// How it is written.
    pub kind: TriggerKind,
    /// Its mapping.
    pub node: Node<'t>,
    /// Whether it starts or stops a compute instance: the client leaves out `end_time` and
    /// `month_days` there, with a warning.
    pub of_instance: bool,
}

impl<'t> Trigger<'t> {
    /// The trigger in the mapping `node`.
    fn new(node: Node<'t>, of_instance: bool) -> Option<Self> {
        let kind = match known_text(node.get("type")?)?.to_ascii_lowercase().as_str() {
            "cron" => TriggerKind::Cron,
            "recurrence" => TriggerKind::Recurrence,
            _ => return None,
        };
        Some(Self {
            kind,
            node,
            of_instance,
        })
    }

    /// The cron expression, where it is known.
    #[must_use]
    pub fn expression(self) -> Option<(Node<'t>, &'t str)> {
        let node = self.node.get("expression")?;
        Some((node, known_text(node)?)).filter(|_| self.kind == TriggerKind::Cron)
    }

    /// The `interval` of a recurrence.
    pub(super) fn interval(self) -> Option<u32> {
        let interval = known_int(self.node.get("interval")?)?;
        u32::try_from(interval)
            .ok()
            .filter(|interval| *interval > 0)
    }

    /// The hours, minutes and days of a recurrence.
    #[must_use]
    pub fn pattern(self) -> Option<Node<'t>> {
        let pattern = self.node.get("schedule")?;
        (pattern.kind() == NodeKind::Mapping).then_some(pattern)
    }

    /// `start_time` or `end_time`, where it is known.
    #[must_use]
    pub fn moment(self, key: &str) -> Option<(Node<'t>, Moment)> {
        let node = self.node.get(key)?;
        Some((node, Moment::parse(known_text(node)?)?))
    }

    /// As [`Self::moment`], as a clock counts it.
    pub(crate) fn instant(self, key: &str) -> Option<(Node<'t>, UnixTime)> {
        let (node, moment) = self.moment(key)?;
        let at = moment.timestamp(&self.jiff_zone()?)?;
        Some((node, UnixTime(at.as_second())))
    }

    /// The offset that `start_time` writes, and the one that the zone has then, where they differ:
    /// both in seconds.
    pub(crate) fn offsets_of_start(self) -> Option<(i32, i32)> {
        let (_, moment) = self.moment("start_time")?;
        let written = moment.offset?;
        let zone = self.jiff_zone()?;
        let there = zone.to_offset(moment.timestamp(&zone)?);
        (written != there).then_some((written.seconds(), there.seconds()))
    }

    pub(super) fn jiff_zone(self) -> Option<jiff::tz::TimeZone> {
        match self.zone() {
            Zone::Default => Some(jiff::tz::TimeZone::UTC),
            Zone::Known(zone) => jiff::tz::TimeZone::get(zone.iana).ok(),
            Zone::Unknown => None,
        }
    }

    /// The zone of its times.
    #[must_use]
    pub fn zone(self) -> Zone {
        match self.node.get("time_zone").filter(|node| !node.is_null()) {
            None => Zone::Default,
            Some(node) => known_text(node)
                .and_then(|name| time_zone(name.trim()))
                .map_or(Zone::Unknown, Zone::Known),
        }
    }
}

/// The triggers of a document whose type is known: the one of a schedule, those of an instance.
#[must_use]
pub fn triggers(document: &Document) -> Vec<Trigger<'_>> {
    let (Some(kind), Some(root)) = (document.kind(), document.root()) else {
        return Vec::new();
    };
    if kind.family() == KindFamily::Schedule {
        return root
            .get("trigger")
            .and_then(|node| Trigger::new(node, false))
            .into_iter()
            .collect();
    }
    let schedules = (kind == Kind::ComputeComputeinstance)
        .then(|| root.get_path(&["schedules", "compute_start_stop"]))
        .flatten();
    let items = schedules.into_iter().flat_map(Node::items);
    items
        .filter_map(|item| Trigger::new(item.resolved().get("trigger")?, true))
        .collect()
}
