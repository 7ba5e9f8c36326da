//! Interfaces of small scripts.
#![allow(clippy::unwrap_used)] // Helpers of tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::script::python::argparse_interface::{
    Choices, Nargs, ScriptInterface, State, ValueKind,
};
use crate::script::python::sources::{ScriptSource, ScriptStart, Sources};
use crate::workspace::OnDisk;

struct Folder(BTreeMap<&'static str, Arc<str>>);

impl Sources for Folder {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        if self.0.contains_key(path) {
            return Some(OnDisk::File);
        }
        let folder = format!("{path}/");
        let is_folder = self.0.keys().any(|other| other.starts_with(&folder));
        Some(if is_folder {
            OnDisk::Folder
        } else {
            OnDisk::Nothing
        })
    }
}

fn of_files(script: &str, how: ScriptStart, files: &[(&'static str, &str)]) -> ScriptInterface {
    let files = files.iter().map(|(path, text)| (*path, Arc::from(*text)));
    let script = ScriptSource {
        path: script.into(),
        folder: "src".into(),
        how,
        includes: vec!["shared/common".into(), "shared/one.py".into()],
    };
    Arc::unwrap_or_clone(super::interface(&Folder(files.collect()), &script))
}

fn of(text: &str) -> ScriptInterface {
    of_files("src/train.py", ScriptStart::File, &[("src/train.py", text)])
}

/// Formats the arguments briefly: `!` is required, `?` conditional; or the reason why it is open.
fn short(interface: &ScriptInterface) -> String {
    if let State::Open(reason) = &interface.state {
        let reason = format!("{reason:?}");
        return format!("open: {}", reason.split([' ', '(']).next().unwrap());
    }
    let mut words = Vec::new();
    for argument in &interface.arguments {
        let mut word = argument.flags.join("/");
        if argument.is_positional() {
            word = argument.dest.clone();
        }
        match argument.nargs {
            Nargs::One => {}
            Nargs::Zero => word += "=0",
            nargs => word += &format!("={nargs:?}"),
        }
        if !matches!(argument.kind, ValueKind::Str) && argument.nargs != Nargs::Zero {
            word += &format!(":{:?}", argument.kind);
        }
        if let Choices::Of(values) = &argument.choices {
            word += &format!("|{}", values.len());
        }
        if argument.is_required {
            word.push('!');
        }
        if argument.is_conditional {
            word.push('?');
        }
        words.push(word);
    }
    if interface.takes_unknown {
        words.push("...".to_owned());
    }
    words.join(" ")
}

/// Returns the interface of a script with a parser `p`, which runs `body` before it parses.
fn with_parser(body: &str) -> String {
    let text = format!(
        "import argparse, os, sys\np = argparse.ArgumentParser()\n{body}\nargs = p.parse_args()\n"
    );
    short(&of(&text))
}

#[test]
fn arguments_are_read_as_they_are_written() {
    for (call, expected) in [
        ("'--a', '-a', type=int, default=3", "--a/-a:Int"),
        ("'--a', type=float, required=True", "--a:Float!"),
        ("'data'", "data!"),
        ("'data', nargs='?'", "data=Optional"),
        ("'data', nargs='*'", "data=ZeroOrMore"),
        ("'data', nargs='+', type=int", "data=OneOrMore:Int!"),
        ("'rest', nargs=argparse.REMAINDER", "rest=Remainder"),
        ("'--a', nargs=2", "--a=Exactly(2)"),
        ("'--a', action='store_true'", "--a=0"),
        (
            "'--a', action=argparse.BooleanOptionalAction",
            "--a/--no-a=0",
        ),
        ("'--a', type=bool", "--a:Bool"),
        ("'--a', type=lambda s: s == 'x'", "--a:Unknown"),
        ("'--a', choices=['x', 'y']", "--a|2"),
        ("'--a', choices=range(3), type=int", "--a:Int|3"),
        ("'--a', choices=os.listdir()", "--a"),
        ("'--a', required=bool(x)", "--a=Unknown:Unknown?"),
        ("'--a', **more", "--a=Unknown:Unknown?"),
        ("'--a', **{'type': int, 'required': True}", "--a:Int!"),
        ("*['-a', '--all']", "-a/--all"),
        ("dest='data'", "data!"),
        ("'--' + 'a'", "--a"),
        ("'--%s' % 'a'", "--a"),
        ("'--a-b'.replace('-b', '')", "--a"),
        ("name", "open: ComputedName"),
        ("*names", "open: ComputedName"),
    ] {
        let body = format!("p.add_argument({call})");
        assert_eq!(with_parser(&body), expected, "{call}");
    }
}

#[test]
fn what_a_parser_does_before_it_parses_counts() {
    for (body, expected) in [
        (
            "g = p.add_argument_group('x')\ng.add_argument('--a')",
            "--a",
        ),
        (
            "g = p.add_mutually_exclusive_group(required=True)\ng.add_argument('--a')",
            "--a",
        ),
        ("add = p.add_argument\nadd('--a')", "--a"),
        (
            "for n in ['a', 'b']:\n  p.add_argument(f'--{n}', type=str)",
            "--a --b",
        ),
        (
            "for n, t in [('a', int), ('b', str)]:\n  p.add_argument('--' + n, type=t)",
            "--a:Int --b",
        ),
        (
            "for n, d in {'a': 1}.items():\n  p.add_argument(f'--{n}', default=d)",
            "--a",
        ),
        (
            "for n in os.environ:\n  p.add_argument('--a', required=True)",
            "--a!?",
        ),
        (
            "for n in ['a', 'b']:\n  if n == 'b':\n    continue\n  p.add_argument('--' + n)",
            "--a",
        ),
        (
            "if os.name == 'nt':\n  p.add_argument('--a', required=True)",
            "--a!?",
        ),
        (
            "if True:\n  p.add_argument('--a')\nelse:\n  p.add_argument('--b')",
            "--a",
        ),
        (
            "if x:\n  p.add_argument('--a', type=int)\nelse:\n  p.add_argument('--a')",
            "--a=Unknown:Unknown?",
        ),
        (
            "n = '--a'\nif x:\n  n = '--b'\np.add_argument(n)",
            "open: ComputedName",
        ),
        (
            "try:\n  import a\n  n = '--a'\nexcept ImportError:\n  n = '--b'\np.add_argument(n)",
            "open: ComputedName",
        ),
        (
            "def f(q):\n  q.add_argument('--a')\n  return q\np = f(p)",
            "--a",
        ),
        (
            "def f(q, n='--a', *, t=int):\n  q.add_argument(n, type=t)\nf(p)\nf(q=p, n='--b')",
            "--a:Int --b:Int",
        ),
        (
            "def f(q):\n  if x:\n    return\n  q.add_argument('--a', required=True)\nf(p)",
            "--a!?",
        ),
        (
            "def f(q):\n  if x:\n    raise ValueError\n  q.add_argument('--a', required=True)\nf(p)",
            "--a!",
        ),
        (
            "names = ['--a']\nnames.append('--b')\nfor n in names:\n  p.add_argument(n)",
            "--a --b",
        ),
        (
            "names = ['--a']\nfill(names)\nnames += x\nfor n in names:\n  p.add_argument(n)",
            "open: ComputedName",
        ),
        ("import mlflow\nmlflow.add(p)", "open: Escapes"),
        ("x = {'p': p}\nfoo(x)", "open: Escapes"),
        ("x = [p]\nx[0].add_argument('--a')", "--a"),
        ("print(p, p.description)\np.description = 'x'", ""),
        ("p._actions[0].required = True", "open: Escapes"),
        ("p._action_groups.pop()", ""),
        (
            "a = p.add_argument('--a')\na.required = True",
            "--a=Unknown:Unknown?",
        ),
        ("p.add_argument('--a', required=True).completer = 1", "--a!"),
        ("sys.argv.pop()", "open: CommandLine"),
        ("sys.argv = ['x']", "open: CommandLine"),
        ("del sys.argv[1]", "open: CommandLine"),
        ("print(sys.argv, len(sys.argv))", ""),
        ("exec(open('x').read())", "open: Escapes"),
        ("getattr(p, 'add_argument')('--a')", "open: Escapes"),
        (
            "import click\n@click.command()\ndef f(): pass",
            "open: Library",
        ),
        (
            "[p.add_argument('--' + n) for n in 'ab']",
            "open: ComputedName",
        ),
        ("f = lambda q: q.add_argument('--a')\nf(p)", "open: Escapes"),
        ("p.set_defaults(a=1)", ""),
        ("p.register('type', 'x', int)", "open: Escapes"),
    ] {
        assert_eq!(with_parser(body), expected, "{body}");
    }
}

#[test]
fn the_parser_that_gets_the_command_line_counts() {
    let start = "import argparse, sys\np = argparse.ArgumentParser()\np.add_argument('--a')\n";
    for (rest, expected) in [
        ("p.parse_args()", "--a"),
        ("p.parse_args(None)", "--a"),
        ("p.parse_args(sys.argv[1:])", "--a"),
        ("p.parse_args(args=sys.argv[1:])", "--a"),
        ("argv = sys.argv\np.parse_args(argv[1:])", "--a"),
        ("def main(argv=None):\n  p.parse_args(argv)\nmain()", "--a"),
        (
            "def main(argv=None):\n  p.parse_args(argv)\nmain(sys.argv[1:])",
            "--a",
        ),
        ("args, rest = p.parse_known_args()", "--a ..."),
        ("args = p.parse_known_args()[0]", "--a ..."),
        ("p.parse_args([])", "open: NoParser"),
        ("p.parse_args(sys.argv[2:])", "open: CommandLine"),
        ("p.parse_args(words())", "open: CommandLine"),
        ("if x:\n  p.parse_args()", "open: Perhaps"),
        (
            "try:\n  p.parse_args()\nexcept SystemExit:\n  pass",
            "open: Perhaps",
        ),
        ("try:\n  p.parse_args()\nexcept:\n  sys.exit(1)", "--a"),
        ("try:\n  p.parse_args()\nexcept Exception:\n  pass", "--a"),
        ("if __name__ == '__main__':\n  p.parse_args()", "--a"),
        (
            "if __name__ != '__main__':\n  p.parse_args()",
            "open: NoParser",
        ),
        ("def main():\n  p.parse_args()\nmain()", "--a"),
        ("def main():\n  p.parse_args()", "open: NoParser"),
        (
            "class A:\n  def run(self):\n    self.args = p.parse_args()\nA().run()",
            "--a",
        ),
        (
            "p.parse_known_args()\np.add_argument('--b')\np.parse_args()",
            "--a --b",
        ),
        (
            "p.parse_args()\nargparse.ArgumentParser().parse_args()",
            "open: SeveralParsers",
        ),
        (
            "q = argparse.ArgumentParser(parents=[p])\nq.add_argument('--b')\nq.parse_args()",
            "--a --b",
        ),
        (
            "q = argparse.ArgumentParser(parents=x)\nq.parse_args()",
            "open: Setting",
        ),
        (
            "argparse.ArgumentParser(prefix_chars='+').parse_args()",
            "open: Setting",
        ),
        ("argparse.ArgumentParser(**x).parse_args()", "open: Setting"),
        ("x.parse_args()", "open: Library"),
        ("def f(x):\n  x.parse_args()\nf(g())", "open: Library"),
        ("def f(x):\n  x.parse_args()\nf(y or 1)", "open: Escapes"),
        (
            "from transformers import HfArgumentParser\nHfArgumentParser(A)",
            "open: Library",
        ),
        (
            "class P(argparse.ArgumentParser): pass\nP().parse_args()",
            "open: Escapes",
        ),
        ("print 'x'", "open: Syntax"),
    ] {
        let interface = of(&format!("{start}{rest}\n"));
        assert_eq!(short(&interface), expected, "{rest}");
    }
}

#[test]
fn objects_keep_their_parsers() {
    let text = r#"
"""Trains."""
from argparse import ArgumentParser
class Base:
    FLAG = "--base"
    def __init__(self, name):
        self.parser = ArgumentParser(description=__doc__)
        self.name = name
        self.more()
    def more(self):
        raise NotImplementedError
    def parse(self):
        self.parser.add_argument(self.FLAG)
        return self.parser.parse_args()
class Options(Base):
    def __init__(self):
        super().__init__("--own")
        self.parser.add_argument(self.name, required=True)
    def more(self):
        self.parser.add_argument("--more")
    @staticmethod
    def help(): return "x"
def main():
    args = Options().parse()
    print(args.own)
main()
"#;
    let interface = of(text);
    assert_eq!(short(&interface), "--more --own! --base");
    assert_eq!(interface.description.as_deref(), Some("Trains."));
    let own = interface.flag("--own").unwrap();
    let range = own.place.range;
    assert!(
        text[range.start as usize..range.end as usize]
            .starts_with("self.parser.add_argument(self.name")
    );
}

#[test]
fn modules_are_found_where_python_looks() {
    let parser = "import argparse\ndef get():\n  p = argparse.ArgumentParser()\n  p.add_argument('--a')\n  return p\nif __name__ == '__main__':\n  get().parse_args()\n";
    for (main, expected) in [
        ("from lib import get\nget().parse_args()", "--a"),
        ("import lib\nlib.get().parse_args()", "--a"),
        ("import lib as l\nl.get().parse_args()", "--a"),
        ("from pkg.args import get\nget().parse_args()", "--a"),
        ("import pkg.args\npkg.args.get().parse_args()", "--a"),
        ("from pkg import args\nargs.get().parse_args()", "--a"),
        ("from pkg import shown\nshown().parse_args()", "--a"),
        ("from lib import *\nget().parse_args()", "--a"),
        ("from common.args import get\nget().parse_args()", "--a"),
        ("from one import get\nget().parse_args()", "--a"),
        ("from plain.args import get\nget().parse_args()", "--a"),
        (
            "from nowhere import get\nget().parse_args()",
            "open: Library",
        ),
        ("from nowhere import *\nget().parse_args()", "open: Escapes"),
        ("from broken import x", "open: Syntax"),
        ("import loop\nloop.get().parse_args()", "--a"),
    ] {
        let files = [
            ("src/train.py", main),
            ("src/lib.py", parser),
            ("src/pkg/__init__.py", "from .args import get as shown\n"),
            ("src/pkg/args.py", parser),
            ("src/plain/args.py", parser),
            ("src/broken.py", "def ("),
            ("src/loop.py", "import back\nfrom lib import get\n"),
            ("src/back.py", "import loop\n"),
            ("shared/common/args.py", parser),
            ("shared/one.py", parser),
        ];
        let interface = of_files("src/train.py", ScriptStart::File, &files);
        assert_eq!(short(&interface), expected, "{main}");
    }
}

#[test]
fn the_way_it_is_run_decides_where_python_looks_first() {
    let get = |flag: &str| {
        format!("import argparse\np = argparse.ArgumentParser()\np.add_argument('{flag}')\n")
    };
    let (near, far) = (get("--near"), get("--far"));
    let files = [
        ("src/sub/train.py", "from args import p\np.parse_args()\n"),
        ("src/sub/args.py", &near),
        ("src/args.py", &far),
    ];
    assert_eq!(
        short(&of_files("src/sub/train.py", ScriptStart::File, &files)),
        "--near"
    );
    assert_eq!(
        short(&of_files("src/sub/train.py", ScriptStart::Module, &files)),
        "--far"
    );
}

#[test]
fn commands_have_parsers_of_their_own() {
    let text = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--all')\n\
        s = p.add_subparsers(dest='cmd', required=True)\n\
        a = s.add_parser('fit', aliases=['train'])\na.add_argument('--a', required=True)\n\
        s.add_parser('test')\np.parse_args()\n";
    let interface = of(text);
    assert_eq!(short(&interface), "--all");
    let subcommands = interface.subcommands.unwrap();
    let names: Vec<_> = subcommands.commands.keys().collect();
    assert_eq!(names, ["fit", "test", "train"]);
    assert!(subcommands.is_required);
    assert_eq!(short(&subcommands.commands["train"]), "--a!");
}

#[test]
fn calls_that_are_not_followed_and_ends_before_the_command_line_is_read_leave_it_open() {
    let parser = "import argparse, sys\np = argparse.ArgumentParser()\np.add_argument('--a')\n";
    for (middle, expected) in [
        ("", "--a"),
        (
            "def f(n):\n  if n:\n    p.add_argument('--b')\n    f(n - 1)\nf(3)\n",
            "open: Escapes",
        ),
        ("sys.exit(0)\n", "open: Perhaps"),
        ("if len(sys.argv) > 1:\n  sys.exit()\n", "open: Perhaps"),
        ("def f():\n  quit()\nif x:\n  f()\n", "open: Perhaps"),
        ("if not x:\n  sys.exit(1)\n", "--a"),
        ("if not x:\n  sys.exit('no GPU')\n", "--a"),
    ] {
        let found = short(&of(&format!("{parser}{middle}p.parse_args()\n")));
        assert_eq!(found, expected, "{middle}");
    }
    let train = format!("{parser}p.parse_args()\n");
    let files = [
        ("src/train.py", train.as_str()),
        ("src/argparse.py", "class ArgumentParser: pass\n"),
    ];
    let found = short(&of_files("src/train.py", ScriptStart::File, &files));
    assert!(found.starts_with("open"), "{found}");
}

#[test]
fn hostile_scripts_end() {
    let calls: String = (0..60)
        .map(|n| format!("def f{n}():\n  f{0}()\n  f{0}()\n  f{0}()\n", n + 1))
        .collect();
    for text in [
        format!("{calls}def f60(): pass\nf0()\n"),
        "def f():\n  f()\n  g()\ndef g():\n  f()\nf()\n".to_owned(),
        format!("x = {}1{}\n", "f(".repeat(390), ")".repeat(390)),
        format!("x = ['a']\n{}", "x = x + x\n".repeat(60)),
        format!("x = 'a'\n{}", "x = x + x\n".repeat(60)),
        format!("x = 'a'\n{}", "x = f'{x}{x}'\n".repeat(60)),
        format!(
            "x = 'aaaaaaaaaa'\n{}",
            "x = x.replace('a', 'aaaaaaaaaaaaaaaaaaaa')\n".repeat(60)
        ),
        format!("x = [1]\n{}", "x = [x, x]\n".repeat(60)) + "f(x)\nx == x\n",
        "x = []\nx.append(x)\nf(x)\ny = x == x\nfor z in x: pass\n".to_owned(),
        "d = {}\nd['d'] = d\nf(d)\nd == d\n".to_owned(),
        "class A: pass\na = A()\na.a = a\nf(a)\n".to_owned(),
        "class A(A): pass\nA().x()\n".to_owned(),
        format!(
            "{}pass\n",
            (0..90)
                .map(|n| format!("{}if x{n}:\n", " ".repeat(n)))
                .collect::<String>()
                + &" ".repeat(90)
        ),
        (0..90)
            .map(|n| format!("{}def f():\n{0} f()\n", " ".repeat(n)))
            .collect(),
        "import train\nfrom train import *\n".to_owned(),
    ] {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let run = small.spawn(move || short(&of(&text))).unwrap();
        assert!(run.join().unwrap().starts_with("open"), "ends");
    }
}
