//! `--new`: a document to start from.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use azml_ide::completion::new_document;
use azml_rules::skeletons::{Skeleton, skeletons};

use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::{FAILED, of_writing};
use crate::guarded::{guarded, install_panic_hook};
use crate::loading::{Request, load};
use crate::output::tell;
use crate::sandbox::{DecodedText, key, without_number};

/// Writes a document of this `kind` to the file of `paths`, or to standard output; lists the kinds where none is
/// named. Returns the exit code.
pub(in crate::cli) fn run(kind: Option<&'static Skeleton>, args: &Args, console: &Console) -> u8 {
    match (kind, args.paths.as_slice()) {
        (None, []) => list(console),
        (Some(kind), []) => {
            of_writing(console.write_exact(|out| out.write_all(kind.plain().as_bytes())))
        }
        (Some(kind), [path]) => write(kind, path, args, console),
        (None, _) | (Some(_), [_, ..]) => {
            tell("azml-ls: error: name one kind and one file: `azml-ls new command-job job.yml`");
            FAILED
        }
    }
}

/// Writes every kind with what it is.
fn list(console: &Console) -> u8 {
    let width = skeletons().iter().map(|it| it.id.len()).max().unwrap_or(0);
    of_writing(console.write(|out| {
        skeletons().iter().try_for_each(|it| {
            let (id, label, about) = (it.id, it.label, it.about);
            writeln!(out, "{id:width$}  {label}: {about}")
        })
    }))
}

/// Writes a file that does not exist yet.
fn write(kind: &Skeleton, path: &Path, args: &Args, console: &Console) -> u8 {
    let shown = path.display();
    let text = for_folder(kind, path, args).unwrap_or_else(|| kind.plain());
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    match written {
        Ok(()) => {
            console.remark(&format!("Wrote a {} to {shown}.", kind.label));
            0
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            tell(&format!(
                "azml-ls: error: {shown} exists already; nothing was written"
            ));
            FAILED
        }
        Err(error) => {
            let error = without_number(&error);
            tell(&format!("azml-ls: error: can't write {shown}: {error}"));
            FAILED
        }
    }
}

/// Returns the document with the scripts, computes, and assets of the folder of `path`, as an editor offers it there.
fn for_folder(kind: &Skeleton, path: &Path, args: &Args) -> Option<String> {
    install_panic_hook(|_| ());
    let loaded = load(&Request {
        text: Some((path.to_owned(), DecodedText::default())),
        options: args.options(),
        ..Request::default()
    });
    guarded(|| new_document(&loaded.workspace, &key(path), kind)).ok()?
}
