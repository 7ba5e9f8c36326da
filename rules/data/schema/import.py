#!/usr/bin/env python3
"""Brings what a client version says about its YAML into the catalogue, and shows the difference.

  python3 import.py FACTS.json            writes common.yaml, job.yaml, ... beside this script
  python3 import.py FACTS.json --diff     only prints what would change, field by field; exits 1 if anything would

FACTS.json is what extract.py writes. Everything that people wrote stays: `schema` of kinds, `doc`, `url`, `since`, `values`, `like`,
`unknown`, `also-required` of types and fields, the order of fields, and the whole of `sets`, `words`, `expressions`, `names` and `patterns` in common.yaml. Needs PyYAML.
"""
import json
import os
import sys

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
HAND = ("doc", "url", "since", "values", "offer")
FAMILIES = ["job", "sweep", "automl", "pipeline", "component", "compute", "endpoint", "deployment", "schedule", "data",
            "environment", "model", "datastore", "connection", "workspace", "featurestore", "other"]
TRANSFORMS = {"identity": "exact", "lower": "lower", "upper": "upper", "camel_to_snake": "snake",
              "snake_to_camel": "camel", "snake_to_pascal": "pascal"}
SCALARS = {"str": "string", "int": "int", "float": "float", "number": "float", "bool": "bool", "any": "any",
           "version": "version", "number_version": "numeric-version", "iso_datetime": "datetime", "url": "url",
           "git_url": "git", "local_path": "path", "output_binding": "output-expression"}


def family(kind):
    group = kind.split("/")[0]
    if kind == "job/sweep":
        return "sweep"
    if kind.startswith("job/automl"):
        return "automl"
    if kind in ("job/pipeline", "job/parallel") or kind.startswith("job/data_transfer"):
        return "pipeline"
    same = {"deployment_template": "deployment", "batch_invoke_job": "deployment", "data_import": "data",
            "model_package": "model", "capability_host": "workspace", "registry": "workspace", "flow": "component",
            "feature_store": "featurestore", "feature_set": "featurestore", "feature_set_spec": "featurestore",
            "feature_set_backfill": "featurestore", "feature_store_entity": "featurestore", "mltable": "data"}
    group = same.get(group, group)
    return group if group in FAMILIES else "other"


class Types:
    """Type expressions as people read them."""

    def __init__(self, patterns, names):
        self.patterns = {v["regex"]: k for k, v in patterns.items()}
        self.names = names

    def text(self, t):
        s = "nothing" if t.get("never_on_load") else self.core(t)
        if t["k"] in ("list", "map") and (t.get("bind") or t.get("allow_none") or t.get("private_preview")):
            s = f"({s})"
        if t.get("bind") and t["k"] == "ref":
            s = f"({s} | expression)"
        elif t.get("bind"):
            s += "$"
        if t.get("private_preview"):
            s += "^"
        if t.get("allow_none"):
            s += "?"
        return s

    def core(self, t):
        k = t["k"]
        limits = {r["rule"]: r for r in t.get("validators", [])}
        if "one_of_exact" in limits:
            return self.enum("exact", limits["one_of_exact"]["values"])
        if k == "str":
            regex = t.get("pattern") or limits.get("regex", {}).get("pattern")
            arm = next((r for r in limits if r.endswith("arm_id")), None)
            return f"string({self.patterns[regex]})" if regex else f"string({arm.replace('_', '-')})" if arm else "string"
        if k in ("int", "float") and t.get("strict"):
            return SCALARS[k] + "!"
        if k == "int" and "range" in limits:
            r = limits["range"]
            return f"int({r['min']}..{'' if r['max'] is None else r['max']})"
        if k in SCALARS:
            return SCALARS[k]
        return getattr(self, "of_" + k)(t)

    @staticmethod
    def enum(how, values):
        return f"{how}[{', '.join(str(v) for v in values)}]"

    def of_enum(self, t):
        return self.enum(TRANSFORMS[t["transform"]], t["values"])

    def of_const(self, t):
        return f"const({t['value']})"

    def of_binding(self, t):
        return "expression!" if t.get("singular") else "expression"

    def of_azureml_ref(self, t):
        version = ("" if not t.get("versioned") else ", version?" if t.get("version_optional") else ", version")
        return f"asset({t['resource']}{version})"

    def of_registry_uri(self, t):
        return f"registry({t['resource'] or 'any'})"

    def of_feed_uri(self, t):
        return f"feed({t['resource']})"

    def of_yaml_file(self, t):
        return f"file({t['loads']})"

    def of_list(self, t):
        return f"list of {self.text(t['item'])}"

    def of_map(self, t):
        value = self.text(t["value"]) if "value" in t else "any?"
        if "key" not in t:
            return f"map of {value}"
        return f"map({self.text(t['key'])}) of {value}"

    def of_ref(self, t):
        s = t["type"]
        if t.get("bindings"):
            s += "$"
        return s + ("~" if t.get("unknown") == "include" else "")

    def of_union(self, t):
        alternatives = t.get("of")
        if alternatives is None:
            alternatives = t.get("plain", []) + [a for case in t["cases"].values() for a in case]
        parts = []
        # Members that are only written are never chosen, but a union of nothing else reads with them all the same.
        all_written = all(a.get("never_on_load") for a in alternatives)
        for a in alternatives:
            if a.get("never_on_load") and not all_written:
                continue
            s = self.text({**a, "never_on_load": False})
            if s not in parts:
                parts.append(s)
        if not parts:
            return "nothing"
        s = parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"
        return self.names.get(s, s)


