//! Interfaces that were found lately, each with what was looked up for it. Looking it up again is
//! enough to know that nothing changed: and it must be looked up again, since who asks notes which
//! files an answer depends on.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use super::argparse_interface::ScriptInterface;
use super::interpreter;
use super::sources::{ScriptSource, Sources};
use crate::workspace::{OnDisk, Recent};

/// How much is kept, in bytes of the scripts and about as much for each of the rest.
const KEPT: usize = 16 << 20;

/// About what an interface takes besides the text of its script.
const BESIDE: usize = 4 << 10;

static KNOWN: LazyLock<Recent<ScriptSource, Arc<Known>>> = LazyLock::new(|| Recent::new(KEPT));

struct Known {
    looks: Vec<Look>,
    interface: Arc<ScriptInterface>,
}

/// A look at the disk, and what was seen.
enum Look {
    Text(Box<str>, Option<Arc<str>>),
    At(Box<str>, Option<OnDisk>),
}

impl Look {
    /// Whether `sources` still says so.
    fn holds(&self, sources: &dyn Sources) -> bool {
        match self {
            Self::Text(path, seen) => sources.text(path) == *seen,
            Self::At(path, seen) => sources.at(path) == *seen,
        }
    }

    fn weight(&self) -> usize {
        match self {
            Self::Text(path, text) => path.len() + text.as_ref().map_or(0, |text| text.len()),
            Self::At(path, _) => path.len() + 32,
        }
    }
}

/// What `script` takes on its command line.
#[must_use]
pub fn interface(sources: &dyn Sources, script: &ScriptSource) -> Arc<ScriptInterface> {
    if let Some(known) = KNOWN.get(script)
        && known.looks.iter().all(|look| look.holds(sources))
    {
        return known.interface.clone();
    }
    let watched = Watched {
        sources,
        looks: RefCell::default(),
    };
    let interface = Arc::new(interpreter::run(&watched, script));
    let looks = watched.looks.into_inner();
    let weight = BESIDE + looks.iter().map(Look::weight).sum::<usize>();
    let known = Known {
        looks,
        interface: interface.clone(),
    };
    KNOWN.insert(script.clone(), Arc::new(known), weight);
    interface
}

/// Notes what is looked up.
struct Watched<'s> {
    sources: &'s dyn Sources,
    looks: RefCell<Vec<Look>>,
}

impl Sources for Watched<'_> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        let seen = self.sources.text(path);
        let look = Look::Text(path.into(), seen.clone());
        self.looks.borrow_mut().push(look);
        seen
    }

    fn at(&self, path: &str) -> Option<OnDisk> {
        let seen = self.sources.at(path);
        self.looks.borrow_mut().push(Look::At(path.into(), seen));
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::sources::ScriptStart;
    use super::*;

    struct Files {
        script: &'static str,
        module: Option<&'static str>,
        looks: Cell<usize>,
    }

    impl Sources for Files {
        fn text(&self, path: &str) -> Option<Arc<str>> {
            self.looks.set(self.looks.get() + 1);
            match path {
                "remembered/run.py" => Some(self.script.into()),
                "remembered/flags.py" => self.module.map(Arc::from),
                _ => None,
            }
        }

        fn at(&self, path: &str) -> Option<OnDisk> {
            self.looks.set(self.looks.get() + 1);
            let is_there = path == "remembered/flags.py" && self.module.is_some();
            Some(if is_there {
                OnDisk::File
            } else {
                OnDisk::Nothing
            })
        }
    }

    fn files(script: &'static str, module: Option<&'static str>) -> Files {
        Files {
            script,
            module,
            looks: Cell::new(0),
        }
    }

    #[test]
    fn a_script_is_run_again_only_after_something_changed() {
        let script = ScriptSource {
            path: "remembered/run.py".into(),
            folder: "remembered".into(),
            how: ScriptStart::File,
            includes: Vec::new(),
        };
        let text = "import argparse\nfrom flags import NAME\np = argparse.ArgumentParser()\n\
            p.add_argument(NAME)\np.parse_args()\n";
        let before = files(text, Some("NAME = '--before'\n"));
        let first = interface(&before, &script);
        assert!(first.is_closed());
        let looks = before.looks.replace(0);
        let again = interface(&before, &script);
        assert!(Arc::ptr_eq(&first, &again));
        // Every look is made again, so that it is noted again.
        assert_eq!(before.looks.get(), looks);
        let after = interface(&files(text, Some("NAME = '--after'\n")), &script);
        assert!(after.flag("--after").is_some() && after.flag("--before").is_none());
        assert!(!interface(&files(text, None), &script).is_closed());
        assert!(!interface(&files("print(1)\n", None), &script).is_closed());
    }
}
