//! The work of a check grows with the size of a file, not with its square. Work is counted, not
//! timed: looks at nodes, and comparisons of names. `tests/tools/growth.py` measures the time.
//! `requests` has what an editor requests, `scripts` has scripts and their commands.

mod requests;
mod scripts;

use std::sync::Arc;

use azml_rules::analyze;
use azml_rules::document::Document;
use azml_rules::path::PathStyle;
use azml_rules::settings::Settings;
use azml_rules::work_counter::spent;
use azml_rules::workspace::{ClosedDocument, Disk, OnDisk, Workspace};
use azml_tests::spec::TODAY;

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
                   type: command\nenvironment: azureml:training:3\ncompute: azureml:cpu-cluster\n";

const PIPELINE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
                        type: pipeline\nsettings: {default_compute: azureml:cpu-cluster}\njobs:\n";

/// How many times more work four times the text may be.
const LIMIT: u64 = 5;

/// What it takes to read and check a file.
fn effort(text: &str) -> u64 {
    let before = spent();
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    workspace.insert(Document::new("job.yml", text));
    let _ = analyze(&workspace, "job.yml");
    spent() - before
}

/// What it takes to read and check a folder.
fn effort_of_folder(files: &[(String, String)]) -> u64 {
    let before = spent();
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    for (path, text) in files {
        workspace.insert(Document::new(path.as_str(), text.as_str()));
    }
    for (path, _) in files {
        let _ = analyze(&workspace, path);
    }
    spent() - before
}

/// A disk with one script.
#[derive(Debug)]
struct OneScript(String);

impl Disk for OneScript {
    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match path {
            "src/train.py" => OnDisk::File,
            "" | "src" => OnDisk::Folder,
            _ => OnDisk::Nothing,
        })
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        (path == "src/train.py").then(|| self.0.as_str().into())
    }
}

/// Returns the work for `document` beside a script, and the number of findings.
fn effort_with_script(document: (&str, &str), script: &str) -> (u64, usize) {
    let before = spent();
    let mut workspace = Workspace::default();
    workspace.set_today(TODAY);
    workspace.set_disk(Arc::new(OneScript(script.to_owned())));
    workspace.insert(Document::new(document.0, document.1));
    let found = analyze(&workspace, document.0).len();
    (spent() - before, found)
}

/// `template` `count` times: `@` is the number, `@next` that of the next one, around the end.
fn many(count: usize, template: &str) -> String {
    let one = |number: usize| {
        let next = ((number + 1) % count).to_string();
        let text = template.replace("@next", &next);
        text.replace('@', &number.to_string())
    };
    (0..count).map(one).collect()
}

fn job(rest: &str) -> String {
    format!("{JOB}command: python train.py\n{rest}")
}

fn step(source: &str) -> String {
    format!(
        "  step_@: {{type: command, environment: \"azureml:training:3\", command: \"run ${{{{inputs.in}}}}\", \
         inputs: {{in: \"${{{{parent.jobs.{source}.outputs.out}}}}\"}}, \
         outputs: {{out: {{type: uri_folder}}}}}}\n"
    )
}

/// Asserts that `make`, which writes so many of something, makes documents whose check is linear.
fn is_linear(name: &str, make: impl Fn(usize) -> String) {
    is_linear_from(60, name, make);
}

fn is_linear_from(count: usize, name: &str, make: impl Fn(usize) -> String) {
    let (small, large) = (effort(&make(count)), effort(&make(4 * count)));
    assert!(large <= LIMIT * small, "{name}: {small}, then {large}");
}

#[test]
fn keys() {
    is_linear("unknown", |n| job(&many(n, "word_@: 1\n")));
    is_linear("close to known ones", |n| job(&many(n, "computr@: 1\n")));
    is_linear("close to sections", |n| job(&many(n, "input@: {a: 1}\n")));
    is_linear("empty", |n| job(&"?\n".repeat(n)));
    is_linear("lists", |n| job(&many(n, "? [@]\n: 1\n")));
    is_linear("duplicate", |n| job(&"tags: {a: 1}\n".repeat(n)));
    is_linear("duplicate, with other values", |n| {
        job(&many(n, "command: @\n"))
    });
    is_linear("odd indents", |n| {
        job(&many(n, "word_@: x\n word_@: x\n   word_@: x\n"))
    });
    is_linear("tabs", |n| job(&many(n, "\tword_@: x\n")));
    is_linear("in a mapping", |n| {
        job(&format!("resources:\n{}", many(n, "  word_@: 1\n")))
    });
    is_linear("in many mappings", |n| {
        job(&format!(
            "inputs:\n{}",
            many(n, "  in_@: {type: uri_folder, pathh: ./data}\n")
        ))
    });
}

