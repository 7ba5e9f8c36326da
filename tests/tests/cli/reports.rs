//! The formats of services: what they say of one repository, held against the text itself. Their
//! schemas and readers are asked by `tests/tools/reports.py`.

#![allow(clippy::unwrap_used)] // Helpers of tests.

use azml_tests::hostile::{self, ATTACKS, active_in};
use azml_tests::process::{Project, Run};
use serde_json::Value;

use crate::CLUSTER;

const SCHEMAS: &str = "$schema: https://azuremlschemas.azureedge.net/latest/";

const FORMATS: [&str; 4] = ["sarif", "gitlab", "junit", "rdjson"];

/// A name that no URI holds as it is.
const ODD_NAME: &str = "a b/größe 100%.yml";

/// With a byte-order mark, wide characters, and `\r\n`; each line has a finding with a safe fix.
const ODD_TEXT: &str = "\u{feff}$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\r\n\
    command: echo 😀 計算\r\n\
    environment: {image: u, name: \"😀\", version: 1} # 計算\r\n\
    compute: azureml:cpu\r\n\
    tags: {計算: 1.10, 😀: yes}\r\n";

const SWEEP: &str = "$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json\n\
    type: sweep\ncompute: azureml:ci-anna\ntrial:\n  command: echo ${{search_space.lr}}\n  \
    environment: azureml:e:1\nsearch_space: {lr: {type: uniform, min_value: 0, max_value: 1}}\n\
    objective: {goal: maximize, primary_metric: auc}\nsampling_algorithm: random\n\
    limits: {max_total_trials: 24, timeout: 60, trial_timeout: 60}\n";

const INSTANCE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json\n\
    type: computeinstance\nname: ci-anna\nsize: Standard_D4s_v5\n\
    idle_time_before_shutdown_minutes: 60\n";

/// Findings with related places, several fixes, and wide characters; a clean file; one that cannot
/// be read.
fn project() -> Project {
    Project::default()
        .with(ODD_NAME, ODD_TEXT)
        .with("sweep.yml", SWEEP)
        .with("computes/ci.yml", INSTANCE)
        .with("computes/cpu.yml", CLUSTER)
        .with(
            "latin-1.yml",
            b"$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ncommand: \xe9\n",
        )
}

fn report(project: &Project, format: &str, options: &str) -> Run {
    project.run(&format!("--check --format {format} {options}"))
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("it is a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("it is a text")
}

/// The path that a relative URI means.
fn decoded(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(&more[..2]).unwrap();
        bytes.push(u8::from_str_radix(digits, 16).unwrap());
        rest = &more[2..];
    }
    String::from_utf8(bytes).unwrap()
}

/// The byte of a place, as the specification of SARIF has it: UTF-16 code units, a byte-order mark
/// is none of them.
fn offset_of(text: &str, line: &Value, column: &Value) -> usize {
    let (line, column) = (line.as_u64().unwrap(), column.as_u64().unwrap());
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n').expect("the line is there") + 1;
    }
    if start == 0 && text.starts_with('\u{feff}') {
        start += '\u{feff}'.len_utf8();
    }
    let mut units = 1;
    for (at, c) in text[start..].char_indices() {
        if units == column {
            return start + at;
        }
        units += c.len_utf16() as u64;
    }
    assert_eq!(units, column);
    text.len()
}

fn range_of(text: &str, region: &Value) -> std::ops::Range<usize> {
    offset_of(text, &region["startLine"], &region["startColumn"])
        ..offset_of(text, &region["endLine"], &region["endColumn"])
}

fn path_of(location: &Value) -> String {
    assert_eq!(location["uriBaseId"], "%SRCROOT%", "{location}");
    decoded(text(&location["uri"]))
}

