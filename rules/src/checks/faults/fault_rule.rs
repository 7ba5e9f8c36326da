//! The rule for each problem that the schema validation found. Every fault has exactly one rule.

use crate::document::Kind;
use crate::schema::table::{CheckRule, ClientCheck, Type, TypeDef, ValueShape};
use crate::schema::{SchemaFault, SchemaProblem, is_numeric, meant, misspelled};
use crate::syntax::{Node, Scalar};

use super::declared_input::declared_input;
use super::misplaced;
use super::node_words::{given, key_name};
use super::preview_form::preview_form;

/// A rule that reports faults, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultRule {
    UnknownKey,
    MisplacedKey,
    LowPriorityInstance,
    BatchSettingsPlacement,
    ReadOnlyKey,
    MissingRequiredKey,
    SweepTrialsMissing,
    NullWhereValueNeeded,
    InvalidType,
    QuoteRequiredString,
    UnquotedDatetime,
    UnquotedVersion,
    EnumSpelling,
    InvalidValue,
    StepName,
    ComponentName,
    EndpointName,
    DeploymentName,
    ComponentFileMissing,
    CondaFileMissing,
    LocalPathMissing,
    InlineAssetNameIgnored,
    WrongSchemaForContent,
    IoName,
    EnvironmentSource,
    ConflictingKeys,
    LiteralTypedInJob,
    PreviewSchemaKey,
    ComputeOnManagedEndpoint,
}

/// A key of managed online endpoints. The client treats a file with `compute` as a Kubernetes
/// endpoint, and then rejects this key: the mistake is `compute`.
pub(crate) const MANAGED_ENDPOINT_KEY: &str = "public_network_access";

