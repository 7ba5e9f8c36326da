//! Reasons why a command has no answer, in words: the problem, and the next step.
//!
//! The Azure CLI has no codes: its messages are recognized by their texts, which are those of its source and of
//! Azure's services.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use azml_rules::secrets::{Redactor, in_text};
use azml_rules::wording::{duration_in_one_unit, shortened};

use super::command_line::CommandLine;
use crate::sandbox::without_number;

/// Maximum length of a message of the Azure CLI that is shown.
const MAX_SHOWN: usize = 300;

/// Reason why there is no answer.
#[derive(Debug)]
pub(crate) enum Cause {
    NotStarted(io::Error),
    /// The Azure CLI refused with a message.
    Refused(AzRefusal),
    /// It ended with this status.
    Ended(ExitStatus),
    TimeLimit(Duration),
    TooLarge,
    Empty,
    Html,
    Incomplete,
    NotJson,
    /// JSON, but not a list of named things.
    NoList,
    /// More pages than any workspace has, or a page of another machine.
    Pages,
    /// The workspace has no region, name, or id.
    NoWorkspace,
    /// Another failure ended it.
    Canceled,
}

/// Messages of the Azure CLI and of Azure that have a next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AzRefusal {
    Extension,
    SignedOut,
    Subscription,
    Permission,
    Unnamed,
    Connection,
    NotFound,
    Throttled,
}

/// Parts of messages, in lower case. The first line that fits decides.
const REFUSALS: &[(AzRefusal, &[&str])] = &[
    (
        AzRefusal::Extension,
        &[
            "'ml' is misspelled or not recognized",
            "requires the extension ml",
            "'ml' is not in the 'az' command group",
        ],
    ),
    (
        AzRefusal::SignedOut,
        &[
            "az login",
            "aadsts",
            "interactive authentication is needed",
            "refresh token",
            "token has expired",
            "expiredauthenticationtoken",
            "invalidauthenticationtoken",
        ],
    ),
    (
        AzRefusal::Subscription,
        &[
            "no subscription found",
            "az account set",
            "subscriptionnotfound",
            "doesn't exist in cloud",
        ],
    ),
    (
        AzRefusal::Permission,
        &[
            "authorizationfailed",
            "does not have authorization",
            "forbidden",
            "linkedauthorizationfailed",
            "accessdenied",
        ],
    ),
    (
        AzRefusal::Unnamed,
        &[
            "arguments are required",
            "--resource-group/-g",
            "--workspace-name/-w",
        ],
    ),
    (
        AzRefusal::Connection,
        &[
            "certificate_verify_failed",
            "sslerror",
            "proxyerror",
            "max retries exceeded",
            "failed to establish a new connection",
            "name or service not known",
            "getaddrinfo failed",
            "connection aborted",
            "connection reset",
            "read timed out",
            "connection error",
        ],
    ),
    (
        AzRefusal::Throttled,
        &["too many requests", "toomanyrequests"],
    ),
    (
        AzRefusal::NotFound,
        &["notfound", "could not be found", "was not found"],
    ),
];

/// A command without an answer.
#[derive(Debug)]
pub(crate) struct AzFailure {
    line: CommandLine,
    pub(crate) cause: Cause,
    /// Message of the Azure CLI as it may be shown.
    shown: Option<String>,
}

impl AzFailure {
    pub(crate) fn new(line: &CommandLine, cause: Cause) -> Self {
        Self {
            line: line.clone(),
            cause,
            shown: None,
        }
    }

    /// A command that ended with a status other than success, and `messages`.
    pub(super) fn of_messages(line: &CommandLine, status: ExitStatus, messages: &[u8]) -> Self {
        let text = String::from_utf8_lossy(messages);
        let lower = text.to_lowercase();
        let fits = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
        let refusal = REFUSALS.iter().find(|(_, parts)| fits(parts));
        let cause = match refusal {
            Some((refusal, _)) => Cause::Refused(*refusal),
            None => Cause::Ended(status),
        };
        Self {
            line: line.clone(),
            cause,
            shown: shown(&text),
        }
    }

    /// Returns `true` if other commands may succeed, and running again would not help: what the user
    /// may not see is left as it is.
    pub(crate) fn is_of_one_part(&self) -> bool {
        matches!(self.cause, Cause::Refused(AzRefusal::Permission))
    }

    /// Order in which failures of several commands explain each other: without the extension or a
    /// login, all else fails.
    pub(crate) fn rank(&self) -> u8 {
        match self.cause {
            Cause::NotStarted(_) => 0,
            Cause::Refused(AzRefusal::Extension) => 1,
            Cause::Refused(AzRefusal::SignedOut) => 2,
            Cause::Refused(AzRefusal::Subscription) => 3,
            Cause::Canceled => 6,
            _ if self.is_of_one_part() => 5,
            _ => 4,
        }
    }

