use proptest::prelude::*;

use super::*;
use crate::lsp::transport::message::{Incoming, read};

const GOOD: &str = r#"{"jsonrpc":"2.0","id":7,"method":"good"}"#;

/// The messages in `chunks`, and the beginnings of what is skipped. What is no JSON is refused, as
/// by the server.
fn cut<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> (Vec<String>, Vec<String>) {
    let (mut frames, mut messages, mut skipped) = (Frames::default(), Vec::new(), Vec::new());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for chunk in chunks {
        frames.room().extend_from_slice(chunk);
        while let Some(frame) = frames.next() {
            match frame {
                Frame::Message(message) => {
                    if matches!(read(&message), Incoming::Garbage(_)) {
                        frames.refuse(&message);
                    }
                    messages.push(text(&message));
                }
                Frame::Garbage(sample) => skipped.push(text(&sample)),
                other => skipped.push(format!("{other:?}")),
            }
        }
    }
    (messages, skipped)
}

fn cut_text(text: &str) -> (Vec<String>, Vec<String>) {
    cut([text.as_bytes()])
}

fn good() -> String {
    format!("Content-Length: {}\r\n\r\n{GOOD}", GOOD.len())
}

#[test]
fn headers_are_read_as_they_are_written() {
    let length = GOOD.len();
    for header in [
        format!("Content-Length: {length}\r\n\r\n"),
        format!("content-length:{length}\r\n\r\n"),
        format!("CONTENT-LENGTH :  {length} \r\n\r\n"),
        format!("Content-Length: {length}\n\n"),
        format!("\r\n\r\nContent-Length: {length}\r\n\r\n"),
        format!("X-A: 1\r\nX-B: 2\r\nX-C: 3\r\nContent-Length: {length}\r\n\r\n"),
        format!("Content-Length: {length}\r\nContent-Type: text/html; charset=latin-1\r\n\r\n"),
        format!("Content-Length: 5\r\nContent-Length: {length}\r\n\r\n"),
    ] {
        let twice = format!("{header}{GOOD}").repeat(2);
        let (messages, skipped) = cut_text(&twice);
        assert_eq!(messages, [GOOD, GOOD], "{header:?}");
        assert!(skipped.is_empty(), "{header:?}: {skipped:?}");
    }
}

#[test]
fn what_is_no_header_is_told_once_and_skipped() {
    for (garbage, told) in [
        ("npm WARN something\n", "npm WARN something"),
        ("garbage\r\n\r\n", "garbage"),
        ("two\r\nlines\r\n\r\n", "two lines"),
        ("X-Other: 1\r\n\r\n", "X-Other: 1"),
        ("Content-Length: abc\r\n\r\n", "Content-Length: abc"),
        ("Content-Length: -5\r\n\r\n", "Content-Length: -5"),
        ("Content-Length:\r\n\r\n", "Content-Length:"),
        ("}}", "}}"),
    ] {
        let (messages, skipped) = cut_text(&format!("{garbage}{}", good()));
        assert_eq!(messages, [GOOD], "{garbage:?}");
        assert_eq!(skipped, [told], "{garbage:?}");
    }
}

#[test]
fn a_wrong_length_costs_at_most_its_own_message() {
    let wrong = |length: usize| format!("Content-Length: {length}\r\n\r\n{GOOD}{}", good());
    let (messages, _) = cut_text(&wrong(GOOD.len() - 3));
    assert_eq!(messages, [&GOOD[..GOOD.len() - 3], GOOD]);
    // The next header ends a message whose declared length is too large.
    for length in [GOOD.len() + 3, GOOD.len() + 30, GOOD.len() + 1000] {
        let (messages, _) = cut_text(&wrong(length));
        assert_eq!(messages.last().map(String::as_str), Some(GOOD), "{length}");
    }
    let (messages, _) = cut_text(&wrong(GOOD.len() + 30));
    assert_eq!(messages, [GOOD, GOOD]);
}

