//! A machine of a CI system, as far as a shell can tell.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use azml_tests::process::{binary, root};
use serde_json::Value;

/// A stand-in for Python: makes folders for environments, installs by linking, and runs the rest.
const PYTHON: &str = r#"#!/bin/sh
case "$1 $2 $3" in
  "-I -m venv") mkdir -p "$4/bin" && ln -sf "$TOOLS/python" "$4/bin/python" ;;
  "-I -m pip")
    shift 3; echo "$@" >>"$TOOLS/installed"
    bin=$(dirname "$0"); [ -e "$bin/azml-ls" ] || ln -s "$TOOLS/azml-ls" "$bin/azml-ls" ;;
  *) PATH=$REAL_PATH exec python3 "$@" ;;
esac
"#;

/// A machine of a CI system.
pub(super) struct Machine {
    folder: tempfile::TempDir,
    variables: BTreeMap<String, String>,
}

/// What a step did.
pub(super) struct Done {
    pub(super) code: i32,
    pub(super) log: String,
}

impl Machine {
    /// Installing is pretended, unless `AZML_WHEELS` names a folder with the wheel.
    pub(super) fn new() -> Self {
        if let Some(wheels) = std::env::var_os("AZML_WHEELS") {
            let machine = Self::with_wheels(Path::new(&wheels));
            return machine.with_environment(Path::new("python3"));
        }
        let machine = Self::empty();
        let tools = machine.folder.path().join("tools");
        for name in ["python3", "python"] {
            write_program(&tools.join(name), PYTHON);
        }
        symlink(binary(), tools.join("azml-ls")).unwrap();
        machine.before_path(&tools)
    }

    /// A machine whose pip installs what is in `wheels`, with the programs of this one.
    pub(super) fn with_wheels(wheels: &Path) -> Self {
        let mut machine = Self::empty();
        machine.set("PIP_NO_INDEX", "1");
        machine.set("PIP_FIND_LINKS", &wheels.to_string_lossy());
        machine
    }

    /// The machine with an environment of `python`, into which `pip` installs.
    pub(super) fn with_environment(self, python: &Path) -> Self {
        let tools = self.folder.path().join("tools");
        let mut command = Command::new(python);
        command.args(["-I", "-m", "venv"]).arg(&tools);
        assert!(command.status().unwrap().success());
        self.before_path(&tools.join("bin"))
    }

    /// The machine with `folder` before everything else on its PATH.
    pub(super) fn before_path(mut self, folder: &Path) -> Self {
        let path = format!("{}:{}", folder.display(), self.variables["PATH"]);
        self.set("PATH", &path);
        self
    }

    fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tools = folder.path().join("tools");
        std::fs::create_dir(&tools).unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut machine = Self {
            folder,
            variables: BTreeMap::new(),
        };
        machine.set("PATH", &path);
        machine.set("REAL_PATH", &path);
        machine.set("TOOLS", &tools.to_string_lossy());
        machine.set("AZML_TODAY", "2026-11-21");
        machine
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.variables.insert(name.to_owned(), value.to_owned());
    }

    /// A path in its own folder, as text.
    pub(super) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    pub(super) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// What pip was asked to install, where that is pretended.
    pub(super) fn installed(&self) -> Option<String> {
        let pretended = std::env::var_os("AZML_WHEELS").is_none();
        pretended.then(|| self.read("tools/installed"))
    }

    /// Runs `script` in `folder` as GitHub does: a file, and any failing line ends it.
    pub(super) fn run(&self, script: &str, folder: &Path) -> Done {
        let file = self.folder.path().join("script.sh");
        std::fs::write(&file, script).unwrap();
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail"]);
        command.arg(&file).current_dir(folder).stdin(Stdio::null());
        for outer in ["GITHUB_ACTIONS", "TF_BUILD", "PYTHONPATH"] {
            command.env_remove(outer);
        }
        let output = command.envs(&self.variables).output().unwrap();
        let log = [output.stdout, output.stderr].concat();
        Done {
            code: output.status.code().unwrap(),
            log: String::from_utf8(log).unwrap(),
        }
    }
}

/// Writes a program.
pub(super) fn write_program(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

pub(super) fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(super) fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap()
}
