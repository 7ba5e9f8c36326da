#!/usr/bin/env python3
"""Whether time and memory grow with the size of a file, and not with its square.

    tests/tools/growth.py BINARY               every class of documents
    tests/tools/growth.py BINARY ring merges   those whose name contains one of the words
    tests/tools/growth.py BINARY --diff        what the fixes of a class cost, with --check --diff --unsafe-fixes
    tests/tools/growth.py BINARY --fix         what making them costs, with --check --fix --unsafe-fixes
    tests/tools/growth.py BINARY --graph       what the picture of a pipeline costs
    tests/tools/growth.py BINARY --requests    what each request of an editor costs, and a key that is pressed
    tests/tools/growth.py BINARY --count ...   counts instructions instead of seconds, on a machine that does other work (needs valgrind)

Each class is a document, or a folder, with n times the same: n, 4n and 16n of them. What is shown is the CPU time of the whole
process, the least of some runs, and the most memory it had; between them, how many times more the step to four times the size
took. What starting costs is subtracted. Over 5 is marked: it grows faster than the size. A run is ended after a minute.
Of the requests, the one that grew most is shown, and each that grew too much.

Counting takes forty times as long as running, and has no noise. So it looks at a sixteenth of n, a quarter, and n, in 10⁶
instructions, and at 4n and 16n only where the curve through these three (a constant, a line, and a square) promises a step that
is too large. With --requests, it counts an opened file, all requests about it, and a key; each request for itself where one of
these is too much.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from client import Server

LIMIT = 5.0
SECONDS = 60
# Below this, the machine is louder than the program.
LEAST_SECONDS = 0.15
LEAST_MIB = 24
LEAST_REQUEST_SECONDS = 0.01
# The steps to 4n and 16n are counted where the curve through the smaller ones promises more than this.
DOUBTFUL = 4.8
# Fewer instructions, in 10⁶, are less than what a server does on its own.
LEAST_COUNT = 20.0
VALGRIND_SECONDS = 240

JOB = """\
$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
type: command
command: {command}
environment: azureml:training:3
compute: azureml:cpu-cluster
"""
PIPELINE = """\
$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
type: pipeline
settings: {default_compute: azureml:cpu-cluster}
"""
ENVIRONMENT = """\
$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
name: training
version: 1
"""
SWEEP = """\
type: sweep
compute: azureml:cpu-cluster
objective: {goal: minimize, primary_metric: loss}
sampling_algorithm: random
trial: {environment: "azureml:training:3", command: "%s"}
search_space:
"""


def many(count, template, between="\n"):
    """`template` `count` times: `@` is the number, `@next` and `@before` are those of its neighbors."""
    parts = []
    for number in range(count):
        text = template.replace("@next", str((number + 1) % count)).replace("@before", str(max(number - 1, 0)))
        parts.append(text.replace("@", str(number)))
    return between.join(parts)


def job(rest="", command="python train.py"):
    return JOB.replace("{command}", command) + rest + "\n"


def section(name, count, template):
    return f"{name}:\n" + many(count, "  " + template) + "\n"


def steps(count, fields):
    return PIPELINE + section("jobs", count, f'step_@: {{type: command, environment: "azureml:training:3", {fields}}}')


def output(step):
    return '"${{parent.jobs.%s.outputs.out}}"' % step


def reading_step(source, more=""):
    inputs = f"inputs: {{{more}in: {output(source)}}}"
    return f'command: "run ${{{{inputs.in}}}}", {inputs}, outputs: {{out: {{type: uri_folder}}}}'


def nested(depth):
    """A block mapping, each in the one before: the text alone has the square of its depth."""
    return "\n".join(" " * level + f"key_{level}:" for level in range(depth))


# How many, and the document with so many. Where a line of the text is the unit, 1,000 is a long file.
CLASSES = {
    "unknown keys": (1000, lambda n: job(many(n, "word_@: @"))),
    "unknown keys close to known ones": (1000, lambda n: job(many(n, "computr@: @"))),
    "unknown keys in resources": (1000, lambda n: job(section("resources", n, "word_@: @"))),
    "unknown keys on one line": (1000, lambda n: job("resources: {" + many(n, "word_@: @", ", ") + "}")),
    "unknown keys in inputs": (1000, lambda n: job(section("inputs", n, "in_@: {type: uri_folder, pathh: ./data}"))),
    "unknown keys in steps": (500, lambda n: steps(n, "command: run, compte: 1")),
    "empty keys": (1000, lambda n: job("?\n" * n)),
    "keys that are lists": (1000, lambda n: job(many(n, "? [@]\n: 1"))),
    "keys that are numbers": (1000, lambda n: job(section("tags", n, "@: 1"))),
    "duplicate keys": (1000, lambda n: job("tags: {a: 1}\n" * n)),
    "read-only keys": (1000, lambda n: job(section("inputs", n, "in_@: {type: uri_folder, path: ./data, mode: ro}"))),
    "empty steps": (500, lambda n: PIPELINE + section("jobs", n, "step_@: {type: command}")),
    "inputs that are lists": (1000, lambda n: job(section("inputs", n, "in_@: [1]"))),
    "inputs in use": (
        500,
        lambda n: job(section("inputs", n, "in_@: 1"), "run " + many(n, "${{inputs.in_@}}", " ")),
    ),
    "inputs without use in a long command": (
        1000,
        lambda n: job(section("inputs", n, "in_@: 1"), "run " + many(n, "$AZUREML_PARAMETER_other_@", " ")),
    ),
    "inputs without use": (1000, lambda n: job(section("inputs", n, "in_@: 1"))),
    "outputs without use": (1000, lambda n: job(section("outputs", n, "out_@: {type: uri_folder}"))),
    "references to nothing": (1000, lambda n: job("inputs: {first: 1}", many(n, "${{inputs.in_@}}", " "))),
    "references to nothing, as many inputs": (
        500,
        lambda n: job(section("inputs", n, "input_a@: 1"), many(n, "${{inputs.input_b@}}", " ")),
    ),
    "references to one input": (1000, lambda n: job("inputs: {first: 1}", "${{inputs.first}} " * n)),
    "optional parts": (
        1000,
        lambda n: job("inputs: {first: {type: string, optional: true}}", "$[[--first ${{inputs.first}}]] " * n),
    ),
    "malformed expressions": (500, lambda n: job("inputs: {first: 1}", "${{inputs.first} ${inputs.first}} $ {{first}} " * n)),
    "expressions without an end": (1000, lambda n: job("inputs: {first: 1}", "${{inputs.first " * n)),
    "steps in a row": (500, lambda n: steps(n, reading_step("step_@before"))),
    "steps that read from one": (500, lambda n: steps(n, reading_step("step_0"))),
    "steps that read from nothing": (500, lambda n: steps(n, reading_step("train_@"))),
    "ring of steps": (500, lambda n: steps(n, reading_step("step_@next"))),
    "steps without an input": (500, lambda n: steps(n, 'command: "run ${{inputs.in}}", outputs: {in: {type: uri_folder}}')),
    "components without an input": (
        250,
        lambda n: PIPELINE
        + section("jobs", n, "step_@: {type: command, component: {command: 'run ${{inputs.in}}', environment: 'azureml:e:1'}}"),
    ),
    "steps without a required input": (
        250,
        lambda n: PIPELINE
        + section(
            "jobs",
            n,
            "step_@: {component: {command: 'run ${{inputs.in}}', environment: 'azureml:e:1', inputs: {in: {type: number}}}}",
        ),
    ),
    "steps that read ahead": (500, lambda n: steps(n, reading_step("step_@before", "back: %s, " % output(f"step_{n - 1}")))),
    "steps on one compute": (500, lambda n: steps(n, "command: run, compute: azureml:other")),
    "steps on as many computes": (500, lambda n: steps(n, "command: run, compute: azureml:cluster-@")),
    "step with many inputs": (
        500,
        lambda n: PIPELINE
        + section("inputs", n, "in_@: 1")
        + 'jobs:\n  step:\n    type: command\n    command: run\n    environment: azureml:training:3\n    inputs:\n'
        + many(n, '      in_@: "${{parent.inputs.in_@}}"')
        + "\n",
    ),
    "hyperparameters": (
        500,
        lambda n: SWEEP % many(n, "${{search_space.lr_@}}", " ") + many(n, "  lr_@: {type: choice, values: [1, 2]}") + "\n",
    ),
    "choices": (1000, lambda n: SWEEP % "${{search_space.lr}}" + "  lr: {type: choice, values: [" + many(n, "@", ", ") + "]}\n"),
    "equal choices": (1000, lambda n: SWEEP % "${{search_space.lr}}" + "  lr: {type: choice, values: [" + "1, " * n + "2]}\n"),
    "placeholders": (1000, lambda n: job(section("tags", n, "tag_@: <name-@>"))),
    "template placeholders": (1000, lambda n: job(section("tags", n, "tag_@: {{ name_@ }}"))),
    "template lines": (1000, lambda n: job(many(n, "{% if name_@ %}\n{% endif %}"))),
    "comments": (2000, lambda n: job("# a remark\n" * n)),
    "suppressions": (1000, lambda n: job(section("inputs", n, "in_@: 1 # azml: ignore[unused-input]"))),
    "suppressions of nothing": (1000, lambda n: job("# azml: ignore[unused-input, unused-output]\n" * n)),
    "suppressions of unknown rules": (1000, lambda n: job(many(n, "# azml: ignore[unused-thing-@]"))),
    "documents": (500, lambda n: job("---\n") * n),
    "empty documents": (1000, lambda n: job("---\n" * n)),
    "anchors": (1000, lambda n: job(section("tags", n, "tag_@: &anchor_@ x\n  again_@: *anchor_@"))),
    "aliases of nothing": (1000, lambda n: job(many(n, "word_@: *anchor_@"))),
    "steps merged from one": (
        500,
        lambda n: PIPELINE
        + 'x-step: &step {type: command, command: run, environment: "azureml:training:3"}\n'
        + section("jobs", n, "step_@: {<<: *step}"),
    ),
    "steps that are one": (
        500,
        lambda n: PIPELINE
        + 'x-step: &step {type: command, command: run, environment: "azureml:training:3"}\n'
        + section("jobs", n, "step_@: *step"),
    ),
    "a long merge": (1000, lambda n: job(section("x-tags: &tags", n, "word_@: 1").replace("&tags:", "&tags") + "tags: {<<: *tags}")),
    "a merge of many": (1000, lambda n: job("x-tags: &tags {word: 1}\ntags: {<<: [" + "*tags, " * n + "*tags]}")),
    "unclosed quotes": (500, lambda n: job(many(n, 'word_@: "x'))),
    "lines with tabs": (500, lambda n: job(many(n, "\tword_@: x"))),
    "two colons": (500, lambda n: job(many(n, "word_@: a: b"))),
    "unclosed brackets": (500, lambda n: job(many(n, "word_@: [a"))),
    "lines without a colon": (500, lambda n: job(many(n, "word_@"))),
    "odd indents": (500, lambda n: job(many(n, "word_@: x\n word_@: x\n   word_@: x\n  word_@: x"))),
    "open flow": (500, lambda n: job("tags: [\n" + many(n, "word_@: x"))),
    "flow in flow": (1000, lambda n: job("tags: " + "[" * n + "]" * n)),
    "lists in lists": (250, lambda n: job("tags:\n" + "- " * n + "x")),
    "mappings in mappings": (1_000_000, lambda n: job(nested(round(n**0.5)))),
    "a long key": (20000, lambda n: job("k" * n + ": 1")),
    "a long command": (2000, lambda n: job(command="word " * n)),
    "a folded command": (1000, lambda n: job(command=">-\n" + many(n, "  run --word @ \\"))),
    "loops in a command": (500, lambda n: job(command='"' + "while true; do sleep 1; done; " * n + '"')),
    "a long name": (20000, lambda n: job().replace("cpu-cluster", "c" * n)),
    "a long path": (5000, lambda n: job("code: " + "../" * n + "src")),
    "paths": (1000, lambda n: job(section("inputs", n, "in_@: {type: uri_folder, path: ./data/part-@}"))),
    "traffic": (
        500,
        lambda n: "$schema: https://azuremlschemas.azureedge.net/latest/managedOnlineEndpoint.schema.json\n"
        "name: scoring\nauth_mode: key\n" + section("traffic", n, "blue_@: 1"),
    ),
    "schedules": (
        500,
        lambda n: "type: computeinstance\nname: instance\nsize: Standard_D4s_v5\nschedules:\n  compute_start_stop:\n"
        + many(n, '  - {action: start, trigger: {type: cron, expression: "0 @ * * *"}}')
        + "\n",
    ),
}


PARSER = "import argparse\np = argparse.ArgumentParser()\n%s\np.parse_args()\n"


def each(count, path, template):
    return {path.replace("@", str(number)): template.replace("@", str(number)) for number in range(count)}


# Folders: the first file is the one that an editor opens.
CLASSES |= {
    "jobs without a code folder": (100, lambda n: each(n, "job_@.yml", job("code: ./missing_@"))),
    "jobs with one code folder": (100, lambda n: each(n, "job_@.yml", job("code: src")) | {"src/train.py": PARSER % ""}),
    "jobs with a script each": (
        100,
        lambda n: each(n, "job_@.yml", job("code: src", "python train_@.py --other 1"))
        | each(n, "src/train_@.py", PARSER % "p.add_argument('--alpha')"),
    ),
    "flags that a script lacks": (
        250,
        lambda n: {
            "job.yml": job("code: src", "python train.py " + many(n, "--other_@ 1", " ")),
            "src/train.py": PARSER % many(n, "p.add_argument('--name_@')"),
        },
    ),
    "malformed words of a script": (
        500,
        lambda n: {
            "job.yml": job("code: src\ninputs: {first: 1}", "python train.py " + "--first ${{inputs.first} " * n),
            "src/train.py": PARSER % "p.add_argument('--first')",
        },
    ),
    "scripts that a command lacks": (
        250,
        lambda n: {"job.yml": job("code: src", many(n, "python train_@.py", " && ")), "src/train.py": PARSER % ""},
    ),
    "scripts of a command": (
        250,
        lambda n: {"job.yml": job("code: src", many(n, "python train_@.py --a 1", " && "))}
        | each(n, "src/train_@.py", PARSER % "p.add_argument('--alpha')"),
    ),
    "jobs without their script": (
        100,
        lambda n: each(n, "job_@.yml", job("code: src", "python train_@.py")) | each(n, "src/other_@.py", PARSER % ""),
    ),
    "commands in a script": (
        300,
        lambda n: {"job.yml": job(), "deploy.sh": many(n, "az ml job create --file jobs/train_@.yml --set a.b=@") + "\n"},
    ),
    "scripts that create jobs": (
        50,
        lambda n: each(n, "job_@.yml", job()) | each(n, "deploy_@.sh", "az ml job create -f job_@.yml\n"),
    ),
    "arguments of a Dockerfile": (
        500,
        lambda n: {"env.yml": ENVIRONMENT + "build: {path: .}\n", "Dockerfile": many(n, "ARG A@=${A@before}x") + "\nFROM $A0\n"},
    ),
    "packages of conda": (
        500,
        lambda n: {
            "env.yml": ENVIRONMENT + "image: a/b:1\nconda_file: conda.yml\n",
            "conda.yml": "dependencies:\n- pip:\n" + many(n, "  - package_@==1.@") + "\n",
        },
    ),
    "a folder for each configuration": (
        50,
        lambda n: each(n, "team_@/job.yml", job()) | each(n, "team_@/azml.yaml", "rules: {job-no-timeout: off}\n"),
    ),
    "configurations with one base": (
        50,
        lambda n: each(n, "team_@/job.yml", job())
        | each(n, "team_@/azml.yaml", "extends: ../base.yaml\n")
        | {"base.yaml": "overrides:\n" + many(100, "- {files: ['x@/**'], rules: {job-no-timeout: off}}") + "\n"},
    ),
    "computes of an inventory": (
        500,
        lambda n: {
            "job.yml": job(),
            ".azml/computes.json": "[" + many(n, '{"name": "compute-@", "type": "amlcompute", "size": "Standard_D4s_v5"}', ",") + "]",
        },
    ),
}


def limited():
    """No run may take the machine with it."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(command):
    """CPU seconds and MiB of one run; nothing where it was ended or ended itself."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited)
    timer = threading.Timer(SECONDS, child.kill)
    timer.start()
    _, status, used = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        return None
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


VALGRIND = ["valgrind", "--tool=callgrind", "--separate-threads=no"]
# On one thread: whoever waits for work counts, too.
ALONE = {"RAYON_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


def counted(command):
    """10⁶ instructions of one run on one thread; nothing where it was ended or ended itself."""
    try:
        done = subprocess.run(
            [*VALGRIND, "--callgrind-out-file=/dev/null", *command],
            env=os.environ | ALONE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=VALGRIND_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return None
    collected = re.findall(r"Collected : (\d+)", done.stderr)
    return int(collected[-1]) / 1e6 if done.returncode in (0, 1) and collected else None


def promised(used):
    """How many times more the two steps after the last of three sizes take at most: they lie on c + a·n + b·n²."""
    quarter, one, four = used
    square = (four - one - 4 * (one - quarter)) / 11.25
    line = (four - one - 15 * square) / 3
    sizes = [(one - line - square) + line * n + square * n * n for n in [16, 64]]
    return max(sizes[0] / max(four, 1e-9), sizes[1] / max(sizes[0], 1e-9))


def counted_steps(count, use):
    """What `use` counts at the sizes of a class, by name: lists, with the last two sizes where one was doubtful."""
    all_used = [use(max(size, 1)) for size in [count // 16, count // 4, count]]
    used = {name: [one[name] for one in all_used] for name in all_used[0]}
    for size in [4 * count, 16 * count]:
        if any(promised(it[-3:]) > DOUBTFUL and promised(it[:3]) * it[-1] > LEAST_COUNT for it in used.values()):
            for name, most in use(size).items():
                used[name].append(most)
    return used


def counted_line(name, used):
    """One line of the table of counts, and whether no step is too much."""
    cells, bad = [], []
    for what, counts in used.items():
        steps = [after / max(before, LEAST_COUNT / LIMIT) for before, after in zip(counts, counts[1:])]
        shown = f"{what} {' '.join(f'{it:.0f}' for it in counts)}: {' '.join(f'{it:.1f}x' for it in steps)}"
        # Below n, what is searched among few names is not yet a line.
        if max(steps[2:], default=0) > LIMIT:
            bad.append(shown)
        cells.append(shown)
    return f"{name:<38}{' !' if bad else '  '} {'; '.join(cells)}", not bad


def measured_by_count(name, arguments, folder, start):
    count, make = CLASSES[name]

    def use(size):
        write(folder, make(size))
        used = counted(arguments)
        if used is None:
            raise TimeoutError(f"{size:,}")
        return {"": max(used - start, 0.0)}

    return counted_line(name, counted_steps(count, use))


def least(command, prepare=lambda: None, limit=2.0):
    """The least of up to five runs: what else the machine does only makes them longer."""
    started = time.time()
    prepare()
    best = run(command)
    for _ in range(4):
        if best is None or time.time() - started > limit:
            break
        prepare()
        again = run(command)
        best = again and (min(best[0], again[0]), min(best[1], again[1]))
    return best


def ratio(before, after, nothing):
    return max(after - nothing, 0.0) / max(before - nothing, 1e-9)


def step(before, after, start):
    """How many times more time and memory, and whether one of them is too much."""
    seconds = ratio(max(before[0], start[0] + LEAST_SECONDS / LIMIT), after[0], start[0])
    mib = ratio(max(before[1], start[1] + LEAST_MIB / LIMIT), after[1], start[1])
    return f"{seconds:4.1f}x {mib:4.1f}x", seconds <= LIMIT and mib <= LIMIT


def write(folder, made):
    """Writes a document or a folder; returns the first file and its text."""
    shutil.rmtree(folder, ignore_errors=True)
    files = made if isinstance(made, dict) else {"job.yml": made}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    path, text = next(iter(files.items()))
    return folder / path, text


def measured(name, arguments, folder, start):
    """One line of the table, and whether no step is too much."""
    count, make = CLASSES[name]
    cells, good, before = [], True, None
    for size in [count, 4 * count, 16 * count]:
        made = make(size)
        now = least(arguments, lambda: write(folder, made))
        if now is None:
            return f"{name:<38}" + "".join(cells) + f"  {size:>7,}: ended", False
        if before:
            cell, is_good = step(before, now, start)
            cells.append(f"  {cell}{'  ' if is_good else ' !'}")
            good = good and is_good
        cells.append(f"  {size:>7,}: {now[0]:6.2f} s {now[1]:5.0f} MiB")
        before = now
    return f"{name:<38}" + "".join(cells), good


def requests_at(uri, text):
    """Every request about a place in the middle of a text, by name."""
    lines = text.split("\n")
    line = len(lines) // 2
    at = {"line": line, "character": min(len(lines[line]), 12)}
    start, end = {"line": 0, "character": 0}, {"line": len(lines), "character": 0}
    document = {"textDocument": {"uri": uri}}
    place = document | {"position": at}
    here = document | {"range": {"start": at, "end": at}, "context": {"diagnostics": []}}
    asked = {name: place for name in ["hover", "completion", "definition", "documentHighlight", "prepareRename"]}
    asked |= {name: document for name in ["documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full"]}
    asked |= {
        "prepareCallHierarchy": place,
        "references": place | {"context": {"includeDeclaration": True}},
        "rename": place | {"newName": "other"},
        "selectionRange": document | {"positions": [at]},
        "codeAction": here,
        "codeAction everywhere": here | {"range": {"start": start, "end": end}},
        "semanticTokens/range": document | {"range": {"start": start, "end": at}},
        "inlayHint": document | {"range": {"start": start, "end": end}},
    }
    asked = {f"textDocument/{name}": params for name, params in asked.items()}
    return asked | {"workspace/symbol": {"query": "a"}, "azml-ls/graph": document, "azml-ls/plan": document}


def seconds_of_requests(binary, folder, file, text):
    """CPU seconds of the server for each request, and for a key."""
    server = Server([binary, "--stdio"], folder, dict(os.environ))
    clock = (~server.process.pid << 3) | 2  # The CPU clock of another process: clock_getcpuclockid(3).
    uri = file.as_uri()
    server.wait_for_folder()
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
    server.wait_published(uri, 1)
    used = {}
    for _ in range(3):
        for method, params in requests_at(uri, text).items():
            before = time.clock_gettime(clock)
            server.request(method.split(" ")[0], params)
            took = time.clock_gettime(clock) - before
            used[method] = min(took, used.get(method, took))
    middle = text.count("\n") // 2
    at = {"line": middle, "character": len(text.split("\n")[middle])}
    for version in [2, 3]:
        before = time.clock_gettime(clock)
        change = {"range": {"start": at, "end": at}, "text": " "}
        document = {"uri": uri, "version": version}
        server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        server.wait_published(uri, version)
        took = time.clock_gettime(clock) - before
        used["a key"] = min(took, used.get("a key", took))
    server.end()
    return used


def measured_requests(name, binary, folder):
    """One line of the table, and whether no step is too much."""
    count, make = CLASSES[name]
    runs = []
    # A quarter: each size is asked sixty times.
    for size in [count // 4, count, 4 * count]:
        file, text = write(folder, make(size))
        runs.append(seconds_of_requests(binary, folder, file, text))
    steps = [
        (after[method] / max(before[method], LEAST_REQUEST_SECONDS / LIMIT), method, after[method])
        for before, after in zip(runs, runs[1:])
        for method in after
    ]
    bad = [it for it in steps if it[0] > LIMIT]
    totals = "".join(f"  {sum(used.values()):6.2f} s" for used in runs)
    shown = ", ".join(f"{method} {times:.1f}x to {took:.3f} s" for times, method, took in bad or [max(steps)])
    return f"{name:<38}{totals}{' !' if bad else '  '} {shown}", not bad


def dumped(server, folder):
    """10⁶ instructions of the server since this was asked last."""
    before = set(folder.glob("callgrind.*"))
    subprocess.run(["vgdb", f"--pid={server.process.pid}", "dump"], check=True, capture_output=True, timeout=VALGRIND_SECONDS)
    (made,) = set(folder.glob("callgrind.*")) - before
    totals = re.search(r"^(?:totals|summary): (\d+)", made.read_text(), re.MULTILINE)
    return int(totals[1]) / 1e6


def counts_of_requests(binary, folder, file, text, each):
    """10⁶ instructions of the server for an opened file, the requests, together or `each`, and a key."""
    counts = folder.parent / "counts"
    shutil.rmtree(counts, ignore_errors=True)
    counts.mkdir()
    command = [*VALGRIND, "--combine-dumps=no", f"--callgrind-out-file={counts}/callgrind.%p", binary, "--stdio"]
    server = Server(command, folder, os.environ | ALONE)
    uri = file.as_uri()
    server.wait_for_folder()
    dumped(server, counts)
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
    server.wait_published(uri, 1)
    used = {"open": dumped(server, counts)}
    for method, params in requests_at(uri, text).items():
        server.request(method.split(" ")[0], params)
        if each:
            used[method.removeprefix("textDocument/")] = dumped(server, counts)
    if not each:
        used["requests"] = dumped(server, counts)
    middle = text.count("\n") // 2
    at = {"line": middle, "character": len(text.split("\n")[middle])}
    change = {"range": {"start": at, "end": at}, "text": " "}
    server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    server.wait_published(uri, 2)
    used["key"] = dumped(server, counts)
    server.end()
    return used


def measured_requests_by_count(name, binary, folder):
    count, make = CLASSES[name]

    def steps(each):
        def use(size):
            file, text = write(folder, make(size))
            return counts_of_requests(binary, folder, file, text, each)

        return counted_line(name, counted_steps(count // 4, use))

    line, good = steps(each=False)
    if good:
        return line, good
    print(line, flush=True)
    return steps(each=True)


def main():
    parser = argparse.ArgumentParser(description="Measures how time and memory grow.")
    parser.add_argument("binary", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("classes", nargs="*")
    parser.add_argument("--diff", action="store_true")
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--graph", action="store_true")
    parser.add_argument("--requests", action="store_true")
    parser.add_argument("--count", action="store_true")
    options = parser.parse_intermixed_args()
    chosen = [name for name in CLASSES if not options.classes or any(word in name for word in options.classes)]
    bad = []
    with tempfile.TemporaryDirectory(prefix="azml-growth-") as made:
        folder = Path(made).resolve() / "folder"
        shown = ["--min-level", "hint", str(folder)]
        arguments = [options.binary, "--check", "--format", "json", *shown]
        if options.diff:
            arguments = [options.binary, "--check", "--diff", "--unsafe-fixes", *shown]
        if options.fix:
            arguments = [options.binary, "--check", "--fix", "--unsafe-fixes", *shown]
        if options.graph:
            arguments = [options.binary, "--graph", str(folder / "job.yml")]
            chosen = [name for name in chosen if "step" in name]
        first = steps(1, "command: run") if options.graph else job()
        if options.count:
            write(folder, first)
            start = 0.0 if options.requests else counted(arguments)
        else:
            start = least(arguments, lambda: write(folder, first))
        for name in chosen:
            try:
                if options.requests and options.count:
                    line, good = measured_requests_by_count(name, options.binary, folder)
                elif options.requests:
                    line, good = measured_requests(name, options.binary, folder)
                elif options.count:
                    line, good = measured_by_count(name, arguments, folder, start)
                else:
                    line, good = measured(name, arguments, folder, start)
            except TimeoutError as error:
                line, good = f"{name:<38} ! ended at {error}", False
            print(line, flush=True)
            if not good:
                bad.append(name)
    print(f"{len(chosen)} classes, {len(bad)} grow faster than their size" + "".join(f"\n  {name}" for name in bad))
    return 1 if bad else 0


sys.exit(main())
