//! Expressions and references of whole folders: all of them parse, and what is broken on purpose is found.
//!
//! Runs on the corpus beside the repository where there is one, and always on `tests/fixtures/pipelines`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use azml_rules::analyze;
use azml_rules::diagnostic::{Diagnostic, Level};
use azml_rules::document::{Document, Kind};
use azml_rules::expression::{
    AssetRef, Location, Place, Program, Site, Target, Text, definition_of, is_free, links, references_to,
};
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;
use azml_rules::workspace::Workspace;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests folder has a parent").to_owned()
}

/// The folders to look at: our own, and the corpus if it is there.
fn folders() -> Vec<PathBuf> {
    let corpus = root().join("../shared/corpus/azureml-examples");
    let own = root().join("tests/fixtures/pipelines");
    [own, corpus].into_iter().filter(|folder| folder.is_dir()).collect()
}

fn load(folder: &Path) -> Workspace {
    let mut workspace = Workspace::default();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("a folder can be read").flatten() {
            let path = entry.path();
            let yaml = path.extension().is_some_and(|end| end == "yml" || end == "yaml");
            if path.is_dir() && !path.ends_with(".github") {
                open.push(path);
            } else if let Some(text) = yaml.then(|| std::fs::read_to_string(&path).ok()).flatten() {
                let name =
                    path.strip_prefix(folder).expect("it lies in the folder").to_string_lossy().replace('\\', "/");
                workspace.insert(Document::new(name, text));
            }
        }
    }
    workspace
}

/// Scalars of documents that are ours. Flows and templates that are no YAML have a language of their own.
fn scalars(workspace: &Workspace) -> impl Iterator<Item = (&Document, Node<'_>, &str)> {
    let ours = workspace.documents().map(|document| &**document).filter(|document| {
        document.tree().errors().is_empty()
            && document.kind().is_some_and(|kind| !matches!(kind, Kind::FlowDag | Kind::FlowRun))
    });
    ours.flat_map(|document| document.tree().nodes().filter_map(move |node| Some((document, node, node.text()?))))
}

