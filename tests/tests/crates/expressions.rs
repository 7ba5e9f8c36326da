//! Expressions and references of whole folders: all of them parse, and what is broken on purpose is
//! found.
//!
//! Runs on the corpus where it is at hand, and always on `tests/fixtures/pipelines`.

use std::collections::{BTreeMap, BTreeSet};

use azml_ide::Site;
use azml_ide::refactor::rename;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::{Document, Kind, Resource};
use azml_rules::expression::{AssetRef, ScannedText, Target};
use azml_rules::fix::Edit;
use azml_rules::rule::Level;
use azml_rules::symbols::{
    self, Occurrence, SymbolKind, link_at, links, occurrence_at, occurrences,
};
use azml_rules::syntax::Node;
use azml_rules::text::{Location, TextRange};
use azml_rules::workspace::Workspace;
use azml_tests::corpus::{folders, load, pipelines, references};
use azml_tests::mutation::{Mutation, miss, mutations};
use azml_tests::random::Random;

/// Scalars of documents that are ours. Flows and templates that are no YAML have a language of
/// their own.
fn scalars(workspace: &Workspace) -> impl Iterator<Item = (&Document, Node<'_>, &str)> {
    let ours = workspace
        .documents()
        .map(|document| &**document)
        .filter(|document| {
            document.tree().errors().is_empty()
                && document
                    .kind()
                    .is_some_and(|kind| !matches!(kind, Kind::FlowDag | Kind::FlowRun))
        });
    ours.flat_map(|document| {
        document
            .tree()
            .nodes()
            .filter_map(move |node| Some((document, node, node.text()?)))
    })
}

#[test]
fn every_expression_parses_and_stands_where_it_is_said_to() {
    for folder in folders() {
        let workspace = load(&folder);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (document, node, text) in
            scalars(&workspace).filter(|(_, _, text)| text.contains("${{"))
        {
            let read = ScannedText::new(node).expect("a scalar");
            let place = format!("{}: {text}", document.path());
            assert_eq!(
                read.scan.expressions.len(),
                text.matches("${{").count(),
                "{place}"
            );
            // `train_xgb.yml` has `$[[inputs.registered_model_name]]`.
            if !text.contains("$[[inputs.") {
                assert_eq!(read.scan.mistakes, [], "{place}");
            }
            for expression in &read.scan.expressions {
                *counts.entry(word(&expression.target)).or_default() += 1;
                let source = read.range(&expression.range).slice(document.text());
                assert_eq!(source, &text[expression.range.clone()], "{place}");
                assert_eq!(
                    read.decoded(read.range(&expression.path).start),
                    Some(expression.path.start),
                    "{place}"
                );
            }
        }
        assert_eq!(counts.get("foreign"), None);
        println!(
            "{}: {} expressions {counts:?}",
            folder.display(),
            counts.values().sum::<usize>()
        );
    }
}

