//! The refresh of `rules/data/images.yaml`: curated environments from a list of their
//! specifications, and a look at the tags of base images.

use std::collections::BTreeSet;

use azml_rules::date::Date;
use azml_rules::document::Document;
use azml_rules::syntax::Node;
use serde_json::Value;

use super::{Changes, Problem};

/// The two lists of one part of the table.
struct Group {
    ended: Vec<Ended>,
    /// By name.
    current: Vec<String>,
}

struct Ended {
    name: String,
    ended: String,
    replacement: String,
}

/// The part `section` of the table.
fn read(table: &str, section: &str) -> Result<Group, Problem> {
    let document = Document::new("images.yaml", table);
    let part = document.get(section);
    let part = part.ok_or_else(|| format!("the table has no `{section}`"))?;
    let items = |list: &str| part.get(list).into_iter().flat_map(Node::items);
    let text = |item: Node<'_>, key: &str| {
        let value = item.get(key).and_then(Node::text);
        value.unwrap_or_default().to_owned()
    };
    let ended = items("ended").map(|item| Ended {
        name: text(item, "name"),
        ended: text(item, "ended"),
        replacement: text(item, "replacement"),
    });
    Ok(Group {
        ended: ended.collect(),
        current: items("current").map(|item| text(item, "name")).collect(),
    })
}

/// Holds the environments of `table` against `listing`, the paths of all files of
/// Azure/azureml-assets as `git ls-tree -r --name-only HEAD` prints them on the day `as_of`. One that
/// has no specification any more moves from `current` to `ended`. New ones, those that are back, and
/// those that others name as their replacement are told: what becomes of them, a person decides.
///
/// # Errors
/// When the table cannot be read, or the listing has no specification of an environment.
pub fn environments(table: &str, listing: &str, as_of: Date) -> Result<(String, Changes), Problem> {
    let group = read(table, "environments")?;
    let specified = specified(listing);
    if specified.is_empty() {
        return Err(
            "the listing has no path such as `assets/.../environments/NAME/spec.yaml`".into(),
        );
    }
    let mut changes = Vec::new();
    let mut text = table.to_owned();
    for name in &group.current {
        if specified.contains(name.as_str()) {
            continue;
        }
        let is_named = |ended: &Ended| ended.replacement == *name;
        let users = group.ended.iter().filter(|ended| is_named(ended)).count();
        if users > 0 {
            changes.push(format!(
                "{name}: no specification; it replaces {users} others, which need another one first"
            ));
            continue;
        }
        text = moved_to_ended(&text, name, as_of)
            .ok_or_else(|| format!("{name}: its line is not where the table has the others"))?;
        changes.push(format!("{name}: no specification, ended {as_of}"));
    }
    for Ended { name, ended, .. } in &group.ended {
        if specified.contains(name.as_str()) {
            changes.push(format!("{name}: specified, although it ended {ended}"));
        }
    }
    let known: BTreeSet<&str> = group
        .ended
        .iter()
        .map(|ended| ended.name.as_str())
        .chain(group.current.iter().map(String::as_str))
        .collect();
    let new = specified.difference(&known);
    changes.extend(new.map(|name| format!("{name}: not in the table")));
    Ok((text, changes))
}

/// The names of the environments with a specification.
fn specified(listing: &str) -> BTreeSet<&str> {
    let names = listing.lines().filter_map(|path| {
        let folder = path.trim().strip_suffix("/spec.yaml")?;
        let (parent, name) = folder.rsplit_once('/')?;
        parent.ends_with("/environments").then_some(name)
    });
    names.collect()
}

/// `table` with the line of the environment `name` among those that have ended, as the first.
fn moved_to_ended(table: &str, name: &str, day: Date) -> Option<String> {
    let start = table.find("\nenvironments:")?;
    let (head, section) = table.split_at(start);
    let current = section.find("\n  current:")?;
    let line_start = current + section[current..].find(&format!("- {{name: {name},"))?;
    let line_start = section[..line_start].rfind('\n')? + 1;
    let line_end = line_start
        + section[line_start..]
            .find('\n')
            .map_or(section.len() - line_start, |at| at + 1);
    let without = format!("{}{}", &section[..line_start], &section[line_end..]);
    let entry = format!(
        "  - {{name: {name}, ended: {day}, source: \"Azure/azureml-assets (MIT), no specification on {day}\"}}\n"
    );
    let list = "\n  ended:\n";
    let at = without.find(list)? + list.len();
    Some(format!("{head}{}{entry}{}", &without[..at], &without[at..]))
}

/// So long without a new build, a base image may have ended.
const STALE_DAYS: u32 = 365;

/// Holds the base images of `table` against `pages`, the answers of
/// `https://mcr.microsoft.com/v2/azureml/NAME/tags/list`. It changes nothing: that an image has
/// ended, only Microsoft says. Told are images without a build for a year, and builds after the end.
///
/// # Errors
/// When the table or a page cannot be read.
pub fn tags(table: &str, pages: &[String], as_of: Date) -> Result<Changes, Problem> {
    let group = read(table, "base_images")?;
    let mut changes = Vec::new();
    for page in pages {
        let page: Value = serde_json::from_str(page).map_err(|error| error.to_string())?;
        let name = page["name"].as_str().ok_or("there is no `name`")?;
        let name = name.strip_prefix("azureml/").unwrap_or(name);
        let tags = page["tags"].as_array().ok_or("there is no list `tags`")?;
        let builds = tags.iter().filter_map(Value::as_str).filter_map(day_of_tag);
        let Some(newest) = builds.max() else {
            changes.push(format!("{name}: no tag with a day"));
            continue;
        };
        let ended = group.ended.iter().find(|image| image.name == name);
        let end = ended.and_then(|image| Date::parse(&image.ended));
        let is_current = group.current.iter().any(|image| image == name);
        changes.push(match end {
            Some(end) if newest > end => {
                format!("{name}: built on {newest}, although it ended {end}")
            }
            Some(end) => format!("{name}: ended {end}, last built on {newest}"),
            None if !is_current => format!("{name}: not in the table, last built on {newest}"),
            None if is_stale(newest, as_of) => {
                format!("{name}: last built on {newest}; look whether it has ended")
            }
            None => format!("{name}: current, last built on {newest}"),
        });
    }
    Ok(changes)
}

/// The day of a tag such as `20260911.v1`.
fn day_of_tag(tag: &str) -> Option<Date> {
    let day = tag.split('.').next().filter(|day| day.len() == 8)?;
    Date::parse(&format!(
        "{}-{}-{}",
        day.get(..4)?,
        day.get(4..6)?,
        day.get(6..)?
    ))
}

fn is_stale(newest: Date, today: Date) -> bool {
    let age = today.begins().0 - newest.begins().0;
    age > i64::from(STALE_DAYS) * 24 * 60 * 60
}
