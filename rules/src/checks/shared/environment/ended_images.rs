//! Reports of images and curated environments that are no longer maintained.

use std::collections::HashMap;
use std::sync::Arc;

use crate::checks::context::Context;
use crate::compute::{
    Basis, EndedImage, ImageKind, PYTHON_TO_USE, PythonVersion, VERSION_TO_FILL_IN, python_in_name,
};
use crate::date::Date;
use crate::diagnostic::Diagnostic;
use crate::fix::{self, Edit, Fix};
use crate::rule::Level;
use crate::syntax::{Node, known_text};
use crate::text::TextRange;

/// An image reference and the values that contain it.
pub(crate) struct Naming<'a> {
    /// The value at which the finding is reported.
    pub(crate) node: Node<'a>,
    /// The other values of the document with the same reference.
    pub(crate) others: Vec<Node<'a>>,
    /// The reference to the image.
    pub(crate) reference: &'a str,
    /// The line of the Dockerfile that names the image, if the value only leads to that file.
    pub(crate) line: Option<&'a LineOfDockerfile>,
}

/// The base image in a Dockerfile.
pub(crate) struct LineOfDockerfile {
    /// The name in messages.
    pub(crate) name: String,
    pub(crate) path: Arc<str>,
    pub(crate) range: TextRange,
}

/// Groups `nodes` by the image that they name.
pub(crate) fn namings<'a>(nodes: impl IntoIterator<Item = Node<'a>>) -> Vec<Naming<'a>> {
    let mut namings: Vec<Naming<'a>> = Vec::new();
    let mut places = HashMap::new();
    for node in nodes {
        let Some(reference) = known_text(node) else {
            continue;
        };
        let place = *places.entry(reference).or_insert(namings.len());
        match namings.get_mut(place) {
            Some(naming) => naming.others.push(node),
            None => namings.push(Naming {
                node,
                others: Vec::new(),
                reference,
                line: None,
            }),
        }
    }
    namings
}

impl Naming<'_> {
    /// Reports `message`, which is called with the name of the image.
    fn report<'d>(
        &self,
        cx: &'d mut Context<'_>,
        name: &str,
        message: impl Fn(&str) -> String,
    ) -> &'d mut Diagnostic {
        let Some(line) = self.line else {
            let path = cx.document.shared_path();
            let diagnostic = cx.report(self.node.range(), message(name)).deprecated();
            for other in &self.others {
                diagnostic.related(&path, other.range(), "it is used here, too");
            }
            return diagnostic;
        };
        let message = message(&format!("{name} in `{}`", line.name));
        let diagnostic = cx.report(self.node.range(), message);
        diagnostic.related(&line.path, line.range, "the environment is built on it")
    }

    /// Returns the edits that write `successor` wherever the image is named.
    fn replaced_by(&self, successor: &str) -> Vec<Edit> {
        let places = std::iter::once(&self.node).chain(&self.others);
        places.map(|node| fix::replace(*node, successor)).collect()
    }
}

/// Reports `image`, which `naming` names.
pub(crate) fn report(cx: &mut Context<'_>, naming: &Naming<'_>, image: &EndedImage) {
    let is_image = naming.reference.contains("mcr.microsoft.com/");
    let what = match image.kind {
        ImageKind::BaseImage => "base image",
        ImageKind::Environment if is_image => "image of the curated environment",
        ImageKind::Environment => "curated environment",
    };
    let name = format!("the {what} `{}`", image.name);
    let diagnostic = naming.report(cx, &name, |name| match image.basis {
        Basis::Stated | Basis::Excerpt => {
            format!("{name} is no longer maintained (since {})", image.ended)
        }
        Basis::Name => format!(
            "{name} {}",
            built_on(image.name).unwrap_or_else(|| older(image))
        ),
    });
    let is_certain = match image.basis {
        Basis::Stated => true,
        Basis::Name => has_old_python(image.name),
        Basis::Excerpt => false,
    };
    let level = if is_certain {
        Level::Warning
    } else {
        Level::Info
    };
    diagnostic
        .level(level)
        .note("versions that exist can still be used, but they get no security fixes");
    if is_of_older_cuda(image) {
        diagnostic.note(
            "the replacement has CUDA 12: packages that use the CUDA of the image must be built for it",
        );
    }
    let Some(successor) = image.successor(naming.reference) else {
        let what = if is_image { "base image" } else { what };
        diagnostic.help(format!(
            "use a {what} that is maintained, or an image of your own"
        ));
        return;
    };
    let is_open = successor.ends_with(VERSION_TO_FILL_IN);
    let version = if is_open {
        ", with a version that exists"
    } else {
        ""
    };
    if naming.line.is_some() {
        diagnostic.help(format!(
            "write `FROM {successor}`{version}, and test the image"
        ));
        return;
    }
    diagnostic.help(format!("use `{successor}`{version}, and test it"));
    if is_open {
        return;
    }
    diagnostic.fix(Fix::unsafe_(
        format!("use `{}`", image.replacement),
        naming.replaced_by(&successor),
    ));
}

