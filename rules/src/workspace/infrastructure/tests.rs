use crate::compute::{Inventory, KnownCompute};
use crate::document::Document;
use crate::settings::Settings;
use crate::workspace::Workspace;

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::default();
    for (path, text) in files {
        workspace.insert(Document::new(*path, *text));
    }
    workspace
}

/// Formats a compute as a file in `jobs` sees it: size, tier, nodes, and `?` if a value is unknown.
fn shown(workspace: &Workspace, name: &str) -> String {
    let Some(known) = workspace.compute_named("jobs/job.yml", name) else {
        return "-".to_owned();
    };
    let def = known.first();
    let number = |count: Option<i64>| count.map_or("-".to_owned(), |count| count.to_string());
    let mark = if def.is_templated { " ?" } else { "" };
    format!(
        "{} {} {} {}..{}{mark}",
        known.kind().map_or("-", |kind| kind.capability().id),
        known.size().as_deref().unwrap_or("-"),
        def.tier.as_deref().unwrap_or("-"),
        number(def.min_nodes),
        number(known.max_nodes()),
    )
}

fn of_script(text: &str) -> String {
    shown(&workspace(&[("setup.sh", text)]), "c")
}

#[test]
fn a_line_of_a_script_creates_a_compute() {
    for (text, expected) in [
        (
            "az ml compute create --name c --type amlcompute --size S --min-instances 0 \
             --max-instances 4 --tier LowPriority -g rg",
            "cluster S low_priority 0..4",
        ),
        (
            "az ml compute create -n C -t AmlCompute",
            "cluster - - -..-",
        ),
        (
            "az ml compute create -n c -t ComputeInstance --size=S",
            "instance S - -..1",
        ),
        (
            "N=c\nexport MOST=3\naz ml compute create -n $N -t amlcompute --size \"$S\" \
             --max-instances ${MOST}",
            "cluster - - -..3 ?",
        ),
        (
            "az ml compute create -f c.yml -n c -t amlcompute --max-instances 4",
            "cluster - - -..4 ?",
        ),
        (
            "az ml compute create -n c -t amlcompute --size S $MORE",
            "- - - -..- ?",
        ),
        (
            "az ml compute create -n c -t amlcompute --size '#{SIZE}#' --tier other",
            "cluster - - -..- ?",
        ),
        ("az ml compute create -n $C -t amlcompute", "-"),
        ("az ml compute create -n '#{C}#' -t amlcompute", "-"),
        ("az ml compute create -f c.yml", "-"),
        ("az ml compute show -n c", "-"),
        ("az ml compute update -n c --max-instances 4", "-"),
        ("echo az ml compute create -n c -t amlcompute", "-"),
        ("# az ml compute create -n c -t amlcompute", "-"),
        ("for C in a c; do az ml compute create -n $C; done", "-"),
        (
            "az ml compute create -n c -t amlcompute --size S --max-instances 4\n\
             az ml compute update -n c --max-instances 8",
            "cluster S - -..- ?",
        ),
        (
            "az ml compute create -n c -t amlcompute --max-instances 4\n\
             az ml compute create -n c -t amlcompute --max-instances 8",
            "cluster - - -..-",
        ),
    ] {
        assert_eq!(of_script(text), expected, "{text}");
    }
}

#[test]
fn steps_of_workflows_and_pipelines_create_computes() {
    let github = "env: {size: S}\njobs:\n  a:\n    steps:\n      - env: {N: c}\n        run: >-\n          az ml compute create -n $N\n          --size ${{ env.size }} --type amlcompute\n";
    let known = workspace(&[(".github/workflows/a.yml", github)]);
    assert_eq!(shown(&known, "c"), "cluster S - -..-");
    let azure = "variables: {size: S}\nsteps:\n- script: az ml compute create -n c -t amlcompute --size $(size) --max-instances $(most)\n";
    let known = workspace(&[("azure-pipelines.yml", azure)]);
    assert_eq!(shown(&known, "c"), "cluster S - -..- ?");
}

#[test]
fn calls_of_templates_create_computes() {
    let call = |uses: &str, inputs: &str| {
        let github = format!("jobs:\n  a:\n    uses: {uses}\n    with: {{{inputs}}}\n");
        let azure = format!("steps:\n- template: {uses}\n  parameters: {{{inputs}}}\n");
        let [github, azure] = [github, azure].map(|text| {
            let known = workspace(&[(".github/workflows/a.yml", &text)]);
            shown(&known, "c")
        });
        assert_eq!(github, azure, "{uses} {inputs}");
        github
    };
    let all = "cluster_name: c, size: S, min_instances: 0, max_instances: \"4\", \
               cluster_tier: low_priority";
    for (uses, inputs, expected) in [
        (
            "x/y/.github/workflows/create-compute.yml@main",
            all,
            "cluster S low_priority 0..4",
        ),
        (
            "./.github/workflows/create-compute.yaml",
            all,
            "cluster S low_priority 0..4",
        ),
        (
            "templates/${{ variables.version }}/create-compute.yml@mlops-templates",
            all,
            "cluster S low_priority 0..4",
        ),
        (
            "create-compute.yml",
            "cluster_name: c, size: S",
            "cluster S - -..- ?",
        ),
        (
            "create-compute.yml",
            "cluster_name: c, size: \"#{S}#\"",
            "cluster - - -..- ?",
        ),
        (
            "create-compute.yml",
            "cluster_name: c, size: \"${{ inputs.s }}\"",
            "cluster - - -..- ?",
        ),
        ("create-compute.yml", "cluster_name: $(c), size: S", "-"),
        ("create-compute.yml", "name: c, size: S", "-"),
        ("create-computes.yml", all, "-"),
        ("create-compute.yml/other.yml", all, "-"),
    ] {
        assert_eq!(call(uses, inputs), expected, "{uses} {inputs}");
    }
}

