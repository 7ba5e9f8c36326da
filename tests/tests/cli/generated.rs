//! The man page and the completions of shells fit the options.

use azml_tests::process::printed;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The long options of `--help`, each at the start of its line.
fn options() -> Vec<String> {
    let help = printed("--help");
    let lines = help.lines().map(str::trim_start);
    let listed = lines.filter(|line| line.starts_with('-'));
    let names =
        listed.filter_map(|line| line.split_whitespace().find_map(|it| it.strip_prefix("--")));
    // A sentence can go on with an option, too: `--exit-zero),`.
    let options: Vec<String> = names
        .map(|name| {
            name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric())
                .to_owned()
        })
        .collect();
    assert!(options.len() > 20, "{options:?}");
    options
}

#[test]
fn every_option_is_completed_and_has_its_place_in_the_man_page() {
    let man = printed("--generate man").replace('\\', "");
    let scripts = SHELLS.map(|shell| (shell, printed(&format!("--generate {shell}"))));
    for option in options() {
        assert!(man.contains(&format!("--{option}")), "--{option} in man");
        for (shell, script) in &scripts {
            let dashed = script.contains(&format!("--{option}"));
            // Fish names them without the dashes.
            let found = dashed || script.contains(&format!("-l {option} "));
            assert!(found, "--{option} in {shell}");
        }
    }
}

/// What a real Bash offers for the last of `words`.
#[cfg(unix)]
fn offered(words: &[&str]) -> Vec<String> {
    const ASK: &str = r#"
        eval "$1"; shift
        [[ $(complete -p azml-ls) =~ -F\ ([^ ]+) ]] || exit 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        "${BASH_REMATCH[1]}" "$1" "${*: -1}" "${@: -2:1}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = std::process::Command::new("bash");
    bash.args(["--norc", "-c", ASK, "bash", &printed("--generate bash")]);
    let output = bash.args(words).output().expect("bash starts");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("options are UTF-8");
    text.lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_options_their_values_and_rules() {
    assert_eq!(offered(&["azml-ls", "--che"]), ["--check"]);
    assert_eq!(offered(&["azml-ls", "--color", "al"]), ["always"]);
    assert_eq!(
        offered(&["azml-ls", "--explain", "sweep-on-si"]),
        ["sweep-on-single-node"]
    );
    assert_eq!(
        offered(&["azml-ls", "explain", "sweep-on-si"]),
        ["sweep-on-single-node"]
    );
    assert_eq!(offered(&["azml-ls", "new", "swe"]), ["sweep-job"]);
    assert_eq!(offered(&["azml-ls", "schema", "job/comm"]), ["job/command"]);
    assert_eq!(offered(&["azml-ls", "expl"]), ["explain"]);
    assert_eq!(
        offered(&["azml-ls", "--check", "--only", "cluster-min-n"]),
        ["cluster-min-nodes"]
    );
}
