//! Scripts that are not in the uploaded code.

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::path::{file_name, parent, relative};
use crate::script::commands::{EntryPoint, ScriptPlace, ScriptRun};
use crate::script::upload::{CodeFolder, Upload};
use crate::similar::MOST_NAMES;
use crate::workspace::OnDisk;

declare_rule! {
    /// Only the folder in `code` is uploaded, and the command runs in its copy: paths in the
    /// command count from there, not from the folder of the YAML file. If the script is missing,
    /// the job fails once its machine is ready and its image is built.
    ///
    /// This rule doesn't report scripts that an earlier command may create or download, that have
    /// an expression or a variable in their names, or that would be in a submodule. A script that
    /// the `.amlignore` of the folder excludes, or without one its `.gitignore`, is missing, too. A
    /// Python script that runs before counts only if its text shows that it may create the other.
    ///
    /// It is an error if a script with that name or a similar one exists. Otherwise, the level
    /// depends on what the repository shows, as for `local-path-missing`.
    ///
    /// For a parallel job, `entry_script` can also be the name of a module, `package.module`.
    ///
    /// Fix: writes the path of the only file of that name. It is unsafe, because another script
    /// might have been meant.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python model/train.py
    /// code: model
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=model/train.py
    /// print("training")
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: model
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=model/train.py
    /// print("training")
    /// ```
    "script-missing", Script, Error,
    marks: [Unfinished],
    summary: "a script that is not in the uploaded code",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-model",
}

fn check(cx: &mut Context<'_>) {
    for run in cx.runs() {
        // For other entry points the client checks the script itself, and another rule reports it.
        if !matches!(
            run.site.entry,
            EntryPoint::Command(_) | EntryPoint::Parallel(..)
        ) {
            continue;
        }
        let CodeFolder::Uploaded(upload) = &*run.code else {
            continue;
        };
        match &run.script.place {
            ScriptPlace::Missing => report_missing(cx, run, upload),
            ScriptPlace::LeftOut(_, name) => report_left_out(cx, run, upload, name),
            _ => {}
        }
    }
}

fn report_missing(cx: &mut Context<'_>, run: &ScriptRun<'_>, upload: &Upload) {
    let script = &run.script.text;
    let what = if run.script.is_module {
        "the module "
    } else {
        ""
    };
    let similar = Similar::of(cx, run, upload);
    let judged = match similar {
        Similar::None => judge(cx, run, upload),
        _ => MissingPath::Misspelled(String::new()),
    };
    let Some(level) = judged.level(true) else {
        return;
    };
    let diagnostic = cx.report(
        run.script.range,
        format!("{what}`{script}` is not in {}", place_of(run, upload)),
    );
    diagnostic.level(level);
    diagnostic.note("only the code folder is uploaded, and the path counts from there");
    if similar.differs_in_case_from(script) {
        diagnostic.note("letter case counts on Linux, where the job runs");
    }
    match similar {
        Similar::SameName(path) => {
            diagnostic.help(format!("did you mean `{path}`?"));
            let edit = run
                .arguments
                .as_ref()
                .zip(run.script.word)
                .and_then(|(words, word)| {
                    let range = &words.simple().words[word].range;
                    words.command.text.edit(range, &path)
                });
            if let Some(edit) = edit {
                diagnostic.unsafe_fix(format!("write `{path}`"), edit);
            }
        }
        Similar::Near(path) => {
            diagnostic.help(format!("did you mean `{path}`?"));
        }
        Similar::Several(paths) => {
            diagnostic.help(format!("write the path of the one you mean: {paths}"));
        }
        Similar::None => {
            diagnostic.help(match &judged {
                MissingPath::Misspelled(outside) => {
                    format!("`{outside}` exists: set `code` to a folder that contains it")
                }
                _ => "correct the path, or add the script to the code folder".to_owned(),
            });
        }
    }
}

/// Judges a script without a similar one in the code. A misspelled path is that of a script outside
/// of the code, relative to the document.
fn judge(cx: &Context<'_>, run: &ScriptRun<'_>, upload: &Upload) -> MissingPath {
    let folder = upload.folder.as_deref().unwrap_or_default();
    let folder = cx.workspace.full_path(&upload.from, folder);
    let (Some(folder), Some(script)) = (folder, run.script.inside.as_deref()) else {
        return MissingPath::Unexplained(false);
    };
    let written = if run.script.is_module {
        format!("{script}.py")
    } else {
        script.to_owned()
    };
    let path = WrittenPath {
        folder: &folder,
        written: &written,
        leads_to: Some(OnDisk::File),
        contains: None,
    };
    match MissingPath::judge(cx, path) {
        MissingPath::Misspelled(found) => {
            let full = cx.workspace.path_style().join(&folder, &found);
            let shown = full.and_then(|full| relative(parent(cx.document.path()), &full));
            MissingPath::Misspelled(shown.unwrap_or(found))
        }
        other => other,
    }
}

