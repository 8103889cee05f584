//! The scenario that a model describes: the other way around.

use crate::catalog::{self, Param, Settings};
use crate::model;
use crate::scenario::{Packet, Scenario};
use crate::sim::packet::Lengths;
use crate::traffic::Length;

/// The network, routing, traffic and lengths that a model describes, at load 0; or in a sentence
/// why there are none. Whatever it does not speak of is as its paper has it, or by default.
pub fn system(model_id: &str, settings: &Settings) -> Result<Scenario, String> {
    let family = catalog::find(model::FAMILIES, "model", model_id);
    let family = family.map_err(|error| error.to_string())?;
    // Checks all of them, as building does.
    family.model(settings).map_err(|error| error.to_string())?;
    let params = Given {
        params: family.entry.params,
        settings,
    };
    let mut scenario = match model_id {
        "ciciani-torus-uni" => {
            let radices = params.text("k").replace('×', "x").replace(' ', "");
            flits(&format!("torus-uni:{radices}"), "dimension-order", 2)
        }
        "ciciani-torus-bi" => {
            let radices = vec![params.text("k"); params.whole("n") as usize];
            let network = format!("torus:{}", radices.join("x"));
            flits(&network, "dimension-order", 2)
        }
        "ciciani-hypercube" => {
            let network = format!("hypercube:{}", params.text("n"));
            flits(&network, "dimension-order", 1)
        }
        "shahrabi-broadcast" | "shahrabi-unicast" => with_broadcasts(model_id, &params)?,
        "aboelaze-ncube" => packets("hypercube", &params, params.text("traffic")),
        "aboelaze-folded" => packets("folded-hypercube", &params, "uniform"),
        "queue" => return queue(&params),
        unknown => return Err(format!("The model {unknown} describes no network.")),
    };
    if scenario.packet.is_none() {
        scenario.length = Length::Fixed(params.whole("length"));
    }
    Ok(scenario)
}

/// Parameters that are known to be right.
struct Given<'a> {
    params: &'static [Param],
    settings: &'a Settings,
}

impl Given<'_> {
    fn text(&self, id: &str) -> &str {
        let controls = self.params.iter().map(Param::control);
        let default = controls.filter(|control| control.id == id);
        let default = default.map(|control| control.default).next();
        let given = self.settings.get(id).or(default);
        given.unwrap_or_default().trim()
    }

    fn whole(&self, id: &str) -> u32 {
        self.text(id).parse().unwrap_or_default()
    }

    fn real(&self, id: &str) -> f64 {
        self.text(id).parse().unwrap_or_default()
    }
}

fn flits(network: &str, routing: &str, vcs: i64) -> Scenario {
    let mut scenario = Scenario {
        routing: routing.to_owned(),
        vcs,
        buffer: 1,
        ..Scenario::on(network)
    };
    scenario.traffic.rate = 0.0;
    "uniform".clone_into(&mut scenario.traffic.pattern);
    scenario.ports.injection = 1;
    scenario
}

fn with_broadcasts(model_id: &str, params: &Given) -> Result<Scenario, String> {
    let network = format!("hypercube:{}", params.text("n"));
    let mut scenario = flits(&network, "duato", i64::from(params.whole("vcs")));
    let share = params.real("beta");
    if share > 0.0 {
        scenario.traffic.multicast.algorithm = Some("binomial-broadcast".to_owned());
    } else if model_id == "shahrabi-broadcast" {
        return Err(
            "Broadcasts β must be more than 0 for a scenario with broadcasts, not 0.".to_owned(),
        );
    }
    let startup = i64::from(params.whole("delta")) - 1;
    if share > 0.0 && startup < 0 {
        return Err(
            "Start-up Δ must be 1 or more for a scenario, where a copy that has arrived is sent on \
             in the next cycle, not 0."
                .to_owned(),
        );
    }
    scenario.traffic.broadcast = share;
    scenario.timing.startup = startup.max(0);
    scenario.ports.injection = i64::from(params.whole("n"));
    Ok(scenario)
}

fn packets(family: &str, params: &Given, pattern: &str) -> Scenario {
    let mut scenario = flits(
        &format!("{family}:{}", params.text("n")),
        "dimension-order",
        1,
    );
    pattern.clone_into(&mut scenario.traffic.pattern);
    if family != "hypercube" {
        "folded".clone_into(&mut scenario.routing);
    }
    scenario.packet = Some(Packet {
        mu: params.real("mu"),
        lengths: Lengths::Redrawn,
    });
    scenario
}

/// Two nodes, each with a queue of its own to the other.
fn queue(params: &Given) -> Result<Scenario, String> {
    let service = params.real("service");
    let mut scenario = flits("hypercube:1", "dimension-order", 1);
    match params.text("kind") {
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
            "No scenario has service times with any C²: there are exponential (mm1) and fixed \
             ones (md1)."
                .to_owned(),
        ),
    }
}
