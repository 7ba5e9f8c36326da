use super::*;
use crate::syntax::{Tree, parse};

/// Returns the tree that a document has for a file.
fn tree(path: &str, text: &str) -> Tree {
    match is_script(path) {
        true => Tree::of_other_text(text.into()),
        false => parse(text),
    }
}

/// Formats the commands of a file, one per line: noun, file, settings.
fn shown(path: &str, text: &str) -> String {
    let Some(lines) = CommandLines::read(path, &tree(path, text)) else {
        return String::new();
    };
    let mut shown = String::new();
    for line in &lines.commands {
        let place = match line.file.as_ref().map(|file| &file.place) {
            None => "-".to_owned(),
            Some(None) => "?".to_owned(),
            Some(Some(Place::Beside(path))) => format!("./{path}"),
            Some(Some(Place::Somewhere(path))) => path.clone(),
        };
        shown.push_str(&format!("{} {place}", line.noun));
        for setting in &line.settings {
            shown.push_str(&format!(" {}", setting.path));
        }
        if line.sets_unknown {
            shown.push_str(" ...");
        }
        shown.push('\n');
    }
    shown
}

fn of_shell(text: &str) -> String {
    shown("ci/deploy.sh", text)
}

#[test]
fn a_command_tells_its_file_and_what_it_sets() {
    for (text, expected) in [
        ("az ml job create -f job.yml", "job job.yml"),
        (
            "az ml job create --file=a/job.yml -n x --set compute=c a.b[0].c=\"$X\" --web",
            "job a/job.yml name compute a.b[0].c",
        ),
        (
            "az ml online-deployment create -e ep -n blue -f d.yml --all-traffic",
            "online-deployment d.yml endpoint_name name",
        ),
        (
            "id=$(az ml job create -f 'a b.yml' --query name -o tsv)",
            "job a b.yml",
        ),
        (
            "id=`az ml job create -f a.yml`; echo \"$(az ml model create -f m.yml)\"",
            "job a.yml\nmodel m.yml",
        ),
        (
            "if ! az ml job validate \\\n  -f a.yml; then exit 1; fi",
            "job a.yml",
        ),
        ("DEBUG=1 az ml job create -f a.yml $EXTRA", "job a.yml ..."),
        (
            "az ml job create -f a.yml --set $V 2>&1 | tee log",
            "job a.yml ...",
        ),
        (
            "# az ml job create -f a.yml\necho az ml job create -f a.yml",
            "",
        ),
        (
            "cat <<EOF > x\naz ml job create -f a.yml\nEOF\naz ml job create -f b.yml",
            "job b.yml",
        ),
        ("az ml job create -f $1", "job ?"),
        (
            "az ml job create -f a.yml --set b=c \\\n    d=e \\\r\n    --web",
            "job a.yml b d",
        ),
        ("az ml job create -f {a,b}.yml", "job ?"),
        ("az ml job create -f '${{ matrix.file }}'", "job ?"),
        (
            "T=$(cat <<EOF # it's\n)'\nEOF\n)\naz ml job create -f a.yml --set b=<(c)",
            "job a.yml b",
        ),
        ("az ml job create -f /tmp/a.yml", "job ?"),
        (
            "az ml job show -n x; az ml compute create -n c --type amlcompute --size s",
            "compute - name type size",
        ),
    ] {
        assert_eq!(of_shell(text).trim_end(), expected, "{text}");
    }
}

#[test]
fn folders_and_variables_are_followed_as_far_as_they_are_known() {
    for (text, expected) in [
        (
            "cd jobs\naz ml job create -f a.yml\ncd ..\naz ml job create -f b.yml",
            "job jobs/a.yml\njob jobs/../b.yml",
        ),
        (
            "(cd jobs && az ml job create -f a.yml)\naz ml job create -f b.yml",
            "job jobs/a.yml\njob b.yml",
        ),
        (
            "cd \"$(dirname \"$0\")\"\naz ml job create -f a.yml",
            "job ./a.yml",
        ),
        (
            "D=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\naz ml job create -f $D/../a.yml",
            "job ./../a.yml",
        ),
        ("cd $X\naz ml job create -f a.yml", "job ?"),
        (
            "P=jobs\naz ml job create -f \"${P}/a.yml\"",
            "job jobs/a.yml",
        ),
        (
            "if a; then P=x; else P=y; fi\naz ml job create -f $P/a.yml",
            "job ?",
        ),
        (
            "for f in a.yml b.yml; do az ml job create -f $f; done",
            "job ?",
        ),
        (
            "pushd a; az ml job create -f a.yml; popd; az ml job create -f b.yml",
            "job a/a.yml\njob b.yml",
        ),
    ] {
        assert_eq!(of_shell(text).trim_end(), expected, "{text}");
    }
}