fn report_left_out(cx: &mut Context<'_>, run: &ScriptRun<'_>, upload: &Upload, name: &str) {
    let folder = upload.folder.as_deref().unwrap_or_default();
    let help = if name == ".gitignore" {
        "create an `.amlignore` in the code folder with what to leave out; it replaces `.gitignore`"
    } else {
        "remove the line that leaves out the script"
    };
    cx.report(
        run.script.range,
        format!(
            "`{}` is not uploaded: the `{name}` in `{folder}` leaves it out",
            run.script.text
        ),
    )
    .note("the client leaves out what the `.amlignore` of the code folder names, or without one its `.gitignore`")
    .help(help);
}

/// Names the code: "the code folder `src`".
fn place_of(run: &ScriptRun<'_>, upload: &Upload) -> String {
    let inside = run.folder.as_deref().unwrap_or_default();
    let Some(folder) = upload.folder.as_deref() else {
        return "`additional_includes`".to_owned();
    };
    if inside.is_empty() {
        return format!("the code folder `{folder}`");
    }
    format!("`{inside}` of the code folder `{folder}`")
}

/// Files of the code that may be meant, with the path that the command needs.
enum Similar {
    /// The only file of that name.
    SameName(String),
    /// The file with the closest name.
    Near(String),
    /// Several files of that name, as a list.
    Several(String),
    None,
}

/// Maximum number of files in a message.
const NAMED: usize = 3;

impl Similar {
    fn differs_in_case_from(&self, script: &str) -> bool {
        matches!(self, Self::SameName(path) if path.eq_ignore_ascii_case(script))
    }

    fn of(cx: &Context<'_>, run: &ScriptRun<'_>, upload: &Upload) -> Self {
        let folder = upload.folder.as_deref();
        let files = folder.and_then(|it| cx.workspace.files_below(cx.document.path(), it));
        let (Some(files), Some(inside)) = (files, run.script.inside.as_deref()) else {
            return Self::None;
        };
        let expected = if run.script.is_module {
            format!("{inside}.py")
        } else {
            inside.to_owned()
        };
        let name = file_name(&expected);
        let named = |file: &&String| ends_in_name(file, name);
        let same: Vec<String> = files
            .iter()
            .filter(named)
            .filter_map(|file| as_written(run, file))
            .collect();
        match same.as_slice() {
            [] => {}
            [only] => return Self::SameName(only.clone()),
            several => {
                let named: Vec<String> = several
                    .iter()
                    .take(NAMED)
                    .map(|it| format!("`{it}`"))
                    .collect();
                return Self::Several(named.join(", "));
            }
        }
        let alike = files
            .iter()
            .filter(|file| ending(file) == ending(&expected))
            .take(MOST_NAMES);
        let near = closest(&expected, alike.map(String::as_str));
        near.and_then(|file| as_written(run, file))
            .map_or(Self::None, Self::Near)
    }
}

/// Returns `true` if the file at `path` is called `name`, in letters of any case.
fn ends_in_name(path: &str, name: &str) -> bool {
    let (path, name) = (path.as_bytes(), name.as_bytes());
    path.len().checked_sub(name.len()).is_some_and(|at| {
        path[at..].eq_ignore_ascii_case(name) && matches!(path[..at].last(), None | Some(b'/'))
    })
}

fn ending(path: &str) -> Option<&str> {
    Some(file_name(path).rsplit_once('.')?.1)
}

/// Returns the path of `file` that the command needs.
fn as_written(run: &ScriptRun<'_>, file: &str) -> Option<String> {
    let folder = run.folder.as_deref()?;
    let below = match folder {
        "" => file,
        folder => file.strip_prefix(folder)?.strip_prefix('/')?,
    };
    if run.script.is_module {
        return Some(below.strip_suffix(".py")?.replace('/', "."));
    }
    // The shell doesn't search `PATH` for a program only if its path contains a folder.
    let is_plain = below
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let dot = if run.script.text.starts_with("./") {
        "./"
    } else {
        ""
    };
    is_plain.then(|| format!("{dot}{below}"))
}
