//! Changes come in bursts: an editor that saves makes three, `git checkout` hundreds.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use super::change::Change;
use crate::times::{BURST_MAX, BURST_QUIET};

/// Changes of a burst.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChangeBurst {
    /// Files and folders that came, went, or changed.
    pub paths: BTreeSet<PathBuf>,
    /// Others may have.
    pub anywhere: bool,
}

impl ChangeBurst {
    /// Any file may have changed.
    pub fn anywhere() -> Self {
        Self {
            anywhere: true,
            ..Self::default()
        }
    }

    fn take(&mut self, change: Change) {
        match change {
            Change::At(paths) => self.paths.extend(paths),
            Change::Anywhere => self.anywhere = true,
        }
    }
}

/// Waits for a change, and for the end of its burst; `None` if the watcher has ended.
pub fn next_burst(changes: &Receiver<Change>) -> Option<ChangeBurst> {
    let mut burst = ChangeBurst::default();
    burst.take(changes.recv().ok()?);
    let first = Instant::now();
    while first.elapsed() < BURST_MAX {
        match changes.recv_timeout(BURST_QUIET) {
            Ok(change) => burst.take(change),
            Err(_) => break,
        }
    }
    Some(burst)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_burst_is_one_change() {
        let (sender, changes) = channel();
        for name in ["a.yml", "b.yml", "a.yml"] {
            sender.send(Change::At(vec![name.into()])).unwrap();
        }
        let burst = next_burst(&changes).unwrap();
        assert_eq!(burst.paths, ["a.yml", "b.yml"].map(PathBuf::from).into());
        assert!(!burst.anywhere);
        sender.send(Change::Anywhere).unwrap();
        assert_eq!(next_burst(&changes), Some(ChangeBurst::anywhere()));
        drop(sender);
        assert_eq!(next_burst(&changes), None);
    }
}