#[test]
fn every_shell_is_read_in_its_own_way() {
    let power = "$f = \"jobs\\a.yml\"\n$id = az ml job create `\n  --file $f `\n  --name $env:N\n";
    assert_eq!(shown("a.ps1", power), "job jobs/a.yml name\n");
    let cmd = "set F=jobs\\a.yml\r\ncall az ml job create ^\r\n  -f %~dp0\\a.yml\r\n";
    assert_eq!(shown("a.cmd", cmd), "job ./a.yml\n");
    let make =
        "F := a.yml\nrun:\n\tcd jobs; az ml job create -f $(F)\n\t@az ml job create -f b.yml\n";
    assert_eq!(
        shown("ml/Makefile", make),
        "job ./jobs/a.yml\njob ./b.yml\n"
    );
}

#[test]
fn task_files_run_each_line_in_their_own_folder() {
    let just = "train:\n    cd jobs && az ml job create -f a.yml\n    @az ml job create -f b.yml\n    \
                az ml job create -f {{file}}\n";
    assert_eq!(
        shown("ml/justfile", just),
        "job ./jobs/a.yml\njob ./b.yml\njob ?\n"
    );
    let tox = "[testenv]\ncommands =\n    az ml job create -f a.yml {posargs}\n[testenv:b]\n\
               commands = az ml job create -f {toxinidir}/b.yml\n";
    assert_eq!(shown("tox.ini", tox), "job ./a.yml ...\njob ?\n");
    let changed = format!("[testenv]\nchangedir = x\n{tox}");
    assert_eq!(shown("tox.ini", &changed), "job ? ...\njob ?\n");
}

#[test]
fn the_steps_of_workflows_and_pipelines_are_read() {
    let github = "on: push\nenv: {DIR: ml}\njobs:\n  a:\n    defaults: {run: {working-directory: ./src}}\n    \
                  steps:\n    - run: az ml job create -f $DIR/a.yml\n    - run: |\n        cd x\n        \
                  az ml job create -f ${{ env.DIR }}/a.yml --set v=${{ github.sha }}\n    - run: >\n        \
                  az ml job create\n        -f b.yml -n c\n      working-directory: z\n    \
                  - run: az ml job create -f ${{ inputs.f }}\n";
    assert_eq!(
        shown(".github/workflows/a.yml", github),
        "job src/ml/a.yml\njob src/x/ml/a.yml v\njob z/b.yml name\njob ?\n"
    );
    let azure = "variables:\n- {name: f, value: a.yml}\nsteps:\n- task: AzureCLI@2\n  inputs:\n    \
                 scriptType: bash\n    inlineScript: |\n      az ml job create -f \
                 $(System.DefaultWorkingDirectory)/$(f)\n    workingDirectory: $(Build.SourcesDirectory)/w\n\
                 - script: az ml job create -f b.yml -g $(group)\n";
    assert_eq!(shown("ci/azure.yml", azure), "job a.yml\njob b.yml\n");
}

#[test]
fn a_continued_command_line_has_no_empty_word() {
    // The forms of the ten files of azureml-examples that are sent like this, `deploy-*.sh`.
    for text in [
        "az ml job create -f job.yml --set a=b \\\n  --web",
        "az ml job create -f job.yml --set a=b \\\n\t c.d=$E \\\n   --name n",
        "id=$(az ml job create -f job.yml --set a=b \\\n    --query name -o tsv)",
        "az ml job create --set a=b \\\r\n  -f job.yml",
    ] {
        let lines = CommandLines::read("a.sh", &tree("a.sh", text)).expect("it runs az ml");
        let line = &lines.commands[0];
        assert!(line.file.is_some() && !line.sets_unknown, "{text}");
        assert!(!line.settings.is_empty(), "{text}");
    }
}

#[test]
fn a_placeholder_that_a_script_replaces_is_filled() {
    let text = "sed -i \"s/<NAME>/$N/g;\\\n s/{{X}}/1/\" a/d.yml_\naz ml job create -f b.yml\n";
    let lines = CommandLines::read("a.sh", &tree("a.sh", text)).expect("it runs az ml");
    assert!(lines.fills(text, "<NAME>") && lines.fills(text, "{{X}}"));
    assert!(!lines.fills(text, "<OTHER>") && !lines.fills(text, "${N}"));
    let names: Vec<&str> = lines.mentions.iter().map(|name| &**name).collect();
    assert_eq!(names, ["b.yml", "d.yml"]);
}

#[test]
fn hostile_texts_end() {
    let deep = format!("az ml job create -f {}", "$(".repeat(100_000));
    let quotes = format!("az ml {}", "\"$(`${{".repeat(50_000));
    for text in [
        deep,
        quotes,
        "az ml \"${".to_owned(),
        "az ml $(".to_owned(),
        "az ml <<".into(),
    ] {
        for path in ["a.sh", "a.ps1", "a.cmd", "Makefile"] {
            assert!(shown(path, &text).lines().count() <= 1, "{path}");
        }
    }
}
