//! When work runs and when its results are sent.
//!
//! [`schedule`] queues every document that is due, [`debounce`] decides how long it waits for more changes, [`typing_state`] holds back
//! diagnostics of a line that is still being written, [`publish`] analyzes and sends, and [`client_queue`] is the one queue for
//! every [`client_message`] that the server sends on its own.

pub(crate) mod client_message;
pub(crate) mod client_queue;
pub(crate) mod debounce;
pub(crate) mod publish;
pub(crate) mod schedule;
pub(crate) mod typing_state;
