//! Values of queries, formatted for lessons.

use rhai::Dynamic;

/// Significant digits of a number that is not an integer.
const DIGITS: i32 = 3;

/// Formats a value for a text.
pub(crate) fn in_words(value: &Dynamic) -> String {
    if value.is_unit() {
        return "never".to_owned();
    }
    if let Ok(number) = value.as_float() {
        return number_in_words(number);
    }
    if let Ok(truth) = value.as_bool() {
        return if truth { "yes" } else { "no" }.to_owned();
    }
    match value.clone().into_array() {
        Ok(values) if values.is_empty() => "none".to_owned(),
        Ok(values) => {
            let words: Vec<_> = values.iter().map(in_words).collect();
            words.join(", ")
        }
        Err(_) => value.to_string(),
    }
}

/// Formats a number with [`DIGITS`] significant digits, but never rounds its integer part.
fn number_in_words(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{number}");
    }
    let magnitude = libm::floor(libm::log10(number.abs())) as i32;
    let places = (DIGITS - 1 - magnitude).clamp(0, 12) as usize;
    let text = format!("{number:.places$}");
    if text.contains('.') {
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return text.to_owned();
    }
    text
}

/// Creates a list of the language.
pub(crate) fn list<T: Into<Dynamic>>(items: impl IntoIterator<Item = T>) -> Dynamic {
    let items = items.into_iter().map(Into::into);
    Dynamic::from_array(items.collect())
}

/// Returns the strings of a list; a single string counts as a list of one.
pub(crate) fn texts(value: &Dynamic) -> Option<Vec<String>> {
    if value.is_string() {
        return value.clone().into_string().ok().map(|text| vec![text]);
    }
    let items = value.clone().into_array().ok()?;
    let texts = items.into_iter().map(|item| item.into_string().ok());
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_formatted_for_readers() {
        for (value, words) in [
            (Dynamic::from(14_i64), "14"),
            (Dynamic::from(0.012_345), "0.0123"),
            (Dynamic::from(1234.56), "1235"),
            (Dynamic::from(2.5), "2.5"),
            (Dynamic::from(0.0), "0"),
            (Dynamic::UNIT, "never"),
            (Dynamic::from(true), "yes"),
            (list(["0>1", "1>2"]), "0>1, 1>2"),
            (list([""; 0]), "none"),
        ] {
            assert_eq!(in_words(&value), words);
        }
    }
}