    /// The problem and the next step in one line.
    pub(crate) fn message(&self) -> String {
        let line = self.line.subject();
        let (problem, help) = match &self.cause {
            Cause::Refused(refusal) => refused(*refusal),
            Cause::NotStarted(error) => {
                return format!("`az` can't be run: {}", without_number(error));
            }
            Cause::Ended(status) => {
                return format!(
                    "`az {line}` failed ({}); run it in a terminal",
                    ended(*status)
                );
            }
            Cause::TimeLimit(limit) => {
                let limit = duration_in_one_unit(limit.as_secs().cast_signed());
                let problem = format!("`az {line}` did not end within {limit}");
                return format!("{problem}; run it in a terminal, or give a longer --time-limit");
            }
            Cause::TooLarge => ("answered more than 16 MiB", RUN),
            Cause::Empty => ("answered nothing", RUN),
            Cause::Html => ("answered a web page instead of JSON", PROXY),
            Cause::Incomplete => ("answered incomplete JSON", "run azml-ls --refresh again"),
            Cause::NotJson => ("answered text that is not JSON", RUN),
            Cause::NoList => ("answered JSON that is not a list of names", RUN),
            Cause::Pages => ("answered with a next page that can't be followed", RUN),
            Cause::NoWorkspace => (
                "answered without the id or the region of the workspace",
                RUN,
            ),
            Cause::Canceled => ("was canceled", "run azml-ls --refresh again"),
        };
        format!("`az {line}` {problem}; {help}")
    }

    /// The message of the Azure CLI without secrets.
    pub(crate) fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }
}

const RUN: &str = "run it in a terminal, and update the Azure CLI with `az upgrade`";
const PROXY: &str = "sign in to the network, or set `HTTPS_PROXY` for the Azure CLI, and run azml-ls --refresh again";

fn refused(refusal: AzRefusal) -> (&'static str, &'static str) {
    match refusal {
        AzRefusal::Extension => (
            "needs the extension `ml`, which is not installed",
            "run `az extension add --name ml`",
        ),
        AzRefusal::SignedOut => (
            "needs a login, which is missing or has expired",
            "run `az login`",
        ),
        AzRefusal::Subscription => (
            "found no such subscription",
            "run `az account set --subscription NAME`, or give --subscription",
        ),
        AzRefusal::Permission => (
            "is not allowed for this account",
            "ask for the role Reader on the workspace and its subscription",
        ),
        AzRefusal::Unnamed => (
            "needs the name of a workspace",
            "give --workspace and --resource-group, or set them with `az configure --defaults workspace=NAME group=NAME`",
        ),
        AzRefusal::Connection => (
            "can't connect to Azure",
            "check the network and the proxy of the Azure CLI",
        ),
        AzRefusal::NotFound => (
            "found no such workspace or resource group",
            "check --workspace, --resource-group, and --subscription",
        ),
        AzRefusal::Throttled => (
            "made too many requests",
            "run azml-ls --refresh again later",
        ),
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => "a signal ended it".to_owned(),
    }
}

/// Returns the line of `messages` that says most: the first that is marked as an error, else the last.
fn shown(messages: &str) -> Option<String> {
    let lines = messages.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let marked = lines.iter().find_map(|line| line.strip_prefix("ERROR:"));
    let line = marked.or_else(|| lines.last().copied())?.trim();
    let whole = Redactor::of(messages, &in_text(messages));
    Some(shortened(
        &without_people(&whole.redacted(line)),
        MAX_SHOWN,
        " ...",
    ))
}

/// Returns `text` with stars for e-mail addresses and ids, which Azure puts into its errors.
fn without_people(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.+@#%*".contains(c);
    let mut rest = text;
    let mut clean = String::new();
    while let Some(start) = rest.find(is_part) {
        clean.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_address = word
            .find('@')
            .is_some_and(|at| at > 0 && word[at..].contains('.'));
        clean.push_str(if is_address || is_id(word) {
            "***"
        } else {
            word
        });
        rest = &rest[end..];
    }
    clean.push_str(rest);
    clean
}

/// Returns `true` for a GUID.
fn is_id(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let lengths = word.split('-').map(str::len);
    let is_hex = |c: char| c.is_ascii_hexdigit() || c == '-';
    lengths.eq([8, 4, 4, 4, 12]) && word.chars().all(is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_shown_without_people_and_ids() {
        let text = "ERROR: (AuthorizationFailed) The client 'live.com#anna@contoso.com' with object id \
                    '0f0e0d0c-1111-2222-3333-0123456789ab' has no access to example.com@2 (see b@c.de).";
        let shown = shown(text).unwrap();
        assert!(
            !shown.contains("contoso") && !shown.contains("0f0e0d0c"),
            "{shown}"
        );
        assert!(!shown.contains("b@c"), "{shown}");
        assert!(shown.starts_with("(AuthorizationFailed) The client '***' with object id '***'"));
    }
}
