//! `--plan`: what happens when a file is submitted.

use std::fmt::Write as _;

use azml_tests::process::Project;

const COMPUTE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n\
    name: cpu\ntype: amlcompute\nsize: Standard_DS3_v2\nmax_instances: 4\n";

const ENVIRONMENT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
    name: training\nversion: 3\nimage: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04\n";

const COMPONENT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
    type: command\nname: train\ncode: ../src\nenvironment: azureml:training:3\n\
    inputs: {data: {type: uri_folder}, depth: {type: integer, default: 6}, rate: {type: number}}\n\
    outputs: {model: {type: mlflow_model}}\n\
    command: >-\n  python train.py --data ${{inputs.data}} --depth ${{inputs.depth}} --rate ${{inputs.rate}}\n";

const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
    type: pipeline\nname: daily\nsettings: {default_compute: azureml:cpu}\n\
    inputs: {rate: 0.1, raw: {type: uri_folder, path: data}}\n\
    jobs:\n\
    \x20 train:\n\
    \x20   component: components/train.yml\n\
    \x20   inputs: {data: '${{parent.jobs.prep.outputs.clean}}', rate: '${{parent.inputs.rate}}'}\n\
    \x20   limits: {timeout: 7200}\n\
    \x20 prep:\n\
    \x20   type: command\n\
    \x20   command: python prep.py ${{inputs.raw}}\n\
    \x20   environment: azureml:training:3\n\
    \x20   inputs: {raw: '${{parent.inputs.raw}}'}\n\
    \x20   outputs: {clean: {type: uri_folder}}\n";

fn project() -> Project {
    Project::default()
        .with("computes/cpu.yml", COMPUTE)
        .with("environments/training.yml", ENVIRONMENT)
        .with("components/train.yml", COMPONENT)
        .with("src/train.py", "import argparse\n")
        .with("src/skipped/big.bin", "x".repeat(5000))
        .with("src/.amlignore", "skipped/\n")
        .with("data/a.csv", "1,2\n")
        .with("data/b.csv", "3,4\n")
        .with("pipeline.yml", PIPELINE)
}

#[test]
fn a_pipeline_is_planned_step_by_step() {
    let run = project().run("--plan pipeline.yml");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let prep = run.stdout.find("1. prep (command)").expect("prep is first");
    let train = run.stdout.find("2. train (command)").expect("train waits");
    assert!(prep < train, "{}", run.stdout);
    run.is_as_in("plan-pipeline");
    run_again_as_a_command(&run.stdout);
}

fn run_again_as_a_command(expected: &str) {
    assert_eq!(project().run("plan pipeline.yml").stdout, expected);
}

#[test]
fn machines_read_the_figures_of_each_step() {
    let json = project().run("--plan pipeline.yml --format json").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("this is JSON");
    let plan = &json["plans"][0];
    let [prep, train] = [&plan["works"][0], &plan["works"][1]];
    assert_eq!((&prep["stage"], &train["stage"]), (&1.into(), &2.into()));
    assert_eq!(train["after"], serde_json::json!(["prep"]));
    assert_eq!(
        train["command"],
        "python train.py --data ${{inputs.data}} --depth 6 --rate 0.1"
    );
    assert_eq!(train["inputs"]["data"], "output clean of step prep");
    assert_eq!(train["environment_file"], "environments/training.yml");
    assert_eq!(train["cost"]["per_hour"], 0.293);
    assert_eq!(train["cost"]["time_bound_s"], 7200);
    assert_eq!(prep["cost"]["run_bound"], serde_json::Value::Null);
    // The ignored folder is not uploaded, and .amlignore itself is.
    assert_eq!(train["uploads"][0]["files"], 2);
    assert_eq!(prep["uploads"][0]["files"], 2);
    assert_eq!(plan["unknown"][0]["reason"], "no timeout");
    assert_eq!(plan["unknown"][0]["steps"], serde_json::json!(["prep"]));
    assert_eq!(plan["unknown"][0]["remedy"], "set `limits.timeout`");
}

#[test]
fn a_schedule_shows_its_next_runs() {
    let schedule = "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
        name: nightly\ntrigger: {type: cron, expression: \"0 6 * * *\"}\ncreate_job: ./pipeline.yml\n";
    let run = project()
        .with("nightly.yml", schedule)
        .run("--plan nightly.yml --as-of 2026-11-23");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for part in [
        "next run  Mon 2026-11-23 06:00 UTC",
        "Fri 2026-11-27 06:00 UTC",
        "2. train",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn a_long_pipeline_shows_alike_steps_together() {
    let mut text = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
        type: pipeline\nsettings: {default_compute: azureml:cpu}\njobs:\n"
        .to_owned();
    for step in 0..500 {
        let input = match step {
            0..100 => String::new(),
            _ => format!(
                "\n    inputs: {{a: '${{{{parent.jobs.s{}.outputs.o}}}}'}}",
                step - 100
            ),
        };
        let _ = writeln!(
            text,
            "  s{step}:\n    type: command\n    command: python a.py\n    environment: azureml:training:3\n    \
             outputs: {{o: {{type: uri_folder}}}}\n    limits: {{timeout: 60}}{input}"
        );
    }
    let run = project().with("long.yml", text).run("--plan long.yml");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.lines().count() < 40, "{}", run.stdout);
    assert!(
        run.stdout
            .contains("100 steps: s100, s101, s102, and 97 more"),
        "{}",
        run.stdout
    );
}

#[test]
fn serverless_compute_is_named() {
    let job = "type: command\ncommand: python -c 'print(1)'\nenvironment: azureml:training:3\n";
    let run = project().with("job.yml", job).run("--plan job.yml");
    assert!(
        run.stdout.contains("  compute      serverless\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_has_no_plan_is_a_clear_message() {
    let project = project().with("other.yml", "a: 1\n");
    let cases = [
        ("--plan", "needs a file"),
        ("--plan src", "is a folder"),
        ("--plan other.yml", "nothing of it runs"),
        ("--plan components/train.yml", "nothing of it runs"),
        ("--plan gone.yml", "gone.yml"),
    ];
    for (arguments, message) in cases {
        let run = project.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(run.stderr.contains(message), "{arguments}: {}", run.stderr);
    }
}

#[test]
fn secrets_and_control_characters_are_not_shown() {
    let token = "ghp_fDNxSIvPZZ63fFKcZjR4I0b3jRtaWr4Y9OJF";
    let key = "7d1e4b93a6c20f85e47b19d0c3f628a5914ce07b";
    let pipeline = PIPELINE
        .replace("rate: 0.1", &format!("rate: 0.1, api_key: {key}"))
        .replace(
            "limits: {timeout: 7200}",
            "inputs: {api_key: '${{parent.inputs.api_key}}'}",
        )
        .replace(
            "python prep.py",
            &format!("\"echo \\e[31m {token} --api-key {key}"),
        )
        .replace("${{inputs.raw}}", "${{inputs.raw}}\"");
    let project = project().with("pipeline.yml", pipeline);
    for format in ["full", "markdown", "json"] {
        let run = project.run(&format!("--plan pipeline.yml --format {format}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        for secret in [token, key, "\u{1b}"] {
            assert!(!run.stdout.contains(secret), "{secret}: {}", run.stdout);
        }
        assert!(run.stdout.contains("***"), "{}", run.stdout);
    }
}
