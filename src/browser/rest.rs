//! What the page's program does not need at its start, and so need not fetch before somebody asks for
//! it (`scripts/split-app.js`).

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Hands over what the other part of the program shares with this one.
    #[wasm_bindgen(js_namespace = flitscope, js_name = offer)]
    fn offer_rest(exports: &JsValue);

    /// Has the other part here when it returns, if there is one. What stands in for its functions calls
    /// this, too.
    #[wasm_bindgen(js_namespace = flitscope, js_name = need)]
    fn need_rest();
}

/// Lets the other part of the program be fetched, once somebody works with the page.
pub fn offer() {
    offer_rest(&wasm_bindgen::exports());
}

/// Does something for which the rest of the program may have to be fetched: whatever nothing but calls
/// of this needs is not part of what the page starts with. Not for what somebody sees at the start,
/// and not for what follows a pointer.
#[inline(never)]
pub fn later<T>(act: impl FnOnce() -> T) -> T {
    need_rest();
    act()
}
