"""What is typed by keystrokes.py: six documents, and the folder in which they are typed."""

# What stands in the folder already, as in a project.
AROUND = {
    "computes/cpu.yml": "type: amlcompute\nname: cpu-cluster\nsize: Standard_D4s_v5\nmin_instances: 0\nmax_instances: 4\n",
    "data/wine.yml": "name: wine\nversion: 1\ntype: uri_folder\npath: azureml://datastores/workspaceblobstore/paths/wine/\n",
    "environments/sklearn.yml": "name: sklearn\nversion: 3\nimage: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04\n",
    "components/prep.yml": """type: command
name: prep_data
version: 1
inputs:
  raw: {type: uri_folder}
outputs:
  table: {type: uri_folder}
command: python prep.py --raw ${{inputs.raw}} --table ${{outputs.table}}
environment: azureml:sklearn:3
""",
    "components/train.yml": """type: command
name: train_model
version: 1
inputs:
  table: {type: uri_folder}
  epochs: {type: integer, default: 10}
outputs:
  model: {type: mlflow_model}
command: python train.py --table ${{inputs.table}} --epochs ${{inputs.epochs}} --model ${{outputs.model}}
environment: azureml:sklearn:3
""",
    "models/wine.yml": "name: wine-model\nversion: 2\ntype: mlflow_model\npath: azureml://datastores/workspaceblobstore/paths/model/\n",
    "src/train.py": """import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--rate", type=float, default=0.1)
args = parser.parse_args()
""",
    "src/score.py": "def init(): pass\n\n\ndef run(data): return data\n",
    "endpoints/wine.yml": "name: wine-endpoint\nauth_mode: key\n",
    "nightly.yml": "type: pipeline\njobs:\n  prep:\n    type: command\n    component: ./components/prep.yml\n",
}

# By kind: the name of the file, the kind in the facts about the client, the name of its schema, and the text.
DOCUMENTS = {
    "command job": (
        "job.yml",
        "job/command",
        "commandJob",
        """type: command
experiment_name: wine
description: Trains on wine.
code: ./src
command: python train.py --data ${{inputs.data}} --rate ${{inputs.rate}}
inputs:
  data:
    type: uri_folder
    path: azureml:wine:1
  rate: 0.1
environment: azureml:sklearn:3
compute: azureml:cpu-cluster
resources:
  instance_count: 1
limits:
  timeout: 3600
""",
    ),
    "sweep": (
        "sweep.yml",
        "job/sweep",
        "sweepJob",
        """type: sweep
experiment_name: wine
sampling_algorithm: random
objective:
  goal: minimize
  primary_metric: rmse
search_space:
  rate:
    type: loguniform
    min_value: -6
    max_value: -1
trial:
  code: ./src
  command: python train.py --data ${{inputs.data}} --rate ${{search_space.rate}}
  environment: azureml:sklearn:3
inputs:
  data:
    type: uri_folder
    path: azureml:wine:1
compute: azureml:cpu-cluster
limits:
  max_total_trials: 20
  max_concurrent_trials: 4
  timeout: 7200
""",
    ),
    "pipeline": (
        "pipeline.yml",
        "job/pipeline",
        "pipelineJob",
        """type: pipeline
experiment_name: wine
settings:
  default_compute: azureml:cpu-cluster
inputs:
  raw:
    type: uri_folder
    path: azureml:wine:1
jobs:
  prep:
    type: command
    component: ./components/prep.yml
    inputs:
      raw: ${{parent.inputs.raw}}
  train:
    type: command
    component: ./components/train.yml
    inputs:
      table: ${{parent.jobs.prep.outputs.table}}
      epochs: 20
""",
    ),
    "deployment": (
        "deployment.yml",
        "deployment/managed_online",
        "managedOnlineDeployment",
        """name: blue
endpoint_name: wine-endpoint
model: azureml:wine-model:2
code_configuration:
  code: ./src
  scoring_script: score.py
environment: azureml:sklearn:3
instance_type: Standard_DS3_v2
instance_count: 2
request_settings:
  request_timeout_ms: 5000
  max_concurrent_requests_per_instance: 2
liveness_probe:
  initial_delay: 30
  period: 10
""",
    ),
    "endpoint": (
        "endpoint.yml",
        "endpoint/managed_online",
        "managedOnlineEndpoint",
        """name: red-wine-endpoint
description: Scores red wine.
auth_mode: aad_token
public_network_access: disabled
identity:
  type: system_assigned
tags:
  team: cellar
""",
    ),
    "schedule": (
        "schedule.yml",
        "schedule/job",
        "schedule",
        """name: nightly
display_name: Every night
trigger:
  type: recurrence
  frequency: day
  interval: 1
  time_zone: W. Europe Standard Time
  schedule:
    hours: 2
    minutes: 30
create_job: ./nightly.yml
""",
    ),
}
