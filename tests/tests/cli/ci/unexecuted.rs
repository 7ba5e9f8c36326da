//! Nothing of the checked repository is executed by the action, the templates, and the Python package.
//!
//! The repository has a module for every name of Python's standard library, programs with the names of those that CI starts, and the
//! files that make version managers, pip, and rustup start something else. Each leaves a line in a file when it is run. Python, venv,
//! and pip are the real ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use azml_tests::process::{Project, binary, root};

use super::github::Action;
use super::machine::{Machine, write_program, yaml};
use super::templates::{folder_of, gitlab_script};

/// Modules that are imported from outside of the standard library.
const MODULES: [&str; 8] = [
    "_distutils_hack",
    "azml_ls",
    "pip",
    "pkg_resources",
    "setuptools",
    "sitecustomize",
    "usercustomize",
    "wheel",
];

const PROGRAMS: [&str; 16] = [
    "azml-ls",
    "cat",
    "git",
    "keyring",
    "lsb_release",
    "mkdir",
    "node",
    "pip",
    "pip3",
    "python",
    "python3",
    "rm",
    "rustc",
    "rustup",
    "uname",
    "uv",
];

/// Prints the names of the modules, or nothing where this Python can't do what the tests need.
const NAMES: &str = "
import sys, sysconfig
try:
    import ensurepip, venv
    print(sys.executable, sysconfig._get_sysconfigdata_name(), *sys.stdlib_module_names)
except (ImportError, AttributeError):
    pass
";

/// Makes a wheel whose program starts the one of this build.
const WHEEL: &str = r#"
import pathlib, sys, zipfile
folder, version, program, package = sys.argv[1:]
name = f"azml_ls-{version}"
with zipfile.ZipFile(f"{folder}/{name}-py3-none-any.whl", "w") as wheel:
    for file in pathlib.Path(package).glob("*.py"):
        wheel.write(file, f"azml_ls/{file.name}")
    script = zipfile.ZipInfo(f"{name}.data/scripts/azml-ls")
    script.external_attr = 0o100755 << 16
    wheel.writestr(script, f'#!/bin/sh\nexec "{program}" "$@"\n')
    info = f"{name}.dist-info"
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: azml-ls\nVersion: {version}\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(f"{info}/RECORD", "")
"#;

/// The form of a module.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// `json.py`
    File,
    /// `json/__init__.py`
    Package,
}

/// The Python of this machine.
struct Python {
    program: PathBuf,
    modules: Vec<String>,
}

impl Python {
    /// None, with a line that tells so, where it is missing or older than 3.10.
    #[expect(
        clippy::print_stderr,
        reason = "the line is for who reads the output of the tests"
    )]
    fn find() -> Option<Self> {
        let output = Command::new("python3").args(["-I", "-c", NAMES]).output();
        let text = output.map_or_else(|_| Vec::new(), |output| output.stdout);
        let text = String::from_utf8(text).unwrap();
        let mut words = text.split_whitespace().map(str::to_owned);
        let Some(program) = words.next() else {
            eprintln!("skipped: there is no Python 3.10 or newer with venv and ensurepip");
            return None;
        };
        let modules = words.chain(MODULES.map(str::to_owned)).collect();
        Some(Self {
            program: program.into(),
            modules,
        })
    }

    /// A machine that installs a wheel of this build, which is made in `folder`.
    fn machine(&self, folder: &Path) -> Machine {
        let mut command = Command::new(&self.program);
        command.args(["-I", "-c", WHEEL]).arg(folder);
        command.arg(env!("CARGO_PKG_VERSION")).arg(binary());
        command.arg(root().join("server/python/azml_ls"));
        assert!(command.status().unwrap().success());
        Machine::with_wheels(folder)
    }
}

/// A repository of which nothing may run.
struct Hostile {
    project: Project,
    /// Gets a line for each file of it that is run.
    ran: PathBuf,
}

impl Hostile {
    fn new(modules: &[String], form: Form) -> Self {
        let project = Project::copy_of("tour");
        let root = project.root().to_owned();
        let ran = root.join(".git/ran");
        for name in modules {
            let path = match form {
                Form::File => root.join(format!("{name}.py")),
                Form::Package => root.join(name).join("__init__.py"),
            };
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let text = format!("open({ran:?}, 'a').write('module {name}\\n')\n");
            std::fs::write(path, text).unwrap();
        }
        let leaves =
            |name: &str| format!("#!/bin/sh\necho 'program {name}' >>'{}'\n", ran.display());
        for name in PROGRAMS {
            if !root.join(name).exists() {
                write_program(&root.join(name), &leaves(name));
            }
        }
        std::fs::create_dir_all(root.join("bin")).unwrap();
        write_program(&root.join("bin/rustc"), &leaves("bin/rustc"));
        for name in [".bashrc", ".bash_profile", ".profile"] {
            write_program(&root.join(name), &leaves(name));
        }
        let toolchain = format!("[toolchain]\npath = {root:?}\n");
        let pip = "[global]\ntarget = stolen\n[install]\ntarget = stolen\n";
        let project = project
            .with("rust-toolchain.toml", toolchain)
            .with(".python-version", "0.0.0\n")
            .with(".tool-versions", "python 0.0.0\n")
            .with("pip.conf", pip)
            .with("setup.cfg", pip)
            .with("pyvenv.cfg", "home = /nowhere\n");
        Self { project, ran }
    }

