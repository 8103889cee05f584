//! Links with measured points, as many as fit.

use super::ShortCurve;

/// The largest number of characters of a link with points, of which programs that people write in take no more.
pub const MOST_CHARACTERS: usize = 4_000;

/// Returns the link that `write` makes of the points of curves, and the places of the curves that are measured again when it
/// is opened. If the link would have more than `most` characters, the longest curves have only their loads.
pub fn link_with_points(
    mut curves: Vec<ShortCurve>,
    most: usize,
    write: impl Fn(&[ShortCurve]) -> String,
) -> (String, Vec<usize>) {
    let mut link = write(&curves);
    while link.len() > most {
        let measured = curves.iter_mut();
        let measured = measured.filter(|curve| curve.to_measure().len() < curve.points.len());
        let Some(longest) = measured.max_by_key(|curve| curve.write().len()) else {
            break;
        };
        *longest = longest.without_measures();
        link = write(&curves);
    }
    let again = curves.iter().enumerate();
    let again = again.filter(|(_, curve)| !curve.to_measure().is_empty());
    (link, again.map(|(place, _)| place).collect())
}