#[test]
fn every_expression_parses_and_stands_where_it_is_said_to() {
    for folder in folders() {
        let workspace = load(&folder);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (document, node, text) in scalars(&workspace).filter(|(_, _, text)| text.contains("${{")) {
            let read = Text::new(node).expect("a scalar");
            let place = format!("{}: {text}", document.path());
            assert_eq!(read.scan.expressions.len(), text.matches("${{").count(), "{place}");
            assert_eq!(read.scan.mistakes, [], "{place}");
            for expression in &read.scan.expressions {
                *counts.entry(word(&expression.target)).or_default() += 1;
                let source = read.range(&expression.range).slice(document.text());
                assert_eq!(source, &text[expression.range.clone()], "{place}");
                assert_eq!(read.decoded(read.range(&expression.path).start), Some(expression.path.start), "{place}");
            }
        }
        assert_eq!(counts.get("foreign"), None);
        println!("{}: {} expressions {counts:?}", folder.display(), counts.values().sum::<usize>());
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
        for (document, _, text) in scalars(&workspace).filter(|(_, _, text)| text.starts_with("azureml:")) {
            let form = match AssetRef::parse(text) {
                AssetRef::Named { name, version, label } => {
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
                    assert!(!registry.is_empty() && !rest.is_empty(), "{}: {text}", document.path());
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
        println!("{}: {} references {counts:?}", folder.display(), counts.values().sum::<usize>());
    }
}

#[test]
fn nothing_is_found_in_files_that_are_right() {
    let workspace = load(&root().join("tests/fixtures/pipelines"));
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
    ];
    for text in texts {
        let yaml = format!("type: command\nenvironment: azureml:e:1\ninputs: {{data: 1}}\n{text}");
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("job.yml", yaml.clone()));
        let found: Vec<Diagnostic> = references(&workspace, "job.yml").filter(|d| d.level == Level::Error).collect();
        let places: Vec<&str> = found.iter().map(|diagnostic| diagnostic.range.slice(&yaml)).collect();
        assert_eq!(places, ["dat"], "{yaml}");
        let fixed = azml_rules::fix::apply(&yaml, &found[0].fixes[..1]).0;
        assert_eq!(fixed, yaml.replace("inputs.dat}", "inputs.data}").replace("inputs.dat }", "inputs.data }"));
    }
}

/// The findings about references in one file.
fn references<'w>(workspace: &'w Workspace, path: &'w str) -> impl Iterator<Item = Diagnostic> + 'w {
    analyze(workspace, path).into_iter().filter(|diagnostic| diagnostic.rule.group.name() == "reference")
}

/// One way to break a file, and how that must be reported.
struct Mutation {
    sort: &'static str,
    path: String,
    range: TextRange,
    text: String,
    rules: &'static [&'static str],
    /// Where, in the text before the edit; one of them is enough.
    places: Vec<TextRange>,
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
                all.entry(mutation.sort).or_default().push((index, mutation));
            }
        }
    }
    let mut random = Random(20_240_601);
    let sorts_in_all = all.len();
    let mut made = 0;
    let mut missed = Vec::new();
    let mut sorts: Vec<_> = all.into_values().collect();
    sorts.sort_by_key(Vec::len);
    for (done, mut candidates) in sorts.into_iter().enumerate() {
        // Sorts with few candidates leave their share to the others.
        let wanted = (EDITS * (done + 1) / sorts_in_all).saturating_sub(made);
        for _ in 0..wanted.min(candidates.len()) {
            let (index, mutation) = candidates.swap_remove(random.below(candidates.len()));
            made += 1;
            if let Some(found) = miss(&workspaces[index], &mutation) {
                missed.push(format!("{} {} {:?} -> {found}", mutation.sort, mutation.path, mutation.text));
            }
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let share = 1.0 - missed.len() as f64 / made as f64;
    println!("{made} edits, {:.1} % reported at the right place", share * 100.0);
    assert!(share >= FLOOR, "{missed:#?}");
    assert!(made >= EDITS * 9 / 10 || folders().len() == 1, "only {made} edits could be made");
}

/// What is found instead, unless `mutation` is reported as it should be.
fn miss(workspace: &Workspace, mutation: &Mutation) -> Option<String> {
    let mut broken = workspace.clone();
    let old = workspace.document(&mutation.path).expect("it was just there").text();
    let (from, to) = (mutation.range.start as usize, mutation.range.end as usize);
    let text = format!("{}{}{}", &old[..from], mutation.text, &old[to..]);
    broken.insert(Document::new(mutation.path.as_str(), text));
    let found: Vec<Diagnostic> = references(&broken, &mutation.path).collect();
    let hit = found.iter().any(|diagnostic| {
        mutation.rules.contains(&diagnostic.rule.name)
            && mutation.places.iter().any(|place| moved(*place, mutation).intersects(diagnostic.range))
    });
    let shown: Vec<String> = found.iter().map(|d| format!("{} {:?}", d.rule.name, d.message)).collect();
    (!hit).then(|| format!("{shown:?}"))
}

/// Where `place` is after the edit.
fn moved(place: TextRange, mutation: &Mutation) -> TextRange {
    let edit = mutation.range;
    let grown = u32::try_from(mutation.text.len()).expect("a short text");
    let shift = |at: u32| if at >= edit.end { at + grown - edit.len() } else { at };
    TextRange::new(shift(place.start), shift(place.end))
}

/// Every way we know to break the bindings of a file that has no findings.
fn mutations(workspace: &Workspace, document: &Document) -> Vec<Mutation> {
    let clean = references(workspace, document.path()).all(|diagnostic| diagnostic.level < Level::Warning);
    if !clean || !document.tree().errors().is_empty() || document.kind().is_none() {
        return Vec::new();
    }
    let program = Program::new(workspace, document);
    let mut found = Vec::new();
    for site in &program.sites {
        words(document, site, &mut found);
        ports(document, &program, site, &mut found);
        directions(document, site, &mut found);
    }
    renamed_steps(document, &program, &mut found);
    dropped_inputs(document, &program, &mut found);
    cycles(document, &program, &mut found);
    found
}

fn evaluated(site: &Site<'_>) -> bool {
    matches!(site.place, Place::Run | Place::StepInput | Place::StepOutput)
}

/// Misspells a context: a letter dropped, doubled or swapped with the next.
fn words(document: &Document, site: &Site<'_>, found: &mut Vec<Mutation>) {
    for expression in site.text.scan.expressions.iter().filter(|_| evaluated(site)) {
        let path = &site.text.text[expression.path.clone()];
        let mut at = expression.path.start;
        for word in path.split('.') {
            let range = site.text.range(&(at..at + word.len()));
            at += word.len() + 1;
            if !["inputs", "outputs", "parent", "jobs", "search_space"].contains(&word) {
                continue;
            }
            for letter in 1..word.len() {
                let (head, tail) = word.split_at(letter);
                let swapped = format!("{}{}{}{}", &head[..letter - 1], &tail[..1], &head[letter - 1..], &tail[1..]);
                for text in [format!("{head}{}", &tail[1..]), format!("{head}{}{tail}", &head[letter - 1..]), swapped] {
                    if text != word {
                        found.push(Mutation {
                            sort: "misspelt context",
                            path: document.path().to_owned(),
                            range,
                            text,
                            rules: &["malformed-expression"],
                            places: vec![range],
                        });
                    }
                }
            }
        }
    }
}

/// Points to a port that is not there.
fn ports(document: &Document, program: &Program<'_>, site: &Site<'_>, found: &mut Vec<Mutation>) {
    for expression in site.text.scan.expressions.iter().filter(|_| evaluated(site)) {
        let known = |ports: Option<bool>| ports == Some(true);
        let pipeline = program.pipeline(site);
        let (name, rule, checkable): (_, &'static [&'static str], bool) = match &expression.target {
            Target::Input(name) => {
                (name, &["undefined-input-reference"], known(program.scope(site).map(|scope| !scope.inputs.open)))
            }
            Target::Output(name) => {
                (name, &["undefined-output-reference"], known(program.scope(site).map(|scope| !scope.outputs.open)))
            }
            Target::ParentInput(name) => (name, &["unknown-parent-input"], known(pipeline.map(|p| !p.inputs.open))),
            Target::ParentOutput(name) => (name, &["unknown-parent-output"], known(pipeline.map(|p| !p.outputs.open))),
            Target::StepOutput(step, port) => {
                let outputs = pipeline.and_then(|p| p.step(step.text)).map(|(_, step)| step.readable_outputs());
                (port, &["unknown-step-port"], known(outputs.map(|outputs| !outputs.open)))
            }
            _ => continue,
        };
        if checkable {
            let range = site.text.range(&name.range);
            found.push(Mutation {
                sort: "missing port",
                path: document.path().to_owned(),
                range,
                text: format!("{}_zz", name.text),
                rules: rule,
                places: vec![range],
            });
        }
    }
}

