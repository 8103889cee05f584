//! Register entries of the model: parameters and sources.

use super::{Effect, Platoon};
use crate::catalog::{
    BuildError, Choice, Control, Entry, Family, Integer, Param, Settings, Source, Text,
};
use crate::model::{Build, LatencyKind, Load, ModelFamily};
use crate::traffic::Length;

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry {
        id: "platoon",
        name: "Platoons of worms",
        summary: "deterministic wormhole routing with one virtual channel, up to saturation",
        help: "Latency including the source queue, in any network of at most 1024 nodes whose \
               routing function has a single path between two nodes and needs one virtual channel: \
               hypercubes, meshes, trees, networks of one's own. The equations tell worms that \
               enter a channel right behind another, with which they waited before, from those \
               that come by chance. Nothing is fitted to simulations. In meshes it saturates about \
               3.5 % early. Every traffic pattern is accepted, but what delays a message beyond a \
               channel does not depend on the way that it came: for the bit complement on a mesh of \
               8×8 nodes latency is 23 % high at 90 % of saturation, while for the transpose, whose \
               messages all come the same way, it is right within 1 %. Beside a hot spot in a \
               hypercube it is 20 % low there, and with exponential lengths 8 % low in a hypercube \
               and 19 % high in a mesh.",
        sources: SOURCES,
        params: &[
            Param::Text(NETWORK),
            Param::Text(ROUTING),
            Param::Text(PATTERN),
            Param::Integer(LENGTH),
            Param::Choice(LENGTHS),
            Param::Integer(BUFFER),
            Param::Choice(MEMORY),
            Param::Choice(WITHOUT),
        ],
    },
    build: Build {
        make: |settings| {
            let without = Effect::named(settings.choice(&WITHOUT)?);
            let pattern = settings.plain(&PATTERN);
            let length = settings.integer(&LENGTH)?;
            let length = match settings.choice(&LENGTHS)? {
                EXPONENTIAL => Length::Exponential(length.into()),
                _ => Length::Fixed(length),
            };
            let model = platoon(settings, &NETWORK, 1, pattern, length)?;
            let lasts = settings.choice(&MEMORY)? == SEVERAL;
            Ok(Box::new(
                model.with_memory_that_lasts(lasts).without(without),
            ))
        },
        predicts: LatencyKind::Latency,
        load: Load::PER_CYCLE,
        errata: &[],
    },
};

pub(in crate::model) const DATELINE: ModelFamily = Family {
    entry: Entry {
        id: "platoon-dateline",
        name: "Platoons of worms in tori",
        summary: "dimension-order wormhole routing in tori, two virtual channels and a dateline",
        help: "The model of platoons with two virtual channels per channel, of which every message \
               uses one: worms on both share the cycles of the channel and delay each other. \
               Pairs that share a channel are counted exactly, larger groups are not: at 80 % of \
               saturation latency is 4 to 10 % high in bidirectional tori of three dimensions, at \
               95 % up to 19 % low in small unidirectional ones.",
        sources: SOURCES,
        params: &[
            Param::Text(TORUS),
            Param::Text(ROUTING),
            Param::Integer(LENGTH),
            Param::Integer(BUFFER),
            Param::Choice(MEMORY_IN_TORI),
        ],
    },
    build: Build {
        make: |settings| {
            let length = Length::Fixed(settings.integer(&LENGTH)?);
            let model = platoon(settings, &TORUS, 2, UNIFORM, length)?;
            let lasts = settings.choice(&MEMORY_IN_TORI)? == SEVERAL;
            Ok(Box::new(model.with_memory_that_lasts(lasts)))
        },
        predicts: LatencyKind::Latency,
        load: Load::PER_CYCLE,
        errata: &[],
    },
};

const SOURCES: &[Source] = &[
    Source {
        cite: "Draper & Ghosh 1994",
        work: "A comprehensive analytical model for wormhole routing in multicomputer systems, \
               J. Parallel and Distributed Computing 32",
    },
    Source {
        cite: "Dally 1990",
        work: "Performance analysis of k-ary n-cube interconnection networks, IEEE ToC 39(6)",
    },
    Source {
        cite: "Welch 1964",
        work: "On a generalized M/G/1 queuing process in which the first customer of each busy \
               period receives exceptional service, Operations Research 12(5)",
    },
];

