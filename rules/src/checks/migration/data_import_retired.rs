//! Imports of data from external sources, and the connections for them.

use crate::checks::prelude::*;

declare_rule! {
    /// Importing data from external sources and the data connections to Snowflake, Azure SQL
    /// Database, and Amazon S3 were previews of Azure Machine Learning. They ended on 2026-09-30.
    /// Microsoft recommends importing the data with Microsoft Fabric, and reading it through a
    /// datastore.
    ///
    /// This rule also reports `import` jobs and steps. The client keeps these steps behind a switch for
    /// private previews.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/dataImport.schema.json
    /// type: uri_folder
    /// name: titanic
    /// source:
    ///   type: file_system
    ///   path: myfiles/titanic.csv
    ///   connection: azureml:my_s3_connection
    /// path: azureml://datastores/workspaceblobstore/paths/titanic
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/data.schema.json
    /// type: uri_folder
    /// name: titanic
    /// path: azureml://datastores/lake/paths/titanic
    /// ```
    "data-import-retired", Migration, Warning,
    summary: "an import of external data, which Azure Machine Learning no longer offers",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-import-data-assets",
}

/// The types of connections to external data.
const DATA_CONNECTIONS: [&str; 3] = ["snowflake", "azure_sql_db", "s3"];

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root() else {
        return;
    };
    let (feature, key) = match cx.kind() {
        Some(Kind::DataImport | Kind::JobImport) => {
            ("importing data from external sources", "source")
        }
        Some(Kind::JobPipeline | Kind::ComponentPipeline) => return check_steps(cx),
        Some(Kind::ScheduleDataImport) => ("importing data from external sources", "import_data"),
        Some(Kind::ConnectionGeneric) if is_data_connection(root) => {
            ("data connections of this type", "type")
        }
        _ => return,
    };
    let Some(entry) = root.entry(key) else { return };
    let range = if key == "type" {
        entry.value.range()
    } else {
        entry.key.range()
    };
    report(cx, range, feature);
}

/// Reports steps of the type `import`. The client has them behind a switch for private previews.
fn check_steps(cx: &mut Context<'_>) {
    let steps = cx.program().pipelines.iter().flat_map(|it| &it.steps);
    let types = steps.filter_map(|step| step.node.get("type"));
    let imports: Vec<Node<'_>> = types
        .filter(|ty| known_text(*ty) == Some("import"))
        .collect();
    for ty in imports {
        report(cx, ty.range(), "importing data from external sources");
    }
}

fn report(cx: &mut Context<'_>, range: TextRange, feature: &str) {
    if let Some(diagnostic) =
        ended_features::report(cx, range, feature, ended_features::DATA_IMPORT)
    {
        diagnostic
            .note("it was a preview; what depends on it no longer runs")
            .help("import the data with Microsoft Fabric, and use it through a datastore");
    }
}

fn is_data_connection(root: Node<'_>) -> bool {
    let ty = root.get("type").and_then(known_text);
    ty.is_some_and(|ty| DATA_CONNECTIONS.contains(&ty.to_lowercase().as_str()))
}
