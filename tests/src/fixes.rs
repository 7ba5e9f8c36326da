//! What a fix may leave behind.

/// What must be filled in stands where nothing could be known.
const TO_FILL_IN: &str = "unfilled-placeholder";

/// What a fix brings to light, not about: the text was as wrong before, but could not be read.
/// All that an expression, a key, or a file means is known only once it is written right, and what a
/// command runs only once it is a command.
const REVEALS: [&str; 9] = [
    "command-backslash-newline",
    "command-swallowed-by-fold",
    "component-file-missing",
    "duplicate-key",
    "local-path-missing",
    "malformed-expression",
    "preview-schema-key",
    "unknown-key",
    "wrong-schema-for-content",
];

/// What a fix leaves to the author, and why: rules of fixes, and what is found.
const LEFT_TO_THE_AUTHOR: [(&str, &str); 13] = [
    // The expression has its fields; the times that they mean, only its author knows.
    ("cron-fields", "cron-day-month-ignored"),
    // Two jobs had the name, so it was not known which one a schedule submits.
    ("fixed-job-name", "scheduled-job-on-compute-instance"),
    // The number of nodes or trials counts where it belongs, so what follows from it is known.
    ("key-belongs-elsewhere", "multinode-without-distribution"),
    ("key-belongs-elsewhere", "sweep-no-timeout"),
    ("key-belongs-elsewhere", "sweep-unbounded-concurrency"),
    // The port is declared; what the command does with it, only its author knows.
    ("unknown-component-port", "unused-input"),
    ("unknown-component-port", "unused-output"),
    ("unknown-step-port", "unused-output"),
    // The path is passed; what the script does with it, only its author knows.
    ("input-not-passed-to-script", "output-never-written"),
    ("missing-script-argument", "output-never-written"),
    // What AutoML runs at a time has to do with the nodes, which were not known before.
    ("pipeline-compute-not-set", "sequential-sweep"),
    // The name is right; the version stays as it was.
    ("unresolved-asset", "outdated-asset-version"),
    // The output was what registers the asset that another job uses.
    ("unused-output", "unresolved-asset"),
];

/// Whether a fix of `rule` may leave a finding of `new`.
pub fn may_leave(rule: &str, new: &str) -> bool {
    new == TO_FILL_IN || REVEALS.contains(&rule) || LEFT_TO_THE_AUTHOR.contains(&(rule, new))
}
