//! The document kinds of Azure ML CLI v2, and the properties that follow from their ids.
//!
//! Start at the table behind `kinds!`. No other file parses an id: there is a method here for each
//! of its parts.

use std::fmt;

/// Stable, machine-readable name of a [`Kind`], such as `job/sweep`.
#[derive(Clone, Copy, Debug)]
pub struct KindId(&'static str);

impl KindId {
    /// Returns the id as a string.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for KindId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Kinds that one command of the client reads, distinguished by a key such as `type`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KindFamily {
    /// Jobs that can be submitted on their own.
    Job,
    /// Components.
    Component,
    /// Prompt flows.
    Flow,
    /// Computes.
    Compute,
    /// Online and batch endpoints.
    Endpoint,
    /// Deployments of endpoints.
    Deployment,
    /// Schedules.
    Schedule,
    /// Datastores.
    Datastore,
    /// Workspaces, hubs and projects.
    Workspace,
    /// Connections of a workspace.
    Connection,
    /// A kind that forms a family of its own.
    Alone(Kind),
}

macro_rules! family {
    (Alone $kind:expr) => {
        KindFamily::Alone($kind)
    };
    ($family:ident $kind:expr) => {
        KindFamily::$family
    };
}

macro_rules! kinds {
    ($($family:ident { $($variant:ident $id:literal $label:literal)* })*) => {
        /// Subject of an Azure ML YAML document. The set is that of azure-ai-ml 1.35.2.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)] // `label` says what each one is.
        pub enum Kind {
            $($($variant,)*)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Returns the stable, machine-readable name, such as `job/sweep`.
            pub fn id(self) -> KindId {
                KindId(match self { $($(Self::$variant => $id,)*)* })
            }

            /// Returns the display name, such as "sweep job".
            pub fn label(self) -> &'static str {
                match self { $($(Self::$variant => $label,)*)* }
            }

            /// Returns the family, whose kinds are distinguished by a key such as `type`.
            pub fn family(self) -> KindFamily {
                match self { $($(Self::$variant => family!($family Self::$variant),)*)* }
            }
        }
    };
}