def field_of(types, f, defaults):
    t = dict(f["t"])
    t["validators"] = t.get("validators", []) + f.get("validators", [])
    if f.get("allow_none"):
        t["allow_none"] = True
    out = {"type": types.text(t)}
    default = next((f[k] for k in ("default", "service_default", "entity_default") if k in f), defaults.get(f["name"]))
    if (f.get("required") or f.get("required_by_constructor")) and "default" not in f:
        out["required"] = True
    # Where the client refuses the mapping without a key, no value stands in for it.
    if default is not None and not isinstance(default, (dict, list)) and "required" not in out:
        out["default"] = default
    if f.get("no_bind"):
        out["expression"] = False
    if f.get("preview"):
        out["preview"] = True
    if f.get("private_preview"):
        out["private"] = True
    if "deprecated" in f:
        out["deprecated"] = f["deprecated"]["replacement"] or True
    return out


def flat_rules(rules):
    for r in rules:
        if r["rule"] == "all_of":
            yield from flat_rules(r["rules"])
        else:
            yield {k: v for k, v in r.items() if k not in ("note", "types")}


def catalogue(facts, types):
    """The catalogue that the facts alone give: kinds and types by name."""
    defaults = {}
    for kind in facts["kinds"].values():
        defaults.setdefault(kind["type"], {}).update(kind.get("entity_defaults", {}))
    kinds = {}
    for name, k in facts["kinds"].items():
        out = {"type": k["type"]}
        if k["unknown"] == "include":
            out["unknown"] = "ignored"
        if k.get("cli"):
            out["command"] = k["cli"]
        if k.get("required_by_constructor"):
            out["required"] = k["required_by_constructor"]
        if k.get("stand_alone") is False:
            out["nested-only"] = True
        kinds[name] = out
    all_types = {}
    for name, t in facts["types"].items():
        out = {}
        if t.get("preview"):
            out["preview"] = True
        if t.get("private_preview"):
            out["private"] = True
        if t.get("file_ref"):
            out["file"] = True
        if t.get("binds"):
            out["step"] = True
        if t.get("sdk_broken"):
            out["broken"] = True
        if t.get("readonly"):
            key = "read-only" if t.get("readonly_on_load") == "ignored" else "read-only-refused"
            out[key] = sorted(t["readonly"])
        checks = list(flat_rules(t.get("rules", []) + t.get("entity_rules", [])))
        if checks:
            out["checks"] = checks
        out["fields"] = {f["name"]: field_of(types, f, defaults.get(name, {})) for f in t["fields"]}
        all_types[name] = out
    return kinds, all_types


def homes(facts):
    """Which file each type goes to: that of the only family that uses it, else common."""
    seen = {}

    def walk(o, where):
        if isinstance(o, dict):
            if o.get("k") == "ref":
                visit(o["type"], where)
            for v in o.values():
                walk(v, where)
        elif isinstance(o, list):
            for v in o:
                walk(v, where)

    def visit(name, where):
        if where not in seen.setdefault(name, set()):
            seen[name].add(where)
            walk(facts["types"][name]["fields"], where)

    roots = {}
    for kind, k in facts["kinds"].items():
        roots.setdefault(k["type"], family(kind))
        visit(k["type"], family(kind))
    return {name: roots.get(name) or (next(iter(at)) if len(at) == 1 else step_home(name, at))
            for name, at in seen.items()}


def step_home(name, families):
    """Node types are also reached through schedules and pipeline components; they belong to pipelines."""
    if "pipeline" in families and families <= {"pipeline", "component", "schedule"}:
        return "pipeline"
    return "common"


def keep(new, old):
    """What people wrote in `old`, put into `new`; fields keep their order."""
    for key in HAND + ("like", "unknown", "without-effect", "also-required"):
        if key in old:
            new[key] = old[key]
    fields, before = new.get("fields", {}), old.get("fields") or {}
    fields.update({name: f for name, f in before.items() if f.get("unchecked") and name not in fields})
    for name, f in fields.items():
        # Facts cannot tell keys that are sent from keys that are ignored.
        if before.get(name, {}).get("type", "").replace("~>", "~") == f["type"]:
            f["type"] = before[name]["type"]
        for key in HAND:
            if key in (before.get(name) or {}):
                f[key] = before[name][key]
        # Defaults of the service are often told by its documentation only.
        if "default" in (before.get(name) or {}):
            f.setdefault("default", before[name]["default"])
    order = [n for n in before if n in fields] + [n for n in fields if n not in before]
    new["fields"] = {n: fields[n] for n in order}


