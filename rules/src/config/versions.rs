//! `required-version`: the range of azml-ls versions that a configuration requires.

use semver::{Version, VersionReq};

use super::problem::ConfigProblem;
use crate::syntax::Node;

/// Returns the problem with `text`, the range of versions at `node`: its syntax is wrong, or this
/// version is not in it.
pub(super) fn problem(node: Node<'_>, text: &str) -> Option<ConfigProblem> {
    let own = Version::parse(env!("CARGO_PKG_VERSION")).expect("Cargo takes nothing else");
    let (message, help) = match VersionReq::parse(text) {
        Ok(range) if is_met(&range, own.clone()) => return None,
        Ok(range) => (
            format!("this is azml-ls {own}, but `required-version` asks for `{range}`"),
            "install a version in that range, or change the range",
        ),
        Err(_) => (
            "`required-version` is not a range of versions".to_owned(),
            "write it as Cargo does, such as `>=0.1, <0.3`",
        ),
    };
    Some(ConfigProblem {
        range: node.range(),
        message,
        help: Some(help.to_owned()),
    })
}

/// Returns `true` if the version is in `range`. A pre-release counts as released, for builds from source.
fn is_met(range: &VersionReq, mut own: Version) -> bool {
    own.pre = semver::Prerelease::EMPTY;
    range.matches(&own)
}
