//! Size of the messages that the client has not read yet.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// Size from which no further message of the client is taken, in bytes: more than the largest answer
/// about a folder of 10,000 files, and little beside the memory of the server.
const MOST_UNWRITTEN: usize = 16 << 20;

/// Counts what was made for the client and what was written to it.
#[derive(Debug, Default)]
pub(crate) struct Unwritten {
    bytes: AtomicUsize,
    written: AtomicU64,
    less: Notify,
}

impl Unwritten {
    /// Adds a message.
    pub(crate) fn added(&self, message: Vec<u8>) -> Vec<u8> {
        self.bytes.fetch_add(message.len(), Ordering::AcqRel);
        message
    }

    /// Removes messages of `bytes` in all, which were written.
    pub(crate) fn remove(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::AcqRel);
        self.written.fetch_add(bytes as u64, Ordering::AcqRel);
        self.less.notify_waiters();
    }

    /// Returns `true` if the client reads too little to be sent more.
    pub(crate) fn is_too_much(&self) -> bool {
        self.bytes.load(Ordering::Acquire) > MOST_UNWRITTEN
    }

    /// Waits until the client has read enough.
    pub(crate) async fn enough_read(&self) {
        loop {
            let mut less = std::pin::pin!(self.less.notified());
            less.as_mut().enable();
            if !self.is_too_much() {
                return;
            }
            less.await;
        }
    }

    /// The number of bytes that were written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Acquire)
    }
}
