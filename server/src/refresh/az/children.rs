//! Running processes: they end with their own children, and none is started once the run ends.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running processes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Children(Arc<Mutex<ChildrenState>>);

#[derive(Debug, Default)]
pub(crate) struct ChildrenState {
    /// Ids of processes that were not waited for, so that no other process can have one of them.
    running: BTreeSet<u32>,
    ended: bool,
}

impl Children {
    /// Starts `command`, unless the run has ended. On Unix it leads a group of processes.
    pub(super) fn start(&self, command: &mut Command) -> io::Result<Option<Child>> {
        let mut state = self.lock();
        if state.ended {
            return Ok(None);
        }
        let child = command.spawn()?;
        state.running.insert(child.id());
        Ok(Some(child))
    }

    /// Returns the status of `child` if it has ended.
    pub(super) fn status(&self, child: &mut Child) -> io::Result<Option<ExitStatus>> {
        let mut state = self.lock();
        let status = child.try_wait()?;
        if status.is_some() {
            state.running.remove(&child.id());
        }
        Ok(status)
    }

    /// Ends `child` with its children.
    pub(super) fn kill(&self, child: &mut Child) {
        let mut state = self.lock();
        kill_tree(child.id());
        let _ = child.kill();
        let _ = child.wait();
        state.running.remove(&child.id());
    }

    /// Ends all of them; no other is started.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        state.running.iter().copied().for_each(kill_tree);
    }

    /// Returns `true` if all of them were ended.
    pub(super) fn have_ended(&self) -> bool {
        self.lock().ended
    }

    /// Puts the end off while the result lives, to write files in one step.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ChildrenState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn kill_tree(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(windows)]
fn kill_tree(id: u32) {
    use winsafe::{HPROCESS, HPROCESSLIST, co};
    let mut parents = Vec::new();
    if let Ok(mut list) = HPROCESSLIST::CreateToolhelp32Snapshot(co::TH32CS::SNAPPROCESS, None) {
        let entries = list.iter_processes().filter_map(Result::ok);
        parents = entries
            .map(|entry| (entry.th32ProcessID, entry.th32ParentProcessID))
            .collect();
    }
    let mut tree = vec![id];
    let mut at = 0;
    while let Some(parent) = tree.get(at).copied() {
        let below = parents.iter().filter(|(_, of)| *of == parent);
        let new: Vec<u32> = below
            .map(|(child, _)| *child)
            .filter(|child| !tree.contains(child))
            .collect();
        tree.extend(new);
        at += 1;
    }
    for id in tree {
        if let Ok(process) = HPROCESS::OpenProcess(co::PROCESS::TERMINATE, false, id) {
            let _ = process.TerminateProcess(1);
        }
    }
}
