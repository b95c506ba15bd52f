//! Names of players in one Unicode form, for comparison.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// Returns a name in Unicode normalisation form C, in which `e` with a combining accent becomes `é`.
///
/// Names are compared in this form, and shown as they were written.
///
/// ```
/// use bayeschess::record::composed_name;
/// assert_eq!(composed_name("Rene\u{301}"), "Ren\u{e9}");
/// ```
pub fn composed_name(name: &str) -> Cow<'_, str> {
    if is_nfc(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfc().collect())
    }
}
