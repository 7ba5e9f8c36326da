//! The Azure CLI command that creates the resource of a file.

use azml_rules::document::{Kind, KindFamily};
use azml_rules::text::TextRange;

use crate::Site;

/// A command and the range above which it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateCommand {
    /// The first key of the file.
    pub range: TextRange,
    /// The CLI's noun for the kind: "job".
    pub noun: &'static str,
    /// "az ml job create --file jobs/train.yml", as it is written in the folder.
    pub title: String,
    /// The command up to the path: "az ml job create --file".
    pub command: String,
}

/// Returns the command that creates the resource of the document; `None` if no command accepts such
/// a file.
pub fn create_command(site: &Site<'_>) -> Option<CreateCommand> {
    let noun = noun(site.document.kind()?)?;
    let first = site.document.root()?.entries().next()?;
    let command = format!("az ml {noun} create --file");
    Some(CreateCommand {
        range: first.key.range(),
        noun,
        title: format!("{command} {}", site.shown(site.document.path())),
        command,
    })
}

/// Returns the CLI's noun for a kind.
fn noun(kind: Kind) -> Option<&'static str> {
    Some(match kind.family() {
        // Only steps of pipelines can be of these types.
        KindFamily::Job if matches!(kind, Kind::JobParallel) => return None,
        KindFamily::Job => "job",
        KindFamily::Component => "component",
        // Computes that are attached have a command of another form.
        KindFamily::Compute => match kind {
            Kind::ComputeAmlcompute | Kind::ComputeComputeinstance => "compute",
            _ => return None,
        },
        KindFamily::Endpoint if kind == Kind::EndpointBatch => "batch-endpoint",
        KindFamily::Endpoint => "online-endpoint",
        KindFamily::Deployment => match kind {
            Kind::DeploymentManagedOnline | Kind::DeploymentKubernetesOnline => "online-deployment",
            _ => "batch-deployment",
        },
        KindFamily::Schedule => "schedule",
        KindFamily::Datastore => "datastore",
        KindFamily::Connection => "connection",
        KindFamily::Alone(Kind::Data) => "data",
        KindFamily::Alone(Kind::Environment) => "environment",
        KindFamily::Alone(Kind::Model) => "model",
        KindFamily::Workspace if kind == Kind::Workspace => "workspace",
        _ => return None,
    })
}
