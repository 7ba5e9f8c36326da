//! What only Windows has. These run there, and under Wine: `tests/windows/run.sh`.

use std::fs::OpenOptions;
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use azml_tests::process::{Project, Run, start};

use crate::{CLUSTER, check};

/// `FILE_ATTRIBUTE_HIDDEN`, `FILE_ATTRIBUTE_SYSTEM`, `FILE_ATTRIBUTE_ARCHIVE`.
const ATTRIBUTES: u32 = 0x2 | 0x4 | 0x20;
/// `FILE_SHARE_READ`, `FILE_SHARE_WRITE`: the file can be read, but not replaced.
const NOT_REPLACED: u32 = 0x1 | 0x2;

const HELD: &str = "another program has it open";

fn fixed() -> String {
    CLUSTER.replace("min_instances: 2", "min_instances: 0")
}

fn fix(project: &Project) -> Run {
    project.run(&check("--fix --unsafe-fixes --format concise"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name != ".git");
    names.sort();
    names
}

#[test]
fn hidden_and_system_files_stay_so() {
    let project = Project::default();
    let path = project.root().join("cpu.yml");
    let mut made = OpenOptions::new();
    made.write(true).create_new(true).attributes(ATTRIBUTES);
    std::io::Write::write_all(&mut made.open(&path).unwrap(), CLUSTER.as_bytes()).unwrap();
    let attributes = || std::fs::metadata(&path).unwrap().file_attributes() & ATTRIBUTES;
    let before = attributes();
    assert_eq!(fix(&project).code, 0);
    assert_eq!(project.text("cpu.yml"), fixed());
    assert_eq!(attributes(), before);
    assert_eq!(before, ATTRIBUTES);
}

#[test]
fn a_read_only_file_is_refused() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let path = project.root().join("cpu.yml");
    let read_only = |is| {
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(is);
        std::fs::set_permissions(&path, permissions).unwrap();
    };
    read_only(true);
    let run = fix(&project);
    read_only(false);
    let message = "azml-ls: error: cpu.yml cannot be written: it is read-only";
    assert!(run.code == 2 && run.stderr.starts_with(message), "{run:?}");
    assert_eq!(project.text("cpu.yml"), CLUSTER);
    assert_eq!(names(project.root()), ["cpu.yml"]);
}

#[test]
fn a_hard_link_is_refused() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let other = project.root().join("other.txt");
    std::fs::hard_link(project.root().join("cpu.yml"), other).unwrap();
    let run = fix(&project);
    let message = "cpu.yml was not changed: it is a hard link";
    assert!(run.code == 2 && run.stderr.contains(message), "{run:?}");
    assert_eq!(project.text("cpu.yml"), CLUSTER);
}

#[test]
fn a_file_that_another_program_keeps_open_stays_and_is_told() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("other.yml", CLUSTER);
    let mut options = OpenOptions::new();
    options.read(true).share_mode(NOT_REPLACED);
    let held = options.open(project.root().join("cpu.yml")).unwrap();
    let run = fix(&project);
    drop(held);
    let message = format!(
        "azml-ls: error: cpu.yml cannot be written: {HELD}; close it in other programs, then run \
         azml-ls again\n"
    );
    assert!(run.code == 2 && run.stderr.starts_with(&message), "{run:?}");
    assert_eq!(project.text("cpu.yml"), CLUSTER);
    assert_eq!(project.text("other.yml"), fixed());
    assert_eq!(names(project.root()), ["cpu.yml", "other.yml"]);
}

#[test]
fn a_file_that_is_held_for_a_moment_is_fixed() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let root = project.root().to_owned();
    let mut options = OpenOptions::new();
    options.read(true).share_mode(NOT_REPLACED);
    let held = options.open(root.join("cpu.yml")).unwrap();
    let mut child = start(
        project
            .command(&check("--fix --unsafe-fixes"))
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    // Until it tries.
    while names(&root).len() < 2 && child.try_wait().unwrap().is_none() {}
    drop(held);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(project.text("cpu.yml"), fixed());
    assert_eq!(names(&root), ["cpu.yml"]);
}

