//! Everything that can go wrong: exit code, message, and the bytes of the snapshot before and after.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;

use azml_tests::process::start;

use super::stand_in::StandIn;

/// A fault: the answer that it replaces, its script, and parts of the message.
type Fault = (&'static str, &'static str, &'static str);

/// Standard error has the messages of the Azure CLI and of Azure as public logs show them.
const FAULTS: &[Fault] = &[
    (
        "all",
        "echo \"ERROR: Please run 'az login' to setup account.\" >&2; exit 1",
        "needs a login, which is missing or has expired; run `az login`",
    ),
    (
        "computes",
        "echo 'ERROR: AADSTS70043: The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. \
         Trace ID: 12345678-aaaa-bbbb-cccc-123456789abc' >&2; echo 'Interactive authentication is needed. Please run:' >&2; exit 1",
        "`az ml compute list` needs a login, which is missing or has expired; run `az login`",
    ),
    (
        "workspace",
        "echo \"ERROR: 'ml' is misspelled or not recognized by the system.\" >&2; exit 2",
        "needs the extension `ml`, which is not installed; run `az extension add --name ml`",
    ),
    (
        "workspace",
        "echo 'ERROR: The command requires the extension ml. Unable to prompt for extension install confirmation as no tty available.' >&2; exit 2",
        "needs the extension `ml`, which is not installed; run `az extension add --name ml`",
    ),
    (
        "workspace",
        "echo 'ERROR: the following arguments are required: --workspace-name/-w, --resource-group/-g' >&2; exit 2",
        "needs the name of a workspace; give --workspace and --resource-group",
    ),
    (
        "workspace",
        "echo \"ERROR: (ResourceGroupNotFound) Resource group 'x' could not be found.\" >&2; exit 3",
        "found no such workspace or resource group; check --workspace",
    ),
    (
        "workspace",
        "echo \"ERROR: (AuthorizationFailed) The client 'anna@contoso.com' with object id '99999999-8888-7777-6666-555555555555' does not have authorization to perform action\" >&2; exit 1",
        "is not allowed for this account; ask for the role Reader",
    ),
    (
        "all",
        "echo \"ERROR: No subscription found. Run 'az account set' to select a subscription.\" >&2; exit 1",
        "found no such subscription; run `az account set --subscription NAME`",
    ),
    (
        "sizes",
        "echo \"ERROR: HTTPSConnectionPool(host='management.azure.com', port=443): Max retries exceeded with url: /x (Caused by SSLError(...))\" >&2; exit 1",
        "`az rest --url .../vmSizes` can't connect to Azure; check the network and the proxy",
    ),
    (
        "computes",
        "printf 'Username: ' >&2; read -r name || exit 1; echo '[]'",
        "`az ml compute list` failed (exit code 1); run it in a terminal",
    ),
    (
        "quota",
        "exit 7",
        "`az rest --url .../usages` failed (exit code 7); run it in a terminal",
    ),
    (
        "quota",
        "kill -9 $$",
        "`az rest --url .../usages` failed (a signal ended it)",
    ),
    (
        "datastores",
        ":",
        "`az rest --url .../datastores` answered nothing",
    ),
    (
        "datastores",
        "echo '<!DOCTYPE html><html><body>Sign in to the network</body></html>'",
        "answered a web page instead of JSON; sign in to the network",
    ),
    (
        "models",
        "head -c 300 \"$answer.json\"",
        "answered incomplete JSON",
    ),
    (
        "models",
        "echo 'WARNING: something'",
        "answered text that is not JSON",
    ),
    (
        "models",
        "echo '{\"error\": {\"code\": \"X\"}}'",
        "answered JSON that is not a list of names",
    ),
    (
        "computes",
        "echo '[{\"id\": \"1\"}]'",
        "answered JSON that is not a list of names",
    ),
    (
        "computes",
        "echo '[\"a\"]'",
        "answered JSON that is not a list of names",
    ),
    (
        "models",
        "printf '%100000s' ' ' | tr ' ' '['",
        "answered text that is not JSON",
    ),
    (
        "workspace",
        "echo '{\"name\": \"w\"}'",
        "answered without the id or the region of the workspace",
    ),
    (
        "data",
        "printf '[\"'; head -c 20000000 /dev/zero | tr '\\0' 'x'; printf '\"]'",
        "`az rest --url .../data` answered more than 16 MiB",
    ),
    (
        "data",
        "yes",
        "`az rest --url .../data` answered more than 16 MiB",
    ),
    (
        "components",
        "echo '{\"value\": [], \"nextLink\": \"https://evil.example/collect?token=\"}'",
        "answered with a next page that can't be followed",
    ),
    (
        "components",
        "echo '{\"value\": [], \"nextLink\": \"https://management.azure.com/subscriptions/1/components?$listViewType=All\"}'",
        "answered with a next page that can't be followed",
    ),
    (
        "online-deployments-churn-api",
        "echo nonsense",
        "`az ml online-deployment list` answered text that is not JSON",
    ),
    (
        "environments-train-env",
        "exit 1",
        "`az rest --url .../train-env/versions` failed (exit code 1)",
    ),
    (
        "batch-endpoints",
        "echo 'ERROR: Too Many Requests' >&2; exit 1",
        "made too many requests; run azml-ls --refresh again later",
    ),
];

#[test]
fn every_failure_has_one_message_and_leaves_the_snapshot() {
    for (name, script, message) in FAULTS {
        let stand_in = StandIn::new();
        stand_in.run("--refresh");
        let before = stand_in.snapshot();
        stand_in.script(name, script);
        let run = stand_in.run("--refresh");
        let errors = run
            .stderr
            .lines()
            .filter(|line| line.starts_with("azml-ls: error: "));
        let errors: Vec<&str> = errors.collect();
        println!(
            "{name}: {script}\n    exit {}: {}",
            run.code,
            errors.join(" | ")
        );
        assert_eq!(run.code, 2, "{}", run.transcript());
        assert_eq!(errors.len(), 1, "{}", run.transcript());
        assert!(errors[0].contains(message), "{message}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{name}: {script}");
        assert_eq!(stand_in.snapshot(), before, "{name}: {script}");
        for planted in ["contoso", "99999999", "12345678-aaaa"] {
            assert!(!run.stderr.contains(planted), "{}", run.stderr);
        }
    }
}

/// A login prompt can't be answered, and a command that hangs has an end.
#[test]
fn what_does_not_end_is_ended_with_its_children() {
    for script in [
        "sleep 1000",
        "sleep 1000 & echo $! > \"$here/child\"; wait",
        "trap '' TERM INT; sleep 1000",
        "echo 'To sign in, open https://microsoft.com/devicelogin and enter the code F5Z' >&2; sleep 1000",
    ] {
        let stand_in = StandIn::new();
        stand_in.run("--refresh");
        let before = stand_in.snapshot();
        stand_in.script("computes", script);
        let run = stand_in.run("--refresh --time-limit 1");
        let message = "`az ml compute list` did not end within 1 second; run it in a terminal, or give a longer --time-limit";
        assert!(
            run.code == 2 && run.stderr.contains(message),
            "{}",
            run.transcript()
        );
        assert_eq!(stand_in.snapshot(), before);
        if let Ok(child) = std::fs::read_to_string(stand_in.folder().join("child")) {
            assert!(has_ended(child.trim()), "{child}");
        }
    }
}

/// A process that was killed may be a zombie for a moment.
fn has_ended(id: &str) -> bool {
    (0..500).any(|_| {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat"));
        let has_ended = status.map_or(true, |status| status.contains(") Z "));
        if !has_ended {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        has_ended
    })
}

/// Ctrl-C, and the end of a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_it_with_its_children() {
    use std::os::unix::process::ExitStatusExt as _;
    for signal in ["INT", "TERM", "HUP"] {
        let stand_in = StandIn::new();
        stand_in.run("--refresh");
        let before = stand_in.snapshot();
        stand_in.script(
            "computes",
            "echo $$ > \"$here/started\"; mv \"$here/started\" \"$here/child\"; sleep 1000",
        );
        let mut command = stand_in.command("--refresh");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = start(&mut command);
        let file = stand_in.folder().join("child");
        while !file.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(stand_in.shell(&format!("kill -{signal} {}", child.id())));
        let status = child.wait().unwrap();
        // The program that runs the tests may ignore the signal, and then so does this one.
        assert!(
            status.signal().is_some() || status.code() == Some(2),
            "{signal}: {status}"
        );
        let id = std::fs::read_to_string(file).unwrap();
        assert!(has_ended(id.trim()), "{signal}");
        assert_eq!(stand_in.snapshot(), before);
    }
}

#[test]
fn without_the_azure_cli_nothing_is_run() {
    let stand_in = StandIn::new();
    for path in ["", "/nonexistent", "bin:.", "jobs"] {
        // A folder of the repository is not searched, nor is a file that is no program.
        std::fs::copy(stand_in.folder().join("az"), stand_in.path("jobs/az")).unwrap();
        let run = stand_in.run_with("--refresh", path);
        assert_eq!(run.code, 2, "{}", run.transcript());
        let message = "azml-ls: error: the Azure CLI (`az`) is not on PATH; install it";
        assert!(run.stderr.starts_with(message), "{}", run.stderr);
    }
    let program = stand_in.folder().join("az");
    std::fs::write(&program, "#!/nonexistent/python\n").unwrap();
    let run = stand_in.run("--refresh");
    assert!(
        run.code == 2 && run.stderr.contains("`az` can't be run: "),
        "{}",
        run.stderr
    );
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o644)).unwrap();
    assert!(stand_in.run("--refresh").stderr.contains("is not on PATH"));
    assert!(stand_in.snapshot().is_empty());
}

