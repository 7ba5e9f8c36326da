//! What SECURITY.md promises of a run: nothing is written but what an option names, no program is
//! started, and no connection is opened.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use azml_tests::process::{Project, binary};
use azml_tests::session::Session;

/// Everything that only looks.
const LOOKS: [&str; 10] = [
    "--check .",
    "--check --diff .",
    "--check --format json --min-level hint .",
    "--check --statistics .",
    "--check --diff --unsafe-fixes .",
    "--computes .",
    "--cost .",
    "--graph pipeline.yml",
    "--refresh --dry-run",
    "--explain sweep-on-single-node",
];

const PIPELINE: &str = "type: pipeline\njobs:\n  one: {type: command, command: echo $(touch here), \
    environment: azureml:e:1, code: https://evil.example/x, compute: azureml:cpu-cluster}\n";

fn project() -> Project {
    Project::copy_of("tour").with("pipeline.yml", PIPELINE)
}

/// Every file with its bytes and the time of its last change.
fn files(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let changed = path.metadata().and_then(|it| it.modified());
            let bytes = std::fs::read(&path).expect("it can be read");
            found.insert(path, (bytes, changed.expect("it has a time")));
        }
    }
    found
}

#[test]
fn what_only_looks_writes_nothing() {
    let project = project();
    let before = files(project.root());
    for arguments in LOOKS {
        let _ = project.run(arguments);
        assert_eq!(files(project.root()), before, "{arguments}");
    }
}

#[test]
fn a_session_writes_nothing() {
    let project = project();
    let before = files(project.root());
    let mut session = Session::new(&project);
    let text = session.open_file("jobs/sweep.yml");
    session.set("jobs/sweep.yml", 2, &text.replace("24", "25"));
    let _ = session.hover("jobs/sweep.yml", 3, 12);
    let _ = session.published("jobs/sweep.yml");
    let _ = session.unread("textDocument/publishDiagnostics");
    session.close("jobs/sweep.yml");
    let _ = session.published("jobs/sweep.yml");
    drop(session);
    assert_eq!(files(project.root()), before);
}

#[test]
fn a_fix_writes_only_the_files_with_findings() {
    let project = project();
    let before = files(project.root());
    let _ = project.run("--check --fix --unsafe-fixes computes");
    for (path, (bytes, _)) in files(project.root()) {
        let is_asked_for = path.starts_with(project.root().join("computes"));
        let old = before.get(&path).expect("no file comes");
        assert!(is_asked_for || old.0 == bytes, "{}", path.display());
    }
}

/// The calls to the system that start a program or connect.
const BEYOND: &str = "trace=execve,execveat,network";

/// The calls to the system that change a file, or a folder.
const CHANGES: &str = "trace=openat,creat,truncate,ftruncate,unlink,unlinkat,rename,renameat,\
    renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,chmod,fchmodat,chown,fchownat";

fn calls(project: &Project, arguments: &str, kinds: &str) -> Option<String> {
    let log = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let mut command = Command::new("strace");
    command
        .args(["-f", "-qq", "-e", kinds, "-o"])
        .arg(log.path())
        .arg(binary())
        .args(arguments.split_whitespace())
        .current_dir(project.root())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _ = command.status().ok()?;
    let calls = std::fs::read_to_string(log.path()).ok()?;
    (!calls.is_empty()).then_some(calls)
}

/// Whether a line tells no call, but the end of a thread, a signal, or that strace let a thread go.
fn is_of_strace(line: &str) -> bool {
    ["+++", "--- SIG", "<detached ...>"]
        .iter()
        .any(|mark| line.contains(mark))
}

#[test]
fn the_system_is_asked_for_no_program_and_no_connection() {
    let project = project();
    for arguments in LOOKS.iter().chain(&["--check --fix .", "--stdio"]) {
        let Some(calls) = calls(&project, arguments, BEYOND) else {
            println!("skipped: strace is not there or may not trace");
            return;
        };
        let lines: Vec<&str> = calls.lines().filter(|line| !is_of_strace(line)).collect();
        // Its own start, and a pair of connected sockets with which tokio wakes itself up.
        let others: Vec<&&str> = lines
            .iter()
            .skip(1)
            .filter(|line| !line.contains("socketpair(AF_UNIX"))
            .collect();
        assert!(lines[0].contains("execve("), "{arguments}: {calls}");
        assert!(others.is_empty(), "{arguments}: {others:#?}");
    }
}