kinds! {
    Job {
        JobCommand "job/command" "command job"
        JobSweep "job/sweep" "sweep job"
        JobPipeline "job/pipeline" "pipeline job"
        JobSpark "job/spark" "Spark job"
        JobImport "job/import" "import job"
        JobDistillation "job/distillation" "distillation job"
        JobFinetuningAzureOpenai "job/finetuning:azure_openai" "Azure OpenAI fine-tuning job"
        JobFinetuningCustom "job/finetuning:custom" "fine-tuning job"
        JobAutomlClassification "job/automl:classification" "AutoML classification job"
        JobAutomlRegression "job/automl:regression" "AutoML regression job"
        JobAutomlForecasting "job/automl:forecasting" "AutoML forecasting job"
        JobAutomlImageClassification "job/automl:image_classification"
            "AutoML image classification job"
        JobAutomlImageClassificationMultilabel "job/automl:image_classification_multilabel"
            "AutoML image classification multilabel job"
        JobAutomlImageObjectDetection "job/automl:image_object_detection"
            "AutoML image object detection job"
        JobAutomlImageInstanceSegmentation "job/automl:image_instance_segmentation"
            "AutoML image instance segmentation job"
        JobAutomlTextClassification "job/automl:text_classification"
            "AutoML text classification job"
        JobAutomlTextClassificationMultilabel "job/automl:text_classification_multilabel"
            "AutoML text classification multilabel job"
        JobAutomlTextNer "job/automl:text_ner" "AutoML text NER job"
        JobParallel "job/parallel" "parallel job"
        JobDataTransferCopyData "job/data_transfer:copy_data" "data transfer job (copy data)"
        JobDataTransferImportData "job/data_transfer:import_data" "data transfer job (import data)"
        JobDataTransferExportData "job/data_transfer:export_data" "data transfer job (export data)"
    }
    Component {
        ComponentCommand "component/command" "command component"
        ComponentParallel "component/parallel" "parallel component"
        ComponentPipeline "component/pipeline" "pipeline component"
        ComponentSpark "component/spark" "Spark component"
        ComponentImport "component/import" "import component"
        ComponentAutoml "component/automl" "AutoML component"
        ComponentDataTransferCopyData "component/data_transfer:copy_data"
            "data transfer component (copy data)"
        ComponentDataTransferImportData "component/data_transfer:import_data"
            "data transfer component (import data)"
        ComponentDataTransferExportData "component/data_transfer:export_data"
            "data transfer component (export data)"
        ComponentFlow "component/flow" "flow component"
    }
    Flow {
        FlowDag "flow/dag" "prompt flow"
        FlowRun "flow/run" "prompt flow run"
        FlowConnection "flow/connection" "prompt flow connection"
    }
    Compute {
        ComputeAmlcompute "compute/amlcompute" "compute cluster"
        ComputeComputeinstance "compute/computeinstance" "compute instance"
        ComputeKubernetes "compute/kubernetes" "Kubernetes compute"
        ComputeVirtualmachine "compute/virtualmachine" "attached virtual machine"
        ComputeSynapsespark "compute/synapsespark" "attached Synapse Spark pool"
    }
    Endpoint {
        EndpointManagedOnline "endpoint/managed_online" "managed online endpoint"
        EndpointKubernetesOnline "endpoint/kubernetes_online" "Kubernetes online endpoint"
        EndpointBatch "endpoint/batch" "batch endpoint"
    }
    Deployment {
        DeploymentManagedOnline "deployment/managed_online" "managed online deployment"
        DeploymentKubernetesOnline "deployment/kubernetes_online" "Kubernetes online deployment"
        DeploymentBatch "deployment/batch" "batch deployment"
        DeploymentBatchModel "deployment/batch_model" "batch deployment of a model"
        DeploymentBatchPipeline "deployment/batch_pipeline"
            "batch deployment of a pipeline component"
    }
    Alone {
        DeploymentTemplate "deployment_template" "deployment template"
        BatchInvokeJob "batch_invoke_job" "batch endpoint invocation"
    }
    Schedule {
        ScheduleJob "schedule/job" "job schedule"
        ScheduleMonitor "schedule/monitor" "monitoring schedule"
        ScheduleDataImport "schedule/data_import" "data import schedule"
    }
    Alone {
        Data "data" "data asset"
        DataImport "data_import" "data import"
        Environment "environment" "environment"
        Model "model" "model"
        ModelPackage "model_package" "model package"
        Code "code" "code asset"
        Index "index" "index asset"
        WorkspaceAssetReference "workspace_asset_reference" "workspace asset reference"
        Mltable "mltable" "MLTable file"
        CondaFile "conda_file" "conda file"
        PythonEnv "python_env" "MLflow Python environment"
    }
    Datastore {
        DatastoreAzureBlob "datastore/azure_blob" "Azure Blob datastore"
        DatastoreAzureFile "datastore/azure_file" "Azure Files datastore"
        DatastoreAzureDataLakeGen1 "datastore/azure_data_lake_gen1" "Azure Data Lake Gen1 datastore"
        DatastoreAzureDataLakeGen2 "datastore/azure_data_lake_gen2" "Azure Data Lake Gen2 datastore"
        DatastoreOneLake "datastore/one_lake" "OneLake datastore"
        DatastoreHdfs "datastore/hdfs" "HDFS datastore"
    }
    Workspace {
        Workspace "workspace" "workspace"
        WorkspaceHub "workspace/hub" "hub workspace"
        WorkspaceProject "workspace/project" "project workspace"
    }
    Alone {
        CapabilityHost "capability_host" "capability host"
        Registry "registry" "registry"
    }
    Connection {
        ConnectionGeneric "connection/generic" "connection"
        ConnectionAzureBlob "connection/azure_blob" "Azure Blob connection"
        ConnectionAzureOneLake "connection/azure_one_lake" "OneLake connection"
        ConnectionAzureOpenAi "connection/azure_open_ai" "Azure OpenAI connection"
        ConnectionAzureAiServices "connection/azure_ai_services" "Azure AI services connection"
        ConnectionAzureAiSearch "connection/azure_ai_search" "Azure AI Search connection"
        ConnectionAzureContentSafety "connection/azure_content_safety" "Content Safety connection"
        ConnectionAzureSpeechServices "connection/azure_speech_services" "Speech connection"
        ConnectionApiKey "connection/api_key" "API key connection"
        ConnectionOpenAi "connection/open_ai" "OpenAI connection"
        ConnectionSerp "connection/serp" "Serp connection"
        ConnectionServerless "connection/serverless" "serverless connection"
    }
    Alone {
        FeatureStore "feature_store" "feature store"
        FeatureSet "feature_set" "feature set"
        FeatureSetSpec "feature_set_spec" "feature set specification"
        FeatureSetBackfill "feature_set_backfill" "feature set backfill"
        FeatureStoreEntity "feature_store_entity" "feature store entity"
        FlSilo "fl_silo" "federated learning silo"
        ServerlessEndpoint "serverless_endpoint" "serverless endpoint"
        MarketplaceSubscription "marketplace_subscription" "marketplace subscription"
        FoundryTrainingJob "foundry_training_job" "Foundry training job"
        PreviewDocument "preview_document" "document of the CLI v2 preview"
        UnsupportedCompute "unsupported_compute" "compute that the CLI can't attach"
    }
}

