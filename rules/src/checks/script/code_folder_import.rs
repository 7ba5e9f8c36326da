//! An import from the code folder by its own name.

use crate::checks::prelude::*;
use crate::checks::shared::script::python_scripts::{PythonScript, python_scripts};
use crate::path::{file_name, inside, parent};
use crate::script::commands::Interpreter;
use crate::script::python::{Import, imports};
use crate::script::upload::{CodeFolder, Upload};
use crate::workspace::OnDisk;

declare_rule! {
    /// The content of the code folder is uploaded, not the folder itself: with `code: src`, nothing
    /// is called `src` where the job runs. `from src.utils import x` works on your machine, where
    /// Python starts in the folder above, and ends the job with `ModuleNotFoundError`.
    ///
    /// The rule reports imports at the top of a script that runs by its path, if the code folder
    /// contains the imported module. It doesn't report scripts that use `sys.path`, and documents
    /// that set `PYTHONPATH` or install packages in the command.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// from src.utils import load
    /// ```
    /// ```python bad path=src/utils.py
    /// load = 1
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// from utils import load
    /// ```
    /// ```python good path=src/utils.py
    /// load = 1
    /// ```
    "code-folder-import", Script, Warning,
    marks: [Unfinished],
    summary: "an import from the code folder by its own name",
    url: "https://docs.python.org/3/library/sys_path_init.html",
}

fn check(cx: &mut Context<'_>) {
    let text = cx.document.text();
    if ["PYTHONPATH", "pip install", "setup.py"]
        .iter()
        .any(|word| text.contains(word))
    {
        return;
    }
    for script in python_scripts(cx) {
        let CodeFolder::Uploaded(upload) = &*script.run.code else {
            continue;
        };
        if let Some((folder, module)) = own_import(cx, &script, upload) {
            report(cx, &script, &folder, &module);
        }
    }
}

/// Returns the full path of the code folder and the module that the script imports by its name.
fn own_import(
    cx: &Context<'_>,
    script: &PythonScript<'_>,
    upload: &Upload,
) -> Option<(String, String)> {
    let run = script.run;
    let is_plain = run.interpreter == Interpreter::Python && !run.script.is_module;
    if !is_plain || !upload.includes.is_empty() || upload.includes_more {
        return None;
    }
    let from = cx.document.path();
    let text = cx.workspace.text_at(from, &script.path)?;
    if ["sys.path", "site.", "PYTHONPATH"]
        .iter()
        .any(|word| text.contains(word))
    {
        return None;
    }
    let folder = cx
        .workspace
        .full_path(&upload.from, upload.folder.as_deref()?)?;
    let own = file_name(&folder).to_owned();
    let is_there = |folder: &str, name: &str| {
        let found = |path: String| cx.workspace.on_disk("", &path) != Some(OnDisk::Nothing);
        found(inside(folder, name)) || found(inside(folder, &format!("{name}.py")))
    };
    let beside = [&folder, parent(&script.path)];
    if own.is_empty() || beside.iter().any(|folder| is_there(folder, &own)) {
        return None;
    }
    let imports = imports(&script.module);
    let mut certain = imports.iter().filter(|it| it.is_certain && it.level == 0);
    let module =
        certain.find_map(|import| inner_module(import, &own, |it| is_there(&folder, it)))?;
    Some((folder, module))
}

/// Returns the first part of the module below `own` that the import names, if it `exists`.
fn inner_module(import: &Import, own: &str, exists: impl Fn(&str) -> bool) -> Option<String> {
    let mut parts = import.module.split('.');
    let is_own = parts.next() == Some(own);
    let named = parts.next().map(str::to_owned);
    let inner = named.or_else(|| import.names.first().cloned());
    inner.filter(|inner| is_own && exists(inner))
}

fn report(cx: &mut Context<'_>, script: &PythonScript<'_>, folder: &str, module: &str) {
    let own = file_name(folder);
    cx.report(
        script.run.script.range,
        format!(
            "`{}` imports `{own}.{module}`, but the code folder is `{own}` itself",
            script.name()
        ),
    )
    .note(format!(
        "its content is uploaded without the folder, so Python finds no module `{own}`"
    ))
    .help(format!(
        "import `{module}` in the script, or set `code` to the folder above and run `python -m {own}.MODULE`"
    ));
}
