//! Prints what Python scripts take on their command lines, as we see it, in lines of JSON: of the
//! scripts that the YAML files of a folder run, `interface FOLDER`, or of those on standard input,
//! one `{"script", "folder", "module", "includes"}` with full paths in each line.
//! `tests/tools/argparse_oracle.py` compares it with what the real `argparse` was told.

#![allow(clippy::print_stdout)]

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::expression::Program;
use azml_rules::script::commands::{Interpreter, ScriptRun, runs};
use azml_rules::script::python::{
    Argument, Choices, ScriptInterface, ScriptSource, ScriptStart, Sources, State, Value, interface,
};
use azml_rules::script::upload::CodeFolder;
use azml_rules::workspace::{Disk as WorkspaceDisk, OnDisk, Workspace};
use serde_json::{Value as Json, json};

#[derive(Debug)]
struct Disk;

impl WorkspaceDisk for Disk {
    fn at(&self, path: &str) -> Option<OnDisk> {
        Sources::at(self, path)
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        Sources::text(self, path)
    }
}

impl Sources for Disk {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        std::fs::read_to_string(path).ok().map(Arc::from)
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => OnDisk::Folder,
            Ok(_) => OnDisk::File,
            Err(_) => OnDisk::Nothing,
        })
    }
}

fn main() {
    match std::env::args().nth(1) {
        Some(folder) => of_folder(Path::new(&folder)),
        None => of_standard_input(),
    }
}

fn of_folder(folder: &Path) {
    let mut workspace = Workspace::default();
    workspace.set_disk(Arc::new(Disk));
    collect(folder, &mut workspace);
    for document in workspace.documents() {
        let program = Program::new(&workspace, document);
        for run in runs(&workspace, document, &program) {
            let Some(script) = script(&workspace, &run) else {
                continue;
            };
            let interface = told(&interface(&Disk, &script));
            let line = json!({
                "yaml": document.path(),
                "script": &*script.path,
                "folder": &*script.folder,
                "module": script.how == ScriptStart::Module,
                "includes": script.includes.iter().map(|path| &**path).collect::<Vec<_>>(),
                "code": code(&workspace, &run),
                "interface": interface,
            });
            println!("{line}");
        }
    }
}

fn collect(folder: &Path, workspace: &mut Workspace) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_yaml = |end: &std::ffi::OsStr| end == "yml" || end == "yaml";
        if path.is_dir() {
            collect(&path, workspace);
        } else if path.extension().is_some_and(is_yaml)
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            workspace.insert(Document::new(path.to_string_lossy(), text));
        }
    }
}

/// The full path of the folder that is uploaded.
fn code(workspace: &Workspace, run: &ScriptRun<'_>) -> Option<String> {
    match &*run.code {
        CodeFolder::Uploaded(upload) => {
            workspace.full_path(&upload.from, upload.folder.as_deref()?)
        }
        _ => None,
    }
}

fn script(workspace: &Workspace, run: &ScriptRun<'_>) -> Option<ScriptSource> {
    let is_python = matches!(run.interpreter, Interpreter::Python | Interpreter::Spark);
    let file = run
        .file()
        .filter(|file| is_python && file.ends_with(".py"))?;
    let CodeFolder::Uploaded(upload) = &*run.code else {
        return None;
    };
    let root = code(workspace, run)?;
    let folder = match run.folder.as_deref()? {
        "" => root,
        inside => format!("{root}/{inside}"),
    };
    let full = |written: &str| workspace.full_path(&upload.from, written).map(Arc::from);
    let includes = upload.includes.iter().map(|include| full(&include.path));
    Some(ScriptSource {
        path: file.into(),
        folder: folder.into(),
        how: if run.script.is_module {
            ScriptStart::Module
        } else {
            ScriptStart::File
        },
        includes: includes.collect::<Option<_>>()?,
    })
}

fn of_standard_input() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(asked) = serde_json::from_str::<Json>(&line) else {
            continue;
        };
        let text = |key: &str| asked[key].as_str().unwrap_or_default().into();
        let includes = asked["includes"].as_array().into_iter().flatten();
        let script = ScriptSource {
            path: text("script"),
            folder: text("folder"),
            how: if asked["module"].as_bool() == Some(true) {
                ScriptStart::Module
            } else {
                ScriptStart::File
            },
            includes: includes.filter_map(Json::as_str).map(Arc::from).collect(),
        };
        println!("{}", told(&interface(&Disk, &script)));
    }
}

fn told(interface: &ScriptInterface) -> Json {
    let open = match &interface.state {
        State::Closed => Json::Null,
        State::Open(reason) => json!(format!("{reason:?}")),
    };
    let commands = interface.subcommands.as_ref().map(|all| {
        let commands = all.commands.iter();
        commands
            .map(|(name, interface)| (name.clone(), told(interface)))
            .collect::<serde_json::Map<_, _>>()
    });
    json!({
        "open": open,
        "known": interface.takes_unknown,
        "abbreviations": interface.allows_abbreviations,
        "help": interface.has_help,
        "arguments": interface.arguments.iter().map(argument).collect::<Vec<_>>(),
        "commands": commands,
    })
}

fn argument(argument: &Argument) -> Json {
    let choices = match &argument.choices {
        Choices::Any => Json::Null,
        Choices::Of(values) => values.iter().map(value).collect(),
        Choices::Unknown => json!("unknown"),
    };
    json!({
        "flags": argument.flags,
        "dest": argument.dest,
        "action": format!("{:?}", argument.action),
        "nargs": format!("{:?}", argument.nargs),
        "kind": format!("{:?}", argument.kind),
        "choices": choices,
        "default": argument.default.as_ref().map(value),
        "required": argument.is_required,
        "conditional": argument.is_conditional,
        "exclusive": argument.exclusive_group,
    })
}

fn value(value: &Value) -> Json {
    match value {
        Value::None => json!({"none": true}),
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::Str(value) => json!(&**value),
        Value::List(values) => values.iter().map(self::value).collect(),
        Value::Unknown => json!({"unknown": true}),
    }
}
