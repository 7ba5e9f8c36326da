//! A project with a job, and a folder on `PATH` with the stand-in.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use azml_tests::process::{Project, Run, root};

/// Refers to one asset of each sort, and to some that do not exist or are unknown.
const JOB: &str = "type: pipeline\njobs:\n  prep:\n    type: command\n    component: azureml:prep:1\n    \
    inputs: {houses: {type: uri_folder, path: azureml:houses@latest}}\n  train:\n    type: command\n    command: python train.py\n    \
    environment: azureml:train-env:9\n    inputs: {model: {type: mlflow_model, path: azureml:churn:3}}\n  \
    other: {type: command, command: ls, environment: 'azureml:gone:1'}\n  \
    unknown: {type: command, command: ls, environment: 'azureml:${{parent.inputs.e}}:1'}\n";

const MODEL: &str = "type: command\ncommand: ls\nenvironment: azureml:train-env:9\ncompute: azureml:cpu-cluster\n\
    inputs:\n  model: {type: mlflow_model, path: azureml:churn:3}\n";

/// The stand-in and a project.
pub(crate) struct StandIn {
    project: Project,
    folder: tempfile::TempDir,
}

fn fixtures() -> PathBuf {
    root().join("tests/fixtures/azure-cli")
}

impl StandIn {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("az");
        std::fs::copy(fixtures().join("az"), &program).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let answers = folder.path().join("answers");
        std::fs::create_dir(&answers).unwrap();
        for entry in std::fs::read_dir(fixtures().join("answers")).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), answers.join(entry.file_name())).unwrap();
        }
        let project = Project::default()
            .with("jobs/pipeline.yml", JOB)
            .with("jobs/model.yml", MODEL);
        Self { project, folder }
    }

    pub(crate) fn with(self, path: &str, text: &str) -> Self {
        let Self { project, folder } = self;
        Self {
            project: project.with(path, text),
            folder,
        }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.project.root().join(path)
    }

    /// The folder of the stand-in.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Replaces the answer `name` by the output of a script.
    pub(crate) fn script(&self, name: &str, script: &str) {
        let script = format!("PATH=/usr/bin:/bin\n{script}\n");
        std::fs::write(self.folder().join(format!("answers/{name}.sh")), script).unwrap();
    }

    /// Replaces the answer `name`.
    pub(crate) fn answer(&self, name: &str, answer: &str) {
        std::fs::write(self.folder().join(format!("answers/{name}.json")), answer).unwrap();
    }

    /// The answer `name`.
    pub(crate) fn answered(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder().join(format!("answers/{name}.json"))).unwrap()
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        let path = self.folder().to_string_lossy().into_owned();
        self.run_with(arguments, &path)
    }

    pub(crate) fn run_with(&self, arguments: &str, path: &str) -> Run {
        self.project.run_with(arguments, &[("PATH", path)], b"")
    }

    /// azml-ls with the stand-in, ready to be started.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = self.project.command(arguments);
        command.env("PATH", self.folder());
        command
    }

    /// Runs a script with the stand-in on `PATH`; `true` for exit code 0.
    pub(crate) fn shell(&self, script: &str) -> bool {
        let mut command = Command::new("/bin/sh");
        let output = command
            .args(["-c", script])
            .env("PATH", self.folder())
            .stdin(std::process::Stdio::null())
            .output();
        output.unwrap().status.success()
    }

    /// The commands so far, one on a line.
    pub(crate) fn calls(&self) -> String {
        std::fs::read_to_string(self.folder().join("calls")).unwrap_or_default()
    }

    pub(crate) fn forget_calls(&self) {
        std::fs::remove_file(self.folder().join("calls")).unwrap();
    }

    /// Every file of the snapshot.
    pub(crate) fn snapshot(&self) -> BTreeMap<String, String> {
        files(&self.path(".azml"))
    }
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(entry.path()).unwrap())
    });
    files.collect()
}

/// The snapshot of the recorded answers; `UPDATE=1` replaces it by `snapshot`.
pub(crate) fn expected(snapshot: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let folder = fixtures().join("snapshot");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in snapshot {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    files(&folder)
}

/// Texts in the answers that must not get out.
pub(crate) fn planted() -> Vec<String> {
    let text = std::fs::read_to_string(fixtures().join("answers/planted.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}
