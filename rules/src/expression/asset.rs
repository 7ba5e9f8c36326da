//! References to resources: `azureml:name:version`, `azureml://...`, full resource ids.

/// The start of an id in a registry.
pub const REGISTRY: &str = "azureml://registries/";
/// The start of a path on a datastore.
pub const DATASTORE: &str = "azureml://datastores/";

/// A parsed reference. Texts are parts of the value as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssetRef<'t> {
    /// `azureml:name`, `azureml:name:version`, `azureml:name@label`.
    Named {
        /// The name.
        name: &'t str,
        /// Text after the first colon.
        version: Option<&'t str>,
        /// Text after the `@`.
        label: Option<&'t str>,
    },
    /// `azureml:/subscriptions/...` or `/subscriptions/...`
    ResourceId(&'t str),
    /// `azureml://registries/...`
    Registry {
        /// Name of the registry.
        registry: &'t str,
        /// Text after the name.
        rest: &'t str,
    },
    /// `azureml://datastores/...`
    Datastore {
        /// Name of the datastore.
        datastore: &'t str,
        /// Text after the name, without the slash; `paths/...` in a valid reference.
        rest: &'t str,
    },
    /// `azureml://jobs/JOB/outputs/OUTPUT/...`
    JobOutput(&'t str),
    /// Another `azureml://` URI.
    Uri(&'t str),
    /// Anything without `azureml:`: a path, a URL, a bare name.
    Other(&'t str),
}

impl<'t> AssetRef<'t> {
    /// Parses the text of a value.
    pub fn parse(text: &'t str) -> Self {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix(REGISTRY) {
            let (registry, rest) = rest.split_once('/').unwrap_or((rest, ""));
            return Self::Registry { registry, rest };
        }
        if let Some(rest) = text.strip_prefix(DATASTORE) {
            let (datastore, rest) = rest.split_once('/').unwrap_or((rest, ""));
            return Self::Datastore { datastore, rest };
        }
        if let Some(rest) = text.strip_prefix("azureml://jobs/") {
            return Self::JobOutput(rest);
        }
        if text.starts_with("azureml://") {
            return Self::Uri(text);
        }
        if text.starts_with("/subscriptions/") {
            return Self::ResourceId(text);
        }
        let Some(rest) = text.strip_prefix("azureml:") else {
            return Self::Other(text);
        };
        if rest.starts_with('/') {
            return Self::ResourceId(rest);
        }
        // The version may contain any characters, including `@` and colons.
        let colon = rest.find(':').unwrap_or(rest.len());
        let at = rest.find('@').unwrap_or(rest.len());
        if colon < at {
            return Self::Named {
                name: &rest[..colon],
                version: Some(&rest[colon + 1..]),
                label: None,
            };
        }
        let label = rest.get(at + 1..);
        Self::Named {
            name: &rest[..at],
            version: None,
            label,
        }
    }

    /// Returns the name in `azureml:name...`.
    pub fn name(self) -> Option<&'t str> {
        match self {
            Self::Named { name, .. } => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_references_apart() {
        let named = |name, version, label| AssetRef::Named {
            name,
            version,
            label,
        };
        assert_eq!(AssetRef::parse("azureml:env"), named("env", None, None));
        assert_eq!(
            AssetRef::parse("azureml:env:3"),
            named("env", Some("3"), None)
        );
        assert_eq!(
            AssetRef::parse("azureml:env:1:2"),
            named("env", Some("1:2"), None)
        );
        assert_eq!(
            AssetRef::parse("azureml:env@latest"),
            named("env", None, Some("latest"))
        );
        assert_eq!(
            AssetRef::parse("azureml:a.b-c@latest"),
            named("a.b-c", None, Some("latest"))
        );
        assert_eq!(
            AssetRef::parse("./train.yml"),
            AssetRef::Other("./train.yml")
        );
        assert_eq!(
            AssetRef::parse("azureml:/subscriptions/s"),
            AssetRef::ResourceId("/subscriptions/s")
        );
        assert_eq!(
            AssetRef::parse("azureml://registries/azureml/models/m/versions/4"),
            AssetRef::Registry {
                registry: "azureml",
                rest: "models/m/versions/4"
            }
        );
        assert_eq!(
            AssetRef::parse("azureml://datastores/d/paths/a/b"),
            AssetRef::Datastore {
                datastore: "d",
                rest: "paths/a/b"
            }
        );
        assert_eq!(
            AssetRef::parse("azureml://jobs/j/outputs/o"),
            AssetRef::JobOutput("j/outputs/o")
        );
    }
}
