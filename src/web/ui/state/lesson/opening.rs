//! A lesson file on its way to the worker.

/// A lesson file that is being opened.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The text of the file.
    pub text: String,
    /// The name of the file beside the page.
    pub beside: Option<String>,
    /// The step to show; if absent, the first.
    pub step: Option<usize>,
    /// The variant that the link has.
    pub variant: Option<u64>,
}
