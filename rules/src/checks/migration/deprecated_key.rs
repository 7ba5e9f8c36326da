//! Keys that have been replaced by another one.

use crate::checks::prelude::*;
use crate::schema::table::Field;

declare_rule! {
    /// The client still reads the old key. It shows a warning for `tags` of a
    /// connection, but not for `idle_time_before_shutdown` of a compute instance. If both are set, the client
    /// uses the new one. For a connection, it merges `tags` and `metadata`, and `metadata` takes precedence
    /// where both have a key. This rule doesn't report keys with equal values.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// name: ci-anna
    /// type: computeinstance
    /// size: Standard_DS3_v2
    /// idle_time_before_shutdown: PT30M
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// name: ci-anna
    /// type: computeinstance
    /// size: Standard_DS3_v2
    /// idle_time_before_shutdown_minutes: 30
    /// ```
    "deprecated-key", Migration, Warning,
    summary: "a key that another one has replaced",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-compute-instance",
}

fn check(cx: &mut Context<'_>) {
    // Only documents with few keys have such fields: computes and connections.
    let kind = cx.kind().map(Kind::family);
    if !matches!(kind, Some(KindFamily::Compute | KindFamily::Connection)) {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let judgement = cx.judgement();
    for entry in root.entries() {
        let field: Option<&Field> = judgement.field_of(entry.key);
        let new = field.and_then(|field| field.deprecated);
        if let Some(new) = new.filter(|new| !new.is_empty()) {
            report(cx, root, entry, new);
        }
    }
}

fn report(cx: &mut Context<'_>, root: Node<'_>, entry: Entry<'_>, new: &str) {
    let Some(old) = entry.key.text() else { return };
    let given = root.entry(new).map(|entry| entry.value);
    let is_compute = cx.kind().map(Kind::family) == Some(KindFamily::Compute);
    let value = new_value(entry.value, new);
    if given.is_some_and(|given| is_same(given, entry.value, value)) {
        return;
    }
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`{old}` is deprecated; `{new}` has replaced it"),
    );
    diagnostic.deprecated();
    if given.is_some() {
        diagnostic
            .level(Level::Hint)
            .note(match is_compute {
                true => format!("both are set, and the client uses `{new}`"),
                false => {
                    format!("both are set; the client merges them, and `{new}` takes precedence")
                }
            })
            .help(match is_compute {
                true => format!("remove `{old}`"),
                false => format!("move its values to `{new}`"),
            });
        if is_compute {
            diagnostic.unnecessary();
        }
        return;
    }
    diagnostic.note(if is_compute {
        "the client still reads it, without a visible warning"
    } else {
        "the client still reads it, and warns that it is deprecated"
    });
    match value {
        Some(NewValue::Minutes(minutes)) => diagnostic
            .help(format!("write `{new}: {minutes}`"))
            .fix(Fix::safe(
                format!("write `{new}: {minutes}`"),
                vec![
                    Edit::new(entry.key.range(), new),
                    replace(entry.value, minutes.to_string()),
                ],
            )),
        Some(NewValue::Same) => diagnostic
            .help(format!("write `{new}` instead of `{old}`"))
            .safe_fix(format!("write `{new}`"), Edit::new(entry.key.range(), new)),
        None => diagnostic.help(format!("write `{new}` instead of `{old}`")),
    };
}

/// Returns `true` if the value `given` of the new key says what `old` says, so that nothing is lost.
fn is_same(given: Node<'_>, old: Node<'_>, value: Option<NewValue>) -> bool {
    match value {
        Some(NewValue::Minutes(minutes)) => given.int() == Some(i64::from(minutes)),
        Some(NewValue::Same) => given.raw() == old.raw(),
        None => false,
    }
}

/// The value of the new key.
#[derive(Clone, Copy)]
enum NewValue {
    Same,
    Minutes(u32),
}

/// Converts the value; `None` if it is unknown.
fn new_value(value: Node<'_>, new: &str) -> Option<NewValue> {
    if new.ends_with("_minutes") {
        return minutes(known_text(value)?).map(NewValue::Minutes);
    }
    Some(NewValue::Same)
}

/// Returns the minutes of an ISO 8601 duration of hours and minutes, such as `PT1H30M`.
fn minutes(text: &str) -> Option<u32> {
    let rest = text.trim().strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H').unwrap_or(("0", rest));
    let minutes = match rest {
        "" => "0",
        rest => rest.strip_suffix('M')?,
    };
    let hours: u32 = hours.parse().ok()?;
    let minutes: u32 = minutes.parse().ok()?;
    let all = hours.checked_mul(60)?.checked_add(minutes)?;
    (all > 0).then_some(all)
}
