#!/usr/bin/env python3
"""Holds what we say that scripts take against what the real argparse was told.

    argparse_oracle.py INTERFACE FOLDER [--mutations N] [--seed S] [--list]

INTERFACE is `cargo build -p azml-tests --example interface`. Every Python script that a YAML file of
FOLDER runs is copied with its code into a folder of its own and run up to the first call that reads
the command line; packages that are not there are replaced by objects that take anything. It runs
without network, without writing files, and for a few seconds (`unshare -Urn`, RLIMIT_FSIZE, RLIMIT_CPU).

Then the arguments of that parser are compared: flags, number of values, type, choices, whether
required, whether there is a default. With `--mutations`, that many seeded changes of the scripts are
made, one at a time, and each is compared again. Exits with 1 if a closed interface differs.
"""
import argparse
import ast
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

CHILD = r'''
import argparse, importlib.abc, importlib.machinery, json, os, pathlib, sys, types
asked = json.loads(sys.argv[1])
out = os.fdopen(os.dup(1), "w")
sys.stdout = sys.stderr = open(os.devnull, "w")


class Anything:
    """Takes any call, and is any value."""
    def __init__(self, *a, **k): pass
    def __call__(self, *a, **k):
        alone = len(a) == 1 and not k and isinstance(a[0], (types.FunctionType, type))
        return a[0] if alone else Anything()
    def __getattr__(self, name):
        if name.startswith("__") and name != "__version__": raise AttributeError(name)
        return Anything()
    def __mro_entries__(self, bases): return (object,)
    def __getitem__(self, key): return Anything()
    def __setitem__(self, key, value): pass
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __bool__(self): return True
    def __enter__(self): return Anything()
    def __exit__(self, *a): return False
    def __fspath__(self): return "/nonexistent"
    def __str__(self): return "anything"
    def __int__(self): return 1
    def __float__(self): return 1.0
    def __index__(self): return 1
    def __hash__(self): return 1
    def __eq__(self, other): return False
    def __contains__(self, other): return False
    def _other(self, *a): return Anything()
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _other
    __rtruediv__ = __or__ = __ror__ = __and__ = __mod__ = __pow__ = __neg__ = __floordiv__ = _other
    def _yes(self, other): return True
    __lt__ = __gt__ = __le__ = __ge__ = _yes


class Package(types.ModuleType):
    __path__ = []
    __all__ = []
    def __getattr__(self, name):
        if name in ("__file__", "__wrapped__"): raise AttributeError(name)
        return Anything()


class Packages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec): return Package(spec.name)
    def exec_module(self, module): pass


sys.meta_path.append(Packages())


def plain(value):
    if value is None: return {"none": True}
    if isinstance(value, (bool, int, float, str)): return value
    if isinstance(value, (list, tuple, set, range)) or type(value).__name__ in ("dict", "dict_keys"):
        return [plain(one) for one in value]
    return {"unknown": True}


def told(parser):
    arguments, commands = [], None
    for action in parser._actions:
        name = type(action).__name__.strip("_").removesuffix("Action")
        if name == "Help": continue
        if name == "SubParsers":
            commands = {key: told(one) for key, one in action.choices.items()}
            continue
        kinds = {None: "Str", str: "Str", int: "Int", float: "Float", bool: "Bool",
                 pathlib.Path: "Path", json.loads: "Json"}
        try: kind = kinds.get(action.type, "Unknown")
        except TypeError: kind = "Unknown"
        groups = parser._mutually_exclusive_groups
        arguments.append(dict(
            flags=list(action.option_strings), dest=action.dest, action=name,
            nargs=action.nargs if isinstance(action.nargs, (int, str, type(None))) else "computed",
            kind=kind, choices=None if action.choices is None else plain(action.choices),
            default=action.default is not None, required=action.required,
            exclusive=any(action in group._group_actions for group in groups)))
    return dict(arguments=arguments, commands=commands, help=parser.add_help)


def end(**result):
    out.write(json.dumps(result) + "\n")
    out.flush()
    os._exit(0)


def parse(known):
    def parse(self, args=None, namespace=None):
        if args is None or list(args) == asked["words"]:
            end(known=known, **told(self))
        return original(self, args, namespace) if known else original(self, args, namespace)[0]
    return parse


original = argparse.ArgumentParser.parse_known_args
argparse.ArgumentParser.parse_args = parse(False)
argparse.ArgumentParser.parse_known_args = parse(True)
sys.path[:0] = asked["paths"]
os.chdir(asked["folder"])
sys.argv = [asked["script"]] + asked["words"]
import runpy
try:
    if asked["module"]: runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)
    else: runpy.run_path(asked["script"], run_name="__main__")
    end(ended="ran through")
except SystemExit: end(ended="SystemExit")
except BaseException as error: end(ended=f"{type(error).__name__}: {error}"[:150])
'''


def limits():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


