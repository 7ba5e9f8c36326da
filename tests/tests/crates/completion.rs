//! Completion offers each word of each expression, and each path of a component, that valid files
//! contain there.
//!
//! Runs on `tests/fixtures/pipelines`, and on the corpus if `AZML_CORPUS` is set.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_ide::hints::semantic_tokens;
use azml_ide::{Site, completion, hover};
use azml_rules::document::{Document, Kind, Resource, ResourcePosition, ResourceUse};
use azml_rules::expression::{self, Callee, ExpressionRole, Program, Target};
use azml_rules::schema::resource_uses;
use azml_rules::text::TextRange;
use azml_rules::workspace::{Disk, Listed, Workspace};
use azml_tests::corpus::{folders, load, references};

/// What is offered at the end of `before`, in the document `path` that reads `before` and `after`.
fn offered(workspace: &Workspace, path: &str, before: &str, after: &str) -> Vec<(String, String)> {
    let mut cut = workspace.clone();
    cut.insert(Document::new(path, format!("{before}{after}")));
    let document = cut.document(path).expect("it was just inserted");
    let site = Site::new(document, &cut, "", &|_| None);
    let offset = u32::try_from(before.len()).expect("a small file");
    let found = completion::complete(&site, offset);
    found
        .into_iter()
        .flat_map(|found| found.items)
        .map(|item| (item.label, item.insert))
        .collect()
}

/// A component that a step runs.
const COMPONENT: ResourceUse = ResourceUse {
    resource: Resource::Component,
    position: ResourcePosition::Own,
    is_certain: true,
};

/// Documents of ours without an error about references.
fn right(workspace: &Workspace) -> impl Iterator<Item = &Arc<Document>> {
    workspace.documents().filter(|document| {
        document.tree().errors().is_empty()
            && document
                .kind()
                .is_some_and(|kind| !matches!(kind, Kind::FlowDag | Kind::FlowRun))
            && references(workspace, document.path()).next().is_none()
    })
}

/// Whether `target` is read from a step that runs what nobody can read.
fn is_remote(
    program: &Program<'_>,
    site: &expression::ExpressionSite<'_>,
    target: &Target<'_>,
) -> bool {
    let (Target::StepOutput(step, _) | Target::StepInput(step, _)) = target else {
        return false;
    };
    let step = program
        .pipeline(site)
        .and_then(|pipeline| pipeline.step(step.text));
    step.is_some_and(|(_, step)| matches!(step.callee, Callee::Remote))
}

#[test]
fn every_word_of_an_expression_is_offered_where_it_stands() {
    for folder in folders() {
        let workspace = load(&folder);
        let mut asked: BTreeMap<bool, usize> = BTreeMap::new();
        let (mut missed, mut unknown) = (Vec::new(), 0);
        for document in right(&workspace) {
            let (text, path) = (document.text(), document.path());
            let program = Program::new(&workspace, document);
            let named = program.expressions().filter(|(site, _)| {
                !matches!(site.role, ExpressionRole::Other | ExpressionRole::StepFixed)
            });
            for (site, expression) in named {
                let Some(place) = site.text.exact(&expression.path) else {
                    continue;
                };
                let (start, end) = (place.start as usize, place.end as usize);
                let close = end + text[end..].find("}}").expect("it is closed") + 2;
                let whole = &text[start..end];
                for (at, rest) in whole
                    .match_indices('.')
                    .map(|(dot, _)| (start + dot + 1, &whole[dot + 1..]))
                {
                    let word = rest.split('.').next().unwrap_or(rest);
                    for tail in [end, close] {
                        let items = offered(&workspace, path, &text[..at], &text[tail..]);
                        *asked.entry(tail == close).or_default() += 1;
                        let is_port = !rest.contains('.');
                        if is_port && is_remote(&program, site, &expression.target) {
                            unknown += 1;
                        } else if !items
                            .iter()
                            .any(|(label, _)| label == word || label == rest)
                        {
                            let line = text[..at].lines().count();
                            missed.push(format!(
                                "{path}:{line}: `{rest}` of `{whole}` {:?}",
                                site.role
                            ));
                        }
                    }
                }
            }
        }
        println!(
            "{}: closed and not: {asked:?}, not offered: {}, of components elsewhere: {unknown}",
            folder.display(),
            missed.len()
        );
        assert!(
            missed.is_empty(),
            "{} missing:\n{}",
            missed.len(),
            missed.join("\n")
        );
        assert!(asked.values().sum::<usize>() > 10);
    }
}