#[test]
fn sarif_regions_mark_what_is_wrong() {
    let project = project();
    let run = report(&project, "sarif", "");
    let log = json(&run);
    let [only] = list(&log["runs"]) else {
        panic!("{log}")
    };
    assert_eq!(only["columnKind"], "utf16CodeUnits");
    let results = list(&only["results"]);
    let rules = list(&only["tool"]["driver"]["rules"]);
    let found = json(&report(&project, "json", ""));
    assert_eq!(results.len(), list(&found["diagnostics"]).len());
    let mut used = std::collections::BTreeSet::new();
    for (result, found) in results.iter().zip(list(&found["diagnostics"])) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert_eq!(result["ruleId"], found["rule"]);
        used.insert(index);
        let place = &result["locations"][0]["physicalLocation"];
        let path = path_of(&place["artifactLocation"]);
        assert_eq!(path, found["path"]);
        let whole = project.text(&path);
        let range = range_of(&whole, &place["region"]);
        assert_eq!(range.start as u64, found["start"]["offset"]);
        assert_eq!(range.end as u64, found["end"]["offset"]);
        assert_eq!(whole[range], place["region"]["snippet"]["text"]);
        for (other, expected) in list(&found["related"])
            .iter()
            .zip(result["relatedLocations"].as_array().unwrap_or(&Vec::new()))
        {
            let place = &expected["physicalLocation"];
            assert_eq!(path_of(&place["artifactLocation"]), other["path"]);
            let whole = project.text(text(&other["path"]));
            let start = range_of(&whole, &place["region"]).start as u64;
            assert_eq!(start, other["start"]["offset"]);
            let link = format!("]({})", expected["id"]);
            assert!(text(&result["message"]["text"]).contains(&link));
        }
    }
    assert_eq!(used.len(), rules.len(), "rules without a finding");
    let related = results
        .iter()
        .filter(|it| it.get("relatedLocations").is_some());
    assert!(related.count() > 0);
}

#[test]
fn sarif_fixes_are_those_of_fix() {
    let project = project();
    let log = json(&report(&project, "sarif", ""));
    let mut texts = std::collections::BTreeMap::new();
    for result in list(&log["runs"][0]["results"]) {
        let Some(fixes) = result["fixes"].as_array() else {
            continue;
        };
        let safe = |fix: &&Value| fix["properties"]["applicability"] == "safe";
        for change in fixes
            .iter()
            .find(safe)
            .map_or(&[][..], |fix| list(&fix["artifactChanges"]))
        {
            let path = path_of(&change["artifactLocation"]);
            let edits: &mut Vec<_> = texts.entry(path.clone()).or_default();
            let before = project.text(&path);
            for replacement in list(&change["replacements"]) {
                let range = range_of(&before, &replacement["deletedRegion"]);
                let new = text(&replacement["insertedContent"]["text"]).to_owned();
                edits.push((range.start, range.end, new));
            }
        }
    }
    assert_eq!(texts.keys().collect::<Vec<_>>(), [ODD_NAME]);
    assert_eq!(texts[ODD_NAME].len(), 4, "{texts:?}");
    let mut expected = project.text(ODD_NAME);
    let mut edits = texts.remove(ODD_NAME).unwrap();
    edits.sort();
    for (start, end, new) in edits.into_iter().rev() {
        expected.replace_range(start..end, &new);
    }
    assert_eq!(report(&project, "sarif", "--fix").code, 2);
    assert_eq!(project.text(ODD_NAME), expected);
    assert_ne!(expected, ODD_TEXT);
}

#[test]
fn sarif_ranks_what_is_about_security() {
    let job = "command: python train.py\nenvironment: azureml:e:1\ncompute: azureml:c\n\
               environment_variables: {WANDB_API_KEY: 4f7a91c02be85d63f1a70c9e2d48b6537ae1904c}\n";
    let cluster = "name: c\ntype: amlcompute\nssh_public_access_enabled: true\nmin_instances: 1\n";
    let project = Project::default()
        .with("job.yml", format!("{SCHEMAS}commandJob.schema.json\n{job}"))
        .with(
            "c.yml",
            format!("{SCHEMAS}amlCompute.schema.json\n{cluster}"),
        );
    let log = json(&report(&project, "sarif", ""));
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let scores: Vec<(&str, Option<&str>, bool)> = rules
        .iter()
        .map(|rule| {
            let properties = &rule["properties"];
            let tags = properties["tags"].as_array().unwrap();
            let score = properties["security-severity"].as_str();
            (
                rule["id"].as_str().unwrap(),
                score,
                tags.contains(&"security".into()),
            )
        })
        .collect();
    for wanted in [
        ("cluster-min-nodes", None, false),
        ("public-ssh", Some("5.0"), true),
        ("secret-in-yaml", Some("7.5"), true),
    ] {
        assert!(scores.contains(&wanted), "{scores:?}");
    }
}

