//! A Dockerfile that isn't in its build context.

use crate::checks::prelude::*;
use crate::checks::shared::environment::environments::{Build, builds};
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::path::{below, is_absolute_somewhere};
use crate::workspace::OnDisk;

declare_rule! {
    /// The CLI uploads the folder in `build.path`, and the service looks for the Dockerfile in it:
    /// at `dockerfile_path`, which is relative to that folder, or for a file called `Dockerfile`.
    /// Nothing else is uploaded. The CLI doesn't look for the Dockerfile, so the build fails only in
    /// the service.
    ///
    /// A Dockerfile outside of the build context is an error. Otherwise, the level depends on what
    /// the repository shows, as for `local-path-missing`.
    ///
    /// Fix: writes the path relative to the build context. It is safe if the same path exists
    /// relative to the YAML file; otherwise it is unsafe.
    ///
    /// ```yaml bad path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: docker
    ///   dockerfile_path: docker/Dockerfile
    /// ```
    /// ```dockerfile bad path=docker/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    /// ```yaml good path=environment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// build:
    ///   path: docker
    /// ```
    /// ```dockerfile good path=docker/Dockerfile
    /// FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// ```
    "dockerfile-missing", Environment, Error,
    marks: [Unfinished, MissingDockerfile],
    summary: "a Dockerfile that is not in its build context",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-troubleshoot-environments",
}

/// Common misspellings of the default name.
const SPELLINGS: [&str; 2] = ["dockerfile", "DockerFile"];

fn check(cx: &mut Context<'_>) {
    for build in builds(cx) {
        // Another rule reports a missing folder.
        let is_absolute = is_absolute_somewhere(build.dockerfile) || build.dockerfile.contains(':');
        if !is_absolute && build.has_context(cx) {
            look(cx, &build);
        }
    }
}

fn look(cx: &mut Context<'_>, build: &Build<'_>) {
    let (name, folder) = (build.dockerfile, build.folder);
    let Some(inside) = cx.workspace.path_style().clean(name) else {
        cx.report(
            build.deciding().range(),
            format!("Dockerfile `{name}` is outside of the build context `{folder}`"),
        )
        .note("only the folder in `path` is uploaded")
        .help("move the Dockerfile into that folder, or set `path` to a folder that contains both");
        return;
    };
    if build.at(cx, &build.inside(&inside)) != Some(OnDisk::Nothing) {
        return;
    }
    let beside = from_context(cx, build);
    let spelled = SPELLINGS.iter().find(|name| {
        build.named.is_none() && build.at(cx, &build.inside(name)) == Some(OnDisk::File)
    });
    let context = cx.workspace.full_path(cx.document.path(), folder);
    let judged = MissingPath::judge(
        cx,
        WrittenPath {
            folder: context.as_deref().unwrap_or_default(),
            written: name,
            leads_to: Some(OnDisk::File),
            contains: None,
        },
    );
    let is_clear = beside.is_some() || spelled.is_some();
    let level = if is_clear {
        Some(Level::Error)
    } else {
        judged.level(true)
    };
    let Some(level) = level else {
        return;
    };
    let diagnostic = cx.report(
        build.deciding().range(),
        format!("Dockerfile `{name}` does not exist in the build context `{folder}`"),
    );
    diagnostic.level(level);
    match (beside, spelled, build.named) {
        (Some(correct), _, Some(named)) => {
            diagnostic
                .note("`dockerfile_path` is relative to `path`, not to this file")
                .help(format!("write `dockerfile_path: {correct}`"))
                .safe_fix(format!("use `{correct}`"), replace(named, correct));
        }
        (_, Some(spelled), _) => {
            diagnostic
                .note("the service looks for `Dockerfile`, and letter case counts")
                .help(format!(
                    "rename the file, or add `dockerfile_path: {spelled}`"
                ));
        }
        (_, _, None) => {
            diagnostic.help(match &judged {
                MissingPath::Misspelled(meant) => format!("add `dockerfile_path: {meant}`"),
                _ => "add the file, or name it in `dockerfile_path`, relative to `path`".to_owned(),
            });
        }
        (_, _, Some(named)) => {
            diagnostic.help("correct the path, which is relative to `path`");
            judged.explain(diagnostic, named);
        }
    }
}

/// Returns the path of the Dockerfile in the build context, if it exists there and was written
/// relative to the YAML file.
fn from_context(cx: &Context<'_>, build: &Build<'_>) -> Option<String> {
    let named = build.named.and_then(known_text)?;
    let from = cx.document.path();
    let full = cx.workspace.full_path(from, named)?;
    let context = cx.workspace.full_path(from, build.folder)?;
    let inside = below(&context, &full).filter(|inside| !inside.is_empty())?;
    (build.at(cx, named) == Some(OnDisk::File)).then(|| inside.to_owned())
}
