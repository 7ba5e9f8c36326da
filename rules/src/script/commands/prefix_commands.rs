//! Words before a program: assignments, and programs that run the rest of the command.

use crate::path::file_name;
use crate::shell::Word;

/// A program that runs the words after its options.
struct Wrapper {
    name: &'static str,
    /// The word that must follow: `run` of `conda run`.
    verb: Option<&'static str>,
    /// Options that take the next word.
    valued: &'static [&'static str],
    /// Options without a value.
    switches: &'static [&'static str],
    /// Number of words of its own after the options: 1 for the time of `timeout`.
    words: usize,
}

const PLAIN: Wrapper = Wrapper {
    name: "",
    verb: None,
    valued: &[],
    switches: &[],
    words: 0,
};

const CONDA: Wrapper = Wrapper {
    verb: Some("run"),
    valued: &["-n", "--name", "-p", "--prefix"],
    switches: &[
        "--no-capture-output",
        "--live-stream",
        "-v",
        "-vv",
        "--verbose",
        "--no-banner",
    ],
    ..PLAIN
};

/// Options that aren't listed leave the command unknown: `conda run --cwd src`.
const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        name: "time",
        valued: &["-f", "-o"],
        switches: &["-p", "-v", "-a"],
        ..PLAIN
    },
    Wrapper {
        name: "nohup",
        ..PLAIN
    },
    Wrapper {
        name: "setsid",
        switches: &["-w", "-f"],
        ..PLAIN
    },
    Wrapper {
        name: "exec",
        valued: &["-a"],
        switches: &["-c", "-l"],
        ..PLAIN
    },
    Wrapper {
        name: "command",
        switches: &["-p"],
        ..PLAIN
    },
    Wrapper {
        name: "env",
        valued: &["-u"],
        switches: &["-i", "-"],
        ..PLAIN
    },
    Wrapper {
        name: "sudo",
        valued: &["-u"],
        switches: &["-E", "-H", "-n"],
        ..PLAIN
    },
    Wrapper {
        name: "nice",
        valued: &["-n"],
        ..PLAIN
    },
    Wrapper {
        name: "timeout",
        valued: &["-k", "-s"],
        switches: &["--preserve-status", "--foreground", "-v"],
        words: 1,
        ..PLAIN
    },
    Wrapper {
        name: "stdbuf",
        valued: &["-i", "-o", "-e"],
        switches: &["-oL", "-o0", "-eL", "-e0"],
        ..PLAIN
    },
    Wrapper {
        name: "xvfb-run",
        valued: &["-e", "-f", "-n", "-s", "-w"],
        switches: &["-a", "-l", "--auto-servernum"],
        ..PLAIN
    },
    Wrapper {
        name: "conda",
        ..CONDA
    },
    Wrapper {
        name: "mamba",
        ..CONDA
    },
    Wrapper {
        name: "micromamba",
        ..CONDA
    },
    Wrapper {
        name: "poetry",
        verb: Some("run"),
        ..PLAIN
    },
    Wrapper {
        name: "pipenv",
        verb: Some("run"),
        ..PLAIN
    },
    Wrapper {
        name: "pdm",
        verb: Some("run"),
        ..PLAIN
    },
    Wrapper {
        name: "uv",
        verb: Some("run"),
        valued: &[
            "-p",
            "--python",
            "--with",
            "--extra",
            "--group",
            "--env-file",
        ],
        switches: &[
            "--frozen",
            "--locked",
            "--no-sync",
            "--no-project",
            "--isolated",
            "--active",
            "-q",
            "--no-dev",
            "--all-extras",
            "--quiet",
        ],
        ..PLAIN
    },
    Wrapper {
        name: "opentelemetry-instrument",
        ..PLAIN
    },
    Wrapper {
        name: "ddtrace-run",
        ..PLAIN
    },
];

/// Returns the index of the program in `words`, after assignments and wrappers; `None` if there are
/// only assignments, or a wrapper has an unknown option.
pub(crate) fn program_at(words: &[Word]) -> Option<usize> {
    let mut at = 0;
    loop {
        while words.get(at).is_some_and(is_assignment) {
            at += 1;
        }
        let name = words.get(at)?.literal().map(file_name);
        let Some(wrapper) = WRAPPERS.iter().find(|it| name == Some(it.name)) else {
            return Some(at);
        };
        match wrapper.verb {
            Some(verb) if !words.get(at + 1)?.is(verb) => return Some(at),
            verb => at += 1 + usize::from(verb.is_some()),
        }
        at = wrapper.skip(words, at)?;
    }
}

impl Wrapper {
    /// Returns the index after its options, which begin at `at`, and its words.
    fn skip(&self, words: &[Word], mut at: usize) -> Option<usize> {
        while let Some(word) = words.get(at).filter(|word| word.prefix().starts_with('-')) {
            let option = word.literal()?;
            let name = option.split_once('=').map(|(name, _)| name);
            if option == "--" {
                at += 1;
                break;
            }
            at += if self.valued.contains(&option) {
                2
            } else if self.switches.contains(&option) || self.is_attached(option, name) {
                1
            } else {
                return None;
            };
        }
        Some(at + self.words)
    }

    /// Returns `true` for an option with its value: `--name=value`, `-n10`.
    fn is_attached(&self, option: &str, name: Option<&str>) -> bool {
        match name {
            Some(name) => self.valued.contains(&name) || self.name == "xvfb-run",
            None => {
                !option.starts_with("--")
                    && option
                        .get(..2)
                        .is_some_and(|short| self.valued.contains(&short))
            }
        }
    }
}

/// Returns `true` for `NAME=value`.
pub(crate) fn is_assignment(word: &Word) -> bool {
    let Some((name, _)) = word.prefix().split_once('=') else {
        return false;
    };
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}
