//! Fenced code blocks of a Markdown text, with the heading they stand under.

/// A fenced block: ` ```yaml bad path=sweep.yml `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The heading above it, without `#`.
    pub heading: String,
    /// The first word behind the fence.
    pub language: String,
    /// The other words that are not `key=value`.
    pub words: Vec<String>,
    /// `path=...`
    pub path: Option<String>,
    /// `title="..."`
    pub title: Option<String>,
    /// `to=...`
    pub to: Option<String>,
    /// What is inside.
    pub text: String,
}

/// The blocks of `markdown` in their order.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut heading = String::new();
    let mut open: Option<Block> = None;
    for line in markdown.lines() {
        match &mut open {
            Some(block) if line.trim_end() == "```" => {
                blocks.push(block.clone());
                open = None;
            }
            Some(block) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {
                if let Some(fence) = line.strip_prefix("```") {
                    open = Some(opened(&heading, fence));
                } else if line.starts_with('#') {
                    heading = line.trim_start_matches('#').trim().to_owned();
                }
            }
        }
    }
    assert!(
        open.is_none(),
        "a code block is never closed under \"{heading}\""
    );
    blocks
}

fn opened(heading: &str, fence: &str) -> Block {
    let mut quoted = fence.splitn(3, '"');
    let before = quoted.next().unwrap_or_default();
    let title = quoted
        .next()
        .filter(|_| before.ends_with("title="))
        .map(str::to_owned);
    let fence = format!(
        "{} {}",
        before.trim_end_matches("title="),
        quoted.next().unwrap_or_default()
    );
    let mut words = fence.split_whitespace();
    let language = words.next().unwrap_or_default().to_owned();
    let (keyed, plain): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
    let value = |key| {
        keyed
            .iter()
            .find_map(|word| word.strip_prefix(key))
            .map(str::to_owned)
    };
    Block {
        heading: heading.to_owned(),
        language,
        words: plain.into_iter().map(str::to_owned).collect(),
        path: value("path="),
        title,
        to: value("to="),
        text: String::new(),
    }
}
