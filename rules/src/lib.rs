//! What Azure Machine Learning YAML means: text, settings and facts in; plain data out.

pub mod syntax;
pub mod text;
