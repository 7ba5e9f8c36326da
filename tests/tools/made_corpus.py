"""A folder of Azure ML YAML that is the same on every machine: what `instructions.py` measures with.

Every number of a file decides by itself what stands in it; nothing is drawn by chance. Each sort of document that people
write is there, most of them right, each with a mistake now and then, so that rules have something to say and to fix.
"""

import json

SCHEMA = "$schema: https://azuremlschemas.azureedge.net/latest/{}.schema.json\n"

CLUSTER = """\
type: amlcompute
name: cluster-{n}
size: {size}
min_instances: {low}
max_instances: {high}
idle_time_before_scale_down: 120
tags: {{team: research, cost: "4711"}}
"""

INSTANCE = """\
type: computeinstance
name: instance-{n}
size: {size}
description: Where one person works.
"""

COMMAND = """\
type: command
display_name: train {n}
experiment_name: made
description: Trains a model on the table of station {n}.
code: ../src
command: >-
  python train.py
  --table ${{{{inputs.table}}}}
  --rate ${{{{inputs.rate}}}}
  --out ${{{{outputs.model}}}}
environment: azureml:training@latest
compute: azureml:cluster-{compute}
resources:
  instance_count: {nodes}
inputs:
  table:
    type: uri_folder
    path: azureml://datastores/stations/paths/{n}/
  rate: 0.1
  {extra}: {n}
outputs:
  model:
    type: mlflow_model
limits:
  timeout: 3600
environment_variables:
  LOG_LEVEL: debug
"""

SWEEP = """\
type: sweep
display_name: sweep {n}
trial:
  code: ../src
  command: >
    python train.py --rate ${{{{search_space.rate}}}} --depth ${{{{search_space.depth}}}}
  environment: azureml:training:12
compute: azureml:instance-{compute}
sampling_algorithm: {sampling}
search_space:
  rate: {{type: loguniform, min_value: -6.0, max_value: -1.0}}
  depth:
    type: choice
    values: [2, 4, 8, 16]
objective:
  goal: minimize
  primary_metric: rmse
limits:
  max_total_trials: 24
  max_concurrent_trials: 4
  timeout: 7200
"""

COMPONENT = """\
type: command
name: step_{n}
version: "{n}"
display_name: Step {n}
code: ../src
command: python step.py ${{{{inputs.data}}}} $[[--limit ${{{{inputs.limit}}}}]] ${{{{outputs.out}}}}
environment: azureml:training@latest
inputs:
  data: {{type: uri_folder}}
  limit: {{type: integer, optional: true}}
outputs:
  out: {{type: uri_folder}}
"""

ENDPOINT = """\
name: endpoint-{n}
auth_mode: {mode}
"""

DEPLOYMENT = """\
name: blue
endpoint_name: endpoint-{n}
model: azureml:model-{n}@latest
environment:
  image: mcr.microsoft.com/azureml/minimal-ubuntu22.04-py39-cpu-inference:latest
  conda_file: ../src/conda.yml
code_configuration:
  code: ../src
  scoring_script: score.py
instance_type: {size}
instance_count: 2
request_settings:
  request_timeout_ms: 5000
liveness_probe: {{initial_delay: 30, period: 10}}
"""

SCHEDULE = """\
name: every-night-{n}
trigger:
  type: recurrence
  frequency: day
  interval: 1
  schedule: {{hours: [3], minutes: [15]}}
create_job: ../pipelines/pipeline-{n}.yml
"""

PIPELINE = """\
type: pipeline
display_name: pipeline {n}
experiment_name: made
settings:
  default_compute: azureml:cluster-{compute}
inputs:
  raw:
    type: uri_folder
    path: azureml:stations@latest
  rate: 0.1
outputs:
  report:
    type: uri_folder
jobs:
"""

STEP = """\
  step_{at}:
    type: command
    component: ../components/step-{component}.yml
    compute: azureml:{compute}
    inputs:
      data: ${{{{{source}}}}}
      limit: {at}
"""

