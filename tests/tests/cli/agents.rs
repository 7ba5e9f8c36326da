//! The format and the plugin for coding agents.

use std::io::Write as _;
use std::process::{Command, Stdio};

use azml_tests::process::{Project, root, start};
use serde_json::{Value, json};

use crate::CLUSTER;

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    command: echo 1\nenvironmnt: azureml:e:1\ncomputee: azureml:cpu\n";

/// What a program prints on standard output and standard error, and its exit code.
fn run(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // It may end without reading.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The patches in an output of `--format agent`, each as a whole.
fn patches(output: &str) -> Vec<String> {
    let mut patches: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in output.split_inclusive('\n') {
        if line.starts_with("--- ") {
            patches.push(String::new());
            is_inside = true;
        } else if !line.starts_with([' ', '-', '+', '@', '\\']) || line.starts_with("  fix (") {
            is_inside = false;
        }
        if let Some(patch) = patches.last_mut().filter(|_| is_inside) {
            patch.push_str(line);
        }
    }
    patches
}

#[test]
fn each_line_begins_as_promised() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("job.yml", JOB);
    let run = project.run("check --min-level hint --format agent");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let mut lines: Vec<&str> = run.stdout.lines().collect();
    let last = lines.pop();
    assert_eq!(
        last,
        Some("found: error 2, warning 1, info 0, hint 0; files 2; fixable 2")
    );
    let of_patch = ["--- ", "+++ ", "@@ ", " ", "-", "+"];
    for line in lines {
        let is_advice = ["  help: ", "  note: ", "  fix (safe): ", "  fix (unsafe): "]
            .iter()
            .any(|start| line.starts_with(start));
        let is_finding = line.split_once(": ").is_some_and(|(place, _)| {
            let parts: Vec<&str> = place.split(':').collect();
            parts.len() == 3 && parts[1..].iter().all(|it| it.parse::<u32>().is_ok())
        });
        let is_patch = of_patch.iter().any(|start| line.starts_with(start));
        assert!(is_advice || is_finding || is_patch, "{line}");
    }
    let clean = Project::default().with("a.txt", "");
    let run = clean.run("check --format agent");
    assert_eq!(
        run.stdout,
        "found: error 0, warning 0, info 0, hint 0; files 0; fixable 0\n"
    );
}

#[cfg(unix)]
#[test]
fn a_patch_is_what_patch_and_git_apply_take() {
    for text in [
        JOB.to_owned(),
        JOB.replace('\n', "\r\n"),
        JOB.trim_end().to_owned(),
    ] {
        let project = Project::default().with("folder/job.yml", &text);
        let found = project.run("check --format agent").stdout;
        let patches = patches(&found);
        assert_eq!(patches.len(), 2, "{found}");
        for (patch, (wrong, right)) in patches
            .iter()
            .zip([("environmnt", "environment"), ("computee", "compute")])
        {
            let project = Project::default().with("folder/job.yml", &text);
            let mut git = Command::new("git");
            git.args(["apply", "-p0", "-"]).current_dir(project.root());
            let (code, _, said) = run(&mut git, patch);
            assert_eq!(code, Some(0), "{said}: {patch}");
            let mended = text.replace(wrong, right);
            assert_eq!(project.text("folder/job.yml"), mended);
        }
    }
}

#[test]
fn a_patch_with_a_secret_is_not_there() {
    let secret = crate::secrets::TOKEN;
    let text = JOB.replace("echo 1", &format!("echo {secret}"));
    let project = Project::default().with("job.yml", text);
    let found = project.run("check --format agent").stdout;
    assert!(!found.contains(secret), "{found}");
    let hidden = "  fix (safe): rename `environmnt` to `environment`; its patch would show what is hidden here\n";
    assert!(found.contains(hidden), "{found}");
    assert_eq!(patches(&found).len(), 1, "{found}");
}

fn plugin(path: &str) -> Value {
    let path = root().join("editors/claude-code").join(path);
    let text = std::fs::read_to_string(&path).expect("the plugin has the file");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_plugin_starts_commands_that_there_are() {
    let project = Project::default();
    let servers = &plugin(".mcp.json")["mcpServers"]["azml-ls"];
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    assert_eq!(
        (&servers["command"], &servers["args"]),
        (&json!("azml-ls"), &json!(["mcp"]))
    );
    let (code, said, _) = run(&mut project.command("mcp"), &ping);
    assert_eq!((code, said.lines().count()), (Some(0), 1));
    let lsp = &plugin(".lsp.json")["azml-ls"];
    assert_eq!(
        (&lsp["command"], &lsp["args"]),
        (&json!("azml-ls"), &json!(["server"]))
    );
    let name = &plugin(".claude-plugin/plugin.json")["name"];
    assert_eq!(
        name,
        &plugin(".claude-plugin/marketplace.json")["plugins"][0]["name"]
    );
    let hook = &plugin("hooks/hooks.json")["hooks"]["PostToolUse"][0]["hooks"][0]["command"];
    assert!(hook.as_str().unwrap().contains("/hooks/check.py"), "{hook}");
}

/// Runs the hook of the plugin as an agent does after it wrote a file.
#[cfg(unix)]
fn hook(project: &Project, input: &str) -> (Option<i32>, String, String) {
    use std::os::unix::fs::symlink;
    let programs = project.root().join(".programs");
    if !programs.exists() {
        std::fs::create_dir(&programs).expect("a folder can be made");
        symlink(azml_tests::process::binary(), programs.join("azml-ls"))
            .expect("a link can be made");
    }
    let mut path = programs.into_os_string();
    path.push(":/usr/bin:/bin");
    let mut python = Command::new("python3");
    python
        .arg(root().join("editors/claude-code/hooks/check.py"))
        .current_dir(project.root())
        .env("PATH", &path);
    run(&mut python, input)
}

#[cfg(unix)]
#[test]
fn the_hook_shows_findings_of_what_was_written() {
    let project = Project::default()
        .with("job.yml", JOB)
        .with("compose.yml", "services: {web: {image: x}}\n")
        .with(
            "good.yml",
            JOB.replace("environmnt", "environment")
                .replace("computee", "compute"),
        )
        .with("-x.yml", JOB);
    let wrote = |path: &str| {
        json!({"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": path}}).to_string()
    };
    let own = project.root().join("job.yml");
    for path in ["job.yml", "-x.yml", &own.to_string_lossy()] {
        let (code, said, shown) = hook(&project, &wrote(path));
        assert_eq!((code, said.as_str()), (Some(2), ""), "{shown}");
        assert!(
            shown.contains("error[unknown-key]") && shown.contains("\n+environment: "),
            "{shown}"
        );
    }
    let silent = [
        wrote("good.yml"),
        wrote("compose.yml"),
        wrote("none.yml"),
        wrote("job.txt"),
        json!({"tool_input": {"file_path": 1}}).to_string(),
        json!([1]).to_string(),
        "nonsense".to_owned(),
        String::new(),
    ];
    for input in silent {
        assert_eq!(
            hook(&project, &input),
            (Some(0), String::new(), String::new()),
            "{input}"
        );
    }
    // Without the program, nothing is in the way of the agent.
    std::fs::remove_file(project.root().join(".programs/azml-ls")).unwrap();
    assert_eq!(hook(&project, &wrote("job.yml")).0, Some(0));
}
