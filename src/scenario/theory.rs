//! Which model predicts a scenario, and where its assumptions differ from it.
//!
//! A model is only named here: programs that never evaluate one need not carry any.

use super::{Scenario, Study};
use crate::catalog::Settings;
use crate::model::{self, LatencyKind, Model, ModelFamily};
use crate::sim::Switching;
use crate::topology::{Direction, Hypercube, Torus};
use crate::traffic::Length;

/// A model set up for a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Theory {
    /// Its id.
    pub id: &'static str,
    /// The parameters that follow from the scenario.
    pub settings: Settings,
    /// Which latency it predicts.
    pub predicts: LatencyKind,
    /// What the model assumes and the scenario does otherwise.
    pub differences: Vec<String>,
}

impl Theory {
    /// Its register line.
    pub fn family(&self) -> &'static ModelFamily {
        let mut families = model::FAMILIES.iter();
        let family = families.find(|family| family.entry.id == self.id);
        family.expect("the models named here are registered")
    }

    /// The model itself.
    pub fn model(&self) -> Box<dyn Model> {
        let model = self.family().model(&self.settings);
        model.expect("models accept whatever a scenario can be built with")
    }
}

/// Finds the model for a scenario, or says in a sentence why there is none.
pub fn theory(scenario: &Scenario, study: &Study) -> Result<Theory, String> {
    if study.packet.is_some() {
        return Err("No model yet for packets.".to_owned());
    }
    let Length::Fixed(length) = study.design.length else {
        return Err("No model yet for messages of different lengths.".to_owned());
    };
    if scenario.routing != "dimension-order" || scenario.traffic.pattern != "uniform" {
        return Err("No model yet for this routing and traffic.".to_owned());
    }
    if study.design.multicasts.is_some() {
        return Err("No model yet for messages to several nodes.".to_owned());
    }
    let topology = &*study.topology;
    let (id, settings) = if let Some(cube) = topology.as_a::<Hypercube>() {
        let settings = Settings::default().with("n", cube.dimension());
        ("ciciani-hypercube", settings)
    } else if let Some(torus) = topology.as_a::<Torus>()
        && torus.direction() == Direction::Up
    {
        let radices: Vec<_> = torus
            .lattice()
            .radices()
            .iter()
            .map(u32::to_string)
            .collect();
        let settings = Settings::default().with("k", radices.join("x"));
        ("ciciani-torus-uni", settings)
    } else {
        return Err(format!(
            "No model yet for {}; there is one for hypercubes and one-way tori.",
            scenario.network
        ));
    };
    let settings = settings.with("length", length);
    Ok(Theory {
        id,
        settings,
        predicts: LatencyKind::Network,
        differences: differences(study),
    })
}

/// What both papers' models leave out.
fn differences(study: &Study) -> Vec<String> {
    let design = &*study.design;
    let mut found = Vec::new();
    if design.switching != Switching::Wormhole {
        found.push(format!(
            "the model is one of wormhole switching, here it is {}",
            design.switching.entry().name.to_ascii_lowercase()
        ));
    } else if design.buffer != 1 {
        found.push(format!(
            "the model assumes single-flit buffers, here they hold {}",
            design.buffer
        ));
    }
    let Some(least) = design.routing.min_vcs() else {
        found.push("the model knows no deadlock, which this routing does not exclude".to_owned());
        return found;
    };
    if design.vcs < least {
        found.push(format!(
            "the model knows no deadlock, which takes {least} virtual channels to exclude; here \
             there are {}",
            design.vcs
        ));
    } else if design.vcs > least {
        found.push(format!(
            "the model knows no more virtual channels than freedom from deadlock needs ({least}), \
             here there are {}",
            design.vcs
        ));
    }
    if let Some(ports) = design.ports.ejection {
        found.push(format!(
            "the model lets every message leave at once, here a node has {ports} ejection ports"
        ));
    }
    if design.ports.injection != 1 {
        found.push(format!(
            "the model has one injection channel per node, here there are {}",
            design.ports.injection
        ));
    }
    if !design.faults.is_empty() {
        found.push("the model has all links of the network, here some have failed".to_owned());
    }
    if design.timing != crate::sim::Timing::default() {
        found.push("the model has no delays in routers and ports, here there are some".to_owned());
    }
    found
}

/// The scenario that a model describes, at rest.
pub fn system(model_id: &str, settings: &Settings) -> Result<Scenario, String> {
    let family = crate::catalog::find(model::FAMILIES, "model", model_id);
    let family = family.map_err(|error| error.to_string())?;
    family.model(settings).map_err(|error| error.to_string())?;
    let text = |id: &str| {
        let params = family
            .entry
            .params
            .iter()
            .map(crate::catalog::Param::control);
        let default = params.into_iter().find(|control| control.id == id);
        let default = default.map_or("", |control| control.default);
        settings.get(id).unwrap_or(default).to_owned()
    };
    let network = match model_id {
        "ciciani-hypercube" => format!("hypercube:{}", text("n")),
        "ciciani-torus-uni" => format!("torus-uni:{}", text("k")),
        _ => return Err(format!("{model_id} describes no scenario")),
    };
    let mut scenario = Scenario::on(&network);
    scenario.vcs = if model_id == "ciciani-hypercube" {
        1
    } else {
        2
    };
    scenario.set("length", &text("length"))?;
    Ok(scenario)
}