/// Files that SECURITY.md lists as read, and a text of each.
const READ: [(&str, &str); 20] = [
    ("src/.amlignore", "*.tmp\n"),
    (
        ".github/workflows/ci.yml",
        "jobs: {a: {steps: [{run: az ml job create -f job.yml}]}}\n",
    ),
    (".gitignore", "*.log\n"),
    ("README.md", "Put the data into `made`.\n"),
    ("Makefile", "run:\n\taz ml job create -f job.yml\n"),
    ("azml.yaml", "{}\n"),
    (
        "conda.yml",
        "dependencies: [python=3.11, pip: [-r requirements.txt]]\n",
    ),
    ("docker/Dockerfile", "FROM ubuntu\n"),
    (
        "env.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
        name: e\nbuild: {path: docker}\n",
    ),
    (
        "job.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
        command: python train.py --epochs 1 && pip install -r requirements.txt\ncode: src\n\
        environment: {conda_file: conda.yml, image: ubuntu}\ncompute: azureml:cpu\n\
        inputs: {made: {type: uri_file, path: made/data.csv}}\n",
    ),
    ("infra/dev.tfvars", "size = \"Standard_DS3_v2\"\n"),
    ("infra/main.tf", "variable \"size\" {}\n"),
    ("justfile", "run:\n  az ml job create -f job.yml\n"),
    (
        "make_data.ipynb",
        "{\"cells\": [{\"source\": [\"open('made/data.csv', 'w')\"]}]}\n",
    ),
    ("other.yaml", "a: 1\n"),
    ("run.ps1", "az ml job create -f job.yml\n"),
    ("run.sh", "az ml job create -f job.yml\n"),
    ("src/helpers.py", "import argparse\n"),
    (
        "src/train.py",
        "from helpers import argparse\nargparse.ArgumentParser().parse_args()\n",
    ),
    (
        "tox.ini",
        "[testenv]\ncommands = az ml job create -f job.yml\n",
    ),
];

/// Files that nothing is read of, although some lie in a folder that is uploaded.
const UNREAD: [&str; 13] = [
    ".aws/credentials",
    ".azure/config",
    ".env",
    ".netrc",
    ".ssh/id_ed25519",
    "data/train.csv",
    "infra/.terraform/modules/a/main.tf",
    "infra/terraform.tfstate",
    "node_modules/a/job.yml",
    "picture.png",
    "src/.env",
    "src/model.pkl",
    "src/notes.txt",
];

#[test]
fn only_files_of_the_table_are_read() {
    let mut project = Project::default().with(".git/HEAD", "ref: refs/heads/main\n");
    for (path, text) in READ {
        project = project.with(path, text);
    }
    for path in UNREAD {
        project = project.with(path, "kind: secret\n");
    }
    let Some(calls) = calls(&project, "--check --min-level hint .", "trace=openat,open") else {
        println!("skipped: strace is not there or may not trace");
        return;
    };
    let root = project.root().to_string_lossy();
    let opened: BTreeSet<&str> = calls
        .lines()
        .filter(|line| !line.contains("O_DIRECTORY") && !line.contains(" = -1 "))
        .filter_map(|line| line.split('"').nth(1))
        .map(|path| path.strip_prefix(&*root).unwrap_or(path))
        .map(|path| path.trim_start_matches('/').trim_start_matches("./"))
        .collect();
    let read = |path: &&str| opened.contains(path);
    let unread: Vec<&str> = UNREAD.into_iter().filter(read).collect();
    assert!(unread.is_empty(), "{unread:?}");
    let missing = READ
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| !read(path));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "{calls}");
}

#[test]
fn a_fix_touches_the_file_and_one_that_is_temporary() {
    let project = project();
    let Some(calls) = calls(&project, "--check --fix --unsafe-fixes computes", CHANGES) else {
        println!("skipped: strace is not there or may not trace");
        return;
    };
    let folder = format!("{}/computes", project.root().display());
    let is_own = |path: &str| {
        let name = path
            .strip_prefix(&folder)
            .and_then(|name| name.strip_prefix('/'));
        let is_file = name.is_some_and(|name| name.ends_with(".yml"));
        let is_temporary = name.is_some_and(|name| name.starts_with(".azml-ls-"));
        path == folder || is_file || is_temporary || path.starts_with("/proc/self/fd/")
    };
    let writes = |call: &&str| {
        !call.contains("openat(") || call.contains("O_RDWR") || call.contains("O_WRONLY")
    };
    let mut changes = calls.lines().filter(writes).peekable();
    assert!(changes.peek().is_some(), "{calls}");
    for change in changes {
        let paths = change.split('"').skip(1).step_by(2);
        assert!(paths.into_iter().all(is_own), "{change}");
    }
}
