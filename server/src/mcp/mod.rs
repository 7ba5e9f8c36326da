//! The server for coding agents over standard input and output: the [Model Context Protocol], one JSON message a line.
//!
//! Start with [`serve`]. [`lines`] reads lines of limited length, [`message`] has requests and errors, [`methods`] answers them,
//! and [`versions`] knows the revisions of the protocol. [`tools`] (each an [`agent_tool`]) and [`resources`] are what an agent
//! gets, [`arguments`] what it may write, and [`printed`] what it reads; [`served_folder`] is where it may read and write.
//!
//! By hand, because the official SDK for Rust is more than all of this: 23 packages and 2 MB, and it leaves an overlong or
//! malformed line without an answer.
//!
//! Must never: decide what a finding is; end because of a message; read or write outside of the served folder because
//! of an argument.
//!
//! [Model Context Protocol]: https://modelcontextprotocol.io/specification/2025-11-25

mod agent_tool;
mod arguments;
mod lines;
mod message;
mod methods;
mod printed;
mod resources;
mod served_folder;
mod tools;
mod versions;

use std::io::{BufRead, Result, Write};

use serde_json::Value;

use crate::config::Options;
use crate::guarded::guarded;

use lines::{InputLine, MAX_LINE, read_line};
use message::{Reply, RpcError, RpcMessage};
use served_folder::ServedFolder;

/// Most messages of a batch, which only the revision 2025-03-26 has.
const MOST_IN_BATCH: usize = 100;

/// Answers the messages of `input`, one after another, until it ends.
///
/// # Errors
/// Returns an error if `input` can't be read or `output` can't be written.
pub(crate) fn serve(
    options: Options,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<()> {
    let folder = ServedFolder::current(options);
    loop {
        let answer = match read_line(input)? {
            InputLine::End => return Ok(()),
            InputLine::Text(line) if line.trim_ascii().is_empty() => None,
            InputLine::Text(line) => answer(&folder, &line),
            InputLine::TooLong => {
                let message = format!("a message has at most {} MiB", MAX_LINE >> 20);
                Some(Reply::failed(Value::Null, RpcError::invalid_request(message)).into())
            }
        };
        if let Some(answer) = answer {
            serde_json::to_writer(&mut *output, &answer)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
}

/// Returns the answer to a line; `None` if it expects none.
fn answer(folder: &ServedFolder, line: &[u8]) -> Option<Value> {
    match serde_json::from_slice(line) {
        Ok(Value::Array(batch)) if (1..=MOST_IN_BATCH).contains(&batch.len()) => {
            let replies = batch.into_iter().filter_map(|one| reply(folder, one));
            let replies: Vec<Value> = replies.map(Value::from).collect();
            (!replies.is_empty()).then_some(Value::Array(replies))
        }
        Ok(message) => reply(folder, message).map(Value::from),
        Err(error) => {
            let error = RpcError::parse(format!("the line isn't JSON: {error}"));
            Some(Reply::failed(Value::Null, error).into())
        }
    }
}

fn reply(folder: &ServedFolder, message: Value) -> Option<Reply> {
    let request = match RpcMessage::of(message) {
        RpcMessage::Request(request) => request,
        RpcMessage::Silent => return None,
        RpcMessage::Invalid(id, error) => return Some(Reply::failed(id, error)),
    };
    let result = guarded(|| methods::answer(folder, &request));
    let result = result.unwrap_or_else(|bug| Err(RpcError::internal(bug)));
    Some(Reply {
        id: request.id,
        result,
    })
}
