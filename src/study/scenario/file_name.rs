//! File names that describe a scenario.

use super::Scenario;
use engine::routing::written;
use engine::topology::short_name_of;
use engine::traffic::kind_of;

impl Scenario {
    /// A file name without extension: `torus-8x8-V2-B2-M16`. It includes routing, switching and
    /// traffic only where they differ from the default.
    pub fn file_stem(&self) -> String {
        let usual = Self::on(&self.network);
        let network = short_name_of(&self.network);
        let network = network.trim_start_matches("your ").to_owned();
        let mut parts = vec![network];
        let mut add = |is_included: bool, part: String| parts.extend(is_included.then_some(part));
        add(
            self.routing != usual.routing,
            written::in_words(&self.routing).to_owned(),
        );
        add(self.switching != usual.switching, self.switching.clone());
        let is_of_flits = self.packet.is_none();
        add(is_of_flits, format!("V{}", self.vcs));
        add(is_of_flits, format!("B{}", self.buffer));
        add(is_of_flits, format!("M{}", self.length.mean()));
        add(!is_of_flits, "packets".to_owned());
        let traffic = &self.traffic;
        add(
            traffic.pattern != usual.traffic.pattern,
            kind_of(&traffic.pattern).to_owned(),
        );
        add(
            traffic.broadcast > 0.0,
            format!("beta{}", traffic.broadcast),
        );
        add(
            traffic.burst.on.is_some(),
            format!("bursts{}", traffic.burst.on.unwrap_or_default()),
        );
        let surge = traffic.surge.rate;
        add(
            surge.is_some(),
            format!("surge{}", surge.unwrap_or_default()),
        );
        let closed = traffic.closed.outstanding;
        add(closed.is_some(), format!("w{}", closed.unwrap_or_default()));
        let algorithm = traffic.multicast.algorithm.clone();
        add(algorithm.is_some(), algorithm.unwrap_or_default());
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
        let joined = parts.join("-");
        joined
            .chars()
            .map(|c| if is_plain(c) { c } else { '-' })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_describes_the_scenario() {
        for (link, stem) in [
            ("t=torus:8x8&vc=2&buf=2&M=16", "torus-8x8-V2-B2-M16"),
            (
                "t=hypercube:6&r=duato&vc=3&buf=1&M=32",
                "hypercube-6-duato-V3-B1-M32",
            ),
            ("t=hypercube:3&mu=1", "hypercube-3-packets"),
            (
                "t=mesh:4x4&M=8&lam=0.01&sr=0.1&cw=4",
                "mesh-4x4-V2-B1-M8-surge0.1-w4",
            ),
            (
                "t=ring:3&tr=permutation:1,2,0&vc=2&buf=1&M=8",
                "ring-3-V2-B1-M8-permutation",
            ),
        ] {
            let scenario = Scenario::from_link(link).scenario;
            assert_eq!(scenario.file_stem(), stem, "{link}");
        }
    }
}
