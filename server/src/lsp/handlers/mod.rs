//! Request handlers: one request, one file, named after its result. `azml_ide` computes the result,
//! the handler converts it to the protocol.
//!
//! Start with `hover`: every other one is like it, a function from a [`Current`](super::session::document_snapshot)
//! document and a place in it. Those that need more than that document get a
//! [`StateReader`](super::session::state_reader). `table` declares for each request which texts its
//! handler gets and what it waits for, and `dispatch` runs it so; a new request is one entry there.
//!
//! [`dispatch`] runs a handler; [`actions`], [`editing`], [`navigation`], and [`extensions`] are
//! the handlers by subject. Invariants: no handler changes the state; none uses another one, except
//! the code actions.

pub(crate) mod actions;
pub(crate) mod dispatch;
pub(crate) mod editing;
pub(crate) mod extensions;
pub(crate) mod navigation;
pub(crate) mod table;
