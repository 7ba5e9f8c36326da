#!/usr/bin/env python3
"""How many instructions a keystroke costs in a pipeline whose steps run scripts, with the rules about scripts and without them.

    tests/tools/script_keystroke.py BINARY [--steps 500]

Each step has a command and a script of its own. Counted is what a letter that is written and taken back costs: the difference
between two sessions, one of which does it more often. Needs valgrind.
"""

import argparse
import concurrent.futures
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from client import Server
from instructions import count, counted, environment

FEW, MANY = 2, 6

SCRIPT = '''"""Step {n}."""
import argparse
import json
import os


def main():
    parser = argparse.ArgumentParser(description="step {n}")
    parser.add_argument("--data", type=str, required=True, help="where the data is")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate-{n}", type=float, default=0.1)
    parser.add_argument("--kind", choices=["a", "b"], default="a")
    parser.add_argument("--output", type=str)
    args = parser.parse_args()
    os.makedirs(args.output, exist_ok=True)
    with open(os.path.join(args.output, "done.json"), "w") as file:
        json.dump(vars(args), file)


if __name__ == "__main__":
    main()
'''

PIPELINE = """$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
display_name: many steps
experiment_name: many
inputs:
  data:
    type: uri_folder
    path: azureml:credit:1
settings:
  default_compute: azureml:cluster
jobs:
"""

STEP = """  step_{n}:
    type: command
    code: src
    environment: azureml:env:1
    command: >-
      python step_{n}.py --data ${{{{inputs.data}}}} --epochs ${{{{inputs.epochs}}}}
      --rate-{n} 0.5 --kind b --output ${{{{outputs.result}}}}
    inputs:
      data: {data}
      epochs: 5
    outputs:
      result:
        type: uri_folder
"""


def write(folder, steps, off):
    """Writes the folder, in which the rules `off` do not run. Returns the text of the pipeline."""
    (folder / "src").mkdir(parents=True)
    for n in range(steps):
        (folder / f"src/step_{n}.py").write_text(SCRIPT.format(n=n))
    if off:
        (folder / "azml.yaml").write_text("rules:\n" + "".join(f"  {name}: off\n" for name in off))
    before = [f"${{{{parent.jobs.step_{n - 1}.outputs.result}}}}" for n in range(steps)]
    bound = ["${{parent.inputs.data}}" if n % 10 == 0 else before[n] for n in range(steps)]
    text = PIPELINE + "".join(STEP.format(n=n, data=data) for n, data in enumerate(bound))
    (folder / "pipeline.yml").write_text(text)
    return text


def session(binary, folder, text, times):
    """What a session costs in which a letter is written and taken back so many times."""
    server = Server(counted(binary, "--stdio"), folder, environment())
    server.wait_for_folder()
    uri, version = (folder / "pipeline.yml").as_uri(), 1
    document = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    server.wait_published(uri, version)
    start = {"line": 2, "character": len("display_name: many")}
    end = dict(start, character=start["character"] + 1)
    for _ in range(times):
        for last, letter in [(start, "x"), (end, "")]:
            version += 1
            change = {"range": {"start": start, "end": last}, "text": letter}
            params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
            server.notify("textDocument/didChange", params)
            server.wait_published(uri, version)
    return count(server.end())


def keystroke(binary, folder, steps, off):
    text = write(folder, steps, off)
    few, many = (session(binary, folder, text, times) for times in (FEW, MANY))
    return (many - few) // (MANY - FEW)


def rules_about_scripts(binary):
    listed = subprocess.run([binary, "--rules", "--format", "json"], capture_output=True, text=True, check=True)
    return [rule["name"] for rule in json.loads(listed.stdout)["rules"] if rule["group"] == "script"]


def main():
    parser = argparse.ArgumentParser(description="Counts the instructions of a keystroke in a pipeline of scripts.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--steps", type=int, default=500)
    options = parser.parse_args()
    names = rules_about_scripts(options.binary)
    with tempfile.TemporaryDirectory(prefix="azml-keystroke-") as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folders = [(Path(scratch).resolve() / "off", names), (Path(scratch).resolve() / "on", [])]
        jobs = [pool.submit(keystroke, options.binary, folder, options.steps, off) for folder, off in folders]
        without, with_them = (job.result() for job in jobs)
    print(f"{options.steps} steps: {without:,} without the {len(names)} rules about scripts, {with_them:,} with them: {with_them / without:.3f}")


if __name__ == "__main__":
    main()
