//! The utilization of a channel, in five levels of a neutral color: the busier, the darker on light
//! ground and the lighter on dark ground.
//!
//! The scale is fixed, so that drawings can be compared. It never uses a hue, since hues are those
//! of messages. Its lower levels are narrow: a torus at a tenth of its saturation load carries 0.02
//! to 0.1 flits per cycle. Its last level begins at 0.6, where the waiting time in a queue,
//! ρ/(1 − ρ), is 1.5 and grows fast.

use engine::topology::ChannelId;

pub const LEVELS: u8 = 5;

/// The lowest utilization of each level [flits/cycle].
pub const FROM: [f64; LEVELS as usize] = [0.0, 0.05, 0.2, 0.4, 0.6];

/// The level of a utilization [flits/cycle].
pub fn level(utilization: f64) -> u8 {
    let reached = FROM.iter().filter(|from| utilization >= **from).count();
    (reached as u8).saturating_sub(1)
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

    #[test]
    fn levels_begin_where_the_legend_says() {
        for (number, from) in (0..).zip(FROM) {
            assert_eq!(level(from), number);
            assert_eq!(level(from + 0.01), number);
        }
        assert_eq!([level(0.0499), level(0.5999), level(1.0)], [0, 3, 4]);
        assert_eq!(level(f64::NAN), 0);
    }

    #[test]
    fn busiest_returns_channels_in_order_and_no_idle_ones() {
        let busy = busiest(&[0.1, 0.0, 0.4, 0.1, 0.2], 3);
        assert_eq!(busy, [2, 4, 0].map(ChannelId));
        assert_eq!(busiest(&[0.0, 0.0], 2), []);
    }
}
