//! Files that are written, deleted, renamed, and replaced by folders and links, each reported as editors
//! report it: in the end, the server says what one says that is started then.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arbitrary::{Arbitrary, Unstructured};
use serde_json::{Value, json};

use crate::memory_client::{Clock, MemoryClient, with_server};
use crate::process::Project;

/// Steps of a session; more only take longer.
const MOST: usize = 24;

/// The file that is open.
const OPEN: &str = "job.yml";
const TEXT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\ncode: src\n\
    command: python train.py --alpha ${{inputs.alpha}} && bash ../run.sh\n\
    environment: {image: python:3.11, conda_file: conda.yml}\n\
    compute: azureml:cpu\ninputs:\n  alpha: 1\n  data: {type: uri_folder, path: data/raw}\n";

/// Files with their texts. The first text of each is there in the beginning.
const FILES: &[(&str, &[&str])] = &[
    (
        "src/train.py",
        &[
            "import argparse\nfrom helper import NAME\np = argparse.ArgumentParser()\n\
             p.add_argument(NAME)\np.parse_args()\n",
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--beta')\np.parse_args()\n",
            "print(\n",
        ],
    ),
    (
        "src/helper.py",
        &["NAME = '--alpha'\n", "NAME = '--gamma'\n"],
    ),
    ("src/.amlignore", &["", "helper.py\n", "*.py\n"]),
    (".amlignore", &["", "src\n"]),
    (".gitignore", &["", "*.py\n", "conda.yml\n"]),
    (
        "run.sh",
        &[
            "echo\n",
            "az ml job create -f job.yml --set compute=azureml:cpu\n",
        ],
    ),
    ("data/raw/a.csv", &["1\n", ""]),
    (
        "conda.yml",
        &[
            "dependencies: [python=3.11, pip: [mlflow]]\n",
            "dependencies: [python=2.7]\n",
            "dependencies: [\n",
        ],
    ),
    (
        "cpu.yml",
        &[
            "type: amlcompute\nname: cpu\nsize: Standard_D4s_v5\nmax_instances: 4\n",
            "type: amlcompute\nname: gpu\nsize: Standard_NC6s_v3\n",
        ],
    ),
    (
        "azml.yaml",
        &[
            "preview: true\n",
            "rules: {job-no-timeout: off}\n",
            "exclude: [cpu.yml]\n",
            "rules: [\n",
        ],
    ),
    (
        ".azml/computes.json",
        &[
            "[]",
            r#"[{"name": "cpu", "type": "amlcompute", "size": "Standard_D4s_v5"}]"#,
            "[",
        ],
    ),
];

/// The index of `azml.yaml` in [`FILES`]; its last text is broken.
const CONFIGURATION: u8 = 9;

/// One step. Files and texts are taken modulo what there is.
#[derive(Clone, Debug, Arbitrary)]
enum Step {
    /// Writes a file, and the folders around it.
    Write { file: u8, text: u8 },
    /// Deletes a file, or the folder around it.
    Delete { file: u8, folder: bool },
    /// Gives the file the name of another one.
    Rename { from: u8, to: u8 },
    /// Puts a folder in its place.
    Folder { file: u8 },
    /// Puts a link to another file in its place.
    #[cfg_attr(
        not(unix),
        expect(dead_code, reason = "only Unix has links for everybody")
    )]
    Link { file: u8, to: u8 },
    /// Asks, so that something is remembered.
    Ask,
}

pub(crate) fn check(bytes: &[u8]) {
    let mut project = Project::default().with(OPEN, TEXT);
    for (path, texts) in FILES {
        project = project.with(path, texts[0]);
    }
    let root = project.root();
    let mut bytes = Unstructured::new(bytes);
    let mut steps = Vec::new();
    let mut went_on = None;
    session(root, async |client| {
        for _ in 0..MOST {
            match Step::arbitrary(&mut bytes) {
                Ok(step) if !bytes.is_empty() => steps.push(step),
                _ => break,
            }
        }
        for step in &steps {
            take(client, root, step).await;
        }
        // While the configuration is broken, the one before it holds, which a new server does not know.
        if has_broken_configuration(root) {
            let (file, text) = (CONFIGURATION, 0);
            take(client, root, &Step::Write { file, text }).await;
        }
        went_on = Some(diagnostics(client).await);
    });
    let mut started = None;
    session(root, async |client| {
        started = Some(diagnostics(client).await);
    });
    assert_eq!(went_on, started, "{steps:#?}");
}

