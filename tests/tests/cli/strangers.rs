//! Folders of strangers: what is no file is not read, and configuration does not lead out of its
//! repository.

use azml_tests::process::{Project, Run};

use crate::{CLUSTER, check};

/// A project whose folder `clone` is a repository of its own.
fn clone(config: &str) -> Project {
    Project::default()
        .with("clone/.git/HEAD", "")
        .with("clone/azml.yaml", config)
        .with("clone/cpu.yml", CLUSTER)
}

fn concise(project: &Project, arguments: &str) -> Run {
    project.run(&check(&format!("--format concise {arguments}")))
}

#[test]
fn configuration_names_files_of_its_repository_only() {
    let base = "rules: {cluster-min-nodes: hint}\n";
    let project = clone("extends: ../base.yaml\n").with("base.yaml", base);
    let refused = concise(&project, "clone");
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .stderr
            .contains("base.yaml is outside the project, so azml.yaml can't refer to it"),
        "{refused:?}"
    );
    assert!(refused.stderr.contains("--allow-outside"), "{refused:?}");
    assert!(
        refused.stdout.contains("warning[cluster-min-nodes]"),
        "the rest goes on: {refused:?}"
    );
    for arguments in ["--allow-outside clone", "."] {
        let read = concise(&project, &format!("--min-level hint {arguments}"));
        assert!(
            read.code == 0 && read.stdout.contains("hint[cluster-min-nodes]"),
            "{arguments}: {read:?}"
        );
    }
    let above = clone("rules: {}\n")
        .with("clone/azml.yaml", base)
        .with("clone/jobs/azml.yaml", "extends: ../azml.yaml\n")
        .with("clone/jobs/cpu.yml", CLUSTER);
    let read = concise(&above, "--min-level hint clone/jobs");
    assert!(read.stdout.contains("hint[cluster-min-nodes]"), "{read:?}");
}

#[test]
fn inventories_are_of_the_repository_too() {
    for config in [
        "inventory: ../saved.json\n",
        "inventories: [{name: prod, file: ../saved.json}]\n",
    ] {
        let saved = r#"[{"name": "gpu-of-others", "type": "amlcompute"}]"#;
        let project = clone(config).with("saved.json", saved);
        let refused = project.run("--computes clone");
        assert!(
            refused.code == 2
                && refused.stderr.contains("saved.json is outside the project")
                && !refused.stdout.contains("gpu-of-others"),
            "{config}: {refused:?}"
        );
        let read = project.run("--computes clone --allow-outside");
        assert!(read.stdout.contains("gpu-of-others"), "{config}: {read:?}");
        let named = project.run("--computes clone --no-config --inventory saved.json");
        assert!(named.stdout.contains("gpu-of-others"), "the user may");
    }
}

/// A job whose code is at that path.
fn job(code: &str) -> String {
    format!(
        "type: command\ncommand: echo\ncompute: azureml:cpu\nenvironment: azureml:e:1\n\
            code: {code}\n"
    )
}

/// What an environment is built from is read for its images, but not outside of its repository.
#[test]
fn dockerfiles_are_of_the_repository_too() {
    let environment = |folder: &str| format!("name: e\nbuild: {{path: {folder}}}\n");
    let from = "FROM mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu20.04\n";
    let project = clone("")
        .with("clone/inside.yml", environment("docker"))
        .with("clone/outside.yml", environment("../docker"))
        .with("clone/docker/Dockerfile", from)
        .with("docker/Dockerfile", from);
    let found = |arguments: &str| {
        let only = "--check --only retired-base-image --format concise";
        project.run(&format!("{only} {arguments}")).stdout
    };
    let of_clone = found("clone");
    assert!(
        of_clone.starts_with("clone/inside.yml:2:15: ") && of_clone.lines().count() == 1,
        "{of_clone}"
    );
    assert_eq!(found(".").lines().count(), 2, "the folder around is open");
}

