//! Examples: scenarios with a name.

use super::Scenario;

/// A scenario with a name.
#[derive(Debug)]
pub struct Preset {
    /// Stands in files; never renamed.
    pub id: &'static str,
    /// As a menu shows it.
    pub name: &'static str,
    /// What there is to see, in a sentence.
    pub summary: &'static str,
    /// The query of its link.
    pub link: &'static str,
    /// What is shown of it beside the network or over it, as the rest of that query.
    pub shows: &'static str,
}

impl Preset {
    /// Finds one by its id.
    pub fn named(id: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// The scenario itself.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_link(self.link).scenario
    }
}

/// The example in which four worms come to wait for each other.
pub const RING_DEADLOCK: &str = "ring-deadlock";

/// The scenarios that the page offers; it opens with the first.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "8x8-torus-under-load",
        name: "8×8 torus under load",
        summary: "Worms of 16 flits cross a torus; some must wait for others.",
        link: "t=torus:8x8&buf=2&M=16&lam=0.011",
        shows: "",
    },
    Preset {
        id: "one-message-alone",
        name: "One message, alone",
        summary: "8 flits over 10 channels: header first, tail 7 cycles later.",
        link: "t=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5",
        shows: "view=spacetime",
    },
    Preset {
        id: "one-message-three-switching-modes",
        name: "One message, three switching modes",
        summary: "8 flits over 5 channels: 12 cycles in wormhole switching and cut-through, 40 in \
                  store-and-forward.",
        link: "t=mesh:6&vc=1&M=8&msg=0:0>5",
        shows: "view=modes",
    },
    Preset {
        id: "blocked-worm-holds-channels",
        name: "Blocked: a worm holds its channels",
        summary: "Message 1 waits for message 0 and keeps holding two channels; in virtual \
                  cut-through its flits gather in one buffer and free them.",
        link: "t=mesh:7&vc=1&M=6&msg=0:3>4:24;0:0>6",
        shows: "view=spacetime",
    },
    Preset {
        id: RING_DEADLOCK,
        name: "Four worms deadlock in a ring",
        summary: "One virtual channel: each worm waits for the next, for ever.",
        link: "t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1",
        shows: "",
    },
    Preset {
        id: "the-same-ring-with-v-2",
        name: "The same ring with V = 2",
        summary: "Worms change class at the dateline, so no cycle of waiting closes.",
        link: "t=torus-uni:4&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1",
        shows: "",
    },
    Preset {
        id: "unrestricted-adaptive-deadlock",
        name: "Fully adaptive, unrestricted: deadlocks",
        summary: "Any shortest path on one virtual channel, in a 4×4 mesh: soon worms wait for \
                  each other in a cycle.",
        link: "t=mesh:4x4&r=unrestricted&vc=1&M=16&lam=0.04&seed=7",
        shows: "",
    },
    Preset {
        id: "duato-escape-use",
        name: "Duato's protocol: use of escape channels",
        summary: "Two adaptive virtual channels and an escape channel in a 6-cube under load: the \
                  read-outs tell how often a header takes the escape.",
        link: "t=hypercube:6&r=duato&vc=3&lam=0.012",
        shows: "",
    },
    Preset {
        id: "a-torus-and-its-dateline",
        name: "A torus and its dateline",
        summary: "Which channels can come to wait for each other: remove the dateline or a \
                  virtual channel, and a cycle appears.",
        link: "t=torus:5&M=8&lam=0.02",
        shows: "show=deadlock",
    },
    Preset {
        id: "a-6-cube-e-cube-routed",
        name: "A 6-cube, e-cube routed",
        summary: "64 nodes in Gray-code order: most neighbors are drawn side by side.",
        link: "t=hypercube:6&vc=1&M=24&lam=0.008",
        shows: "",
    },
    Preset {
        id: "ciciani-et-al-table-2",
        name: "Ciciani et al., Table 2",
        summary: "The 16-ary 3-cube: 4096 nodes, unidirectional rings, 25-flit messages, 1/τ = 0.10.",
        link: "t=torus-uni:16x16x16&M=25&lam=0.0005",
        shows: "",
    },
    Preset {
        id: "ciciani-et-al-table-2-with-b-4",
        name: "Ciciani et al., Table 2, with B = 4",
        summary: "The same with buffers of four flits, which the printed simulation needs.",
        link: "t=torus-uni:16x16x16&buf=4&M=25&lam=0.0005",
        shows: "",
    },
    Preset {
        id: "ciciani-et-al-table-3",
        name: "Ciciani et al., Table 3",
        summary: "The bidirectional 6-ary 3-cube: 216 nodes, 12-flit messages.",
        link: "t=torus:6x6x6&M=12&lam=0.01",
        shows: "",
    },
    Preset {
        id: "ciciani-et-al-table-4",
        name: "Ciciani et al., Table 4",
        summary: "The 10-cube: 1024 nodes, 200-flit messages, 1/τ = 0.20.",
        link: "t=hypercube:10&vc=1&M=200&lam=0.001",
        shows: "",
    },
    Preset {
        id: "mesh-hypercube-mh-3-8",
        name: "Mesh-hypercube MH(3,8)",
        summary: "Three 8-node hypercubes in a line.",
        link: "t=mesh-hypercube:3x8&vc=1&M=12&lam=0.02",
        shows: "",
    },
    Preset {
        id: "all-routes-of-a-mesh-hypercube",
        name: "All routes of a mesh-hypercube",
        summary: "MH(3,8), mesh first: which nodes a message may pass, hop by hop; or \
                  node-disjoint paths.",
        link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&lam=0.02",
        shows: "show=routes",
    },
    Preset {
        id: "broadcasts-in-a-6-cube",
        name: "Broadcasts in a 6-cube",
        summary: "Half a percent of the messages are broadcasts to all 63 other nodes, copied along \
                  a tree.",
        link: "t=hypercube:6&vc=1&M=16&lam=0.004&beta=0.005&pi=6",
        shows: "",
    },
    Preset {
        id: "multicast-four-algorithms-side-by-side",
        name: "Multicast: four algorithms side by side",
        summary: "One message from (3,2) to nine nodes of a 6×6 mesh, with a start-up of 33 cycles \
                  and four ports: along two paths, four paths, columns, and through group leaders.",
        link: "t=mesh:6x6&vc=1&mc=dual-path&ts=33&tp=auto&pi=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4",
        shows: "side=dual-path;multi-path;column-path;qualified-groups",
    },
    Preset {
        id: "one-to-many-nine-destinations",
        name: "One to many: nine destinations",
        summary: "The classic destination set in a 6×6 mesh: drag destinations, choose an algorithm, \
                  play it.",
        link: "t=mesh:6x6&vc=1&mc=multi-path&ts=33&tp=auto&pi=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4",
        shows: "show=multicast",
    },
    Preset {
        id: "qualified-groups-explained",
        name: "Qualified groups, explained",
        summary: "Area, cut and weight of every group; the threshold T is a slider.",
        link: "t=mesh:10x10&vc=1&mc=qualified-groups:0.3&ts=33&tp=auto&pi=4&msg=0:6,4>0,9%2B1,7%2B2,9%2B3,8%2B0,3%2B2,1%2B8,1%2B9,0%2B7,7%2B9,8%2B4,6%2B1,8",
        shows: "show=multicast",
    },
    Preset {
        id: "multicast-in-a-mesh-hypercube",
        name: "Multicast in a mesh-hypercube",
        summary: "Four directions from the source, and a relay on every level with destinations.",
        link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&mc=mesh-hypercube&pi=4&msg=0:2,6>2,7%2B2,5%2B1,2%2B1,6%2B1,1%2B1,0%2B1,7%2B3,4",
        shows: "show=multicast",
    },
    Preset {
        id: "a-broadcast-along-a-binomial-tree",
        name: "A broadcast along a binomial tree",
        summary: "In each step every node that has the message sends it on over one more dimension.",
        link: "t=hypercube:4&vc=1&M=8&mc=binomial-broadcast&pi=4&msg=0:0>1%2B2%2B3%2B4%2B5%2B6%2B7%2B8%2B9%2B10%2B11%2B12%2B13%2B14%2B15",
        shows: "show=multicast",
    },
    Preset {
        id: "replicated-broadcasts-deadlock",
        name: "Replicated broadcasts deadlock",
        summary: "Routers copy two broadcasts along their trees, all branches in lockstep: each \
                  tree holds channels that the other waits for.",
        link: "t=hypercube:3&vc=1&M=8&mc=binomial-broadcast:fixed&mr=1&msg=0:0>1%2B2%2B3%2B4%2B5%2B6%2B7;0:1>0%2B2%2B3%2B4%2B5%2B6%2B7",
        shows: "",
    },
    Preset {
        id: "qualified-groups-figure-3",
        name: "Qualified groups, Figure 3",
        summary: "10×10 mesh, 10 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:10x10&vc=1&lam=0.0003&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        shows: "",
    },
    Preset {
        id: "qualified-groups-figure-4",
        name: "Qualified groups, Figure 4",
        summary: "10×10 mesh, 20 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:10x10&vc=1&lam=0.0002&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        shows: "",
    },
    Preset {
        id: "qualified-groups-figure-5",
        name: "Qualified groups, Figure 5",
        summary: "16×16 mesh, 10 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:16x16&vc=1&lam=0.00013&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        shows: "",
    },
    Preset {
        id: "qualified-groups-figure-6",
        name: "Qualified groups, Figure 6",
        summary: "16×16 mesh, 20 destinations: Measure compares multicast algorithms.",
        link: "t=mesh:16x16&vc=1&lam=0.00008&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        shows: "",
    },
    Preset {
        id: "broadcasts-fixed-tree-or-rotated",
        name: "Broadcasts: fixed tree or rotated",
        summary: "A 6-cube in which every message is a broadcast: Measure shows how a fixed order of \
                  dimensions loads the channels, and how rotating it evens them out.",
        link: "t=hypercube:6&lam=0.0005&beta=1&mc=binomial-broadcast:fixed&pi=6",
        shows: "",
    },
    Preset {
        id: "packets-in-queues",
        name: "Packets in queues",
        summary: "Store-and-forward links with infinite queues, each nearly M/M/1; press Measure.",
        link: "t=hypercube:6&mu=1&len=kept&lam=1",
        shows: "",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_usable_and_its_link_is_its_shortest() {
        for preset in PRESETS {
            let opened = Scenario::from_link(preset.link);
            assert_eq!(opened.problems, [], "{}", preset.name);
            assert_eq!(opened.scenario.to_link(), preset.link);
            let same = PRESETS.iter().filter(|other| other.id == preset.id);
            assert_eq!(same.count(), 1, "{}", preset.id);
        }
    }
}
