//! The animated network of Home.

use super::{Address, Opened};
use engine::routing::Scripts;

/// The scenario as the query string of a link. Worms are long enough to show header, body and tail, and the
/// load blocks some header in most cycles without exceeding what the network accepts.
pub const HOME: &str = "t=mesh:4x4&vc=1&buf=2&M=12&lam=0.026";

/// Starts at a cycle with traffic, at a speed slow enough to follow.
const SLOWLY: &str = "play=1.5&c=20";

impl Address {
    /// Returns the state of Home: its network, played from a cycle at which there is traffic.
    pub fn home() -> Opened {
        Self::read(&[HOME, SLOWLY].join("&"), &Scripts::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_of_home_is_a_valid_link() {
        let opened = Address::home();
        assert_eq!(opened.problems, [""; 0]);
        assert_eq!(opened.address.write(), [HOME, "c=20"].join("&"));
    }
}