/// The YAML files of a workspace as a disk.
#[derive(Debug)]
struct Files(Vec<String>);

impl Disk for Files {
    fn list(&self, path: &str) -> Vec<Listed> {
        let folder = if path.is_empty() {
            String::new()
        } else {
            format!("{path}/")
        };
        let inside = self.0.iter().filter_map(|file| file.strip_prefix(&folder));
        let mut listed: Vec<Listed> = inside
            .map(|rest| {
                let name = rest.split('/').next().unwrap_or(rest);
                Listed {
                    name: name.to_owned(),
                    is_folder: name.len() < rest.len(),
                }
            })
            .collect();
        listed.sort();
        listed.dedup();
        listed
    }
}

#[test]
fn every_path_of_a_component_is_offered_where_it_stands() {
    for folder in folders() {
        let mut workspace = load(&folder);
        let files = workspace
            .documents()
            .map(|document| document.path().to_owned())
            .collect();
        workspace.set_disk(Arc::new(Files(files)));
        let mut asked = 0;
        let mut missed = Vec::new();
        for document in right(&workspace) {
            let (text, path) = (document.text(), document.path());
            let uses = resource_uses(document).into_iter();
            for (node, _) in uses.filter(|(_, used)| *used == COMPONENT) {
                let value = node.text().unwrap_or_default();
                if workspace
                    .referenced(path, value)
                    .is_none_or(|it| !it.kind().is_some_and(Kind::is_component))
                {
                    continue;
                }
                let raw = node.raw().trim_end_matches(['"', '\'']);
                let end = node.range().start as usize + raw.len();
                let at = end - raw.len() + raw.rfind('/').map_or(0, |slash| slash + 1);
                let name = &text[at..end];
                asked += 1;
                let items = offered(&workspace, path, &text[..at], &text[end..]);
                if !items
                    .iter()
                    .any(|(label, insert)| label == name || insert.ends_with(value))
                {
                    missed.push(format!("{path}: {value}"));
                }
            }
        }
        println!(
            "{}: {asked} paths, not offered: {}",
            folder.display(),
            missed.len()
        );
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    }
}

/// Texts that no file should hold.
const HOSTILE: [&str; 5] = [
    "type: pipeline\njobs: {a: {inputs: {x: ${{parent.jobs.é}}, y: '${{, z: \"}}]]",
    "type: command\r\ncommand: \"é\\t$[[${{inputs.\u{2028}\u{1f600}}}]]\r\n  x\ninputs:\n\
        \t- ${{}}\n",
    "type: pipeline\njobs:\n  a: &a\n    <<: *a\n    inputs: {<<: *a, x: azureml:é:😀@}\n  b: \
        [${{parent.jobs.a.\n",
    "$schema: x/commandComponent.schema.json\nname: c\n\
        command: |2-\n   ${{inputs.a\n environment: azureml://é//versions/\n",
    "---\n? [a: ./b/│: {}]\n: - - ../é/\n...\n- path: azureml:/subscriptions//é\n",
];

#[test]
fn nothing_panics_wherever_the_cursor_is_and_the_text_ends() {
    let workspace = load(&azml_tests::corpus::pipelines());
    let files = workspace
        .documents()
        .map(|document| (document.path().to_owned(), document.text().to_owned()));
    let hostile = HOSTILE
        .iter()
        .map(|text| ("hostile.yml".to_owned(), (*text).to_owned()));
    for (index, (path, text)) in files.chain(hostile).enumerate() {
        let step = if path == "hostile.yml" { 1 } else { 13 };
        for (at, _) in text.char_indices().skip(index % step).step_by(step) {
            for whole in [&text[..at], &text] {
                let mut cut = workspace.clone();
                cut.insert(Document::new(path.as_str(), whole));
                let document = cut.document(&path).expect("it was just inserted");
                let site = Site::new(document, &cut, "", &|_| None);
                let offset = u32::try_from(at).expect("a small file");
                if let Some(found) = completion::complete(&site, offset) {
                    let (start, end) = (found.range.start as usize, found.range.end as usize);
                    assert!(
                        start <= at && at <= end && !whole[start..end].contains('\n'),
                        "{path}:{at} {found:?}"
                    );
                }
                let _ = hover::hover(&site, offset);
                let tokens = semantic_tokens::tokens(&site, TextRange::new(0, u32::MAX));
                for pair in tokens.windows(2) {
                    assert!(
                        pair[0].range.end <= pair[1].range.start,
                        "{path}:{at} {pair:?}"
                    );
                }
            }
        }
    }
}
