//! What CI services read in a log, as their own programs do it: the [runner] of GitHub and the
//! [agent] of Azure.
//!
//! [runner]: https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
//! [agent]: https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Microsoft.VisualStudio.Services.Agent/Command.cs

use std::collections::BTreeMap;

/// A command as the service understands it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its name, `error` or `task.logissue`.
    pub name: String,
    /// What stands before the data.
    pub properties: BTreeMap<String, String>,
    /// The message.
    pub data: String,
}

/// Reads a line as GitHub does.
pub fn github(line: &str) -> Option<Command> {
    let (head, data) = line.trim_start().strip_prefix("::")?.split_once("::")?;
    let data = unescaped(data, &[("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]);
    let value = |text: &str| {
        let escapes = [
            ("%0D", "\r"),
            ("%0A", "\n"),
            ("%3A", ":"),
            ("%2C", ","),
            ("%25", "%"),
        ];
        unescaped(text, &escapes)
    };
    Some(command(head, ',', value, data))
}

/// Reads a line as Azure does.
pub fn azure(line: &str) -> Option<Command> {
    let (_, rest) = line.split_once("##vso[")?;
    let (head, data) = rest.split_once(']')?;
    let value = |text: &str| {
        let escapes = [
            ("%3B", ";"),
            ("%0D", "\r"),
            ("%0A", "\n"),
            ("%5D", "]"),
            ("%AZP25", "%"),
        ];
        unescaped(text, &escapes)
    };
    Some(command(head, ';', value, value(data)))
}

fn command(head: &str, between: char, value: impl Fn(&str) -> String, data: String) -> Command {
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    let pairs = properties.split(between);
    let pairs = pairs.filter_map(|pair| pair.split_once('='));
    Command {
        name: name.to_owned(),
        properties: pairs
            .map(|(key, text)| (key.to_owned(), value(text)))
            .collect(),
        data,
    }
}

fn unescaped(text: &str, escapes: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (escaped, plain) in escapes {
        text = text.replace(escaped, plain);
    }
    text
}