/// Swaps a binding: an input reads an output of the pipeline, an output is bound to an input.
fn directions(document: &Document, site: &Site<'_>, found: &mut Vec<Mutation>) {
    let Some(expression) = site.text.whole() else { return };
    let (word, other) = match (&expression.target, site.place) {
        (Target::ParentInput(_), Place::StepInput) => ("inputs", "outputs"),
        (Target::ParentOutput(_), Place::StepOutput) => ("outputs", "inputs"),
        _ => return,
    };
    let at = expression.path.start + "parent.".len();
    found.push(Mutation {
        sort: "swapped binding",
        path: document.path().to_owned(),
        range: site.text.range(&(at..at + word.len())),
        text: other.to_owned(),
        rules: &["binding-direction"],
        places: vec![site.text.range(&expression.path)],
    });
}

/// Renames a step at its definition only.
fn renamed_steps(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (index, pipeline) in program.pipelines.iter().enumerate() {
        for step in &pipeline.steps {
            let names = |target: &Target<'_>| match target {
                Target::StepOutput(name, _) | Target::StepInput(name, _) | Target::Step(name) => {
                    (name.text == step.name()).then(|| name.range.clone())
                }
                _ => None,
            };
            let users = program.expressions().filter(|(site, _)| site.pipeline == Some(index));
            let places: Vec<TextRange> =
                users.filter_map(|(site, expression)| Some(site.text.range(&names(&expression.target)?))).collect();
            if !places.is_empty() {
                found.push(Mutation {
                    sort: "renamed step",
                    path: document.path().to_owned(),
                    range: step.key.range(),
                    text: format!("{}_renamed", step.name()),
                    rules: &["unknown-pipeline-step"],
                    places,
                });
            }
        }
    }
}

/// Drops an input that the component of a step needs.
fn dropped_inputs(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (_, step) in program.steps() {
        let Some(interface) = step.callee.interface() else { continue };
        for given in &step.inputs.list {
            let needed = interface.inputs.get(given.name()).is_some_and(|port| port.is_required());
            let Some(value) = given.key.value_of_key().filter(|_| needed) else { continue };
            let entry = azml_rules::syntax::Entry { key: given.key, value };
            found.push(Mutation {
                sort: "dropped input",
                path: document.path().to_owned(),
                range: azml_rules::fix::remove_entry(entry).range,
                text: String::new(),
                rules: &["missing-required-input"],
                places: vec![step.key.range()],
            });
        }
    }
}

