//! Times of triggers: jobs and monitors on a schedule, compute instances that start and stop.
//!
//! [`triggers`] finds them ([`trigger`]), [`Timing`] has the times of one ([`timing`]), [`next_runs`]
//! computes its runs in the trigger's time zone ([`runs`], [`moment`]), and [`words`] describes it.
//! [`cron`] parses cron expressions like NCrontab; the calendar and the time zones are those of jiff.
//!
//! Invariant: behavior that is not documented is not guessed. A trigger whose times
//! depend on the moment of its creation has no [`Timing`] with runs.

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
