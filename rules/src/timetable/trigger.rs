//! An error-tolerant view of a trigger.

use super::Moment;
use crate::date::UnixTime;
use crate::document::{Document, Kind, KindFamily};
use crate::syntax::{Node, NodeKind, known_int, known_text};
use crate::time_zone::{TimeZone, time_zone};

/// Type of a trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriggerKind {
    /// `type: cron`.
    Cron,
    /// `type: recurrence`.
    Recurrence,
}

/// Time zone of a trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// None is set: UTC.
    Default,
    /// A zone in the table.
    Known(&'static TimeZone),
    /// Another value: a placeholder, or an unknown name.
    Unknown,
}

/// A trigger whose type is known.
#[derive(Clone, Copy, Debug)]
pub struct Trigger<'t> {
    /// Its type.
    pub kind: TriggerKind,
    /// Its mapping.
    pub node: Node<'t>,
    /// `true` if it starts or stops a compute instance: the client ignores `end_time` and
    /// `month_days` there, with a warning.
    pub of_instance: bool,
}

impl<'t> Trigger<'t> {
    /// Returns the trigger in the mapping `node`.
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

    /// Returns the cron expression, if known.
    pub fn expression(self) -> Option<(Node<'t>, &'t str)> {
        let node = self.node.get("expression")?;
        Some((node, known_text(node)?)).filter(|_| self.kind == TriggerKind::Cron)
    }

    /// Returns the `interval` of a recurrence.
    pub(super) fn interval(self) -> Option<u32> {
        let interval = known_int(self.node.get("interval")?)?;
        u32::try_from(interval)
            .ok()
            .filter(|interval| *interval > 0)
    }

    /// Returns the mapping with the hours, minutes and days of a recurrence.
    pub fn pattern(self) -> Option<Node<'t>> {
        let pattern = self.node.get("schedule")?;
        (pattern.kind() == NodeKind::Mapping).then_some(pattern)
    }

    /// Returns `start_time` or `end_time`, if known.
    pub fn moment(self, key: &str) -> Option<(Node<'t>, Moment)> {
        let node = self.node.get(key)?;
        Some((node, Moment::parse(known_text(node)?)?))
    }

    /// Like [`Self::moment`], as a UTC timestamp.
    pub(crate) fn instant(self, key: &str) -> Option<(Node<'t>, UnixTime)> {
        let (node, moment) = self.moment(key)?;
        let at = moment.timestamp(&self.jiff_zone()?)?;
        Some((node, UnixTime(at.as_second())))
    }

    /// Returns the offset written in `start_time`, and the one of the zone at that time, if they
    /// differ: both in seconds.
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

    /// Returns the zone of its times.
    pub fn zone(self) -> Zone {
        match self.node.get("time_zone").filter(|node| !node.is_null()) {
            None => Zone::Default,
            Some(node) => known_text(node)
                .and_then(|name| time_zone(name.trim()))
                .map_or(Zone::Unknown, Zone::Known),
        }
    }
}

/// Returns the triggers of a document whose type is known: that of a schedule, those of an instance.
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
