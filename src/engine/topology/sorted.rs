//! Sorting by integer keys.
//!
//! All code sorts by one type of key, since each further type adds some kilobytes to the page.

/// Indices of the keys in ascending order of key; equal keys keep their order.
pub fn order_of(keys: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut keyed: Vec<(u64, u32)> = keys.into_iter().zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, index)| index as usize)
}

/// Maps a float to an integer key, in the same order.
pub fn ascending(value: f32) -> u64 {
    let bits = value.to_bits();
    let is_negative = bits >> 31 == 1;
    u64::from(if is_negative { !bits } else { bits | 1 << 31 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let order: Vec<_> = order_of([3, 1, 3, 0, 1]).collect();
        assert_eq!(order, [3, 1, 4, 0, 2]);
    }

    #[test]
    fn floats_keep_their_order() {
        let values = [f32::NEG_INFINITY, -2.5, -0.0, 0.0, 1e-9, 0.5, 7.0];
        assert!(values.map(ascending).is_sorted());
    }
}
