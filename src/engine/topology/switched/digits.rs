//! Addresses of terminals in the digits by which switches route.

/// A number with this many digits of a radix, most significant first: `011`, or `0.11.3` if a digit may
/// have two decimal ones.
pub(super) fn in_digits(number: u32, radix: u32, digits: u32) -> String {
    let places = (0..digits).rev();
    let digits = places.map(|place| (number / radix.pow(place) % radix).to_string());
    let separator = if radix <= 10 { "" } else { "." };
    digits.collect::<Vec<_>>().join(separator)
}
