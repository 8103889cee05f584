//! A single queue: two nodes, each with its own queue to the other. Packets of random length make
//! it an M/M/1 queue, worms of one length an M/D/1 queue.

use super::assumptions::{
    Failure, Subject, assume, hypercube, is_of, one_length, to_one_node, uniform,
};
use super::differences::{Assumed, of_flits};
use super::packets::{ABOELAZE, packets};
use super::parameters::{Parameters, wormhole};
use super::{Correspondence, Theory};
use crate::scenario::{Scenario, packet::Packet};
use engine::catalog::Settings;
use engine::model::LatencyKind;
use engine::sim::packet::Lengths;
use engine::traffic::Length;

const ID: &str = "queue";

/// The network that consists of one queue in each direction.
const NETWORK: &str = "hypercube:1";

const NETWORKS: &str = "two nodes, hypercube:1";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "is one queue, served in order",
    theories: |subject| {
        let (settings, differences) = if subject.built.packet.is_some() {
            (of_packets(subject)?, Vec::new())
        } else {
            of_worms(subject)?
        };
        Ok(vec![Theory {
            id: ID,
            settings,
            predicts: LatencyKind::Latency,
            differences,
        }])
    },
    scenario,
};

fn of_packets(subject: &Subject) -> Result<Settings, Failure> {
    let cube = subject.built.topology.cube_dimension();
    let pair = cube.filter(|&dimension| dimension == 1);
    let (_, mu) = packets(subject, pair, NETWORKS)?;
    uniform(ABOELAZE, 1, subject)?;
    Ok(Settings::default()
        .with("kind", "mm1")
        .with("service", 1.0 / mu))
}

fn of_worms(subject: &Subject) -> Result<(Settings, Vec<String>), Failure> {
    let of = "a single queue";
    assume(of, 0, hypercube(subject) == Some(1), || {
        is_of(subject, NETWORKS)
    })?;
    uniform(of, 3, subject)?;
    to_one_node(of, subject)?;
    let length = one_length(of, subject)?;
    let assumed = Assumed {
        vcs: Some(1),
        injection: 1,
        knows_startup: false,
        buffer: 1,
    };
    let settings = Settings::default()
        .with("kind", "md1")
        .with("service", length);
    Ok((settings, of_flits(subject, &assumed)))
}

fn scenario(parameters: &Parameters) -> Result<Scenario, String> {
    let service = parameters.real("service");
    let mut scenario = wormhole(NETWORK, "dimension-order", 1);
    match parameters.text("kind") {
        "mm1" => {
            scenario.packet = Some(Packet {
                mu: 1.0 / service,
                lengths: Lengths::Redrawn,
            });
            Ok(scenario)
        }
        "md1" => {
            let is_whole = service >= 1.0 && service.fract() == 0.0;
            if !is_whole || service > f64::from(Length::MOST) {
                return Err(format!(
                    "Service time S̄ must be a whole number of flits from 1 to {} for a scenario, \
                     not {service}.",
                    Length::MOST
                ));
            }
            scenario.length = Length::Fixed(service as u32);
            Ok(scenario)
        }
        _ => Err(
            "No scenario has service times with an arbitrary C²: they are exponential (mm1) or \
             fixed (md1)."
                .to_owned(),
        ),
    }
}
