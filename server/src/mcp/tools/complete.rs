//! `complete`: what can be written at a place.

use azml_ide::Site;
use azml_ide::completion::{Completions, Item, complete};
use azml_rules::text::printable::printable;
use azml_rules::text::{Column, Position};
use serde_json::json;

use crate::config::now;
use crate::mcp::agent_tool::{AgentTool, PATH, TEXT, ToolAnswer};
use crate::mcp::arguments::{Argument, ArgumentSort, ArgumentValues};
use crate::mcp::printed::{loaded_or_problems, printed};
use crate::mcp::served_folder::ServedFolder;
use crate::sandbox::key;

pub(super) const TOOL: AgentTool = AgentTool {
    name: "complete",
    title: "Complete at a place",
    about: "Lists what can be written at a place of an Azure ML file, the best first: keys, values, computes of the project by \
            how well they fit, the names in `${{ }}`, assets, files, flags of a script. At the end of a key with its \
            colon and a blank, it lists the values of that key.",
    arguments: &[
        PATH,
        TEXT,
        Argument {
            name: "line",
            sort: ArgumentSort::Count,
            about: "Line of the place, from 1",
            is_required: true,
        },
        Argument {
            name: "column",
            sort: ArgumentSort::Count,
            about: "Column of the place in characters, from 1; the end of the line by default",
            is_required: false,
        },
        Argument {
            name: "limit",
            sort: ArgumentSort::Count,
            about: "Most items: 40 by default",
            is_required: false,
        },
    ],
    output: None,
    writes: false,
    call,
};

/// Most items where no number is named.
const MOST: usize = 40;

fn call(folder: &ServedFolder, values: &ArgumentValues<'_>) -> Result<ToolAnswer, String> {
    let path = folder.path(values.required("path"))?;
    let key = key(&path);
    let loaded = match values.text("text") {
        Some(text) => folder.load(Vec::new(), Some((path, text.to_owned()))),
        None => folder.load(vec![path], None),
    };
    let loaded = loaded_or_problems(loaded)?;
    let document = loaded.workspace.document(&key);
    let document = document.ok_or("the file can't be read as YAML")?;
    let position = Position {
        line: values.count("line").unwrap_or(1) - 1,
        column: values.count("column").unwrap_or(u32::MAX) - 1,
    };
    let offset = document
        .lines()
        .offset(document.text(), position, Column::Utf32);
    let site = Site::new(document, &loaded.workspace, "", &|_| None).at(now());
    let most = values.count("limit").map_or(MOST, |it| it as usize);
    Ok(listed(complete(&site, offset), document.text(), most))
}

/// Returns the text to write; its label where that has several lines or placeholders.
fn shown_text(item: &Item) -> &str {
    let text = item.insert.trim_end();
    if item.is_snippet || text.contains('\n') {
        &item.label
    } else {
        text
    }
}

fn listed(completions: Option<Completions>, text: &str, most: usize) -> ToolAnswer {
    let Some(Completions { range, items }) = completions else {
        return ToolAnswer {
            text: "Nothing is known of this place.".to_owned(),
            structured: Some(json!({"replaces": "", "items": [], "leftOut": 0})),
        };
    };
    let left_out = items.len().saturating_sub(most);
    let shown = &items[..items.len() - left_out];
    let text_of = printed(|out| {
        for item in shown {
            let detail = match item.detail.as_str() {
                "" => String::new(),
                detail => format!("  {}", printable(detail)),
            };
            writeln!(out, "{}{detail}", printable(shown_text(item)))?;
        }
        match left_out {
            0 => Ok(()),
            more => writeln!(out, "left out: {more}, by `limit`"),
        }
    });
    let redacted = |text: &str| printed(|out| write!(out, "{text}"));
    let shown = shown.iter().map(|item| {
        json!({
            "label": redacted(&item.label),
            "insert": redacted(&item.insert),
            "isSnippet": item.is_snippet,
            "detail": redacted(&item.detail),
        })
    });
    let items: Vec<_> = shown.collect();
    let replaces = redacted(range.slice(text));
    ToolAnswer {
        text: text_of,
        structured: Some(json!({"replaces": replaces, "items": items, "leftOut": left_out})),
    }
}