#[test]
fn inputs() {
    let used = |n| many(n, "${{inputs.in_@}} ");
    let declared = |n| format!("inputs:\n{}", many(n, "  in_@: 1\n"));
    is_linear("in use", |n| {
        format!("{JOB}command: {}\n{}", used(n), declared(n))
    });
    is_linear("without use", |n| job(&declared(n)));
    is_linear("undefined", |n| {
        format!("{JOB}command: {}\ninputs: {{first: 1}}\n", used(n))
    });
    is_linear_from(500, "outputs without use", |n| {
        job(&format!(
            "outputs:\n{}",
            many(n, "  out_@: {type: uri_folder}\n")
        ))
    });
    is_linear_from(500, "malformed", |n| {
        let malformed = "${{inputs.first} ${inputs.first} $ {{first}} ".repeat(n);
        format!("{JOB}command: {malformed}\ninputs: {{first: 1}}\n")
    });
    // What was meant is not looked for among lists that long.
    is_linear_from(200, "undefined, as many others", |n| {
        format!(
            "{JOB}command: {}\n{}",
            used(n),
            declared(n).replace("in_", "on_")
        )
    });
    is_linear("lists", |n| {
        job(&format!("inputs:\n{}", many(n, "  in_@: [1]\n")))
    });
}

#[test]
fn secrets() {
    is_linear("of names", |n| {
        let keys = many(n, "  API_@_KEY: 4f7a91c02be85d63f1a70c9e2d48b653@\n");
        job(&format!("environment_variables:\n{keys}"))
    });
    let sas = "&sig=abcdefghijklmnopqrstuvwxyz0123456789abcdef%3D";
    for (name, text) in [
        ("a line of dashes", "-".repeat(50)),
        ("signatures of one address", sas.to_owned()),
        ("parameters of one address", "&sig=a?sig=b".to_owned()),
        ("starts of tokens", "-eyJ.eyJ".repeat(10)),
        ("names in one word", "api_key=".repeat(10)),
        ("names before properties", "api_key=!".repeat(10)),
        (
            "first lines of private keys",
            "-----BEGIN PRIVATE KEY-----".to_owned(),
        ),
        ("addresses", "a://b:c@".to_owned()),
    ] {
        is_linear_from(300, name, |n| {
            let ends = if name.contains("private") {
                "-----END X-----"
            } else {
                ""
            };
            job(&format!("# {}{ends}\n# {0}\n", text.repeat(n)))
        });
    }
}

#[test]
fn steps() {
    is_linear("ring", |n| {
        format!("{PIPELINE}{}", many(n, &step("step_@next")))
    });
    is_linear("from one", |n| {
        format!("{PIPELINE}{}", many(n, &step("step_0")))
    });
    is_linear_from(200, "from nothing", |n| {
        format!("{PIPELINE}{}", many(n, &step("train_@")))
    });
    for (name, inputs) in [
        ("with an undeclared input", ""),
        ("without a required input", ", inputs: {in: {type: number}}"),
    ] {
        let step = format!(
            "  step_@: {{component: {{command: \"run ${{{{inputs.in}}}}\", environment: \"azureml:e:1\"{inputs}}}}}\n"
        );
        is_linear_from(200, name, |n| format!("{PIPELINE}{}", many(n, &step)));
    }
    is_linear("empty", |n| {
        format!("{PIPELINE}{}", many(n, "  step_@: {type: command}\n"))
    });
    is_linear_from(500, "one compute each", |n| {
        let step = "  step_@: {type: command, command: run, compute: azureml:c-@}\n";
        format!("{PIPELINE}{}", many(n, step))
    });
    is_linear("misspelled compute", |n| {
        let pipeline = PIPELINE.replace("default_compute: azureml:cpu-cluster", "");
        let step = "  step_@: {type: command, command: run, compte: azureml:c}\n";
        format!("{pipeline}{}", many(n, step))
    });
}

