//! Parts of the syntax tree that `syn` does not offer alike for all items.

use proc_macro2::TokenTree;

/// Whether only tests compile what has this attribute: `#[cfg(test)]`, `#[cfg(all(test, ...))]`, or
/// `#[test]`.
pub(super) fn is_test_only(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else {
        return attribute.path().is_ident("test");
    };
    let condition = list.tokens.to_string().replace(' ', "");
    let first = condition.strip_prefix("all(").unwrap_or(&condition);
    list.path.is_ident("cfg") && (first == "test" || first.starts_with("test,"))
}

pub(super) fn item_attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(it) => &it.attrs,
        syn::Item::Enum(it) => &it.attrs,
        syn::Item::ExternCrate(it) => &it.attrs,
        syn::Item::Fn(it) => &it.attrs,
        syn::Item::ForeignMod(it) => &it.attrs,
        syn::Item::Impl(it) => &it.attrs,
        syn::Item::Macro(it) => &it.attrs,
        syn::Item::Mod(it) => &it.attrs,
        syn::Item::Static(it) => &it.attrs,
        syn::Item::Struct(it) => &it.attrs,
        syn::Item::Trait(it) => &it.attrs,
        syn::Item::Type(it) => &it.attrs,
        syn::Item::Union(it) => &it.attrs,
        syn::Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// The names in `thread_local!`.
pub(super) struct ThreadLocals(pub Vec<syn::Ident>);

impl syn::parse::Parse for ThreadLocals {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let mut found = Vec::new();
        while !input.is_empty() {
            input.call(syn::Attribute::parse_outer)?;
            input.parse::<syn::Visibility>()?;
            input.parse::<syn::Token![static]>()?;
            found.push(input.parse()?);
            // The rest of the declaration.
            while !input.is_empty() && !input.peek(syn::Token![;]) {
                input.parse::<TokenTree>()?;
            }
            input.parse::<Option<syn::Token![;]>>()?;
        }
        Ok(Self(found))
    }
}
