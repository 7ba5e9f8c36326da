//! Requests that find places: [`definition`], [`references`], [`highlights`], [`document_links`], [`document_symbols`],
//! [`workspace_symbols`], [`call_hierarchy`], [`folding_ranges`], [`linked_ranges`], and [`selection_ranges`].

pub(crate) mod call_hierarchy;
pub(crate) mod definition;
pub(crate) mod document_links;
pub(crate) mod document_symbols;
pub(crate) mod folding_ranges;
pub(crate) mod highlights;
pub(crate) mod linked_ranges;
pub(crate) mod references;
pub(crate) mod selection_ranges;
pub(crate) mod workspace_symbols;
