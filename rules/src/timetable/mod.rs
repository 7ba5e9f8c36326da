//! When triggers fire: jobs and monitors on a schedule, instances that start and stop.
//!
//! [`triggers`] finds them, [`Timing`] is what one of them says, [`next_runs`] counts it out in the
//! trigger's time zone, `words` puts it into words. Cron expressions are read as NCrontab reads
//! them (`cron`); the calendar and the time zones are those of jiff.
//!
//! What must stay true: what the documentation does not say is not guessed. A trigger whose times
//! depend on the moment at which it is created has no [`Timing`] that can be counted out.

pub(crate) mod cron;
mod moment;
mod runs;
mod timing;
mod trigger;
mod words;

pub use moment::Moment;
pub(crate) use runs::offset_in_words;
pub use runs::{FireTime, next_runs};
pub use timing::{Clock, Timing, Unit};
pub use trigger::{Trigger, TriggerKind, Zone, triggers};
pub use words::in_words;
