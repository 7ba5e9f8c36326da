//! The programs that run scripts, and their options.

use crate::path::file_name;
use crate::shell::Word;

/// A program that runs a script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Interpreter {
    /// `python`.
    Python,
    /// `bash`, `sh`, and similar shells.
    Shell,
    /// `Rscript`.
    R,
    /// `julia`.
    Julia,
    /// `papermill`, which runs a notebook.
    Papermill,
    /// `mldesigner execute`, which runs the functions of a script.
    MlDesigner,
    /// The script itself: `./run.sh`.
    Itself,
    /// Spark.
    Spark,
    /// The runner of parallel jobs, which calls functions of the script.
    Parallel,
    /// The server of a deployment, which calls functions of the script.
    Scoring,
}

/// The options of a program, by the number of words that they take.
#[derive(Default)]
pub(crate) struct Options {
    /// Options that take one word, or have it attached.
    valued: &'static [&'static str],
    /// Options that take two words.
    pairs: &'static [&'static str],
    /// Options without a value. Short ones may be combined: `-Eu`.
    switches: &'static [&'static str],
    /// The option that takes the name of a module instead of a script.
    module: Option<&'static str>,
    /// Options after which there is no script: `-c`, `--version`.
    ends: &'static [&'static str],
}

/// <https://docs.python.org/3/using/cmdline.html>
static PYTHON: Options = Options {
    valued: &["-W", "-X", "--check-hash-based-pycs"],
    pairs: &[],
    module: Some("-m"),
    switches: &[
        "-b", "-B", "-d", "-E", "-i", "-I", "-O", "-P", "-q", "-s", "-S", "-t", "-u", "-v", "-x",
        "-R",
    ],
    ends: &[
        "-c",
        "-h",
        "-?",
        "-V",
        "--version",
        "--help",
        "--help-env",
        "--help-xoptions",
        "--help-all",
    ],
};

/// <https://www.gnu.org/software/bash/manual/bash.html#Invoking-Bash>
static SHELL: Options = Options {
    valued: &["-o", "-O", "--rcfile", "--init-file"],
    pairs: &[],
    module: None,
    switches: &[
        "-a",
        "-b",
        "-e",
        "-f",
        "-h",
        "-i",
        "-k",
        "-l",
        "-m",
        "-n",
        "-p",
        "-r",
        "-t",
        "-u",
        "-v",
        "-x",
        "--login",
        "--noprofile",
        "--norc",
        "--posix",
        "--verbose",
        "--restricted",
    ],
    ends: &["-c", "-s", "--version", "--help"],
};

/// `Rscript --help`
static R: Options = Options {
    valued: &[],
    pairs: &[],
    module: None,
    switches: &[
        "--verbose",
        "--vanilla",
        "--no-save",
        "--no-environ",
        "--no-site-file",
        "--no-init-file",
        "--no-restore",
        "--no-echo",
        "--slave",
        "--quiet",
        "--silent",
    ],
    ends: &["-e", "--version", "--help"],
};

/// <https://docs.julialang.org/en/v1/manual/command-line-interface/>
static JULIA: Options = Options {
    valued: &[
        "-p",
        "-t",
        "-L",
        "-J",
        "-H",
        "-C",
        "--threads",
        "--procs",
        "--load",
        "--sysimage",
    ],
    pairs: &[],
    module: None,
    switches: &["-i", "-q", "--quiet"],
    ends: &[
        "-e",
        "-E",
        "-v",
        "-h",
        "--eval",
        "--print",
        "--version",
        "--help",
    ],
};

/// <https://papermill.readthedocs.io/en/latest/usage-cli.html>
static PAPERMILL: Options = Options {
    valued: &[
        "-f",
        "-y",
        "-b",
        "-k",
        "--parameters_file",
        "--parameters_yaml",
        "--parameters_base64",
        "--engine",
        "--kernel",
        "--language",
        "--cwd",
        "--request-save-on-cell-execute",
        "--autosave-cell-every",
        "--execution-timeout",
        "--start-timeout",
        "--start_timeout",
        "--execution_timeout",
    ],
    pairs: &["-p", "-r", "--parameters", "--parameters_raw"],
    module: None,
    switches: &[
        "--inject-input-path",
        "--inject-output-path",
        "--inject-paths",
        "--prepare-only",
        "--prepare-execution",
        "--progress-bar",
        "--no-progress-bar",
        "--log-output",
        "--no-log-output",
        "--report-mode",
        "--no-report-mode",
    ],
    ends: &["-h", "--help", "--version", "--help-notebook"],
};

