#!/usr/bin/env python3
"""Changes the commands of a folder a little, and measures how many changes azml-ls finds at the right place.

    command_mutations.py BINARY FOLDER [--rounds N] [--seed N] [--show]

Changes: two letters of a flag swapped, `_` and `-` mixed up, the script renamed, a required flag dropped. Each is made in a
copy of the folder, one in every file at a time. Counted are commands `python SCRIPT` whose script is there. A flag of a script whose
arguments are not known, or that ignores unknown ones, cannot be found: "of the decided" leaves those out.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

RULES = ["script-missing", "unknown-script-argument", "misspelled-script-argument", "missing-script-argument",
         "unexpected-script-argument"]
COMMAND = re.compile(r"^(?P<indent> *)(?:- )?command:[ \t]*(?P<rest>.*)$")
SCRIPT = re.compile(r"\bpython3?(?: -u)? (?P<script>[\w./-]+\.py)(?=\s|$)")
FLAG = re.compile(r"(?<=[\s\[])--(?P<name>[A-Za-z][\w-]*)(?P<value>(?:=|[ \t]+)(?:\$\{\{[^}]*\}\}|[\w./:-]+))?")


class Command:
    """A command with one script: its place in the text of its file, and the flags behind the script."""

    def __init__(self, text, start, end, script, folder):
        self.script, self.folder = script, folder
        self.flags = [flag for flag in FLAG.finditer(text, script.end(), end)]
        self.path = folder / script["script"]
        try:
            self.source = self.path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            self.source = None


def commands(path):
    """The commands of the file at `path` that run one script which is there."""
    text = path.read_text(encoding="utf-8", errors="replace")
    lines, at, found = text.splitlines(keepends=True), 0, []
    offsets = []
    for line in lines:
        offsets.append(at)
        at += len(line)
    for number, line in enumerate(lines):
        head = COMMAND.match(line.rstrip("\n"))
        if not head:
            continue
        indent, last = len(head["indent"]), number + 1
        while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > indent):
            last += 1
        start, end = offsets[number], offsets[last] if last < len(lines) else len(text)
        scripts = list(SCRIPT.finditer(text, start, end))
        # The mapping around the command: its lines have the same indentation.
        code, first = None, number
        while first > 0 and (not lines[first - 1].strip() or len(lines[first - 1]) - len(lines[first - 1].lstrip()) >= indent):
            first -= 1
        for other in lines[first:]:
            if other.strip() and len(other) - len(other.lstrip()) < indent:
                break
            match = re.match(r" {%d}code: *['\"]?([^'\"#\s]+)" % indent, other)
            code = code or match and match[1]
        if len(scripts) != 1 or not code or ":" in code:
            continue
        command = Command(text, start, end, scripts[0], path.parent / code)
        if command.source is not None:
            found.append(command)
    return text, found


def swapped(name, rng):
    places = [i for i in range(len(name) - 1) if name[i] != name[i + 1] and name[i] not in "-_" and name[i + 1] not in "-_"]
    if not places:
        return None
    i = rng.choice(places)
    return name[:i] + name[i + 1] + name[i] + name[i + 2:]


def is_required(source, flag):
    calls = re.finditer(r"add_argument\((?:[^()]|\([^()]*\))*\)", source)
    return any(re.search(r"['\"]--%s['\"]" % re.escape(flag), call[0]) and "required=True" in call[0].replace(" ", "")
               for call in calls)


def mutation(kind, text, command, rng):
    """The changed text, and the place where a finding is expected; None where the command offers nothing to change."""
    names = {flag["name"] for flag in command.flags}
    if kind == "script renamed":
        at = command.script.start("script")
        folder, slash, base = command.script["script"].rpartition("/")
        new = swapped(base[:-3], rng)
        if not new or (command.folder / (folder + slash + new + ".py")).exists():
            return None
        return text[:at] + folder + slash + new + ".py" + text[command.script.end("script"):], at
    flags = [flag for flag in command.flags if re.search(r"['\"]--%s['\"]" % re.escape(flag["name"]), command.source)]
    if kind == "required flag dropped":
        flags = [flag for flag in flags if flag["value"] and is_required(command.source, flag["name"])]
        # A flag in `$[[ ]]` and one that is given twice leave something behind.
        flags = [flag for flag in flags if text[flag.start() - 1] != "[" and [f["name"] for f in command.flags].count(flag["name"]) == 1]
        if not flags:
            return None
        flag = rng.choice(flags)
        return text[:flag.start()] + text[flag.end():], command.script.start("script")
    if kind == "`_` and `-` mixed up":
        flags = [flag for flag in flags if re.search("[_-]", flag["name"])]
    if not flags:
        return None
    flag = rng.choice(flags)
    if kind == "letters swapped":
        new = swapped(flag["name"], rng)
    else:
        i = rng.choice([m.start() for m in re.finditer("[_-]", flag["name"])])
        new = flag["name"][:i] + {"_": "-", "-": "_"}[flag["name"][i]] + flag["name"][i + 1:]
    if not new or new in names or re.search(r"['\"]--%s" % re.escape(new), command.source):
        return None
    return text[:flag.start("name")] + new + text[flag.end("name"):], flag.start()


def findings(binary, folder):
    only = [word for rule in RULES for word in ("--only", rule)]
    run = subprocess.run([binary, "--check", "--format", "json", "--no-config", *only, folder], capture_output=True, text=True)
    found = collections.defaultdict(list)
    for diagnostic in json.loads(run.stdout)["diagnostics"]:
        path = pathlib.Path(diagnostic["path"])
        found[path if path.is_absolute() else pathlib.Path.cwd() / path].append(diagnostic)
    return found


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in (".yml", ".yaml") and path.is_file())


def decided(binary, copy, work):
    """The commands whose unknown flags are reported: those that get one more and tell it."""
    told = set()
    count = max((len(found) for _, found in work.values()), default=0)
    for index in range(count):
        for path, (text, found) in work.items():
            if index < len(found):
                at = found[index].script.end()
                path.write_text(text[:at] + " --probe-of-azml-ls 1" + text[at:], encoding="utf-8")
        after = findings(binary, copy)
        for path, (text, found) in work.items():
            if index < len(found):
                path.write_text(text, encoding="utf-8")
                if any("--probe-of-azml-ls" in diagnostic["message"] for diagnostic in after[path]):
                    told.add((path, index))
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--show", action="store_true", help="list what is not found")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as top:
        copy = pathlib.Path(top).resolve() / "corpus"
        shutil.copytree(options.folder, copy, symlinks=True, ignore_dangling_symlinks=True)
        before = findings(options.binary, copy)
        work = {path: commands(path) for path in files(copy) if not before[path]}
        work = {path: (text, found) for path, (text, found) in work.items() if found}
        told = decided(options.binary, copy, work)
        total = sum(len(found) for _, found in work.values())
        print(f"{total} commands with a script in {len(work)} files, {len(told)} of them tell of unknown flags")
        for kind in ["letters swapped", "`_` and `-` mixed up", "script renamed", "required flag dropped"]:
            made, hit, made_decided, hit_decided = 0, 0, 0, 0
            for _ in range(options.rounds):
                expected = {}
                for path, (text, found) in work.items():
                    index = rng.randrange(len(found))
                    changed = mutation(kind, text, found[index], rng)
                    if changed:
                        path.write_text(changed[0], encoding="utf-8")
                        expected[path] = (index, len(text[:changed[1]].encode()), changed[0])
                after = findings(options.binary, copy)
                for path, (index, at, changed) in expected.items():
                    path.write_text(work[path][0], encoding="utf-8")
                    is_hit = any(d["start"]["offset"] <= at < d["end"]["offset"] for d in after[path])
                    is_decided = (path, index) in told or kind == "script renamed"
                    made, hit = made + 1, hit + is_hit
                    made_decided, hit_decided = made_decided + is_decided, hit_decided + (is_hit and is_decided)
                    if options.show and not is_hit:
                        line = changed.encode()[:at].decode(errors="replace").count("\n")
                        print(f"  not found{'' if is_decided else ' (not decided)'}: {path.relative_to(copy)}:{line + 1}: "
                              f"{changed.splitlines()[line].strip()}")
            share = lambda part, whole: f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"
            print(f"{kind}: {share(hit, made)}, of the decided {share(hit_decided, made_decided)}")


if __name__ == "__main__":
    main()