/// Returns the rule of each problem; `None` for those that follow from another one.
pub(crate) fn rules_of(
    problems: &[SchemaProblem<'_>],
    kind: Option<Kind>,
) -> Vec<Option<FaultRule>> {
    let own = |problem: &SchemaProblem<'_>| (!follows(problem)).then(|| rule_of(problem, kind));
    problems.iter().map(own).collect()
}

/// Returns `true` if the problem follows from a trial that contains the key `component` instead of
/// being the component: the other keys of that mapping are not mistakes of their own.
fn follows(problem: &SchemaProblem<'_>) -> bool {
    let around = std::iter::successors(Some(problem.at), |node| node.parent());
    let own_value = problem.at.value_of_key();
    own_value.into_iter().chain(around).any(|node| {
        let is_trial = node.key().and_then(Node::text) == Some("trial");
        let component = node.entry("component").filter(|_| is_trial);
        component.is_some_and(|component| component.key != problem.at)
    })
}

fn rule_of(problem: &SchemaProblem<'_>, kind: Option<Kind>) -> FaultRule {
    if declared_input(kind, problem.at).is_some() {
        return FaultRule::LiteralTypedInJob;
    }
    if preview_form(problem).is_some() {
        return FaultRule::PreviewSchemaKey;
    }
    match &problem.fault {
        SchemaFault::UnknownKey { owner, .. }
            if owner.name == "ComputeInstance" && problem.at.text() == Some("tier") =>
        {
            FaultRule::LowPriorityInstance
        }
        SchemaFault::UnknownKey {
            owner, meant: None, ..
        } if misplaced::misplaced_key(owner, problem.at).is_some() => FaultRule::MisplacedKey,
        SchemaFault::UnknownKey { owner, .. }
            if owner.name == "KubernetesOnlineEndpoint"
                && problem.at.text() == Some(MANAGED_ENDPOINT_KEY) =>
        {
            FaultRule::ComputeOnManagedEndpoint
        }
        SchemaFault::UnknownKey { owner, .. } if misplaced::is_batch_setting(owner, problem.at) => {
            FaultRule::BatchSettingsPlacement
        }
        SchemaFault::UnknownKey { .. } => FaultRule::UnknownKey,
        SchemaFault::ReadOnlyKey { .. } => FaultRule::ReadOnlyKey,
        SchemaFault::MissingKey { owner, name, .. } if is_number_of_trials(owner, name) => {
            FaultRule::SweepTrialsMissing
        }
        SchemaFault::MissingKey { .. } => FaultRule::MissingRequiredKey,
        SchemaFault::Null { .. } => FaultRule::NullWhereValueNeeded,
        SchemaFault::Shape { .. } => FaultRule::InvalidType,
        SchemaFault::NeedsQuotes | SchemaFault::KeyNotText => FaultRule::QuoteRequiredString,
        SchemaFault::NeedsDateQuotes => FaultRule::UnquotedDatetime,
        SchemaFault::VersionNeedsQuotes => FaultRule::UnquotedVersion,
        SchemaFault::Value { expected } => rule_of_value(expected, problem.at),
        SchemaFault::Discriminator { values } => {
            let text = problem.at.text().unwrap_or_default();
            if meant(text, values).is_some() {
                FaultRule::EnumSpelling
            } else {
                FaultRule::InvalidValue
            }
        }
        SchemaFault::OtherOnDisk { .. } if key_name(problem.at) == Some("conda_file") => {
            FaultRule::CondaFileMissing
        }
        SchemaFault::Expression | SchemaFault::OtherOnDisk { .. } => FaultRule::InvalidValue,
        SchemaFault::KeyPattern { pattern } | SchemaFault::Pattern { pattern } => match *pattern {
            "step-name" => FaultRule::StepName,
            "component-name" => FaultRule::ComponentName,
            "endpoint-name" => FaultRule::EndpointName,
            _ => FaultRule::InvalidValue,
        },
        SchemaFault::MissingFile { loads } if !loads.is_empty() => FaultRule::ComponentFileMissing,
        SchemaFault::MissingFile { .. } if key_name(problem.at) == Some("conda_file") => {
            FaultRule::CondaFileMissing
        }
        SchemaFault::MissingFile { .. } => FaultRule::LocalPathMissing,
        SchemaFault::Check { check, owner } => rule_of_check(check, owner, problem.at),
    }
}

/// Returns `true` if the key `name` of `owner` sets the number of trials of a sweep.
fn is_number_of_trials(owner: &TypeDef, name: &str) -> bool {
    matches!(
        (owner.name, name),
        ("SweepJob" | "Sweep", "limits") | ("SweepJobLimits", "max_total_trials")
    )
}

fn rule_of_check(check: &ClientCheck, owner: &TypeDef, at: Node<'_>) -> FaultRule {
    match check.rule {
        CheckRule::IgnoredWithWarning => FaultRule::InlineAssetNameIgnored,
        CheckRule::ForbiddenKeys => FaultRule::WrongSchemaForContent,
        CheckRule::ConstructorRejects => FaultRule::UnknownKey,
        CheckRule::KeyRegex | CheckRule::KeysUniqueIgnoringCase => FaultRule::IoName,
        CheckRule::Length | CheckRule::Regex if owner.name.contains("Deployment") => {
            FaultRule::DeploymentName
        }
        CheckRule::Length if owner.name.contains("Endpoint") => FaultRule::EndpointName,
        CheckRule::ExactlyOneOf if check.fields.contains(&"image") => FaultRule::EnvironmentSource,
        CheckRule::ExactlyOneOf if given(at, check.fields) == 0 => FaultRule::MissingRequiredKey,
        CheckRule::ExactlyOneOf | CheckRule::MutuallyExclusive | CheckRule::Excludes => {
            FaultRule::ConflictingKeys
        }
        CheckRule::BetweenExclusive
        | CheckRule::ExactItemCount
        | CheckRule::Forbidden
        | CheckRule::IoModeOnly
        | CheckRule::JsonTypeIn
        | CheckRule::Length
        | CheckRule::MaxItems
        | CheckRule::NoRegistryReference
        | CheckRule::OneOfExact
        | CheckRule::OneOfIgnoreCase
        | CheckRule::OnlyKey
        | CheckRule::OnlyType
        | CheckRule::ParsesAsDeclaredType
        | CheckRule::Range
        | CheckRule::Regex
        | CheckRule::Requires
        | CheckRule::SumOfValuesAtMost
        | CheckRule::UniqueAcrossItems
        | CheckRule::UniqueItems => FaultRule::InvalidValue,
        // These checks report another fault: a missing key or file.
        CheckRule::LocalPathExists
        | CheckRule::RequiredIf
        | CheckRule::RequiredInEffect
        | CheckRule::RequiredUnless
        | CheckRule::ScriptExistsAndParses
        | CheckRule::SparkEntryExists => FaultRule::InvalidValue,
        // These checks report nothing.
        CheckRule::AllBindingsResolve
        | CheckRule::ArmIdOrLiteralNone
        | CheckRule::CoerceToString
        | CheckRule::ConfKeyAliases
        | CheckRule::InputReferencesDeclared
        | CheckRule::JobReferenceWithOverrides
        | CheckRule::JsonStringIsParsed
        | CheckRule::KeyAlias
        | CheckRule::LocalPathMatchesType
        | CheckRule::LocalTargetInstanceCount1
        | CheckRule::NotAString
        | CheckRule::RequiredConf
        | CheckRule::TypeSelectsEntity => FaultRule::InvalidValue,
    }
}

fn rule_of_value(expected: &'static Type, at: Node<'_>) -> FaultRule {
    if is_numeric(expected) {
        FaultRule::InvalidType
    } else if at
        .text()
        .is_some_and(|text| misspelled(expected, text).is_some())
    {
        FaultRule::EnumSpelling
    } else if matches!(
        at.scalar(),
        Some(Scalar::Int(_) | Scalar::Float(_) | Scalar::Bool(_))
    ) && !matches!(expected.shape, ValueShape::Enum(..))
    {
        FaultRule::InvalidType
    } else {
        FaultRule::InvalidValue
    }
}
