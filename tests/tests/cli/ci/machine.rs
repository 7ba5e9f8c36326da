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
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && ln -sf "$TOOLS/python3" "$3/bin/python" ;;
  "-m pip") shift 2; echo "$@" >>"$TOOLS/installed"; ln -sf "$TOOLS/azml-ls" "$(dirname "$0")/azml-ls" ;;
  *) PATH=$REAL_PATH exec python3 "$@" ;;
esac
"#;

const PIP: &str = "#!/bin/sh\necho \"$@\" >>\"$TOOLS/installed\"\n";

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
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tools = folder.path().join("tools");
        std::fs::create_dir(&tools).unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut machine = Self {
            folder,
            variables: BTreeMap::new(),
        };
        machine.set("REAL_PATH", &path);
        machine.set("TOOLS", &tools.to_string_lossy());
        machine.set("AZML_TODAY", "2026-11-21");
        if let Some(wheels) = std::env::var_os("AZML_WHEELS") {
            let mut python = Command::new("python3");
            python.args(["-m", "venv"]).arg(&tools);
            assert!(python.status().unwrap().success());
            machine.set("PIP_NO_INDEX", "1");
            machine.set("PIP_FIND_LINKS", &wheels.to_string_lossy());
            machine.set("PATH", &format!("{}/bin:{path}", tools.display()));
            return machine;
        }
        for (name, text) in [("python3", PYTHON), ("pip", PIP)] {
            let program = tools.join(name);
            std::fs::write(&program, text).unwrap();
            std::fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        }
        symlink(binary(), tools.join("azml-ls")).unwrap();
        machine.set("PATH", &format!("{}:{path}", tools.display()));
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

pub(super) fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(super) fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap()
}