class Copy:
    """The code of a script in a folder of its own, with what is included."""

    def __init__(self, run, at):
        self.run, self.root = run, os.path.join(at, "code")
        shutil.copytree(run["code"], self.root, symlinks=True)
        for include in run["includes"]:
            to = os.path.join(self.root, os.path.basename(include))
            if os.path.isdir(include):
                shutil.copytree(include, to, dirs_exist_ok=True)
            elif not os.path.exists(to):
                shutil.copy(include, to)
        for folder, _, files in os.walk(self.root):
            os.chmod(folder, 0o755)
            for file in files:
                if not os.path.islink(os.path.join(folder, file)):
                    os.chmod(os.path.join(folder, file), 0o644)
        self.script = self.inside(run["script"])
        self.folder = self.inside(run["folder"])

    def inside(self, path):
        for include in self.run["includes"]:
            if path == include or path.startswith(include + "/"):
                rest = os.path.relpath(path, os.path.dirname(include))
                return os.path.join(self.root, rest)
        return os.path.normpath(os.path.join(self.root, os.path.relpath(path, self.run["code"])))

    def real(self):
        first = self.folder if self.run["module"] else os.path.dirname(self.script)
        module = None
        if self.run["module"]:
            module = os.path.relpath(self.script, self.folder).removesuffix(".py").replace("/", ".")
            module = module.removesuffix(".__main__")
        # A word that no script looks for: whoever gets it reads the command line.
        words = ["--azml-oracle"]
        asked = dict(script=self.script, folder=self.folder, module=module, words=words,
                     paths=[first] + ([self.folder] if first != self.folder else []))
        command = ["unshare", "-Urn", sys.executable, "-I", "-S", "-B", "-c", CHILD, json.dumps(asked)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=20, preexec_fn=limits)
        except subprocess.TimeoutExpired:
            return dict(ended="time is up")
        lines = done.stdout.decode(errors="replace").strip().splitlines()
        return json.loads(lines[-1]) if lines else dict(ended=f"exit {done.returncode}")

    def ours(self, binary):
        asked = dict(script=self.script, folder=self.folder, module=self.run["module"], includes=[])
        line = json.dumps(asked) + "\n"
        done = subprocess.run([binary], input=line, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


def key(argument):
    return tuple(sorted(argument["flags"])) or argument["dest"]


NARGS = {None: "One", 0: "Zero", "?": "Optional", "*": "ZeroOrMore", "+": "OneOrMore", "...": "Remainder"}


def differences(ours, real):
    """What is said otherwise, as texts."""
    found = []
    if ours["known"] != real.get("known", ours["known"]):
        found.append(f"parse_known_args: {ours['known']}, really {real['known']}")
    if ours["help"] != real["help"]:
        found.append(f"help: {ours['help']}, really {real['help']}")
    mine = {key(one): one for one in ours["arguments"]}
    theirs = {key(one): one for one in real["arguments"]}
    for name in theirs.keys() - mine.keys():
        found.append(f"{name}: not seen")
    for name in mine.keys() - theirs.keys():
        if not mine[name]["conditional"]:
            found.append(f"{name}: not there")
    for name in mine.keys() & theirs.keys():
        found += [f"{name}: {text}" for text in argument_differences(mine[name], theirs[name])]
    for name, command in (real["commands"] or {}).items():
        if name not in (ours["commands"] or {}):
            found.append(f"command {name}: not seen")
        else:
            inner = differences(ours["commands"][name], command)
            found += [f"command {name}: {text}" for text in inner]
    return found


def argument_differences(mine, theirs):
    nargs = NARGS.get(theirs["nargs"], f"Exactly({theirs['nargs']})")
    if mine["nargs"] not in (nargs, "Unknown"):
        yield f"{mine['nargs']}, really {nargs}"
    takes_value = nargs != "Zero"
    if takes_value and mine["kind"] not in (theirs["kind"], "Unknown"):
        yield f"{mine['kind']}, really {theirs['kind']}"
    if mine["choices"] not in (theirs["choices"], "unknown"):
        if not (mine["choices"] and theirs["choices"] and sorted(map(str, mine["choices"])) == sorted(map(str, theirs["choices"]))):
            yield f"choices {mine['choices']}, really {theirs['choices']}"
    # `*` and `...` are satisfied by nothing.
    required = theirs["required"] and (theirs["flags"] or nargs not in ("ZeroOrMore", "Optional", "Remainder"))
    if not mine["conditional"] and mine["required"] != bool(required):
        yield f"required {mine['required']}, really {bool(required)}"
    default = mine["default"]
    if takes_value and not isinstance(default, dict) and (default is not None) != theirs["default"]:
        yield f"default {default}, really {theirs['default']}"
    if (mine["exclusive"] is not None) != theirs["exclusive"] and not mine["conditional"]:
        yield "exclusive group"


def unknowns(ours):
    """What we leave open in a closed interface."""
    for one in ours["arguments"]:
        for field in ("nargs", "kind"):
            if one[field] == "Unknown" and one["nargs"] != "Zero":
                yield field
        if one["choices"] == "unknown":
            yield "choices"


def calls(text):
    """The calls of `add_argument` in a script."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "add_argument" and node.args and isinstance(node.args[0], ast.Constant):
                yield node


def mutated(text, chance):
    """A script with one change of its arguments, and what it is; None where it has none."""
    found = sorted(calls(text), key=lambda node: (node.lineno, node.col_offset))
    if not found:
        return None
    call = chance.choice(found)
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    at = lambda line, column: starts[line - 1] + column
    data = text.encode()
    first = call.args[0]
    begin, finish = at(first.lineno, first.col_offset), at(first.end_lineno, first.end_col_offset)
    end = at(call.end_lineno, call.end_col_offset) - 1
    kind = chance.choice(["rename", "drop", "choices", "type", "required", "nargs", "conditional"])
    written = {word.arg: word for word in call.keywords}
    comma = b"" if data[:end].rstrip().endswith(b",") else b", "

    def with_keyword(name, value):
        if name not in written:
            return data[:end] + comma + f"{name}={value}".encode() + data[end:]
        old = written[name].value
        return (data[:at(old.lineno, old.col_offset)] + value.encode()
                + data[at(old.end_lineno, old.end_col_offset):])

    if kind == "rename":
        new = data[:begin] + repr(f"{first.value}x").encode() + data[finish:]
    elif kind == "drop":
        start = at(call.lineno, call.col_offset)
        new = data[:start] + b"None" + data[end + 1:]
    elif kind == "choices":
        new = with_keyword("choices", "['a', 'b']")
    elif kind == "type":
        new = with_keyword("type", chance.choice(["int", "float", "str", "bool"]))
    elif kind == "required" and str(first.value).startswith("-"):
        new = with_keyword("required", chance.choice(["True", "False"]))
    elif kind == "nargs":
        new = with_keyword("nargs", chance.choice(["'?'", "'*'", "'+'", "2"]))
    elif kind == "conditional":
        start = at(call.lineno, call.col_offset)
        new = data[:start] + b"(" + data[start:end + 1] + b") if len(str(id)) > 0 else None" + data[end + 1:]
    else:
        return None
    new = new.decode()
    try:
        ast.parse(new)
    except SyntaxError:
        return None
    return f"{kind} {first.value}", new


def compare(copy, binary, label, totals, listed):
    ours, real = copy.ours(binary), copy.real()
    if ours["open"]:
        outcome = "open"
    elif "ended" in real:
        outcome = "not reached"
    else:
        found = differences(ours, real)
        outcome = "differs" if found else "agrees"
        totals["arguments"] = totals.get("arguments", 0) + len(real["arguments"])
        for field in unknowns(ours):
            totals[f"left open: {field}"] = totals.get(f"left open: {field}", 0) + 1
        for text in found:
            print(f"DIFFERS {label}: {text}")
    totals[outcome] = totals.get(outcome, 0) + 1
    if listed and outcome in ("open", "not reached"):
        print(f"{outcome}: {label}: {ours['open'] or real['ended']}")
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("interface")
    parser.add_argument("folder")
    parser.add_argument("--mutations", type=int, default=0)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--list", action="store_true", help="also list what is not compared")
    options = parser.parse_args()
    binary, folder = os.path.abspath(options.interface), os.path.abspath(options.folder)
    listed = subprocess.run([binary, folder], capture_output=True, text=True, check=True).stdout
    runs = [json.loads(line) for line in listed.splitlines()]
    scripts = {}
    for run in runs:
        if run["code"]:
            scripts.setdefault((run["script"], run["folder"], run["module"], tuple(run["includes"])), run)
    print(f"{len(runs)} runs of Python scripts, {len(scripts)} different ones")
    totals, decided = {}, []
    for run in scripts.values():
        with tempfile.TemporaryDirectory() as at:
            label = os.path.relpath(run["script"], folder)
            if compare(Copy(run, at), binary, label, totals, options.list) == "agrees":
                decided.append(run)
    print(json.dumps(totals, indent=2, sort_keys=True))
    chance, changed, left = random.Random(options.seed), {}, options.mutations
    while left and decided:
        run = chance.choice(decided)
        with tempfile.TemporaryDirectory() as at:
            copy = Copy(run, at)
            with open(copy.script, encoding="utf-8") as file:
                made = mutated(file.read(), chance)
            if made is None:
                continue
            left -= 1
            with open(copy.script, "w", encoding="utf-8") as file:
                file.write(made[1])
            label = f"{os.path.relpath(run['script'], folder)} ({made[0]})"
            compare(copy, binary, label, changed, options.list)
    if options.mutations:
        print("mutations:", json.dumps(changed, indent=2, sort_keys=True))
    sys.exit(bool(totals.get("differs") or changed.get("differs")))


if __name__ == "__main__":
    main()
