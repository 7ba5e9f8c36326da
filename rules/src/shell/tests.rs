//! The words of each dialect.

use super::*;

/// Formats the commands of `text`, words in `<>`: `{X}` is a variable, `(x)` the output of a command, `@`
/// an expression, `?` unknown. `[` and `]` are subshells, `;` is a line end, `#` a comment.
fn shown(text: &str, dialect: Dialect, line_breaks: LineBreaks) -> String {
    let syntax = Syntax {
        dialect,
        line_breaks,
    };
    let expressions = text.match_indices("${{").map(|(at, _)| {
        let end = text[at..].find("}}").map_or(text.len(), |end| at + end + 2);
        at..end
    });
    let template = Template {
        expressions: expressions.collect(),
        ..Template::default()
    };
    let source = ShellText {
        text,
        start: 0,
        syntax,
        template: &template,
    };
    let mut shown: Vec<String> = Vec::new();
    read(source, &mut |event| match event {
        Event::Command(command) => {
            let words = command.words.iter().map(|word| show(text, word));
            shown.extend(words);
            for redirect in &command.redirects {
                shown.push(format!(">{}", show(text, &redirect.target)));
            }
        }
        Event::SubshellStart => shown.push("[".to_owned()),
        Event::SubshellEnd => shown.push("]".to_owned()),
        Event::LineEnd => shown.push(";".to_owned()),
        Event::Comment(range) => shown.push(text[range].to_owned()),
    });
    shown.join(" ")
}

fn show(text: &str, word: &Word) -> String {
    let parts = word.parts.iter().map(|part| match part {
        Part::Literal(text) => text.clone(),
        Part::Expression(_) => "@".to_owned(),
        Part::Variable(name) => format!("{{{name}}}"),
        Part::Substitution(range) => format!("({})", &text[word.absolute(range)]),
        Part::Unknown => "?".to_owned(),
    });
    format!("<{}>", parts.collect::<String>())
}

#[test]
fn each_dialect_has_its_own_words() {
    use Dialect::*;
    for (dialect, text, expected) in [
        (Bash, r#"a 'b $c' "d $e" f\ g"#, "<a> <b $c> <d {e}> <f g>"),
        (Bash, "a ${b} ${c:-d} $1 $$", "<a> <{b}> <?> <?> <?>"),
        (Bash, "a \"$(b 'c)')\" `d`e", "<a> <(b 'c)')> <(d)e>"),
        (Bash, "a $((1 << 2)) $(b <<< c)", "<a> <?> <(b <<< c)>"),
        (Bash, "a $(b # it's )\n) c", "<a> <(b # it's )\n)> <c>"),
        (
            Bash,
            "a \"$(cat <<E\n)'\nE\n)\" b",
            "<a> <(cat <<E\n)'\nE\n)> <b>",
        ),
        (
            Bash,
            "a <(b) *.c {d,e} ~/f",
            "<a> <(b)> <?.c> <?d,e}> <?/f>",
        ),
        (
            Bash,
            "a b[0] c[0].d=1 [ e ]",
            "<a> <b?0]> <c[0].d=1> <[> <e> <]>",
        ),
        (Bash, "a ${{x}} '${{y}}'", "<a> <@> <@>"),
        (Bash, "(a; b) 2>&1 # c", "[ <a> <b> ] # c ><1>"),
        (
            PowerShell,
            "$a = b `\n  \"c`\"$d\" $env:E 'f'",
            "<{a}> <=> <b> <c\"{d}> <{E}> <f>",
        ),
        (PowerShell, "a.ps1 b\\c; d *.e", "<a.ps1> <b\\c> <d> <*.e>"),
        (PowerShell, "<# a 'b\n#> c <#d#> e <# f", "<c> <e>"),
        (
            Cmd,
            "a ^\n b^&c 'd e' # %F%",
            "<a> <b&c> <'d> <e'> <#> <{F}>",
        ),
        (
            Cmd,
            "call %~dp0a \"b c\" $d; & e %1",
            "<call> <{~dp0}a> <b c> <$d;> <e> <?1>",
        ),
        (
            Make,
            "F ?= a.b\n\tc $(F) $$G \\\n d",
            "<F> <?=> <a.b> ; <c> <(F)> <{G}> <d>",
        ),
        (Make, "a $$(b c) ${D} $@ *.e", "<a> <(b c)> <{D}> <?> <*.e>"),
    ] {
        let found = shown(text, dialect, LineBreaks::Source);
        assert_eq!(found, expected, "{dialect:?}: {text}");
    }
}

#[test]
fn a_continuation_is_no_word() {
    use Dialect::*;
    for (dialect, escape) in [(Bash, '\\'), (Make, '\\'), (PowerShell, '`'), (Cmd, '^')] {
        for line_break in ["\n", "\r\n"] {
            let text = format!("a b {escape}{line_break}    --c{escape}{line_break}d\n");
            let found = shown(&text, dialect, LineBreaks::Source);
            assert_eq!(found, "<a> <b> <--cd> ;", "{text:?}");
        }
    }
}

#[test]
fn line_breaks_are_read_by_their_form() {
    use LineBreaks::*;
    for (line_breaks, text, expected) in [
        (Decoded, "a\nb\r\nc", "<a> ; <b\r> ; <c>"),
        (Source, "a\r\n# b\r\nc", "<a> ; # b ; <c>"),
        (Folded, "a\n  b\n\n  c\n", "<a> <b> ; <c> ;"),
        (Decoded, "a <<E\n E\nb\nE\nc", "<a> ><E> ; <c>"),
        (Source, "a <<E\n  b '\n  E\n  c", "<a> ><E> ; <c>"),
        (Decoded, "a <<-'E' <<F\n\tE\nF\nb", "<a> ><E> ><F> ; <b>"),
    ] {
        assert_eq!(
            shown(text, Dialect::Bash, line_breaks),
            expected,
            "{text:?}"
        );
    }
}
