//! Files that the user saves or opens.

use std::time::Duration;

use js_sys::futures::JsFuture;
use leptos::prelude::{document, set_timeout};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{
    Blob, BlobPropertyBag, DragEvent, File, FileList, HtmlAnchorElement, HtmlInputElement, Url,
};

/// Saves a text as a file of MIME type `kind`; returns `None` if the browser refuses.
pub fn save_text(text: &str, kind: &str, name: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    save_blob(&blob, name)
}

/// Saves bytes as a file of MIME type `kind`; returns `None` if the browser refuses.
pub fn save_bytes(bytes: &[u8], kind: &str, name: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes).into());
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    save_blob(&blob, name)
}

fn save_blob(blob: &Blob, name: &str) -> Option<()> {
    let url = Url::create_object_url_with_blob(blob).ok()?;
    let saved = save(&url, name);
    // Not at once: the download may not have begun.
    let free = move || drop(Url::revoke_object_url(&url));
    set_timeout(free, Duration::from_mins(1));
    saved
}

/// Saves the content of a URL, which may be a data URL; returns `None` if the browser refuses.
pub fn save(url: &str, name: &str) -> Option<()> {
    let link = document().create_element("a").ok()?;
    let link: HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(url);
    link.set_download(name);
    link.click();
    Some(())
}

/// The largest file that is read \[bytes\].
const MOST_BYTES: f64 = 1e6;

/// Reads the chosen file as text, if one was chosen, and passes the text, or the reason of a failure,
/// to `on_read`. Resets the input, so that the same file can be chosen again.
pub fn read_file(input: &HtmlInputElement, on_read: impl FnOnce(Result<String, String>) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    let Some(file) = file else { return };
    input.set_value("");
    spawn_local(async move { on_read(text_of(&file).await) });
}

/// Reads a file as text; returns the reason of a failure.
async fn text_of(file: &File) -> Result<String, String> {
    if file.size() > MOST_BYTES {
        return Err(format!(
            "the file must have at most {MOST_BYTES} bytes, not {}",
            file.size()
        ));
    }
    let text = JsFuture::from(file.text()).await;
    match text.map(|text: JsValue| text.as_string()) {
        Ok(Some(text)) => Ok(text),
        _ => Err("the file cannot be read as text".to_owned()),
    }
}

/// A file that the user has chosen or dropped.
#[derive(Debug)]
pub struct ChosenFile {
    /// The name, after those of its folders if a folder was chosen.
    pub name: String,
    file: File,
}

impl ChosenFile {
    fn new(file: File) -> Self {
        let path = js_sys::Reflect::get(&file, &"webkitRelativePath".into());
        let path = path.ok().and_then(|path| path.as_string());
        let path = path.filter(|path| !path.is_empty());
        let name = path.unwrap_or_else(|| file.name());
        Self { name, file }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Returns whether the file or one of its folders is hidden, by its name.
    pub fn is_hidden(&self) -> bool {
        self.name.split('/').any(|part| part.starts_with('.'))
    }

    /// Reads the file as text; returns the reason of a failure.
    pub async fn text(&self) -> Result<String, String> {
        text_of(&self.file).await
    }
}

/// Returns the chosen files. Resets the input, so that the same files can be chosen again.
pub fn chosen(input: &HtmlInputElement) -> Vec<ChosenFile> {
    let files = listed(input.files());
    input.set_value("");
    files
}

pub fn dropped(event: &DragEvent) -> Vec<ChosenFile> {
    listed(event.data_transfer().and_then(|transfer| transfer.files()))
}

fn listed(files: Option<FileList>) -> Vec<ChosenFile> {
    let files = files
        .into_iter()
        .flat_map(|files| (0..files.length()).filter_map(move |index| files.get(index)));
    files.map(ChosenFile::new).collect()
}
