//! Ways in which texts are broken by hand, by tools and on purpose.

use crate::random::Random;

/// What is put in somewhere: half an expression, signs of YAML, characters of several bytes, what
/// no editor writes.
pub(crate) const PIECES: &[&str] = &[
    "${{",
    "${{ inputs.",
    "${{parent.jobs.",
    "}}",
    "${{ parent.inputs.é }}",
    "$[[",
    "]]",
    "azureml:",
    "azureml:a@",
    "azureml:a:1",
    "azureml://registries/r/components/",
    "azureml://datastores/",
    "./",
    "../",
    "é",
    "😀",
    "中",
    "\u{2028}",
    "\u{85}",
    "\0",
    "\u{feff}",
    "\t",
    " ",
    "\r",
    "\n",
    "\r\n",
    "\n\n",
    "\n---\n",
    "\n...\n",
    "# ",
    "\n# azml: ignore[",
    "# azml: ignore-file[a, é]",
    ":",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "!é ",
    "|",
    ">-",
    "? ",
    "'",
    "\"",
    "\\",
    "\\u00e9",
    "@",
    "`",
    "%",
    "~",
    "0x7fffffffffffffff",
    "99999999999999999999999999",
    "-1",
    "1e999",
    ".nan",
    "{{ name }}",
    "{% if a %}",
    "<name>",
    "__name__",
];

/// Lines that only fit somewhere.
pub(crate) const LINES: &[&str] = &[
    "type: pipeline",
    "type: command",
    "type: amlcompute",
    "type: sweep",
    "jobs:",
    "inputs:",
    "outputs:",
    "compute: azureml:é",
    "component: ./a.yml",
    "component: azureml:a:1",
    "trial: file:a.yml",
    "path: ${{parent.inputs.a}}",
    "<<: *a",
    "<<: [*a, *b]",
    "a: &a",
    "b: &b {<<: *b}",
    "? {a: 1}",
    "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json",
    "min_instances: ${{ }}",
    "command: >-",
    "size: Standard_é",
    "settings: {default_compute: serverless}",
    "---",
    "# azml: ignore",
    "extends: ./azml.yaml",
    "inventory: é.json",
];

/// `text` after up to `most` accidents.
pub fn damaged(text: &str, most: u32, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(most) {
        text = damage(&text, random);
    }
    text
}

/// An offset in `text` between two characters; a line end of two counts as one.
pub fn place(text: &str, random: &mut Random) -> usize {
    let length = u32::try_from(text.len()).expect("a small file");
    let at = floor(text, random.below(length + 1) as usize);
    if text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at - 1
    } else {
        at
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn damage(text: &str, random: &mut Random) -> String {
    let at = place(text, random);
    let put = |piece: &str| format!("{}{piece}{}", &text[..at], &text[at..]);
    match random.below(20) {
        0 => text[..at].to_owned(),
        1 => text[at..].to_owned(),
        2 | 3 => {
            let end = floor(text, (at + random.below(40) as usize).min(text.len()));
            format!("{}{}", &text[..at], &text[end..])
        }
        4..=7 => put(random.word(PIECES)),
        8 => put(&random.word(PIECES).repeat(random.below(300) as usize)),
        9 => text.replace('\n', random.word(&["\r\n", "\r", "\n\r", "\n\n", " \n"])),
        10 => text.replace('"', "'"),
        11 => text.replace(
            random.word(&[" ", ": ", "  ", "- ", "e"]),
            random.word(&["\t", "", " ", ":", "é"]),
        ),
        12 => put(&deep(random)),
        _ => with_other_lines(text, random),
    }
}

/// A value in a value in a value.
fn deep(random: &mut Random) -> String {
    let levels = random.below(300) as usize;
    match random.below(3) {
        0 => format!("{}x", "[".repeat(levels)),
        1 => "{a: ".repeat(levels),
        _ => (0..levels)
            .map(|level| format!("\n{}jobs:", " ".repeat(level)))
            .collect(),
    }
}

/// Whole lines doubled, moved, indented, lost or made up.
fn with_other_lines(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return random.word(LINES).to_owned();
    }
    let count = u32::try_from(lines.len()).expect("a small file");
    let (one, other) = (random.below(count) as usize, random.below(count) as usize);
    match random.below(7) {
        0 => lines.swap(one, other),
        1 => lines.insert(other, lines[one].clone()),
        2 => drop(lines.remove(one)),
        3 => lines[one].insert_str(0, random.word(&[" ", "  ", "\t", "- ", "# "])),
        4 => lines[one] = lines[one].trim_start().to_owned(),
        5 => {
            let range = one.min(other)..one.max(other);
            let block: Vec<String> = lines[range].to_vec();
            lines.splice(one..one, block);
        }
        _ => {
            let indent = lines[one].len() - lines[one].trim_start_matches(' ').len();
            lines.insert(
                one,
                format!("{}{}\n", " ".repeat(indent), random.word(LINES)),
            );
        }
    }
    lines.concat()
}