#[test]
fn sarif_says_what_could_not_be_read() {
    let invocation = |project: &Project| {
        let log = json(&report(project, "sarif", ""));
        log["runs"][0]["invocations"][0].clone()
    };
    let broken = invocation(&project());
    assert_eq!(broken["executionSuccessful"], false);
    let [only] = list(&broken["toolExecutionNotifications"]) else {
        panic!("{broken}")
    };
    assert_eq!(only["level"], "error");
    let file = &only["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(path_of(file), "latin-1.yml");
    let message = text(&only["message"]["text"]);
    assert!(
        message.contains("UTF-8") && message.ends_with("Save it as UTF-8."),
        "{message}"
    );
    let clean = invocation(&Project::default().with("ci.yml", INSTANCE));
    assert_eq!(clean, serde_json::json!({"executionSuccessful": true}));
}

#[test]
fn fingerprints_stay_when_lines_move_and_are_all_different() {
    let twice = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
        command: x\nunknown: 1\ninputs:\n  a: {bad: 1}\n  b: {bad: 1, worse: 1}\n";
    let before = Project::default()
        .with("a.yml", twice)
        .with("b/c.yml", twice);
    let moved = format!("# one more line\n{twice}");
    let after = Project::default()
        .with("a.yml", &moved)
        .with("b/c.yml", &moved);
    let gitlab = |project: &Project| -> Vec<String> {
        let found = json(&report(project, "gitlab", "--min-level hint"));
        let digests = list(&found)
            .iter()
            .map(|it| text(&it["fingerprint"]).to_owned());
        digests.collect()
    };
    let digests = gitlab(&before);
    assert_eq!(digests, gitlab(&after));
    let unique: std::collections::BTreeSet<_> = digests.iter().collect();
    assert!(
        digests.len() > 6 && unique.len() == digests.len(),
        "{digests:?}"
    );
    let sarif = |project: &Project| -> Vec<Value> {
        let log = json(&report(project, "sarif", "--min-level hint"));
        let results = list(&log["runs"][0]["results"]).iter();
        results
            .map(|it| it["partialFingerprints"].clone())
            .collect()
    };
    let own = sarif(&before);
    assert_eq!(own, sarif(&after));
    let (first, second) = own.split_at(own.len() / 2);
    assert_eq!(
        first, second,
        "they are the same in a file with another name"
    );
}

#[test]
fn paths_start_at_the_top_of_the_repository() {
    let project = project();
    let mut command = project.command("--check --format gitlab .. --output ../out.json");
    let output = command
        .current_dir(project.root().join("computes"))
        .output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    let found: Value = serde_json::from_str(&project.text("out.json")).unwrap();
    let path = |found: &Value| text(&found["location"]["path"]).to_owned();
    assert_eq!(path(&list(&found)[0]), ODD_NAME);
    assert!(
        list(&found)
            .iter()
            .any(|found| path(found) == "computes/cpu.yml")
    );
}

#[test]
fn rdjson_counts_bytes_and_suggests_one_replacement() {
    let project = project();
    let report = json(&report(&project, "rdjson", ""));
    let found = list(&report["diagnostics"]);
    let [.., first, second] = found
        .iter()
        .filter(|it| it["location"]["path"] == ODD_NAME)
        .collect::<Vec<_>>()[..]
    else {
        panic!("{report}")
    };
    // `tags: {計算: 1.10, 😀: yes}`
    let columns = |value: &Value| {
        let range = &value["range"];
        (
            range["start"]["column"].as_u64(),
            range["end"]["column"].as_u64(),
        )
    };
    assert_eq!(columns(&first["location"]), (Some(16), Some(20)));
    assert_eq!(columns(&second["location"]), (Some(28), Some(31)));
    assert_eq!(first["suggestions"][0]["text"], "\"1.10\"");
    let image = found
        .iter()
        .find(|it| it["code"]["value"] == "inline-asset-name-ignored");
    let image = &image.unwrap()["suggestions"];
    assert_eq!(list(image).len(), 1, "two edits are one suggestion");
    assert_eq!(columns(&image[0]), (Some(23), Some(49)));
    let sweep = found
        .iter()
        .find(|it| it["code"]["value"] == "sweep-on-single-node");
    let related = &sweep.unwrap()["related_locations"][0];
    assert_eq!(related["location"]["path"], "computes/ci.yml");
}

#[test]
fn junit_fails_where_the_run_does() {
    let project = project();
    let run = report(&project, "junit", "");
    let strict = report(&project, "junit", "--fail-on info");
    for (name, text) in [
        ("a clean file", "<testcase name=\"no findings\""),
        ("an error", "<error "),
    ] {
        assert_eq!(
            run.stdout.matches(text).count(),
            1,
            "{name}: {}",
            run.stdout
        );
    }
    let failures = |run: &Run| run.stdout.matches("<failure ").count();
    let passed = run.stdout.matches("<system-out>").count();
    assert!(passed > 0 && failures(&run) > 0, "{}", run.stdout);
    assert_eq!(failures(&strict), failures(&run) + passed);
}

#[test]
fn a_report_without_findings_is_one() {
    let project = Project::default().with("ci.yml", INSTANCE);
    for format in FORMATS {
        let run = report(&project, format, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        assert!(!run.stdout.is_empty());
    }
    assert_eq!(report(&project, "gitlab", "").stdout, "[]\n");
    let empty = Project::default();
    for format in FORMATS {
        assert_eq!(report(&empty, format, "").code, 0);
    }
    let log = json(&report(&empty, "sarif", ""));
    assert_eq!(
        list(&log["runs"][0]["results"]).len(),
        0,
        "the key is there"
    );
}

/// The links of a text that SARIF gives to viewers: what stands between `](` and `)`.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for (at, _) in text.match_indices("](") {
        if !text[..at].ends_with('\\') {
            links.extend(text[at + 2..].split(')').next());
        }
    }
    links
}