/// Returns the interpreter that a program called `name` is, with its options.
pub(crate) fn interpreter(name: &str) -> Option<(Interpreter, &'static Options)> {
    let name = file_name(name);
    let version = name
        .strip_prefix("python")
        .or_else(|| name.strip_prefix("pypy"));
    if version.is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit() || b == b'.')) {
        return Some((Interpreter::Python, &PYTHON));
    }
    Some(match name {
        "bash" | "sh" | "dash" | "zsh" | "ksh" => (Interpreter::Shell, &SHELL),
        "Rscript" => (Interpreter::R, &R),
        "julia" => (Interpreter::Julia, &JULIA),
        "papermill" => (Interpreter::Papermill, &PAPERMILL),
        _ => return None,
    })
}

/// Result of reading the options of a program.
pub(crate) enum AfterOptions {
    /// The first word that isn't an option, by its index.
    Word(usize),
    /// `-m`: the index of the name of a module.
    Module(usize),
    /// There is no script.
    Nothing,
    /// There is an unknown option.
    Unknown,
}

impl Options {
    /// Reads the options of a program, which begin at `at` of `words`.
    pub(crate) fn read(&self, words: &[Word], mut at: usize) -> AfterOptions {
        while let Some(word) = words.get(at) {
            if word.prefix().starts_with('+') {
                return AfterOptions::Unknown;
            }
            if !word.prefix().starts_with('-') {
                return AfterOptions::Word(at);
            }
            match word.literal().and_then(|text| self.option(text)) {
                Some(Takes::Words(words)) => at += 1 + words,
                Some(Takes::Module) => return AfterOptions::Module(at + 1),
                Some(Takes::Script) => return AfterOptions::Word(at + 1),
                Some(Takes::All) => return AfterOptions::Nothing,
                None => return AfterOptions::Unknown,
            }
        }
        AfterOptions::Nothing
    }

    fn option(&self, text: &str) -> Option<Takes> {
        if text == "-" || self.ends.contains(&text) {
            return Some(Takes::All);
        }
        if text == "--" {
            return Some(Takes::Script);
        }
        if self.module == Some(text) {
            return Some(Takes::Module);
        }
        if self.pairs.contains(&text) {
            return Some(Takes::Words(2));
        }
        if self.valued.contains(&text) {
            return Some(Takes::Words(1));
        }
        if self.switches.contains(&text) {
            return Some(Takes::Words(0));
        }
        if !text.starts_with("--") {
            return self.cluster(text);
        }
        let (name, _) = text.split_once('=')?;
        let is_known = self.valued.contains(&name);
        is_known.then_some(Takes::Words(0))
    }

    /// Reads combined short options: `-Eu`, `-Wignore`.
    fn cluster(&self, text: &str) -> Option<Takes> {
        let letters = &text[1..];
        for (at, letter) in letters.char_indices() {
            let option = format!("-{letter}");
            let option = option.as_str();
            let is_last = at + letter.len_utf8() == letters.len();
            if self.ends.contains(&option) {
                return Some(Takes::All);
            }
            if self.valued.contains(&option) {
                return Some(Takes::Words(usize::from(is_last)));
            }
            if self.module == Some(option) {
                return is_last.then_some(Takes::Module);
            }
            if !self.switches.contains(&option) {
                return None;
            }
        }
        Some(Takes::Words(0))
    }
}

/// The words that an option takes.
enum Takes {
    /// This number of words.
    Words(usize),
    /// The name of a module, which ends the options.
    Module,
    /// `--`: the next word is the script, even if it looks like an option.
    Script,
    /// All words: there is no script.
    All,
}
