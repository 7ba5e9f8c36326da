use super::*;
use crate::work_counter;

/// Formats the computes of a file, one per line.
fn shown(text: &str) -> String {
    let file = TerraformFile::read("main.tf", text);
    let value = |value: &Option<TerraformValue>| match value.as_ref().map(|value| &value.form) {
        None => "-".to_owned(),
        Some(ValueForm::Literal(text)) => text.to_string(),
        Some(ValueForm::Variable(name)) => format!("var.{name}"),
        Some(ValueForm::Unknown) => "?".to_owned(),
    };
    let computes = file.computes.iter().map(|one| {
        let values = [
            &one.name,
            &one.size,
            &one.priority,
            &one.min_nodes,
            &one.max_nodes,
            &one.location,
        ];
        let kind = if one.is_cluster {
            "cluster"
        } else {
            "instance"
        };
        let values: Vec<String> = values.into_iter().map(value).collect();
        format!("{kind} {}", values.join(" "))
    });
    computes.collect::<Vec<_>>().join("\n")
}

const START: &str = "resource \"azurerm_machine_learning_compute_cluster\" \"a\" {";

#[test]
fn computes_are_read_with_their_values() {
    let text = r#"
# A cluster of the team
resource "azurerm_machine_learning_compute_cluster" "cpu" {
  name                          = "cpu-cluster" // the name
  location                      = azurerm_resource_group.this.location
  vm_priority                   = "LowPriority"
  vm_size                       = var.size
  machine_learning_workspace_id = azurerm_machine_learning_workspace.this[0].id
  count                         = var.is_dev ? 1 : 0
  tags = { vm_size = "x", list = [1, { a = "}" }] }

  scale_settings {
    min_node_count                       = 0
    max_node_count                       = "${var.most}"
    scale_down_nodes_after_idle_duration = "PT30S" # 30 seconds
  }
  identity { type = "SystemAssigned" }
}

resource "azurerm_machine_learning_compute_instance" "dev" {
  name                 = "ci-dev"
  virtual_machine_size = "STANDARD_DS2_V2"
}
"#;
    assert_eq!(
        shown(text),
        "cluster cpu-cluster var.size LowPriority 0 var.most ?\n\
         instance ci-dev STANDARD_DS2_V2 - - - -"
    );
    let file = TerraformFile::read("main.tf", text);
    let name = file.computes[0].name.as_ref().expect("a name");
    assert_eq!(name.range.slice(text), "\"cpu-cluster\"");
    let most = file.computes[0].max_nodes.as_ref().expect("a number");
    assert_eq!(most.range.slice(text), "\"${var.most}\"");
}

#[test]
fn a_value_that_is_computed_is_unknown() {
    for (value, expected) in [
        ("\"a\"", "a"),
        ("var.x", "var.x"),
        ("\"${var.x}\"", "var.x"),
        ("\"${ var.x }\"", "var.x"),
        ("\"a-${var.x}\"", "?"),
        ("\"${var.x}${var.y}\"", "?"),
        ("\"$${a}\"", "?"),
        ("\"%{ if a }b%{ endif }\"", "?"),
        ("\"${lookup(var.x, \"a }\")}\"", "?"),
        ("\"#{NAME}#\"", "?"),
        ("\"__NAME__\"", "?"),
        ("\"a\\tb\"", "?"),
        ("local.x", "?"),
        ("var.x.name", "?"),
        ("var.x[0]", "?"),
        ("each.key", "?"),
        ("lower(var.x)", "?"),
        ("var.a ? \"x\" : \"y\"", "?"),
        ("<<EOT\n  a\n  EOT", "?"),
        ("null", "-"),
        ("", "-"),
        ("\"a", "?"),
    ] {
        let text = format!("{START}\n  name = {value}\n  vm_size = \"s\"\n}}\n");
        let expected = format!("cluster {expected} s - - - -");
        assert_eq!(shown(&text), expected, "{value}");
    }
}

