//! The macro that declares a rule.

/// Declares the `RULE` of a file: the doc comment is its page, the function `check` its logic.
/// `kind` is the only kind of document that it looks at, if there is one. `marks` lists properties
/// of the rule for the engine and the settings, `options` the numbers that users may set. `fix` is
/// the safety of its best fix. `since` is the first version that contains it: 0.1.0, if not given.
macro_rules! declare_rule {
    (@off off) => { true };
    (@off) => { false };
    (@fix $fix:ident) => { Some($crate::fix::Applicability::$fix) };
    (@fix) => { None };
    (@since $since:literal) => { $since };
    (@since) => { "0.1.0" };
    (@check $kind:ident) => {
        |cx| {
            if cx.kind() == Some($crate::document::Kind::$kind) {
                check(cx);
            }
        }
    };
    (@check) => { check };
    ($(#[doc = $doc:literal])* $name:literal, $group:ident, $level:ident $(($off:ident))?,
     $(kind: $kind:ident,)?
     $(marks: [$($mark:ident),*],)?
     $(options: [$($option:expr),*],)?
     summary: $summary:literal,
     $(fix: $fix:ident,)?
     $(since: $since:literal,)?
     url: $url:literal $(,)?) => {
        $(#[doc = $doc])*
        pub(in crate::checks) static RULE: $crate::rule::Rule = $crate::rule::Rule {
            name: $name,
            group: $crate::rule::Group::$group,
            level: $crate::rule::Level::$level,
            off: declare_rule!(@off $($off)?),
            marks: $crate::rule::Marks::of(&[$($($crate::rule::RuleMark::$mark),*)?]),
            options: &[$($($option),*)?],
            summary: $summary,
            docs: concat!($($doc, "\n"),*),
            fix: declare_rule!(@fix $($fix)?),
            since: declare_rule!(@since $($since)?),
            url: $url,
        };

        pub(in crate::checks) const CHECK: $crate::checks::context::CheckFunction =
            declare_rule!(@check $($kind)?);
    };
}

pub(crate) use declare_rule;
