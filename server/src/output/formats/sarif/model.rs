//! The parts of SARIF that are written. Their names are those of the specification, which has a
//! section for each.

use std::collections::BTreeMap;

use serde::Serialize;

/// Schema of a log.
pub(crate) const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
pub(crate) struct SarifLog {
    #[serde(rename = "$schema")]
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Run {
    pub(crate) tool: SarifTool,
    pub(crate) invocations: [Invocation; 1],
    pub(crate) original_uri_base_ids: BTreeMap<&'static str, Base>,
    pub(crate) column_kind: &'static str,
    pub(crate) newline_sequences: [&'static str; 3],
    pub(crate) results: Vec<SarifResult>,
}

#[derive(Serialize)]
pub(crate) struct SarifTool {
    pub(crate) driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Driver {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) semantic_version: &'static str,
    pub(crate) information_uri: &'static str,
    pub(crate) rules: Vec<Descriptor>,
}

/// A rule (`reportingDescriptor`).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Descriptor {
    pub(crate) id: &'static str,
    pub(crate) name: String,
    pub(crate) short_description: SarifMessage,
    pub(crate) full_description: SarifMessage,
    pub(crate) help: Help,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help_uri: Option<String>,
    pub(crate) default_configuration: Configuration,
    pub(crate) properties: RuleProperties,
}

/// A text in plain words and in Markdown (`multiformatMessageString`).
#[derive(Serialize)]
pub(crate) struct Help {
    pub(crate) text: String,
    pub(crate) markdown: String,
}

#[derive(Serialize)]
pub(crate) struct Configuration {
    pub(crate) enabled: bool,
    pub(crate) level: SarifLevel,
}

#[derive(Serialize)]
pub(crate) struct RuleProperties {
    pub(crate) tags: Vec<&'static str>,
    /// By which GitHub sorts what is not about security.
    #[serde(rename = "problem.severity")]
    pub(crate) severity: &'static str,
    /// By which GitHub sorts what is about security: a number from 0 to 10, as text.
    #[serde(rename = "security-severity", skip_serializing_if = "Option::is_none")]
    pub(crate) security_severity: Option<&'static str>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SarifLevel {
    Note,
    Warning,
    Error,
}

/// Base of relative URIs (`artifactLocation`).
#[derive(Serialize)]
pub(crate) struct Base {
    pub(crate) description: SarifMessage,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invocation {
    pub(crate) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub(crate) struct Notification {
    pub(crate) level: SarifLevel,
    pub(crate) message: SarifMessage,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) locations: Vec<SarifLocation>,
}

/// A `message`.
#[derive(Serialize)]
pub(crate) struct SarifMessage {
    pub(crate) text: String,
}

impl SarifMessage {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

/// A `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifResult {
    pub(crate) rule_id: &'static str,
    pub(crate) rule_index: usize,
    pub(crate) level: SarifLevel,
    pub(crate) message: SarifMessage,
    pub(crate) locations: [SarifLocation; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_locations: Vec<SarifLocation>,
    pub(crate) partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fixes: Vec<SarifFix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifLocation {
    /// By which a message names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<usize>,
    pub(crate) physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<SarifMessage>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhysicalLocation {
    pub(crate) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArtifactLocation {
    pub(crate) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uri_base_id: Option<&'static str>,
}

/// Range from the first character to the position after the last one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Region {
    pub(crate) start_line: u32,
    pub(crate) start_column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) snippet: Option<SarifMessage>,
}

/// A `fix`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifFix {
    pub(crate) description: SarifMessage,
    pub(crate) artifact_changes: Vec<ArtifactChange>,
    pub(crate) properties: FixProperties,
}

#[derive(Serialize)]
pub(crate) struct FixProperties {
    /// Applicability of the fix.
    pub(crate) applicability: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArtifactChange {
    pub(crate) artifact_location: ArtifactLocation,
    pub(crate) replacements: Vec<SarifReplacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifReplacement {
    pub(crate) deleted_region: Region,
    pub(crate) inserted_content: SarifMessage,
}
