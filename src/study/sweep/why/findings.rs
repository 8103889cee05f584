//! Sentences that explain why a network saturates where it does and a model saturates elsewhere.
//! All their numbers are measured or computed.

use super::Diagnosis;
use super::rules::{has_dateline, of_one_message, of_selection};
use super::words::{four_digits, percent};
use crate::scenario::{
    BoundKind, Bounds, BuiltScenario, Scenario, Theory, published_beside, theory,
};
use crate::sweep::Report;
use engine::model::{LatencyKind, Prediction};
use engine::routing;

/// The largest network for which bounds are computed here, because they visit every pair of nodes.
const MOST_NODES: u32 = 1024;

/// The relative difference within which model and simulation agree.
const AGREEMENT: f64 = 0.1;

/// One part of the explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub kind: FindingKind,
    /// The text, of one or two sentences.
    pub text: String,
}

impl Finding {
    /// Splits the text into its first sentence and the rest.
    pub fn in_two(&self) -> (&str, &str) {
        in_two(&self.text)
    }
}

/// Splits a text into its first sentence and the rest.
pub fn in_two(text: &str) -> (&str, &str) {
    match text.find(". ") {
        Some(end) => (&text[..=end], text[end + 1..].trim_start()),
        None => (text, ""),
    }
}

/// The subject of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    Channel,
    /// The bisection bound, and the lowest bound.
    Bound,
    /// The uneven use of virtual channels.
    VirtualChannels,
    /// The selection among the virtual channels that an adaptive function offers.
    Selection,
    /// What a virtual channel that holds one message at a time leaves unused.
    OneMessage,
    /// The assumption of the model that fails, and the load from which it fails.
    Model,
}

impl FindingKind {
    /// The id in machine-readable output.
    pub fn id(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Bound => "bound",
            Self::VirtualChannels => "virtual-channels",
            Self::Selection => "selection",
            Self::OneMessage => "one-message",
            Self::Model => "model",
        }
    }
}

/// Explains why a curve ends where it does, given a diagnosis beyond its last steady point and its
/// measured points in order of load.
pub fn why(
    scenario: &Scenario,
    built: &BuiltScenario,
    diagnosis: &Diagnosis,
    reports: &[Report],
) -> Vec<Finding> {
    let mut findings = vec![Finding {
        kind: FindingKind::Channel,
        text: of_channel(built, diagnosis),
    }];
    let mut add = |kind, text: Option<String>| {
        findings.extend(text.map(|text| Finding { kind, text }));
    };
    add(
        FindingKind::VirtualChannels,
        of_vcs(scenario, built, diagnosis),
    );
    let of_model = |model: &Theory, name| {
        let text = of_model(name, model, (scenario, built), diagnosis, reports);
        (!text.is_empty()).then_some(text)
    };
    add(FindingKind::Selection, of_selection(scenario, built));
    add(FindingKind::OneMessage, of_one_message(built));
    // Models and bounds are about random messages at a rate.
    if !built.design.is_random() {
        return findings;
    }
    if let Ok(model) = theory(scenario, built) {
        add(FindingKind::Model, of_model(&model, "model"));
        // A model of our own agrees longer, so the published one has more to explain.
        let published = published_beside(&model, scenario, built);
        add(
            FindingKind::Model,
            published.and_then(|model| of_model(&model, "published model")),
        );
    }
    add(
        FindingKind::Bound,
        of_bounds(scenario, built, diagnosis, reports),
    );
    findings
}

/// The busiest channel, in a sentence.
fn of_channel(built: &BuiltScenario, diagnosis: &Diagnosis) -> String {
    let busiest = &diagnosis.busiest;
    let (from, to) = (&busiest.from, &busiest.to);
    let [carried, held, mean] = [busiest.carried, busiest.held, diagnosis.mean].map(percent);
    let idle = if busiest.held - busiest.carried > AGREEMENT {
        format!(
            ", although worms hold it {held} of the time: a blocked worm keeps its channels, and \
             no flit moves on them"
        )
    } else {
        String::new()
    };
    let cycles = if built.design.is_random() {
        "cycles".to_owned()
    } else {
        let end = if diagnosis.drained {
            "until all messages have arrived"
        } else {
            "that are simulated"
        };
        format!("{} cycles {end}", diagnosis.cycles)
    };
    format!(
        "The busiest channel, {from} → {to}, carries a flit in {carried} of the {cycles}{idle}. An \
         average channel carries one in {mean}."
    )
}

