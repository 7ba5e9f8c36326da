//! Scheduling of work and of the messages that carry its results.
//!
//! [`schedule`] queues every document that is due, [`debounce`] decides how long it waits for more changes, [`typing_state`] holds back
//! diagnostics of a line that is still being written, [`publish`] analyzes and sends, and [`client_queue`] is the one queue for
//! everything that the server sends on its own.

pub(crate) mod client_queue;
pub(crate) mod debounce;
pub(crate) mod publish;
pub(crate) mod schedule;
pub(crate) mod typing_state;
