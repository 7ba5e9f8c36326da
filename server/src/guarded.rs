//! A panic in one file is a bug of the program: it is reported for that file, and the run continues.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook};

use azml_rules::cancellation::Cancelled;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Records the location of a panic for [`guarded`], and reports it with `tell` instead of printing
/// its message, which may contain text of files.
pub fn install_panic_hook(tell: impl Fn(&str) + Send + Sync + 'static) {
    set_hook(Box::new(move |panic| {
        let what = describe(panic);
        tell(&what);
        LAST.with_borrow_mut(|last| *last = Some(what));
    }));
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = panic
        .location()
        .map(ToString::to_string)
        .unwrap_or_default();
    format!("{place}: {}", text.unwrap_or("panic"))
}

/// Runs `work`; a panic becomes a message. Work that is cancelled ends here, too.
///
/// # Errors
/// Returns an error if `work` panics.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What `work` sees is dropped or only read afterwards.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        if payload.is::<Cancelled>() {
            resume_unwind(payload);
        }
        let place = LAST
            .with_borrow_mut(Option::take)
            .map(|last| format!(" ({last})"))
            .unwrap_or_default();
        format!(
            "the check stopped because of a bug in azml-ls{place}; report it together with the file"
        )
    })
}

#[cfg(test)]
mod tests {
    use azml_rules::cancellation;

    use super::*;

    #[test]
    fn a_panic_becomes_a_message() {
        assert_eq!(guarded(|| 1), Ok(1));
        let message = guarded(|| panic!("too bad")).unwrap_err();
        assert!(message.contains("bug in azml-ls"), "{message}");
    }

    #[test]
    fn cancelled_work_is_not_a_bug() {
        let work = || guarded(cancellation::poll);
        assert_eq!(cancellation::cancellable(|| true, work), Err(Cancelled));
    }
}
