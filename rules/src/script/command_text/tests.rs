//! Commands as the shell reads them.
#![allow(clippy::unwrap_used)] // Helpers of tests.

use super::Command;
use crate::shell::{Part, SimpleCommand, UnclosedKind, Word};
use crate::syntax::parse;

/// Formats the simple commands of `text`, words in `<>`: `@` is an expression, `?` unknown.
fn shown(text: &str) -> Vec<String> {
    with(text, |command| command.simple.iter().map(show).collect())
}

fn with<T>(text: &str, read: impl FnOnce(&Command<'_>) -> T) -> T {
    let tree = parse(format!("{text:?}"));
    read(&Command::read(tree.root().unwrap()).unwrap())
}

fn show(simple: &SimpleCommand) -> String {
    let words: Vec<String> = simple.words.iter().map(show_word).collect();
    let redirects = simple.redirects.iter();
    let redirects: Vec<String> = redirects
        .map(|redirect| format!(" {:?} {}", redirect.kind, show_word(&redirect.target)))
        .collect();
    format!(
        "{}{} {:?}",
        words.join(" "),
        redirects.concat(),
        simple.after
    )
}

fn show_word(word: &Word) -> String {
    let parts = word.parts.iter().map(|part| match part {
        Part::Literal(text) => text.clone(),
        Part::Expression(_) => "@".to_owned(),
        Part::Variable(_) | Part::Substitution(_) | Part::Unknown => "?".to_owned(),
    });
    let group = word.group.map_or(String::new(), |group| group.to_string());
    format!("{group}<{}>", parts.collect::<String>())
}

#[test]
fn words_are_cut_as_the_shell_does() {
    for (text, words) in [
        (
            "python train.py --lr 0.1",
            "<python> <train.py> <--lr> <0.1> End",
        ),
        ("a 'b c' \"d e\" f\\ g", "<a> <b c> <d e> <f g> End"),
        ("a \"\" ''b", "<a> <> <b> End"),
        ("a \\\n  b\\\nc", "<a> <bc> End"),
        ("a \"x\\\ny \\\" \\z\"", "<a> <xy \" \\z> End"),
        ("a # not b 'c", "<a> End"),
        ("a b#c", "<a> <b#c> End"),
        (
            "a $B \"$C d\" ${E:-\"f g\"}h $(i \"j)\" (k)) `l m`",
            "<a> <?> <? d> <?h> <?> <?> End",
        ),
        ("a '$b' \\$c $ \"$\"", "<a> <$b> <$c> <$> <$> End"),
        (
            "a *.csv b[0] ~/c d~ {e,f} {} [ x ]",
            "<a> <?.csv> <b?0]> <?/c> <d~> <?e,f}> <{}> <[> <x> <]> End",
        ),
        (
            "a 2>&1 >b < c &> d 2> e 4 >f",
            "<a> <4> Duplicate <1> Output <b> Input <c> Output <d> Output <e> Output <f> End",
        ),
        ("a <<< b <(c d) >(e)", "<a> <?> <?> HereString <b> End"),
        ("a $'b\\'c' d", "<a> <?> <d> End"),
    ] {
        assert_eq!(shown(text), [words], "{text}");
    }
}

#[test]
fn what_ends_a_command_is_known() {
    let found = shown("a && b || c; d | e & f\n\n  g &&\n h |\n i");
    let expected = [
        "<a> And",
        "<b> Or",
        "<c> Semicolon",
        "<d> Pipe",
        "<e> Background",
        "<f> Line",
        "<g> And",
        "<h> Pipe",
        "<i> End",
    ];
    assert_eq!(found, expected);
}

#[test]
fn here_documents_are_no_commands() {
    let found = shown("python - <<'E' && b\nprint(\"it's\")\n E\nE\ncat <<-F\n\tx '\n\tF\nc");
    let expected = [
        "<python> <-> HereDocument <E> And",
        "<b> Line",
        "<cat> HereDocument <F> Line",
        "<c> End",
    ];
    assert_eq!(found, expected);
}

#[test]
fn expressions_and_groups_are_read_before_quotes() {
    for (text, words) in [
        (
            "a ${{inputs.x}} '${{inputs.y}} z' \"${{ inputs.z }}\"",
            "<a> <@> <@ z> <@> End",
        ),
        ("a --x=${{inputs.x}}/b", "<a> <--x=@/b> End"),
        (
            "a $[[--x ${{inputs.x}}]] b $[[ --y ${{inputs.y}} ]]",
            "<a> 0<--x> 0<@> <b> 1<--y> 1<@> End",
        ),
        (
            "a$[[ --x ${{inputs.x}}]]$[[ --y 1]]",
            "<a> 0<--x> 0<@> 1<--y> 1<1> End",
        ),
        ("a$[[b]]c", "<a?> 0<?b?> <?c> End"),
        (
            "bash -c \"a $[[--x ${{inputs.x}}]]\"",
            "<bash> <-c> <a ?--x @?> End",
        ),
        ("a '$[[--x]]' b", "<a> <?--x?> <b> End"),
        ("a {inputs.x} ${inputs.y} --c", "<a> <?> <?> <--c> End"),
        ("a ${{inputs.x --b", "<a> <@?> <--b> End"),
        ("a $(cat ${{inputs.x}}) b", "<a> <?@> <b> End"),
    ] {
        assert_eq!(shown(text), [words], "{text}");
    }
}

#[test]
fn compound_commands_are_recognized() {
    for (text, is_compound) in [
        ("if a; then b; fi", true),
        ("for x in *; do a; done", true),
        ("(a; b)", true),
        ("{ a; }", true),
        ("f() { a; }", true),
        ("[[ -f x ]] && a", true),
        ("a if then", false),
        ("'if' a", false),
        ("echo done", false),
        ("[ -f x ] && a", false),
    ] {
        assert_eq!(
            with(text, |command| command.is_compound),
            is_compound,
            "{text}"
        );
    }
}

#[test]
fn what_is_open_is_known() {
    use UnclosedKind::*;
    for (text, open) in [
        ("a 'b", Some((SingleQuote, 2..3))),
        ("a \"b ' c", Some((DoubleQuote, 2..3))),
        ("a it's b", Some((SingleQuote, 4..5))),
        ("a $(b", Some((Substitution, 2..4))),
        ("a `b", Some((Substitution, 2..4))),
        ("a <<E\nb'\n", Some((HereDocument, 2..4))),
        ("a <<E", Some((HereDocument, 2..4))),
        ("a $(case x in y) z;; esac) '", Some((Substitution, 2..4))),
        ("a '${{inputs.x}}'", None),
        ("a # it's", None),
        ("a \\' \"'\"", None),
        ("a <<E\nit's\nE\nb", None),
    ] {
        let found = with(text, |command| command.unclosed.clone());
        assert_eq!(found.map(|found| (found.kind, found.range)), open, "{text}");
    }
}

#[test]
fn braces_of_a_template_engine_are_none_of_an_expression() {
    for (text, is_template) in [
        ("python {{ script }}", true),
        ("python a.py {% if x %}", true),
        ("python a.py ${{inputs.data}} {{name}}", true),
        ("{{name}}", true),
        ("python a.py ${{inputs.data}}", false),
        ("python a.py ${{{inputs.data}}}", false),
        ("python a.py ${{% raw %}}", true),
        ("echo ${HOME} {a,b} {", false),
    ] {
        let is_whole = with(text, |command| !command.is_template);
        assert_eq!(!is_whole, is_template, "{text}");
    }
}