const CLUSTER: &str = "resource \"azurerm_machine_learning_compute_cluster\" \"a\" {
  name = \"c\"
  vm_size = var.size
  vm_priority = \"LowPriority\"
  scale_settings {
    min_node_count = 0
    max_node_count = 4
  }
}
";

const SIZE: &str = "variable \"size\" { default = \"S\" }\n";

#[test]
fn the_default_of_a_variable_counts_unless_something_may_set_it() {
    let (known, unknown) = (
        "cluster S low_priority 0..4",
        "cluster - low_priority 0..4 ?",
    );
    let call = |source: &str, name: &str| {
        format!("module \"m\" {{\n  source = \"{source}\"\n  {name} = \"T\"\n}}\n")
    };
    let files = |path: &str, text: &str| {
        let of_module = [
            ("m/main.tf", CLUSTER),
            ("m/variables.tf", SIZE),
            (path, text),
        ];
        shown(&workspace(&of_module), "c")
    };
    for (path, text, expected) in [
        ("m/other.tf", "variable \"other\" {}\n", known),
        (
            "other/variables.tf",
            "variable \"size\" { default = \"T\" }\n",
            known,
        ),
        ("m/variables2.tf", SIZE, unknown),
        ("m/terraform.tfvars", "size = \"T\"\n", unknown),
        ("m/env/dev.tfvars", "size = \"T\"\n", unknown),
        ("m/env/dev.tfvars", "other = \"T\"\n", known),
        ("other/dev.tfvars", "size = \"T\"\n", known),
        ("main.tf", &call("./m", "size"), unknown),
        ("env/dev/main.tf", &call("../../m/", "size"), unknown),
        ("main.tf", &call("../../../m", "size"), unknown),
        ("main.tf", &call("./m", "other"), known),
        ("main.tf", &call("./other", "size"), known),
    ] {
        assert_eq!(files(path, text), expected, "{path} {text}");
    }
    assert_eq!(shown(&workspace(&[("main.tf", CLUSTER)]), "c"), unknown);
    let at_top = [("main.tf", CLUSTER), ("variables.tf", SIZE)];
    assert_eq!(shown(&workspace(&at_top), "c"), known);
}

#[test]
fn computes_follow_what_is_inserted_and_removed() {
    let mut workspace = workspace(&[("main.tf", CLUSTER)]);
    let unknown = "cluster - low_priority 0..4 ?";
    assert_eq!(shown(&workspace, "c"), unknown);
    let before = workspace.tracking();
    assert!(before.compute_named("jobs/job.yml", "c").is_some());
    let noted = before.dependencies();
    assert!(workspace.confirms(&noted));
    workspace.insert(Document::new("variables.tf", SIZE));
    assert!(!workspace.confirms(&noted));
    assert_eq!(shown(&workspace, "c"), "cluster S low_priority 0..4");
    workspace.remove("variables.tf");
    assert!(workspace.confirms(&noted));
    workspace.insert(Document::new("main.tf", "# nothing\n"));
    assert_eq!(shown(&workspace, "c"), "-");
    assert!(!workspace.confirms(&noted));
}

#[test]
fn it_is_the_last_source_and_of_the_project_of_the_file() {
    let script = "az ml compute create -n c -t amlcompute --size T\n";
    let mut known = workspace(&[
        ("setup.sh", script),
        ("c.yml", "type: amlcompute\nname: c\nsize: S\n"),
    ]);
    assert_eq!(shown(&known, "c"), "cluster S - -..-");
    assert_eq!(known.known_computes("jobs/job.yml").len(), 1);
    known.remove("c.yml");
    let listed = r#"[{"name": "c", "type": "amlcompute", "size": "U"}]"#;
    let settings = Settings {
        inventories: vec![Inventory::read("computes.json", listed).0],
        ..Settings::default()
    };
    known.set_settings("", settings);
    assert_eq!(shown(&known, "c"), "cluster U - -..-");
    assert_eq!(known.known_computes("jobs/job.yml").len(), 1);
    known.clear_settings();
    assert_eq!(shown(&known, "c"), "cluster T - -..-");
    for folder in ["other", "jobs"] {
        let settings = Settings {
            path: Some(format!("{folder}/azml.yaml").into()),
            ..Settings::default()
        };
        known.set_settings(folder, settings);
    }
    known.insert(Document::new(
        "other/setup.sh",
        script.replace(" c ", " d "),
    ));
    assert_eq!(
        (shown(&known, "d"), shown(&known, "c").is_empty()),
        ("-".to_owned(), false)
    );
    let names = known.known_computes("jobs/job.yml");
    let names: Vec<&str> = names.iter().map(KnownCompute::name).collect();
    assert_eq!(names, ["c"]);
}