const NETWORK: Text = Text {
    control: Control {
        id: "network",
        symbol: "",
        label: "Network",
        unit: "",
        help: "A network as in scenarios, of at most 1024 nodes: hypercube:6, mesh:8x8.",
        default: "hypercube:6",
    },
};

const TORUS: Text = Text {
    control: Control {
        id: "network",
        symbol: "",
        label: "Network",
        unit: "",
        help: "A torus as in scenarios, of at most 1024 nodes: torus-uni:8x8, torus:8x8.",
        default: "torus-uni:4x4",
    },
};

const ROUTING: Text = Text {
    control: Control {
        id: "routing",
        symbol: "",
        label: "Routing",
        unit: "",
        help: "A routing function with a single path between two nodes.",
        default: "dimension-order",
    },
};

/// The pattern of the model in tori.
const UNIFORM: &str = "uniform";

const PATTERN: Text = Text {
    control: Control {
        id: "pattern",
        symbol: "",
        label: "Destinations",
        unit: "",
        help: "A traffic pattern as in scenarios: uniform, transpose, hotspot, \
               permutation:2,0,1; a random one has seed 1.",
        default: UNIFORM,
    },
};

const LENGTH: Integer = Integer {
    control: Control {
        id: "length",
        symbol: "M",
        label: "Message length",
        unit: "flits",
        help: "Messages should be longer than paths.",
        default: "32",
    },
    min: 1,
    max: 1_000_000,
};

const BUFFER: Integer = Integer {
    control: Control {
        id: "buffer",
        symbol: "B",
        label: "Buffer",
        unit: "flits",
        help: "Flits that the buffer of a virtual channel holds, at most half of the message length; 1 \
               if lengths vary. A message that waits is closer together in larger buffers, and holds \
               fewer channels for as long.",
        default: "1",
    },
    min: 1,
    max: 500_000,
};

const EXPONENTIAL: &str = "exponential";

const LENGTHS: Choice = Choice {
    control: Control {
        id: "lengths",
        symbol: "",
        label: "Lengths",
        unit: "",
        help: "All messages are equally long, or lengths are exponential with this mean, rounded up \
               to whole flits.",
        default: "fixed",
    },
    options: &["fixed", EXPONENTIAL],
};

const SEVERAL: &str = "several-messages";

const MEMORY: Choice = Choice {
    control: Control {
        id: "memory",
        symbol: "",
        label: "Memory",
        unit: "",
        help: "The number of following messages that a long wait delays. With several, meshes saturate 1 % \
               early instead of 3.5 %, but latency at 95 % of saturation is 6 % low there, and \
               in hypercubes up to 2 % worse. It is not for patterns under which it matters which way \
               messages came.",
        default: "one-message",
    },
    options: &["one-message", SEVERAL],
};

const MEMORY_IN_TORI: Choice = Choice {
    control: Control {
        id: "memory",
        symbol: "",
        label: "Memory",
        unit: "",
        help: "The number of following messages that a long wait delays. With several, latency in a \
               one-way torus of 4×4×4 nodes with 25 flits is within 2.4 % up to 95 % of saturation instead of 19 % low, \
               but in tori of two dimensions it is 7 to 9 % high at 80 %.",
        default: "none",
    },
    options: &["none", SEVERAL],
};

const WITHOUT: Choice = Choice {
    control: Control {
        id: "without",
        symbol: "",
        label: "Without",
        unit: "",
        help: "An effect that is left out of the equations, to see how much it matters.",
        default: "nothing",
    },
    options: &[
        "nothing",
        "platoons",
        "tear-down",
        "ports",
        "memory",
        "first-service",
    ],
};

fn platoon(
    settings: &Settings,
    network: &Text,
    vcs: u8,
    pattern: &str,
    length: Length,
) -> Result<Platoon, BuildError> {
    let network = settings.plain(network);
    let routing = settings.plain(&ROUTING);
    let model = Platoon::new(network, routing, vcs, pattern, length)?;
    model.with_buffer(settings.integer(&BUFFER)?)
}
