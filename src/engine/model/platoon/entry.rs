//! Register entries of the model: parameters and sources.

use super::{Effect, Platoon};
use crate::catalog::{BuildError, Choice, Control, Entry, Family, Integer, Param, Settings, Text};
use crate::model::{Build, LatencyKind, Load, ModelFamily, TEXTS};
use crate::traffic::Length;

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "platoon",
        &[
            Param::Text(NETWORK),
            Param::Text(ROUTING),
            Param::Text(PATTERN),
            Param::Integer(LENGTH),
            Param::Choice(LENGTHS),
            Param::Integer(BUFFER),
            Param::Choice(MEMORY),
            Param::Choice(WITHOUT),
        ],
    ),
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
    },
};

pub(in crate::model) const DATELINE: ModelFamily = Family {
    entry: Entry::new(
        TEXTS,
        "platoon-dateline",
        &[
            Param::Text(TORUS),
            Param::Text(ROUTING),
            Param::Integer(LENGTH),
            Param::Integer(BUFFER),
            Param::Choice(MEMORY_IN_TORI),
        ],
    ),
    build: Build {
        make: |settings| {
            let length = Length::Fixed(settings.integer(&LENGTH)?);
            let model = platoon(settings, &TORUS, 2, UNIFORM, length)?;
            let lasts = settings.choice(&MEMORY_IN_TORI)? == SEVERAL;
            Ok(Box::new(model.with_memory_that_lasts(lasts)))
        },
        predicts: LatencyKind::Latency,
        load: Load::PER_CYCLE,
    },
};

const NETWORK: Text = Control::new("network", "", "Network")
    .default("hypercube:6")
    .help("A network as in scenarios, of at most 1024 nodes: hypercube:6, mesh:8x8.")
    .text();

const TORUS: Text = Control::new("network", "", "Network")
    .default("torus-uni:4x4")
    .help("A torus as in scenarios, of at most 1024 nodes: torus-uni:8x8, torus:8x8.")
    .text();

const ROUTING: Text = Control::new("routing", "", "Routing")
    .default("dimension-order")
    .help("A routing function with a single path between two nodes.")
    .text();

/// The pattern of the model in tori.
const UNIFORM: &str = "uniform";

const PATTERN: Text = Control::new("pattern", "", "Destinations")
    .default(UNIFORM)
    .help(
        "A traffic pattern as in scenarios: uniform, transpose, hotspot, permutation:2,0,1; a \
         random one has seed 1.",
    )
    .text();

const LENGTH: Integer = Control::new("length", "M", "Message length")
    .unit("flits")
    .default("32")
    .help("Messages should be longer than paths.")
    .integer(1, 1_000_000);

const BUFFER: Integer = Control::new("buffer", "B", "Buffer")
    .unit("flits")
    .default("1")
    .help(
        "Flits that the buffer of a virtual channel holds, at most half of the message length; 1 \
         if lengths vary. A message that waits is closer together in larger buffers, and holds \
         fewer channels for as long.",
    )
    .integer(1, 500_000);

const EXPONENTIAL: &str = "exponential";

const LENGTHS: Choice = Control::new("lengths", "", "Lengths")
    .default("fixed")
    .help(
        "All messages are equally long, or lengths are exponential with this mean, rounded up to \
         whole flits.",
    )
    .choice(&["fixed", EXPONENTIAL]);

const SEVERAL: &str = "several-messages";

const MEMORY: Choice = Control::new("memory", "", "Memory")
    .default("one-message")
    .help(
        "The number of following messages that a long wait delays. With several, meshes saturate \
         1 % early instead of 3.5 %, but latency at 95 % of saturation is 6 % low there, and in \
         hypercubes up to 2 % worse. It is not for patterns under which it matters which way \
         messages came.",
    )
    .choice(&["one-message", SEVERAL]);

const MEMORY_IN_TORI: Choice = Control::new("memory", "", "Memory")
    .default("none")
    .help(
        "The number of following messages that a long wait delays. With several, latency in a \
         one-way torus of 4×4×4 nodes with 25 flits is within 2.4 % up to 95 % of saturation \
         instead of 19 % low, but in tori of two dimensions it is 7 to 9 % high at 80 %.",
    )
    .choice(&["none", SEVERAL]);

const WITHOUT: Choice = Control::new("without", "", "Without")
    .default("nothing")
    .help("An effect that is left out of the equations, to see how much it matters.")
    .choice(&[
        "nothing",
        "platoons",
        "tear-down",
        "ports",
        "memory",
        "first-service",
    ]);

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
