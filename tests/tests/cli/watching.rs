//! `--check --watch`: what is shown when files change. Nothing here depends on how fast that is: a
//! test waits for what must come, and only gives up after a long time.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use azml_tests::process::{Project, start};

use crate::{CLUSTER, INSTANCE, SWEEP, check};

/// So long is waited for what must come.
const BOUND: Duration = Duration::from_secs(120);

/// A running `--watch`; it ends with the test.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(project: &Project, arguments: &str) -> Self {
        Self::start_in(project.root(), project, arguments)
    }

    fn start_in(folder: &Path, project: &Project, arguments: &str) -> Self {
        let mut command = project.command(&check(&format!("--watch --format concise {arguments}")));
        command.current_dir(folder);
        let mut child = start(
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let lines = lines(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// The lines up to the end of the next block.
    fn block(&self) -> Vec<String> {
        let mut block = Vec::new();
        loop {
            let line = self.lines.recv_timeout(BOUND);
            let line = line.unwrap_or_else(|_| panic!("nothing more comes after {block:#?}"));
            if line.contains("press Ctrl-C to stop.") {
                block.push(line);
                return block;
            }
            if !line.is_empty() {
                block.push(line);
            }
        }
    }

    /// The first block that `is_so`: a change of several files may be shown in steps.
    fn until(&self, is_so: impl Fn(&[String]) -> bool) -> Vec<String> {
        loop {
            let block = self.block();
            if is_so(&block) {
                return block;
            }
        }
    }

    /// The first block with a line that starts with `start`.
    fn until_line(&self, start: &str) -> Vec<String> {
        self.until(|block| block.iter().any(|line| line.starts_with(start)))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(out: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn write(project: &Project, path: &str, text: &str) {
    let path = project.root().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn fixed(text: &str) -> String {
    text.replace("min_instances: 2", "min_instances: 0")
}

/// The status line, without the times.
fn status(block: &[String]) -> String {
    let line = block.last().unwrap();
    assert!(
        line.starts_with('[') && line.as_bytes()[9] == b']',
        "{line}"
    );
    let rest = &line[11..];
    match rest.split_once(" since ") {
        Some((what, rest)) => format!("{what} since{}", &rest[8..]),
        None => rest.to_owned(),
    }
}

#[test]
fn what_changes_is_shown_with_what_is_new_and_what_is_fixed() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("ci.yml", INSTANCE);
    let watch = Watch::start(&project, "");
    let block = watch.block();
    assert!(
        block[0].starts_with("cpu.yml:4:16: warning[cluster-min-nodes]"),
        "{block:?}"
    );
    assert_eq!(
        block[1],
        "Found 1 warning in 1 of 2 files (1 fixable with --fix --unsafe-fixes)."
    );
    assert_eq!(
        status(&block),
        "Watching for changes; press Ctrl-C to stop."
    );
    assert_eq!(block.len(), 3);

    write(&project, "cpu.yml", &fixed(CLUSTER));
    let block = watch.block();
    assert_eq!(block[0], "All 2 files passed.");
    assert!(
        status(&block).starts_with("1 finding fixed since."),
        "{block:?}"
    );

    write(&project, "sweep.yml", SWEEP);
    let block = watch.until_line("sweep.yml");
    assert!(
        block[2].starts_with("new: sweep.yml:2:10: warning[sweep-on-single-node]"),
        "{block:?}"
    );
    assert!(
        status(&block).starts_with("1 new finding since."),
        "{block:?}"
    );
}

#[test]
fn the_findings_of_a_file_follow_what_another_one_says() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let watch = Watch::start(&project, "sweep.yml");
    assert!(watch.block()[0].starts_with("sweep.yml:2:10"));
    write(
        &project,
        "ci.yml",
        &fixed(CLUSTER).replace("name: cpu", "name: ci"),
    );
    assert_eq!(watch.block()[0], "1 file passed.");
}

#[test]
fn files_and_folders_come_move_and_go() {
    let project = Project::default().with("ci.yml", INSTANCE);
    let watch = Watch::start(&project, "");
    assert_eq!(watch.block()[0], "1 file passed.");
    write(&project, "deep/er/cpu.yml", CLUSTER);
    watch.until_line("deep/er/cpu.yml:4:16");
    std::fs::rename(project.root().join("deep"), project.root().join("moved")).unwrap();
    watch.until(|block| {
        block[0].starts_with("moved/er/cpu.yml:4:16") && !block[1].starts_with("deep")
    });
    // As an editor saves that never leaves half a file.
    write(&project, "moved/er/.cpu.yml.new", &fixed(CLUSTER));
    let folder = project.root().join("moved/er");
    std::fs::rename(folder.join(".cpu.yml.new"), folder.join("cpu.yml")).unwrap();
    watch.until_line("All 2 files passed.");
    std::fs::remove_dir_all(project.root().join("moved")).unwrap();
    watch.until_line("1 file passed.");
    write(&project, "deep/er/cpu.yml", CLUSTER);
    watch.until_line("deep/er/cpu.yml:4:16");
}

#[test]
fn configuration_and_ignored_files_count_from_then_on() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("lib/gpu.yml", CLUSTER);
    let watch = Watch::start(&project, "");
    assert!(watch.block()[1].starts_with("lib/gpu.yml:4:16"));
    write(&project, ".gitignore", "lib\n");
    let block = watch.until_line("Found 1 warning in 1 file");
    assert!(
        status(&block).starts_with("1 finding fixed since."),
        "{block:?}"
    );
    write(&project, "azml.yaml", "rules: {cluster-min-nodes: error}\n");
    watch.until_line("Found 1 error in 1 file");
    std::fs::remove_file(project.root().join("azml.yaml")).unwrap();
    watch.until_line("Found 1 warning in 1 file");
    std::fs::remove_file(project.root().join(".gitignore")).unwrap();
    watch.until_line("Found 2 warnings in 2 of 2 files");
}

#[test]
fn hundreds_of_files_change_at_once() {
    let project = Project::default().with("ci.yml", INSTANCE);
    let watch = Watch::start(&project, "");
    watch.block();
    for number in 0..300 {
        write(
            &project,
            &format!("folder{}/cpu{number}.yml", number % 7),
            CLUSTER,
        );
    }
    watch.until_line("Found 300 warnings in 300 of 301 files");
    for number in 0..300 {
        write(
            &project,
            &format!("folder{}/cpu{number}.yml", number % 7),
            &fixed(CLUSTER),
        );
    }
    watch.until_line("All 301 files passed.");
}

#[test]
fn a_baseline_holds_and_may_change() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    assert_eq!(
        project
            .run(&check("--write-baseline known.json").replace("--check ", ""))
            .code,
        0
    );
    let watch = Watch::start(&project, "--baseline known.json");
    assert_eq!(
        watch.block()[0],
        "1 file passed; 1 finding in the baseline."
    );
    write(
        &project,
        "gpu.yml",
        &CLUSTER.replace("name: cpu", "name: gpu"),
    );
    watch.until_line("gpu.yml:4:16");
    let _ = project.run(&check("--write-baseline known.json").replace("--check ", ""));
    watch.until_line("All 2 files passed; 2 findings in the baseline.");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for (arguments, reason) in [
        ("--check --watch --fix", "cannot be used with"),
        ("--check --watch --diff", "cannot be used with"),
        ("--check --watch --output x.txt", "cannot be used with"),
        ("--check --watch --statistics", "cannot be used with"),
        ("--check --watch --add-ignore", "cannot be used with"),
        (
            "--check --watch --write-baseline x.json",
            "cannot be used with",
        ),
        ("--check --watch --format json", "--watch is for people"),
        ("--check --watch -", "standard input can't be watched"),
        ("--check --watch --baseline missing.json", "missing.json"),
        ("--watch", "--check"),
    ] {
        let run = project.run(arguments);
        assert!(run.code == 2 && run.stderr.contains(reason), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_takes_the_place_of_the_watched_one_is_watched() {
    let project = Project::default().with("work/cpu.yml", INSTANCE);
    let path = |name: &str| project.root().join(name);
    let watch = Watch::start_in(&path("work"), &project, "");
    watch.block();
    std::fs::rename(path("work"), path("old")).unwrap();
    std::fs::create_dir(path("work")).unwrap();
    write(&project, "work/gpu.yml", CLUSTER);
    watch.until_line("gpu.yml:");
    std::fs::remove_dir_all(path("old")).unwrap();
    write(&project, "work/other.yml", CLUSTER);
    watch.until_line("other.yml:");
}

#[cfg(unix)]
#[test]
fn a_watched_folder_that_goes_may_come_again() {
    let project = Project::default().with("work/cpu.yml", CLUSTER);
    let folder = project.root().join("work");
    let watch = Watch::start_in(&folder, &project, "");
    watch.until_line("cpu.yml:");
    // A file that comes while the others are read is not missed: some of the rounds meet that moment.
    for _ in 0..8 {
        std::fs::remove_dir_all(&folder).unwrap();
        watch.until_line("No YAML files found.");
        write(&project, "work/gpu.yml", CLUSTER);
        watch.until_line("gpu.yml:");
        write(&project, "work/other.yml", CLUSTER);
        watch.until_line("other.yml:");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_as_it_ends_every_program() {
    use std::os::unix::process::ExitStatusExt as _;

    // Shells start programs in the background so, and programs hand it on to those that they start.
    if std::fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores_ctrl_c(&status)) {
        println!("skipped: Ctrl-C is ignored here");
        return;
    }
    let project = Project::default().with("cpu.yml", CLUSTER);
    let mut watch = Watch::start(&project, "");
    watch.block();
    let id = watch.child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    assert_eq!(watch.child.wait().unwrap().signal(), Some(2));
}

/// Whether `status`, of `/proc`, says that SIGINT (2) is ignored.
#[cfg(unix)]
fn ignores_ctrl_c(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 0b10 != 0)
}

#[test]
fn it_ends_when_nobody_reads_any_more() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let mut command = project.command(&check("--watch --format concise"));
    let mut child = start(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    );
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    // It notices when it has something to say. The folder is watched before the first line.
    write(&project, "cpu2.yml", CLUSTER);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