fn word(target: &Target<'_>) -> &'static str {
    match target {
        Target::Input(_) => "inputs",
        Target::Output(_) => "outputs",
        Target::SearchSpace(_) => "search_space",
        Target::ParentInput(_) => "parent.inputs",
        Target::ParentOutput(_) => "parent.outputs",
        Target::StepInput(..) => "parent.jobs.*.inputs",
        Target::StepOutput(..) => "parent.jobs.*.outputs",
        Target::Step(_) => "parent.jobs",
        Target::LegacyStep(_) => "jobs",
        Target::Macro(_) => "names",
        Target::Secret(_) => "secrets",
        Target::Incomplete | Target::Foreign => "foreign",
    }
}

#[test]
fn every_reference_parses() {
    for folder in folders() {
        let workspace = load(&folder);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (document, _, text) in
            scalars(&workspace).filter(|(_, _, text)| text.starts_with("azureml:"))
        {
            let form = match AssetRef::parse(text) {
                AssetRef::Named {
                    name,
                    version,
                    label,
                } => {
                    assert!(
                        !name.is_empty() && version != Some("") && label != Some(""),
                        "{}: {text}",
                        document.path()
                    );
                    match (version, label) {
                        (Some(_), _) => "name:version",
                        (_, Some(_)) => "name@label",
                        _ => "name",
                    }
                }
                AssetRef::ResourceId(_) => "resource id",
                AssetRef::Registry { registry, rest } => {
                    assert!(
                        !registry.is_empty() && !rest.is_empty(),
                        "{}: {text}",
                        document.path()
                    );
                    "registry"
                }
                AssetRef::Datastore { datastore, .. } => {
                    assert!(!datastore.is_empty(), "{}: {text}", document.path());
                    "datastore"
                }
                AssetRef::JobOutput(_) => "job output",
                AssetRef::Uri(_) => "other address",
                AssetRef::Other(_) => panic!("{}: {text}", document.path()),
            };
            *counts.entry(form).or_default() += 1;
        }
        println!(
            "{}: {} references {counts:?}",
            folder.display(),
            counts.values().sum::<usize>()
        );
    }
}

#[test]
fn nothing_is_found_in_files_that_are_right() {
    let workspace = load(&pipelines());
    for document in workspace.documents() {
        let found: Vec<Diagnostic> = references(&workspace, document.path()).collect();
        assert!(found.is_empty(), "{}: {found:#?}", document.path());
    }
}

#[test]
fn a_place_in_a_block_scalar_is_exact() {
    let texts = [
        "command: >-\n  python t.py\n  --a ${{inputs.data}}\n  --b ${{inputs.dat}}\n",
        "command: |\n  python t.py \\\n    --b ${{ inputs.dat }}\n\n",
        "command: \"python \\\n  t.py --b ${{inputs.dat}}\"\n",
        "command: >\r\n  é\r\n\r\n    --b ${{inputs.dat}}\r\n",
        // The expression itself goes over several lines.
        "command: >-\n  python t.py --b ${{\n  inputs.dat\n  }} --a ${{inputs.data}}\n",
        "command: |\n  python t.py --b ${{\n    inputs.dat\n  }}\n  --a ${{inputs.data}}\n",
        "command: python t.py --b ${{\n  inputs.dat }}\n",
        "command: \"python \\\"t\\\".py \\t\\u00e9 --b ${{\\\n  inputs.dat}}\"\n",
        "command: 'it''s ${{\n\n  inputs.dat}} ''${{inputs.data}}'''\n",
        "command: &anchor \"--b ${{   inputs.dat   }}\"\n",
    ];
    for text in texts {
        let yaml = format!("type: command\nenvironment: azureml:e:1\ninputs: {{data: 1}}\n{text}");
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("job.yml", yaml.clone()));
        let found: Vec<Diagnostic> = references(&workspace, "job.yml")
            .filter(|d| d.level == Level::Error)
            .collect();
        let places: Vec<&str> = found
            .iter()
            .map(|diagnostic| diagnostic.range.slice(&yaml))
            .collect();
        assert_eq!(places, ["dat"], "{yaml}");
        let fixed = azml_rules::fix::apply(&yaml, &found[0].fixes[..1]).0;
        assert_eq!(
            fixed,
            yaml.replace("inputs.dat}", "inputs.data}")
                .replace("inputs.dat }", "inputs.data }")
                .replace("inputs.dat\n", "inputs.data\n")
                .replace("inputs.dat  ", "inputs.data  ")
        );
    }
}

#[test]
fn each_of_two_in_one_value_has_its_own_place() {
    let flow = "{type: command, environment: 'azureml:e:1', inputs: {data: 1}, ";
    let texts = [
        format!("{flow}command: \"\\t${{{{inputs.dat}}}} '${{{{ inputs.date }}}}'\"}}\n"),
        format!("{flow}command: 'a ''${{{{ inputs.dat}}}}'' ${{{{inputs.date }}}}'}}\n"),
        "type: command\nenvironment: azureml:e:1\ninputs: {data: 1}\n\
         command: >-\n  ${{inputs.dat}}${{\n  inputs.date}}\n"
            .to_owned(),
    ];
    for yaml in texts {
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("job.yml", yaml.clone()));
        let found: Vec<Diagnostic> = references(&workspace, "job.yml")
            .filter(|d| d.level == Level::Error)
            .collect();
        let places: Vec<&str> = found
            .iter()
            .map(|diagnostic| diagnostic.range.slice(&yaml))
            .collect();
        assert_eq!(places, ["dat", "date"], "{yaml}");
    }
}