def of_other_tools():
    """Kinds and types that are not the client's: what its facts say of them is not taken over."""
    with open(os.path.join(HERE, "tools.yaml"), encoding="utf-8") as text:
        tools = yaml.safe_load(text)
    return set(tools["kinds"]) | set(tools["types"])


def load():
    files = {}
    for name in ["common"] + FAMILIES:
        path = os.path.join(HERE, name + ".yaml")
        files[name] = (yaml.safe_load(open(path, encoding="utf-8")) if os.path.exists(path) else None) or {}
    return files


class Dumper(yaml.SafeDumper):
    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, False)

    def ignore_aliases(self, data):
        return True


class Flow(dict):
    pass


Dumper.add_representer(Flow, lambda d, o: d.represent_mapping("tag:yaml.org,2002:map", o.items(), flow_style=True))
Dumper.add_representer(list, lambda d, o: d.represent_sequence(
    "tag:yaml.org,2002:seq", o, flow_style=not any(isinstance(x, dict) for x in o)))


def save(files):
    for name, content in files.items():
        for t in content.get("types", {}).values():
            if "checks" in t:
                t["checks"] = [Flow(c) for c in t["checks"]]
        text = yaml.dump(content, Dumper=Dumper, sort_keys=False, width=118, allow_unicode=True)
        with open(os.path.join(HERE, name + ".yaml"), "w", encoding="utf-8") as out:
            out.write(f"# {content_line(name)} Format: README.md.\n{text}")


def content_line(name):
    return "What several families share: words, names, patterns, types." if name == "common" else f"Family: {name}."


def difference(old, new):
    """Lines that say what changed, field by field."""
    lines = []
    for section in ("kinds", "types"):
        before = {n: (f, t) for f in old for n, t in (old[f].get(section) or {}).items()}
        after = {n: (f, t) for f in new for n, t in (new[f].get(section) or {}).items()}
        lines += [f"- {n}" for n in before if n not in after] + [f"+ {n}" for n in after if n not in before]
        for n in after:
            if n in before:
                lines += [f"{n}: {x}" for x in type_difference(before[n][1], after[n][1])]
    return lines


def type_difference(before, after):
    a, b = dict(before), dict(after)
    fa, fb = a.pop("fields", None) or {}, b.pop("fields", None) or {}
    out = [f"{k}: {a.get(k)!r} -> {b.get(k)!r}" for k in {**a, **b} if a.get(k) != b.get(k)]
    out += [f"- {n}" for n in fa if n not in fb] + [f"+ {n}: {fb[n]['type']}" for n in fb if n not in fa]
    for n in fb:
        if n in fa and fa[n] != fb[n]:
            out += [f"{n}.{k}: {fa[n].get(k)!r} -> {fb[n].get(k)!r}" for k in {**fa[n], **fb[n]}
                    if fa[n].get(k) != fb[n].get(k)]
    return out


def main():
    facts = json.load(open(sys.argv[1], encoding="utf-8"))
    old = load()
    common = old["common"]
    names = {}
    for name, entry in (common.get("names") or {}).items():
        names[entry["type"]] = name
    schemas = {n: k.get("schema") for content in old.values() for n, k in (content.get("kinds") or {}).items()}
    types = Types(common.get("patterns") or {}, names)
    kinds, all_types = catalogue(facts, types)
    tools = of_other_tools()
    kinds = {name: kind for name, kind in kinds.items() if name not in tools}
    # Paths of tables are one type there, and three here.
    all_types = {name: t for name, t in all_types.items()
                 if name not in tools and not name.startswith("MLTableMetadataPath")}
    for name, k in kinds.items():
        if schemas.get(name):
            k["schema"] = schemas[name]
    before = {n: t for content in old.values() for n, t in (content.get("types") or {}).items()}
    home = {n: f for f, content in old.items() for n in content.get("types") or {}}
    fallback = homes(facts)
    new = {"common": {k: common[k] for k in ("sets", "words", "expressions", "names", "patterns") if k in common}}
    for f in FAMILIES:
        new[f] = {"kinds": {k: v for k, v in kinds.items() if family(k) == f}}
        if not new[f]["kinds"]:
            del new[f]["kinds"]
    for n, t in all_types.items():
        if n in fallback:
            keep(t, before.get(n, {}))
            new[home.get(n, fallback[n])].setdefault("types", {})[n] = t
    lines = difference(old, new)
    if "--diff" in sys.argv:
        print("\n".join(lines) or "no difference")
        return 1 if lines else 0
    save(new)
    print(f"{sum(len(t['fields']) for t in all_types.values())} fields, {len(lines)} changes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
