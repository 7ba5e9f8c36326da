//! An option of pip after a package.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::document::without_comment;

declare_rule! {
    /// In a list of requirements, an option such as `--extra-index-url` needs an entry of its own.
    /// After a package, pip reads it but doesn't use it (tried with pip 23.2.1 and 26.3): `torch==2.5.1
    /// --index-url https://download.pytorch.org/whl/cpu` installs the build that PyPI has.
    ///
    /// An entry of its own applies to all packages in the list. With `--index-url`, pip looks for all
    /// of them there and no longer on PyPI, so `--extra-index-url` is right for most lists.
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
        let options = conda
            .pip_entries()
            .filter(|(_, entry)| entry.starts_with('-'));
        let words = options.flat_map(|(_, entry)| entry.split([' ', '=']));
        let listed: HashSet<&str> = words.map(place_of).collect();
        let mut moved = HashSet::new();
        for (item, package) in &conda.packages {
            let found = (package.installer == Installer::Pip).then(|| index_after_package(*item));
            let Some((requirement, option, place)) = found.flatten() else {
                continue;
            };
            if listed.contains(place_of(place)) {
                continue;
            }
            let is_first = moved.insert(place_of(place));
            let right = is_first.then(|| entry_with(option, place));
            let right = right.as_deref();
            report(cx, *item, package.written, option, right, requirement);
        }
    }
}

/// Returns the place of an index as it is compared.
fn place_of(written: &str) -> &str {
    written.trim_matches('"').trim_end_matches('/')
}

/// Returns the requirement of a `pip` list, the option after it that names an index, and the place of that index.
fn index_after_package(item: Node<'_>) -> Option<(&str, &str, &str)> {
    let text = without_comment(known_text(item)?);
    let at = text.find(" -")?;
    let (requirement, rest) = (text[..at].trim(), text[at..].trim());
    let (option, place) = rest.split_once(['=', ' '])?;
    let place = place.trim();
    let is_known = INDEXES.contains(&option) && place.contains("://") && !place.contains(' ');
    (is_known && !requirement.contains('\'')).then_some((requirement, option, place))
}

fn entry_with(option: &str, place: &str) -> String {
    match option {
        "--find-links" | "-f" => format!("--find-links {place}"),
        _ => format!("--extra-index-url {place}"),
    }
}

/// Reports `option`. The entry `right` is still missing in the list; `None` if an item above gets it.
fn report(
    cx: &mut Context<'_>,
    item: Node<'_>,
    name: &str,
    option: &str,
    right: Option<&str>,
    requirement: &str,
) {
    let edits = edits(cx, item, right, requirement);
    let diagnostic = cx.report(
        item.range(),
        format!("pip doesn't use `{option}` where it stands after a package"),
    );
    diagnostic
        .note(format!(
            "it looks for `{name}` as if the option weren't there"
        ))
        .help(match right {
            Some(right) => format!("write `{right}` as an entry of its own"),
            None => format!("write `{requirement}`; one entry for the index is enough"),
        });
    if let Some(edits) = edits {
        diagnostic.fix(Fix::unsafe_("move it to an entry of its own", edits));
    }
}

/// Returns the edits that leave the `requirement` in `item`, and add `right` before it. In a list in brackets, or
/// under its dash, an entry isn't moved.
fn edits(
    cx: &Context<'_>,
    item: Node<'_>,
    right: Option<&str>,
    requirement: &str,
) -> Option<Vec<Edit>> {
    let dash = item.item_dash()?;
    let gap = TextRange::new(dash.start, item.range().start).slice(cx.document.text());
    if gap.contains('\n') {
        return None;
    }
    let mut edits = vec![replace(item, requirement)];
    edits.extend(right.and_then(|right| fix::insert_item_before(item, right)));
    Some(edits)
}