/// Reports an official Python image of a `version` whose support has ended.
pub(crate) fn report_python(cx: &mut Context<'_>, naming: &Naming<'_>, version: &PythonVersion) {
    let Some(stage) = cx.stage(&python_stages(version)) else {
        return;
    };
    let name = format!("the base image `{}`", naming.reference);
    let diagnostic = naming.report(cx, &name, |name| {
        format!(
            "{name} has Python {}, whose support ended on {}",
            version.version, version.support_ends
        )
    });
    diagnostic
        .stage(stage)
        .note("a version without support gets no security fixes, and new packages need a later one")
        .help(format!(
            "use a version that is supported, for example `python:{PYTHON_TO_USE}`, and test the image"
        ));
}

/// Returns the stages of findings about `version`. Most packages support it for a year after its end.
pub(crate) fn python_stages(version: &PythonVersion) -> [(Date, Level); 2] {
    let ends = version.support_ends;
    let after = |last: Date| last.plus_days(1);
    [
        (after(ends), Level::Info),
        (after(ends.plus_years(1)), Level::Warning),
    ]
}

/// Reports an image that isn't in our list, if the software in its `image_name` has ended.
pub(crate) fn report_by_name(
    cx: &mut Context<'_>,
    naming: &Naming<'_>,
    kind: ImageKind,
    image_name: &str,
) {
    let Some(built_on) = built_on(image_name) else {
        return;
    };
    let what = match kind {
        ImageKind::BaseImage => "base image",
        ImageKind::Environment => "curated environment",
    };
    let name = format!("the {what} `{image_name}`");
    naming
        .report(cx, &name, |name| format!("{name} {built_on}"))
        .level(Level::Hint)
        .note("that is what its name says; no list of Microsoft's images names it")
        .help(format!("use a {what} that is maintained"));
}

/// The day of the lists of images.
const LISTED: Date = Date::new(2026, 11, 22);

/// Describes the ended software in an image, as far as its name shows it.
fn built_on(name: &str) -> Option<String> {
    let python = python_in_name(name).filter(|python| python.support_ends < LISTED);
    if let Some(python) = python {
        return Some(format!(
            "has Python {}, whose support ended on {}",
            python.version, python.support_ends
        ));
    }
    let mut parts = name.split('-');
    let version = parts.find_map(|part| part.strip_prefix("ubuntu"))?;
    Some(format!(
        "is built on Ubuntu {version}, for which no new images are made"
    ))
}

/// Returns `true` if the version of Python in `name` has been without support for a year, as for [`python_stages`].
fn has_old_python(name: &str) -> bool {
    let python = python_in_name(name);
    python.is_some_and(|python| python.support_ends.plus_years(1) < LISTED)
}

fn older(image: &EndedImage) -> String {
    format!(
        "is built on {}, whose support ended by {}",
        image.software, image.ended
    )
}

fn is_of_older_cuda(image: &EndedImage) -> bool {
    let is_older = ["cuda9", "cuda10", "cuda11"]
        .iter()
        .any(|version| image.name.contains(version));
    is_older && image.replacement.contains("cuda12")
}
