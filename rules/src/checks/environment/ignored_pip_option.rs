//! An option of pip that stands after a package.

use crate::checks::prelude::*;

declare_rule! {
    /// In a list of requirements, an option such as `--extra-index-url` needs an entry of its own.
    /// After a package pip reads it and doesn't use it (tried with pip 23.2.1 and 26.3): `torch==2.5.1
    /// --index-url https://download.pytorch.org/whl/cpu` installs the build that PyPI has.
    ///
    /// An entry of its own is for all packages of the list. With `--index-url`, pip looks for all of
    /// them there and no longer on PyPI, so `--extra-index-url` is right for most lists.
    ///
    /// Fix: moves the option to an entry of its own. It isn't safe, because other packages can come
    /// from the index, too.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies:
    ///     - python=3.12
    ///     - pip
    ///     - pip:
    ///         - torch==2.5.1 --index-url https://download.pytorch.org/whl/cpu
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json
    /// name: training
    /// image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest
    /// conda_file:
    ///   dependencies:
    ///     - python=3.12
    ///     - pip
    ///     - pip:
    ///         - --extra-index-url https://download.pytorch.org/whl/cpu
    ///         - torch==2.5.1
    /// ```
    "ignored-pip-option", Environment, Warning,
    summary: "an option after a package, which pip doesn't use",
    fix: Unsafe,
    url: "https://pip.pypa.io/en/stable/reference/requirements-file-format/",
}

/// Options that name where packages are.
const INDEXES: [&str; 5] = [
    "--index-url",
    "-i",
    "--extra-index-url",
    "--find-links",
    "-f",
];

fn check(cx: &mut Context<'_>) {
    for conda in cx.conda_files() {
        for (item, package) in &conda.packages {
            let found = (package.installer == Installer::Pip).then(|| index_after_package(*item));
            if let Some((requirement, option, place)) = found.flatten()
                && !has_entry(conda, place)
            {
                report(cx, *item, package.written, requirement, option, place);
            }
        }
    }
}

/// Returns the requirement of a list of pip, the option after it that names an index, and the place of that index.
fn index_after_package(item: Node<'_>) -> Option<(&str, &str, &str)> {
    let text = known_text(item)?.split(" #").next()?;
    let at = text.find(" -")?;
    let (requirement, rest) = (text[..at].trim(), text[at..].trim());
    let (option, place) = rest.split_once(['=', ' '])?;
    let is_known = INDEXES.contains(&option) && place.contains("://") && !place.contains(' ');
    (is_known && !requirement.contains('\'')).then_some((requirement, option, place))
}

/// Returns `true` if an option of the list names the same place.
fn has_entry(conda: &CondaFile<'_>, place: &str) -> bool {
    let mut items = conda.pip.into_iter().flat_map(Node::items);
    items.any(|item| {
        let text = item.text().unwrap_or_default();
        text.starts_with('-') && text.ends_with(place)
    })
}

fn report(
    cx: &mut Context<'_>,
    item: Node<'_>,
    name: &str,
    requirement: &str,
    option: &str,
    place: &str,
) {
    let right = match option {
        "--find-links" | "-f" => format!("--find-links {place}"),
        _ => format!("--extra-index-url {place}"),
    };
    let edits = item.item_dash().map(|dash| {
        let gap = (item.range().start - dash.start) as usize;
        let indent = " ".repeat(fix::column(item).saturating_sub(gap));
        let newline = fix::newline(cx.document.tree());
        let before = TextRange::new(dash.start, dash.start);
        vec![
            Edit::new(before, format!("- {right}{newline}{indent}")),
            replace(item, requirement),
        ]
    });
    let diagnostic = cx.report(
        item.range(),
        format!("pip doesn't use `{option}` where it stands after a package"),
    );
    diagnostic
        .note(format!(
            "it looks for `{name}` as if the option weren't there"
        ))
        .help(format!(
            "write `{right}` as an entry of its own, above this one"
        ));
    if let Some(edits) = edits {
        diagnostic.fix(Fix::unsafe_(
            format!("move it to an entry of its own"),
            edits,
        ));
    }
}