#[test]
fn an_empty_message_does_not_hold_up_the_next() {
    let (messages, skipped) = cut_text(&format!("Content-Length: 0\r\n\r\n{}", good()));
    assert_eq!(
        (messages, skipped),
        (vec![GOOD.to_owned()], vec!["Empty".to_owned()])
    );
}

#[test]
fn what_is_too_large_is_not_kept() {
    for length in ["134217729", "1152921504606846976", "99999999999999999999"] {
        let mut frames = Frames::default();
        let header = format!("Content-Length: {length}\r\n\r\n");
        frames.room().extend_from_slice(header.as_bytes());
        assert!(
            matches!(frames.next(), Some(Frame::TooLarge(_))),
            "{length}"
        );
        let chunk = vec![b'x'; 1 << 16];
        for _ in 0..100 {
            frames.room().extend_from_slice(&chunk);
            assert_eq!(frames.next(), None);
            assert!(frames.bytes.len() <= MAX_HEADER && frames.bytes.capacity() < 1 << 18);
        }
        frames.room().extend_from_slice(good().as_bytes());
        assert_eq!(frames.next(), Some(Frame::Message(GOOD.as_bytes().into())));
    }
}

#[test]
fn what_was_too_large_is_skipped_to_its_end() {
    let large = vec![b' '; MAX_MESSAGE + 1];
    let header = format!("Content-Length: {}\r\n\r\n", large.len());
    // Without an end of line, as no header is: the count decides.
    let (messages, skipped) = cut([header.as_bytes(), &large, b"[]", good().as_bytes()]);
    assert_eq!(messages, [GOOD]);
    assert_eq!(skipped, ["TooLarge(134217729)", "[]"]);
}

#[test]
fn a_line_without_end_is_not_kept() {
    let mut frames = Frames::default();
    for _ in 0..100 {
        frames.room().extend_from_slice(&[b'x'; 5000]);
        assert_eq!(frames.next(), None);
        assert!(frames.bytes.len() <= MAX_LINE);
    }
    frames.room().extend_from_slice(good().as_bytes());
    assert_eq!(frames.next(), Some(Frame::Garbage(vec![b'x'; MAX_SAMPLE])));
    assert_eq!(frames.next(), Some(Frame::Message(GOOD.as_bytes().into())));
}

#[test]
fn the_memory_of_a_large_message_is_given_back() {
    let mut frames = Frames::default();
    let large = vec![b' '; 8 << 20];
    let header = format!("Content-Length: {}\r\n\r\n", large.len());
    frames.room().extend_from_slice(header.as_bytes());
    frames.room().extend_from_slice(&large);
    assert!(matches!(frames.next(), Some(Frame::Message(_))));
    assert!(frames.room().capacity() <= 2 * MAX_LINE);
}

/// Bytes as clients and attackers send them.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let text = |pattern: &'static str| pattern.prop_map(String::into_bytes);
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..20),
        (0..300_u32).prop_map(|it| format!("Content-Length: {it}\r\n\r\n").into_bytes()),
        text("(Content-Length|content-length|Cont|C|ent-Length)"),
        text("(: ?|[0-9]{1,21})"),
        text("(\r\n|\n|\r|\r\n\r\n)"),
        text("(\\{\\}|\\[|\"|null|12)"),
        Just(good().into_bytes()),
    ]
}

proptest! {
    #[test]
    fn a_good_message_is_served_after_any_bytes_in_any_chunks(
        pieces in proptest::collection::vec(piece(), 0..20),
        sizes in proptest::collection::vec(1..40_usize, 1..20),
    ) {
        let mut bytes = pieces.concat();
        bytes.extend(good().bytes());
        let (whole, _) = cut([&*bytes]);
        prop_assert_eq!(whole.last().map(String::as_str), Some(GOOD));
        let (mut chunks, mut rest, mut sizes) = (Vec::new(), &*bytes, sizes.into_iter().cycle());
        while let Some(size) = sizes.next().filter(|_| !rest.is_empty()) {
            let (chunk, after) = rest.split_at(size.min(rest.len()));
            chunks.push(chunk);
            rest = after;
        }
        prop_assert_eq!(cut(chunks).0, whole);
    }
}
