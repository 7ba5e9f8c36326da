use super::*;

/// Returns the keys, the whole value, and the part of it before `│`.
fn value(marked: &str) -> Option<(String, String, String)> {
    let offset = u32::try_from(marked.find('│').unwrap()).unwrap();
    let document = Document::new("x.yml", marked.replace('│', ""));
    let value = Value::at(&Line::at(&document, offset)?)?;
    Some((
        value.keys.join("."),
        value.range.slice(document.text()).to_owned(),
        value.typed.to_owned(),
    ))
}

fn found(keys: &str, value: &str, typed: &str) -> Option<(String, String, String)> {
    Some((keys.to_owned(), value.to_owned(), typed.to_owned()))
}

#[test]
fn a_value_is_found_in_any_quotes() {
    assert_eq!(value("code: ./a│b\n"), found("code", "./ab", "./a"));
    assert_eq!(
        value("code: ./a b│ # why\n"),
        found("code", "./a b", "./a b")
    );
    assert_eq!(
        value("code: 'it''s│ x'\r\nb: 1\r\n"),
        found("code", "it''s x", "it''s")
    );
    assert_eq!(
        value("code: \"a\\\"b│\"\n"),
        found("code", "a\\\"b", "a\\\"b")
    );
    assert_eq!(value("code: \"a│\n"), found("code", "a", "a"));
    assert_eq!(value("code:│\n"), found("code", "", ""));
    assert_eq!(value("a: 1\r\ncode: │\r\n"), found("code", "", ""));
    assert_eq!(value("é:\n  - x: │y\n"), found("é.x", "y", ""));
    assert_eq!(
        value("a: azureml:│ # why\n"),
        found("a", "azureml:", "azureml:")
    );
}

#[test]
fn a_value_is_found_between_brackets() {
    assert_eq!(
        value("a: {x: 1, \"path\": azureml:d│:1, y: 2}\n"),
        found("a.path", "azureml:d:1", "azureml:d")
    );
    assert_eq!(value("a: {x: │}\n"), found("a.x", "", ""));
    assert_eq!(
        value("a: {x: ${{parent.│\n"),
        found("a.x", "${{parent.", "${{parent.")
    );
    assert_eq!(value("a: {x: ${{a}}, y: b│}\n"), found("a.y", "b", "b"));
    assert_eq!(
        value("jobs:\n  a: {x: 1, compute: c│, y: 2}\n"),
        found("jobs.a.compute", "c", "c")
    );
    assert_eq!(value("a: {x: b│ y: 2}\n"), found("a.x", "b", "b"));
}

#[test]
fn a_broken_line_is_placed_by_its_indentation() {
    assert_eq!(
        value("jobs:\n  a:\n    x: [1\n    compute: c│\n"),
        found("jobs.a.compute", "c", "c")
    );
    assert_eq!(
        value("jobs:\n  a: {x: 1, compute: c│\n"),
        found("jobs.a.compute", "c", "c")
    );
    assert_eq!(
        value("jobs:\n  a: {r: {instance_type: │\n"),
        found("jobs.a.r.instance_type", "", "")
    );
}

#[test]
fn items_belong_to_the_key_of_their_list() {
    assert_eq!(
        value("a:\n  days:\n    - mon\n    - tu│\n"),
        found("a.days", "tu", "tu")
    );
    assert_eq!(
        value("a:\n  days:\n  # why\n  - x\n\n  - │\n"),
        found("a.days", "", "")
    );
    assert_eq!(
        value("a:\r\n  days: [mon, t│ue]\r\n"),
        found("a.days", "tue", "t")
    );
    assert_eq!(value("a: {b: x, days: ['│'\n"), found("a.days", "", ""));
    assert_eq!(value("a:\n  days: [mon,\n    │\n"), found("a.days", "", ""));
    assert_eq!(value("- a│b\n"), found("", "ab", "a"));
    assert_eq!(value("a: [x]\n[│"), found("", "", ""));
}

#[test]
fn elsewhere_is_no_value() {
    for marked in [
        "co│de: x\n",
        "# code: │\n",
        "a: x # │\n",
        "a: x # y: │\n",
        "a: |\n  x│\n",
        "a: x\n  y│\n",
        "a│: x\n",
        "a: b │\n",
        "a: \"b\" │\n",
        "a: {b: c} │\n",
        "- b │\n",
    ] {
        assert_eq!(value(marked), None, "{marked}");
    }
}