#[test]
fn a_file_that_nobody_else_may_read_is_told() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("other.yml", CLUSTER);
    let mut options = OpenOptions::new();
    let path = project.root().join("cpu.yml");
    let held = options.read(true).share_mode(0).open(path).unwrap();
    let run = project.run(&check("--format concise"));
    drop(held);
    let message = format!("azml-ls: error: cpu.yml can't be read: {HELD}");
    assert!(run.code == 2 && run.stderr.starts_with(&message), "{run:?}");
    assert!(run.stdout.starts_with("other.yml:4:"), "{run:?}");
}

const JOB: &str = "\
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
settings: {default_compute: azureml:cpu}
jobs:
  slash:
    type: command
    component: ../parts/component.yml
  backslash:
    type: command
    component: ..\\parts\\component.yml
  case:
    type: command
    component: ../Parts/Component.yml
";

const COMPONENT: &str = "\
$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
type: command
name: part
version: \"1\"
inputs:
  wanted: {type: integer}
command: python train.py --wanted ${{inputs.wanted}}
code: ../src
environment:
  image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:20240101.v1
  conda_file: ..\\conda.yml
";

const REFERENCES: &str = "--check --format concise --only \
    component-file-missing,local-path-missing,conda-file-missing,missing-required-input";

/// A pipeline with its parts, in a folder whose name has a space and a letter beyond ASCII.
fn pipeline() -> Project {
    Project::default()
        .with("Größe 1/.git/HEAD", "")
        .with("Größe 1/jobs/pipeline.yml", JOB)
        .with("Größe 1/parts/component.yml", COMPONENT)
        .with("Größe 1/src/train.py", "print(1)\n")
        .with("Größe 1/conda.yml", "dependencies: [python=3.12]\n")
}

/// The rules and places of findings in a folder that is written as `path`, which may contain
/// spaces.
fn findings(project: &Project, path: &Path) -> Vec<String> {
    let mut command = project.command(REFERENCES);
    let output = command.arg(path).output().unwrap();
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert!(!text.contains('\r'), "{text}");
    let lines = text.lines().map(|line| {
        let (place, message) = line.split_once(": ").expect("a place is in front");
        let file = place.rsplit(['/', '\\']).next().unwrap();
        format!("{file} {}", message.split(']').next().unwrap())
    });
    lines.collect()
}

#[test]
fn every_spelling_of_a_folder_finds_the_same() {
    let project = pipeline();
    let folder = project.root().join("Größe 1");
    let text = folder.to_str().unwrap();
    let lower_drive = format!("{}{}", text[..1].to_lowercase(), &text[1..]);
    let spellings: [PathBuf; 9] = [
        folder.clone(),
        text.replace('\\', "/").into(),
        lower_drive.into(),
        text[2..].into(),
        text.to_ascii_uppercase().into(),
        format!(r"{text}\.\jobs\..").into(),
        format!(r"\\?\{text}").into(),
        r"Größe 1".into(),
        r".\größe 1\".into(),
    ];
    let wanted = [
        "pipeline.yml:5:3 error[missing-required-input",
        "pipeline.yml:8:3 error[missing-required-input",
        "pipeline.yml:11:3 error[missing-required-input",
    ];
    for spelling in spellings {
        let found = findings(&project, &spelling);
        assert_eq!(found, wanted, "{}", spelling.display());
    }
}

#[test]
fn a_folder_given_twice_is_one_project() {
    let project = Project::copy_of("tour");
    let root = project.root().to_str().unwrap();
    let once = project.run(&format!("--check --format concise {root}"));
    let other = root.to_uppercase();
    let twice = project.run(&format!("--check --format concise {root} {other} ."));
    assert_eq!(twice.stdout.lines().count(), once.stdout.lines().count());
}

#[test]
fn patterns_may_be_written_with_backslashes() {
    let project = Project::default()
        .with("azml.yaml", "exclude:\n  - 'old\\deep\\'\n")
        .with("old/deep/cpu.yml", CLUSTER)
        .with("cpu.yml", CLUSTER);
    let run = project.run(&check("--format concise"));
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    assert!(run.stdout.starts_with("cpu.yml:"), "{run:?}");
}

