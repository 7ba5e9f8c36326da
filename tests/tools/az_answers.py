#!/usr/bin/env python3
"""Writes the answers of the Azure CLI that the tests of `--refresh` use: tests/fixtures/azure-cli/answers.

What `az ml` prints is made by the official client (`azure-ai-ml`, whose version goes into version.json): its REST models,
made its entities, dumped by its schemas, as `az ml` does. What `az rest` prints are the same REST models. Texts that must
not be saved are planted in all of them; PLANTED lists them.

    python -m pip install azure-ai-ml==1.35.2
    tests/tools/az_answers.py
"""
import json
import sys
from pathlib import Path

import azure.ai.ml
from azure.ai.ml._restclient.arm_ml_service import models
from azure.ai.ml._restclient.arm_ml_service._utils.model_base import _deserialize
from azure.ai.ml.entities._compute.compute import Compute
from azure.ai.ml.entities._deployment.deployment import Deployment
from azure.ai.ml.entities._endpoint.batch_endpoint import BatchEndpoint
from azure.ai.ml.entities._endpoint.online_endpoint import OnlineEndpoint
from azure.ai.ml.entities._workspace.workspace import Workspace

OUT = Path(__file__).resolve().parents[1] / "fixtures/azure-cli/answers"

SUBSCRIPTION = "11111111-2222-3333-4444-555555555555"
GROUP = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/ml-rg"
WORKSPACE = f"{GROUP}/providers/Microsoft.MachineLearningServices/workspaces/ml-prod"
REGION = f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.MachineLearningServices/locations/westeurope"

# Texts that no file and no output may contain.
PERSON = "anna@contoso.com"
OBJECT = "99999999-8888-7777-6666-555555555555"
NOTE = "planted-description"
TAG = "planted-tag"
KEY = "AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYg=="
CONNECTION = f"DefaultEndpointsProtocol=https;AccountName=plantedaccount;{KEY};EndpointSuffix=core.windows.net"
ADDRESS = "10.20.30.40"
URI = "planted-scoring-uri"
ACCOUNT = "plantedaccount"
CONTAINER = "planted-container"
PLANTED = [PERSON, OBJECT, NOTE, TAG, "AccountKey", ADDRESS, URI, ACCOUNT, CONTAINER, "ssh-rsa", "plantedadmin"]

SYSTEM = {
    "createdBy": PERSON,
    "createdByType": "User",
    "createdAt": "2026-03-01T08:00:00.000000Z",
    "lastModifiedAt": "2026-03-02T08:00:00.000000Z",
    "lastModifiedBy": PERSON,
}


def made(day):
    return SYSTEM | {"createdAt": f"2026-03-{day:02}T08:00:00.000000Z"}


def compute(name, sort, properties, **more):
    inner = {
        "computeType": sort,
        "computeLocation": "westeurope",
        "provisioningState": "Succeeded",
        "description": f"{NOTE} {CONNECTION}",
        "createdOn": "2026-03-01T08:00:00.000000Z",
        "modifiedOn": "2026-03-01T08:00:00.000000Z",
        "isAttachedCompute": False,
        "properties": properties,
    }
    return {
        "id": f"{WORKSPACE}/computes/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/computes",
        "location": "westeurope",
        "tags": {"owner": f"{TAG} {PERSON}"},
        "systemData": SYSTEM,
        "properties": inner | more,
    }


def cluster(name, size, low, high, priority):
    return compute(
        name,
        "AmlCompute",
        {
            "vmSize": size,
            "vmPriority": priority,
            "scaleSettings": {"minNodeCount": low, "maxNodeCount": high, "nodeIdleTimeBeforeScaleDown": "PT2M"},
            "userAccountCredentials": {"adminUserName": "plantedadmin", "adminUserSshPublicKey": "ssh-rsa AAAA planted"},
            "remoteLoginPortPublicAccess": "Disabled",
            "enableNodePublicIp": True,
        },
    )


def instance(name, state, **more):
    return compute(
        name,
        "ComputeInstance",
        {
            "vmSize": "STANDARD_DS3_V2",
            "state": state,
            "sshSettings": {
                "sshPublicAccess": "Enabled",
                "adminUserName": "plantedadmin",
                "sshPort": 50000,
                "adminPublicKey": "ssh-rsa AAAA planted",
            },
            "connectivityEndpoints": {"publicIpAddress": ADDRESS, "privateIpAddress": ADDRESS},
            "createdBy": {"userName": PERSON, "userOrgId": OBJECT, "userId": OBJECT},
            "personalComputeInstanceSettings": {"assignedUser": {"objectId": OBJECT, "tenantId": OBJECT}},
            "applications": [{"displayName": "Jupyter", "endpointUri": f"https://{URI}.westeurope"}],
        }
        | more,
    )


