//! Request handlers: one request, one file, named after its result. `azml_ide` computes the result,
//! the handler converts it to the protocol.
//!
//! Start with `hover` in [`editing`]: every handler is like it, a function of a
//! [`DocumentSnapshot`](super::session::document_snapshot) and a position in it. Those that need
//! more than that document get a [`StateReader`](super::session::state_reader).
//!
//! [`dispatch`] runs a handler; [`actions`], [`editing`], [`navigation`], and [`extensions`] are
//! the handlers by subject. Invariants: no handler changes the state; none uses another one, except
//! the code actions.

pub(crate) mod actions;
pub(crate) mod dispatch;
pub(crate) mod editing;
pub(crate) mod extensions;
pub(crate) mod navigation;