/// Running again gives nobody a permission: the rest is saved, and what was saved of that part stays.
#[test]
fn a_part_without_permission_stays_and_the_rest_is_saved() {
    let refused = "echo \"ERROR: Forbidden({'error':{'code':'AuthorizationFailed','message':'The client does not have authorization'}})\" >&2; exit 1";
    let stand_in = StandIn::new();
    stand_in.script("quota", refused);
    let run = stand_in.run("--refresh");
    let warning = "azml-ls: warning: quota.json is left out: `az rest --url .../usages` is not allowed for this account";
    assert!(
        run.code == 0 && run.stderr.contains(warning),
        "{}",
        run.transcript()
    );
    assert!(!stand_in.snapshot().contains_key("quota.json"));
    std::fs::remove_file(stand_in.folder().join("answers/quota.sh")).unwrap();
    stand_in.run("--refresh");
    let quota = stand_in.snapshot()["quota.json"].clone();
    stand_in.script("quota", refused);
    let computes = stand_in.answered("computes");
    stand_in.answer(
        "computes",
        &computes.replace("\"max_instances\": 4", "\"max_instances\": 8"),
    );
    let run = stand_in.run("--refresh");
    assert!(
        run.stderr
            .contains("azml-ls: warning: quota.json stays as it is: "),
        "{}",
        run.stderr
    );
    let saved = stand_in.snapshot();
    assert_eq!(saved["quota.json"], quota);
    assert!(saved["computes.json"].contains("\"max_instances\": 8"));
    // That of another workspace says nothing about this one.
    let workspace = stand_in.answered("workspace");
    stand_in.answer("workspace", &workspace.replace("ml-prod", "ml-test"));
    let run = stand_in.run("--refresh");
    assert!(
        run.stderr.contains("quota.json is left out"),
        "{}",
        run.stderr
    );
    assert!(!stand_in.snapshot().contains_key("quota.json"));
    // Nothing at all is no snapshot.
    for name in [
        "computes",
        "sizes",
        "datastores",
        "environments",
        "models",
        "data",
        "components",
        "online-endpoints",
    ] {
        stand_in.script(name, refused);
    }
    let before = stand_in.snapshot();
    let run = stand_in.run("--refresh");
    assert!(
        run.code == 2 && run.stderr.contains("is not allowed for this account"),
        "{}",
        run.transcript()
    );
    assert_eq!(stand_in.snapshot(), before);
}

