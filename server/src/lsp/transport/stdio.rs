//! Messages between the client and the service, in place of tower-lsp's transport (0.20), which
//! ends after the first message that it cannot read.
//!
//! Bytes become [`frames`], frames become a [`message`], and a message is served, answered with the
//! protocol's error, or skipped with a line on standard error. Invariants: after any input, the
//! next request is served; requests begin in the order of their arrival; reading does not wait for
//! writing, because a client may read only when it has written, until more is [`super::unwritten`]
//! than any client leaves; and the end of the input ends the server, whether the client reads or not.

use std::io;

use futures::channel::mpsc;
use futures::{SinkExt as _, Stream, StreamExt as _, future, stream};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Notify;
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use super::frames::{Frame, Frames};
use super::message::Incoming;
use super::raw_json::{Answer, json, message_of};
use super::redaction::KnownSecrets;
use super::skipped::Skipped;
use super::unwritten::Unwritten;
use crate::lsp::session::log::Log;
use crate::times::INPUT_END_MAX;

/// Maximum number of messages in progress. Requests in it wait for blocking threads, and a full one
/// would delay the changes that follow.
const CONCURRENCY: usize = 256;

/// Messages that were read and did not begin.
const WAITING: usize = 100;

/// Bytes that are read ahead while no message may begin, to see the end of the input.
const READ_AHEAD: usize = 1 << 20;

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
    let (unwritten, input_ended) = (Unwritten::default(), Notify::new());
    let reader = Reader {
        unwritten: &unwritten,
        input_ended: &input_ended,
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
    let unwritten = &unwritten;
    let work = async move {
        let mut answered = called.buffer_unordered(CONCURRENCY);
        while let Some(answer) = answered.next().await {
            if let Ok(Some(answer)) = answer {
                let answer = framed(&secrets.hidden_in(answer.message()));
                // It fails if the writer has ended, which is an error of writing.
                let _ = answers.unbounded_send(unwritten.added(answer));
            }
        }
        Ok(())
    };
    let requests = requests.map(|request| {
        let request = framed(&secrets.hidden_in(message_of(&request)));
        unwritten.added(request)
    });
    let write = write(output, stream::select(to_write, requests), unwritten);
    tokio::select! {
        _ = future::try_join3(read, work, write) => {}
        () = nothing_written_after(&input_ended, unwritten) => {}
    }
}

/// Waits until the input has ended, and nothing is written for a while.
async fn nothing_written_after(input_ended: &Notify, unwritten: &Unwritten) {
    input_ended.notified().await;
    loop {
        let before = unwritten.written();
        tokio::time::sleep(INPUT_END_MAX).await;
        if unwritten.written() == before {
            return;
        }
    }
}

/// Loop that reads messages and starts their work.
struct Reader<'u, S: Service<Request>, A> {
    unwritten: &'u Unwritten,
    input_ended: &'u Notify,
    service: S,
    calls: mpsc::Sender<S::Future>,
    /// Sender of responses to the server's requests.
    answered: A,
    refusals: mpsc::UnboundedSender<Vec<u8>>,
    skipped: Skipped,
}

/// Error: the service has ended.
struct Ended;

impl<S, A> Reader<'_, S, A>
where
    S: Service<Request>,
    A: futures::Sink<Response> + Unpin,
{
    /// Reads until the input or the service ends.
    async fn read(mut self, mut input: impl AsyncRead + Unpin) {
        let mut frames = Frames::default();
        let mut is_ended = false;
        loop {
            tokio::select! {
                biased;
                begins = may_begin(self.unwritten, &mut self.calls) => {
                    if begins.is_err() {
                        return;
                    }
                }
                read = input.read_buf(frames.room()), if !is_ended && frames.len() < READ_AHEAD => {
                    is_ended = self.ends(&read);
                    continue;
                }
            }
            if let Some(frame) = frames.next() {
                if self.take(frame, &mut frames).await.is_err() {
                    return;
                }
            } else if is_ended {
                return;
            } else {
                is_ended = self.ends(&input.read_buf(frames.room()).await);
            }
        }
    }

    /// Returns `true` if the input has ended, and notes it.
    fn ends(&self, read: &io::Result<usize>) -> bool {
        let is_ended = !matches!(read, Ok(1..));
        if is_ended {
            self.input_ended.notify_one();
        }
        is_ended
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
        // `send` would also wait until another one may begin.
        self.calls.feed(call).await.map_err(|_| Ended)
    }

    fn refuse(&mut self, answer: &serde_json::Value) -> Result<(), Ended> {
        self.skipped.note_refused();
        let answer = self.unwritten.added(framed(&json(answer)));
        self.refusals.unbounded_send(answer).map_err(|_| Ended)
    }
}

/// Waits until the client has read enough, and few messages wait to begin.
async fn may_begin<T>(unwritten: &Unwritten, calls: &mut mpsc::Sender<T>) -> Result<(), Ended> {
    unwritten.enough_read().await;
    let is_ready = future::poll_fn(|context| calls.poll_ready(context));
    is_ready.await.map_err(|_| Ended)
}

/// A message as it is written.
fn framed(message: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{message}", message.len()).into_bytes()
}

/// Writes messages as they come, those that wait together.
async fn write(
    output: impl AsyncWrite,
    messages: impl Stream<Item = Vec<u8>>,
    unwritten: &Unwritten,
) -> io::Result<()> {
    let mut output = std::pin::pin!(output);
    let mut messages = std::pin::pin!(messages.ready_chunks(AT_ONCE));
    while let Some(waiting) = messages.next().await {
        let waiting = waiting.concat();
        output.write_all(&waiting).await?;
        output.flush().await?;
        unwritten.remove(waiting.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::task::{Context, Poll};

    use futures::FutureExt as _;
    use futures::future::Either;

    use super::*;

    /// A service that answers nothing.
    struct Stuck;

    impl Service<Request> for Stuck {
        type Response = Option<Answer>;
        type Error = Infallible;
        type Future = future::Pending<Result<Self::Response, Self::Error>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, _: Request) -> Self::Future {
            future::pending()
        }
    }

    #[test]
    fn the_end_of_the_input_is_seen_while_many_requests_wait() {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#;
        let one = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let input = one.repeat(2 * WAITING);
        let (unwritten, input_ended) = (Unwritten::default(), Notify::new());
        let (calls, _called) = mpsc::channel(WAITING);
        let (refusals, _to_write) = mpsc::unbounded();
        let reader = Reader {
            unwritten: &unwritten,
            input_ended: &input_ended,
            service: Stuck,
            calls,
            answered: futures::sink::drain(),
            refusals,
            skipped: Skipped::new(Log::default()),
        };
        let read = std::pin::pin!(reader.read(input.as_bytes()));
        let ended = std::pin::pin!(input_ended.notified());
        let first = future::select(read, ended).now_or_never();
        assert!(matches!(first, Some(Either::Right(_))));
    }
}
