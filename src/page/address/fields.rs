//! The fields of an address outside the scenario: how each is read and written.

use percent_encoding::utf8_percent_encode;

use super::field::{Field, Refusal};
use super::restricting;
use super::{LAST_CYCLE, MOST_WORKERS, SPEEDS};
use crate::curves::subject;
use crate::escaped::ESCAPED;
use crate::{Dock, Made, Overlay, known_theme, parse_panes};
use engine::catalog::{one_of, quoted};
use engine::routing::Scripts;
use engine::sim::MessageId;
use engine::topology::{Arrangement, Topology};
use picture::scene::Thing;
use study::scenario::Scenario;
use study::sweep::{LoadUnit, MOST_COMPARED, Quantity, ShortCurve};

impl Made {
    /// Returns the key and its value in a link.
    pub fn pair(&self) -> String {
        format!("made={}", escaped(self))
    }
}

fn escaped(made: &Made) -> String {
    utf8_percent_encode(&made.write(), ESCAPED).to_string()
}

/// All fields in the order in which they are written, after the scenario and unknown keys.
pub(super) const FIELDS: &[Field] = &[
    Field {
        keys: &["made"],
        in_share: None,
        read: |state, _, text| {
            let allowed =
                "a version such as 0.1.0+c9e598c6ab, with the fingerprint of a run after ~";
            let refused = || Refusal::new("made", allowed, "ignored");
            state.made = Some(Made::read(text).ok_or_else(refused)?);
            Ok(())
        },
        write: |state, _| state.made.as_ref().map(escaped),
    },
    Field {
        keys: &["view"],
        in_share: Some("View below the picture"),
        read: |state, _, text| {
            let view = Dock::from_id(text);
            let refused = || {
                Refusal::new(
                    "view",
                    "spacetime, modes, curve, script or network",
                    "showing the time line",
                )
            };
            state.view.dock = view.ok_or_else(refused)?;
            Ok(())
        },
        write: |state, _| state.view.dock.id().map(str::to_owned),
    },
    Field {
        keys: &["side"],
        in_share: Some("Pictures side by side"),
        read: |state, _, text| {
            let panes = parse_panes(&state.scenario, text);
            let refused = |reason| Refusal::Reason(reason, "showing one picture");
            state.view.side_by_side = panes.map_err(refused)?;
            Ok(())
        },
        write: |state, _| {
            (!state.view.side_by_side.is_empty()).then(|| state.view.side_by_side.join(";"))
        },
    },
    Field {
        keys: &["show"],
        in_share: Some("Overlay"),
        read: |state, _, text| {
            let overlay = Overlay::from_id(text).filter(|_| !text.is_empty());
            let allowed = "routes, multicast or deadlock";
            let refused = || Refusal::new("show", allowed, "showing traffic");
            state.view.overlay = overlay.ok_or_else(refused)?;
            Ok(())
        },
        write: |state, _| {
            Some(state.view.overlay.facts().id.to_owned()).filter(|id| !id.is_empty())
        },
    },
    Field {
        keys: &["pair"],
        in_share: Some("Source and destination of routes"),
        read: |state, topology, text| {
            let (from, to) = text.split_once('>').unwrap_or((text, ""));
            let node = |text| {
                let node = topology.node("pair", text);
                node.map_err(|error| Refusal::Reason(error.to_string(), "using another"))
            };
            let (from, to) = (node(from)?, node(to)?);
            if from == to {
                let reason = "pair must be two different nodes".to_owned();
                return Err(Refusal::Reason(reason, "using another"));
            }
            state.view.pair = Some((from, to));
            Ok(())
        },
        write: |state, topology| {
            let (from, to) = state.view.pair?;
            Some(format!("{}>{}", topology.label(from), topology.label(to)))
        },
    },
    Field {
        keys: &["through"],
        in_share: Some("Intermediate node of routes"),
        read: |state, topology, text| {
            let node = topology.node("through", text);
            let node = node.map_err(|error| Refusal::Reason(error.to_string(), "ignored"))?;
            state.view.by = Some(node);
            Ok(())
        },
        write: |state, topology| Some(topology.label(state.view.by?)),
    },
    Field {
        keys: &["apart"],
        in_share: Some("Only node-disjoint paths"),
        read: |state, _, text| {
            state.view.node_disjoint = switch("apart", text)?;
            Ok(())
        },
        write: |state, _| state.view.node_disjoint.then(|| "1".to_owned()),
    },
    Field {
        keys: &["theme"],
        in_share: None,
        read: |state, _, text| {
            let allowed = "auto, light, dark or projector";
            let refused = || Refusal::new("theme", allowed, "using the one chosen");
            state.view.theme = Some(known_theme(text).ok_or_else(refused)?);
            Ok(())
        },
        write: |state, _| state.view.theme.map(str::to_owned),
    },
    Field {
        keys: &["heat"],
        in_share: Some("Use of channels"),
        read: |state, _, text| {
            state.view.heat = switch("heat", text)?;
            Ok(())
        },
        write: |state, _| state.view.heat.then(|| "1".to_owned()),
    },
    Field {
        keys: &["matrix"],
        in_share: Some("Channel matrix"),
        read: |state, _, text| {
            state.view.matrix = Some(switch("matrix", text)?);
            Ok(())
        },
        write: |state, _| {
            state
                .view
                .matrix
                .map(|is_shown| u8::from(is_shown).to_string())
        },
    },
    Field {
        keys: &["sel"],
        in_share: Some("Selection"),
        read: |state, topology, text| {
            let allowed = "a node such as n0 or a message such as m12";
            let refused = || Refusal::new("selection", allowed, "selecting nothing");
            state.selected = Some(selected(topology, text).ok_or_else(refused)?);
            Ok(())
        },
        write: |state, topology| match state.selected? {
            Thing::Node(node) => Some(format!("n{}", topology.label(node))),
            Thing::Worm(message) => Some(format!("m{}", message.0)),
            Thing::Channel(_) | Thing::Lane(_) => None,
        },
    },
    Field {
        keys: &["draw"],
        in_share: Some("Layout"),
        read: |state, topology, text| {
            let offered = topology.arrangements();
            let known = offered.iter().copied().find(|offer| offer.id() == text);
            state.view.arrangement = known.ok_or_else(|| {
                let ids: Vec<_> = offered.iter().map(|offer| offer.id()).collect();
                Refusal::Value {
                    field: "layout",
                    allowed: format!("{} in {}", one_of(&ids), topology.short_name()),
                    instead: format!("using {}", ids[0]),
                }
            })?;
            Ok(())
        },
        write: |state, _| {
            let is_usual = state.view.arrangement == Arrangement::default();
            (!is_usual).then(|| state.view.arrangement.id().to_owned())
        },
    },
    Field {
        keys: &["follow"],
        in_share: Some("Message of the space-time diagram"),
        read: |state, _, text| {
            let message = text.parse().map(MessageId).ok();
            let refused = || Refusal::new("follow", "the number of a message", "following none");
            state.view.followed = Some(message.ok_or_else(refused)?.into());
            Ok(())
        },
        write: |state, _| {
            let followed = state.view.followed?;
            Some(followed.message.0.to_string())
        },
    },
    Field {
        keys: &["workers"],
        in_share: Some("Number of workers"),
        read: |state, _, text| {
            let number = text.parse().ok();
            let number = number.filter(|number| (1..=MOST_WORKERS).contains(number));
            let allowed = format!("a whole number from 1 to {MOST_WORKERS}");
            let refused = || Refusal::new("workers", &allowed, "choosing the number automatically");
            state.view.workers = Some(number.ok_or_else(refused)?);
            Ok(())
        },
        write: |state, _| state.view.workers.map(|number| number.to_string()),
    },
    Field {
        keys: &["vs"],
        in_share: Some("Compared curves"),
        read: |state, _, text| {
            let scripts = &state.scenario.scripts;
            let links = text.split('|').filter(|link| !link.is_empty());
            let all = links.map(|link| curve(link, scripts));
            let all = all.collect::<Result<Vec<_>, _>>();
            let all = all.map_err(|reason| Refusal::Reason(reason, "comparing with none"))?;
            if all.len() > MOST_COMPARED {
                let reason = format!("curves must be at most {MOST_COMPARED}, not {}", all.len());
                return Err(Refusal::Reason(reason, "comparing with none"));
            }
            state.view.compared = Some(all);
            Ok(())
        },
        write: |state, _| {
            let links = state.view.compared.as_ref()?.iter().map(Scenario::to_link);
            let links = links.collect::<Vec<_>>().join("|");
            Some(utf8_percent_encode(&links, ESCAPED).to_string())
        },
    },
    Field {
        keys: &["y"],
        in_share: Some("Quantity of the chart"),
        read: |state, _, text| {
            let allowed = one_of(&Quantity::ALL.map(|(_, id, _)| id));
            let refused = || Refusal::new("y", &allowed, "showing latency");
            state.view.axes.quantity = Quantity::from_id(text).ok_or_else(refused)?;
            Ok(())
        },
        write: |state, _| {
            let quantity = state.view.axes.quantity;
            (quantity != Quantity::default()).then(|| quantity.id().to_owned())
        },
    },
    Field {
        keys: &["unit"],
        in_share: Some("Unit of the load"),
        read: |state, _, text| {
            let allowed = one_of(&LoadUnit::ALL.map(|(_, id, _)| id));
            let refused = || Refusal::new("unit", &allowed, "using capacity");
            state.view.axes.unit = LoadUnit::from_id(text).ok_or_else(refused)?;
            Ok(())
        },
        write: |state, _| {
            let unit = state.view.axes.unit;
            (unit != LoadUnit::default()).then(|| unit.id().to_owned())
        },
    },
    Field {
        keys: &["pts"],
        in_share: Some("Measured points"),
        read: |state, _, text| {
            let curves = text
                .split('!')
                .take(MOST_COMPARED + 1)
                .map(ShortCurve::read);
            let allowed = "measured points as a link has them";
            let refused = || Refusal::new("points", allowed, "using none");
            state.points = curves.collect::<Option<_>>().ok_or_else(refused)?;
            Ok(())
        },
        write: |state, _| {
            let curves: Vec<_> = state.points.iter().map(ShortCurve::write).collect();
            (!curves.is_empty()).then(|| curves.join("!"))
        },
    },
    restricting::UI,
    restricting::HIDE,
    restricting::LOCK,
    restricting::HOST,
    Field {
        keys: &["v"],
        in_share: None,
        read: |_, _, text| match text {
            "1" => Ok(()),
            _ => Err(Refusal::new("version", "1", "reading it as 1")),
        },
        write: |_, _| None,
    },
    Field {
        keys: &["play"],
        in_share: None,
        read: |state, _, text| {
            let [slowest, fastest] = SPEEDS;
            let speed = text.parse().ok();
            let speed = speed.filter(|speed| (slowest..=fastest).contains(speed));
            let allowed = format!("a speed from {slowest} to {fastest} cycles per second");
            let refused = || Refusal::new("play", &allowed, "standing still");
            state.play = Some(speed.ok_or_else(refused)?);
            Ok(())
        },
        write: |_, _| None,
    },
    Field {
        keys: &["c", "cycle"],
        in_share: None,
        read: |state, _, text| {
            let cycle = text.parse().ok().filter(|&cycle| cycle <= LAST_CYCLE);
            if cycle.is_none() {
                let allowed = format!("a whole number from 0 to {LAST_CYCLE}");
                return Err(Refusal::new("cycle", &allowed, "using 0"));
            }
            state.cycle = cycle;
            Ok(())
        },
        write: |state, _| state.cycle.map(|cycle| cycle.to_string()),
    },
];

/// Parses the link of a compared scenario, or returns a sentence that says why it is none.
fn curve(link: &str, scripts: &Scripts) -> Result<Scenario, String> {
    let opened = Scenario::from_link_with(link, scripts).whole();
    let opened = opened.map_err(|problem| problem.error.to_string())?;
    match opened.others.first() {
        Some((other, _)) => Err(format!("a scenario has no {}", quoted(other))),
        None => Ok(subject(&opened.scenario)),
    }
}

/// Parses `0` or `1`.
fn switch(field: &'static str, text: &str) -> Result<bool, Refusal> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(Refusal::new(field, "0 or 1", "ignored")),
    }
}

/// Parses the node (`n2,3`) or message (`m12`) that a link selects.
fn selected(topology: &dyn Topology, text: &str) -> Option<Thing> {
    match text.split_at_checked(1)? {
        ("n", label) => topology.parse_label(label).map(Thing::Node),
        ("m", number) => number.parse().map(|n| Thing::Worm(MessageId(n))).ok(),
        _ => None,
    }
}
