//! `--check --watch`: checks again whenever something changes, until the user presses Ctrl-C, which
//! ends the program as it ends every other one.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use super::baseline;
use super::withheld_rules::tell_withheld;
use crate::check::{Baseline, IncrementalCheck, Report};
use crate::cli::args::Args;
use crate::cli::console::Console;
use crate::cli::exit_codes::FAILED;
use crate::cli::stdin;
use crate::config::time_of_day;
use crate::loading::{Loaded, Request, decides_what_is_read, load, may_be_found, read_again};
use crate::output::{Findings, FixOutcome, Format, RunDiff, summary, tell};
use crate::sandbox::{absolute, key};
use crate::watch::{ChangeBurst, Fallback, Watcher, next_burst, watched_folders};

/// Clears the screen; what was there before can be scrolled to.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

/// Watches until the user has seen enough; returns the exit code.
pub(in crate::cli) fn run(args: &Args, console: &Console, format: Format) -> u8 {
    if let Some(refusal) = refusal(args, format) {
        tell(&format!("azml-ls: error: {refusal}"));
        return FAILED;
    }
    let (sender, changes) = channel();
    let sender = Mutex::new(sender);
    let mut watcher = Watcher::new(Fallback::Poll, move |change| {
        if let Ok(sender) = sender.lock() {
            let _ = sender.send(change);
        }
    });
    let mut session = Session::new(args, console, format);
    tell_withheld(args, &session.loaded, console);
    let mut reason = WatchTrigger::Start;
    let mut has_folder = false;
    loop {
        let Ok(report) = session.check() else {
            return FAILED;
        };
        let has_new = watcher.watch(session.folders()) || has_folder;
        match session.show(report, reason, watcher.is_polling()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return 0,
            Err(error) => return console.tell_unwritten(&error),
            Ok(()) => {}
        }
        if has_new {
            // What happened before they were watched is not known.
            session.look_at(&ChangeBurst::anywhere());
            (reason, has_folder) = (WatchTrigger::Doubt, false);
            continue;
        }
        let Some(changes) = next_burst(&changes) else {
            return FAILED;
        };
        session.look_at(&changes);
        // One that took the place of another has its name, and was not watched.
        has_folder = changes.paths.iter().any(|path| path.is_dir());
        reason = WatchTrigger::Change;
    }
}

/// Returns the reason why `--watch` cannot be used with these options.
fn refusal(args: &Args, format: Format) -> Option<&'static str> {
    if args.paths.iter().any(|path| stdin::is_stdin(path)) {
        return Some("standard input can't be watched; give files or folders to --watch");
    }
    let is_for_people = format.is_for_people();
    (!is_for_people).then_some("--watch is for people; use --format full or --format concise")
}

/// Reason for a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WatchTrigger {
    /// For the first time.
    Start,
    /// Something has changed.
    Change,
    /// Something may have.
    Doubt,
}

/// State of the files, and of the screen.
struct Session<'a> {
    args: &'a Args,
    console: &'a Console,
    format: Format,
    request: Request,
    loaded: Loaded,
    recheck: IncrementalCheck,
    shown: Option<Shown>,
    /// The current folder, by its name.
    folder: Option<PathBuf>,
    /// The named files and folders, by their full paths: where the current folder is gone, no other path
    /// has one.
    named: Vec<PathBuf>,
}

/// Output shown to the user.
struct Shown {
    text: Vec<u8>,
    findings: Baseline,
    at: String,
}

impl<'a> Session<'a> {
    fn new(args: &'a Args, console: &'a Console, format: Format) -> Self {
        let request = Request {
            paths: args.paths_or_here(),
            options: args.options(),
            ..Request::default()
        };
        let named = request.paths.iter().chain(&args.baseline);
        Self {
            args,
            console,
            format,
            loaded: load(&request),
            named: named.map(|path| absolute(path)).collect(),
            request,
            recheck: IncrementalCheck::default(),
            shown: None,
            folder: std::env::current_dir().ok(),
        }
    }

    /// Looks at what is affected.
    fn check(&mut self) -> Result<Report, u8> {
        let mut report = self.recheck.check(&self.loaded);
        self.loaded.workspace.put_trees_away(|_| true);
        if let Some(path) = &self.args.baseline {
            let ran = |rule: &str| self.request.options.runs(rule);
            let compared = baseline::read(path)?.subtract_from(&mut report, &self.loaded, ran);
            report.baseline = Some(compared);
        }
        report.keep_from(self.args.min_level.into());
        Ok(report)
    }

