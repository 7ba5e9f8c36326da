//! A repository that attacks whoever looks at it: terminals, logs of CI runs, editors. Its texts say
//! so wherever a text can stand, and the functions here find what got through.

use std::fmt::Write as _;

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use crate::process::Project;

/// The host to which nothing may lead.
const HOST: &str = "evil.example";

/// What a text of the repository says: all at once, and each way out of a code span or a line.
pub const ATTACKS: [&str; 6] = [
    "e\u{1b}]0;t\u{7}\u{1b}[31m\u{9b}2J\u{7f}\u{8}",
    "b\u{202e}\u{2066}\u{200f}\u{61c}c\u{200b}\u{2060}\u{feff}\u{e0041}",
    "n\n::add-mask::x\r\n##[error]x\u{85}::error::y\u{2028}z",
    "v ##vso[task.setvariable variable=PATH]x ##[debug]y",
    "` ![x](https://evil.example/p.png) [y](command:evil.example) <img src=//evil.example> `",
    "# h\n\n---\n<script src=\"https://evil.example\"></script>\n| a |\n|---|\n\n    ```` ![x](https://evil.example)",
];

/// `text` as a double-quoted YAML scalar: what is no plain letter is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c => {
                // Writing to a text does not fail.
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
        }
    }
    out + "\""
}

const SCHEMA: &str = "$schema: https://azuremlschemas.azureedge.net/latest";

/// The files, with `attack` for every text.
pub fn files(attack: &str) -> Vec<(&'static str, String)> {
    let e = quoted(attack);
    let r#in = quoted(&format!("azureml:{attack}:1"));
    let component = format!(
        "{SCHEMA}/commandComponent.schema.json\ntype: command\nname: comp\nversion: {e}\ndisplay_name: {e}\n\
         description: {e}\ncommand: echo ${{{{inputs.a}}}}\nenvironment: {in}\ninputs:\n  a:\n    \
         type: string\n    description: {e}\n    default: {e}\n    {e}: 1\n  {e}: {{type: number, \
         description: {e}}}\noutputs:\n  {e}: {{type: uri_folder, description: {e}}}\n"
    );
    let named = quoted(&format!("azureml:{attack}"));
    let pipeline = format!(
        "{SCHEMA}/pipelineJob.schema.json\ntype: pipeline\ndisplay_name: {e}\ndescription: {e}\n\
         {e}: 1\nsettings: {{default_compute: {named}}}\ninputs:\n  {e}: {{type: string, \
         description: {e}}}\njobs:\n  s:\n    type: command\n    component: ./comp.yml\n    \
         description: {e}\n    compute: {named}\n    inputs:\n      a: {e}\n      {e}: 1\n  {e}:\n    \
         type: command\n    component: {in}\n    inputs: {{x: {e}}}\n"
    );
    let command = quoted(&format!(
        "{attack} ${{{{inputs.a}}}} ${{{{inputs.{attack}}}}}"
    ));
    let path = quoted(&format!("azureml://datastores/{attack}/paths/x"));
    let job = format!(
        "{SCHEMA}/commandJob.schema.json\ntype: command\ncommand: {command}\n\
         environment:\n  image: {e}\ncompute: azureml:zz\ncode: {e}\nenvironment_variables:\n  {e}: {e}\n\
         inputs:\n  a: {{type: string, description: {e}, default: {e}}}\n  b: {{type: uri_folder, \
         path: {path}}}\n  {e}: {{type: {e}, mode: {e}}}\ntags: {{{e}: {e}}}\n"
    );
    let cluster = format!(
        "{SCHEMA}/amlCompute.schema.json\ntype: amlcompute\nname: zz\ndescription: {e}\nsize: {e}\n\
         min_instances: 2\nmax_instances: 3\nlocation: {e}\ntier: {e}\n{e}: 1\n{e}: 2\n"
    );
    let sized = format!(
        "{SCHEMA}/amlCompute.schema.json\ntype: amlcompute\nname: {e}\nsize: Standard_D4s_v5\n\
         min_instances: 2\nmax_instances: 4\n"
    );
    let config = format!(
        "rules: {{{e}: off, cluster-min-nodes: {e}}}\nexclude: [{}]\ninventory: {e}\n{e}: {e}\n\
         computes:\n  {e}: {{type: amlcompute, size: Standard_D4s_v5, max_instances: 2, \
         min_instances: 1, location: {e}, tier: {e}, {e}: {e}}}\n\
         prices: {{currency: {e}, Standard_D4s_v5: 1, {e}: {e}}}\n",
        quoted(&format!("{attack}{{"))
    );
    vec![
        ("comp.yml", component),
        ("pipe.yml", pipeline),
        ("job.yml", job),
        ("zz.yml", cluster),
        ("sized.yml", sized),
        ("azml.yaml", config),
    ]
}