COMPUTES = [
    instance("ci-anna", "Stopped", idleTimeBeforeShutdown="PT30M"),
    cluster("gpu-cluster", "Standard_NC6s_v3", 0, 2, "LowPriority"),
    cluster("cpu-cluster", "STANDARD_D4S_V5", 1, 4, "Dedicated"),
    instance(
        "ci-team",
        "Running",
        schedules={
            "computeStartStop": [
                {
                    "id": "1",
                    "status": "Enabled",
                    "action": "Stop",
                    "triggerType": "Cron",
                    "cron": {"startTime": "2026-01-01T00:00:00", "timeZone": "UTC", "expression": "0 18 * * *"},
                }
            ]
        },
    ),
    compute("k8s", "Kubernetes", {"namespace": "ml", "vcName": NOTE, "relayConnectionString": CONNECTION}),
]

WORKSPACE_REST = {
    "id": WORKSPACE,
    "name": "ml-prod",
    "type": "Microsoft.MachineLearningServices/workspaces",
    "location": "westeurope",
    "tags": {"owner": f"{TAG} {PERSON}"},
    "kind": "Default",
    "identity": {"type": "SystemAssigned", "principalId": OBJECT, "tenantId": OBJECT},
    "systemData": SYSTEM,
    "properties": {
        "workspaceId": OBJECT,
        "description": NOTE,
        "friendlyName": "ml-prod",
        "keyVault": f"{GROUP}/providers/Microsoft.KeyVault/vaults/planted-container",
        "storageAccount": f"{GROUP}/providers/Microsoft.Storage/storageAccounts/{ACCOUNT}",
        "applicationInsights": f"{GROUP}/providers/microsoft.insights/components/planted-container",
        "discoveryUrl": "https://westeurope.api.azureml.ms/discovery",
        "mlFlowTrackingUri": f"azureml://{URI}",
        "publicNetworkAccess": "Enabled",
        "hbiWorkspace": False,
    },
}


def size(name, family, cores, gpus, memory, low, prices, types):
    values = [
        {"retailPrice": price, "osType": system, "vmTier": tier}
        for (system, tier), price in prices.items()
    ]
    return {
        "name": name,
        "family": family,
        "vCPUs": cores,
        "gpus": gpus,
        "osVhdSizeMB": 1047552,
        "maxResourceVolumeMB": 28672,
        "memoryGB": memory,
        "lowPriorityCapable": low,
        "premiumIO": True,
        "estimatedVMPrices": {"billingCurrency": "USD", "unitOfMeasure": "OneHour", "values": values},
        "supportedComputeTypes": types,
    }


SIZES = [
    size(
        "Standard_DS3_v2", "standardDSv2Family", 4, 0, 14.0, True,
        {("Windows", "LowPriority"): 0.2, ("Linux", "LowPriority"): 0.06, ("Windows", "Standard"): 0.5, ("Linux", "Standard"): 0.29},
        ["AmlCompute", "ComputeInstance", "MIR"],
    ),
    size("Standard_A1_v2", "standardAv2Family", 1, 0, 3.5, False, {("Windows", "Standard"): 0.09}, ["AmlCompute"]),
]


def usage(sort, name, used, limit, scope=""):
    return {
        "id": f"/subscriptions/{SUBSCRIPTION}{scope}/usages/{name.replace(' ', '_')}",
        "type": f"Microsoft.MachineLearningServices/{sort}/usages",
        "unit": "Count",
        "currentValue": used,
        "limit": limit,
        "name": {"value": name, "localizedValue": name},
    }


def of(workspace):
    return f"/resourceGroups/ml-rg/providers/Microsoft.MachineLearningServices/workspaces/{workspace}"


FAMILY = "Standard DSv2 Family Cluster Dedicated vCPUs"
USAGES = [
    usage("totalCores", "Clusters", 7, 100),
    usage("dedicatedCores", "Total Cluster Dedicated Regional vCPUs", 14, 24),
    usage("vmFamily", FAMILY, 2, 24),
    usage("workspaces", FAMILY, 2, 12, of("ml-prod")),
    usage("workspaces", FAMILY, 2, 6, of("ml-other")),
    usage("workspaces/computes", FAMILY, 2, 24, of("ml-prod") + "/computes/cpu-cluster"),
    usage("lowPriorityCores", "Total Cluster LowPriority Regional vCPUs", 18, 50),
    usage("vmFamily", "Standard DSv2 Family Cluster LowPriority vCPUs", 0, -1),
]


