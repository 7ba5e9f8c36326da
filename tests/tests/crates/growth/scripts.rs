//! Scripts with many flags and commands, and many scripts.

use std::sync::Mutex;

use azml_rules::suppress::Comments;

use super::*;

#[test]
fn flags_of_scripts() {
    let flags_and_words = |declared: &str, passed: &str| {
        // As with inputs, what was meant is not looked for among lists that long.
        let [small, large] = [250, 4 * 250].map(|n| {
            let flags = many(n, declared);
            let script = format!(
                "import argparse\nparser = argparse.ArgumentParser()\n{flags}parser.parse_args()\n"
            );
            let words = many(n, passed);
            let job = format!("{JOB}code: src\ncommand: python train.py {words}\n");
            let (effort, found) = effort_with_script(("job.yml", &job), &script);
            // A file has at most 1,000 findings.
            assert!(found >= n.min(1_000), "{found}");
            effort
        });
        assert!(
            large <= LIMIT * small,
            "{declared}{passed}: {small}, then {large}"
        );
    };
    flags_and_words("parser.add_argument(\"--name_@\")\n", "--other_@ 1 ");
    flags_and_words("parser.add_argument(\"--name_@\")\n", "--name-@ 1 ");
}

#[test]
fn malformed_words() {
    let script = "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--first\")\n\
         parser.parse_args()\n";
    let [small, large] = [500, 4 * 500].map(|n| {
        let words = "--first ${{inputs.first} ".repeat(n);
        let job =
            format!("{JOB}code: src\ncommand: python train.py {words}\ninputs: {{first: 1}}\n");
        let (effort, found) = effort_with_script(("job.yml", &job), script);
        assert!(found >= n.min(1_000), "{found}");
        effort
    });
    assert!(large <= LIMIT * small, "{small}, then {large}");
}

#[test]
fn flags_that_a_script_has() {
    let [small, large] = [60, 240].map(|n| {
        let flags = many(n, "parser.add_argument(\"--name_@\")\n");
        let script = format!(
            "import argparse\nparser = argparse.ArgumentParser()\n{flags}print(parser.parse_args())\n"
        );
        let outputs = many(n, "  out_@: {type: uri_folder}\n");
        let words = many(n, "--name_@ ${{outputs.out_@}} ");
        let job = format!("{JOB}code: src\ncommand: python train.py {words}\noutputs:\n{outputs}");
        effort_with_script(("job.yml", &job), &script).0
    });
    assert!(large <= LIMIT * small, "{small}, then {large}");
}

#[test]
fn commands_of_scripts() {
    let [small, large] = [60, 240].map(|n| {
        let script = many(n, "az ml job create --file job_@.yml\n");
        let (effort, found) = effort_with_script(("deploy.sh", &script), "");
        assert!(found >= n, "{found}");
        effort
    });
    assert!(large <= LIMIT * small, "{small}, then {large}");
}

#[test]
fn comments_for_commands() {
    let [small, large] = [120, 480].map(|n| {
        let line = "az ml job create --file job.yml\n";
        let script = Document::new("deploy.sh", line.repeat(n));
        let offsets = (0..n).map(|at| u32::try_from(at * line.len()).unwrap());
        let places: Vec<_> = offsets
            .map(|at| (at, vec!["az-command-file-missing"]))
            .collect();
        let before = spent();
        let edits = Comments::of(&script).for_lines(&places, None);
        assert!(edits.iter().all(Option::is_some));
        spent() - before
    });
    assert!(small > 0 && large <= LIMIT * small, "{small}, then {large}");
}

#[test]
fn scripts_that_name_missing_files() {
    let scripts = |count| {
        let script = |n| {
            (
                format!("r-{n}.sh"),
                "az ml job create -f no/job.yml\n".to_owned(),
            )
        };
        (0..count).map(script).collect::<Vec<_>>()
    };
    let bytes = |files: &[_]| {
        let used = allocation_counter::measure(|| _ = effort_of_folder(files));
        used.bytes_total
    };
    let _ = bytes(&scripts(2));
    let [small, large] = [100, 400].map(|count| bytes(&scripts(count)));
    assert!(large <= LIMIT * small, "{small}, then {large}");
}

/// A disk without the folder `missing`, with so many files beside it, and what was read.
#[derive(Debug, Default)]
struct WithoutFolder {
    files: usize,
    read: Mutex<Vec<String>>,
}

impl Disk for WithoutFolder {
    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match path {
            "" => OnDisk::Folder,
            _ => OnDisk::Nothing,
        })
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        self.read.lock().expect("one thread").push(path.to_owned());
        None
    }

    fn files_below(&self, _: &str, _: &str) -> Option<Arc<[String]>> {
        Some((0..self.files).map(|n| format!("f{n:05}/x.csv")).collect())
    }
}

/// Returns the number of missing paths of a job with this code folder.
fn missing_paths(disk: Arc<WithoutFolder>, code: &str) -> usize {
    let mut workspace = Workspace::default();
    workspace.set_disk(disk);
    let job = format!("{JOB}code: {code}\ncommand: python train.py\n");
    workspace.insert(Document::new("job.yml", job));
    let found = analyze(&workspace, "job.yml");
    let missing = found
        .iter()
        .filter(|it| it.rule.name == "local-path-missing");
    missing.count()
}

#[test]
fn a_path_longer_than_any_system_takes_is_not_looked_up() {
    let disk = Arc::new(WithoutFolder::default());
    assert_eq!(missing_paths(disk.clone(), &"a/".repeat(2_000)), 1);
    assert_eq!(missing_paths(disk, &"a/".repeat(3_000)), 0);
}

/// Returns the work for a job whose code folder is missing, and what was read.
fn effort_without_folder(files: usize) -> (u64, Vec<String>) {
    let before = spent();
    let disk = Arc::new(WithoutFolder {
        files,
        ..WithoutFolder::default()
    });
    assert_eq!(missing_paths(disk.clone(), "./missing"), 1);
    let read = disk.read.lock().expect("one thread").clone();
    (spent() - before, read)
}

#[test]
fn a_missing_folder_costs_the_same_beside_many_files() {
    let [(few, _), (many, _)] = [520, 5200].map(effort_without_folder);
    assert!(many <= few + few / 10, "{few}, then {many}");
}

#[test]
fn nothing_is_read_in_a_missing_folder() {
    let (_, read) = effort_without_folder(10);
    assert!(
        read.iter().all(|path| !path.starts_with("missing/")),
        "{read:?}"
    );
    assert!(!read.is_empty());
}