/// What stands raw in a file, in the lines around a finding. The fixes of its cluster would show
/// them as a difference.
pub fn raw_file() -> String {
    format!(
        "type: amlcompute\nname: raw # {} {}\n# {}\nmin_instances: 2 # {}\nmax_instances: 3\n\
         # \r::error::lone\ndescription: |\n  ::add-mask::x\n  ##[error]y\n",
        ATTACKS[0], ATTACKS[1], ATTACKS[3], ATTACKS[3],
    )
}

/// The repository with one of [`ATTACKS`].
pub fn project(attack: &str) -> Project {
    let mut project = Project::default().with("raw.yml", raw_file());
    for (name, text) in files(attack) {
        project = project.with(name, text);
    }
    project
}

/// Whether a terminal obeys `c`, or nobody sees it.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// The first part of `text` that must not be shown: a character, a line that a CI service obeys.
pub fn escaped_from(text: &str) -> Option<String> {
    let is_command = |line: &&str| {
        let start = line.trim_start();
        let anywhere = line.split("##").skip(1).any(|rest| {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            rest.starts_with('[')
        });
        start.starts_with("::") || start.starts_with("##") || anywhere
    };
    let character = text
        .chars()
        .find(|c| is_forbidden(*c) && !"\n\t".contains(*c));
    let character = character.map(|c| format!("{c:?}"));
    character.or_else(|| text.lines().find(is_command).map(str::to_owned))
}

/// What in `markdown` does more than to show text: an image, HTML, a table, a link to where the
/// repository wants, a heading of its own.
pub fn active_in(markdown: &str) -> Option<String> {
    let (mut heading, mut depth) = (String::new(), 0);
    for (event, range) in Parser::new_ext(markdown, Options::all()).into_offset_iter() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => {
                return Some(format!("{event:?}"));
            }
            Event::Start(Tag::Image { .. } | Tag::Table(_) | Tag::BlockQuote(_)) => {
                return Some(format!("{event:?}"));
            }
            Event::Start(Tag::Link { ref dest_url, .. })
                if !dest_url.starts_with("https://learn.microsoft.com/")
                    && !dest_url.starts_with("https://docs.azure.cn/")
                    && dest_url.contains(HOST) =>
            {
                return Some(format!("{event:?}"));
            }
            // The first one is ours.
            Event::Start(Tag::Heading { .. }) if range.start > 0 => {
                (heading, depth) = (String::new(), 1);
            }
            Event::End(pulldown_cmark::TagEnd::Heading(_)) => depth = 0,
            Event::Text(text) if depth > 0 => heading.push_str(&text),
            _ => {}
        }
        if heading.contains(HOST) {
            return Some(format!("a heading: {heading}"));
        }
    }
    None
}

/// The strings of an answer that an editor shows, each with its key. What it writes into files, and
/// what it only gives back, is as the files are.
pub fn shown<'v>(answer: &'v Value, key: &str, found: &mut Vec<(String, &'v str)>) {
    const KEPT: [&str; 10] = [
        "newText",
        "text",
        "uri",
        "target",
        "filterText",
        "sortText",
        "data",
        "placeholder",
        "arguments",
        "insertText",
    ];
    match answer {
        Value::String(text) => found.push((key.to_owned(), text)),
        Value::Array(items) => items.iter().for_each(|item| shown(item, key, found)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if !KEPT.contains(&key.as_str()) {
                    shown(value, key, found);
                }
            }
        }
        _ => {}
    }
}
