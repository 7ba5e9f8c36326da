//! Process that started the server, whose id the client sends in `initialize`. When it ends the
//! server ends, even if another process keeps its pipe open.

use std::io::ErrorKind;
use std::thread;

use waitpid_any::WaitHandle;

/// Calls `gone` when the process `id` has ended. Ignores a process that does not exist or is not an
/// ancestor: a client outside of a container sends an id that is invalid inside of it.
pub(crate) fn watch(id: u32, gone: impl FnOnce() + Send + 'static) {
    if !is_above(id) {
        return;
    }
    let Ok(mut parent) = WaitHandle::open(id.cast_signed()) else {
        return;
    };
    // Where no thread can be had, the end of the pipe must do.
    let _ = thread::Builder::new().spawn(move || {
        loop {
            match parent.wait() {
                Ok(()) => return gone(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    });
}

/// Returns `true` if `id` is an ancestor of this process.
#[cfg(target_os = "linux")]
fn is_above(id: u32) -> bool {
    let parent = std::os::unix::process::parent_id();
    let mut above = std::iter::successors(Some(parent), |id| parent_of(*id));
    above.any(|above| above == id)
}

/// Other platforms have no separate process namespaces.
#[cfg(not(target_os = "linux"))]
fn is_above(_: u32) -> bool {
    true
}

/// <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>: the name in parentheses may contain
/// anything.
#[cfg(target_os = "linux")]
fn parent_of(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
    (parent != 0).then_some(parent)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_processes_above_this_one_are_watched() {
        assert!(is_above(std::os::unix::process::parent_id()));
        assert!(!is_above(std::process::id()));
        assert!(!is_above(u32::MAX));
    }
}
