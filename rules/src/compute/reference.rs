//! Parsed `compute` values.

/// A parsed `compute` value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComputeRef<'t> {
    /// `local`
    Local,
    /// `serverless` or `azureml:serverless`
    Serverless,
    /// `name` or `azureml:name`
    Name(&'t str),
    /// A full resource ID: the compute of a workspace, which may be another one.
    ResourceId,
}

impl<'t> ComputeRef<'t> {
    /// Parses the text of a `compute` value that is neither an expression nor a placeholder.
    pub fn parse(text: &'t str) -> Self {
        let text = text.trim();
        let name = text.strip_prefix("azureml:").unwrap_or(text);
        if name.starts_with('/') {
            return Self::ResourceId;
        }
        if name.eq_ignore_ascii_case("serverless") {
            return Self::Serverless;
        }
        // `azureml:local` names a compute called "local"; the service knows only the bare word.
        if text.eq_ignore_ascii_case("local") {
            Self::Local
        } else {
            Self::Name(name)
        }
    }
}
