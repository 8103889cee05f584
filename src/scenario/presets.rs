//! Named scenarios to begin with.

use super::Scenario;

/// A scenario with a name.
#[derive(Debug)]
pub struct Preset {
    /// As a menu shows it.
    pub name: &'static str,
    /// What there is to see, in a sentence.
    pub summary: &'static str,
    /// The query of its link.
    pub link: &'static str,
    /// What to show beside the network or over it, as links name it, or the algorithms to be
    /// shown side by side, as `side=…`; empty for nothing.
    pub view: &'static str,
}

impl Preset {
    /// The scenario itself.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_link(self.link).scenario
    }
}

/// The scenarios that the page offers; it opens with the first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "8×8 torus under load",
        summary: "Worms of 16 flits cross a torus; some must wait for others.",
        link: "t=torus:8x8&buf=2&M=16&lam=0.011",
        view: "",
    },
    Preset {
        name: "One message, alone",
        summary: "8 flits over 10 channels: header first, tail 7 cycles later.",
        link: "t=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5",
        view: "spacetime",
    },
    Preset {
        name: "One message, three switching modes",
        summary: "8 flits over 5 channels: 12 cycles in wormhole switching and cut-through, 40 in \
                  store-and-forward.",
        link: "t=mesh:6&vc=1&M=8&msg=0:0>5",
        view: "modes",
    },
    Preset {
        name: "Blocked: a worm stays spread",
        summary: "Message 1 waits for message 0 and holds two channels meanwhile; in virtual \
                  cut-through it gathers and frees them.",
        link: "t=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6",
        view: "spacetime",
    },
    Preset {
        name: "Four worms lock a ring",
        summary: "One virtual channel: each worm waits for the next, for ever.",
        link: "t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1",
        view: "",
    },
    Preset {
        name: "The same ring with V = 2",
        summary: "Worms change class at the dateline, and no circle closes.",
        link: "t=torus-uni:4&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1",
        view: "",
    },
    Preset {
        name: "Unrestricted adaptive: locks",
        summary: "Any shortest path on one virtual channel, in a 4×4 mesh: soon worms wait for \
                  each other in a circle.",
        link: "t=mesh:4x4&r=unrestricted&vc=1&M=16&lam=0.04&seed=7",
        view: "",
    },
    Preset {
        name: "Duato: the escape, counted",
        summary: "Two adaptive virtual channels and an escape in a 6-cube under load: how often \
                  a header needs the escape stands among the read-outs.",
        link: "t=hypercube:6&r=duato&vc=3&lam=0.012",
        view: "",
    },
    Preset {
        name: "A torus and its dateline",
        summary: "Which channels can come to wait for each other: take away the dateline, or a \
                  virtual channel, and a circle appears.",
        link: "t=torus:5&M=8&lam=0.02",
        view: "deadlock",
    },
    Preset {
        name: "A 6-cube, e-cube routed",
        summary: "64 nodes in Gray-code order: most neighbors stand side by side.",
        link: "t=hypercube:6&vc=1&M=24&lam=0.008",
        view: "",
    },
    Preset {
        name: "Ciciani et al., Table 2",
        summary: "The 16-ary 3-cube: 4096 nodes, one-way rings, 25-flit messages, 1/τ = 0.10.",
        link: "t=torus-uni:16x16x16&M=25&lam=0.0005",
        view: "",
    },
    Preset {
        name: "Ciciani et al., Table 2, with B = 4",
        summary: "The same with buffers of four flits, which the printed simulation needs.",
        link: "t=torus-uni:16x16x16&buf=4&M=25&lam=0.0005",
        view: "",
    },
    Preset {
        name: "Ciciani et al., Table 3",
        summary: "The 6-ary 3-cube with links both ways: 216 nodes, 12-flit messages.",
        link: "t=torus:6x6x6&M=12&lam=0.01",
        view: "",
    },
    Preset {
        name: "Ciciani et al., Table 4",
        summary: "The 10-cube: 1024 nodes, 200-flit messages, 1/τ = 0.20.",
        link: "t=hypercube:10&vc=1&M=200&lam=0.001",
        view: "",
    },
    Preset {
        name: "Mesh-hypercube MH(3,8)",
        summary: "Three cubes of eight nodes in a line.",
        link: "t=mesh-hypercube:3x8&vc=1&M=12&lam=0.02",
        view: "",
    },
    Preset {
        name: "All routes of a mesh-hypercube",
        summary: "MH(3,8), mesh first: which nodes a message may pass, hop by hop; or paths that \
                  share no node.",
        link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&lam=0.02",
        view: "routes",
    },
    Preset {
        name: "Broadcasts in a 6-cube",
        summary: "Half a per cent of the messages go to all 63 others, copied along a tree.",
        link: "t=hypercube:6&vc=1&M=16&lam=0.004&beta=0.005&pi=6",
        view: "",
    },
    Preset {
        name: "Multicast: four algorithms side by side",
        summary: "One message from (3,2) to nine nodes of a 6×6 mesh, 33 cycles of start-up and \
                  four ports: along two paths, four, by columns, and through leaders of groups.",
        link: "t=mesh:6x6&vc=1&mc=dual-path&ts=33&tp=auto&pi=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4",
        view: "side=dual-path;multi-path;column-path;qualified-groups",
    },
    Preset {
        name: "One to many: nine destinations",
        summary: "The classic set in a 6×6 mesh: drag destinations, choose an algorithm, play it.",
        link: "t=mesh:6x6&vc=1&mc=multi-path&ts=33&tp=auto&pi=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4",
        view: "multicast",
    },
    Preset {
        name: "Qualified groups, explained",
        summary: "Area, cut and weights of every group; the threshold T is a slider.",
        link: "t=mesh:10x10&vc=1&mc=qualified-groups:0.3&ts=33&tp=auto&pi=4&msg=0:6,4>0,9%2B1,7%2B2,9%2B3,8%2B0,3%2B2,1%2B8,1%2B9,0%2B7,7%2B9,8%2B4,6%2B1,8",
        view: "multicast",
    },
    Preset {
        name: "Multicast in a mesh-hypercube",
        summary: "Four ways from the source, and relays where a level has destinations.",
        link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&mc=mesh-hypercube&pi=4&msg=0:2,6>2,7%2B2,5%2B1,2%2B1,6%2B1,1%2B1,0%2B1,7%2B3,4",
        view: "multicast",
    },
    Preset {
        name: "A broadcast along a binomial tree",
        summary: "In each step everybody who has the message passes it on over one more dimension.",
        link: "t=hypercube:4&vc=1&M=8&mc=binomial-broadcast&pi=4&msg=0:0>1%2B2%2B3%2B4%2B5%2B6%2B7%2B8%2B9%2B10%2B11%2B12%2B13%2B14%2B15",
        view: "multicast",
    },
    Preset {
        name: "Replicated broadcasts lock",
        summary: "Routers copy two broadcasts along their trees, all branches in lock step: each \
                  tree holds what the other one lacks.",
        link: "t=hypercube:3&vc=1&M=8&mc=binomial-broadcast:fixed&mr=1&msg=0:0>1%2B2%2B3%2B4%2B5%2B6%2B7;0:1>0%2B2%2B3%2B4%2B5%2B6%2B7",
        view: "",
    },
    Preset {
        name: "Qualified groups, Figure 3",
        summary: "10×10 mesh, 10 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:10x10&vc=1&lam=0.0003&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        view: "",
    },
    Preset {
        name: "Qualified groups, Figure 4",
        summary: "10×10 mesh, 20 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:10x10&vc=1&lam=0.0002&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        view: "",
    },
    Preset {
        name: "Qualified groups, Figure 5",
        summary: "16×16 mesh, 10 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:16x16&vc=1&lam=0.00013&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        view: "",
    },
    Preset {
        name: "Qualified groups, Figure 6",
        summary: "16×16 mesh, 20 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:16x16&vc=1&lam=0.00008&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        view: "",
    },
    Preset {
        name: "Broadcasts: fixed tree or rotated",
        summary: "A 6-cube in which all messages go to everyone: Measure shows what one order of \
                  dimensions does to the channels, and what turns do.",
        link: "t=hypercube:6&lam=0.0005&beta=1&mc=binomial-broadcast:fixed&pi=6",
        view: "",
    },
    Preset {
        name: "Packets in queues",
        summary: "Store-and-forward links with endless queues, for Measure: each nearly M/M/1.",
        link: "t=hypercube:6&mu=1&len=kept&lam=1",
        view: "",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_usable_and_its_link_is_its_shortest() {
        for preset in PRESETS {
            let opened = Scenario::from_link(preset.link);
            assert_eq!(opened.problems, [""; 0], "{}", preset.name);
            assert_eq!(opened.scenario.to_link(), preset.link);
        }
    }
}