#[test]
fn nobody_is_told_that_a_path_of_another_machine_leads_nowhere() {
    let project = Project::default()
        .with("here.yml", job("./nowhere"))
        .with("there.yml", job("//host.invalid/share/code"));
    // Windows mounts no machines below this folder.
    let project = if cfg!(unix) {
        project.with("net.yml", job("/net/host.invalid/code"))
    } else {
        project
    };
    let run = project.run("--check --only local-path-missing --format concise");
    assert!(
        run.stdout.starts_with("here.yml:5:7: ") && run.stdout.lines().count() == 1,
        "{run:?}"
    );
}

/// As VS Code starts the server in Restricted Mode.
#[test]
fn restricted_looks_at_nothing_outside_because_a_file_says_so() {
    let project = Project::default()
        .with("base.yaml", "rules: {cluster-min-nodes: hint}\n")
        .with(
            "open/azml.yaml",
            "extends: ../base.yaml\ninventory: ../saved.json\n",
        )
        .with("open/cpu.yml", CLUSTER)
        .with("open/inside.yml", job("./nowhere"))
        .with("open/above.yml", job("../nowhere"))
        .with("open/absolute.yml", job("/azml-tests-nowhere"));
    let missing = |arguments: &str| {
        let only = "--check --only local-path-missing --format concise";
        project
            .run(&format!("{only} {arguments}"))
            .stdout
            .lines()
            .count()
    };
    assert_eq!(missing("open"), 3);
    assert_eq!(missing("--restricted open"), 1);
    assert_eq!(missing("--restricted open/inside.yml"), 1);
    assert_eq!(missing("--restricted open/above.yml"), 0);
    assert_eq!(missing("--restricted ."), 2);
    let refused = concise(&project, "--restricted open");
    for file in ["base.yaml", "saved.json"] {
        let message = format!("{file} is outside the open folder, so azml.yaml can't refer to it");
        assert!(refused.stderr.contains(&message), "{refused:?}");
    }
    assert!(
        refused.stderr.contains("leave out --restricted"),
        "{refused:?}"
    );
    assert!(
        refused.stdout.contains("warning[cluster-min-nodes]"),
        "{refused:?}"
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    fn pipe(project: &Project, path: &str) {
        let path = project.root().join(path);
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("every Unix has mkfifo").success());
    }

    #[test]
    fn restricted_follows_no_link() {
        let project = Project::default()
            .with("base.yaml", "rules: {cluster-min-nodes: hint}\n")
            .with("open/azml.yaml", "extends: link.yaml\n")
            .with("open/cpu.yml", CLUSTER);
        symlink("../base.yaml", project.root().join("open/link.yaml")).unwrap();
        let read = concise(&project, "--min-level hint open");
        assert!(read.stdout.contains("hint[cluster-min-nodes]"), "{read:?}");
        let refused = concise(&project, "--restricted --min-level hint open");
        assert!(
            refused.stderr.contains("is outside the open folder"),
            "{refused:?}"
        );
    }

    #[test]
    fn what_is_no_file_is_told_where_it_is_named() {
        let project = Project::default().with("cpu.yml", "");
        pipe(&project, "pipe.yml");
        symlink("/dev/zero", project.root().join("zero.yml")).unwrap();
        let socket = UnixListener::bind(project.root().join("socket.yml"));
        for (name, message) in [
            ("pipe.yml", "pipe.yml is a pipe, not a file"),
            ("zero.yml", "zero.yml is a device, not a file"),
            ("socket.yml", "socket.yml is a socket, not a file"),
        ] {
            for arguments in [check(name), format!("--graph {name}")] {
                let run = project.run(&arguments);
                assert!(
                    run.code == 2 && run.stderr.contains(message),
                    "{arguments}: {run:?}"
                );
            }
        }
        let walked = project.run(&check(""));
        assert_eq!((walked.code, walked.stderr.lines().count()), (0, 1));
        drop(socket);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_running_system_is_no_file() {
        let project = Project::default();
        symlink("/proc/self/environ", project.root().join("environ.yml")).unwrap();
        let run = project.run(&check("environ.yml"));
        assert!(
            run.code == 2 && run.stderr.contains("is part of the running system"),
            "{run:?}"
        );
    }

    #[test]
    fn configuration_that_is_no_file_is_told_and_the_rest_goes_on() {
        for config in [
            "extends: odd\n",
            "inventory: odd\n",
            "inventories: [{name: prod, file: odd}]\n",
        ] {
            let project = clone(config);
            pipe(&project, "clone/odd");
            let run = concise(&project, "clone");
            assert!(
                run.code == 2
                    && run.stderr.contains("odd is a pipe, not a file")
                    && run.stdout.contains("[cluster-min-nodes]"),
                "{config}: {run:?}"
            );
        }
    }

    #[test]
    fn a_link_does_not_lead_out_of_the_repository() {
        let project = clone("inventory: link.json\n").with("saved.json", "[]");
        let link = project.root().join("clone/link.json");
        symlink(project.root().join("saved.json"), link).unwrap();
        let run = concise(&project, "clone");
        assert!(
            run.code == 2 && run.stderr.contains("is outside the project"),
            "{run:?}"
        );
    }

    #[test]
    fn configuration_that_is_a_link_out_of_the_repository_is_not_read() {
        let saved = r#"[{"name": "gpu-of-others", "type": "amlcompute"}]"#;
        let base = "rules: {cluster-min-nodes: hint}\n";
        let outside = || {
            Project::default()
                .with("clone/.git/HEAD", "")
                .with("clone/jobs/cpu.yml", CLUSTER)
                .with("outside/azml.yaml", base)
                .with("outside/computes.json", saved)
        };
        for (link, target) in [
            ("clone/azml.yaml", "../outside/azml.yaml"),
            ("clone/.azml", "../outside"),
        ] {
            let project = outside();
            symlink(target, project.root().join(link)).unwrap();
            let run = concise(&project, "clone");
            let told = "is a link to a file outside the project, so it is not read";
            assert!(run.code == 2 && run.stderr.contains(told), "{run:?}");
            assert_eq!(run.stderr.matches(told).count(), 1, "{run:?}");
            assert!(run.stdout.contains("warning[cluster-min-nodes]"), "{run:?}");
            let allowed = concise(&project, "clone --allow-outside");
            assert!(!allowed.stderr.contains(told), "{allowed:?}");
        }
        let project = outside();
        symlink(
            "../outside/azml.yaml",
            project.root().join("clone/azml.yaml"),
        )
        .unwrap();
        let allowed = concise(&project, "clone --allow-outside");
        assert_eq!((allowed.code, allowed.stdout.as_str()), (0, ""), "a hint");
    }

    #[test]
    fn what_tells_to_ignore_is_a_file_too() {
        let project = clone("rules: {}\n").with("clone/jobs/cpu.yml", CLUSTER);
        pipe(&project, "clone/jobs/.gitignore");
        let run = concise(&project, "clone");
        let told = "clone/jobs/.gitignore is a pipe, not a file";
        assert!(run.code == 2 && run.stderr.contains(told), "{run:?}");
        assert!(
            run.stdout.starts_with("clone/cpu.yml"),
            "the rest goes on: {run:?}"
        );
        symlink("/dev/zero", project.root().join("clone/.ignore")).unwrap();
        let run = concise(&project, "clone");
        let told = "clone/.ignore is a device, not a file";
        assert!(run.code == 2 && run.stderr.contains(told), "{run:?}");
        let named = concise(&project, "clone/cpu.yml");
        assert!(named.stdout.contains("[cluster-min-nodes]"), "{named:?}");
    }

    #[test]
    fn the_excludes_of_the_repository_count() {
        let project = clone("rules: {}\n")
            .with("clone/scratch/cpu.yml", CLUSTER)
            .with("clone/.git/info/exclude", "# mine\nscratch/\n");
        let run = concise(&project, "clone");
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    }
}
