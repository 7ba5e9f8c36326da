//! The words after a script are matched as the real `argparse` matches them: made-up scripts and
//! command lines go through both. `AZML_PYTHONS` names the interpreters, separated by `:`; without
//! it, it is `python3`, and where there is none, a line tells so.

use std::process::Command;
use std::sync::Arc;

use azml_rules::script::argparse::{ArgumentFault, ArgumentToken, Matching, misfit};
use azml_rules::script::python::{ScriptInterface, ScriptSource, ScriptStart, Sources, interface};
use azml_rules::workspace::OnDisk;

/// So many scripts, each with `LINES` command lines.
const SCRIPTS: u64 = 300;
const LINES: u64 = 12;

/// Reads the cases from a file, and prints for each whether `argparse` takes it.
const DRIVER: &str = r#"
import contextlib, io, json, sys
for script, line in json.load(open(sys.argv[1])):
    sys.argv = ["train.py", *line]
    answer = "ok"
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            exec(script, {"__name__": "__main__"})
    except SystemExit as exit:
        answer = "error" if exit.code else "exit"
    except Exception as error:
        answer = "broken: " + str(error)
    print(answer)
"#;

/// One file.
struct One(Arc<str>);

impl Sources for One {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        (path == "train.py").then(|| self.0.clone())
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        Some(match path {
            "train.py" => OnDisk::File,
            "" | "." => OnDisk::Folder,
            _ => OnDisk::Nothing,
        })
    }
}

fn taken(text: &str) -> Arc<ScriptInterface> {
    let script = ScriptSource {
        path: "train.py".into(),
        folder: "".into(),
        how: ScriptStart::File,
        includes: Vec::new(),
    };
    interface(&One(text.into()), &script)
}

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap_or(0) % end
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// In one of so many cases.
    fn once_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }
}

const FLAGS: &[&str] = &[
    "'--data'",
    "'--data_dir'",
    "'-d', '--depth'",
    "'--epochs', '-e'",
    "'--max-epochs'",
    "'-v'",
    "'--verbose'",
    "'-lr'",
    "'-x'",
    "'--rate'",
    "'--mode'",
    "'--2d'",
];

const KINDS: &[&str] = &[
    "",
    "",
    ", type=int",
    ", type=float",
    ", required=True",
    ", required=True, type=int",
    ", nargs='?'",
    ", nargs='*'",
    ", nargs='+'",
    ", nargs=2",
    ", action='store_true'",
    ", action='count'",
    ", action='append'",
    ", choices=['a', 'b']",
];

const PLACES: &[&str] = &[
    "",
    ", type=int",
    ", nargs='?'",
    ", nargs='*'",
    ", nargs='+'",
    ", nargs=2",
    ", nargs=argparse.REMAINDER",
];

const WORDS: &[&str] = &[
    "1",
    "-3",
    "-1.5",
    "a",
    "b",
    "x y",
    "",
    "--",
    "-",
    "--da",
    "--data",
    "--data=1",
    "--depth",
    "-d",
    "-d5",
    "-d=5",
    "--epochs=a",
    "-e",
    "-e1",
    "--ep",
    "--max",
    "--max_epochs",
    "--max-epochs",
    "-v",
    "-vv",
    "-vd3",
    "-vq",
    "-vx1",
    "--verbose",
    "--verbose=1",
    "-lr",
    "-lr=1",
    "-l",
    "-x",
    "-xv",
    "--rate",
    "--rate=.5",
    "--mode",
    "--mode=a",
    "--no",
    "--no x",
    "-1e3",
    "--2",
    "--help",
];