#[test]
fn aliases_and_comments() {
    is_linear("anchors", |n| {
        job(&format!(
            "tags:\n{}",
            many(n, "  a@: &anchor_@ x\n  b@: *anchor_@\n")
        ))
    });
    is_linear("without an anchor", |n| {
        job(&many(n, "word_@: *anchor_@\n"))
    });
    is_linear("steps merged from one", |n| {
        let steps = many(n, "  step_@: {<<: *step}\n");
        let shared = "x-step: &step {type: command, command: run}\n";
        format!("{shared}{PIPELINE}{steps}")
    });
    is_linear("a merge of many", |n| {
        job(&format!(
            "x-tags: &tags {{word: 1}}\ntags: {{<<: [{}]}}\n",
            "*tags, ".repeat(n)
        ))
    });
    is_linear("suppressions", |n| {
        job(&format!(
            "inputs:\n{}",
            many(n, "  in_@: 1 # azml: ignore[unused-input]\n")
        ))
    });
    is_linear("suppressions in a row", |n| {
        job(&"# azml: ignore[unused-input]\n".repeat(n))
    });
}

#[test]
fn packages() {
    let conda = |items: String| format!("channels: [conda-forge]\ndependencies:\n{items}");
    let inline = |rest: String| format!("environment:\n  image: a/b:1\n{rest}");
    is_linear("of conda", |n| conda(many(n, "- package_@=1\n")));
    is_linear("versions of Python", |n| conda("- python=3.8\n".repeat(n)));
    is_linear("of SDK v1", |n| {
        conda(format!("- pip:\n{}", "  - azureml-core\n".repeat(n)))
    });
    is_linear("in many environments", |n| {
        let step = "  step_@: {command: run, environment: {image: a/b:1, conda_file: {dependencies: \
                    [python=3.8, {pip: [azureml-core]}]}}}\n";
        format!("{PIPELINE}{}", many(n, step))
    });
    is_linear("aliases of one", |n| {
        let shared = format!("x: &x\n  dependencies:\n{}", many(n, "  - package_@=1\n"));
        let steps = "  step_@: {command: run, environment: {image: a/b:1, conda_file: *x}}\n";
        format!("{shared}{PIPELINE}{}", many(n, steps))
    });
    is_linear("inline", |n| {
        job(&inline(format!(
            "  conda_file:\n    dependencies:\n{}",
            "    - azureml-core\n".repeat(n)
        )))
    });
}

/// `levels` pipelines, each of which has the one before `times` times.
fn nested_pipelines(times: usize, levels: usize) -> String {
    let mut text = "type: pipeline\nx0: &x0 {type: command, command: run}\n".to_owned();
    for level in 1..=levels {
        let before = level - 1;
        let jobs: Vec<String> = (0..times)
            .map(|step| format!("s{step}: *x{before}"))
            .collect();
        let jobs = jobs.join(", ");
        text += &format!("x{level}: &x{level} {{type: pipeline, jobs: {{{jobs}}}}}\n");
    }
    text + &format!("jobs: {{all: *x{levels}}}\n")
}

#[test]
fn aliases_upon_aliases_are_not_followed_without_end() {
    let one = effort(&nested_pipelines(10, 3));
    for (times, levels) in [(10, 8), (4, 12), (2, 30)] {
        let all = effort(&nested_pipelines(times, levels));
        assert!(all < 100 * one, "{times} {levels}: {one}, then {all}");
    }
    let ring = "type: pipeline\njobs: &jobs\n  a: {type: pipeline, jobs: *jobs}\n";
    assert!(effort(ring) < one);
}

