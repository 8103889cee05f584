//! Order by whole numbers.
//!
//! All code sorts by one kind of key, since each kind that is sorted adds some kilobytes to the
//! page.

/// Where keys are in ascending order: their places in the list, equal ones as they came.
pub fn order_of(keys: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut places: Vec<(u64, u32)> = keys.into_iter().zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place as usize)
}

/// A whole number that is in the order of numbers that are not.
pub fn ascending(value: f32) -> u64 {
    let bits = value.to_bits();
    let is_negative = bits >> 31 == 1;
    u64::from(if is_negative { !bits } else { bits | 1 << 31 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_stay_as_they_came() {
        let places: Vec<_> = order_of([3, 1, 3, 0, 1]).collect();
        assert_eq!(places, [3, 1, 4, 0, 2]);
    }

    #[test]
    fn fractions_keep_their_order() {
        let values = [f32::NEG_INFINITY, -2.5, -0.0, 0.0, 1e-9, 0.5, 7.0];
        assert!(values.map(ascending).is_sorted());
    }
}
