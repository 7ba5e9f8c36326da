//! Keys of a file that are written as options of an `az ml` command.

use crate::checks::prelude::*;
use crate::wording::names_listed;

declare_rule! {
    /// `az ml online-deployment create` reads the model, the environment, and the instances from its
    /// YAML file, which `--file` names, and has no options for them. The reference of the command lists
    /// none of these options, and the Azure CLI doesn't run a command with an option that it doesn't know.
    /// The same holds for `update` and for `az ml batch-deployment`. `--set` replaces a value of the file.
    ///
    /// ```sh bad path=deploy.sh
    /// az ml online-deployment create -f deployment.yml --instance-type Standard_DS3_v2
    /// ```
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS2_v2
    /// instance_count: 1
    /// ```
    /// ```sh good path=deploy.sh
    /// az ml online-deployment create -f deployment.yml --set instance_type=Standard_DS3_v2
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// instance_type: Standard_DS2_v2
    /// instance_count: 1
    /// ```
    "key-as-az-option", Script, Warning,
    marks: [CommandLines],
    summary: "a key of a deployment's file as an option of `az ml`",
    url: "https://learn.microsoft.com/cli/azure/ml/online-deployment",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let lines = document.commands().into_iter();
    for line in lines.flat_map(|lines| &lines.commands) {
        let Some(first) = line.keys_as_options.first() else {
            continue;
        };
        let options = line.keys_as_options.iter();
        let options = names_listed(options.map(|written| &*written.option));
        let plural = if line.keys_as_options.len() > 1 {
            "s"
        } else {
            ""
        };
        let message = format!("`az ml {}` has no option{plural} {options}", line.noun);
        let key = first.key();
        cx.report(first.range, message)
            .note("the reference of the command doesn't list it, so the command fails")
            .help(match line.file {
                Some(_) => {
                    format!(
                        "write `{key}` in the YAML file, or replace it with `--set {key}=VALUE`"
                    )
                }
                None => format!("write `{key}` in a YAML file, and name that with `--file`"),
            });
    }
}
