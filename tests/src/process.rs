//! The real binary as a process, in temporary folders and with an empty environment.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The day that the binary takes for today.
const TODAY: &str = "2026-11-21";

/// The binary that `AZML_BINARY` names: where the tests run, Cargo may not (`tests/windows`).
/// Without it, one is built once with the profile of the running test into the same target folder.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| std::env::var_os("AZML_BINARY").map_or_else(build, PathBuf::from))
}

fn build() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("tests stand in <target>/<profile>/deps");
    let target = folder
        .parent()
        .expect("a profile's folder stands in the target folder");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // With a test, the features are those of the tests, so that nothing is compiled anew.
    let packages = "--package azml-ls --package azml-tests --bin azml-ls --test rules";
    let mut command = Command::new(cargo);
    command
        .args(["build", "--quiet"])
        .args(packages.split(' '))
        .args(["--profile", profile, "--target-dir"])
        .arg(target);
    let status = command
        .current_dir(root())
        .status()
        .expect("cargo can be started");
    assert!(status.success(), "azml-ls does not build");
    folder.join(format!("azml-ls{}", std::env::consts::EXE_SUFFIX))
}

/// Starts `command`.
pub fn start(command: &mut Command) -> Child {
    // Wine answers so now and then where many processes are started at once.
    const INTERNAL_ERROR: i32 = 1359;
    let mut started = command.spawn();
    for _ in 0..5 {
        let error = started.as_ref().err();
        if error.and_then(std::io::Error::raw_os_error) != Some(INTERNAL_ERROR) {
            break;
        }
        started = command.spawn();
    }
    started.expect("a program starts")
}

/// What the binary prints at the top of the repository: standard output, then standard error.
pub fn printed(arguments: &str) -> String {
    let mut command = Command::new(binary());
    command
        .args(arguments.split_whitespace())
        .current_dir(root())
        .env_clear()
        .env("AZML_TODAY", TODAY);
    let output = command
        .stdin(Stdio::null())
        .output()
        .expect("the binary can be started");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the binary prints UTF-8")
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests folder has a parent")
        .to_owned()
}

/// A temporary folder that looks like the top of a repository, so that nothing above it counts. It
/// goes away in the end.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    /// Takes the folder away.
    _folder: TempDir,
}

impl Default for Project {
    fn default() -> Self {
        let folder = tempfile::Builder::new().prefix("azml-tests-").tempdir();
        let folder = folder.expect("a temporary folder can be made");
        let root = real(folder.path());
        std::fs::create_dir(root.join(".git")).expect("a folder can be made");
        Self {
            root,
            _folder: folder,
        }
    }
}

impl Project {
    /// A copy of `tests/fixtures/<name>`.
    pub fn copy_of(name: &str) -> Self {
        let project = Self::default();
        copy(&root().join("tests/fixtures").join(name), &project.root);
        project
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Adds a file.
    #[must_use]
    pub fn with(self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder"))
            .expect("a folder can be made");
        std::fs::write(path, bytes).expect("a file can be written");
        self
    }

    /// The bytes of a file.
    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root.join(path)).expect("the file is there")
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.read(path)).expect("the file is UTF-8")
    }

    /// Runs azml-ls in the folder; arguments are separated by spaces.
    pub fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, &[], b"")
    }

    /// As [`Self::run`], with environment variables and standard input.
    pub fn run_with(&self, arguments: &str, environment: &[(&str, &str)], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        command
            .envs(environment.iter().copied())
            .stdin(Stdio::piped());
        let mut child = start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        // It may end without reading.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().expect("azml-ls ends");
        let text =
            |bytes: Vec<u8>| self.normalised(&String::from_utf8(bytes).expect("output is UTF-8"));
        Run {
            arguments: arguments.to_owned(),
            code: output.status.code().expect("azml-ls is not killed"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// azml-ls in the folder, ready to be started.
    pub fn command(&self, arguments: &str) -> Command {
        self.command_within(&[], arguments)
    }

    /// Like [`Self::command`], started by another program with its arguments.
    pub fn command_within(&self, starter: &[String], arguments: &str) -> Command {
        let mut command = Command::new(starter.first().map_or(binary(), Path::new));
        let starts = starter.get(1..).unwrap_or_default();
        command
            .args(starts)
            .args(starter.first().map(|_| binary()))
            .args(arguments.split_whitespace())
            .current_dir(&self.root)
            .env_clear()
            .env("AZML_TODAY", TODAY);
        // Windows programs do not start without it.
        command.envs(std::env::var_os("SystemRoot").map(|folder| ("SystemRoot", folder)));
        command
    }

    fn normalised(&self, text: &str) -> String {
        let version = format!("ersion\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let root = self.root.to_string_lossy();
        text.replace(&*root, "[ROOT]")
            .replace(&root.replace('\\', "/"), "[ROOT]")
            .replace(&version, "ersion\": \"[VERSION]\"")
    }
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Run {
    /// The arguments.
    pub arguments: String,
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// All of it as one text.
    pub fn transcript(&self) -> String {
        let Self {
            arguments,
            code,
            stdout,
            stderr,
        } = self;
        format!(
            "$ azml-ls {arguments}\n---- exit code: {code}\n---- standard error:\n\
                {stderr}---- standard output:\n{stdout}"
        )
    }

    /// Holds the transcript against `tests/fixtures/cli/<name>.txt`; `UPDATE=1` rewrites that file.
    ///
    /// # Panics
    /// When they differ.
    pub fn is_as_in(&self, name: &str) {
        let path = root()
            .join("tests/fixtures/cli")
            .join(format!("{name}.txt"));
        let transcript = self.transcript();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().expect("it is in a folder"))
                .expect("a folder can be made");
            std::fs::write(&path, transcript).expect("a snapshot can be written");
            return;
        }
        let wanted = std::fs::read_to_string(&path)
            .unwrap_or_default()
            .replace("\r\n", "\n");
        assert!(
            transcript == wanted,
            "{name} changed; UPDATE=1 rewrites it. Now:\n{transcript}\nBefore:\n{wanted}"
        );
    }
}

/// Where `path` leads, in the spelling that people use: Windows puts `\\?\` before it.
fn real(path: &Path) -> PathBuf {
    let real = std::fs::canonicalize(path).expect("it is there");
    match real.to_str().and_then(|path| path.strip_prefix(r"\\?\")) {
        Some(usual) if cfg!(windows) => PathBuf::from(usual),
        _ => real,
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("the fixture is there") {
        let entry = entry.expect("the fixture can be listed");
        let to = to.join(entry.file_name());
        if entry
            .file_type()
            .expect("the fixture can be listed")
            .is_dir()
        {
            std::fs::create_dir_all(&to).expect("a folder can be made");
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a file can be copied");
        }
    }
}