    /// What has run since the last call.
    fn ran(&self) -> String {
        let text = std::fs::read_to_string(&self.ran).unwrap_or_default();
        let _ = std::fs::remove_file(&self.ran);
        text
    }

    /// Takes a module away, if there is one of this name.
    fn remove(&self, name: &str, form: Form) {
        let folder = self.project.root();
        let _ = match form {
            Form::File => std::fs::remove_file(folder.join(format!("{name}.py"))),
            Form::Package => std::fs::remove_dir_all(folder.join(name)),
        };
    }

    /// Shows that the trap works: this is how its files are run.
    fn assert_armed(&self, python: &Python) {
        let mut command = Command::new("bash");
        let script = format!("{:?} -c 'import json'; ./git", python.program);
        command.args(["-c", &script]);
        let status = command.current_dir(self.project.root()).status();
        assert!(status.unwrap().success());
        assert_eq!(self.ran(), "module json\nprogram git\n");
    }
}

/// Runs `test` with a repository of each form; how it starts is tried before.
fn with_each_form(test: impl Fn(&Python, &Hostile, Form)) {
    let Some(python) = Python::find() else {
        return;
    };
    for form in [Form::File, Form::Package] {
        let hostile = Hostile::new(&python.modules, form);
        hostile.assert_armed(&python);
        test(&python, &hostile, form);
    }
}

#[test]
fn the_action_runs_nothing_of_the_repository() {
    with_each_form(|python, hostile, form| {
        let wheels = tempfile::tempdir().unwrap();
        // A relative entry is each folder in turn, and many workflows have the checkout on this path.
        let mut machine = python.machine(wheels.path()).before_path(Path::new("."));
        machine.set("PYTHONPATH", &hostile.project.root().to_string_lossy());
        let action = Action::run_on(machine, &hostile.project, &[]);
        assert_eq!(hostile.ran(), "", "{form:?}: {}", action.log);
        assert_eq!(action.code, 1, "{form:?}: {}", action.log);
        assert!(action.log.contains("sweep-on-single-node"), "{form:?}");
        assert_ne!(action.output("findings"), "", "{form:?}");
        assert!(!hostile.project.root().join("stolen").exists(), "{form:?}");
    });
}

#[test]
fn the_templates_run_nothing_of_the_repository() {
    with_each_form(|python, hostile, form| {
        let wheels = tempfile::tempdir().unwrap();
        let checkout = hostile.project.root();
        let machine = || {
            let machine = python.machine(wheels.path());
            let mut machine = machine.with_environment(&python.program);
            machine.set("PYTHONPATH", &checkout.to_string_lossy());
            machine.set("BUILD_ARTIFACTSTAGINGDIRECTORY", &machine.path("staging"));
            machine
        };
        let azure = machine();
        let mut log = String::new();
        for step in yaml("server/ci/azure-pipelines.yml")["steps"]
            .as_array()
            .unwrap()
        {
            if let Some(script) = step["bash"].as_str() {
                log += &azure.run(script, &folder_of(step, &azure, checkout)).log;
            }
        }
        log += &machine().run(&gitlab_script(), checkout).log;
        assert_eq!(hostile.ran(), "", "{form:?}: {log}");
        let shown = log.matches("sweep-on-single-node").count();
        assert!(shown >= 2, "{form:?}: both have checked: {log}");
        assert!(!checkout.join("stolen").exists(), "{form:?}");
    });
}

/// `-m` looks into the current folder for `azml_ls` and for what Python needs to start it, before any line of the package runs. So
/// The guide names `-I`. Without it, the package itself imports nothing from there.
#[test]
fn the_python_package_imports_nothing_of_the_current_folder() {
    with_each_form(|python, hostile, form| {
        let wheels = tempfile::tempdir().unwrap();
        let machine = python.machine(wheels.path());
        let machine = machine.with_environment(&python.program);
        let checkout = hostile.project.root();
        let installed = machine.run("python -I -m pip install --quiet azml-ls", wheels.path());
        assert_eq!(installed.code, 0, "{}", installed.log);
        let version = format!("azml-ls {}\n", env!("CARGO_PKG_VERSION"));

        let isolated = machine.run("python -I -m azml_ls -V", checkout);
        assert_eq!(hostile.ran(), "", "{form:?}");
        assert_eq!(isolated.log, version, "{form:?}");

        let names = "mkdir empty && touch empty/__init__.py && echo 'import sys; print(*sys.modules)' >empty/__main__.py && python -m empty";
        let names = machine.run(names, wheels.path());
        assert_eq!(names.code, 0, "{}", names.log);
        hostile.remove("azml_ls", form);
        for name in names.log.split_whitespace() {
            hostile.remove(name, form);
        }
        let module = machine.run("python -m azml_ls -V", checkout);
        assert_eq!(hostile.ran(), "", "{form:?}");
        assert_eq!(module.log, version, "{form:?}");
    });
}
