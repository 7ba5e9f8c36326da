//! The editor says of an upload what `--check` says, also after the files change that leave something out.

use azml_tests::process::Project;
use azml_tests::session::Session;
use serde_json::{Value, json};

use crate::{of_rule, only, text};

const JOB: &str = "type: command\ncommand: python train.py\ncode: .\nenvironment: azureml:e:1\n";

/// A repository whose root is the code of a job.
fn project() -> Project {
    Project::default()
        .with("job.yml", JOB)
        .with("train.py", "print(1)\n")
        .with(".git/HEAD", "ref: refs/heads/main\n")
        .with("data/a.bin", vec![0; 3_000_000])
        .with("data/b.bin", vec![0; 2_000_000])
}

fn write(project: &Project, path: &str, text: &str) {
    std::fs::write(project.root().join(path), text).expect("it can be written");
}

fn tell(session: &mut Session<'_>, path: &str) {
    let change = json!({"changes": [{"uri": session.uri(path), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change);
}

fn save(session: &mut Session<'_>, path: &str) {
    let document = json!({"textDocument": {"uri": session.uri(path)}});
    session.notify("textDocument/didSave", document);
}

/// The note of `code-is-root` about what is uploaded.
fn in_editor(diagnostics: &[Value]) -> String {
    let found = only(diagnostics, "code-is-root");
    let mut lines = text(&found["message"]).lines();
    let note = lines.find(|line| line.contains("are uploaded"));
    note.expect("it says what is uploaded").trim().to_owned()
}

/// The same as `--check` says it.
fn in_terminal(project: &Project) -> String {
    let printed = project
        .run("--check --format full --color never --preview --min-level hint")
        .transcript();
    let note = printed.split(" are uploaded").next().expect("a text");
    let amount = note.rsplit("note: ").next().expect("a text");
    amount.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_uploaded_is_counted_anew_when_an_ignore_file_changes() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("job.yml");
    let mut before = in_editor(&session.published("job.yml"));
    assert!(before.contains("5 files (5.0 MB) are uploaded"), "{before}");
    for (path, lines, amount, is_told) in [
        (".gitignore", "b.bin\n", "5 files (3.0 MB)", true),
        (".amlignore", "data/\n", "5 files (", true),
        (
            ".amlignore",
            "data/\n*.bin\n.gitignore\n",
            "4 files (",
            false,
        ),
        (".amlignore", "# nothing\n", "7 files (5.0 MB)", false),
    ] {
        write(&project, path, lines);
        if is_told {
            tell(&mut session, path);
        } else {
            save(&mut session, path);
        }
        let now = in_editor(&session.published("job.yml"));
        assert!(now.contains(amount), "{path}: {now}");
        assert!(
            now.contains(&in_terminal(&project)),
            "{now}: {}",
            in_terminal(&project)
        );
        assert_ne!(before, now);
        before = now;
        let hover = session.hover("job.yml", 2, 7);
        let hover = text(&hover["contents"]["value"]).to_owned();
        assert!(hover.contains(amount), "{path}: {hover}");
    }
    let _ = session.exit();
}

#[test]
fn a_new_script_that_is_left_out_is_not_read() {
    let deployment = |name: &str| {
        format!(
            "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\n\
             name: {name}\nmodel: azureml:m:1\ninstance_type: Standard_DS3_v2\ninstance_count: 1\n"
        )
    };
    let project = Project::default()
        .with(".git/HEAD", "")
        .with(".gitignore", "build.sh\n")
        .with("blue.yml", deployment("blue"))
        .with("green.yml", deployment("green"));
    let mut session = Session::new(&project);
    for path in ["blue.yml", "green.yml"] {
        session.open_file(path);
        let _ = only(&session.published(path), "missing-required-key");
    }
    // Each script gives one of the files its endpoint.
    for (script, path) in [("build.sh", "blue.yml"), ("deploy.sh", "green.yml")] {
        let line = format!("az ml online-deployment create -f {path} -e scoring\n");
        write(&project, script, &line);
    }
    let changes = ["build.sh", "deploy.sh"].map(|it| json!({"uri": session.uri(it), "type": 1}));
    let changes = json!({"changes": changes});
    session.notify("workspace/didChangeWatchedFiles", changes);
    let green = session.published("green.yml");
    assert!(
        of_rule(&green, "missing-required-key").is_empty(),
        "{green:#?}"
    );
    session.set("blue.yml", 2, &format!("{}# 2\n", deployment("blue")));
    let _ = only(&session.published("blue.yml"), "missing-required-key");
    let _ = session.exit();
}
