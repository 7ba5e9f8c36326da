//! Questions answered one after the other, each about the files as they are then.

use azml_rules::{checks, explain};
use serde_json::{Value, json};

use crate::project::Project;
use crate::request::{Request, Spot};
use crate::{actions, findings, hints, pipeline};

/// The files of a page, and the answers about them.
#[derive(Debug, Default)]
pub struct Session {
    project: Project,
}

impl Session {
    /// Returns the answer to `request`, both in JSON: null where there is nothing to say, and `{"error": ...}` for what
    /// is no request.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer_to(request),
            Err(error) => json!({"error": error.to_string()}),
        };
        answer.to_string()
    }

    fn answer_to(&mut self, request: Request) -> Value {
        let project = &mut self.project;
        match request {
            Request::Open {
                files,
                is_whole,
                choices,
                now,
            } => {
                *project = Project::new(files, is_whole, choices, now);
                Value::Null
            }
            Request::Edit { path, text } => {
                project.edit(&path, &text);
                Value::Null
            }
            Request::Findings { paths, writing } => {
                findings::findings(project, paths.as_ref(), writing.as_ref())
            }
            Request::Hover(Spot { path, at }) => hints::hover(project, &path, at),
            Request::Complete(Spot { path, at }) => hints::completion(project, &path, at),
            Request::Actions { path, from, to } => actions::actions(project, &path, from, to),
            Request::Definition(Spot { path, at }) => hints::definition(project, &path, at),
            Request::Page { rule } => json!(checks::rule(&rule).map(explain::markdown)),
            Request::Graph { path, is_narrow } => pipeline::graph(project, &path, is_narrow),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUSTER: &str = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\ntype: amlcompute\n\
         name: gpu\nsize: Standard_NC24ads_A100_v4\nmin_instances: 0\nmax_instances: 2\n";
    const JOB: &str = "# é🙂\n$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ntype: command\n\
         code: src\ncommand: python train.py\nenvironment: azureml:e:1\ncompute: azureml:gpu\n\
         resources: {instance_count: 8}\n";

    fn open(files: &Value, is_whole: bool) -> Session {
        let mut session = Session::default();
        let now = 1_795_800_000;
        let request = json!({"ask": "open", "files": files, "isWhole": is_whole, "now": now});
        assert_eq!(session.answer(&request.to_string()), "null");
        session
    }

    fn ask(session: &mut Session, request: &Value) -> Value {
        serde_json::from_str(&session.answer(&request.to_string())).unwrap()
    }

    /// The texts that `rule` marks in the file at `path` with this `text`.
    fn found(session: &mut Session, path: &str, text: &str, rule: &str) -> Vec<String> {
        let answer = ask(session, &json!({"ask": "findings"}));
        let units: Vec<u16> = text.encode_utf16().collect();
        let findings = answer["findings"].as_array().unwrap().iter();
        let own =
            findings.filter(|it| it["path"] == path && it["rule"].as_str().unwrap_or("") == rule);
        own.map(|it| {
            let place = |end: &str| usize::try_from(it["range"][end].as_u64().unwrap()).unwrap();
            String::from_utf16(&units[place("from")..place("to")]).unwrap()
        })
        .collect()
    }

    fn at(text: &str, part: &str) -> usize {
        text[..text.find(part).unwrap()].encode_utf16().count()
    }

    const OVER: &str = "nodes-exceed-cluster-max";

    #[test]
    fn a_file_changes_what_is_found_in_another() {
        let mut session = open(&json!({"job.yml": JOB, "gpu.yml": CLUSTER}), false);
        assert_eq!(found(&mut session, "job.yml", JOB, OVER), ["8"]);
        let edit = json!({"ask": "edit", "path": "gpu.yml", "text": CLUSTER.replace(": 2", ": 8")});
        assert_eq!(ask(&mut session, &edit), Value::Null);
        assert!(found(&mut session, "job.yml", JOB, OVER).is_empty());
    }

    #[test]
    fn a_missing_file_is_a_mistake_where_all_files_are_known() {
        let files = json!({"job.yml": JOB});
        let missing = |is_whole| {
            found(
                &mut open(&files, is_whole),
                "job.yml",
                JOB,
                "local-path-missing",
            )
        };
        assert_eq!(
            (missing(false), missing(true)),
            (vec![], vec!["src".to_owned()])
        );
    }

    #[test]
    fn settings_apply_and_their_mistakes_are_found() {
        let config = "rules:\n  nodes-exceed-cluster-max: off\n  no-such-rule: off\n";
        let files = json!({"job.yml": JOB, "gpu.yml": CLUSTER, "azml.yaml": config});
        let mut session = open(&files, false);
        assert!(found(&mut session, "job.yml", JOB, OVER).is_empty());
        assert_eq!(
            found(&mut session, "azml.yaml", config, ""),
            ["no-such-rule"]
        );
    }

    #[test]
    fn half_a_key_is_no_finding_while_it_is_written() {
        let text = format!("{JOB}ins");
        let mut session = open(&json!({"job.yml": text, "gpu.yml": CLUSTER}), false);
        let writing = json!({"path": "job.yml", "at": text.encode_utf16().count()});
        let request = json!({"ask": "findings", "writing": writing});
        let rules = |answer: &Value| answer.to_string().contains("yaml-syntax");
        assert!(!rules(&ask(&mut session, &request)));
        assert!(rules(&ask(&mut session, &json!({"ask": "findings"}))));
    }

    #[test]
    fn cards_values_and_fixes_are_at_the_cursor() {
        let mut session = open(&json!({"job.yml": JOB, "gpu.yml": CLUSTER}), false);
        let spot =
            |ask: &str, part: &str| json!({"ask": ask, "path": "job.yml", "at": at(JOB, part)});
        let card = ask(&mut session, &spot("hover", "gpu\nres"));
        assert!(
            card["markdown"].as_str().unwrap().contains("A100"),
            "{card}"
        );
        let values = ask(&mut session, &spot("complete", "gpu\nres"));
        let inserts: Vec<_> = values["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["insert"].as_str())
            .collect();
        assert!(inserts.contains(&Some("azureml:serverless")), "{inserts:?}");
        let eight = at(JOB, "8}");
        let request = json!({"ask": "actions", "path": "job.yml", "from": eight, "to": eight});
        let actions = ask(&mut session, &request);
        let first = &actions[0];
        assert_eq!(first["sort"], "unsafe", "{actions}");
        assert_eq!(first["edits"][0]["path"], "job.yml", "{actions}");
        let no_pipeline = json!({"ask": "graph", "path": "job.yml", "isNarrow": false});
        assert_eq!(ask(&mut session, &no_pipeline), Value::Null);
    }

    #[test]
    fn a_rule_is_turned_off_in_the_settings_that_count_or_in_new_ones() {
        let offered = |files: &Value| {
            let mut session = open(files, false);
            let eight = at(JOB, "8}");
            let request =
                json!({"ask": "actions", "path": "jobs/job.yml", "from": eight, "to": eight});
            let actions = ask(&mut session, &request);
            let title = format!("Turn off `{OVER}` for this folder");
            let mut actions = actions.as_array().unwrap().iter();
            actions.find(|it| it["title"] == *title).cloned()
        };
        let mut files = json!({"jobs/job.yml": JOB, "gpu.yml": CLUSTER});
        let new = offered(&files).unwrap();
        assert_eq!(new["newFiles"][0]["path"], "azml.yaml", "{new}");
        files["azml.yaml"] = json!("preview: true\n");
        let added = offered(&files).unwrap();
        assert_eq!(added["newFiles"], json!([]), "{added}");
        assert_eq!(added["edits"][0]["path"], "azml.yaml", "{added}");
        files["azml.yaml"] = Value::Null;
        assert_eq!(offered(&files), None);
    }

    #[test]
    fn a_rule_is_explained_by_its_page() {
        let mut session = open(&json!({"job.yml": JOB, "gpu.yml": CLUSTER}), false);
        let eight = at(JOB, "8}");
        let request = json!({"ask": "actions", "path": "job.yml", "from": eight, "to": eight});
        let actions = ask(&mut session, &request);
        let mut actions = actions.as_array().unwrap().iter();
        assert!(actions.any(|it| it["sort"] == "explain" && it["rule"] == OVER));
        let page = ask(&mut session, &json!({"ask": "page", "rule": OVER}));
        assert!(page.as_str().unwrap().contains(OVER), "{page}");
        let none = ask(
            &mut session,
            &json!({"ask": "page", "rule": "no-such-rule"}),
        );
        assert_eq!(none, Value::Null);
    }

    #[test]
    fn the_definition_of_a_compute_is_in_its_file() {
        let mut session = open(&json!({"job.yml": JOB, "gpu.yml": CLUSTER}), false);
        let spot = json!({"ask": "definition", "path": "job.yml", "at": at(JOB, "gpu\nres")});
        let found = ask(&mut session, &spot);
        let from = at(CLUSTER, "gpu\n");
        let place = json!({"path": "gpu.yml", "range": {"from": from, "to": from + 3}});
        assert_eq!(found["places"], json!([place]), "{found}");
    }

    #[test]
    fn some_files_are_checked_with_what_the_editor_chose() {
        let job = JOB.replace("instance_count", "instance_cuont");
        let files = json!({"job.yml": job, "gpu.yml": CLUSTER.replace(": 0", ": 2")});
        let rules = |choices: &Value, paths: &Value| -> Vec<String> {
            let mut session = Session::default();
            let request = json!({"ask": "open", "files": files, "isWhole": false, "choices": choices, "now": 0});
            ask(&mut session, &request);
            let answer = ask(&mut session, &json!({"ask": "findings", "paths": paths}));
            let found = answer["findings"].as_array().unwrap().iter();
            found
                .map(|it| it["rule"].as_str().unwrap().to_owned())
                .collect()
        };
        let has = |rules: &[String], rule: &str| rules.iter().any(|it| it == rule);
        let all = rules(&json!({}), &Value::Null);
        assert!(
            has(&all, "unknown-key") && has(&all, "cluster-min-nodes"),
            "{all:?}"
        );
        let one = rules(&json!({}), &json!(["gpu.yml"]));
        assert!(
            !has(&one, "unknown-key") && has(&one, "cluster-min-nodes"),
            "{one:?}"
        );
        let unchecked = rules(&json!({"noSchemaChecks": true}), &Value::Null);
        assert!(
            !has(&unchecked, "unknown-key") && has(&unchecked, "cluster-min-nodes"),
            "{unchecked:?}"
        );
    }

    #[test]
    fn what_is_no_request_is_an_error() {
        let mut session = Session::default();
        assert!(session.answer("{}").contains("error"));
        assert_eq!(
            session.answer(r#"{"ask":"hover","path":"none","at":9}"#),
            "null"
        );
    }
}
