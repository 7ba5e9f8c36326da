//! What requests are answered with, in the protocol's words: one request, one file, called by what
//! it answers with. `ide` finds, the file here converts.
//!
//! Start with `hover`: every other one is like it, a function from a [`Current`](super::session::document_snapshot)
//! document and a place in it. Those that need more than that document get a
//! [`StateReader`](super::session::state_reader). `table` declares for each request which texts its
//! handler gets and what it waits for, and `dispatch` runs it so; a new request is one entry there.
//!
//! What must stay true: nothing here knows `super::session::state`, so an answer changes nothing; and
//! nothing here knows another answer, but for `fix_all`, `refactorings`, and `rule_actions`, which are
//! code actions; `editable` is what several edit, `elsewhere` what was found out of whole folders.

pub(crate) mod actions;
pub(crate) mod dispatch;
pub(crate) mod editing;
pub(crate) mod extensions;
pub(crate) mod navigation;
pub(crate) mod table;