/// How many edits are made, and how many of them may be missed.
const EDITS: usize = 200;
const FLOOR: f64 = 0.99;

#[test]
fn broken_bindings_are_reported_at_the_right_place() {
    let mut all: BTreeMap<&str, Vec<(usize, Mutation)>> = BTreeMap::new();
    let workspaces: Vec<Workspace> = folders().iter().map(|folder| load(folder)).collect();
    for (index, workspace) in workspaces.iter().enumerate() {
        for document in workspace.documents() {
            for mutation in mutations(workspace, document) {
                all.entry(mutation.sort)
                    .or_default()
                    .push((index, mutation));
            }
        }
    }
    let mut random = Random::new(20_240_601);
    let sorts_in_all = all.len();
    let mut made = 0;
    let mut missed = Vec::new();
    let mut sorts: Vec<_> = all.into_values().collect();
    sorts.sort_by_key(Vec::len);
    for (done, mut candidates) in sorts.into_iter().enumerate() {
        // Sorts with few candidates leave their share to the others.
        let wanted = (EDITS * (done + 1) / sorts_in_all).saturating_sub(made);
        for _ in 0..wanted.min(candidates.len()) {
            let (index, mutation) = candidates.swap_remove(
                random.below(u32::try_from(candidates.len()).expect("a short list")) as usize,
            );
            made += 1;
            if let Some(found) = miss(&workspaces[index], &mutation) {
                missed.push(format!(
                    "{} {} {:?} -> {found}",
                    mutation.sort, mutation.path, mutation.text
                ));
            }
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let share = 1.0 - missed.len() as f64 / made as f64;
    println!(
        "{made} edits, {:.1} % reported at the right place",
        share * 100.0
    );
    assert!(share >= FLOOR, "{missed:#?}");
    assert!(made >= EDITS * 9 / 10, "only {made} edits could be made");
}

/// Every place of what is declared at `definition`.
fn references_to(workspace: &Workspace, definition: &Location) -> Vec<Location> {
    let document = workspace.document(&definition.path).expect("it is there");
    let start = definition.range.start;
    let declared = occurrence_at(workspace, document, start).expect("it is declared there");
    let all = symbols::references(workspace, &definition.path, &declared);
    all.into_iter().map(|one| one.location).collect()
}

#[test]
fn what_is_at_a_place_is_found_without_the_rest_of_the_file() {
    let workspace = load(&pipelines());
    let mut found = 0;
    for document in workspace.documents() {
        // Whole, and without a line that others hang on.
        let line = document
            .lines()
            .full_line(document.lines().line_count() / 2);
        let mut cut = document.text().to_owned();
        cut.replace_range(line.start as usize..line.end as usize, "");
        for text in [document.text(), &cut] {
            let document = Document::new(document.path(), text);
            let mut all = occurrences(&workspace, &document);
            // Of two that touch, the one that begins there.
            let length = u32::try_from(text.len()).expect("a short file");
            for offset in (0..=length).step_by(5) {
                all.sort_by_key(|one| (one.range.start != offset, one.range));
                let expected = all.iter().find(|one| one.range.touches(offset));
                found += usize::from(expected.is_some());
                let path = document.path();
                let here = occurrence_at(&workspace, &document, offset);
                assert_eq!(here.as_ref(), expected, "{path} at {offset}");
            }
        }
    }
    assert!(found > 300, "only {found} places name something");
}

#[test]
fn a_name_is_followed_across_files() {
    let workspace = load(&pipelines());
    let text = |path: &str| {
        workspace
            .document(path)
            .expect("a fixture")
            .text()
            .to_owned()
    };
    let at = |path: &str, what: &str| {
        u32::try_from(text(path).find(what).expect("it is there")).expect("a short file")
    };
    let port = link_at(&workspace, "wine.yml", at("wine.yml", "data}}") + 1)
        .expect("an output of a component")
        .definition;
    assert_eq!(
        (&*port.path, port.range.slice(&text("components/clean.yml"))),
        ("components/clean.yml", "data")
    );
    let users: Vec<String> = references_to(&workspace, &port)
        .iter()
        .map(|place| place.path.to_string())
        .collect();
    // Its definition and its command, both steps of `wine.yml` that read it, and the one of the
    // nested pipeline.
    let clean = "components/clean.yml";
    assert_eq!(
        users,
        [clean, clean, "components/part.yml", "wine.yml", "wine.yml"]
    );
}

#[test]
fn resources_renamed_there_and_back_change_nothing() {
    for folder in folders() {
        let workspace = load(&folder);
        let mut done: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
        for document in workspace
            .documents()
            .filter(|document| document.tree().errors().is_empty())
        {
            let own = occurrences(&workspace, document)
                .into_iter()
                .filter(|one| one.is_definition);
            for one in own.filter(|one| !one.kind.is_declared()) {
                let count = done.entry(one.kind.label()).or_default();
                match there_and_back(&workspace, document, &one) {
                    Ok(edits) => (count.0, count.1) = (count.0 + 1, count.1 + edits),
                    Err(message) => {
                        assert!(
                            message.contains("without telling their versions apart"),
                            "{}: {message}",
                            one.name
                        );
                        count.2 += 1;
                    }
                }
            }
        }
        println!("{}: renamed, places, refused: {done:?}", folder.display());
        assert!(done.values().any(|(renamed, ..)| *renamed > 0));
    }
}

/// Renames `one` to a fresh name and back; returns how many places that were, or why it is refused.
fn there_and_back(
    workspace: &Workspace,
    document: &Document,
    one: &Occurrence,
) -> Result<usize, String> {
    let fresh = if matches!(
        one.kind,
        SymbolKind::Resource(Resource::Component | Resource::Datastore)
    ) {
        "renamed_once"
    } else {
        "renamed-once"
    };
    let asked = |workspace: &Workspace, at: u32, name: &str| {
        let document = workspace.document(document.path()).expect("it is there");
        let site = Site::new(document, workspace, "", &|_| None);
        rename::rename(&site, at, name).map(Option::unwrap_or_default)
    };
    let edits = asked(workspace, one.range.start, fresh)?;
    let there = edited(workspace, &edits);
    let moved = edits
        .iter()
        .filter(|edit| edit.path.as_deref() == Some(document.path()) && edit.range < one.range);
    let start = moved.fold(i64::from(one.range.start), |at, edit| {
        at + i64::try_from(edit.text.len()).expect("a short name") - i64::from(edit.range.len())
    });
    // A name that its kind does not allow cannot be had again.
    let Ok(back) = asked(
        &there,
        u32::try_from(start).expect("in the file"),
        &one.name,
    ) else {
        return Ok(edits.len());
    };
    let back = edited(&there, &back);
    for path in edits.iter().filter_map(|edit| edit.path.as_deref()) {
        let text = |workspace: &Workspace| {
            workspace
                .document(path)
                .expect("it is there")
                .text()
                .to_owned()
        };
        // Computes and endpoints may have been named in another letter case.
        assert_eq!(
            text(workspace).to_lowercase(),
            text(&back).to_lowercase(),
            "{path}: {}",
            one.name
        );
        let (before, between) = (
            references(workspace, path).count(),
            references(&there, path).count(),
        );
        assert!(
            between <= before,
            "{path}: {}: {:#?}",
            one.name,
            references(&there, path).collect::<Vec<_>>()
        );
    }
    Ok(edits.len())
}

fn edited(workspace: &Workspace, edits: &[Edit]) -> Workspace {
    let mut after = workspace.clone();
    for path in edits
        .iter()
        .filter_map(|edit| edit.path.as_deref())
        .collect::<BTreeSet<_>>()
    {
        let text = rename::edited(
            workspace.document(path).expect("it is there").text(),
            path,
            edits,
        );
        after.insert(Document::new(path, text));
    }
    after
}

#[test]
fn every_name_can_be_changed_as_an_editor_does_it() {
    for folder in folders() {
        let workspace = load(&folder);
        let (mut renamed, mut refused) = (0, BTreeMap::<String, usize>::new());
        for document in workspace
            .documents()
            .filter(|document| document.tree().errors().is_empty())
        {
            let site = Site::new(document, &workspace, "", &|_| None);
            for one in links(&workspace, document)
                .iter()
                .filter(|link| link.is_definition(document.path()))
            {
                let name = if one.name.contains('.') {
                    "renamed.once"
                } else {
                    "renamed_once"
                };
                match rename::rename(&site, one.range.start, name) {
                    Ok(edits) => {
                        let places = references_to(&workspace, &one.definition);
                        assert_eq!(
                            edits.unwrap_or_default().len(),
                            places.len(),
                            "{}: {}",
                            document.path(),
                            one.name
                        );
                        renamed += 1;
                    }
                    Err(message) => *refused.entry(message).or_default() += 1,
                }
            }
        }
        println!("{}: {renamed} names, refused {refused:?}", folder.display());
        assert!(
            refused.values().sum::<usize>() * 50 < renamed,
            "{refused:#?}"
        );
    }
}

#[test]
fn renaming_there_and_back_changes_nothing() {
    let mut renamed = 0;
    for folder in folders() {
        let workspace = load(&folder);
        let mut definitions: Vec<Location> = Vec::new();
        for document in workspace
            .documents()
            .filter(|document| document.tree().errors().is_empty())
        {
            let own = links(&workspace, document)
                .into_iter()
                .filter(|link| link.is_definition(document.path()));
            // These names have a meaning to the service, the last one where a step runs a flow.
            let flow = document.text().contains("flow.dag");
            let fixed =
                |name: &str| ["default", "artifacts"].contains(&name) || (flow && name == "data");
            let free = own.filter(|link| !fixed(&link.name));
            definitions.extend(free.map(|link| link.definition));
        }
        for definition in definitions {
            let places = references_to(&workspace, &definition);
            let name = definition
                .range
                .slice(
                    workspace
                        .document(&definition.path)
                        .expect("it is there")
                        .text(),
                )
                .to_owned();
            // It is in a malformed expression, which isn't renamed.
            if name == "registered_model_name" {
                continue;
            }
            let there = rename(&workspace, &places, "renamed_once");
            let moved = references_to(&there, &after(&places, &definition, "renamed_once"));
            let back = rename(&there, &moved, &name);
            for path in places.iter().map(|place| &*place.path) {
                let (old, new) = (
                    workspace.document(path).expect("it is there"),
                    back.document(path).expect("it is there"),
                );
                assert_eq!(old.text(), new.text(), "{path}: {name}");
                let (before, between) = (
                    references(&workspace, path).count(),
                    references(&there, path).count(),
                );
                assert_eq!(
                    before,
                    between,
                    "{path}: {name}: {:#?}",
                    references(&there, path).collect::<Vec<_>>()
                );
            }
            renamed += 1;
        }
    }
    println!("{renamed} names renamed there and back");
}

/// The workspace with `name` at each of `places`.
fn rename(workspace: &Workspace, places: &[Location], name: &str) -> Workspace {
    let mut renamed = workspace.clone();
    let paths: BTreeSet<&str> = places.iter().map(|place| &*place.path).collect();
    for path in paths {
        let mut text = workspace
            .document(path)
            .expect("it is there")
            .text()
            .to_owned();
        for place in places.iter().rev().filter(|place| &*place.path == path) {
            text.replace_range(std::ops::Range::from(place.range), name);
        }
        renamed.insert(Document::new(path, text));
    }
    renamed
}

/// Where `definition` is once `name` stands at each of `places`.
fn after(places: &[Location], definition: &Location, name: &str) -> Location {
    let grown = u32::try_from(name.len()).expect("a short name");
    let before = places
        .iter()
        .filter(|place| place.path == definition.path && place.range < definition.range);
    let start = before.fold(definition.range.start, |at, place| {
        at + grown - place.range.len()
    });
    Location {
        path: definition.path.clone(),
        range: TextRange::new(start, start + grown),
    }
}
