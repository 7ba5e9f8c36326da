//! What `--fix` does to the files themselves: nothing is lost, and nothing is left.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use azml_tests::process::{Project, Run, binary};

use crate::{CLUSTER, check};

const MANY: usize = 120;

fn fixed() -> String {
    CLUSTER.replace("min_instances: 2", "min_instances: 0")
}

fn fix(project: &Project, rest: &str) -> Run {
    project.run(&check(&format!("--fix --unsafe-fixes {rest}")))
}

/// The names of all files in `folder`, but for `.git`.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| {
        entry
            .expect("it can be read")
            .file_name()
            .to_string_lossy()
            .into_owned()
    });
    let mut names: Vec<String> = names.filter(|name| name != ".git").collect();
    names.sort();
    names
}

/// A project with many files to fix.
fn many() -> Project {
    (0..MANY).fold(Project::default(), |project, number| {
        project.with(&format!("{number}.yml"), CLUSTER)
    })
}

fn fixed_files(project: &Project) -> usize {
    let texts = (0..MANY).map(|number| project.text(&format!("{number}.yml")));
    texts.filter(|text| *text == fixed()).count()
}

/// Each file is the old or the new one.
fn all_whole(project: &Project) -> bool {
    let mut texts = (0..MANY).map(|number| project.text(&format!("{number}.yml")));
    texts.all(|text| text == fixed() || text == CLUSTER)
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// Sends `signal` when the first file is fixed; returns how the program ended.
fn interrupted(project: &Project, mut child: Child, signal: &str) -> ExitStatus {
    while fixed_files(project) == 0 {
        if let Some(status) = child.try_wait().expect("it is a child of ours") {
            return status;
        }
    }
    let pid = child.id().to_string();
    // It may have ended by itself.
    let _ = Command::new("kill").args([signal, &pid]).status();
    child.wait().expect("it is a child of ours")
}

#[test]
fn signals_end_it_between_two_files() {
    for (signal, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        let project = many();
        let child = start(project.command(&check("--fix --unsafe-fixes")));
        let ended = interrupted(&project, child, signal);
        assert!(ended.signal() == Some(number) || ended.success(), "{ended}");
        assert!(all_whole(&project), "{signal}");
        assert_eq!(
            names(project.root()).len(),
            MANY,
            "{signal}: nothing is left"
        );
    }
}

#[test]
fn signals_that_are_to_be_ignored_are() {
    let project = many();
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' HUP; exec \"$0\" \"$@\""])
        .arg(binary())
        .args(check("--fix --unsafe-fixes").split_whitespace())
        .current_dir(project.root());
    let ended = interrupted(&project, start(command), "-HUP");
    assert!(ended.success(), "{ended}");
    assert_eq!(fixed_files(&project), MANY);
}

#[test]
fn the_next_run_deletes_what_a_killed_one_left() {
    let project = many();
    let child = start(project.command(&check("--fix --unsafe-fixes")));
    interrupted(&project, child, "-KILL");
    assert!(all_whole(&project));
    let project = project
        .with(".azml-ls-Ab3dE6.tmp", "half a fi")
        .with(".azml-ls-notes.tmp", "of the user");
    assert_eq!(fix(&project, "").code, 0);
    assert_eq!(fixed_files(&project), MANY);
    assert_eq!(
        names(project.root()).len(),
        MANY + 1,
        "{:?}",
        names(project.root())
    );
    assert_eq!(project.text(".azml-ls-notes.tmp"), "of the user");
}

#[test]
fn mode_owner_and_attributes_are_kept() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let path = project.root().join("cpu.yml");
    // Only root may give files away, and not every file system has attributes.
    let is_root = std::os::unix::fs::chown(&path, Some(1234), Some(2345)).is_ok();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o4750)).unwrap();
    let has_attributes = xattr::set(&path, "user.note", b"keep me").is_ok();
    assert_eq!(fix(&project, "").code, 0);
    assert_eq!(project.text("cpu.yml"), fixed());
    let metadata = std::fs::metadata(&path).unwrap();
    assert_eq!(metadata.mode() & 0o7777, 0o4750);
    if is_root {
        assert_eq!((metadata.uid(), metadata.gid()), (1234, 2345));
    }
    if has_attributes {
        let note = xattr::get(&path, "user.note").unwrap();
        assert_eq!(note.as_deref(), Some(&b"keep me"[..]));
    }
}

