//! The network that Home shows in motion.

use super::{Opened, PageState};

/// Its scenario, as the query of a link: worms so long that header, body and tail of one are seen,
/// and a load at which a header is blocked in most cycles, but that the network accepts.
pub const HOME: &str = "t=mesh:4x4&vc=1&buf=2&M=12&lam=0.026";

/// From when there is traffic, slowly enough to be read.
const SLOWLY: &str = "play=1.5&c=20";

impl PageState {
    /// What Home shows: its network, to be played from the beginning.
    pub fn home() -> Opened {
        Self::read(&[HOME, SLOWLY].join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_of_home_is_one_that_can_be_linked_to() {
        let opened = PageState::home();
        assert_eq!(opened.problems, [""; 0]);
        assert_eq!(opened.state.write(), [HOME, "c=20"].join("&"));
    }
}
