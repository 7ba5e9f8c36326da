//! Times at which work is due.

use tokio::time::Instant;

use tower_lsp::lsp_types::Url;

use super::State;
use crate::lsp::scheduling::debounce::PendingChanges;
use crate::lsp::session::open_document::OpenDocument;
use crate::times::DEBOUNCE_MAX;

impl State {
    /// Lets the disk be looked at soon.
    pub(crate) fn look_at_disk(&mut self) {
        PendingChanges::add(&mut self.disk_changes);
    }

    /// Returns `true` if it is time to check the disk, and records that the check begins.
    pub(crate) fn begin_look_at_disk(&mut self) -> bool {
        let is_due = self.disk_due().is_some_and(|due| due <= Instant::now());
        if is_due {
            self.disk_changes = None;
        }
        is_due
    }

    fn disk_due(&self) -> Option<Instant> {
        Some(self.disk_changes?.due(DEBOUNCE_MAX))
    }

    /// Returns the time of the next work, unless more changes.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        let both = [self.next_due_document(), self.disk_due()];
        both.into_iter().flatten().min()
    }

    /// Returns the time at which the next open document is to be analyzed.
    pub(crate) fn next_due_document(&self) -> Option<Instant> {
        let open = self.open.iter();
        open.filter_map(|(_, open)| self.due(open)).min()
    }

    /// Returns the time at which `open` is to be analyzed; `None` if it is current, or has no
    /// folder. A folder that is not loaded yet does not delay it.
    fn due(&self, open: &OpenDocument) -> Option<Instant> {
        let due = open.due(self.client.pulls);
        due.filter(|_| self.folder_of(open).is_some())
    }

    /// The documents that are to be analyzed now.
    pub(crate) fn due_now(&self) -> Vec<Url> {
        let now = Instant::now();
        let open = self.open.iter();
        let due = open.filter(|(_, open)| self.due(open).is_some_and(|due| due <= now));
        due.map(|(url, _)| url.clone()).collect()
    }
}
