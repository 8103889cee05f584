//! The version of the page.

use flitscope::version::version_of;
use leptos::prelude::document;

/// Returns the version with the revision that index.html states (`scripts/hash-names.js`).
pub fn version() -> String {
    let root = document().document_element();
    let revision = root.and_then(|root| root.get_attribute("data-revision"));
    version_of(revision.as_deref())
}
