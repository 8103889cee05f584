//! The utilization of a channel, in eight levels of color and width.
//!
//! The scale is fixed, so that drawings can be compared. Its lower levels roughly double: at a
//! tenth of the saturation load the channels of a torus carry 0.02 to 0.1 flits per cycle, which
//! must be distinguishable. Its upper levels follow the waiting time in a queue, ρ/(1 − ρ): it is 1
//! at 0.5 and 3 at 0.75, beyond which a network is about to saturate.

use engine::topology::ChannelId;

/// Number of levels.
pub const LEVELS: u8 = 8;

/// The lowest utilization of each level [flits/cycle].
pub const FROM: [f64; LEVELS as usize] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75];

/// The color of each level, from dark to light: cividis (Nuñez, Anderton & Renslow 2018), which
/// looks alike to people with and without a color vision deficiency and has perceptually equal
/// steps.
pub const COLORS: [&str; LEVELS as usize] = [
    "#00224e", "#213b6e", "#4c556c", "#6c6e72", "#8e8978", "#b1a570", "#d9c55c", "#fee838",
];

/// The color of the lowest level where the background is light. The yellow of the scale would be the
/// most striking color of an idle network.
pub(super) const IDLE: &str = "#dfe3e8";

/// The level of a utilization [flits/cycle].
pub fn level(utilization: f64) -> u8 {
    let reached = FROM.iter().filter(|from| utilization >= **from).count();
    (reached as u8).saturating_sub(1)
}

/// The color of a level.
pub fn color(level: u8) -> &'static str {
    COLORS[usize::from(level.min(LEVELS - 1))]
}

/// The width of a channel's line [grid units]; even the widest lines of the two channels of a link
/// do not touch.
pub fn width(level: u8) -> f32 {
    const LEAST: f32 = 0.03;
    const MOST: f32 = 0.17;
    let share = f32::from(level.min(LEVELS - 1)) / f32::from(LEVELS - 1);
    LEAST + share * (MOST - LEAST)
}

/// The `most` busiest channels that carried any flit, busiest first.
pub fn busiest(utilization: &[f64], most: usize) -> Vec<ChannelId> {
    // The bits of nonnegative numbers are in the order of the numbers.
    let busy = (0..).zip(utilization).filter(|(_, share)| **share > 0.0);
    let mut busy: Vec<(u64, u32)> = busy.map(|(at, share)| (!share.to_bits(), at)).collect();
    if busy.len() > most {
        // Sorting tens of thousands in every frame would be too slow.
        busy.select_nth_unstable(most);
        busy.truncate(most);
    }
    busy.sort_unstable();
    busy.into_iter()
        .map(|(_, channel)| ChannelId(channel))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a color (WCAG 2).
    fn luminance(color: &str) -> f64 {
        let part = |from: usize, weight: f64| {
            let value = u8::from_str_radix(&color[from..from + 2], 16).expect("two digits");
            let value = f64::from(value) / 255.0;
            let linear = if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            };
            weight * linear
        };
        part(1, 0.2126) + part(3, 0.7152) + part(5, 0.0722)
    }

    #[test]
    fn luminance_grows_by_about_the_same_factor_per_level() {
        let steps = COLORS.map(luminance);
        for pair in steps.windows(2) {
            let contrast = (pair[1] + 0.05) / (pair[0] + 0.05);
            assert!((1.35..1.5).contains(&contrast), "{contrast}");
        }
    }

    #[test]
    fn levels_begin_where_the_legend_says() {
        for (number, from) in (0..).zip(FROM) {
            assert_eq!(level(from), number);
            assert_eq!(level(from + 0.01), number);
        }
        assert_eq!([level(0.0199), level(0.7499), level(1.0)], [0, 6, 7]);
        assert_eq!(level(f64::NAN), 0);
    }

    #[test]
    fn busier_channels_have_wider_lines_that_do_not_touch() {
        let widths: Vec<_> = (0..LEVELS).map(width).collect();
        assert!(widths.is_sorted_by(|a, b| a < b));
        assert!(
            widths
                .iter()
                .all(|width| *width < 2.0 * crate::scene::layout::SIDE)
        );
    }

    #[test]
    fn busiest_returns_channels_in_order_and_no_idle_ones() {
        let busy = busiest(&[0.1, 0.0, 0.4, 0.1, 0.2], 3);
        assert_eq!(busy, [2, 4, 0].map(ChannelId));
        assert_eq!(busiest(&[0.0, 0.0], 2), []);
    }
}
