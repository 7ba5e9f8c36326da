//! Answers of the Azure CLI as JSON, and the entries in them.

use serde_json::Value;

use super::az::failure::Cause;

/// Entries of a list, and the address of its next page.
pub(super) struct Page {
    pub(super) entries: Vec<Value>,
    pub(super) next: Option<String>,
}

/// Parses the output of a command that succeeded.
pub(super) fn parse(output: &[u8]) -> Result<Value, Cause> {
    let text = String::from_utf8_lossy(output);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Cause::Empty);
    }
    if text.starts_with('<') {
        return Err(Cause::Html);
    }
    serde_json::from_str(text).map_err(|error| {
        if error.is_eof() {
            Cause::Incomplete
        } else {
            Cause::NotJson
        }
    })
}

/// Returns the entries of a list in any of its shapes: a list, or a page of Azure's REST API.
pub(super) fn page(answer: Value) -> Result<Page, Cause> {
    let (entries, next) = match answer {
        Value::Array(entries) => (entries, None),
        Value::Object(mut page) => {
            let next = ["nextLink", "next_link"].map(|key| page.remove(key));
            let next = next.into_iter().flatten().find_map(|link| match link {
                Value::String(link) if !link.is_empty() => Some(link),
                _ => None,
            });
            match page.remove("value") {
                Some(Value::Array(entries)) => (entries, next),
                _ => return Err(Cause::NoList),
            }
        }
        _ => return Err(Cause::NoList),
    };
    let has_name = |entry: &Value| entry.get("name").is_some_and(|name| !name.is_null());
    if !entries.iter().all(has_name) {
        return Err(Cause::NoList);
    }
    Ok(Page { entries, next })
}

/// Returns the path of the next page. `az rest` adds the endpoint of its cloud to a path, so a page
/// can't lead to another machine, which would get a token.
pub(super) fn path_of_page(link: &str) -> Option<&str> {
    let rest = link.strip_prefix("https://")?;
    let path = &rest[rest.find('/')?..];
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'`\\".contains(c);
    (path.starts_with("/subscriptions/") && path.chars().all(is_plain)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_next_page_is_of_the_same_cloud() {
        let path = "/subscriptions/1/providers/x?api-version=1&$skipToken=a%3D";
        let link = format!("https://management.azure.com:443{path}");
        assert_eq!(path_of_page(&link), Some(path));
        for other in [
            "http://management.azure.com/subscriptions/1",
            "https://evil.example/collect",
            "https://evil.example",
            "/subscriptions/1",
            "https://management.azure.com/subscriptions/1?a=\"& calc",
        ] {
            assert_eq!(path_of_page(other), None, "{other}");
        }
    }
}