impl Kind {
    /// Returns the kind of a family by its discriminator `name`, and by `detail` if there is a
    /// second one: `automl` and `classification`.
    pub fn of_type(family: KindFamily, name: &str, detail: Option<&str>) -> Option<Self> {
        let mut family = Self::ALL.iter().filter(|kind| kind.family() == family);
        let kind = family.find(|kind| match (kind.member(), detail) {
            (Some(member), Some(detail)) => member.split_once(':') == Some((name, detail)),
            (member, None) => member == Some(name),
            (None, _) => false,
        });
        kind.copied()
    }

    /// Returns the noun of the command that creates its resource: `job` of `az ml job create`; `None` if no
    /// command accepts such a file.
    pub fn noun(self) -> Option<&'static str> {
        Some(match self.family() {
            // Only steps of pipelines can be of these types.
            KindFamily::Job if matches!(self, Self::JobParallel) => return None,
            KindFamily::Job => "job",
            KindFamily::Component => "component",
            // Computes that are attached have a command of another form.
            KindFamily::Compute => match self {
                Self::ComputeAmlcompute | Self::ComputeComputeinstance => "compute",
                _ => return None,
            },
            KindFamily::Endpoint if self == Self::EndpointBatch => "batch-endpoint",
            KindFamily::Endpoint => "online-endpoint",
            KindFamily::Deployment => match self {
                Self::DeploymentManagedOnline | Self::DeploymentKubernetesOnline => {
                    "online-deployment"
                }
                _ => "batch-deployment",
            },
            KindFamily::Schedule => "schedule",
            KindFamily::Datastore => "datastore",
            KindFamily::Connection => "connection",
            KindFamily::Alone(Self::Data) => "data",
            KindFamily::Alone(Self::Environment) => "environment",
            KindFamily::Alone(Self::Model) => "model",
            KindFamily::Workspace if self == Self::Workspace => "workspace",
            _ => return None,
        })
    }

    /// Returns `true` if only some keys of such a document are the client's: the rest belongs to another
    /// tool, or to a form that the client no longer reads.
    pub fn is_of_other_tool(self) -> bool {
        matches!(
            self,
            Self::FlowDag
                | Self::FlowRun
                | Self::FlowConnection
                | Self::FeatureSetSpec
                | Self::FoundryTrainingJob
                | Self::PreviewDocument
                | Self::UnsupportedCompute
        )
    }

    /// Returns the part of the id after the family, such as `managed_online` or
    /// `automl:regression`; `None` if the id has no such part.
    pub fn member(self) -> Option<&'static str> {
        self.id().0.split_once('/').map(|(_, member)| member)
    }

    /// Returns the value of `type` in such a document, if the id contains it: `automl` for
    /// `job/automl:regression`.
    pub fn type_word(self) -> Option<&'static str> {
        self.member()?.split(':').next()
    }

    /// Returns `true` if `word` is a prefix of [`Self::member`], such as `managed` of
    /// `managed_online`.
    pub fn is_abbreviated_by(self, word: &str) -> bool {
        self.member().is_some_and(|member| member.starts_with(word))
    }

    /// Returns the id without the family, in words: "data transfer copy data".
    pub fn member_in_words(self) -> String {
        let id = self.id().0;
        self.member().unwrap_or(id).replace(['_', ':'], " ")
    }

    /// Returns `true` if the kind matches `pattern` of the catalog, such as `component/command`
    /// or `job/*`.
    pub fn is_named_by(self, pattern: &str) -> bool {
        match pattern.strip_suffix('*') {
            Some(family) => self.id().0.starts_with(family),
            None => self.id().0 == pattern,
        }
    }

    /// Returns `true` if the client loads a document of this kind where the catalog expects
    /// `pattern`. A job is accepted as a component: the client ignores unknown keys at the top.
    pub fn loads_as(self, pattern: &str) -> bool {
        let id = self.id().0;
        let Some((pattern_family, pattern_id)) = pattern.split_once('/') else {
            return true;
        };
        let (family, member) = id.split_once('/').unwrap_or((id, ""));
        if family != pattern_family {
            return pattern_family == "component" && matches!(family, "job" | "flow");
        }
        pattern_id == "*" || member.split(':').next() == pattern_id.split(':').next()
    }

    /// Returns `true` if both ids begin with the same word, such as `data` and `data_import`.
    pub fn is_akin_to(self, other: Self) -> bool {
        let first_word = |kind: Self| kind.id().0.split(['/', '_']).next();
        first_word(self) == first_word(other)
    }

    /// Returns `true` for a job that can be submitted on its own.
    pub fn is_job(self) -> bool {
        self.family() == KindFamily::Job
    }

    /// Returns `true` for an AutoML job of any task.
    pub fn is_automl(self) -> bool {
        self.id().0.starts_with("job/automl:")
    }

    /// Returns `true` for a component.
    pub fn is_component(self) -> bool {
        self.family() == KindFamily::Component
    }

    /// Returns `true` for a pipeline, as a job or as a component.
    pub fn is_pipeline(self) -> bool {
        matches!(self, Self::JobPipeline | Self::ComponentPipeline)
    }

    /// Returns `true` for a compute.
    pub fn is_compute(self) -> bool {
        self.family() == KindFamily::Compute
    }

    /// Returns `true` for an online or batch endpoint.
    pub fn is_endpoint(self) -> bool {
        self.family() == KindFamily::Endpoint
    }

    /// Returns `true` for a deployment of an endpoint.
    pub fn is_deployment(self) -> bool {
        self.family() == KindFamily::Deployment
    }

    /// Returns `true` for an online endpoint, managed or on Kubernetes.
    pub fn is_online_endpoint(self) -> bool {
        matches!(
            self,
            Self::EndpointManagedOnline | Self::EndpointKubernetesOnline
        )
    }

    /// Returns `true` for a deployment of an online endpoint.
    pub fn is_online_deployment(self) -> bool {
        self.endpoint().is_some_and(Self::is_online_endpoint)
    }

    /// Returns `true` for a batch deployment of any form.
    pub fn is_batch_deployment(self) -> bool {
        self.endpoint() == Some(Self::EndpointBatch)
    }

    /// Returns the kind of endpoint that a deployment of this kind belongs to.
    #[must_use]
    pub fn endpoint(self) -> Option<Self> {
        match self {
            Self::DeploymentManagedOnline => Some(Self::EndpointManagedOnline),
            Self::DeploymentKubernetesOnline => Some(Self::EndpointKubernetesOnline),
            Self::DeploymentBatch | Self::DeploymentBatchModel | Self::DeploymentBatchPipeline => {
                Some(Self::EndpointBatch)
            }
            _ => None,
        }
    }
}
