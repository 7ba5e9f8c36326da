"""The facts about the official client as JSON schemas, for servers that read those."""

import re

SIMPLE = {"int": "integer", "float": "number", "number": "number", "bool": "boolean"}
# What YAML writes as a number or as text.
VERSIONS = {"version", "number_version"}


def json_schema(facts, kind):
    """The schema of documents of `kind`, with every type that there is under `definitions`."""
    definitions = {slug(name): of_type(found) for name, found in facts["types"].items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": f"#/definitions/{slug(facts['kinds'][kind]['type'])}",
        "definitions": definitions,
    }


def slug(name):
    """A name that means the same inside of an address."""
    return re.sub(r"\W", "_", name)


def of_type(found):
    fields = [field for field in found["fields"] if not field.get("private_preview")]
    properties = {field["name"]: of_expression(field["t"]) for field in fields}
    properties["$schema"] = {"type": "string"}
    return {
        "type": "object",
        "properties": properties,
        "required": [field["name"] for field in fields if field.get("required")],
        "additionalProperties": found.get("unknown") == "include",
    }


def of_expression(found):
    kind = found["k"]
    if kind == "ref":
        return {"$ref": f"#/definitions/{slug(found['type'])}"}
    if kind == "enum":
        return {"enum": found["values"]}
    if kind == "const":
        return {"const": found.get("value")}
    if kind == "union":
        return {"anyOf": [of_expression(one) for one in alternatives(found)]}
    if kind == "list":
        return {"type": "array", "items": of_expression(found.get("item") or {"k": "any"})}
    if kind == "map":
        return {"type": "object", "additionalProperties": of_expression(found.get("value") or {"k": "any"})}
    if kind == "any":
        return {}
    if kind in VERSIONS:
        return {"type": ["string", "number"]}
    return {"type": SIMPLE.get(kind, "string")}


def alternatives(union):
    """All of a union, those that a key decides among too, each once."""
    found = list(union.get("of") or [])
    for case in (union.get("cases") or {}).values():
        found.extend(case if isinstance(case, list) else [case])
    found.extend(union.get("plain") or [])
    return [one for at, one in enumerate(found) if one not in found[:at]]
