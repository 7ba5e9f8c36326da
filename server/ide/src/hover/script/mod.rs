//! Hovers of scripts in commands, and of their arguments.
//!
//! [`code_folder`] has the hover of `code`.

pub(super) mod code_folder;

use azml_rules::script::argparse::Matching;
use azml_rules::script::commands::ScriptRun;
use azml_rules::script::python::{Argument, Module, ScriptInterface};

use super::card::Hover;
use crate::Site;
use crate::markdown::{Markdown, code, md, plain, prose};
use crate::script::{SpotPart, about, completeness, interface_of, spot_at, summary, tokens};

/// Maximum number of arguments listed.
const LISTED: usize = 9;

/// Returns the hover of the script, or of the argument, at `offset`.
pub(crate) fn card(site: &Site<'_>, offset: u32) -> Option<Hover> {
    let spot = spot_at(site, offset)?;
    let interface = interface_of(site, &spot.run);
    let text = match spot.part {
        SpotPart::Script => of_script(site, &spot.run, interface.as_deref())?,
        SpotPart::Argument(index) => {
            let interface = interface?;
            let tokens = tokens(spot.run.words());
            let matching = Matching::new(&tokens, &interface);
            of_argument(site, &spot.run, argument_at(&matching, index)?)
        }
    };
    Some(Hover {
        text,
        range: spot.range,
    })
}

/// Returns the argument whose flag or value is the word.
fn argument_at<'i>(matching: &Matching<'i>, word: usize) -> Option<&'i Argument> {
    let mut given = matching.given.iter();
    let found = given.find(|given| {
        let is_flag = given.flag.is_some_and(|(at, _)| at == word);
        is_flag || given.values.iter().any(|value| value.token == word)
    });
    found.map(|given| given.argument)
}

fn of_argument(site: &Site<'_>, run: &ScriptRun<'_>, argument: &Argument) -> Markdown {
    let what = if argument.is_positional() {
        "positional argument"
    } else {
        "argument"
    };
    md!(
        "### {}: {} of {}\n\n{}",
        code(argument.name()),
        what,
        code(&run.script.text),
        about(site, argument)
    )
}

fn of_script(
    site: &Site<'_>,
    run: &ScriptRun<'_>,
    interface: Option<&ScriptInterface>,
) -> Option<Markdown> {
    let file = run.file()?;
    let mut text = md!("### {}\n\n", code(&run.script.text));
    if let Some(about) = description(site, file, interface) {
        text.push(md!("{}\n\n", prose(about)));
    }
    text.push_row("File", site.file_link(file));
    let Some(interface) = interface else {
        return Some(text.trimmed());
    };
    if !interface.arguments.is_empty() {
        text.push("\n");
    }
    for argument in interface.arguments.iter().take(LISTED) {
        text.push(md!(
            "- {}: {}",
            code(argument.name()),
            plain(summary(argument))
        ));
        if let Some(help) = argument
            .help
            .as_deref()
            .and_then(|help| help.lines().next())
        {
            text.push(md!(". {}", plain(help)));
        }
        text.push("\n");
    }
    if interface.arguments.len() > LISTED {
        text.push(md!("- and {} more\n", interface.arguments.len() - LISTED));
    }
    text.push(md!("\n{}", completeness(site, interface)));
    Some(text.trimmed())
}

/// Returns the script's own description, in one paragraph.
fn description(site: &Site<'_>, file: &str, interface: Option<&ScriptInterface>) -> Option<String> {
    let documented = interface.and_then(|interface| interface.description.clone());
    let text = documented.or_else(|| {
        let text = match site.workspace.document(file) {
            Some(document) => document.text().into(),
            None => site.text(file)?,
        };
        let module = Module::parse(&text)?;
        module.docstring().map(str::to_owned)
    })?;
    let first = text.trim().split("\n\n").next()?.trim();
    (!first.is_empty()).then(|| first.to_owned())
}
