//! Reads the type expressions of the catalogue, such as `map of (string | list of int)?`, and
//! writes them as Rust.

use std::collections::BTreeMap;

use super::catalogue::Unknown;

/// Writes type expressions; knows the number of every type and every name.
pub(super) struct TypeExpressions<'a> {
    pub(super) types: &'a BTreeMap<&'a str, usize>,
    pub(super) names: &'a BTreeMap<&'a str, usize>,
}

struct Reader<'a> {
    rest: &'a str,
    code: &'a TypeExpressions<'a>,
}

impl TypeExpressions<'_> {
    pub(super) fn code(&self, text: &str) -> Result<String, String> {
        let mut reader = Reader {
            rest: text,
            code: self,
        };
        let code = reader.ty()?;
        if reader.rest.trim().is_empty() {
            Ok(code)
        } else {
            Err(format!("`{}` is left over of `{text}`", reader.rest))
        }
    }
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("`{token}` is missing before `{}`", self.rest))
        }
    }

    fn until(&mut self, end: char) -> Result<&'a str, String> {
        let at = self
            .rest
            .find(end)
            .ok_or_else(|| format!("`{end}` is missing in `{}`", self.rest))?;
        let text = &self.rest[..at];
        self.rest = &self.rest[at + end.len_utf8()..];
        Ok(text)
    }

    fn word(&mut self) -> &'a str {
        self.skip();
        let end = self
            .rest
            .find(|c| !is_of_word(c))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// A type with its suffixes: `$` an expression may stand here, `^` private preview, `?` may be
    /// null.
    fn ty(&mut self) -> Result<String, String> {
        let shape = self.shape()?;
        let expression = self.eat("$");
        let private = self.eat("^");
        let null = self.eat("?");
        Ok(format!(
            "Type {{ shape: {shape}, expression: {expression}, private: {private}, null: {null} }}"
        ))
    }

    fn shape(&mut self) -> Result<String, String> {
        if self.eat("(") {
            // Parentheses around one collection only say what a suffix belongs to.
            let before = self.rest;
            let alone = self.shape()?;
            if self.eat(")") && matches!(before.split(['(', ' ']).next(), Some("list" | "map")) {
                return Ok(alone);
            }
            self.rest = before;
            let mut parts = vec![self.ty()?];
            while self.eat("|") {
                parts.push(self.ty()?);
            }
            self.expect(")")?;
            return Ok(format!("ValueShape::OneOf(&[{}])", parts.join(", ")));
        }
        let word = self.word();
        if word == "list" {
            self.expect("of")?;
            return Ok(format!("ValueShape::List(&{})", self.ty()?));
        }
        if word == "map" {
            return self.map();
        }
        if let Some(number) = self.code.types.get(word) {
            let expressions = self.eat("$");
            let unknown = match (self.eat("~"), self.eat(">")) {
                (false, _) => Unknown::Refused,
                (true, false) => Unknown::Ignored,
                (true, true) => Unknown::Sent,
            };
            return Ok(format!(
                "ValueShape::Mapping(&T{number}, Inside {{ expressions: {expressions}, \
                 unknown: {} }})",
                unknown.code()
            ));
        }
        if let Some(number) = self.code.names.get(word) {
            return Ok(format!("ValueShape::Named(&N{number})"));
        }
        self.scalar(word)
    }

    fn map(&mut self) -> Result<String, String> {
        let key = if self.eat("(") {
            let key = self.ty()?;
            self.expect(")")?;
            format!("Some(&{key})")
        } else {
            "None".to_owned()
        };
        self.expect("of")?;
        Ok(format!(
            "ValueShape::Map {{ key: {key}, value: &{} }}",
            self.ty()?
        ))
    }

    fn scalar(&mut self, word: &str) -> Result<String, String> {
        if let Some(spelling) = spelling(word) {
            self.expect("[")?;
            let values: Vec<&str> = self.until(']')?.split(", ").collect();
            return Ok(format!(
                "ValueShape::Enum(Spelling::{spelling}, &{values:?})"
            ));
        }
        let argument = if self.rest.starts_with('(') {
            self.rest = &self.rest[1..];
            self.until(')')?
        } else {
            ""
        };
        let strict = matches!(word, "int" | "float" | "expression") && self.eat("!");
        Ok(match word {
            "string" => format!("ValueShape::Text({argument:?})"),
            "int" => {
                let (min, max) = argument.split_once("..").unwrap_or(("", ""));
                format!(
                    "ValueShape::Int {{ strict: {strict}, min: {}, max: {} }}",
                    bound(min),
                    bound(max)
                )
            }
            "float" => format!("ValueShape::Float {{ strict: {strict} }}"),
            "number" => "ValueShape::Float { strict: false }".to_owned(),
            "expression" => format!("ValueShape::Expression {{ whole: {strict} }}"),
            "asset" => {
                let (of, version) = argument.split_once(", ").unwrap_or((argument, ""));
                let version = match version {
                    "" => "Free",
                    "version" => "Required",
                    _ => "Optional",
                };
                format!("ValueShape::Asset {{ of: {of:?}, version: Versioned::{version} }}")
            }
            "registry" => format!("ValueShape::Registry({argument:?})"),
            "feed" => format!("ValueShape::Feed({argument:?})"),
            "file" => format!("ValueShape::File({argument:?})"),
            "const" => format!("ValueShape::Const({argument:?})"),
            "bool" => "ValueShape::Bool".to_owned(),
            "nothing" => "ValueShape::Nothing".to_owned(),
            "any" => "ValueShape::Any".to_owned(),
            "version" => "ValueShape::Version".to_owned(),
            "numeric-version" => "ValueShape::NumericVersion".to_owned(),
            "datetime" => "ValueShape::Datetime".to_owned(),
            "url" => "ValueShape::Url".to_owned(),
            "git" => "ValueShape::Git".to_owned(),
            "path" => "ValueShape::Path".to_owned(),
            "output-expression" => "ValueShape::OutputExpression".to_owned(),
            _ => return Err(format!("unknown type `{word}`")),
        })
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '.' | '<' | '>' | ':' | '/')
}

/// A limit of a number, which may be left out.
fn bound(text: &str) -> String {
    if text.is_empty() {
        "None".to_owned()
    } else {
        format!("Some({text})")
    }
}

fn spelling(word: &str) -> Option<&'static str> {
    Some(match word {
        "exact" => "Exact",
        "lower" => "Lower",
        "upper" => "Upper",
        "snake" => "Snake",
        "camel" => "Camel",
        "pascal" => "Pascal",
        _ => return None,
    })
}
