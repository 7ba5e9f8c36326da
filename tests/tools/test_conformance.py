#!/usr/bin/env python3
"""The judge of conformance.py must not be one that always says yes: every answer here breaks the specification once."""

import collections
import sys
import unittest

sys.dont_write_bytecode = True
from checked_client import CheckedServer, capabilities
from lsprotocol import types
from spoken_rules import Judge

URI = "file:///folder/a.yml"
TEXT = "type: command\nname: 😀x\r\nlast"
CAN = {
    "positionEncoding": "utf-16",
    "codeActionProvider": {"codeActionKinds": ["quickfix"]},
    "semanticTokensProvider": {"legend": {"tokenTypes": ["variable"], "tokenModifiers": []}},
}


def at(line, column):
    return {"line": line, "character": column}


def span(line, start, end):
    return {"start": at(line, start), "end": at(line, end)}


def edit(found, text=""):
    return {"range": found, "newText": text}


BROKEN = {
    "a column inside a character": ("hover", {"contents": {"value": "x"}, "range": span(1, 0, 7)}),
    "a column behind its line": ("hover", {"contents": {"value": "x"}, "range": span(1, 0, 10)}),
    "a line that is not there": ("documentHighlight", [{"range": span(3, 0, 0)}]),
    "a range that ends before it starts": ("documentHighlight", [{"range": span(0, 2, 1)}]),
    "a card away from the cursor": ("hover", {"contents": {"value": "x"}, "range": span(0, 6, 13)}),
    "an empty card": ("hover", {"contents": {"value": " "}}),
    "edits that overlap": ("rename", {"changes": {URI: [edit(span(0, 0, 4)), edit(span(0, 3, 5))]}}),
    "another version": ("rename", {"documentChanges": [{"textDocument": {"uri": URI, "version": 2}, "edits": []}]}),
    "an edit away from the cursor": ("completion", [{"label": "a", "textEdit": edit(span(0, 6, 7), "a")}]),
    "an edit of several lines": (
        "completion",
        [{"label": "a", "textEdit": edit({"start": at(0, 0), "end": at(1, 0)}, "a")}],
    ),
    "a broken snippet": ("completion", [{"label": "a", "insertText": "cost $ 1", "insertTextFormat": 2}]),
    "the same entry twice": ("completion", [{"label": "a"}, {"label": "a"}]),
    "tokens that overlap": ("semanticTokens/full", {"data": [0, 0, 4, 0, 0, 0, 3, 2, 0, 0]}),
    "a token without name": ("semanticTokens/full", {"data": [0, 0, 4, 1, 0]}),
    "a token over a line end": ("semanticTokens/full", {"data": [0, 0, 40, 0, 0]}),
    "a selection outside its symbol": (
        "documentSymbol",
        [{"name": "a", "range": span(0, 0, 4), "selectionRange": span(0, 0, 6)}],
    ),
    "a parent smaller than its child": (
        "selectionRange",
        [{"range": span(0, 0, 4), "parent": {"range": span(0, 1, 4)}}],
    ),
    "a kind that was not announced": ("codeAction", [{"title": "a", "kind": "refactor"}]),
    "a fold behind the text": ("foldingRange", [{"startLine": 0, "endLine": 3}]),
}
WRONG_TYPES = {
    "a number as text": {"contents": {"kind": "markdown", "value": 1}},
    "a key that is not in the protocol": {"contents": {"kind": "markdown", "value": "x"}, "colour": "red"},
    "a kind of text that is none": {"contents": {"kind": "html", "value": "x"}},
}


class Recorder:
    """In place of a server."""

    initialized = {"capabilities": CAN}

    def __init__(self):
        self.violations = collections.Counter()

    def violation(self, text):
        self.violations[text] += 1


def judged(method, answer):
    recorder = Recorder()
    judge = Judge(recorder, capabilities("utf-16", False), "utf-16", {URI: TEXT})
    params = {"textDocument": {"uri": URI}, "position": at(0, 1), "positions": [at(0, 1)]}
    judge.answer(f"textDocument/{method}", params, answer)
    return recorder.violations


class TheJudge(unittest.TestCase):
    def test_broken_answers_are_called_broken(self):
        for name, (method, answer) in BROKEN.items():
            with self.subTest(name):
                self.assertTrue(judged(method, answer))

    def test_a_good_answer_passes(self):
        answer = {"contents": {"value": "x"}, "range": span(0, 0, 4)}
        self.assertFalse(judged("hover", answer))

    def test_wrong_types_are_found(self):
        for name, result in WRONG_TYPES.items():
            with self.subTest(name):
                checked = CheckedServer.__new__(CheckedServer)
                checked.violations = collections.Counter()
                message = {"jsonrpc": "2.0", "id": 1, "result": result}
                checked._check_type(message, types.HoverResponse, "hover")
                self.assertTrue(checked.violations)


if __name__ == "__main__":
    unittest.main()