#[test]
fn texts_of_a_hostile_repository_are_neither_links_nor_images() {
    let mut count = 0;
    for attack in ATTACKS {
        let project = hostile::project(attack);
        let review = json(&report(&project, "rdjson", "--min-level hint"));
        for found in list(&review["diagnostics"]) {
            let message = text(&found["message"]);
            assert_eq!(active_in(message), None, "{message}");
            count += 1;
        }
        let log = json(&report(&project, "sarif", "--min-level hint"));
        for result in list(&log["runs"][0]["results"]) {
            let related = result["relatedLocations"].as_array().map_or(0, Vec::len);
            for link in links(text(&result["message"]["text"])) {
                let number: usize = link.parse().unwrap_or(0);
                assert!((1..=related).contains(&number), "{result}");
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn standard_input_and_files_elsewhere_have_uris() {
    let text = CLUSTER.as_bytes();
    let project = Project::default().with("b/ci.yml", INSTANCE);
    let uri = |run: &Run| {
        let log = json(run);
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        place["artifactLocation"].clone()
    };
    let run = project.run_with("--check --format sarif -", &[], text);
    assert_eq!(path_of(&uri(&run)), "<stdin>");
    let other = Project::default().with("a b.yml", CLUSTER);
    std::fs::remove_dir(other.root().join(".git")).unwrap();
    let run = project.run(&format!(
        "--check --format sarif {}",
        other.root().display()
    ));
    let uri = uri(&run);
    assert_eq!(uri.get("uriBaseId"), None);
    let expected = format!("file://{}", if cfg!(windows) { "/" } else { "" });
    assert!(uri["uri"].as_str().unwrap().starts_with(&expected), "{uri}");
    assert!(
        uri["uri"].as_str().unwrap().ends_with("/a%20b.yml"),
        "{uri}"
    );
}
