//! The workspace that is meant: by options, by the last snapshot, or by the `config.json` of the folder.

use std::path::Path;

use serde_json::Value;

use super::az::command_line::CommandLine;
use super::parts::workspace::is_name;
use super::values::Entry;
use crate::sandbox::project_roots::upwards;
use crate::sandbox::read_bytes;

/// Names of a workspace, as far as they are given. The Azure CLI has defaults for the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct WorkspaceName {
    pub(crate) workspace: Option<String>,
    pub(crate) resource_group: Option<String>,
    pub(crate) subscription: Option<String>,
}

/// Files that the client and the studio write for `MLClient.from_config`.
const CONFIGS: [&str; 2] = [".azureml/config.json", "config.json"];

impl WorkspaceName {
    /// Returns the names in `snapshot.json`.
    pub(super) fn of_snapshot(facts: &Entry) -> Self {
        Self::of(facts, ["workspace", "resource_group", "subscription"])
    }

    /// Returns the names in the closest `config.json` upwards from `folder`.
    pub(super) fn of_config(folder: &Path) -> Option<Self> {
        let files = upwards(folder).flat_map(|above| CONFIGS.map(|name| above.join(name)));
        let is_file = |file: &Path| file.symlink_metadata().is_ok_and(|found| found.is_file());
        let mut files = files.filter(|file| is_file(file));
        files.find_map(|file| {
            let Ok(Value::Object(config)) = serde_json::from_slice(&read_bytes(&file).ok()?) else {
                return None;
            };
            let keys = ["workspace_name", "resource_group", "subscription_id"];
            Some(Self::of(&config, keys)).filter(|names| names.workspace.is_some())
        })
    }

    fn of(entry: &Entry, keys: [&str; 3]) -> Self {
        let [workspace, resource_group, subscription] = keys.map(|key| {
            let name = entry.get(key).and_then(Value::as_str);
            name.map(str::to_owned)
        });
        Self {
            workspace,
            resource_group,
            subscription,
        }
    }

    /// Returns these names, and those of `other` for the missing ones.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            workspace: self.workspace.or(other.workspace),
            resource_group: self.resource_group.or(other.resource_group),
            subscription: self.subscription.or(other.subscription),
        }
    }

    /// Returns a name that the Azure CLI would take for something else.
    pub(super) fn invalid(&self) -> Option<&str> {
        let names = [&self.workspace, &self.resource_group, &self.subscription];
        let mut names = names.into_iter().flatten();
        names.find(|name| !is_name(name)).map(String::as_str)
    }

    /// Adds the options of `az ml`; only `az ml workspace` has another one for the workspace.
    pub(crate) fn added_to(&self, line: CommandLine, option: &str) -> CommandLine {
        line.with_known(option, self.workspace.as_ref())
            .with_known("--resource-group", self.resource_group.as_ref())
            .with_known("--subscription", self.subscription.as_ref())
    }
}