#[test]
fn blocks_inside_do_not_answer_for_the_one_around_them() {
    let text = format!(
        "{START}\n name = \"a\"\n dynamic \"scale_settings\" {{\n content {{\n max_node_count = 1\n }}\n }}\n vm_size = \"s\"\n}}"
    );
    assert_eq!(shown(&text), "cluster a s - - - -");
    let twice = format!(
        "{START}\n scale_settings {{ max_node_count = 1 }}\n scale_settings {{ max_node_count = 2 }}\n}}"
    );
    assert_eq!(shown(&twice), "cluster - - - - - -");
    let inside = format!("{START}\n x {{\n name = \"b\"\n y {{\n name = \"c\"\n}}\n}}\n}}");
    assert_eq!(shown(&inside), "cluster - - - - - -");
}

#[test]
fn a_mistake_hides_only_its_neighbors() {
    let good = format!("{START} name = \"a\" }}\n");
    for bad in [
        "resource \"x\" {\n a = \n}\n",
        "a b c d e\n",
        "}}\n",
        "x = [1, 2\n]\n",
        "y = \"open\nz = 1\n",
        "\u{0}\u{7}\u{1b}[31m é = \"é\\",
    ] {
        assert_eq!(
            shown(&format!("{bad}\n{good}")),
            "cluster a - - - - -",
            "{bad}"
        );
    }
    assert_eq!(shown(START), "cluster - - - - - -");
    assert_eq!(shown("/* x"), "");
}

#[test]
fn variables_modules_and_files_of_variables() {
    let text = "variable \"size\" {\n type = string\n default = \"s\"\n validation {\n condition = true\n }\n}\n\
                variable \"none\" {}\nvariable \"twice\" { default = 1 }\nvariable \"twice\" { default = 2 }\n\
                module \"m\" {\n source = \"./modules/aml\"\n size = \"t\"\n}\n\
                module \"far\" {\n source = \"git::https://x\"\n}\n";
    let file = TerraformFile::read("main.tf", text);
    let default = |name: &str| {
        let default = file.defaults.get(name).cloned().flatten();
        default.and_then(|value| value.literal().map(str::to_owned))
    };
    assert_eq!(default("size").as_deref(), Some("s"));
    assert_eq!((default("none"), default("twice")), (None, None));
    assert_eq!(file.calls.len(), 1);
    assert_eq!(&*file.calls[0].folder, "./modules/aml");
    assert!(file.calls[0].arguments.contains("size"));
    let set = TerraformFile::read(
        "dev.auto.tfvars",
        "size = \"s\"\n# a = 1\nlist = [\n 1 ]\nb=2",
    );
    let names: Vec<&str> = set.assigned.iter().map(|name| &**name).collect();
    assert_eq!(names, ["b", "list", "size"]);
}

/// Returns the work for reading `text`.
fn work(text: &str) -> u64 {
    let before = work_counter::spent();
    TerraformFile::read("main.tf", text);
    work_counter::spent() - before
}

#[test]
fn hostile_texts_take_work_in_proportion_to_their_size() {
    let deep = |open: &str, start: &str, count: usize| format!("{start}{}", open.repeat(count));
    let attribute = format!("{START}\n name = ");
    for (open, start) in [
        ("{", START),
        ("{", ""),
        ("[", &*attribute),
        ("(", &*attribute),
        ("\"${", &*attribute),
        ("a {\n", START),
        ("<<a ", &*attribute),
        ("<<A\n", &*attribute),
        ("/*", ""),
        ("a = \"\n", START),
        ("}", START),
        ("- ", &*attribute),
        ("k=1\n", &*attribute),
        ("variable \"a\" {}\n", ""),
    ] {
        let [small, large] = [5_000, 50_000].map(|count| work(&deep(open, start, count)));
        assert!(large <= 12 * small + 1_000, "{open:?}: {small} {large}");
    }
    let long = "{".repeat(MAX_BYTES + 1);
    assert_eq!(work(&long), 0);
}
