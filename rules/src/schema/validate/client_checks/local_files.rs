//! Files and folders that the client checks after it has loaded a document: scripts in the code
//! folder, local data.

use crate::document::Kind;
use crate::path;
use crate::syntax::{Node, known_text};
use crate::workspace::OnDisk;

use crate::schema::validate::mapping::Subject;
use crate::schema::validate::problem::missing_key::missing_key;
use crate::schema::validate::problem::{SchemaFault, SchemaProblem};

pub(crate) fn scoring_script<'t>(subject: &Subject<'_, 't>) -> Option<SchemaProblem<'t>> {
    let problem = missing_script(subject, subject.get("scoring_script")?)?;
    Some(SchemaProblem {
        refused: subject.kind.is_some_and(Kind::is_deployment),
        ..problem
    })
}

pub(crate) fn spark_entry<'t>(subject: &Subject<'_, 't>) -> Option<SchemaProblem<'t>> {
    let problem = missing_script(subject, subject.get("entry")?.get("file")?)?;
    Some(SchemaProblem {
        refused: !subject.def.name.ends_with("Component"),
        ..problem
    })
}

/// Reports a script that is not in the code folder.
fn missing_script<'t>(subject: &Subject<'_, 't>, script: Node<'t>) -> Option<SchemaProblem<'t>> {
    let code = subject.get("code")?;
    let folder = known_text(code).filter(|text| !text.contains(':'))?;
    let name = known_text(script)?;
    let at = if subject.files.missing(folder).is_some() {
        code
    } else {
        script
    };
    let path = path::inside(folder, name);
    let fault = subject.files.missing(&path)?;
    Some(SchemaProblem::refused(at, fault))
}

/// Checks the local path of data or of a model, which the client uploads.
pub(crate) fn data_path<'t>(subject: &Subject<'_, 't>) -> Option<SchemaProblem<'t>> {
    let name = subject.def.name;
    let is_input = matches!(name, "DataInput" | "ModelInput" | "MLTableInput");
    if !is_input && !matches!(name, "Data" | "Model" | "AnonymousModel") {
        return None;
    }
    let is_job = subject.kind.is_some_and(|kind| {
        matches!(
            kind,
            Kind::JobCommand | Kind::JobSweep | Kind::JobPipeline | Kind::JobSpark
        )
    });
    let path = subject
        .get("path")
        .filter(|path| !is_input || path.text() != Some(""));
    let Some(path) = path else {
        let is_missed = is_input && is_job && !subject.node.is_incomplete();
        return is_missed.then(|| missing_key(subject.def, "path", subject.node));
    };
    let is_local = |text: &&str| !text.is_empty() && !text.contains([':', '*', '?']);
    let text = known_text(path).filter(is_local)?;
    let is_asset = subject
        .kind
        .is_some_and(|kind| matches!(kind, Kind::Data | Kind::Model) || kind.is_deployment());
    Some(SchemaProblem {
        at: path,
        refused: is_job || is_asset,
        fault: data_fault(subject, text)?,
    })
}

/// Checks the local path in an `MLTable` file, which is relative to its folder. The client uploads the
/// folder unchanged, so nothing is rejected before the table is read. Microsoft's samples name a folder
/// with `file` (azureml-examples, `mnist_mltable`), so `file` and `folder` are not distinguished.
pub(crate) fn table_path<'t>(subject: &Subject<'_, 't>) -> Option<SchemaProblem<'t>> {
    if subject.def.name != "MLTablePath" {
        return None;
    }
    let is_local = |text: &&str| !text.is_empty() && !text.contains([':', '*', '?', '[']);
    let at = match (subject.get("file"), subject.get("folder")) {
        (Some(only), None) | (None, Some(only)) => only,
        _ => return None,
    };
    let text = known_text(at).filter(is_local)?;
    (subject.files.on_disk(text)? == OnDisk::Nothing).then_some(SchemaProblem {
        at,
        refused: false,
        fault: SchemaFault::MissingFile { loads: "" },
    })
}

/// Returns the fault of the path `text`: it does not exist, or is a file instead of a folder or the
/// other way round.
fn data_fault<'t>(subject: &Subject<'_, 't>, text: &str) -> Option<SchemaFault<'t>> {
    let name = subject.def.name;
    let default = if name == "Data" { "uri_folder" } else { "" };
    let says = subject.get("type").and_then(Node::text).unwrap_or(default);
    match (subject.files.on_disk(text)?, says) {
        (OnDisk::Nothing, _) => Some(SchemaFault::MissingFile { loads: "" }),
        (OnDisk::File, "uri_folder" | "mltable") if name != "Model" => {
            Some(SchemaFault::OtherOnDisk { folder: true })
        }
        (OnDisk::Folder, "uri_file") => Some(SchemaFault::OtherOnDisk { folder: false }),
        (OnDisk::File | OnDisk::Folder, _) => None,
    }
}