/// The use of virtual channels, if it is uneven.
fn of_vcs(scenario: &Scenario, built: &BuiltScenario, diagnosis: &Diagnosis) -> Option<String> {
    let count = diagnosis.vcs.len();
    let most = diagnosis.vcs.iter().copied().fold(0.0, f64::max);
    if count < 2 || most < 1.2 / count as f64 {
        return None;
    }
    let shares = diagnosis.vcs.iter().zip(0..);
    let shares: Vec<_> = shares
        .map(|(&share, vc)| format!("VC {vc} {}", percent(share)))
        .collect();
    let why = if has_dateline(scenario, built) {
        ". Because of the dateline, worms that have yet to cross it take one part of the virtual \
         channels of a ring, and all others the other part"
    } else if !built.design.routing.escapes().is_empty() {
        ". Some are reserved for escape, and taken where the others are held"
    } else {
        ""
    };
    let shut_out = if diagnosis.shut_out > AGREEMENT {
        let shut_out = percent(diagnosis.shut_out);
        // In closed-loop traffic sources send less than their rate.
        let has_rate = built.design.is_random() && built.design.closed.is_none();
        let at = if has_rate {
            format!("at λ = {}, ", four_digits(diagnosis.load))
        } else {
            String::new()
        };
        format!(
            "; {at}{shut_out} of the blocked headers wait for a channel that has a free virtual \
             channel, but not one that they may take"
        )
    } else {
        String::new()
    };
    let shares = shares.join(", ");
    Some(format!(
        "Virtual channels are used unevenly: of the time for which they are held, {shares}{why}\
         {shut_out}."
    ))
}

/// Where a model and the simulation diverge, and which assumption of the model fails there.
fn of_model(
    name: &str,
    theory: &Theory,
    (scenario, built): (&Scenario, &BuiltScenario),
    diagnosis: &Diagnosis,
    reports: &[Report],
) -> String {
    let ends = theory.model().saturation_rate();
    let limit = is_saturated(reports).then_some(diagnosis.accepted);
    let limit = limit.filter(|limit| ends.is_finite() && *limit > 0.0);
    let ratio = limit.map_or(1.0, |limit| ends / limit);
    let mut sentences = Vec::new();
    if let Some(limit) = limit {
        let [ends, limit] = [ends, limit].map(four_digits);
        let routing = routed(scenario);
        sentences.push(if ratio > 1.0 + AGREEMENT {
            let busy = busy_at(scenario, built, theory.model().saturation_rate());
            let busy = busy.map_or_else(String::new, |share| {
                let share = percent(share);
                format!(
                    ". At λ = {ends} the busiest channel would carry a flit in {share} of the \
                         cycles"
                )
            });
            format!(
                "The {name} saturates at λ = {ends}, {ratio:.1} times what the network accepts \
                 ({limit}; {routing}){busy}."
            )
        } else if ratio < 1.0 - AGREEMENT {
            format!(
                "The {name} saturates at λ = {ends}, before the network, which accepts λ = {limit} \
                 ({routing})."
            )
        } else {
            format!(
                "The {name} saturates at λ = {ends}, about where the network does, which accepts \
                 λ = {limit} ({routing})."
            )
        });
    }
    if let Some(from) = diverges_from(theory, reports) {
        let from = four_digits(from);
        sentences.push(format!(
            "From λ = {from} on, the latency of the {name} is more than 10 % off."
        ));
    }
    if ratio > 1.0 + AGREEMENT && built.packet.is_none() {
        let [blocked, chained] = [diagnosis.blocked, diagnosis.chained].map(percent);
        sentences.push(format!(
            "Its assumption about waiting fails. The {name} {}; measured at λ = {}, {blocked} \
             of the headers are blocked, and {chained} of these wait for a worm that is blocked \
             itself.",
            theory.of_waiting(),
            four_digits(diagnosis.load)
        ));
    }
    if !theory.differences.is_empty() {
        sentences.push(format!("Besides, {}.", theory.differences.join("; ")));
    }
    sentences.join(" ")
}