SIZES = [
    "Standard_D4s_v5",
    "Standard_NC24ads_A100_v4",
    "Standard_DS3_v2",
    "STANDARD_E8S_V5",
    "Standard_NC6",
    "Standard_D4s_v9",
]


def pipeline(number, steps):
    """A chain of steps, each of which reads the one before."""
    text = SCHEMA.format("pipelineJob") + PIPELINE.format(n=number, compute=number)
    for at in range(steps):
        before = f"parent.jobs.step_{at - 1}.outputs.out" if at else "parent.inputs.raw"
        wrong = number % 4 == 3 and at == steps - 1
        text += STEP.format(
            at=at,
            component=(number + at) % 12,
            compute=f"instance-{at}" if at % 5 == 4 else f"cluster-{(number + at) % 15}",
            source=before + "s" if wrong else before,
        )
    return text


def made(count):
    """Paths and texts of about ten times `count` files."""
    files = {
        "azml.yaml": "rules: {job-no-timeout: warning}\n",
        "src/score.py": "",
        "src/conda.yml": "",
    }
    for n in range(count):
        size = SIZES[n % len(SIZES)]
        odd = n % 3 == 2
        add = files.__setitem__
        add(
            f"computes/cluster-{n}.yml",
            SCHEMA.format("amlCompute") + CLUSTER.format(n=n, size=size, low=2 * odd, high=4 + n % 3),
        )
        add(f"computes/instance-{n}.yml", SCHEMA.format("computeInstance") + INSTANCE.format(n=n, size=size))
        add(
            f"jobs/command-{n}.yml",
            SCHEMA.format("commandJob")
            + COMMAND.format(n=n, compute=n + odd, nodes=1 + n % 8, extra="tabel" if odd else "seed"),
        )
        add(
            f"jobs/sweep-{n}.yml",
            SCHEMA.format("sweepJob")
            + SWEEP.format(n=n, compute=n, sampling="Random" if odd else "bayesian"),
        )
        add(f"components/step-{n}.yml", SCHEMA.format("commandComponent") + COMPONENT.format(n=n))
        mode = "Key" if odd else "key"
        add(
            f"endpoints/endpoint-{n}.yml",
            SCHEMA.format("managedOnlineEndpoint") + ENDPOINT.format(n=n, mode=mode),
        )
        add(
            f"endpoints/deployment-{n}.yml",
            SCHEMA.format("managedOnlineDeployment") + DEPLOYMENT.format(n=n, size=size),
        )
        add(f"schedules/schedule-{n}.yml", SCHEMA.format("schedule") + SCHEDULE.format(n=n))
        add(f"pipelines/pipeline-{n}.yml", pipeline(n, 4 + n % 9))
        add(f"docker-{n}.yml", f"services:\n  web-{n}:\n    image: nginx\n")
    return files


def snapshot(count):
    """The files of a snapshot that holds `count` assets, those among them that the made files name."""
    named = {
        "components": ["step_0"],
        "data": ["stations"],
        "environments": ["training"],
        "models": [f"model-{n}" for n in range(count // 4)],
    }
    versions = [str(version) for version in range(1, 13)]
    files = {
        "snapshot": {"format": 1, "workspace": "made", "location": "westeurope", "saved": "2026-11-20"},
        "datastores": [{"name": "stations", "type": "azure_blob"}],
    }
    for file, names in named.items():
        others = [f"{file}-of-others-{n}" for n in range(count // 4 - len(names))]
        files[file] = [
            {"name": name, "type": "made", "latest": "12", "versions": versions, "labels": {"default": "12"}}
            for name in sorted(names + others)
        ]
    return {f".azml/{file}.json": lines(content) for file, content in files.items()}


def lines(content):
    """JSON as `--refresh` writes it: a list with an entry on a line."""
    if isinstance(content, dict):
        return json.dumps(content) + "\n"
    return "[\n" + ",\n".join(map(json.dumps, content)) + "\n]\n"


def write(files, folder):
    """Writes the files below `folder`."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