#[test]
fn a_configuration_in_each_folder() {
    let [small, large] = [100, 400].map(|count| {
        let mut workspace = Workspace::default();
        workspace.set_today(TODAY);
        let mut paths = Vec::new();
        for number in 0..count {
            let folder = format!("team-{number}");
            let settings = Settings {
                path: Some(format!("{folder}/azml.yaml").into()),
                ..Settings::default()
            };
            workspace.set_settings(&folder, settings);
            paths.push(format!("{folder}/job.yml"));
        }
        let before = spent();
        for path in &paths {
            workspace.insert(Document::new(path.as_str(), job("").as_str()));
        }
        for path in &paths {
            let _ = analyze(&workspace, path);
        }
        spent() - before
    });
    assert!(large <= LIMIT * small, "{small}, then {large}");
}

/// Files that name each other, each with something to say about what others name.
fn folder(count: usize) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for number in 0..count {
        let mut add = |path: &str, text: &str| {
            let numbered = |text: &str| text.replace('@', &number.to_string());
            files.push((numbered(path), numbered(text)));
        };
        let ports = "inputs:\n  unused: {type: uri_folder, path: azureml:d:1}\n  other: 1\n";
        add(
            "computes/c-@.yml",
            "type: amlcompute\nname: c-@\nsize: Standard_D4s_v5\nmax_instances: 4\n",
        );
        add(
            "computes/i-@.yml",
            "type: computeinstance\nname: i-@\nsize: Standard_D4s_v5\n",
        );
        let job = JOB.replace("cpu-cluster", "i-@");
        add(
            "jobs/j-@.yml",
            &format!("{job}command: echo\nresources: {{instance_count: 3}}\n{ports}"),
        );
        add(
            "components/s-@.yml",
            "type: command\nname: s_@\nversion: 1\ncommand: echo\nenvironment: azureml:e:1\n\
             inputs: {unused: {type: uri_folder, optional: true}}\n",
        );
        add(
            "pipelines/p-@.yml",
            &format!("{PIPELINE}  a: {{component: ../components/s-@.yml, type: command}}\n{ports}"),
        );
        add(
            "schedules/t-@.yml",
            "name: t-@\ntrigger: {type: cron, expression: \"0 3 * * *\"}\ncreate_job: ../jobs/j-@.yml\n",
        );
    }
    files
}

#[test]
fn folders() {
    let (small, large) = (
        effort_of_folder(&folder(50)),
        effort_of_folder(&folder(200)),
    );
    // What every file does with every other one is little beside what it does for itself.
    assert!(20 * large <= 83 * small, "{small}, then {large}");
}

/// Beside its text and its paths, a file that nobody has open may take so many bytes.
const FOR_EACH_CLOSED_FILE: i64 = 1200;

#[test]
fn files_that_nobody_has_open_are_kept_as_text() {
    let files = folder(100);
    let written: usize = files
        .iter()
        .map(|(path, text)| 2 * path.len() + text.len())
        .sum();
    let kept = |with_trees: bool| {
        let mut workspace = Workspace::default();
        let used = allocation_counter::measure(|| {
            for (path, text) in &files {
                let document = Document::new(path.as_str(), text.as_str());
                if with_trees {
                    workspace.insert(document);
                } else {
                    workspace.insert_closed(ClosedDocument::new(document, PathStyle::Unix));
                }
            }
        });
        (workspace, used.bytes_current)
    };
    // What is made once for the process is made before anything is measured.
    let (first, _) = kept(true);
    for (path, _) in &files {
        let _ = analyze(&first, path);
    }
    drop(first);
    let (mut workspace, closed) = kept(false);
    let count = i64::try_from(files.len()).expect("few");
    let written = i64::try_from(written).expect("little");
    let each = (closed - written) / count;
    assert!(each < FOR_EACH_CLOSED_FILE, "{each} bytes for each");
    let (with_trees, open) = kept(true);
    assert!(open > 2 * closed, "{open} with trees, {closed} without");

    // A check makes trees, and they go again.
    let mut found = 0;
    let used = allocation_counter::measure(|| {
        for (path, _) in &files {
            found += analyze(&workspace, path).len();
        }
        workspace.put_trees_away(|_| true);
    });
    assert!(
        used.bytes_current < closed / 2,
        "{} of {closed}",
        used.bytes_current
    );
    let same = files
        .iter()
        .map(|(path, _)| analyze(&with_trees, path).len());
    assert_eq!(found, same.sum::<usize>());
    assert!(found > 0);
}
