//! Saying that an image or a curated environment is no longer maintained.

use crate::checks::context::Context;
use crate::compute::{Basis, EndedImage, ImageKind, python_in_name};
use crate::fix;
use crate::rule::Level;
use crate::syntax::Node;

/// Reports `image`, which `node` names.
pub(crate) fn report(cx: &mut Context<'_>, node: Node<'_>, image: &EndedImage) {
    let what = match image.kind {
        ImageKind::BaseImage => "base image",
        ImageKind::Environment => "curated environment",
    };
    let (name, ended) = (image.name, image.ended);
    let message = match image.basis {
        Basis::Stated | Basis::Excerpt => {
            format!("the {what} `{name}` is no longer maintained (since {ended})")
        }
        Basis::Name => format!("the {what} `{name}` {}", built_on(image)),
    };
    let diagnostic = cx.report(node.range(), message);
    diagnostic
        .deprecated()
        .level(match image.basis {
            Basis::Stated => Level::Warning,
            Basis::Excerpt | Basis::Name => Level::Info,
        })
        .note("versions that exist can still be pulled, but they get no security fixes");
    if is_of_older_cuda(image) {
        diagnostic.note("the replacement has CUDA 12: its packages must be built for CUDA 12");
    }
    match image.successor() {
        Some(successor) => diagnostic
            .help(format!("use `{successor}`, and test the job with it"))
            .unsafe_fix(
                format!("use `{}`", image.replacement),
                fix::replace(node, successor),
            ),
        None => diagnostic.help(format!(
            "use a {what} that is maintained, or an image of your own"
        )),
    };
}

/// What in it has ended, where only its name tells.
fn built_on(image: &EndedImage) -> String {
    if let Some(python) = python_in_name(image.name) {
        return format!(
            "has Python {}, whose support ended on {}",
            python.version, python.support_ends
        );
    }
    match image
        .name
        .split('-')
        .find_map(|part| part.strip_prefix("ubuntu"))
    {
        Some(version) => format!("is built on Ubuntu {version}, for which no new images are made"),
        None => format!(
            "is built on software whose support has ended (since {})",
            image.ended
        ),
    }
}

fn is_of_older_cuda(image: &EndedImage) -> bool {
    let is_older = ["cuda9", "cuda10", "cuda11"]
        .iter()
        .any(|version| image.name.contains(version));
    is_older && image.replacement.contains("cuda12")
}