#[test]
fn a_hard_link_is_refused() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let other = project.root().join("other.txt");
    std::fs::hard_link(project.root().join("cpu.yml"), &other).unwrap();
    let run = fix(&project, "");
    assert_eq!(
        (run.code, run.stderr.lines().next().unwrap()),
        (
            2,
            "azml-ls: error: cpu.yml was not changed: it is a hard link, and its other names would \
             keep the old text; replace it with a copy of the file"
        )
    );
    assert_eq!(project.text("cpu.yml"), CLUSTER);
    assert_eq!(std::fs::metadata(other).unwrap().nlink(), 2);
}

#[test]
fn a_link_that_leads_out_of_the_repository_is_refused() {
    let project = Project::default()
        .with("clone/.git/HEAD", "")
        .with("clone/jobs/own.yml", CLUSTER)
        .with("other/cpu.yml", CLUSTER);
    let clone = project.root().join("clone");
    symlink("../other/cpu.yml", clone.join("out.yml")).unwrap();
    symlink("../other", clone.join("folder")).unwrap();
    symlink("jobs/own.yml", clone.join("in.yml")).unwrap();
    for name in ["clone/out.yml", "clone/folder/cpu.yml", "clone/folder"] {
        let run = fix(&project, name);
        let message = "was not changed: it is a link to a file outside the project";
        assert!(
            run.code == 2 && run.stderr.contains(message),
            "{name}: {run:?}"
        );
        assert_eq!(project.text("other/cpu.yml"), CLUSTER, "{name}");
    }
    assert_eq!(fix(&project, "clone/in.yml").code, 0);
    assert_eq!(project.text("clone/jobs/own.yml"), fixed());
    assert!(clone.join("in.yml").is_symlink());
}

#[test]
fn a_file_size_limit_is_told() {
    let long = format!("{CLUSTER}# {}\n", "x".repeat(100_000));
    let project = Project::default().with("cpu.yml", &long);
    let run = Command::new("sh")
        .args(["-c", "ulimit -f 20; exec \"$0\" \"$@\""])
        .arg(binary())
        .args(check("--fix --unsafe-fixes").split_whitespace())
        .current_dir(project.root())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(
        told.contains("cpu.yml cannot be written: file too large"),
        "{told}"
    );
    assert_eq!(project.text("cpu.yml"), long);
    assert_eq!(names(project.root()), ["cpu.yml"]);
}

#[test]
fn a_folder_that_is_read_only_is_told() {
    let project = Project::default().with("sub/cpu.yml", CLUSTER);
    let folder = project.root().join("sub");
    let allow = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&folder, permissions).unwrap();
    };
    allow(0o555);
    let is_root = std::fs::write(folder.join("new"), "").is_ok();
    let run = fix(&project, "");
    allow(0o755);
    if is_root {
        return;
    }
    let message = "sub/cpu.yml cannot be written: permission denied";
    assert!(run.code == 2 && run.stderr.contains(message), "{run:?}");
    assert_eq!(project.text("sub/cpu.yml"), CLUSTER);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let to_full = |arguments: &str| {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let mut command = project.command(arguments);
        let output = command.stdout(full.unwrap()).output().unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let full = "cannot be written: no space left on device";
    for arguments in [
        "--rules",
        "--computes",
        "--explain cluster-min-nodes",
        &check(""),
    ] {
        let (code, told) = to_full(arguments);
        assert!(
            code == Some(2) && told.contains(full),
            "{arguments}: {told}"
        );
    }
    assert_eq!(to_full("--help").0, Some(2));
    let run = project.run(&check("--output /dev/full"));
    assert!(run.code == 2 && run.stderr.contains(full), "{run:?}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut silent = project.command(&check(""));
    let ended = silent.stdout(Stdio::null()).stderr(full.unwrap()).status();
    assert_eq!(ended.unwrap().code(), Some(1), "nobody to tell");
}
