//! Reads what `--check` reads of a folder, and scans the YAML: the least that any checker has to do.
//! `tests/tools/scanning.py` holds `--check` against it.
//!
//! ```console
//! scan FOLDER OTHERS           reads all files, and runs the YAML scanner over the YAML
//! scan FOLDER OTHERS --bytes   reads all files, and looks for the ends of their lines
//! ```
//!
//! It looks for files as `--check` does and shares the work among as many threads. OTHERS is a file
//! with a path on each line: scripts and other texts that rules read because a document names them.
#![allow(clippy::print_stdout, clippy::print_stderr)] // The counts tell that nothing was left out.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use azml_ls::discovery::{Scope, yaml_files};
use granit_parser::Parser;
use rayon::prelude::*;

fn main() -> std::io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, others, rest @ ..] = &arguments[..] else {
        eprintln!("usage: scan FOLDER OTHERS [--bytes]");
        return Ok(ExitCode::from(2));
    };
    let scans = rest.is_empty();
    let found = yaml_files(&std::path::absolute(folder)?, Scope::Whole, |_, _| false);
    let yaml = found.yaml.par_iter();
    let yaml = yaml.map(|file| of_yaml(file.path(), scans)).sum();
    let others = std::fs::read_to_string(others)?;
    let mut texts: Vec<PathBuf> = others.lines().map(PathBuf::from).collect();
    texts.extend(found.scripts.iter().map(|file| file.path().to_owned()));
    texts.sort();
    texts.dedup();
    let lines: usize = texts.par_iter().map(|path| lines(&read(path))).sum();
    let (files, things): (usize, usize) = (found.yaml.len() + texts.len(), yaml);
    println!("{files} files, {things} events or lines of YAML, {lines} lines of others");
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_default()
}

fn lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// How many events the file has up to its first mistake, or how many lines.
fn of_yaml(path: &Path, scans: bool) -> usize {
    let bytes = read(path);
    match std::str::from_utf8(&bytes) {
        Ok(text) if scans => Parser::new_from_str(text).take_while(Result::is_ok).count(),
        _ => lines(&bytes),
    }
}