#[test]
fn wildcards_are_expanded_as_shells_of_windows_leave_them() {
    let project = Project::default()
        .with("jobs/a.yml", CLUSTER)
        .with("jobs/b.yml", CLUSTER)
        .with("other.yml", CLUSTER);
    let run = project.run(&check(r"--format concise jobs\*.yml"));
    assert_eq!((run.code, run.stdout.lines().count()), (1, 2), "{run:?}");
    let run = project.run(&check(r"--format concise none\*.yml"));
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn paths_may_be_longer_than_260_characters() {
    let deep: String = (0..12).map(|_| "a-folder-with-a-long-name/").collect();
    let path = format!("{deep}cpu.yml");
    let project = Project::default();
    let folder = PathBuf::from(format!(r"\\?\{}", project.root().display()));
    let file = folder.join(path.replace('/', "\\"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, CLUSTER).unwrap();
    let run = project.run(&check("--format concise"));
    assert!(run.stdout.starts_with(&format!("{path}:4:16:")), "{run:?}");
    assert_eq!(fix(&project).code, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), fixed());
}

#[test]
fn devices_are_no_files() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for name in ["NUL", "con.yml", r"jobs\NUL", "COM1", "aux.yml"] {
        let run = project.run(&check(&format!("--format concise {name} cpu.yml")));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stdout.starts_with("cpu.yml:"), "{run:?}");
    }
}

#[test]
fn text_and_colors_are_bytes_that_pipes_keep() {
    let project = Project::copy_of("tour");
    let plain = project.run("--check");
    assert!(plain.stdout.contains("2 × Standard_D4s_v5"), "{plain:?}");
    assert!(!plain.stdout.contains(['\r', '\x1b']), "{plain:?}");
    assert!(!plain.stderr.contains(['\r', '\x1b']), "{plain:?}");
    let colored = project.run("--check --color always");
    assert!(colored.stdout.contains("\x1b["), "{colored:?}");
    let _ = project.run("--check --output findings.txt");
    let written = project.text("findings.txt");
    assert!(written.contains("2 × Standard_D4s_v5"), "{written}");
    assert!(!written.contains('\r'), "{written}");
}

#[test]
fn the_exit_code_reaches_the_shell() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let mut shell = Command::new("cmd");
    shell.arg("/c").arg(azml_tests::process::binary());
    shell.args(check("nowhere.yml").split_whitespace());
    let ended = shell.current_dir(project.root()).output().unwrap();
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
}

/// A folder with an Azure CLI that is a batch file, as on Windows, and writes down its arguments: to a file named
/// like the first one, because two of them run at the same time. `version` has no error, because that
/// would end the other one, perhaps before it has written.
fn batch_file() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = "@echo off\r\n>>\"%~dp0%~1.txt\" echo %*\r\n\
                  if \"%~1\"==\"version\" (echo {}& exit /b 0)\r\n\
                  echo ERROR: no>&2\r\nexit /b 1\r\n";
    std::fs::write(folder.path().join("az.cmd"), script).unwrap();
    folder
}

/// Runs `--refresh` for a workspace that the repository names, and returns what the batch file was
/// started with.
fn refreshed(workspace: &str, group: &str) -> (Run, String) {
    let names = serde_json::json!({"workspace_name": workspace, "resource_group": group});
    let project = Project::default().with("config.json", names.to_string());
    let folder = batch_file();
    let path = folder.path().to_string_lossy().into_owned();
    let run = project.run_with("--refresh", &[("PATH", &path)], b"");
    let calls = ["version", "ml"].map(|first| {
        let path = folder.path().join(format!("{first}.txt"));
        std::fs::read_to_string(path).unwrap_or_default()
    });
    assert!(!project.root().join("injected").exists(), "{run:?}");
    assert!(!folder.path().join("injected").exists(), "{run:?}");
    (run, calls.concat())
}

#[test]
fn a_name_is_one_argument_of_the_batch_file_of_the_azure_cli() {
    let (run, calls) = refreshed("ml dev", "team (one)");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(calls.contains(r#" "ml dev""#), "{calls}");
    assert!(calls.contains(r#" "team (one)""#), "{calls}");
}

/// `cmd.exe` gives meaning to them even where a program would read one argument.
#[test]
fn a_name_that_is_none_never_reaches_the_batch_file() {
    for name in [
        "a&echo>injected",
        "a\" & echo>injected & \"",
        "%PATH%",
        "a^&echo>injected",
        "a|echo>injected",
        "a\necho>injected",
        "!PATH!",
        "@file",
        "--debug",
    ] {
        for (workspace, group) in [(name, "team"), ("dev", name)] {
            let (run, calls) = refreshed(workspace, group);
            assert_eq!((run.code, calls.as_str()), (2, ""), "{name}: {run:?}");
        }
    }
}
