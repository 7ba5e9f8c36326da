#!/usr/bin/env python3
"""Finds out with which client version each field came, from what extract.py wrote for several versions.

  python3 since.py facts-1.0.0.json facts-1.1.0.json ... facts-1.35.2.json            prints the fields by version
  python3 since.py facts-1.0.0.json ... facts-1.35.2.json --write                     writes `since` into the catalogue

The last version must be that of the catalogue. A field counts as new in a version if that one and all later ones have it and
the one before has not. Where a type had another name then, the types at its place in the older client are looked at: a field
that one of them has is not called new. What came before the first version gets no `since`; nor does a type that the scripts
cannot tell from another one of its name, nor a field that came, went and came back. Versions that are not among the files
are not looked at, so pass every release around a change. Of old clients, unpack the wheel into a folder of its own; their
extract.py run needs no other azure-ai-ml on the path, and marshmallow and pydash of their time. Needs PyYAML.
"""
import json
import os
import re
import sys

import yaml

from extract import HERE, catalogue_types

FAMILIES = sorted(name for name in os.listdir(HERE) if name.endswith(".yaml") and name != "values.yaml")

# Whole documents whose class is no measure: they had another name before, or the class is older than the command that reads it.
UNSURE = {"JobSchedule", "Hub", "AzureOpenAIConnection", "AzureAISearchConnection", "AzureAIServicesConnection",
          "AzureBlobStoreConnection", "ModelPackage", "AzureOpenAIFineTuning", "CustomModelFineTuning", "FlowComponent", "Flow",
          "Run", "FederatedLearningSilo", "FeatureSetBackfill", "FeaturesetSpecMetadata", "OneLake", "DataTransferCopyComponent",
          "DataTransferImportComponent", "DataTransferExportComponent"}

# Fields whose version is known to be another one than that of the schema, and not which.
UNSURE_FIELDS = {("BatchDeployment", "type"), ("BatchDeployment", "job_definition"),
                 ("CapabilityHost", "thread_storage_connections")}

# Whole documents that are older in the schemas than in the CHANGELOG of azure-ai-ml.
OFFERED = {"MonitorSchedule": "1.7.2"}


def key(version):
    return tuple(int(part) for part in version.split("."))


class Version:
    """What one version has: fields and the types nested in them, by type, and the types that could not be read."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as text:
            facts = json.load(text)
        self.name = facts["meta"]["source_version"]
        self.types = {n: {f["name"]: f["types"] for f in t["fields"]} for n, t in facts["types"].items()}
        self.unread = set(facts["meta"]["unread"])

    def same(self, name, places, seen=()):
        """The type, or the types at its place, where it had another name; `None` if one of them could not be read."""
        if name in self.unread:
            return None
        if name in self.types or name in seen:
            return {name} & self.types.keys()
        found = set()
        for owner, at in places.get(name.partition("@")[0], []):
            owners = self.same(owner, places, (*seen, name))
            if owners is None:
                return None
            found.update(inner for o in owners for inner in self.types[o].get(at, []) if inner in self.types)
        return found

    def has(self, name, field, places):
        """Whether it has the field; `None` if that cannot be told."""
        types = self.same(name, places)
        return None if types is None else any(field in self.types[t] for t in types)


def owners(types):
    """At which fields each type stands, by the part of its name that the client knows."""
    found = {}
    for name, fields in types.items():
        for field, nested in fields.items():
            for inner in nested:
                found.setdefault(inner, []).append((name, field))
    return found


def first(versions, name, field, places):
    """The version with which the field came; `None` if that is the first one, or cannot be told."""
    known = [version.has(name, field, places) for version in versions]
    at = known.index(True) if True in known else 0
    before, after = known[:at], known[at:]
    if not before or before[-1] is None or False in after:
        return None
    return versions[at].name


def documents():
    """The types of whole documents."""
    found = set()
    for family in FAMILIES:
        with open(os.path.join(HERE, family), encoding="utf-8") as text:
            found.update(kind["type"] for kind in (yaml.safe_load(text).get("kinds") or {}).values())
    return found


def homes(types):
    """The documents in which each type occurs."""
    found = {}

    def visit(name, document):
        if name in types and document not in found.setdefault(name, set()):
            found[name].add(document)
            for inner in {inner for nested in types[name].values() for inner in nested}:
                visit(inner, document)

    for document in documents():
        visit(document, document)
    return found


def since(versions):
    latest = versions[-1].types
    places, home = owners(latest), homes(latest)
    found = {}
    for name in catalogue_types():
        at = home.get(name, set())
        sure = name in latest and name not in UNSURE and not (at and at <= UNSURE)
        fields = {field: first(versions, name, field, places) for field in latest[name]} if sure else {}
        fields.update({field: None for field in fields if (name, field) in UNSURE_FIELDS})
        if at and at <= OFFERED.keys():
            fields = {f: v and max(v, *(OFFERED[document] for document in at), key=key) for f, v in fields.items()}
        whole = len(set(fields.values())) == 1 and name not in versions[0].types
        if whole and None not in fields.values():
            found[name] = (next(iter(fields.values())), {})
        else:
            found[name] = (None, {field: version for field, version in fields.items() if version})
    return found


def write(found):
    """Puts the versions behind the heads of types and fields, and takes out those that were there."""
    for family in FAMILIES:
        path = os.path.join(HERE, family)
        with open(path, encoding="utf-8") as text:
            lines = text.read().split("\n")
        out, section, name, in_fields = [], "", "", False
        for line in lines:
            if section == "types" and name in found and re.match(r"( {4}| {8})since: ", line):
                continue
            out.append(line)
            if head := re.match(r"(\w+):", line):
                section, name = head[1], ""
            elif section == "types" and (head := re.match(r"  (\S.*):$", line)):
                name, in_fields = head[1], False
                if version := found.get(name, (None,))[0]:
                    out.append(f"    since: {version}")
            elif re.match(r"    \S", line):
                in_fields = line == "    fields:"
            elif in_fields and (head := re.match(r"      (\S+):$", line)):
                if version := found.get(name, (None, {}))[1].get(head[1]):
                    out.append(f"        since: {version}")
        with open(path, "w", encoding="utf-8") as text:
            text.write("\n".join(out))


def main():
    paths = [argument for argument in sys.argv[1:] if argument != "--write"]
    versions = sorted(map(Version, paths), key=lambda version: key(version.name))
    found = since(versions)
    by_version = {}
    for name, (whole, fields) in found.items():
        if whole:
            by_version.setdefault(whole, []).append(f"{name} (all of it)")
        for field, version in fields.items():
            by_version.setdefault(version, []).append(f"{name}.{field}")
    for version in sorted(by_version, key=key):
        print(f"{version}: {', '.join(by_version[version])}")
    if "--write" in sys.argv:
        write(found)


if __name__ == "__main__":
    main()