#[test]
fn names_are_never_options_files_or_other_commands() {
    let stand_in = StandIn::new();
    for name in ["-h", "@/etc/passwd", "a;b", "a/../b", "a\"b"] {
        for option in ["--workspace", "--resource-group", "--subscription"] {
            let run = stand_in.run(&format!("--refresh {option}={name}"));
            assert_eq!(run.code, 2, "{}", run.transcript());
            assert!(
                run.stderr.contains("is not the name of a workspace"),
                "{}",
                run.stderr
            );
        }
    }
    let stand_in = stand_in.with(
        "config.json",
        r#"{"workspace_name": "@secret", "resource_group": "g"}"#,
    );
    assert!(
        stand_in
            .run("--refresh")
            .stderr
            .contains("`@secret` is not the name")
    );
    assert_eq!(stand_in.calls(), "");
    // Endpoints of an answer.
    std::fs::remove_file(stand_in.path("config.json")).unwrap();
    let endpoints = stand_in.answered("online-endpoints");
    stand_in.answer(
        "online-endpoints",
        &endpoints.replace("\"churn-api\"", "\"@/etc/passwd\""),
    );
    let run = stand_in.run("--refresh");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert!(!stand_in.calls().contains("passwd"), "{}", stand_in.calls());
}

#[test]
fn a_link_is_not_written_through() {
    let stand_in = StandIn::new();
    let outside = tempfile::tempdir().unwrap();
    symlink(outside.path(), stand_in.path(".azml")).unwrap();
    let run = stand_in.run("--refresh");
    let message = "it is a link to a file outside the repository";
    assert!(
        run.code == 2 && run.stderr.contains(message),
        "{}",
        run.transcript()
    );
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 0);
    std::fs::remove_file(stand_in.path(".azml")).unwrap();
    stand_in.run("--refresh");
    let target = outside.path().join("target");
    std::fs::write(&target, "own").unwrap();
    std::fs::remove_file(stand_in.path(".azml/sizes.json")).unwrap();
    symlink(&target, stand_in.path(".azml/sizes.json")).unwrap();
    let before = std::fs::read(stand_in.path(".azml/snapshot.json")).unwrap();
    let run = stand_in.run("--refresh");
    assert!(
        run.code == 2 && run.stderr.contains("it is a link"),
        "{}",
        run.transcript()
    );
    assert_eq!(std::fs::read(&target).unwrap(), b"own");
    assert_eq!(
        std::fs::read(stand_in.path(".azml/snapshot.json")).unwrap(),
        before
    );
}

#[test]
fn a_newer_snapshot_is_not_overwritten() {
    let stand_in = StandIn::new().with(".azml/snapshot.json", "{\"format\": 2}\n");
    let run = stand_in.run("--refresh");
    let message = "azml-ls: error: .azml was written by a newer version; update azml-ls";
    assert!(
        run.code == 2 && run.stderr.contains(message),
        "{}",
        run.transcript()
    );
    assert_eq!(stand_in.calls(), "");
}

/// What the repository has is neither run nor read by the Azure CLI.
#[test]
fn the_azure_cli_runs_outside_of_the_repository() {
    let stand_in = StandIn::new();
    stand_in.script(
        "version",
        "pwd > \"$here/pwd\"; env > \"$here/env\"; cat \"$answer.json\"",
    );
    stand_in.run("--refresh");
    let read = |name: &str| std::fs::read_to_string(stand_in.folder().join(name)).unwrap();
    let folder = std::fs::canonicalize(stand_in.folder()).unwrap();
    assert_eq!(std::fs::canonicalize(read("pwd").trim()).unwrap(), folder);
    assert!(read("env").contains("AZURE_EXTENSION_USE_DYNAMIC_INSTALL=no"));
}