def datastore(name, sort, is_default):
    return {
        "id": f"{WORKSPACE}/datastores/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/datastores",
        "systemData": SYSTEM,
        "properties": {
            "datastoreType": sort,
            "isDefault": is_default,
            "accountName": ACCOUNT,
            "containerName": CONTAINER,
            "endpoint": "core.windows.net",
            "protocol": "https",
            "description": NOTE,
            "tags": {"owner": TAG},
            "credentials": {"credentialsType": "AccountKey", "secrets": {"secretsType": "AccountKey", "key": KEY}},
        },
    }


DATASTORES = [
    datastore("workspaceblobstore", "AzureBlob", True),
    datastore("lake", "AzureDataLakeGen2", False),
    datastore("workspacefilestore", "AzureFile", False),
]


def asset(collection, name, latest, archived=False, **more):
    return {
        "id": f"{WORKSPACE}/{collection}/{name}",
        "name": name,
        "type": f"Microsoft.MachineLearningServices/workspaces/{collection}",
        "systemData": SYSTEM,
        "properties": {
            "description": NOTE,
            "tags": {"owner": TAG},
            "properties": {"mail": PERSON},
            "isArchived": archived,
            "latestVersion": latest,
            "nextVersion": None,
        }
        | more,
    }


def version(collection, name, number, day, archived=False, **more):
    return {
        "id": f"{WORKSPACE}/{collection}/{name}/versions/{number}",
        "name": number,
        "type": f"Microsoft.MachineLearningServices/workspaces/{collection}/versions",
        "systemData": made(day),
        "properties": {"description": NOTE, "tags": {"owner": TAG}, "isArchived": archived, "isAnonymous": False} | more,
    }


ASSETS = {
    "environments": [
        asset("environments", "train-env", "10"),
        asset("environments", "old-env", "1", archived=True),
        asset("environments", "CliV2AnonymousEnvironment", "a1"),
    ],
    "models": [asset("models", "churn", "3")],
    "data": [asset("data", "houses", "2026-02", dataType="uri_folder")],
    "components": [asset("components", "prep", "2"), asset("components", "azureml_anonymous", "x")],
}

VERSIONS = {
    ("environments", "train-env"): [
        version("environments", "train-env", "10", 9, image=f"https://user:{KEY}@example.azurecr.io/a"),
        version("environments", "train-env", "9", 8),
        version("environments", "train-env", "2", 2, archived=True),
    ],
    ("models", "churn"): [version("models", "churn", "3", 3, modelType="mlflow_model", modelUri=f"azureml://{URI}")],
    ("data", "houses"): [
        version("data", "houses", "2026-02", 4, dataType="uri_folder", dataUri=f"azureml://{URI}"),
        version("data", "houses", "initial", 2, dataType="uri_folder"),
    ],
    ("components", "prep"): [
        version("components", "prep", "2", 2, componentSpec={"name": "prep", "type": "command", "command": KEY}),
        version("components", "prep", "1", 1, componentSpec={"name": "prep", "type": "command"}),
    ],
}


def online_endpoint(name, traffic, access):
    return {
        "id": f"{WORKSPACE}/onlineEndpoints/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/onlineEndpoints",
        "location": "westeurope",
        "kind": "Managed",
        "tags": {"owner": TAG},
        "identity": {"type": "SystemAssigned", "principalId": OBJECT, "tenantId": OBJECT},
        "systemData": SYSTEM,
        "properties": {
            "authMode": "Key",
            "description": f"{NOTE} {CONNECTION}",
            "properties": {"mail": PERSON},
            "scoringUri": f"https://{URI}.westeurope.inference.ml.azure.com/score",
            "swaggerUri": f"https://{URI}.westeurope.inference.ml.azure.com/swagger.json",
            "traffic": traffic,
            "publicNetworkAccess": access,
            "provisioningState": "Succeeded",
        },
    }


