//! The macro that declares a rule.

/// Declares the `RULE` of a file: the doc comment is its page, the function `check` its logic.
/// `marks` lists properties of the rule for the engine and the settings, `options` the numbers that
/// users may set.
macro_rules! declare_rule {
    (@off off) => { true };
    (@off) => { false };
    ($(#[doc = $doc:literal])* $name:literal, $group:ident, $level:ident $(($off:ident))?,
     $(marks: [$($mark:ident),*],)?
     $(options: [$($option:expr),*],)?
     summary: $summary:literal, fix: $fix:expr, since: $since:literal, url: $url:literal $(,)?) => {
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
            fix: $fix,
            since: $since,
            url: $url,
        };

        pub(in crate::checks) const CHECK: $crate::checks::context::CheckFunction = check;
    };
}

pub(crate) use declare_rule;
