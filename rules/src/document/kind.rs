//! The document kinds of Azure ML CLI v2.

macro_rules! kinds {
    ($($variant:ident $id:literal $label:literal)*) => {
        /// What an Azure ML YAML document describes. The set is that of azure-ai-ml 1.35.2.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)] // `label` says what each one is.
        pub enum Kind {
            $($variant,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable name machines read, such as `job/sweep`.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The name people read, such as "sweep job".
            #[must_use]
            pub fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)* }
            }

            /// The kind with this [`Self::id`].
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

kinds! {
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
    JobAutomlImageClassification "job/automl:image_classification" "AutoML image classification job"
    JobAutomlImageClassificationMultilabel "job/automl:image_classification_multilabel" "AutoML image classification multilabel job"
    JobAutomlImageObjectDetection "job/automl:image_object_detection" "AutoML image object detection job"
    JobAutomlImageInstanceSegmentation "job/automl:image_instance_segmentation" "AutoML image instance segmentation job"
    JobAutomlTextClassification "job/automl:text_classification" "AutoML text classification job"
    JobAutomlTextClassificationMultilabel "job/automl:text_classification_multilabel" "AutoML text classification multilabel job"
    JobAutomlTextNer "job/automl:text_ner" "AutoML text ner job"
    JobParallel "job/parallel" "parallel job"
    JobDataTransferCopyData "job/data_transfer:copy_data" "data transfer job (copy data)"
    JobDataTransferImportData "job/data_transfer:import_data" "data transfer job (import data)"
    JobDataTransferExportData "job/data_transfer:export_data" "data transfer job (export data)"
    ComponentCommand "component/command" "command component"
    ComponentParallel "component/parallel" "parallel component"
    ComponentPipeline "component/pipeline" "pipeline component"
    ComponentSpark "component/spark" "Spark component"
    ComponentImport "component/import" "import component"
    ComponentAutoml "component/automl" "AutoML component"
    ComponentDataTransferCopyData "component/data_transfer:copy_data" "data transfer component (copy data)"
    ComponentDataTransferImportData "component/data_transfer:import_data" "data transfer component (import data)"
    ComponentDataTransferExportData "component/data_transfer:export_data" "data transfer component (export data)"
    ComponentFlow "component/flow" "flow component"
    FlowDag "flow/dag" "prompt flow"
    FlowRun "flow/run" "prompt flow run"
    ComputeAmlcompute "compute/amlcompute" "compute cluster"
    ComputeComputeinstance "compute/computeinstance" "compute instance"
    ComputeKubernetes "compute/kubernetes" "Kubernetes compute"
    ComputeVirtualmachine "compute/virtualmachine" "attached virtual machine"
    ComputeSynapsespark "compute/synapsespark" "attached Synapse Spark pool"
    EndpointManagedOnline "endpoint/managed_online" "managed online endpoint"
    EndpointKubernetesOnline "endpoint/kubernetes_online" "Kubernetes online endpoint"
    EndpointBatch "endpoint/batch" "batch endpoint"
    DeploymentManagedOnline "deployment/managed_online" "managed online deployment"
    DeploymentKubernetesOnline "deployment/kubernetes_online" "Kubernetes online deployment"
    DeploymentBatch "deployment/batch" "batch deployment"
    DeploymentBatchModel "deployment/batch_model" "batch deployment of a model"
    DeploymentBatchPipeline "deployment/batch_pipeline" "batch deployment of a pipeline component"
    DeploymentTemplate "deployment_template" "deployment template"
    BatchInvokeJob "batch_invoke_job" "batch endpoint invocation"
    ScheduleJob "schedule/job" "job schedule"
    ScheduleMonitor "schedule/monitor" "monitoring schedule"
    ScheduleDataImport "schedule/data_import" "data import schedule"
    Data "data" "data asset"
    DataImport "data_import" "data import"
    Environment "environment" "environment"
    Model "model" "model"
    ModelPackage "model_package" "model package"
    Code "code" "code asset"
    Index "index" "index asset"
    WorkspaceAssetReference "workspace_asset_reference" "workspace asset reference"
    Mltable "mltable" "MLTable file"
    DatastoreAzureBlob "datastore/azure_blob" "Azure Blob datastore"
    DatastoreAzureFile "datastore/azure_file" "Azure Files datastore"
    DatastoreAzureDataLakeGen1 "datastore/azure_data_lake_gen1" "Data Lake Gen1 datastore"
    DatastoreAzureDataLakeGen2 "datastore/azure_data_lake_gen2" "Data Lake Gen2 datastore"
    DatastoreOneLake "datastore/one_lake" "OneLake datastore"
    DatastoreHdfs "datastore/hdfs" "HDFS datastore"
    Workspace "workspace" "workspace"
    WorkspaceHub "workspace/hub" "hub workspace"
    WorkspaceProject "workspace/project" "project workspace"
    CapabilityHost "capability_host" "capability host"
    Registry "registry" "registry"
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
    FeatureStore "feature_store" "feature store"
    FeatureSet "feature_set" "feature set"
    FeatureSetSpec "feature_set_spec" "feature set specification"
    FeatureSetBackfill "feature_set_backfill" "feature set backfill"
    FeatureStoreEntity "feature_store_entity" "feature store entity"
    FlSilo "fl_silo" "federated learning silo"
    ServerlessEndpoint "serverless_endpoint" "serverless endpoint"
    MarketplaceSubscription "marketplace_subscription" "marketplace subscription"
}

impl Kind {
    /// Whether it is a job that can be submitted on its own.
    #[must_use]
    pub fn is_job(self) -> bool {
        self.id().starts_with("job/")
    }

    /// Whether it is an AutoML job of any task.
    #[must_use]
    pub fn is_automl(self) -> bool {
        self.id().starts_with("job/automl:")
    }

    /// Whether it is a component.
    #[must_use]
    pub fn is_component(self) -> bool {
        self.id().starts_with("component/")
    }

    /// Whether it defines a compute.
    #[must_use]
    pub fn is_compute(self) -> bool {
        self.id().starts_with("compute/")
    }

    /// Whether it is a batch deployment of any form.
    #[must_use]
    pub fn is_batch_deployment(self) -> bool {
        self.id().starts_with("deployment/batch")
    }
}