def online_deployment(endpoint, name, size, count):
    return {
        "id": f"{WORKSPACE}/onlineEndpoints/{endpoint}/deployments/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/onlineEndpoints/deployments",
        "location": "westeurope",
        "kind": "Managed",
        "tags": {"owner": TAG},
        "sku": {"name": "Default", "capacity": count},
        "systemData": SYSTEM,
        "properties": {
            "endpointComputeType": "Managed",
            "instanceType": size,
            "description": NOTE,
            "properties": {},
            "appInsightsEnabled": False,
            "environmentId": f"{WORKSPACE}/environments/train-env/versions/9",
            "environmentVariables": {"CONNECTION": CONNECTION},
            "model": f"{WORKSPACE}/models/churn/versions/3",
            "provisioningState": "Succeeded",
            "scaleSettings": {"scaleType": "Default"},
        },
    }


def batch_endpoint(name, default):
    return {
        "id": f"{WORKSPACE}/batchEndpoints/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/batchEndpoints",
        "location": "westeurope",
        "tags": {"owner": TAG},
        "systemData": SYSTEM,
        "properties": {
            "authMode": "AADToken",
            "description": NOTE,
            "properties": {},
            "scoringUri": f"https://{URI}.westeurope.inference.ml.azure.com/jobs",
            "defaults": {"deploymentName": default},
            "provisioningState": "Succeeded",
        },
    }


def batch_deployment(endpoint, name):
    return {
        "id": f"{WORKSPACE}/batchEndpoints/{endpoint}/deployments/{name}",
        "name": name,
        "type": "Microsoft.MachineLearningServices/workspaces/batchEndpoints/deployments",
        "location": "westeurope",
        "tags": {"owner": TAG},
        "systemData": SYSTEM,
        "properties": {
            "compute": f"{WORKSPACE}/computes/cpu-cluster",
            "description": NOTE,
            "properties": {},
            "environmentVariables": {"CONNECTION": CONNECTION},
            "errorThreshold": -1,
            "loggingLevel": "Info",
            "maxConcurrencyPerInstance": 1,
            "miniBatchSize": 10,
            "outputAction": "AppendRow",
            "outputFileName": "predictions.csv",
            "resources": {"instanceCount": 2},
            "model": {"referenceType": "Id", "assetId": f"{WORKSPACE}/models/churn/versions/3"},
        },
    }


ONLINE = [online_endpoint("churn-api", {"green": 10, "blue": 90}, "Disabled")]
BATCH = [batch_endpoint("nightly", "scorer")]
ONLINE_DEPLOYMENTS = [
    online_deployment("churn-api", "green", "Standard_DS3_v2", 1),
    online_deployment("churn-api", "blue", "Standard_DS3_v2", 2),
]
BATCH_DEPLOYMENTS = [batch_deployment("nightly", "scorer")]


def dumped(model, entity, values):
    """What `az ml` prints."""
    return [entity._from_rest_object(_deserialize(model, value))._to_dict() for value in values]


def write(name, value):
    def plain(item):
        if hasattr(item, "items"):
            return {key: plain(inner) for key, inner in item.items()}
        if isinstance(item, (list, tuple)):
            return [plain(inner) for inner in item]
        return item if isinstance(item, (int, float, bool, type(None))) else str(item)

    text = json.dumps(plain(value), indent=1, sort_keys=False)
    (OUT / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def page(values, link=None):
    return {"value": values} | ({"nextLink": link} if link else {})


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    write("version", {"azure-cli": "2.80.0", "azure-cli-core": "2.80.0", "extensions": {"ml": "2.40.1"}, "made-by": f"azure-ai-ml {azure.ai.ml.VERSION}"})
    (workspace,) = dumped(models.Workspace, Workspace, [WORKSPACE_REST])
    write("workspace", workspace)
    write("computes", dumped(models.ComputeResource, Compute, COMPUTES))
    write("computes-rest", page(COMPUTES))
    write("sizes", page(SIZES))
    write("quota", page(USAGES[:5], f"https://management.azure.com{REGION}/usages?api-version=2024-04-01&$skip=5"))
    write("quota-2", page(USAGES[5:]))
    write("datastores", page(DATASTORES))
    for collection, assets in ASSETS.items():
        write(collection, page(assets))
    for (collection, name), versions in VERSIONS.items():
        write(f"{collection}-{name}", page(versions))
    write("online-endpoints", dumped(models.OnlineEndpoint, OnlineEndpoint, ONLINE))
    write("batch-endpoints", dumped(models.BatchEndpoint, BatchEndpoint, BATCH))
    write("online-deployments-churn-api", dumped(models.OnlineDeployment, Deployment, ONLINE_DEPLOYMENTS))
    write("batch-deployments-nightly", dumped(models.BatchDeployment, Deployment, BATCH_DEPLOYMENTS))
    write("planted", PLANTED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
