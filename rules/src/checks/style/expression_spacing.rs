//! Expressions with inconsistent spacing in one file.

use crate::checks::prelude::*;

declare_rule! {
    /// `${{inputs.data}}` and `${{ inputs.data }}` mean the same. A file that uses both is harder
    /// to search. This rule prefers the form that the file uses more often or, if both are equally
    /// frequent, the first one.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --epochs ${{ inputs.epochs }}
    /// code: src
    /// environment: azureml:train:1
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   epochs: 3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:train:1
    /// compute: azureml:cpu-cluster
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   epochs: 3
    /// ```
    "expression-spacing", Style, Hint(off),
    summary: "expressions with and without spaces in one file",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

/// Spacing inside the braces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    None,
    One,
    Other,
}

impl Spacing {
    fn of(inner: &str) -> Self {
        let before = &inner[..inner.len() - inner.trim_start().len()];
        let after = &inner[inner.trim_end().len()..];
        match (before, after) {
            ("", "") => Self::None,
            (" ", " ") => Self::One,
            _ => Self::Other,
        }
    }

    fn apply(self, path: &str) -> String {
        match self {
            Self::One => format!("${{{{ {path} }}}}"),
            _ => format!("${{{{{path}}}}}"),
        }
    }
}

fn check(cx: &mut Context<'_>) {
    let sites = &cx.program().sites;
    let mut found = Vec::new();
    for site in sites {
        for expression in &site.text.scan.expressions {
            if matches!(expression.target, Target::Foreign | Target::Incomplete) {
                continue;
            }
            let text = &site.text.text[expression.range.clone()];
            let inner = text
                .strip_prefix("${{")
                .and_then(|it| it.strip_suffix("}}"));
            if let Some(inner) = inner {
                found.push((
                    &site.text,
                    &expression.range,
                    Spacing::of(inner),
                    inner.trim(),
                ));
            }
        }
    }
    let count = |expected: Spacing| found.iter().filter(|(_, _, it, _)| *it == expected).count();
    let first = found
        .iter()
        .map(|(_, _, it, _)| *it)
        .find(|it| *it != Spacing::Other);
    let usual = match count(Spacing::None).cmp(&count(Spacing::One)) {
        std::cmp::Ordering::Less => Spacing::One,
        std::cmp::Ordering::Greater => Spacing::None,
        std::cmp::Ordering::Equal => first.unwrap_or(Spacing::None),
    };
    for (text, range, spacing, path) in found {
        if spacing == usual {
            continue;
        }
        let expected = usual.apply(path);
        let edit = text.edit(range, &expected);
        let written = &text.text[range.clone()];
        let diagnostic = cx.report(
            text.range(range),
            format!("`{written}` is spaced differently from the other expressions"),
        );
        diagnostic
            .note("both mean the same; one way in a file is easier to search")
            .help(format!("write `{expected}`"));
        if let Some(edit) = edit {
            diagnostic.safe_fix(format!("write `{expected}`"), edit);
        }
    }
}
