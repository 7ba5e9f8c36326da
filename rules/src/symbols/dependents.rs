//! Which files refer to another. (What has to be analysed again is another question:
//! [`crate::workspace::Dependencies`] answers it.)

use std::sync::Arc;

use crate::document::{Document, Resource};
use crate::schema::resource_uses;
use crate::syntax::known_text;
use crate::workspace::Workspace;

/// The documents that refer to the file at `path`: pipelines to a component, sweeps to a trial,
/// schedules to a job.
pub fn dependents<'w>(
    workspace: &'w Workspace,
    path: &'w str,
) -> impl Iterator<Item = &'w Arc<Document>> {
    let documents = workspace.yaml_users(path);
    documents.filter(move |document| refers_to(workspace, document, path))
}

fn refers_to(workspace: &Workspace, document: &Document, path: &str) -> bool {
    resource_uses(document).into_iter().any(|(node, used)| {
        used.is_certain
            && matches!(used.resource, Resource::Component | Resource::Job)
            && known_text(node)
                .and_then(|text| workspace.referenced(document.path(), text))
                .is_some_and(|found| found.path() == path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_users_of_a_component() {
        let mut workspace = Workspace::default();
        let component =
            "name: c\ntype: command\nversion: 1\ncommand: echo\nenvironment: azureml:e:1\n";
        workspace.insert(Document::new("lib/c.yml", component));
        workspace.insert(Document::new(
            "a/p.yml",
            "type: pipeline\njobs: {s: {component: ../lib/c.yml}}\n",
        ));
        workspace.insert(Document::new(
            "b/q.yml",
            "type: pipeline\njobs: {s: {type: sweep, trial: 'file:../lib/c.yml'}}\n",
        ));
        workspace.insert(Document::new(
            "b/r.yml",
            "type: pipeline\njobs: {s: {component: 'azureml:c:1'}}\n",
        ));
        let found: Vec<&str> = dependents(&workspace, "lib/c.yml")
            .map(|document| document.path())
            .collect();
        assert_eq!(found, ["a/p.yml", "b/q.yml"]);
    }
}
