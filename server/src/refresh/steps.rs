//! The table of commands: which file of the snapshot is made of which answers.
//!
//! Where `az ml` leaves out what is used, `az rest` reads Azure's REST API: prices of sizes, usage of quota, the default datastore, and
//! archived assets (measured with azure-ai-ml 1.35.2). Its version 2024-04-01 has all of them:
//! <https://learn.microsoft.com/rest/api/azureml/data-containers/list?view=rest-azureml-2024-04-01>

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::az::command_line::CommandLine;
use super::parts::endpoints::EndpointKind;
use super::parts::part::Part;
use super::parts::workspace::WorkspaceFacts;
use super::target::WorkspaceName;

/// Use of an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Purpose {
    Client,
    Workspace,
    List(Part),
    Endpoints(EndpointKind),
    Versions(Part, String),
    Deployments(EndpointKind, String),
}

impl Purpose {
    /// Returns the file that is made of the answer.
    pub(super) fn part(&self) -> Option<Part> {
        match self {
            Self::Client | Self::Workspace => None,
            Self::List(part) | Self::Versions(part, _) => Some(*part),
            Self::Endpoints(_) | Self::Deployments(..) => Some(Part::Endpoints),
        }
    }
}

/// One command.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) purpose: Purpose,
    pub(super) line: CommandLine,
}

/// Names in the commands that list the contents of a workspace.
#[derive(Clone, Debug)]
pub(super) struct WorkspaceScope {
    name: WorkspaceName,
    location: String,
}

const API_VERSION: &str = "api-version=2024-04-01";
const PROVIDER: &str = "providers/Microsoft.MachineLearningServices";
/// Characters of names that an address has as they are.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'(')
    .remove(b')');

/// Returns the first commands: everything else needs their answers.
pub(super) fn first(name: &WorkspaceName) -> [Step; 2] {
    let show = name.added_to(CommandLine::new("ml workspace show"), "--name");
    [
        step(Purpose::Client, CommandLine::new("version")),
        step(Purpose::Workspace, show),
    ]
}

fn step(purpose: Purpose, line: CommandLine) -> Step {
    let line = line.with("--output", "json");
    Step { purpose, line }
}

/// Returns the command for the next page at `path`.
pub(super) fn next_page(purpose: Purpose, path: &str) -> Step {
    step(purpose, get(path))
}

fn get(path: &str) -> CommandLine {
    CommandLine::new("rest --method get").with("--url", path)
}

impl WorkspaceScope {
    pub(super) fn of(facts: &WorkspaceFacts) -> Self {
        Self {
            name: WorkspaceName {
                workspace: Some(facts.workspace.clone()),
                resource_group: Some(facts.resource_group.clone()),
                subscription: Some(facts.subscription.clone()),
            },
            location: facts.location.clone(),
        }
    }

    /// Returns the scope before any command is run: unknown names are in capital letters.
    pub(super) fn unresolved(name: &WorkspaceName, location: Option<String>) -> Self {
        let unknown = |name: &str| Some(name.to_owned());
        Self {
            name: name.clone().or(WorkspaceName {
                workspace: unknown("WORKSPACE"),
                resource_group: unknown("RESOURCE-GROUP"),
                subscription: unknown("SUBSCRIPTION"),
            }),
            location: location.unwrap_or_else(|| "LOCATION".to_owned()),
        }
    }

    /// Returns the commands that list everything.
    pub(super) fn lists(&self) -> Vec<Step> {
        let region = format!(
            "{}/locations/{}",
            self.subscription(),
            encoded(&self.location)
        );
        let workspace = self.workspace();
        let list = |part| {
            step(
                Purpose::List(part),
                get(&self.address(part, &region, &workspace)),
            )
        };
        let endpoints = |kind: EndpointKind| {
            let line = CommandLine::new(&format!("ml {}-endpoint list", kind.name()));
            step(Purpose::Endpoints(kind), self.named(line))
        };
        let parts = Part::ALL.into_iter().flat_map(|part| match part {
            Part::Computes => {
                let line = self.named(CommandLine::new("ml compute list"));
                vec![step(Purpose::List(part), line)]
            }
            Part::Endpoints => vec![
                endpoints(EndpointKind::Online),
                endpoints(EndpointKind::Batch),
            ],
            _ => vec![list(part)],
        });
        parts.collect()
    }

    fn address(&self, part: Part, region: &str, workspace: &str) -> String {
        match part.collection() {
            Some(assets) => format!("{workspace}/{assets}?{API_VERSION}&listViewType=All"),
            None if part == Part::Sizes => format!("{region}/vmSizes?{API_VERSION}"),
            None if part == Part::Quota => format!("{region}/usages?{API_VERSION}"),
            None => format!("{workspace}/datastores?{API_VERSION}"),
        }
    }

    /// Returns the command that lists all versions of an asset.
    pub(super) fn versions(&self, part: Part, name: &str) -> Option<Step> {
        let (assets, workspace) = (part.collection()?, self.workspace());
        let path = format!("{workspace}/{assets}/{}/versions", encoded(name));
        let path = format!("{path}?{API_VERSION}&listViewType=All");
        Some(step(Purpose::Versions(part, name.to_owned()), get(&path)))
    }

    /// Returns the command that lists the deployments of an endpoint.
    pub(super) fn deployments(&self, kind: EndpointKind, endpoint: &str) -> Step {
        let line = CommandLine::new(&format!("ml {}-deployment list", kind.name()));
        let line = self.named(line.with("--endpoint-name", endpoint));
        step(Purpose::Deployments(kind, endpoint.to_owned()), line)
    }

    fn named(&self, line: CommandLine) -> CommandLine {
        self.name.added_to(line, "--workspace-name")
    }

    fn subscription(&self) -> String {
        let subscription = self.name.subscription.as_deref().unwrap_or_default();
        format!("/subscriptions/{}/{PROVIDER}", encoded(subscription))
    }

    fn workspace(&self) -> String {
        let name = |name: &Option<String>| encoded(name.as_deref().unwrap_or_default());
        let WorkspaceName {
            workspace,
            resource_group,
            subscription,
        } = &self.name;
        let (subscription, group) = (name(subscription), name(resource_group));
        let workspace = name(workspace);
        format!(
            "/subscriptions/{subscription}/resourceGroups/{group}/{PROVIDER}/workspaces/{workspace}"
        )
    }
}

fn encoded(name: &str) -> String {
    utf8_percent_encode(name, PLAIN).to_string()
}
