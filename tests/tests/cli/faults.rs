//! Each call to the system on the way of a run fails once, in turn. A file is then the old one or the new one, nothing is left, and
//! what was not done is told with exit code 2.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // Helpers of tests.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::process::{Command, Stdio};

use azml_tests::process::{Project, binary};
use rayon::prelude::*;

use crate::CLUSTER;

/// Runs that write, and one that only reads.
const RUNS: [&str; 5] = [
    "--check --no-config --off compute-name --fix --unsafe-fixes .",
    "--check --add-ignore .",
    "--check --write-baseline base.json .",
    "--check --output sarif=out.sarif --output junit=out.xml .",
    "--check .",
];

/// Calls that may fail. Memory, threads, signals, and clocks are left out, and `close`, after which nothing can be done.
const CALLS: &str = "openat,open,creat,read,pread64,write,pwrite64,writev,fsync,fdatasync,statx,newfstatat,fstat,lseek,getdents64,\
    readlink,flock,fchmod,fchmodat,fchown,flistxattr,fgetxattr,fsetxattr,linkat,link,rename,renameat,renameat2,unlink,unlinkat,mkdir,\
    ftruncate,copy_file_range,ioctl";

/// The exit code where the call belongs to the start of the process, before the program runs.
const LOADER: i32 = 127;

/// A call: its name, and its number among those of this name in its thread.
type Call = (String, usize);

/// The files of a folder by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// Results of a run.
struct Outcome {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    files: Files,
}

fn project() -> Project {
    Project::default()
        .with(".git/HEAD", "ref: refs/heads/main\n")
        .with("azml.yaml", "rules: {compute-name: off}\n")
        .with("cluster.yml", CLUSTER)
}

fn files(folder: &Path) -> Files {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let entries = entries.filter(|entry| entry.path().is_file());
    let named = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(entry.path()).unwrap())
    };
    entries.map(named).collect()
}

/// Runs azml-ls in a project of its own with these options of strace; `None` if strace can't trace here.
fn traced(arguments: &str, options: &[&str]) -> Option<(Outcome, String, String)> {
    let project = project();
    let log = tempfile::NamedTempFile::new().unwrap();
    let output = Command::new("strace")
        .args(["-f", "--seccomp-bpf", "-y", "-qq", "-o"])
        .arg(log.path())
        .args(options)
        .arg(binary())
        .args(arguments.split(' '))
        .current_dir(project.root())
        .env("RAYON_NUM_THREADS", "1")
        .env("AZML_TODAY", "2026-11-21")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let root = project.root().to_string_lossy().into_owned();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&root, "[ROOT]");
    let outcome = Outcome {
        code: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        files: files(project.root()),
    };
    let log = std::fs::read_to_string(log.path()).ok()?;
    (!log.is_empty()).then_some((outcome, log, root))
}

/// The calls that have to do with the folder `root`, or write to standard output.
fn calls_of(log: &str, root: &str) -> BTreeSet<Call> {
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    let mut found = BTreeSet::new();
    for line in log.lines() {
        let Some((thread, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        let Some((name, rest)) = call.split_once('(') else {
            continue;
        };
        if name.starts_with('<') || !CALLS.split(',').any(|known| known == name) {
            continue;
        }
        let count = counts.entry((thread, name)).or_default();
        *count += 1;
        if rest.contains(root) || name.starts_with("write") && rest.starts_with("1<") {
            found.insert((name.to_owned(), *count));
        }
    }
    found
}

/// Returns `true` for a complete report of a run that could not read everything.
fn is_whole_report(name: &str, bytes: &[u8]) -> bool {
    match name {
        "base.json" | "out.sarif" => serde_json::from_slice::<serde_json::Value>(bytes).is_ok(),
        "out.xml" => bytes.ends_with(b"</testsuites>\n"),
        _ => false,
    }
}

/// The mistakes of a run in which `call` failed.
fn mistakes(call: &Call, before: &Files, good: &Outcome, bad: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    if bad.code == Some(LOADER) {
        return found;
    }
    if bad.stderr.contains("panicked") || !matches!(bad.code, Some(0..=2)) {
        found.push(format!("ends with {:?}", bad.code));
    }
    for (name, bytes) in &bad.files {
        let is_whole = [before.get(name), good.files.get(name)].contains(&Some(bytes));
        // What can't be deleted stays, and the next run tries again.
        let is_left = name.ends_with(".tmp") && call.0.starts_with("unlink");
        let is_partial = bad.code == Some(2) && is_whole_report(name, bytes);
        if !(is_whole || is_left || is_partial) {
            found.push(format!("{name} is neither the old nor the new one"));
        }
    }
    let lost = before.keys().filter(|name| !bad.files.contains_key(*name));
    found.extend(lost.map(|name| format!("{name} is gone")));
    let is_done = bad.stdout == good.stdout
        && good
            .files
            .iter()
            .all(|(name, bytes)| bad.files.get(name) == Some(bytes));
    if !is_done && (bad.code != Some(2) || bad.stderr.is_empty()) {
        found.push(format!(
            "something is missing, and the exit code is {:?}",
            bad.code
        ));
    }
    found
}

#[test]
fn each_call_that_fails_is_told_and_leaves_whole_files() {
    let before = files(project().root());
    let mut failures = Vec::new();
    let mut injected = 0;
    for arguments in RUNS {
        let trace = format!("trace={CALLS}");
        let Some((good, log, root)) = traced(arguments, &["-e", &trace]) else {
            println!("skipped: strace is not there or may not trace");
            return;
        };
        let calls = calls_of(&log, &root);
        assert!(calls.len() > 15, "{arguments}: {calls:?}");
        injected += calls.len();
        println!("{:>5} calls  {arguments}", calls.len());
        let failed: Vec<String> = calls
            .par_iter()
            .flat_map_iter(|call| {
                let (name, at) = call;
                let inject = format!("inject={name}:error=EIO:when={at}");
                let trace = format!("trace={name}");
                let (bad, ..) = traced(arguments, &["-e", &trace, "-e", &inject]).expect("a trace");
                let mistakes = mistakes(call, &before, &good, &bad);
                let told = bad.stderr.lines().next().unwrap_or_default().to_owned();
                mistakes
                    .into_iter()
                    .map(move |mistake| format!("{arguments}: {name} {at}: {mistake} ({told})"))
            })
            .collect();
        failures.extend(failed);
    }
    println!("{injected} calls failed, one in each run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
