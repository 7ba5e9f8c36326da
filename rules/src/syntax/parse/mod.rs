//! Text to a tree in one pass. Start at [`build`], which turns the events of the strict parser
//! ([`event`]) into a tree, with limits on [`aliases`]. [`parallel`] uses threads for a long text, and
//! [`prefix`] reads only the beginning.

pub(super) mod aliases;
pub(super) mod build;
pub(super) mod event;
pub(super) mod parallel;
pub(super) mod prefix;
