//! *Why here?* beside the first saturated point of a measurement.

use std::sync::Arc;

use flitscope::laboratory::SaturatedCurve;
use flitscope::page::Action;
use flitscope::scenario::Scenario;
use flitscope::scene::Thing;
use flitscope::sweep::{BusiestChannel, Ending, Report};
use flitscope::topology::ChannelId;
use leptos::prelude::*;

use super::measurement::Measurement;
use super::shown::Shown;
use crate::ui::controls::why_here::WhyHere;
use crate::ui::state::page::Page;

/// The question, with the load and the name of the curve if there are several.
#[component]
pub fn WhySaturated(page: Page, measurement: Measurement, shown: Shown) -> impl IntoView {
    let found = Memo::new(move |_| {
        let (points, curves) = (measurement.points.read(), shown.curves.read());
        let mut saturated = points.iter();
        let point = saturated.find(|point| point.ending() == Ending::Saturated)?;
        let curve = curves.iter().find(|curve| curve.label == point.curve)?;
        let mut scenario = curve.scenario.clone();
        scenario.traffic.rate = point.load();
        let place = match &*curve.name {
            "" => format!("λ = {}", point.load()),
            name => format!("{name}, λ = {}", point.load()),
        };
        let ours = points.iter().filter(|point| point.curve == curve.label);
        let reports = ours.map(|point| Report::clone(&point.report)).collect();
        Some((SaturatedCurve { scenario, reports }, place))
    });
    let saturated = Memo::new(move |_| Some(found.read().as_ref()?.0.clone()));
    let place = Signal::derive(move || {
        let found = found.read();
        found
            .as_ref()
            .map_or(String::new(), |found| found.1.clone())
    });
    let show = Callback::new(move |(scenario, busiest): (Scenario, BusiestChannel)| {
        let scenario = Arc::new(scenario);
        let show = move |_| {
            // The network of the curve, at the load of the findings; undone by *Undo*.
            let scenario = Box::new(Scenario::clone(&scenario));
            page.act(Action::Show(scenario, "the saturated load".to_owned()));
            page.act(Action::Heat(true));
            page.act(Action::Mark(Thing::Channel(ChannelId(busiest.channel))));
        };
        view! { <button id="show-busiest" on:click=show>"Show it in the network"</button> }
            .into_any()
    });
    view! { <WhyHere saturated label="Why here?".to_owned() id="why-here" place show scrolls=true /> }
}
