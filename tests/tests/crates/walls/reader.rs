//! Reads the facts of a file from its syntax tree.

use std::ops::RangeInclusive;

use proc_macro2::{Spacing, Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::comments::{Comment, Sort, comments};
use super::facts::{Child, Facts, Import, Path, Scope, Static, Time};
use super::items::{ThreadLocals, is_test_only, item_attributes};
use super::lengths::{function_lines, lines, table_lines};

/// Reads a file whose module is `module`.
pub(super) fn read(path: &str, module: &[String], text: &str) -> Facts {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut reader = Reader::default();
    reader.facts.scopes.push(Scope {
        module: module.to_vec(),
        ..Scope::default()
    });
    reader.visit_file(&file);
    let Reader {
        mut facts,
        tests,
        pages,
        tables,
        ..
    } = reader;
    let tests_only = file.attrs.iter().any(is_test_only);
    facts.lines = text.lines().count() - tables - tests.iter().map(length).sum::<usize>();
    facts.comments = comments(text);
    let inside = |ranges: &[RangeInclusive<usize>], comment: &Comment| {
        let (line, _) = comment.lines[0];
        ranges.iter().any(|range| range.contains(&line))
    };
    facts
        .comments
        .retain(|it| !tests_only && !inside(&tests, it) && !inside(&pages, it));
    let docs = facts.comments.iter();
    let docs = docs.filter(|it| it.sort == Sort::Module);
    let docs: Vec<&str> = docs
        .flat_map(|it| it.lines.iter().map(|(_, text)| text.as_str()))
        .collect();
    facts.module_docs = docs.join("\n");
    facts
}

fn length(range: &RangeInclusive<usize>) -> usize {
    range.end() + 1 - range.start()
}

#[derive(Default)]
struct Reader {
    facts: Facts,
    /// The scope that is read, in `facts.scopes`.
    scope: usize,
    /// The functions and constants around the cursor.
    around: Vec<String>,
    /// The lines that only tests compile, and those of rule pages, which are texts for users.
    tests: Vec<RangeInclusive<usize>>,
    pages: Vec<RangeInclusive<usize>>,
    /// Lines in tables.
    tables: usize,
}

impl Reader {
    fn scope(&mut self) -> &mut Scope {
        &mut self.facts.scopes[self.scope]
    }

    fn name(&mut self, ident: &syn::Ident) {
        let name = plain(ident);
        self.facts.names.push((name, line(ident.span())));
    }

    /// An item that paths can name.
    fn item(&mut self, ident: &syn::Ident) {
        self.name(ident);
        let name = plain(ident);
        self.scope().items.insert(name);
    }

    fn type_name(&mut self, ident: &syn::Ident) {
        self.item(ident);
        let named = (plain(ident), line(ident.span()));
        self.facts.types.push(named);
    }

    fn path(&mut self, path: Path, at: Span) {
        if let [.., owner, call] = path.as_slice()
            && owner == "Duration"
            && (call.starts_with("from_") || call == "new")
        {
            let time = Time {
                inside: self.around.last().cloned().unwrap_or_default(),
                line: line(at),
                call: format!("Duration::{call}"),
            };
            self.facts.times.push(time);
        }
        if path.len() > 1 {
            self.scope().paths.push((path, line(at)));
        }
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let owner = self.around.last().filter(|it| is_type_name(it));
        let name = plain(&signature.ident);
        let name = owner.map_or_else(|| name.clone(), |owner| format!("{owner}::{name}"));
        let counted = function_lines(signature.fn_token.span, body);
        let at = line(signature.ident.span());
        self.facts.functions.push((name, at, counted));
    }

    fn inside(&mut self, name: String, read: impl FnOnce(&mut Self)) {
        self.around.push(name);
        read(self);
        self.around.pop();
    }

    /// Reads a leaf of a `use`, whose beginning is `before`.
    fn import(&mut self, tree: &syn::UseTree, before: &[String], exports: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let before = [before, &[plain(&path.ident)]].concat();
                self.import(&path.tree, &before, exports);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, exports);
                }
            }
            syn::UseTree::Name(name) => {
                let ident = plain(&name.ident);
                self.leaf(before, &ident, &ident, line(name.ident.span()), exports);
            }
            syn::UseTree::Rename(name) => {
                let (from, to) = (plain(&name.ident), plain(&name.rename));
                self.leaf(before, &from, &to, line(name.ident.span()), exports);
            }
            syn::UseTree::Glob(glob) => {
                self.scope().globs.push(before.to_vec());
                self.scope().imports.push(Import {
                    path: before.to_vec(),
                    line: line(glob.star_token.span()),
                    exports,
                    is_glob: true,
                });
            }
        }
    }

    fn leaf(&mut self, before: &[String], from: &str, to: &str, line: usize, exports: bool) {
        let mut path = before.to_vec();
        let mut bound = to.to_owned();
        if from != "self" {
            path.push(from.to_owned());
        } else if to == "self" {
            bound = before.last().cloned().unwrap_or_default();
        }
        // What a function imports for itself does not replace what its module imports.
        let bindings = &mut self.scope().bindings;
        bindings.entry(bound).or_insert_with(|| path.clone());
        self.scope().imports.push(Import {
            path,
            line,
            exports,
            is_glob: false,
        });
    }

    /// Reads the paths, texts, and types in the tokens of a macro.
    fn tokens(&mut self, stream: TokenStream) {
        let mut path: Path = Vec::new();
        let mut start = Span::call_site();
        // How many colons follow the path so far, and the word before.
        let (mut colons, mut word) = (0, String::new());
        for token in stream {
            match token {
                TokenTree::Ident(ident) => {
                    let name = plain(&ident);
                    if matches!(word.as_str(), "struct" | "enum" | "trait" | "union") {
                        self.facts.types.push((name.clone(), line(ident.span())));
                    }
                    if colons != 2 {
                        self.path(std::mem::take(&mut path), start);
                        start = ident.span();
                    }
                    path.push(name.clone());
                    (colons, word) = (0, name);
                }
                TokenTree::Punct(mark) => {
                    let continues = mark.as_char() == ':' && !path.is_empty();
                    if continues && (colons > 0 || mark.spacing() == Spacing::Joint) {
                        colons += 1;
                    } else {
                        self.path(std::mem::take(&mut path), start);
                        colons = 0;
                    }
                    word.clear();
                }
                TokenTree::Group(group) => {
                    self.path(std::mem::take(&mut path), start);
                    self.tokens(group.stream());
                    word.clear();
                }
                TokenTree::Literal(literal) => {
                    self.path(std::mem::take(&mut path), start);
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        let named = (text.value(), line(literal.span()));
                        self.facts.texts.push(named);
                    }
                    word.clear();
                }
            }
        }
        self.path(path, start);
    }

    fn test_code(&mut self, item: &impl syn::spanned::Spanned) {
        self.tests.push(lines(item.span()));
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if item_attributes(item).iter().any(is_test_only) {
            if let syn::Item::Mod(module) = item {
                self.facts.test_modules.push(plain(&module.ident));
            }
            return self.test_code(item);
        }
        match item {
            syn::Item::Struct(it) => self.type_name(&it.ident),
            syn::Item::Enum(it) => self.type_name(&it.ident),
            syn::Item::Union(it) => self.type_name(&it.ident),
            syn::Item::Trait(it) => self.type_name(&it.ident),
            syn::Item::Type(it) => self.type_name(&it.ident),
            syn::Item::Fn(it) => self.item(&it.sig.ident),
            syn::Item::Const(it) => self.item(&it.ident),
            syn::Item::Static(it) => self.item(&it.ident),
            syn::Item::Mod(it) => self.name(&it.ident),
            syn::Item::Macro(it) => {
                if let Some(name) = &it.ident {
                    self.item(name);
                }
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let name = plain(&module.ident);
        if module.content.is_none() {
            self.facts.children.push(Child {
                name,
                line: line(module.ident.span()),
                has_docs: module.attrs.iter().any(|it| it.path().is_ident("doc")),
            });
            return;
        }
        let mut inner = self.scope().module.clone();
        inner.push(name);
        let outer = std::mem::replace(&mut self.scope, self.facts.scopes.len());
        self.facts.scopes.push(Scope {
            module: inner,
            ..Scope::default()
        });
        visit::visit_item_mod(self, module);
        self.scope = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let exports = !matches!(item.vis, syn::Visibility::Inherited);
        self.import(&item.tree, &[], exports);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
        let name = plain(&item.sig.ident);
        self.inside(name, |reader| visit::visit_item_fn(reader, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.attrs.iter().any(is_test_only) {
            return self.test_code(item);
        }
        self.name(&item.sig.ident);
        self.function(&item.sig, &item.block);
        let name = plain(&item.sig.ident);
        self.inside(name, |reader| visit::visit_impl_item_fn(reader, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.name(&item.sig.ident);
        if let Some(body) = &item.default {
            self.function(&item.sig, body);
        }
        let name = plain(&item.sig.ident);
        self.inside(name, |reader| visit::visit_trait_item_fn(reader, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let owner = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|it| plain(&it.ident)),
            _ => None,
        };
        let owner = owner.unwrap_or_else(|| "Impl".to_owned());
        self.inside(owner, |reader| visit::visit_item_impl(reader, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let owner = plain(&item.ident);
        self.inside(owner, |reader| visit::visit_item_trait(reader, item));
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.tables += table_lines(&item.expr);
        let name = plain(&item.ident);
        self.inside(name, |reader| visit::visit_item_const(reader, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.name(&item.ident);
        self.tables += table_lines(&item.expr);
        let name = plain(&item.ident);
        self.inside(name, |reader| visit::visit_impl_item_const(reader, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.tables += table_lines(&item.expr);
        let name = plain(&item.ident);
        let mut words = Words::default();
        words.visit_type(&item.ty);
        self.facts.statics.push(Static {
            name: name.clone(),
            line: line(item.ident.span()),
            kind: words.0.join(" "),
        });
        self.inside(name, |reader| visit::visit_item_static(reader, item));
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let name = item.mac.path.segments.last();
        let name = name.map_or_else(String::new, |it| plain(&it.ident));
        if name == "declare_rule" {
            self.pages.push(lines(item.span()));
        }
        if name != "macro_rules" {
            self.tables += length(&lines(item.span()));
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        if it.path.is_ident("thread_local")
            && let Ok(inner) = syn::parse2::<ThreadLocals>(it.tokens.clone())
        {
            for ident in inner.0 {
                self.name(&ident);
                self.facts.statics.push(Static {
                    name: plain(&ident),
                    line: line(ident.span()),
                    kind: "thread_local".to_owned(),
                });
            }
        }
        visit::visit_macro(self, it);
        self.tokens(it.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        visit::visit_attribute(self, attribute);
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|it| plain(&it.ident));
        let start = path.segments.first().map(|it| it.ident.span());
        self.path(segments.collect(), start.unwrap_or_else(Span::call_site));
        visit::visit_path(self, path);
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        let named = (text.value(), line(text.span()));
        self.facts.texts.push(named);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.name(name);
        }
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.name(&variant.ident);
        visit::visit_variant(self, variant);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.name(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Local(local) = statement
            && local.attrs.iter().any(is_test_only)
        {
            return;
        }
        visit::visit_stmt(self, statement);
    }

    /// `pub(in crate::checks)` imports nothing.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

/// The last words of the paths in a type.
#[derive(Default)]
struct Words(Vec<String>);

impl Visit<'_> for Words {
    fn visit_ident(&mut self, ident: &syn::Ident) {
        self.0.push(plain(ident));
    }
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(|c: char| c.is_lowercase())
}

fn plain(ident: &proc_macro2::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

fn line(at: Span) -> usize {
    at.start().line
}
