//! Scheduling of work and of the messages that carry its results.
//!
//! [`schedule`] queues every document that is due, [`debounce`] decides how long it waits for more changes, [`typing_state`] holds back
//! diagnostics of a line that is still being written, [`publish`] analyzes and sends, and [`client_queue`] is the one queue for
//! every [`client_message`] that the server sends on its own.
//!
//! The path of a diagnostic to the client:
//!
//! ```text
//! edit, save, other document, folder, or disk
//!        |  OpenDocument::outdate; an edit also makes it TypingState::Typing
//!        |  and, until the next show, client_marks_stale
//!        v
//!    outdated --- due: `debounce` after the last change (it follows the cost of the last analysis),
//!        |        DEBOUNCE_TOTAL_MAX after the first; a client that pulls has DEBOUNCE_MAX to ask
//!        v
//!     queued ---- schedule::queued, enter_queue; waits for one of the places
//!        |
//!        v
//!   analyzing --- begin_analysis: not outdated, `reads` unknown; a new revision of the text cancels it
//!        |        (CancellationToken), every other change makes it outdated again, and one more
//!        |        analysis follows (leave_queue)
//!        v
//!      found ---- take_found and keep_reads. A diagnostic is due at once, or held:
//!        |          is_unsettled          until the folder is loaded (settle)
//!        |          wait Wait::Moment     until TypingState::Idle, AUTHOR_IDLE_AFTER the last edit
//!        |          wait Wait::Leaving    until TypingState::Left: another line, document, or a save
//!        v
//!      shown ---- show: published, or Outgoing::PullAgain for a client that pulls; holds until it
//!                 is outdated
//!
//! Folder:       is_unread -- finish --> loaded; is_ready then, or after FOLDER_LOAD_MAX
//! Files that    ClosedFiles::outdate -- WORKSPACE_DEBOUNCE --> begin_round, one file after the other
//! are not open:   while no open document is_busy (IDLE_POLL) --> end_round
//! ```

pub(crate) mod client_message;
pub(crate) mod client_queue;
pub(crate) mod debounce;
pub(crate) mod publish;
pub(crate) mod schedule;
pub(crate) mod typing_state;
