//! Messages between the client and the service, in place of tower-lsp's transport (0.20), which
//! ends after the first message that it cannot read.
//!
//! Bytes become [`frames`], frames become a [`message`], and a message is served, answered with the
//! protocol's error, or skipped with a line on standard error. Invariants: after any input, the
//! next request is served; requests begin in the order of their arrival; and reading never waits
//! for writing, because a client may read only when it has written.

use std::io;

use futures::channel::mpsc;
use futures::{SinkExt as _, Stream, StreamExt as _, future, stream};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use super::frames::{Frame, Frames};
use super::message::Incoming;
use super::raw_json::{Answer, json, message_of};
use super::redaction::KnownSecrets;
use super::skipped::Skipped;
use crate::lsp::session::log::Log;

/// Maximum number of messages in progress. Requests in it wait for blocking threads, and a full one
/// would delay the changes that follow.
const CONCURRENCY: usize = 256;

/// Messages that were read and did not begin.
const WAITING: usize = 100;

/// Messages that are written at once.
const AT_ONCE: usize = 64;

/// Serves until the input ends or the output is closed.
pub(crate) async fn serve<S>(
    service: S,
    socket: ClientSocket,
    (input, output): (impl AsyncRead + Unpin, impl AsyncWrite),
    (log, secrets): (&Log, &KnownSecrets),
) where
    S: Service<Request, Response = Option<Answer>>,
{
    let (requests, answered) = socket.split();
    let (requests, abort_requests) = stream::abortable(requests);
    let (calls, called) = mpsc::channel(WAITING);
    let (answers, to_write) = mpsc::unbounded();
    let reader = Reader {
        service,
        calls,
        answered,
        refusals: answers.clone(),
        skipped: Skipped::new(log.clone()),
    };
    let read = async {
        reader.read(input).await;
        abort_requests.abort();
        Ok(())
    };
    let work = async move {
        let mut answered = called.buffer_unordered(CONCURRENCY);
        while let Some(answer) = answered.next().await {
            if let Ok(Some(answer)) = answer {
                // It fails if the writer has ended, which is an error of writing.
                let _ = answers.unbounded_send(framed(&secrets.hidden_in(answer.message())));
            }
        }
        Ok(())
    };
    let write = write(
        output,
        stream::select(
            to_write,
            requests.map(|request| framed(&secrets.hidden_in(message_of(&request)))),
        ),
    );
    let _ = future::try_join3(read, work, write).await;
}

/// Loop that reads messages and starts their work.
struct Reader<S: Service<Request>, A> {
    service: S,
    calls: mpsc::Sender<S::Future>,
    /// Sender of responses to the server's requests.
    answered: A,
    refusals: mpsc::UnboundedSender<Vec<u8>>,
    skipped: Skipped,
}

/// Error: the service has ended.
struct Ended;

impl<S, A> Reader<S, A>
where
    S: Service<Request>,
    A: futures::Sink<Response> + Unpin,
{
    /// Reads until the input or the service ends.
    async fn read(mut self, mut input: impl AsyncRead + Unpin) {
        let mut frames = Frames::default();
        while let Ok(1..) = input.read_buf(frames.room()).await {
            while let Some(frame) = frames.next() {
                if self.take(frame, &mut frames).await.is_err() {
                    return;
                }
            }
        }
    }

    async fn take(&mut self, frame: Frame, frames: &mut Frames) -> Result<(), Ended> {
        let Frame::Message(bytes) = frame else {
            self.skipped.tell(&super::skipped::reason(&frame));
            return Ok(());
        };
        match super::message::read(&bytes) {
            Incoming::Request(request) => self.serve(request).await,
            Incoming::Response(response) => self.answered.send(response).await.map_err(|_| Ended),
            Incoming::Refused(answer) => self.refuse(&answer),
            Incoming::Garbage(answer) => {
                frames.refuse(&bytes);
                self.refuse(&answer)
            }
            Incoming::Skipped(reason) => {
                self.skipped.tell(&format!("a message: {reason}"));
                Ok(())
            }
        }
    }

    async fn serve(&mut self, request: Request) -> Result<(), Ended> {
        let is_ready = future::poll_fn(|context| self.service.poll_ready(context));
        is_ready.await.map_err(|_| Ended)?;
        let call = self.service.call(request);
        self.calls.send(call).await.map_err(|_| Ended)
    }

    fn refuse(&mut self, answer: &serde_json::Value) -> Result<(), Ended> {
        self.skipped.note_refused();
        let answer = framed(&json(answer));
        self.refusals.unbounded_send(answer).map_err(|_| Ended)
    }
}

/// A message as it is written.
fn framed(message: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{message}", message.len()).into_bytes()
}

/// Writes messages as they come, those that wait together.
async fn write(output: impl AsyncWrite, messages: impl Stream<Item = Vec<u8>>) -> io::Result<()> {
    let mut output = std::pin::pin!(output);
    let mut messages = std::pin::pin!(messages.ready_chunks(AT_ONCE));
    while let Some(waiting) = messages.next().await {
        output.write_all(&waiting.concat()).await?;
        output.flush().await?;
    }
    Ok(())
}