    /// The folders to watch.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let looked_up: Vec<_> = self.recheck.paths_looked_up().collect();
        let mut folders = watched_folders(&self.loaded, looked_up.iter().map(|path| &**path));
        let parents = self.named.iter().filter_map(|path| path.parent());
        folders.extend(parents.filter(|it| it.is_dir()).map(PathBuf::from));
        folders
    }

    /// Reads again what changed: one document, or everything where another one may have come.
    fn look_at(&mut self, changes: &ChangeBurst) {
        // The system stays in a folder that is renamed, but the user means the one that has its name now.
        if let Some(folder) = &self.folder {
            let _ = std::env::set_current_dir(folder);
        }
        let mut read = Vec::new();
        for path in &changes.paths {
            let key = key(path);
            let is_known = self.loaded.workspace.document(&key).is_some();
            if is_known && !self.was_missed(path, &key) {
                read.push(read_again(path));
            } else if is_known || self.may_bring_others(path) {
                read.push(None);
            }
        }
        if changes.anywhere || read.iter().any(Option::is_none) {
            let before = std::mem::replace(&mut self.loaded, load(&self.request));
            self.loaded.workspace.share_with(&before.workspace);
        } else {
            for document in read.into_iter().flatten() {
                self.loaded.workspace.insert(document);
            }
        }
        self.loaded.workspace.begin_revision();
    }

    /// Returns `true` for a document in a named folder that is not checked: it may have come while the
    /// files were read, after the walk of the folder and before that of the project.
    fn was_missed(&self, path: &Path, key: &Arc<str>) -> bool {
        let mut named = self.named.iter();
        named.any(|named| path.starts_with(named)) && !self.loaded.is_requested(key)
    }

    /// Returns `true` if a walk may find other files now, or the settings may have changed.
    fn may_bring_others(&self, path: &PathBuf) -> bool {
        let mut roots = self.loaded.folders.iter();
        // A folder that came, or one that went.
        let is_folder = self.loaded.walked.contains(path) != path.is_dir();
        is_folder
            || decides_what_is_read(path)
            || self.loaded.settings_files.contains(path)
            || roots.any(|root| may_be_found(root, path))
            || self.named.contains(path)
    }

    /// Shows the findings. A terminal always shows the time; other outputs get only new findings.
    fn show(&mut self, report: Report, reason: WatchTrigger, is_polling: bool) -> io::Result<()> {
        let text = self.text(&report)?;
        let is_new = self.shown.as_ref().is_none_or(|shown| shown.text != text);
        if !is_new && (reason == WatchTrigger::Doubt || !self.console.is_terminal()) {
            return Ok(());
        }
        let findings = Baseline::of(&PathBuf::from("findings"), &report, &self.loaded);
        let news = self.news(report);
        let at = time_of_day();
        let since = self.shown.as_ref().map(|shown| shown.at.as_str());
        let status = news.status(&at, since, is_polling);
        if self.console.clears() {
            self.console
                .try_to_write(|out| out.write_all(CLEAR.as_bytes()))?;
        }
        for problems in [&self.loaded.problems, &news.report.problems] {
            self.console.tell_problems(&self.loaded.names, problems);
        }
        let new = news.lines(&self.loaded, self.console.style())?;
        self.console.try_to_write(|out| {
            out.write_all(&text)?;
            out.write_all(&new)?;
            writeln!(out, "{status}")
        })?;
        self.shown = Some(Shown { text, findings, at });
        Ok(())
    }

    /// The findings with their closing line.
    fn text(&self, report: &Report) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let findings = Findings::new(&self.loaded, report, self.console.style());
        self.format.write(&mut text, &findings)?;
        writeln!(text, "{}", summary(report, FixOutcome::None))?;
        Ok(text)
    }

    /// Returns the part of `report` that was not shown yet.
    fn news(&self, mut report: Report) -> RunDiff {
        let fixed = self.shown.as_ref().map(|shown| {
            let before = &shown.findings;
            let compared = before.subtract_from(&mut report, &self.loaded, |_| true);
            before.len().saturating_sub(compared.known)
        });
        RunDiff { report, fixed }
    }
}
