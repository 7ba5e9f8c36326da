#!/usr/bin/env python3
"""What the official client accepts as a JSON schema, for tools that read those: made of the catalogue in rules/data/schema.

    tests/tools/client_schema.py KIND >KIND.schema.json     KIND as in the catalogue, such as `job/pipeline`; needs PyYAML

The README of the catalogue describes how it writes types. A schema says less: no limits of numbers, no names in a pattern.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path

import yaml

CATALOGUE = Path(__file__).resolve().parent.parent.parent / "rules/data/schema"
TYPES = {
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "any": {},
    "nothing": {},
    # What YAML reads as a number or as text.
    "version": {"type": ["string", "number"]},
    "numeric-version": {"type": ["string", "number"]},
}
# Written as text: `registry(models)`, `datetime`.
TEXT = {"string", "datetime", "url", "git", "path", "asset", "registry", "feed", "file", "expression", "output-expression"}
WORDS = {"exact", "lower", "upper", "snake", "camel", "pascal"}
TOKEN = re.compile(r"\s*(\w+\[[^]]*\]|const\([^)]*\)|[\w@.-]+(?:<[^>]*>)?|~>|[()|$^?!~,])")


@cache
def catalogue():
    """The kinds, types and named unions of all families."""
    found = {"kinds": {}, "types": {}, "names": {}}
    for path in sorted(CATALOGUE.glob("*.yaml")):
        content = yaml.load(path.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for section, entries in found.items():
            entries.update(content.get(section) or {})
    return found


@cache
def json_schema(kind):
    """The schema of documents of `kind`, with every type that there is under `definitions`."""
    found = catalogue()
    definitions = {slug(name): of_type(its) for name, its in found["types"].items()}
    definitions.update({slug(name): Expression(its["type"]).read() for name, its in found["names"].items()})
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": f"#/definitions/{slug(found['kinds'][kind]['type'])}",
        "definitions": definitions,
    }


def slug(name):
    """A name that means the same inside of an address."""
    return re.sub(r"\W", "_", name)


def of_type(found):
    """The schema of one mapping with known keys."""
    fields = {name: field for name, field in (found.get("fields") or {}).items() if not field.get("private")}
    properties = {name: Expression(field["type"]).read() for name, field in fields.items()}
    properties["$schema"] = {"type": "string"}
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name, field in fields.items() if field.get("required")],
        "additionalProperties": found.get("unknown") in ("ignored", "sent"),
    }


class Expression:
    """Reads a type as the catalogue writes it, such as `map of (string | int)?`."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)

    def read(self):
        found = self.one()
        while self.next_is("$", "^", "?", "!", "~", "~>"):
            self.take()
        return found

    def one(self):
        token = self.take()
        if token == "(":
            return self.union()
        name, _, inside = token.partition("[")
        if inside and name in WORDS:
            return {"enum": [yaml.safe_load(word) for word in inside[:-1].split(", ")]}
        if token.startswith("const("):
            return {"const": yaml.safe_load(token[6:-1])}
        if token in ("list", "map"):
            return self.collection(token)
        if token in TEXT or token in TYPES:
            self.skip_detail()
            return TYPES.get(token, {"type": "string"})
        return {"$ref": f"#/definitions/{slug(token)}"}

    def union(self):
        """Behind the opening parenthesis; each alternative once."""
        found = []
        while True:
            one = self.read()
            if one not in found:
                found.append(one)
            if self.take() == ")":
                return {"anyOf": found} if len(found) > 1 else found[0]

    def collection(self, word):
        """`list of T`, `map of T`, `map(K) of T`."""
        self.skip_detail()
        self.take()  # of
        inside = self.read()
        if word == "list":
            return {"type": "array", "items": inside}
        return {"type": "object", "additionalProperties": inside}

    def skip_detail(self):
        """What stands in parentheses and is no type of a value."""
        depth = 0
        while depth or self.next_is("("):
            depth += {"(": 1, ")": -1}.get(self.take(), 0)

    def next_is(self, *tokens):
        return bool(self.tokens) and self.tokens[0] in tokens

    def take(self):
        return self.tokens.pop(0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(json.dumps(json_schema(sys.argv[1])))
