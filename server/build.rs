//! Names the commit of a release build, for `--version`: that of `AZML_COMMIT`, of a published crate, of a source
//! distribution, or of git. The same commit makes the same program. Without any of them, and in other builds of a clone, there
//! is none: each commit would compile everything again.

// A build script reads the environment, runs git, and talks to cargo.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=AZML_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let given = std::env::var("AZML_COMMIT").ok();
    let commit = given
        .or_else(of_crate)
        .or_else(of_source_distribution)
        .or_else(of_git);
    if let Some(commit) = commit.filter(|commit| is_hash(commit)) {
        println!("cargo:rustc-env=AZML_BUILT_FROM={commit}");
    }
}

fn is_hash(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The commit that `cargo package` notes in a published crate.
fn of_crate() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// The commit that `packaging/sdist.py` notes at the top of a source distribution. A clone never has that file.
fn of_source_distribution() -> Option<String> {
    let text = std::fs::read_to_string("../AZML_COMMIT").ok()?;
    Some(text.trim().to_owned())
}

/// The commit that is checked out. Another repository around the sources doesn't count.
fn of_git() -> Option<String> {
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || !Path::new("../.git").exists() {
        return None;
    }
    // What changes with each commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
