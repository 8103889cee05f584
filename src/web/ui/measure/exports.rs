//! Exports of the measured curve: pictures, numbers and a link.

use browser::exports::{self, Exports, Format};
use flitscope::page::measure::MeasuredCurve;
use flitscope::page::{Address, Dock, View, newcomer, subject};
use flitscope::scenario::{Scenario, curve_names};
use flitscope::sweep::{ShortCurve, subject_of};
use leptos::prelude::*;

use super::shown::Shown;
use crate::ui::state::page::Page;
use crate::ui::state::theme::CurrentPalette;

/// Size of pictures \[pixels\].
const SIZE: (u32, u32) = (960, 600);

/// Returns the address at which Experiment shows the curves, with their points, beside the kept ones.
pub fn in_experiment(shown: Shown) -> String {
    let (curves, points) = (shown.curves.read(), shown.chart.read().short_points());
    let mut points = points.iter();
    let links = curves.iter();
    let links = links.map(|curve| newcomer(&curve.scenario, points.next()));
    format!("#/laboratory?{}", links.collect::<Vec<_>>().join("&"))
}

/// Returns the link to the curves with their points, from `#` on, and says which of them have no room in it. While there are
/// points, the key that copies a link copies this one.
pub fn use_link(page: Page, shown: Shown) -> Callback<(), String> {
    let make = Callback::new(move |()| {
        let (link, again) = link(page, shown);
        if !again.is_empty() {
            page.notify(format!(
                "The link has no room for the points of {}. They are measured again when it is opened.",
                again.join("; ")
            ));
        }
        link
    });
    let has_points = Memo::new(move |_| shown.has_points());
    Effect::new(move |_| page.curves_link.set_value(has_points.get().then_some(make)));
    on_cleanup(move || page.curves_link.set_value(None));
    make
}

/// The export buttons of the chart.
#[component]
pub fn CurveExports(page: Page, shown: Shown, link: Callback<(), String>) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let chart = shown.chart.read_untracked();
        let remark = || self::link(page, shown).0;
        match format {
            Format::Csv => Some(chart.csv(&remark())),
            Format::Json => Some(chart.json(&remark())),
            _ => exports::diagram(&chart.file(), format, SIZE, palette.read_untracked().id),
        }
    });
    let stem = Callback::new(move |()| {
        let curves = shown.curves.read_untracked();
        let own = curves.iter().find(|curve| curve.is_own);
        let stem = own.map_or_else(|| "curves".to_owned(), |own| own.scenario.file_stem());
        match curves.len() {
            0 | 1 => stem,
            several => format!("{stem}-and-{}-more", several - 1),
        }
    });
    view! { <Exports of="the curve" formats=Format::ALL make stem link /> }
}

/// Returns the address of the page with the points of the chart, from `#` on, and the names of the curves whose points have no
/// room in it.
fn link(page: Page, shown: Shown) -> (String, Vec<String>) {
    let (address, curves) = (page.signed_address(), shown.curves.read_untracked());
    let points = shown.chart.read_untracked().short_points();
    let own = subject(&address.scenario);
    let others = curves.iter().filter(|curve| !curve.is_own);
    let others: Vec<_> = others.map(|curve| subject(&curve.scenario)).collect();
    let address = Address {
        view: View {
            compared: (!others.is_empty()).then(|| others.clone()),
            dock: Dock::Curve,
            ..address.view
        },
        ..address
    };
    let scenarios: Vec<_> = std::iter::once(&own).chain(&others).collect();
    let points = scenarios.iter().map(|of| points_of(of, &curves, &points));
    let (query, again) = address.with_points(points.collect());
    let names = curve_names(&scenarios);
    let again = again
        .into_iter()
        .filter_map(|place| names.get(place).cloned());
    (format!("#/lab?{query}"), again.collect())
}

/// The points of the curve of a scenario.
fn points_of(of: &Scenario, curves: &[MeasuredCurve], points: &[ShortCurve]) -> ShortCurve {
    let mut curves = curves.iter();
    let place = curves.position(|curve| subject_of(&curve.scenario) == subject_of(of));
    let points = place.and_then(|place| points.get(place));
    points.cloned().unwrap_or_default()
}