/// Lets a step read from one that waits for it.
fn cycles(document: &Document, program: &Program<'_>, found: &mut Vec<Mutation>) {
    for (index, pipeline) in program.pipelines.iter().enumerate() {
        let sites: Vec<&Site<'_>> = program
            .sites
            .iter()
            .filter(|site| site.pipeline == Some(index) && site.place == Place::StepInput)
            .collect();
        for reader in &sites {
            let Some(Target::StepOutput(writer, _)) = reader.text.whole().map(|e| &e.target) else { continue };
            let Some((writer, _)) = pipeline.step(writer.text) else { continue };
            let reads = sites.iter().find(|site| site.step == Some(writer) && site.text.whole().is_some());
            let Some((site, expression)) = reads.and_then(|site| Some((site, site.text.whole()?))) else { continue };
            let late = &pipeline.steps[reader.step.expect("an input of a step")];
            found.push(Mutation {
                sort: "cycle",
                path: document.path().to_owned(),
                range: site.text.range(&expression.path),
                text: format!("parent.jobs.{}.outputs.x", late.name()),
                rules: &["pipeline-cycle"],
                places: vec![
                    site.text.range(&expression.path),
                    reader.text.range(&reader.text.whole().expect("a binding").path),
                ],
            });
        }
    }
}

#[test]
fn a_name_is_followed_across_files() {
    let workspace = load(&root().join("tests/fixtures/pipelines"));
    let text = |path: &str| workspace.document(path).expect("a fixture").text().to_owned();
    let at = |path: &str, what: &str| u32::try_from(text(path).find(what).expect("it is there")).expect("a short file");
    let port = definition_of(&workspace, "wine.yml", at("wine.yml", "data}}") + 1).expect("an output of a component");
    assert_eq!((&*port.path, port.range.slice(&text("components/clean.yml"))), ("components/clean.yml", "data"));
    let users: Vec<String> = references_to(&workspace, &port).iter().map(|place| place.path.to_string()).collect();
    // Its definition and its command, both steps of `wine.yml` that read it, and the one of the nested pipeline.
    let clean = "components/clean.yml";
    assert_eq!(users, [clean, clean, "components/part.yml", "wine.yml", "wine.yml"]);
    assert!(is_free(&workspace, &port, "cleaned") && !is_free(&workspace, &port, "data"));
}

#[test]
fn renaming_there_and_back_changes_nothing() {
    let mut renamed = 0;
    for folder in folders() {
        let workspace = load(&folder);
        let mut definitions: Vec<Location> = Vec::new();
        for document in workspace.documents().filter(|document| document.tree().errors().is_empty()) {
            let own = links(&workspace, document).into_iter().filter(|link| link.is_definition(document.path()));
            // These two names have a meaning to the service.
            let free = own.filter(|link| !["default", "artifacts"].contains(&link.name.as_str()));
            definitions.extend(free.map(|link| link.definition));
        }
        for definition in definitions {
            let places = references_to(&workspace, &definition);
            let name =
                definition.range.slice(workspace.document(&definition.path).expect("it is there").text()).to_owned();
            let there = rename(&workspace, &places, "renamed_once");
            let moved = references_to(&there, &after(&places, &definition, "renamed_once"));
            let back = rename(&there, &moved, &name);
            for path in places.iter().map(|place| &*place.path) {
                let (old, new) =
                    (workspace.document(path).expect("it is there"), back.document(path).expect("it is there"));
                assert_eq!(old.text(), new.text(), "{path}: {name}");
                let (before, between) = (references(&workspace, path).count(), references(&there, path).count());
                assert_eq!(before, between, "{path}: {name}: {:#?}", references(&there, path).collect::<Vec<_>>());
            }
            renamed += 1;
        }
    }
    println!("{renamed} names renamed there and back");
}

/// The workspace with `name` at each of `places`.
fn rename(workspace: &Workspace, places: &[Location], name: &str) -> Workspace {
    let mut renamed = workspace.clone();
    let paths: std::collections::BTreeSet<&str> = places.iter().map(|place| &*place.path).collect();
    for path in paths {
        let mut text = workspace.document(path).expect("it is there").text().to_owned();
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
    let before = places.iter().filter(|place| place.path == definition.path && place.range < definition.range);
    let start = before.fold(definition.range.start, |at, place| at + grown - place.range.len());
    Location { path: definition.path.clone(), range: TextRange::new(start, start + grown) }
}

/// Always the same numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}
