//! Skeletons hold what they promise: with their defaults they are clean, and they are what their
//! labels say.

use azml_rules::compute::{SPARK_SIZES, vm_size};
use azml_rules::document::{Document, Kind};
use azml_rules::skeletons::{Skeleton, skeletons};
use azml_rules::syntax;
use azml_tests::process::Project;

const SCORING: &str = "def init():\n    pass\n\n\ndef run(data):\n    return data\n";

/// A folder with everything that skeletons refer to.
fn folder() -> Project {
    let mut project = Project::default();
    let files = [
        "src/train.py",
        "src/prepare.py",
        "src/score.py",
        "src/score_batch.py",
        "docker/Dockerfile",
        "data/part-1.csv",
        "model/model.pkl",
        "training-data/MLTable",
        "validation-data/MLTable",
        "id_rsa",
        "conda.yml",
    ];
    for file in files {
        let is_scoring = file.contains("score");
        project = project.with(file, if is_scoring { SCORING } else { "# empty\n" });
    }
    project
        .with("component.yml", of("command-component").plain())
        .with("pipeline.yml", of("pipeline-job").plain())
}

fn of(id: &str) -> &'static Skeleton {
    skeletons()
        .iter()
        .find(|skeleton| skeleton.id == id)
        .expect("there is such a skeleton")
}

/// What the real binary finds in `skeleton`, hints included.
fn findings(project: &Project, file: &str) -> String {
    let run = project.run(&format!("--check --format concise --min-level hint {file}"));
    if run.code == 0 && run.stdout.is_empty() {
        String::new()
    } else {
        run.transcript()
    }
}

#[test]
fn defaults_are_clean_in_an_empty_folder_and_beside_the_others() {
    let mut together = folder();
    let mut problems = String::new();
    for skeleton in skeletons() {
        let file = if skeleton.only.is_empty() {
            format!("{}.yml", skeleton.id)
        } else {
            skeleton.only.to_owned()
        };
        let alone = folder().with(&file, skeleton.plain());
        problems += &findings(&alone, &file);
        if skeleton.only.is_empty() {
            together = together.with(&file, skeleton.plain());
        }
    }
    problems += &findings(&together, ".");
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn a_mistake_in_a_skeleton_would_be_found() {
    let project = folder().with(
        "job.yml",
        of("command-job")
            .plain()
            .replace("timeout: 7200", "timeout: soon"),
    );
    assert!(
        findings(&project, "job.yml").contains("[invalid-"),
        "{}",
        findings(&project, "job.yml")
    );
}

#[test]
fn every_skeleton_is_of_the_kind_that_it_is_called() {
    for skeleton in skeletons()
        .iter()
        .filter(|skeleton| skeleton.only.is_empty())
    {
        let document = Document::new("x.yml", skeleton.plain());
        let kind = document.kind().map(Kind::label).unwrap_or_default();
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let shared = words(kind)
            .iter()
            .filter(|word| words(skeleton.label).contains(word))
            .count();
        assert!(
            shared > 0,
            "{}: a {kind} is called {}",
            skeleton.id,
            skeleton.label
        );
        assert!(
            !skeleton.about.is_empty() && skeleton.about.len() < 80,
            "{}",
            skeleton.about
        );
    }
}

#[test]
fn sizes_of_skeletons_are_not_announced_to_go() {
    let mut count = 0;
    for skeleton in skeletons() {
        let text = skeleton.plain();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        for size in words.filter_map(vm_size).filter(|size| {
            !SPARK_SIZES
                .iter()
                .any(|name| name.eq_ignore_ascii_case(size.name))
        }) {
            count += 1;
            assert!(
                size.listed_for_aml && size.retires_on.is_none(),
                "{}: {}",
                skeleton.id,
                size.name
            );
            assert!(
                skeleton.id != "online-deployment" || size.online_endpoint,
                "{}",
                size.name
            );
        }
    }
    assert!(count >= 4, "only {count} sizes were found");
}

#[test]
fn tab_stops_are_numbered_from_one_on() {
    for skeleton in skeletons() {
        let snippet = skeleton.snippet();
        let count = (1..)
            .take_while(|number| snippet.contains(&format!("${{{number}:")))
            .count();
        assert_eq!(
            snippet.matches("${").count() - snippet.matches("\\${{").count(),
            count,
            "{snippet}"
        );
        assert!(count > 0, "{}", skeleton.id);
        assert!(
            syntax::parse(skeleton.plain()).errors().is_empty(),
            "{}",
            skeleton.plain()
        );
    }
}

/// The list of VS Code is about 380 pixels wide, a letter of a label 8.4, and one of a description 7.2.
#[test]
fn descriptions_are_not_cut_in_lists() {
    let mut cut = Vec::new();
    for skeleton in skeletons() {
        if 84 * skeleton.label.chars().count() + 72 * skeleton.about.chars().count() > 3800 {
            cut.push(format!("{}: {}", skeleton.label, skeleton.about));
        }
    }
    assert!(cut.is_empty(), "{cut:#?}");
}
