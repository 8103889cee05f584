//! How long many simulations will still take.

/// How long the rest will take \[seconds\], at the speed of the part that is done after `elapsed`
/// seconds; `None` if that is too little to tell.
pub fn seconds_left(done: f64, all: f64, elapsed: f64) -> Option<f64> {
    /// The shortest time from which the speed is known \[seconds\].
    const SHORTEST: f64 = 1.0;
    let is_known = done > 0.0 && elapsed >= SHORTEST;
    is_known.then(|| (all - done).max(0.0) / done * elapsed)
}

/// A time that something will still take, rounded as far as it is known: `about 2 minutes left`.
pub fn left_in_words(seconds: f64) -> String {
    let (count, unit) = match seconds {
        ..10.0 => return "a few seconds left".to_owned(),
        ..55.0 => ((seconds / 10.0).round() * 10.0, "second"),
        ..5400.0 => ((seconds / 60.0).round(), "minute"),
        ..129_600.0 => ((seconds / 3600.0).round(), "hour"),
        _ => ((seconds / 86_400.0).round(), "day"),
    };
    let plural = if count > 1.0 { "s" } else { "" };
    format!("about {count} {unit}{plural} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_speed_so_far() {
        assert_eq!(seconds_left(25.0, 100.0, 40.0), Some(120.0));
        assert_eq!(seconds_left(100.0, 100.0, 40.0), Some(0.0));
        // An estimate that was exceeded.
        assert_eq!(seconds_left(110.0, 100.0, 40.0), Some(0.0));
        assert_eq!(seconds_left(0.0, 100.0, 40.0), None);
        assert_eq!(seconds_left(1.0, 100.0, 0.01), None);
    }

    #[test]
    fn a_time_is_rounded_and_has_a_unit() {
        for (seconds, words) in [
            (0.0, "a few seconds left"),
            (12.0, "about 10 seconds left"),
            (54.0, "about 50 seconds left"),
            (56.0, "about 1 minute left"),
            (130.0, "about 2 minutes left"),
            (5300.0, "about 88 minutes left"),
            (7300.0, "about 2 hours left"),
            (200_000.0, "about 2 days left"),
        ] {
            assert_eq!(left_in_words(seconds), words);
        }
    }
}