fn script(random: &mut Random) -> String {
    let mut text = "import argparse\np = argparse.ArgumentParser(".to_owned();
    if random.once_in(5) {
        text += "allow_abbrev=False";
    }
    text += ")\n";
    let mut flags = FLAGS.to_vec();
    for _ in 0..=random.below(5) {
        let flag = flags.remove(random.below(flags.len()));
        text += &format!("p.add_argument({flag}{})\n", random.one(KINDS));
    }
    for name in ["first", "second"] {
        if random.once_in(3) {
            text += &format!("p.add_argument('{name}'{})\n", random.one(PLACES));
        }
    }
    if random.once_in(8) {
        text += "s = p.add_subparsers()\na = s.add_parser('a')\na.add_argument('--rate')\n";
    }
    text + random.one(&[
        "p.parse_args()\n",
        "p.parse_args()\n",
        "p.parse_known_args()\n",
    ])
}

fn line(random: &mut Random) -> Vec<String> {
    let words = 0..random.below(7);
    words.map(|_| random.one(WORDS).to_owned()).collect()
}

/// Whether something is said about `line`.
fn is_told(interface: &ScriptInterface, line: &[String]) -> bool {
    let tokens: Vec<ArgumentToken> = line.iter().cloned().map(ArgumentToken::Text).collect();
    let matching = Matching::new(&tokens, interface);
    let counts = |fault: &ArgumentFault<'_>| match fault {
        ArgumentFault::ValueForSwitch { value, .. } => !interface.takes_unknown || value.start > 0,
        ArgumentFault::UnknownFlag { .. }
        | ArgumentFault::Unexpected { .. }
        | ArgumentFault::LoneDashes { .. } => !interface.takes_unknown,
        _ => true,
    };
    let is_refused = matching
        .given
        .iter()
        .filter(|given| given.is_certain)
        .any(|given| {
            let mut values = given.values.iter();
            values.any(|value| misfit(given.argument, &line[value.token][value.start..]).is_some())
        });
    is_refused || matching.faults.iter().any(counts)
}

fn pythons() -> Vec<String> {
    let named = std::env::var("AZML_PYTHONS").unwrap_or_else(|_| "python3".to_owned());
    let all = named.split(':').map(str::to_owned);
    all.filter(|python| Command::new(python).arg("--version").output().is_ok())
        .collect()
}

#[test]
fn words_are_matched_as_the_real_argparse_matches_them() {
    let pythons = pythons();
    if pythons.is_empty() {
        println!("skipped: no python3");
        return;
    }
    let mut random = Random(14);
    let mut cases = Vec::new();
    for _ in 0..SCRIPTS {
        let script = script(&mut random);
        cases.extend((0..LINES).map(|_| (script.clone(), line(&mut random))));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.json");
    let json = serde_json::to_string(&cases).expect("JSON");
    std::fs::write(&file, json).expect("a file");
    let answers: Vec<Vec<String>> = pythons
        .iter()
        .map(|python| {
            let mut run = Command::new(python);
            let output = run.arg("-c").arg(DRIVER).arg(&file).output();
            let output = output.expect("Python runs");
            let text = String::from_utf8(output.stdout).expect("text");
            text.lines().map(str::to_owned).collect()
        })
        .collect();
    let (mut agreed, mut silent, mut wrong) = (0, 0, Vec::new());
    for (index, (script, line)) in cases.iter().enumerate() {
        let interface = taken(script);
        assert!(interface.is_closed(), "{script}");
        let told = is_told(&interface, line);
        let answers: Vec<&str> = answers.iter().map(|it| it[index].as_str()).collect();
        if answers.iter().any(|answer| answer.starts_with("broken")) {
            continue;
        }
        let are_errors = answers.iter().all(|answer| *answer == "error");
        match (told, are_errors) {
            (true, false) => wrong.push(format!("{script}{line:?} {answers:?}")),
            (false, true) => {
                silent += 1;
                if std::env::var_os("AZML_SHOW_SILENT").is_some() {
                    println!("silent: {script}{line:?}\n");
                }
            }
            _ => agreed += 1,
        }
    }
    println!(
        "{agreed} agree, {silent} failures not told, {} false",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Nothing is said about unknown subcommands, about what versions take for a number (`-1e3`) or a
    // flag (`-d=5`) in different ways, and about what follows a `--help`.
    assert!(agreed > 8 * silent, "{agreed} {silent}");
}
