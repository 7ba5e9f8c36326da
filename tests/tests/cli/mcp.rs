//! The server for coding agents: `azml-ls mcp` as a process, message by message.

use std::io::Write as _;
use std::process::{Command, Stdio};

use azml_tests::process::{Project, Run, start};
use azml_tests::random::Random;
use serde_json::{Value, json};

use crate::schemas::Validator;
use crate::secrets::{KEY, PASSWORD, TOKEN, places};
use crate::{CLUSTER, INSTANCE, SWEEP};

const TOOLS: [&str; 6] = ["check", "explain", "plan", "cost", "complete", "new"];

/// The replies to `lines`, which all but notifications have, and nothing else.
fn spoken(project: &Project, lines: &[Vec<u8>]) -> Vec<Value> {
    let run = project.run_with("mcp", &[], &lines.join(&b"\n"[..]));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let replies = run.stdout.lines();
    replies
        .map(|line| serde_json::from_str(line).expect("a reply is JSON"))
        .collect()
}

fn request(id: usize, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// The result of one request.
fn result(project: &Project, method: &str, params: &Value) -> Value {
    let request = request(1, method, params).to_string().into_bytes();
    let [reply] = spoken(project, &[request]).try_into().expect("one reply");
    assert_eq!(reply["id"], 1, "{reply}");
    reply["result"].clone()
}

/// The code and the message of the error of one request.
fn error(project: &Project, method: &str, params: &Value) -> (i64, String) {
    let line = request(1, method, params).to_string().into_bytes();
    error_of_line(project, &line)
}

fn error_of_line(project: &Project, line: &[u8]) -> (i64, String) {
    let [reply] = spoken(project, &[line.to_vec()])
        .try_into()
        .expect("one reply");
    let message = reply["error"]["message"].as_str().unwrap_or_default();
    (
        reply["error"]["code"].as_i64().unwrap_or(0),
        message.to_owned(),
    )
}

/// The result of a tool.
fn call(project: &Project, tool: &str, arguments: &Value) -> Value {
    result(
        project,
        "tools/call",
        &json!({"name": tool, "arguments": arguments}),
    )
}

fn text(result: &Value) -> &str {
    assert_eq!(
        result["content"].as_array().map(Vec::len),
        Some(1),
        "{result}"
    );
    result["content"][0]["text"].as_str().expect("text")
}

/// The text of a tool that did its work.
fn told(project: &Project, tool: &str, arguments: &Value) -> String {
    let result = call(project, tool, arguments);
    assert!(result.get("isError").is_none(), "{result}");
    text(&result).to_owned()
}

/// The reason why a tool didn't do its work.
fn refusal(project: &Project, tool: &str, arguments: &Value) -> String {
    let result = call(project, tool, arguments);
    assert_eq!(result["isError"], true, "{result}");
    assert!(result.get("structuredContent").is_none(), "{result}");
    text(&result).to_owned()
}

fn project() -> Project {
    Project::default()
        .with("computes/cpu.yml", CLUSTER)
        .with("computes/ci.yml", INSTANCE)
        .with("jobs/sweep.yml", SWEEP)
}

fn json_of(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn a_tool_says_what_the_command_says() {
    let project = project();
    let same = |tool: &str, arguments: Value, command: &str| {
        assert_eq!(
            told(&project, tool, &arguments),
            project.run(command).stdout,
            "{command}"
        );
    };
    same("check", json!({}), "check --format agent --restricted");
    same(
        "check",
        json!({"path": "jobs/sweep.yml"}),
        "check jobs/sweep.yml --format agent",
    );
    same(
        "check",
        json!({"paths": ["jobs", "computes/ci.yml"]}),
        "check jobs computes/ci.yml --format agent",
    );
    same(
        "check",
        json!({"level": "error"}),
        "check --min-level error --format agent",
    );
    same(
        "explain",
        json!({"rule": "cluster-min-nodes"}),
        "explain cluster-min-nodes",
    );
    same(
        "plan",
        json!({"path": "jobs/sweep.yml"}),
        "plan jobs/sweep.yml",
    );
    same("cost", json!({}), "cost");
    same(
        "cost",
        json!({"paths": ["computes/cpu.yml"]}),
        "cost computes/cpu.yml",
    );
    same("new", json!({"kind": "sweep-job"}), "new sweep-job");
    for (tool, arguments, command) in [
        ("check", json!({}), "check"),
        (
            "explain",
            json!({"rule": "cluster-min-nodes"}),
            "explain cluster-min-nodes",
        ),
        (
            "plan",
            json!({"path": "jobs/sweep.yml"}),
            "plan jobs/sweep.yml",
        ),
        ("cost", json!({}), "cost"),
    ] {
        let machine = project.run(&format!("{command} --format json"));
        let mut machine = json_of(&machine);
        machine["tool"]["version"] = env!("CARGO_PKG_VERSION").into();
        let structured = &call(&project, tool, &arguments)["structuredContent"];
        assert_eq!(structured, &machine, "{command}");
    }
}

#[test]
fn a_text_is_checked_as_the_file_that_it_will_be() {
    let project = project();
    let job = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
               command: echo 1\nenvironmnt: azureml:e:1\ncompute: azureml:cpu\n";
    let found = told(
        &project,
        "check",
        &json!({"path": "jobs/new.yml", "text": job}),
    );
    assert!(
        found.starts_with("jobs/new.yml:3:1: error[unknown-key] "),
        "{found}"
    );
    assert!(
        found.contains("\n-environmnt: azureml:e:1\n+environment: azureml:e:1\n"),
        "{found}"
    );
    assert!(!project.root().join("jobs/new.yml").exists());
    let plan = told(
        &project,
        "plan",
        &json!({"path": "jobs/new.yml", "text": job.replace("environmnt", "environment")}),
    );
    assert!(plan.contains("cpu"), "{plan}");
    // A text replaces the saved one.
    let found = told(
        &project,
        "check",
        &json!({"path": "computes/cpu.yml", "text": CLUSTER.replace('2', "0")}),
    );
    assert!(found.starts_with("found: error 0, warning 0"), "{found}");
    let alone = refusal(&project, "check", &json!({"text": job}));
    assert!(alone.contains("`text` needs `path`"), "{alone}");
}

#[test]
fn completion_lists_keys_and_fitting_computes() {
    let project = project();
    let job = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
               command: echo 1\ncompute: \n\n";
    let at = |line: u32, rest: Value| {
        let mut arguments = json!({"path": "jobs/new.yml", "text": job, "line": line});
        arguments
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        call(&project, "complete", &arguments)
    };
    let computes = at(3, json!({}));
    assert!(text(&computes).contains("azureml:cpu"), "{computes}");
    let items = computes["structuredContent"]["items"].as_array().unwrap();
    assert!(
        items.iter().any(|item| item["insert"] == "azureml:cpu"),
        "{computes}"
    );
    let keys = at(4, json!({"column": 1, "limit": 2}));
    assert_eq!(text(&keys).lines().count(), 3, "{keys}");
    assert!(
        text(&keys)
            .lines()
            .last()
            .unwrap()
            .starts_with("left out: "),
        "{keys}"
    );
    assert_eq!(
        keys["structuredContent"]["items"].as_array().unwrap().len(),
        2
    );
    // Places behind the end are the end.
    at(4_000_000_000, json!({"column": 4_000_000_000_u32}));
}

#[test]
fn the_worst_findings_come_through_a_limit() {
    let project = Project::default()
        .with("a.yml", CLUSTER)
        .with("b.yml", "type: amlcompute\nname: [\n")
        .with("c.yml", CLUSTER);
    let found = told(&project, "check", &json!({"limit": 1}));
    let first = found.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("b.yml:") && first.contains(": error["),
        "{found}"
    );
    assert!(!found.contains("a.yml"), "{found}");
    assert!(found.ends_with("\nleft out: 2, by `limit`\n"), "{found}");
}

#[test]
fn lists_describe_what_can_be_called_and_read() {
    let project = project();
    let tools = result(&project, "tools/list", &json!({}));
    let tools = tools["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, TOOLS);
    for tool in tools {
        assert_eq!(
            tool["annotations"]["readOnlyHint"],
            tool["name"] != "new",
            "{tool}"
        );
        assert_eq!(tool["annotations"]["destructiveHint"], false, "{tool}");
        let input = Validator::with(tool["inputSchema"].clone());
        assert!(input.problem(&json!({"unknown": 1})).is_some(), "{tool}");
    }
    let output = Validator::with(tools[0]["outputSchema"].clone());
    let found = &call(&project, "check", &json!({}))["structuredContent"];
    assert!(
        !found["diagnostics"].as_array().unwrap().is_empty(),
        "{found}"
    );
    assert_eq!(output.problem(found), None);
    let resources = result(&project, "resources/list", &json!({}));
    let read = |uri: &str| {
        let read = result(&project, "resources/read", &json!({"uri": uri}));
        assert_eq!(read["contents"][0]["uri"], uri, "{read}");
        read["contents"][0]["text"].as_str().unwrap().to_owned()
    };
    for resource in resources["resources"].as_array().unwrap() {
        read(resource["uri"].as_str().unwrap());
    }
    let templates = result(&project, "resources/templates/list", &json!({}));
    assert_eq!(templates["resourceTemplates"].as_array().unwrap().len(), 2);
    assert_eq!(read("azml://rules"), project.run("rules").stdout);
    assert_eq!(
        read("azml://rules/cluster-min-nodes"),
        project.run("explain cluster-min-nodes").stdout
    );
    assert_eq!(
        read("azml://kinds/job/sweep"),
        project.run("schema job/sweep").stdout
    );
    for line in read("azml://kinds").lines() {
        let kind = line.split("  ").next().unwrap_or_default();
        read(&format!("azml://kinds/{kind}"));
    }
    let (code, message) = error(
        &project,
        "resources/read",
        &json!({"uri": "azml://rules/cluster-min-node"}),
    );
    assert_eq!(code, -32002);
    assert!(
        message.ends_with("did you mean `cluster-min-nodes`?"),
        "{message}"
    );
    assert_eq!(
        error(
            &project,
            "resources/read",
            &json!({"uri": "file:///etc/passwd"})
        )
        .0,
        -32002
    );
}

#[test]
fn revisions_are_agreed_on() {
    let project = project();
    let agreed = |requested: Value| {
        result(
            &project,
            "initialize",
            &json!({"protocolVersion": requested}),
        )["protocolVersion"]
            .clone()
    };
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(agreed(json!(revision)), revision);
    }
    for unknown in [
        json!("1999-01-01"),
        json!("2026-07-28"),
        json!(1),
        Value::Null,
    ] {
        assert_eq!(agreed(unknown), "2025-11-25");
    }
    let meta =
        |revision: &str| json!({"_meta": {"io.modelcontextprotocol/protocolVersion": revision}});
    let stateless = meta("2026-07-28");
    let discovered = result(&project, "server/discover", &stateless);
    assert_eq!(discovered["supportedVersions"], json!(["2026-07-28"]));
    for method in [
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let listed = result(&project, method, &stateless);
        assert_eq!(
            (&listed["resultType"], &listed["ttlMs"]),
            (&json!("complete"), &json!(0)),
            "{listed}"
        );
        assert!(result(&project, method, &json!({})).get("ttlMs").is_none());
    }
    assert_eq!(error(&project, "tools/list", &meta("2031-01-01")).0, -32022);
}

#[test]
fn a_batch_is_answered_at_once_and_notifications_never() {
    let project = project();
    let ping = |id: usize| request(id, "ping", &json!({}));
    let notification =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let reply = json!({"jsonrpc": "2.0", "id": 9, "result": {}});
    let lines = [
        json!([ping(1), notification, ping(2)]),
        notification.clone(),
        json!([notification]),
        reply,
        json!({"jsonrpc": "2.0", "method": "no/such/notification"}),
        ping(3),
    ];
    let lines = lines.map(|line| line.to_string().into_bytes());
    let pong = |id: usize| json!({"jsonrpc": "2.0", "id": id, "result": {}});
    assert_eq!(
        spoken(&project, &lines),
        [json!([pong(1), pong(2)]), pong(3)]
    );
    let many = json!(vec![ping(1); 101]).to_string().into_bytes();
    assert_eq!(error_of_line(&project, &many).0, -32600);
}

#[test]
fn a_message_that_is_none_is_an_error_of_the_protocol() {
    let project = project();
    let code = |line: &[u8]| error_of_line(&project, line).0;
    assert_eq!(code(b"nonsense"), -32700);
    assert_eq!(
        code(b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\""),
        -32700
    );
    assert_eq!(
        code(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xff\"}"),
        -32700
    );
    assert_eq!(code(b"\xff\xfe\x00"), -32700);
    let deep = "[".repeat(200_000);
    assert_eq!(code(deep.as_bytes()), -32700);
    for line in [
        json!([]),
        json!(1),
        json!("a"),
        json!(null),
        json!({}),
        json!({"id": 1, "method": "ping"}),
        json!({"jsonrpc": "1.0", "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": null, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": [1], "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": 1}),
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}),
    ] {
        assert_eq!(code(line.to_string().as_bytes()), -32600, "{line}");
    }
    assert_eq!(error(&project, "tools/cal", &json!({})).0, -32601);
    for params in [
        json!({}),
        json!({"name": 1}),
        json!({"name": "chekc"}),
        json!({"name": "check", "arguments": [1]}),
    ] {
        assert_eq!(error(&project, "tools/call", &params).0, -32602, "{params}");
    }
    assert_eq!(
        error(&project, "resources/read", &json!({"uri": 1})).0,
        -32602
    );
    assert_eq!(
        error(
            &project,
            "ping",
            &json!({"_meta": {"io.modelcontextprotocol/protocolVersion": 1}})
        )
        .0,
        -32602
    );
}

#[test]
fn a_line_of_100_mb_is_refused_and_the_next_one_answered() {
    let project = project();
    let mut long = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":{"path":"a.yml","text":""#.to_vec();
    long.resize(100_000_000, b'x');
    let ping = request(2, "ping", &json!({})).to_string().into_bytes();
    let replies = spoken(&project, &[long, ping]);
    assert_eq!(replies[0]["error"]["code"], -32600, "{replies:?}");
    assert_eq!(replies[1]["id"], 2, "{replies:?}");
}

#[test]
fn arguments_that_do_not_fit_are_explained_to_the_model() {
    let project = project();
    for (tool, arguments, message) in [
        (
            "check",
            json!({"paths": "jobs"}),
            "`paths` is a list of 1 to 1000 strings",
        ),
        (
            "check",
            json!({"paths": []}),
            "`paths` is a list of 1 to 1000 strings",
        ),
        (
            "check",
            json!({"paths": ["a", 1]}),
            "`paths` is a list of 1 to 1000 strings",
        ),
        ("check", json!({"path": {"a": 1}}), "`path` is a string"),
        (
            "check",
            json!({"level": "eror"}),
            "`level` can't be `eror`; did you mean `error`?",
        ),
        (
            "check",
            json!({"level": 1}),
            "`level` is one of error, warning, info, hint",
        ),
        ("check", json!({"limit": 0}), "`limit` is a number from 1"),
        ("check", json!({"limit": -1}), "`limit` is a number from 1"),
        ("check", json!({"limit": 1.5}), "`limit` is a number from 1"),
        (
            "check",
            json!({"limit": 1e30}),
            "`limit` is a number from 1",
        ),
        (
            "check",
            json!({"pahts": ["a"]}),
            "`pahts` isn't an argument; did you mean `paths`?",
        ),
        ("explain", json!({}), "the argument `rule` is missing"),
        (
            "explain",
            json!({"rule": null}),
            "the argument `rule` is missing",
        ),
        (
            "explain",
            json!({"rule": "cluster-min-node"}),
            "there is no rule `cluster-min-node`; did you mean `cluster-min-nodes`?",
        ),
        ("plan", json!({}), "the argument `path` is missing"),
        (
            "plan",
            json!({"path": "jobs"}),
            "`path` is a folder; give the path of a job, deployment, or schedule",
        ),
        (
            "complete",
            json!({"path": "jobs/sweep.yml"}),
            "the argument `line` is missing",
        ),
        (
            "new",
            json!({"kind": "sweep-jobs"}),
            "`kind` can't be `sweep-jobs`; did you mean `sweep-job`?",
        ),
    ] {
        assert_eq!(
            refusal(&project, tool, &arguments),
            message,
            "{tool} {arguments}"
        );
    }
    let missing = refusal(&project, "check", &json!({"path": "jobs/none.yml"}));
    assert!(
        missing.starts_with("azml-ls: error: jobs/none.yml"),
        "{missing}"
    );
}

/// Arguments of each tool that name `path`.
fn with_path(path: &str) -> [(&'static str, Value); 7] {
    [
        ("check", json!({"path": path})),
        ("check", json!({"paths": [path]})),
        ("check", json!({"path": path, "text": "a: 1\n"})),
        ("plan", json!({"path": path})),
        ("cost", json!({"paths": [path]})),
        ("complete", json!({"path": path, "line": 1})),
        ("new", json!({"kind": "sweep-job", "path": path})),
    ]
}

#[test]
fn nothing_outside_of_the_folder_is_read_or_written() {
    let outside = Project::default().with("secret.yml", CLUSTER);
    let project = project();
    #[cfg_attr(windows, expect(unused_mut, reason = "links are made on Unix only"))]
    let mut paths = vec![
        "..".to_owned(),
        "../secret.yml".to_owned(),
        "jobs/../../secret.yml".to_owned(),
        "/etc/passwd".to_owned(),
        "//host/share/job.yml".to_owned(),
        outside
            .root()
            .join("secret.yml")
            .to_string_lossy()
            .into_owned(),
        outside
            .root()
            .join("new.yml")
            .to_string_lossy()
            .into_owned(),
        format!("{}/x.yml", "a".repeat(100_000)),
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        let link = |to: &str, name: &str| {
            symlink(outside.root().join(to), project.root().join(name)).unwrap();
        };
        link("", "folder");
        link("secret.yml", "file.yml");
        link("new.yml", "nothing.yml");
        paths.extend(
            [
                "folder",
                "folder/secret.yml",
                "folder/new.yml",
                "file.yml",
                "nothing.yml",
            ]
            .map(str::to_owned),
        );
        // Nor is a link read that a folder has.
        let found = told(&project, "check", &json!({}));
        assert!(!found.contains("file.yml"), "{found}");
        assert!(!told(&project, "cost", &json!({})).contains("file.yml"));
    }
    for path in &paths {
        for (tool, arguments) in with_path(path) {
            let said = refusal(&project, tool, &arguments);
            assert!(
                said.contains("outside the folder that azml-ls serves"),
                "{tool} {arguments}: {said}"
            );
        }
    }
    for path in ["", "a\0b.yml"] {
        for (tool, arguments) in with_path(path) {
            let said = refusal(&project, tool, &arguments);
            assert!(
                said.contains("a path is empty or contains a null character"),
                "{said}"
            );
        }
    }
    let names: Vec<_> = std::fs::read_dir(outside.root())
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    // The absolute path of a file inside is one.
    let own = project.root().join("computes/cpu.yml");
    let found = told(&project, "check", &json!({"path": own.to_string_lossy()}));
    assert!(found.contains("cluster-min-nodes"), "{found}");
}

#[test]
fn what_a_file_names_outside_of_the_folder_is_not_looked_at() {
    let project = Project::default()
        .with("conda.yml", "dependencies: [pip: [scikit-learn==0.1]]\nunknown: 1\n")
        .with("inside/azml.yaml", "")
        .with("inside/env.yml", "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
              name: e\nimage: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:1\nconda_file: ../none.yml\n");
    let line = request(1, "tools/call", &json!({"name": "check"})).to_string();
    let run = |arguments: &str| {
        let mut command = project.command(arguments);
        command.current_dir(project.root().join("inside"));
        output(&mut command, line.as_bytes())
    };
    assert!(!run("mcp").contains("conda-file-missing"), "{}", run("mcp"));
    let allowed = run("mcp --allow-outside");
    assert!(allowed.contains("conda-file-missing"), "{allowed}");
}

#[test]
fn a_new_document_is_written_once() {
    let project = project();
    let arguments = json!({"kind": "sweep-job", "path": "jobs/new.yml"});
    let written = told(&project, "new", &arguments);
    assert_eq!(project.text("jobs/new.yml"), written);
    assert_eq!(
        refusal(&project, "new", &arguments),
        "`jobs/new.yml` exists already; nothing was written"
    );
    let over = json!({"kind": "sweep-job", "path": "jobs/sweep.yml"});
    assert_eq!(
        refusal(&project, "new", &over),
        "`jobs/sweep.yml` exists already; nothing was written"
    );
    assert_eq!(project.text("jobs/sweep.yml"), SWEEP);
    let nowhere = refusal(
        &project,
        "new",
        &json!({"kind": "sweep-job", "path": "none/new.yml"}),
    );
    assert!(
        nowhere.starts_with("`none/new.yml` cannot be written: "),
        "{nowhere}"
    );
    // Without a path, nothing is.
    let before = std::fs::read_dir(project.root()).unwrap().count();
    told(&project, "new", &json!({"kind": "sweep-job"}));
    assert_eq!(std::fs::read_dir(project.root()).unwrap().count(), before);
}

#[test]
fn no_tool_shows_a_secret() {
    for (place, project) in places() {
        let calls = [
            ("check", json!({"level": "hint"})),
            ("plan", json!({"path": "job.yml"})),
            ("cost", json!({})),
            ("complete", json!({"path": "job.yml", "line": 6})),
        ];
        for (tool, arguments) in calls {
            let said = call(&project, tool, &arguments).to_string();
            for secret in [TOKEN, KEY, PASSWORD] {
                assert!(!said.contains(secret), "{place}: {tool}: {said}");
            }
        }
    }
}

/// A value of any type.
fn any_value(random: &mut Random, depth: u32) -> Value {
    let texts = [
        "",
        ".",
        "..",
        "jobs",
        "jobs/sweep.yml",
        "\0",
        "\u{202e}",
        "error",
        "sweep-job",
        "cluster-min-nodes",
        "a: [",
        "${{",
        "💣",
        "type: sweep\n",
    ];
    match random.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(i64::from(random.below(9)) - 4),
        3 => json!(f64::from(random.below(99)) * 1e300),
        4 => json!(random.pick(&texts)),
        5 => (0..random.below(4))
            .map(|_| any_value(random, depth - 1))
            .collect(),
        _ => {
            let names = [
                "path", "paths", "text", "line", "column", "limit", "level", "rule", "kind", "x",
            ];
            let entries = (0..random.below(5)).map(|_| {
                (
                    (*random.pick(&names)).to_owned(),
                    any_value(random, depth - 1),
                )
            });
            Value::Object(entries.collect())
        }
    }
}

#[test]
fn any_arguments_get_an_answer() {
    let project = project();
    let random = &mut Random::new(41);
    let lines: Vec<Vec<u8>> = (0..400)
        .map(|id| {
            let name = *random.pick(&TOOLS);
            let mut arguments = any_value(random, 3);
            while random.below(8) > 0 && !arguments.is_object() {
                arguments = any_value(random, 3);
            }
            request(
                id,
                "tools/call",
                &json!({"name": name, "arguments": arguments}),
            )
            .to_string()
            .into_bytes()
        })
        .collect();
    let replies: Vec<Value> = lines
        .chunks(40)
        .flat_map(|chunk| spoken(&project, chunk))
        .collect();
    assert_eq!(replies.len(), lines.len());
    let mut done = 0;
    for (id, reply) in replies.iter().enumerate() {
        assert_eq!(reply["id"], id, "{reply}");
        assert_ne!(reply["error"]["code"], -32603, "{reply}");
        done +=
            usize::from(reply["result"].get("isError").is_none() && reply.get("error").is_none());
    }
    assert!((20..380).contains(&done), "{done} of them did something");
}

/// What `command` prints when it reads `input`.
fn output(command: &mut Command, input: &[u8]) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(input).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}
