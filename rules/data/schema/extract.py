#!/usr/bin/env python3
"""Writes what an installed azure-ai-ml accepts, as far as its schemas show it: keys, required keys, words, nested types.

  python3 extract.py --out facts.json
  AZML_FACTS=facts.json cargo test -p azml-tests --test crates schema:: -- --nocapture     prints the difference, field by field

It starts from the types of the catalogue beside it and follows them, so a type that is new below a known one is found.
What constructors and later stages check is not in the schemas; probe it by running the client. Needs azure-ai-ml, PyYAML.
"""
import argparse
import glob
import importlib
import json
import logging
import os
import pkgutil
import warnings
from importlib.metadata import version
from pathlib import Path

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))


def catalogue_types():
    names = []
    for path in sorted(glob.glob(os.path.join(HERE, "*.yaml"))):
        with open(path, encoding="utf-8") as text:
            names += (yaml.safe_load(text).get("types") or {}).keys()
    return names


def schema_classes():
    """Every schema class of the client by its name in the catalogue; the same name may come from several modules."""
    import azure.ai.ml._schema as package
    from marshmallow import Schema
    found = {}
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            content = vars(importlib.import_module(module.name)).values()
        except ImportError:
            continue
        for cls in content:
            if isinstance(cls, type) and issubclass(cls, Schema) and cls.__module__ == module.name:
                found.setdefault(cls.__name__.removesuffix("Schema"), []).append(cls)
    return found


def choose(name, classes):
    """The class for a name such as `Identity@workspace.identity`: the part behind `@` ends the module's name."""
    base, _, module = name.partition("@")
    several = classes.get(base, [])
    if module:
        several = [c for c in several if c.__module__.endswith("." + module)]
    return several[0] if len(several) == 1 else None


def unwrapped(field):
    while hasattr(field, "experimental_field"):
        field = field.experimental_field
    return field


def parts(field):
    """The fields inside a field: alternatives, items, values."""
    from marshmallow import fields
    inner = list(getattr(field, "_union_fields", []))
    if isinstance(field, fields.List):
        inner.append(field.inner)
    if isinstance(field, fields.Mapping):
        inner += [f for f in (field.key_field, field.value_field) if f is not None]
    return [unwrapped(f) for f in inner]


def collect(field, words, types):
    from marshmallow import fields
    field = unwrapped(field)
    if getattr(field, "dump_only", False):
        return
    for word in getattr(field, "allowed_values", []):
        if word not in words:
            words.append(word)
    for validator in getattr(field, "validators", []):
        words += [word for word in getattr(validator, "choices", []) if word not in words]
    if isinstance(field, fields.Nested):
        try:
            types.append(type(field.schema))
        except Exception:  # A class of the client that is no schema.
            pass
    for inner in parts(field):
        collect(inner, words, types)


def describe(cls):
    from azure.ai.ml._schema.core.schema import PathAwareSchema
    schema = cls(context={"base_path": Path(".")}) if issubclass(cls, PathAwareSchema) else cls()
    out, reached = [], []
    for name, field in schema.fields.items():
        if field.dump_only:
            continue
        words, types = [], []
        collect(schema.load_fields[name], words, types)
        reached += types
        required = field.required or schema.load_fields[name].required
        out.append({"name": field.data_key or name, "required": required, "words": sorted(map(str, words)),
                    "types": sorted({t.__name__.removesuffix("Schema") for t in types})})
    return out, reached


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--out", required=True)
    out = arguments.parse_args().out
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    classes = schema_classes()
    types, todo, unknown, unread = {}, [], [], []
    for name in catalogue_types():
        cls = choose(name, classes)
        (todo.append((name, cls)) if cls else unknown.append(name))
        if not cls and name.partition("@")[0] in classes:
            unread.append(name)
    seen = {cls for _, cls in todo}
    for name, cls in todo:
        try:
            fields, reached = describe(cls)
        except Exception as error:  # Some classes only work inside others.
            print(f"{name}: {error}")
            unread.append(name)
            continue
        types[name] = {"fields": fields}
        for nested in reached:
            same = [n for n in classes if cls.__name__.removesuffix("Schema") == n]
            if nested not in seen and nested.__name__.removesuffix("Schema") not in types and same:
                seen.add(nested)
                base = nested.__name__.removesuffix("Schema")
                if len(classes.get(base, [])) == 1:
                    todo.append((base, nested))
    meta = {"source": "azure-ai-ml", "source_version": version("azure-ai-ml"), "depth": "fields", "unread": unread}
    with open(out, "w", encoding="utf-8") as text:
        json.dump({"meta": meta, "types": types}, text, indent=1)
    print(f"{out}: {len(types)} types; not found by name: {', '.join(unknown) or 'none'}")


if __name__ == "__main__":
    main()
