//! The syntax of models with parameters in links: `ciciani-hypercube:n=8,length=64`.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use engine::catalog::Settings;

/// Characters that would end a value of a link, or that browsers escape in a fragment anyway.
pub(in crate::laboratory) const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'>')
    .add(b'`');

/// As [`ESCAPED`], with the characters that would end a setting of a model.
const ESCAPED_IN_MODEL: &AsciiSet = &ESCAPED.add(b',').add(b':').add(b'=');

/// Parses `id:key=value,key=value`, or returns a description of the expected form.
pub(in crate::laboratory) fn read(text: &str) -> Result<(String, Settings), &'static str> {
    let (id, settings) = text.split_once(':').unwrap_or((text, ""));
    if id.trim().is_empty() {
        return Err("a model, as in ciciani-hypercube:n=8");
    }
    let mut read = Settings::default();
    for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = pair.split_once('=') else {
            return Err("written as model:key=value,key=value");
        };
        read.set(decode(key), decode(value));
    }
    Ok((decode(id.trim()), read))
}

/// Writes a model in the syntax that [`read`] parses.
pub(super) fn write(id: &str, settings: &Settings) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, ESCAPED_IN_MODEL).to_string();
    let pairs = settings
        .iter()
        .map(|(key, value)| [&escaped(key), "=", &escaped(value)].concat());
    match &*pairs.collect::<Vec<_>>() {
        [] => escaped(id),
        pairs => [&escaped(id), ":", &pairs.join(",")].concat(),
    }
}

/// Decodes the percent escapes in a part of a link.
pub(super) fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
