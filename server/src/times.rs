//! Every duration of the server, named for what it limits.
//!
//! Those of the language server weigh how soon an author sees a finding against work that the next
//! key makes useless; those of the disk weigh how old an answer may be against the cost of a new
//! one.

use std::time::Duration;

/// Duration of `count` milliseconds.
const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Longest time that an analysis waits for the next key. Fast typists press one in about 50 ms.
pub(crate) const DEBOUNCE_MAX: Duration = ms(50);
/// Longest time that changes in a row, or a steady stream of them, delay an analysis: eight
/// times [`DEBOUNCE_MAX`], after which old findings beside new text mislead.
pub(crate) const DEBOUNCE_TOTAL_MAX: Duration = ms(400);
/// Cost up to which an analysis waits for no further key: less than a third of a frame at 60 Hz.
pub(crate) const CHEAP_ANALYSIS_MAX: Duration = ms(5);
/// Time without a key after which an author is taken to read: then diagnostics are shown that
/// belong to an unfinished word.
pub(crate) const AUTHOR_IDLE_AFTER: Duration = Duration::from_secs(1);
/// Time without an analysis after which recorded lookups on the disk are confirmed: no file watcher
/// reports every change, and while an author types, the disk is left alone.
pub(crate) const DISK_RECHECK_AFTER: Duration = Duration::from_secs(1);

/// Time without a change before files that are not open are analyzed. Longer than
/// [`DEBOUNCE_MAX`], so that they never compete with a key.
pub(crate) const WORKSPACE_DEBOUNCE: Duration = ms(300);
/// Longest time that changes in a row delay the analysis of files that are not open.
pub(crate) const WORKSPACE_DEBOUNCE_TOTAL_MAX: Duration = Duration::from_secs(3);
/// Time between two looks at whether open documents leave a processor to other files. No
/// event reports it, and these files are not urgent.
pub(crate) const IDLE_POLL: Duration = ms(20);
/// Longest time that `workspace/diagnostic` waits for a change. Some clients abandon a request
/// after two minutes.
pub(crate) const WORKSPACE_PULL_MAX: Duration = Duration::from_secs(60);

/// Longest time that findings, hovers, and completions wait for a folder to be loaded. After
/// that, an answer without its other files is better than none.
pub(crate) const FOLDER_LOAD_MAX: Duration = Duration::from_secs(2);
/// Longest time that an edit of several files waits for a folder that is being loaded: it must not
/// be made from old texts, so it is refused afterwards.
pub(crate) const FOLDER_SETTLE_MAX: Duration = Duration::from_secs(10);
/// Longest time that the analysis of an opened document delays the loading of its folder.
pub(crate) const PRIORITY_MAX: Duration = Duration::from_secs(1);
/// Longest time after the end of the input in which nothing is written. Then the server ends: the
/// client is gone, or does not read.
pub(crate) const INPUT_END_MAX: Duration = Duration::from_secs(10);
/// Time in which responses are written after `exit`.
pub(crate) const EXIT_FLUSH: Duration = ms(100);

/// Largest difference by which the time of a file is behind the clock: systems write the time of
/// their last tick, and Linux has at least 100 of them a second.
pub(crate) const FILE_TIME_RESOLUTION: Duration = ms(10);

/// Time between two looks at the disk where the system reports no changes.
pub(crate) const WATCH_POLL: Duration = Duration::from_secs(2);
/// Time without a change that ends a burst: an editor that saves makes three, `git checkout`
/// hundreds.
pub(crate) const BURST_QUIET: Duration = ms(50);
/// Longest time that a burst delays results.
pub(crate) const BURST_MAX: Duration = ms(400);

/// Time after which a run shows how far it is; shorter runs show nothing.
pub(crate) const PROGRESS_SHOWN_AFTER: Duration = ms(500);
/// Time between two updates of the progress line.
pub(crate) const PROGRESS_INTERVAL: Duration = ms(100);

/// Pauses between attempts to write a file, 1.6 s in sum: on Windows a virus scanner or an indexer
/// holds a file for a moment, and an editor while it saves.
pub(crate) const WRITE_RETRY_PAUSES: [Duration; 7] =
    [ms(10), ms(20), ms(50), ms(100), ms(200), ms(400), ms(800)];
/// Age after which a temporary file was abandoned: on Windows, one in use is closed for a moment
/// before it has its name.
#[cfg(windows)]
pub(crate) const TEMPORARY_FILE_MAX_AGE: Duration = Duration::from_secs(60);

/// Returns the longest time that the user gives a command of the Azure CLI.
pub(crate) const fn az_command_max(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Longest time that a command of the Azure CLI takes unless the user chooses another: on Windows it
/// starts in up to 20 s, and long lists have many pages.
pub(crate) const AZ_COMMAND_MAX: Duration = Duration::from_secs(180);
/// Longest time that a command of git may take: it only reads objects of a repository on this machine.
pub(crate) const GIT_COMMAND_MAX: Duration = Duration::from_secs(60);
/// Time between two looks at whether a command has ended. It takes seconds.
pub(crate) const PROCESS_POLL: Duration = ms(20);
/// Longest time after the end of a command until its pipes are read: a process that it left may hold
/// them open.
pub(crate) const PIPE_END_MAX: Duration = Duration::from_secs(2);
