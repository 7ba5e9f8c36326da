//! Hovers in `azml.yaml`: its keys, rule names, words, computes.

use azml_rules::checks::RULES;
use azml_rules::compute::ComputeKind;
use azml_rules::config::{SettingShape, SettingWord, SettingsKey, key_at, shape_at};
use azml_rules::document::Resource;
use azml_rules::rule::Rule;
use azml_rules::settings::Profile;
use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::names_listed;
use azml_rules::{explain, rule_pages};

use super::compute::{compute_kind, size};
use crate::Site;
use crate::cursor_context::keys_around;
use crate::markdown::{Markdown, code, md, ours};

/// Returns the hover of `node`.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>) -> Option<Markdown> {
    let path = keys_around(node);
    match path.as_slice() {
        ["computes", .., "type"] => {
            let value = node.value_of_key().unwrap_or(node);
            known_text(value)
                .and_then(ComputeKind::from_type)
                .map(compute_kind::of_kind)
        }
        keys @ ["computes", .., "size"] if !node.is_key() => {
            size::card(site, node, keys, Resource::VmSize)
        }
        ["prices", _] if node.is_key() && key_at(&path).is_none() => {
            size::of_name(site, known_text(node)?, None, size::Tier::Dedicated)
        }
        path if node.is_key() => key_at(path).map(|key| of_key(key, path)),
        path => {
            let text = node.text()?;
            let words = shape_at(path)?.words();
            words
                .into_iter()
                .find(|word| word.text == text)
                .map(of_word)
        }
    }
}

fn of_key(key: SettingsKey, path: &[&str]) -> Markdown {
    let name = code(path.join("."));
    match key.shape {
        SettingShape::Rule(rule) => of_rule(rule),
        SettingShape::Number(option) => {
            let (least, most) = option.range;
            md!(
                "### {}\n\n{}\n\n- **Type:** integer from {} to {}\n- **Default:** {}",
                code(key.name),
                key.doc,
                least,
                most,
                option.default
            )
        }
        _ => md!("### {}\n\n{}\n\n- **Type:** {}", name, key.doc, key.ty),
    }
}

fn of_word(word: SettingWord) -> Markdown {
    let text = code(word.text);
    let Some(profile) = Profile::from_name(word.text) else {
        return md!("### {}\n\n{}", text, word.means);
    };
    let rules = RULES.iter().filter(|rule| profile.turns_on(rule));
    let names = names_listed(rules.map(|rule| rule.name));
    md!(
        "### {}\n\nProfile: {}.\n\n- **Turns on:** {}",
        text,
        word.means,
        ours(names)
    )
}

pub(crate) fn of_rule(rule: &Rule) -> Markdown {
    let page = rule_pages::address(rule);
    ours(explain::card(rule, page.as_deref()))
}
