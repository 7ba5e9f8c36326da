//! Finds expressions in decoded text, also broken ones.
//!
//! Start at [`scan`]; its results are in [`found`], and [`near_miss`](mod@near_miss) detects text
//! that resembles an expression. Invariants: all ranges are those of the decoded text, and no input
//! fails.

mod found;
mod near_miss;

use std::ops::Range;

use super::misspelled_words::misspelled_word;
use super::target::{self, Target};
pub use found::{Bracket, Expression, Mistake, MistakeKind, Scan};
use near_miss::near_miss;

/// Scans decoded text.
pub fn scan(text: &str) -> Scan<'_> {
    let mut scan = Scan::default();
    let (mut at, mut budget) = (0, 10_000 + MOST_LOOKS * text.len());
    while let Some(found) = text[at..].find(['$', '{']).map(|found| at + found) {
        at = scan.step(text, found, &mut budget).max(found + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    scan.find_brackets_of_expressions();
    scan
}

/// Maximum number of times that each byte is read to find the ends of brackets, on average. Beyond
/// that, nested brackets are ignored.
const MOST_LOOKS: usize = 16;

impl<'t> Scan<'t> {
    /// Reads the construct that starts at `at` with `$` or `{`; returns the offset at which to continue.
    fn step(&mut self, text: &'t str, at: usize, budget: &mut usize) -> usize {
        let rest = &text[at..];
        if rest.starts_with("$[[") {
            self.bracket(text, at, budget);
            return at + 3;
        }
        if rest.starts_with("${{") {
            return self.expression(text, at);
        }
        let Some((mistake, end)) = near_miss(text, at) else {
            return at + 1;
        };
        self.mistakes.push(mistake);
        end
    }

    fn bracket(&mut self, text: &str, at: usize, budget: &mut usize) {
        if *budget == 0 {
            return;
        }
        let (end, looked) = end_of_bracket(&text[at + 3..]);
        *budget = budget.saturating_sub(looked);
        match end {
            Some(end) => {
                let range = at..at + 3 + end;
                let inner = text[at + 3..range.end].trim_end_matches(']').trim();
                if near_miss::is_known(inner) {
                    self.mistake(MistakeKind::BareBracket, range.clone(), None);
                }
                self.brackets.push(Bracket { range });
            }
            None => self.mistake(MistakeKind::UnclosedBracket, at..at + 3, None),
        }
    }

    /// Sets the outermost bracket of each expression.
    fn find_brackets_of_expressions(&mut self) {
        let mut brackets = self.brackets.iter().enumerate().peekable();
        let mut around: Option<(usize, usize)> = None;
        for expression in &mut self.expressions {
            let start = expression.range.start;
            around = around.filter(|(_, end)| start < *end);
            while let Some((index, bracket)) =
                brackets.next_if(|(_, bracket)| bracket.range.start < start)
            {
                if around.is_none() && start < bracket.range.end {
                    around = Some((index, bracket.range.end));
                }
            }
            expression.bracket = around.map(|(index, _)| index);
        }
    }

    fn expression(&mut self, text: &'t str, at: usize) -> usize {
        let inner = &text[at + 3..];
        let stop = end_of(inner);
        let closed = inner[stop..].starts_with("}}");
        // An unfinished expression ends with its path: the rest belongs to the command.
        let inner = if closed {
            &inner[..stop]
        } else {
            unfinished(&inner[..stop])
        };
        let path = inner.trim();
        let start = at + 3 + (inner.len() - inner.trim_start().len());
        let end = at + 3 + inner.len() + if closed { 2 } else { 0 };
        let doubled = at > 0 && text.as_bytes()[at - 1] == b'$';
        let from = if doubled { at - 1 } else { at };
        let range = at..end;
        let mut target = target::read(path, start);
        if path.is_empty() {
            self.mistake(MistakeKind::Empty, range.clone(), None);
            target = Target::Incomplete;
        } else if !closed {
            let brace = text[end..].starts_with('}');
            let place = range.start..if brace { end + 1 } else { end };
            self.mistake(
                MistakeKind::Unclosed,
                place,
                Some(format!("${{{{{path}}}}}")),
            );
        } else if matches!(target, Target::Secret(_)) {
        } else if path.contains(char::is_whitespace) {
            let joined: String = path.split_whitespace().collect();
            let sure = path
                .split('.')
                .all(|word| !word.trim().contains(char::is_whitespace));
            self.mistake(
                MistakeKind::Blank,
                range.clone(),
                sure.then(|| format!("${{{{{joined}}}}}")),
            );
            target = Target::Foreign;
        } else if let Some((place, word)) = misspelled_word(path, start) {
            self.mistake(MistakeKind::Misspelled, place, Some(word.to_owned()));
            target = Target::Foreign;
        } else if doubled {
            self.mistake(
                MistakeKind::DoubleDollar,
                from..end,
                Some(format!("${{{{{path}}}}}")),
            );
        } else if target == Target::Incomplete {
            self.mistake(MistakeKind::Incomplete, start..start + path.len(), None);
        }
        self.expressions.push(Expression {
            range,
            path: start..start + path.len(),
            target,
            bracket: None,
        });
        end
    }

    fn mistake(&mut self, kind: MistakeKind, range: Range<usize>, replacement: Option<String>) {
        self.mistakes.push(Mistake {
            kind,
            range,
            replacement,
        });
    }
}

/// Returns the offset after the `]]` that closes the bracket around `inner`, and the number of bytes read.
fn end_of_bracket(inner: &str) -> (Option<usize>, usize) {
    let mut depth = 0_usize;
    for (i, byte) in inner.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' if inner[i..].starts_with("]]") => return (Some(i + 2), i + 2),
            _ => {}
        }
    }
    // With unbalanced brackets inside, the first `]]` is the end.
    (inner.find("]]").map(|found| found + 2), inner.len())
}

