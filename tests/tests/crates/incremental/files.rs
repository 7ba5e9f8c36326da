//! The files that are edited, and a disk with their texts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use azml_rules::az_ml::{Mention, may_make_files, mentions_of};
use azml_rules::workspace::{Disk, OnDisk, UploadSize};

/// What our own pipelines are used by, and what they use.
pub(super) const AROUND: &[(&str, &str)] = &[
    (
        "env.yml",
        "$schema: https://x/latest/environment.schema.json\nname: sklearn-fit\nimage: i:1\n",
    ),
    (
        "cpu.yml",
        "type: amlcompute\nname: cpu-cluster\nsize: Standard_D4s_v5\nmax_instances: 1\n",
    ),
    (
        "ws.yml",
        "$schema: https://x/latest/workspace.schema.json\nname: w\nlocation: westeurope\n",
    ),
    (
        "far.yml",
        "type: amlcompute\nname: cpu-far\nsize: Standard_D4s_v5\nlocation: eastus\n",
    ),
    (
        "end.yml",
        "$schema: https://x/latest/kubernetesOnlineEndpoint.schema.json\nname: e\n\
            compute: azureml:cpu-far\n",
    ),
    (
        "dep.yml",
        "$schema: https://x/latest/managedOnlineDeployment.schema.json\nname: d\nendpoint_name: e\n\
            model: azureml:m:1\n",
    ),
    (
        "schedule.yml",
        "$schema: https://x/latest/schedule.schema.json\nname: s\n\
            trigger: {type: cron, expression: 0 0 * * *}\n\
         create_job:\n  type: pipeline\n  job: ./wine.yml\n  inputs: {data: x}\n",
    ),
    (
        "job.yml",
        "$schema: https://x/latest/commandJob.schema.json\ncommand: echo\n\
            environment: azureml:sklearn-fir:1\n\
         compute: azureml:cpu-cluster\nresources: {instance_count: 2}\ncode: ./src\n",
    ),
    (
        "train.yml",
        "$schema: https://x/latest/commandJob.schema.json\ncode: ./src\n\
            command: python train.py --alpha ${{inputs.alpha}} --rows 5\n\
            inputs: {alpha: 0.5, beta: 1}\nenvironment: {build: {path: ./docker}}\n\
            compute: azureml:listed\n",
    ),
    (
        "root.yml",
        "$schema: https://x/latest/commandJob.schema.json\ncode: .\n\
            command: python src/train.py --alpha 1 && bash run.sh\n\
            environment: {image: i:1, conda_file: packages.yml}\ncompute: azureml:listed-too\n",
    ),
    (
        "large.yml",
        "$schema: https://x/latest/environment.schema.json\nname: large\nversion: 1\n\
            build: {path: ./docker}\n",
    ),
];

/// Files on the disk with their texts; the first one is there in the beginning.
pub(super) const ON_DISK: &[(&str, &[&str])] = &[
    (
        "src/train.py",
        &[
            "import argparse\nfrom helper import NAME\np = argparse.ArgumentParser()\n\
                p.add_argument(NAME, type=float)\np.add_argument('--rows', choices=['5'])\np.parse_args()\n",
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--beta', required=True)\n\
                p.parse_args()\n",
            "import argparse\nprint(\n",
            "",
        ],
    ),
    (
        "src/helper.py",
        &["NAME = '--alpha'\n", "NAME = '--gamma'\n", "NAME ="],
    ),
    (
        "src/.amlignore",
        &["", "helper.py\n", "*.py\n", "# nothing\n"],
    ),
    (".amlignore", &["", "src\n", ".git\n", "run.sh\n"]),
    (".gitignore", &["", "src/train.py\n", ".git/\n"]),
    (".git/HEAD", &["ref: refs/heads/main\n"]),
    ("run.sh", &["python src/train.py --rows 6\n", ""]),
    (
        "docker/Dockerfile",
        &[
            "FROM mcr.microsoft.com/azureml/x:1\nCOPY requirements.txt .\n\
                RUN pip install -r requirements.txt\n",
            "FROM python\nCOPY nothing.txt .\n",
            "RUN echo\n",
        ],
    ),
    (
        "docker/requirements.txt",
        &[
            "mlflow\nazureml-mlflow\n",
            "azureml-core\n",
            "numpy==1.0\nnumpy==2.0\n",
        ],
    ),
    (
        "packages.yml",
        &[
            "name: p\ndependencies:\n  - python=3.10\n  - pip:\n      - mlflow\n",
            "name: p\ndependencies:\n  - python=2.7\n  - pip\n",
            "name: p\ndependencies: [\n",
        ],
    ),
];

/// A disk on which everything is, but for some paths. Texts are those that were written.
#[derive(Clone, Debug, Default)]
pub(super) struct Files(Arc<Mutex<Contents>>);

#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) gone: BTreeSet<String>,
    pub(super) texts: BTreeMap<String, &'static str>,
}

impl Files {
    pub(super) fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().expect("no test panics with it")
    }
}

impl Contents {
    fn text(&self, path: &str) -> Option<&'static str> {
        let text = self.texts.get(path).copied();
        text.filter(|_| !self.gone.contains(path))
    }
}

impl Disk for Files {
    fn at(&self, path: &str) -> Option<OnDisk> {
        let contents = self.contents();
        let folder = format!("{path}/");
        let is_folder = || contents.texts.keys().any(|file| file.starts_with(&folder));
        Some(match contents.gone.contains(path) {
            true => OnDisk::Nothing,
            false if path.is_empty() || is_folder() => OnDisk::Folder,
            false => OnDisk::File,
        })
    }

    fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
        self.contents().text(path).map(Arc::from)
    }

    fn mentions(&self, _: &str, _: &str, name: &str) -> Option<Vec<Mention>> {
        let contents = self.contents();
        let scripts = contents.texts.keys().filter(|path| may_make_files(path));
        let mentions = scripts.flat_map(|path| {
            let text = contents.text(path).unwrap_or_default();
            mentions_of(path, text, name)
        });
        Some(mentions.collect())
    }

    fn upload_size(&self, path: &str) -> Option<UploadSize> {
        let contents = self.contents();
        let inside = |name: &str| path_inside(path, name);
        let ignored = contents.text(&inside(".amlignore"));
        let ignored = ignored.or_else(|| contents.text(&inside(".gitignore")));
        let ignored: Vec<&str> = ignored.unwrap_or_default().lines().collect();
        let mut size = UploadSize::default();
        for file in contents.texts.keys() {
            let Some(text) = contents
                .text(file)
                .filter(|_| file.starts_with(&inside("")))
            else {
                continue;
            };
            if !ignored
                .iter()
                .any(|line| file.contains(line.trim_end_matches('/')))
            {
                size.files += 1;
                size.bytes += text.len() as u64 * 50_000_000;
            }
        }
        Some(size)
    }
}

fn path_inside(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}
