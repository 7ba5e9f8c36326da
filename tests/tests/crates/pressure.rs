//! A client that writes and does not read, and one that is gone. On a paused clock, time passes only
//! when neither end can go on.

use std::cell::Cell;
use std::time::Duration;

use azml_ls::config::Options;
use azml_ls::lsp::{End, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex, split};
use tokio::time::timeout;

/// Size of a pipe: whoever does not read stops the other end soon.
const PIPE: usize = 4 << 10;

/// Longer than the server waits for anything.
const LONG: Duration = Duration::from_secs(60);

fn on_paused_clock(session: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .expect("a runtime can be made");
    runtime.block_on(session);
    runtime.shutdown_background();
}

/// A request that is answered with its id.
fn request(id: &str) -> Vec<u8> {
    let body = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"unknown/method"}}"#);
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[test]
fn a_client_that_does_not_read_is_not_read() {
    const REQUESTS: usize = 600;
    let id = "x".repeat(64 << 10);
    on_paused_clock(async {
        let (ours, theirs) = duplex(PIPE);
        let (input, output) = split(theirs);
        let (mut reader, mut writer) = split(ours);
        let sent = Cell::new(0);
        let write = async {
            for number in 0..REQUESTS {
                let written = writer.write_all(&request(&format!("{number} {id}"))).await;
                written.expect("the server reads");
                sent.set(number);
            }
            writer.shutdown().await.expect("the pipe is open");
        };
        let mut write = std::pin::pin!(write);
        let mut server = std::pin::pin!(serve(Options::default(), input, output));
        tokio::select! {
            end = &mut server => panic!("the server left: {end:?}"),
            written = timeout(LONG, &mut write) => assert!(written.is_err(), "all was read"),
        }
        assert!(sent.get() > 100, "{} were read", sent.get());

        // It goes on where it was.
        let mut answers = String::new();
        let read = reader.read_to_string(&mut answers);
        let (_, read, end) = tokio::join!(write, read, server);
        read.expect("answers are text");
        assert_eq!(end, End::Sudden);
        assert_eq!(answers.matches("Content-Length: ").count(), REQUESTS);
    });
}

#[test]
fn the_end_of_the_input_ends_the_server_even_if_no_answer_is_read() {
    on_paused_clock(async {
        let (ours, theirs) = duplex(PIPE);
        let (input, output) = split(theirs);
        let (_reader, mut writer) = split(ours);
        let write = async {
            for number in 0..200 {
                let written = writer.write_all(&request(&number.to_string())).await;
                written.expect("the server reads");
            }
            writer.shutdown().await.expect("the pipe is open");
        };
        let server = serve(Options::default(), input, output);
        let (end, ()) = tokio::join!(timeout(LONG, server), write);
        assert_eq!(end.expect("the server ends"), End::Sudden);
    });
}