/// Returns the end of an expression: a brace, or the end of the line. Line ends around the path
/// count as blanks, as in the client (`\s*(\S*?)\s*`). If there is more than a path, closing braces
/// on a later line are unrelated.
fn end_of(inner: &str) -> usize {
    let brace = inner.find(['{', '}']).unwrap_or(inner.len());
    let is_path =
        inner[brace..].starts_with("}}") && !inner[..brace].trim().contains(char::is_whitespace);
    if is_path {
        brace
    } else {
        inner[..brace].find('\n').unwrap_or(brace)
    }
}

/// Returns the path of an expression that is not closed.
fn unfinished(inner: &str) -> &str {
    let blank = inner.len() - inner.trim_start_matches(' ').len();
    let path = inner[blank..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    &inner[..blank + path]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<String> {
        let shown = |expression: &Expression<'_>| match &expression.target {
            Target::Input(name) => format!("input {}", name.text),
            Target::Output(name) => format!("output {}", name.text),
            Target::SearchSpace(name) => format!("space {}", name.text),
            Target::ParentInput(name) => format!("parent input {}", name.text),
            Target::ParentOutput(name) => format!("parent output {}", name.text),
            Target::StepInput(step, port) => format!("{} input {}", step.text, port.text),
            Target::StepOutput(step, port) => format!("{} output {}", step.text, port.text),
            Target::Step(name) => format!("step {}", name.text),
            Target::LegacyStep(name) => format!("legacy {}", name.text),
            Target::Macro(name) => format!("macro {}", name.text),
            Target::Secret(name) => format!("secret {}", name.text),
            Target::Incomplete => "incomplete".to_owned(),
            Target::Foreign => "foreign".to_owned(),
        };
        scan(text).expressions.iter().map(shown).collect()
    }

    fn mistakes(text: &str) -> Vec<(MistakeKind, String, Option<String>)> {
        let shown = |mistake: &Mistake| {
            (
                mistake.kind,
                text[mistake.range.clone()].to_owned(),
                mistake.replacement.clone(),
            )
        };
        scan(text).mistakes.iter().map(shown).collect()
    }

    #[test]
    fn reads_every_context() {
        assert_eq!(
            targets("a ${{inputs.x}} ${{ outputs.y }}${{search_space.lr}}"),
            ["input x", "output y", "space lr"]
        );
        assert_eq!(
            targets("${{parent.inputs.group.lr}}"),
            ["parent input group.lr"]
        );
        assert_eq!(targets("${{parent.outputs.m}}"), ["parent output m"]);
        assert_eq!(
            targets("${{parent.jobs.prep.outputs.o}}"),
            ["prep output o"]
        );
        assert_eq!(targets("${{parent.jobs.prep.inputs.i}}"), ["prep input i"]);
        assert_eq!(targets("${{parent.jobs.loop}}"), ["step loop"]);
        assert_eq!(targets("${{jobs.prep.outputs.o}}"), ["legacy prep"]);
        assert_eq!(
            targets("azureml://datastores/${{default_datastore}}/paths/${{name}}/"),
            ["macro default_datastore", "macro name"]
        );
        assert_eq!(
            targets("${{azureml://connections/c/credentials/k}}"),
            ["secret azureml://connections/c/credentials/k"]
        );
        assert_eq!(
            targets("${{keyvault:https://v.vault.azure.net/secrets/s/1}}").len(),
            1
        );
        assert_eq!(
            targets("${{ parameters.x }} ${{secrets.A}} ${{foo}}"),
            ["foreign", "foreign", "foreign"]
        );
        assert!(mistakes("${{ parameters.x }} ${{secrets.A}} ${{foo}} ${{name}}").is_empty());
    }

    #[test]
    fn knows_what_stands_in_brackets() {
        let text = "python t.py $[[--x ${{inputs.x}} --i a[0]]] ${{inputs.y}}";
        let scan = scan(text);
        assert_eq!(
            &text[scan.brackets[0].range.clone()],
            "$[[--x ${{inputs.x}} --i a[0]]]"
        );
        assert_eq!(
            scan.expressions
                .iter()
                .map(|e| e.bracket)
                .collect::<Vec<_>>(),
            [Some(0), None]
        );
        assert_eq!(mistakes("$[[--x ${{inputs.x}}").len(), 1);
    }

    #[test]
    fn names_each_mistake() {
        use MistakeKind::*;
        let one = |text: &str, kind, marked: &str, fixed: Option<&str>| {
            assert_eq!(
                mistakes(text),
                [(kind, marked.to_owned(), fixed.map(str::to_owned))],
                "{text}"
            );
        };
        let x = Some("${{inputs.x}}");
        one("--a ${{inputs.x --b", Unclosed, "${{inputs.x", x);
        one("--a ${{inputs.x} --b", Unclosed, "${{inputs.x}", x);
        one("${{ inputs.x", Unclosed, "${{ inputs.x", x);
        one("${{}}", Empty, "${{}}", None);
        one("${{inputs. x}}", Blank, "${{inputs. x}}", x);
        one("${{inputs.x y}}", Blank, "${{inputs.x y}}", None);
        one("${{inputs}}", Incomplete, "inputs", None);
        one(
            "${{parent.jobs.a.outputs}}",
            Incomplete,
            "parent.jobs.a.outputs",
            None,
        );
        one(
            "${{parents.inputs.x}}",
            Misspelled,
            "parents",
            Some("parent"),
        );
        one("${{parent.input.x}}", Misspelled, "input", Some("inputs"));
        one(
            "${{parent.job.a.outputs.x}}",
            Misspelled,
            "job",
            Some("jobs"),
        );
        one(
            "${{parent.jobs.a.output.x}}",
            Misspelled,
            "output",
            Some("outputs"),
        );
        one("${{Inputs.x}}", Misspelled, "Inputs", Some("inputs"));
        one(
            "${{default_datstore}}",
            Misspelled,
            "default_datstore",
            Some("default_datastore"),
        );
        one("$${{inputs.x}}", DoubleDollar, "$${{inputs.x}}", x);
        one("$${inputs.x}}", DoubleDollar, "$${inputs.x}}", x);
        one("$ {{inputs.x}}", SplitOpening, "$ {{inputs.x}}", x);
        one("${ {inputs.x}}", SplitOpening, "${ {inputs.x}}", x);
        one("${inputs.x}", SingleBrace, "${inputs.x}", x);
        let step = "${jobs.a.outputs.o}";
        one(
            step,
            SingleBrace,
            step,
            Some("${{parent.jobs.a.outputs.o}}"),
        );
        one("{{ inputs.x }} b", MissingDollar, "{{ inputs.x }}", x);
        one("{{$name}}", MissingDollar, "{{$name}}", Some("${{name}}"));
        one("{inputs.x}", BraceOnly, "{inputs.x}", x);
        one("$(inputs.x)", Parenthesis, "$(inputs.x)", x);
        one("--x $[[inputs.x]]", BareBracket, "$[[inputs.x]]", None);
    }

    #[test]
    fn shell_and_templates_are_no_mistakes() {
        for text in [
            "${HOME}",
            "$HOME {a,b}",
            "{{ cookiecutter.name }}",
            "awk '{print $1}'",
            "{x}",
            "$(pwd)",
            "$(inputs.x --help)",
            "$[[--x ${{inputs.x}}]]",
            "a${b:-c}",
            "{\"a\": ${{inputs.x}}}",
        ] {
            assert!(mistakes(text).is_empty(), "{text}: {:?}", mistakes(text));
        }
    }

    #[test]
    fn never_panics_on_odd_text() {
        for text in [
            "$",
            "${",
            "${{",
            "${{é",
            "$[[",
            "$[[é",
            "{",
            "{{",
            "é${{é}}é",
            "${{\n}}",
            "$$$",
            "}}",
            "${{a.}}",
            "${{parent..x}}",
            "${{.}}",
        ] {
            let _ = scan(text);
        }
    }
}