/// The name of the routing function, in case several are compared.
fn routed(scenario: &Scenario) -> String {
    let family = routing::family_of(&scenario.routing);
    let name = family.map_or("your own", |family| family.entry.name());
    format!("routing: {name}")
}

/// The share of cycles in which the busiest channel carries a flit at a load, if the routing
/// function alone determines it and the network is small enough.
fn busy_at(scenario: &Scenario, built: &BuiltScenario, load: f64) -> Option<f64> {
    let is_small = built.topology.nodes() <= MOST_NODES && built.packet.is_none();
    let bounds = is_small
        .then(|| Bounds::of(scenario, built).ok())
        .flatten()?;
    Some(bounds.channel_load?.max * built.design.length.mean() * load)
}

/// The lowest load from which on model and simulation differ by more than 10 %, or only one of them
/// is saturated.
fn diverges_from(theory: &Theory, reports: &[Report]) -> Option<f64> {
    let model = theory.model();
    let is_off = |report: &Report| match model.predict(report.load) {
        Prediction::Saturated { .. } => !report.saturated,
        Prediction::Steady(latency) => {
            let found = mean(theory.predicts, report);
            report.saturated
                || found.is_some_and(|found| (latency.total - found).abs() > AGREEMENT * found)
        }
    };
    // A single point is not a curve.
    let reports = if reports.len() < 2 { &[] } else { reports };
    // From the highest load down, as long as all are off.
    let off = reports.iter().rev().take_while(|report| is_off(report));
    off.last().map(|report| report.load)
}

/// The measured latency with which a model is compared.
fn mean(kind: LatencyKind, report: &Report) -> Option<f64> {
    let measures = &report.measures;
    let estimate = match kind {
        LatencyKind::Latency => Some(measures.latency),
        LatencyKind::Network => Some(measures.network_latency),
        LatencyKind::Multicast => measures.multicast_latency,
        LatencyKind::Unicast => measures.unicast_latency,
        LatencyKind::Link => report.links.map(|links| links.delay),
    };
    estimate?.mean
}

fn is_saturated(reports: &[Report]) -> bool {
    reports.iter().any(|report| report.saturated)
}

/// The bisection bound, and the lowest bound if it is another.
fn of_bounds(
    scenario: &Scenario,
    built: &BuiltScenario,
    diagnosis: &Diagnosis,
    reports: &[Report],
) -> Option<String> {
    if built.topology.nodes() > MOST_NODES {
        return None;
    }
    let bounds = Bounds::of(scenario, built).ok()?;
    let reached = |rate: f64| percent(diagnosis.accepted / rate);
    let what = if is_saturated(reports) {
        "the network accepts"
    } else {
        "this load is"
    };
    let of = |kind| bounds.all.iter().find(|bound| bound.kind == kind);
    let mut text = String::new();
    if let Some(cut) = of(BoundKind::Bisection) {
        // The division that bounds most need not be a smallest one.
        let name = if built.topology.is_user_defined() {
            "A cut"
        } else {
            "The bisection"
        };
        text = format!(
            "{name} bounds the load by λ = {} ({}); {what} {} of that.",
            four_digits(cut.rate),
            cut.why,
            reached(cut.rate)
        );
    }
    let lowest = bounds
        .lowest()
        .filter(|lowest| lowest.kind != BoundKind::Bisection);
    if let Some(lowest) = lowest {
        let (rate, why) = (four_digits(lowest.rate), &lowest.why);
        text = format!("{text} The lowest bound is λ = {rate}: {why}.");
    }
    let text = text.trim_start();
    (!text.is_empty()).then(|| text.to_owned())
}
