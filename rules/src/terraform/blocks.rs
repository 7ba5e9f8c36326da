//! The blocks and attributes of a Terraform file.

use std::collections::BTreeSet;

use super::tokens::{HclToken, HclTokenKind, HclTokens};
use super::value::TerraformValue;

/// The beginning of a block, up to its bracket: `resource "TYPE" "NAME" {`.
#[derive(Debug)]
pub(super) struct BlockHeader<'t> {
    pub(super) kind: &'t str,
    pub(super) labels: Vec<&'t str>,
}

/// Maximum number of labels of a block that are read. None has more than two.
const MOST_LABELS: usize = 3;

impl<'t> BlockHeader<'t> {
    /// Returns the header of the next block; what is between blocks is left out.
    pub(super) fn next(tokens: &mut HclTokens<'t>) -> Option<Self> {
        loop {
            let token = tokens.next()?;
            if token.kind != HclTokenKind::Word {
                continue;
            }
            match BodyItem::read(tokens, &token)? {
                BodyItem::Block(header) => return Some(header),
                BodyItem::Attribute => _ = TerraformValue::read(tokens),
                BodyItem::Neither => {}
            }
        }
    }
}

/// The part of a body that begins with a name.
enum BodyItem<'t> {
    /// A block, read up to its bracket.
    Block(BlockHeader<'t>),
    /// An attribute, read up to its `=`.
    Attribute,
    /// Malformed text.
    Neither,
}

impl<'t> BodyItem<'t> {
    /// Reads what follows the name `token`; `None` at the end of the text.
    fn read(tokens: &mut HclTokens<'t>, token: &HclToken) -> Option<Self> {
        let mut header = BlockHeader {
            kind: tokens.slice(token),
            labels: Vec::new(),
        };
        loop {
            let token = tokens.next()?;
            let text = tokens.slice(&token);
            match token.kind {
                HclTokenKind::Sign(b'{') => return Some(Self::Block(header)),
                HclTokenKind::Sign(b'=') if header.labels.is_empty() => {
                    return Some(Self::Attribute);
                }
                HclTokenKind::Quoted | HclTokenKind::Word if header.labels.len() < MOST_LABELS => {
                    header.labels.push(text.trim_matches('"'));
                }
                HclTokenKind::Sign(b'}') => {
                    tokens.unread(&token);
                    return Some(Self::Neither);
                }
                _ => return Some(Self::Neither),
            }
        }
    }
}

/// The attributes and blocks of a block. Of the blocks inside, only the attributes are read.
#[derive(Debug, Default)]
pub(super) struct BlockBody<'t> {
    attributes: Vec<(&'t str, Option<TerraformValue>)>,
    blocks: Vec<(&'t str, BlockBody<'t>)>,
}

impl<'t> BlockBody<'t> {
    /// Reads to the end of the block whose bracket was read last, or to that of the text.
    pub(super) fn read(tokens: &mut HclTokens<'t>) -> Self {
        let mut body = Self::default();
        while let Some(header) = body.read_attributes(tokens) {
            let mut inner = Self::default();
            while inner.read_attributes(tokens).is_some() {
                tokens.skip_block();
            }
            body.blocks.push((header.kind, inner));
        }
        body
    }

    /// Reads attributes up to the next block, and returns its header; `None` at the end.
    fn read_attributes(&mut self, tokens: &mut HclTokens<'t>) -> Option<BlockHeader<'t>> {
        loop {
            let token = tokens.next()?;
            match token.kind {
                HclTokenKind::Sign(b'}') => return None,
                HclTokenKind::Sign(b'{' | b'[' | b'(') => tokens.skip_block(),
                HclTokenKind::Word => match BodyItem::read(tokens, &token)? {
                    BodyItem::Block(header) => return Some(header),
                    BodyItem::Attribute => {
                        let value = TerraformValue::read(tokens);
                        self.attributes.push((tokens.slice(&token), value));
                    }
                    BodyItem::Neither => {}
                },
                _ => {}
            }
        }
    }

    /// Returns the value of an attribute.
    pub(super) fn value(&self, name: &str) -> Option<TerraformValue> {
        let mut attributes = self.attributes.iter();
        attributes
            .find(|(own, _)| *own == name)
            .and_then(|(_, value)| value.clone())
    }

    /// Returns the only block of a kind.
    pub(super) fn block(&self, kind: &str) -> Option<&Self> {
        let mut blocks = self.blocks.iter().filter(|(own, _)| *own == kind);
        let (_, first) = blocks.next()?;
        blocks.next().is_none().then_some(first)
    }

    /// Returns the names of its attributes.
    pub(super) fn names(&self) -> BTreeSet<Box<str>> {
        self.attributes
            .iter()
            .map(|(name, _)| (*name).into())
            .collect()
    }
}
