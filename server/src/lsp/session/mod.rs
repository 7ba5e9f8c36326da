//! The state of a session: folders with their documents, and the texts that are open.
//!
//! Start with [`state`]: one lock around everything. [`notifications`] and [`changed_files`] change it; handlers read it through
//! [`state_reader`] only and get a [`document_snapshot`]. [`folder`] is a folder with its documents, [`loading`] loads it in the
//! background, [`referenced_files`] reads the files that open documents name first, [`notebooks`] opens cells as the files that they write. [`document`] is the text of an open document
//! (the only place that knows ropey), [`open_document`] adds the freshness of everything derived from it, [`open_documents`] lists them.
//! [`watching`] watches the disk where the client does not, and [`log`] is the log file.
//!
//! Must never: hold the lock across an `.await` or an analysis.

pub(crate) mod changed_files;
pub(crate) mod document;
pub(crate) mod document_snapshot;
pub(crate) mod folder;
pub(crate) mod loading;
pub(crate) mod log;
pub(crate) mod notebooks;
pub(crate) mod notifications;
pub(crate) mod open_document;
pub(crate) mod open_documents;
pub(crate) mod referenced_files;
pub(crate) mod state;
pub(crate) mod state_reader;
pub(crate) mod watching;