/// Makes a step, and reports it.
async fn take(client: &mut MemoryClient, root: &Path, step: &Step) {
    let before = contents(root);
    make(root, step);
    report(client, &before, &contents(root)).await;
    if matches!(step, Step::Ask) {
        let _ = diagnostics(client).await;
    }
}

/// Returns `true` if `azml.yaml` is there, and is not one of the texts that can be read.
fn has_broken_configuration(root: &Path) -> bool {
    let (path, texts) = FILES[usize::from(CONFIGURATION)];
    let path = root.join(path);
    let text = fs::read_to_string(&path).ok();
    let can_be_read = text.is_some_and(|text| texts[..texts.len() - 1].contains(&&*text));
    fs::symlink_metadata(&path).is_ok() && !can_be_read
}

fn session(root: &Path, run: impl AsyncFnOnce(&mut MemoryClient)) {
    let capabilities = json!({
        "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
        "textDocument": {"diagnostic": {}},
    });
    with_server(root, &capabilities, Clock::Paused, async |client| {
        client.open(OPEN, TEXT).await;
        run(client).await;
    });
}

/// What is said of the open file once the server has nothing left to do.
async fn diagnostics(client: &mut MemoryClient) -> Value {
    client.settle().await;
    let params = json!({"textDocument": {"uri": client.uri(OPEN)}});
    let mut answer = client.request("textDocument/diagnostic", params).await;
    answer["result"]["items"].take()
}

/// Everything below a folder: the text of a file, the target of a link, `None` for a folder.
fn contents(root: &Path) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path
                .strip_prefix(root)
                .expect("it is below")
                .display()
                .to_string();
            let text = match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    folders.push(path);
                    None
                }
                Ok(kind) if kind.is_symlink() => {
                    fs::read_link(path).ok().map(|to| format!("-> {to:?}"))
                }
                _ => fs::read_to_string(path).ok(),
            };
            found.insert(name, text);
        }
    }
    found
}

/// Reports what is different. What was in a folder that is gone is not named, as in VS Code.
async fn report(
    client: &mut MemoryClient,
    before: &BTreeMap<String, Option<String>>,
    after: &BTreeMap<String, Option<String>>,
) {
    for path in before.keys().filter(|path| !after.contains_key(*path)) {
        let around = path.rsplit_once('/').map(|(folder, _)| folder);
        if around.is_none_or(|folder| after.contains_key(folder)) {
            client.report(path, 3).await;
        }
    }
    for (path, text) in after {
        match before.get(path) {
            None => client.report(path, 1).await,
            Some(old) if old != text => client.report(path, 2).await,
            Some(_) => {}
        }
    }
}

/// Does what it can: a step that is not possible leaves everything as it is.
fn make(root: &Path, step: &Step) {
    let path = |file: u8| root.join(FILES[usize::from(file) % FILES.len()].0);
    let clear = |path: &Path| {
        let _ = fs::remove_file(path);
        let _ = fs::remove_dir_all(path);
        let _ = fs::create_dir_all(path.parent().expect("it is in a folder"));
    };
    match step {
        Step::Write { file, text } => {
            let texts = FILES[usize::from(*file) % FILES.len()].1;
            clear(&path(*file));
            let _ = fs::write(path(*file), texts[usize::from(*text) % texts.len()]);
        }
        Step::Delete { file, folder } => {
            let path = path(*file);
            let around = path.parent().filter(|around| *folder && *around != root);
            let _ = fs::remove_dir_all(around.unwrap_or(&path));
            let _ = fs::remove_file(&path);
        }
        Step::Rename { from, to } if path(*from).exists() && path(*from) != path(*to) => {
            clear(&path(*to));
            let _ = fs::rename(path(*from), path(*to));
        }
        Step::Folder { file } => {
            clear(&path(*file));
            let _ = fs::create_dir(path(*file));
        }
        #[cfg(unix)]
        Step::Link { file, to } => {
            clear(&path(*file));
            let _ = std::os::unix::fs::symlink(path(*to), path(*file));
        }
        _ => {}
    }
}
