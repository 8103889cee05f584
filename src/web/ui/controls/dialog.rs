//! Modal dialogs, which are open as long as they are there.

use leptos::html;
use leptos::prelude::*;

/// The element of a dialog that opens as soon as it is there.
pub fn modal() -> NodeRef<html::Dialog> {
    let dialog = NodeRef::<html::Dialog>::new();
    dialog.on_load(|dialog| {
        // Fails only if the dialog is already open.
        let _ = dialog.show_modal();
    });
    dialog
}

/// Closes a dialog, which gives the focus back to where it was.
pub fn close(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}
