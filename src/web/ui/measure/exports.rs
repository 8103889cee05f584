//! Exports of the measured curve: pictures, numbers and a link.

use browser::exports::{self, Exports, Format};
use flitscope::page::{Address, Dock, MOST_CHARACTERS, PointsLink, subject};
use flitscope::scenario::{Scenario, curve_names};
use flitscope::sweep::subject_of;
use leptos::prelude::*;

use super::chart_subject::ChartSubject;
use super::charts::Charts;
use super::measurement::MeasuredCurve;
use crate::ui::state::page::Page;
use crate::ui::state::theme::CurrentPalette;

/// Size of pictures \[pixels\].
const SIZE: (u32, u32) = (960, 600);

/// Returns the address at which Experiment shows the curves, with their points, beside the kept ones.
pub fn in_experiment(charts: Charts, shown: &ChartSubject, curves: &[MeasuredCurve]) -> String {
    let mut points = charts.short_points(shown).into_iter();
    let links = curves.iter().map(|curve| {
        let link = subject(&curve.scenario).to_link();
        let link = String::from(js_sys::encode_uri_component(&link));
        match points.next().filter(|points| !points.points.is_empty()) {
            Some(points) => format!("new={link}&pts={}", points.write()),
            None => format!("new={link}"),
        }
    });
    format!("#/laboratory?{}", links.collect::<Vec<_>>().join("&"))
}

/// Returns the link to the curves with their points, from `#` on, and says which of them have no room in it. While there are
/// points, the key that copies a link copies this one.
pub fn use_link(
    page: Page,
    shown: Signal<ChartSubject>,
    charts: Charts,
    curves: Memo<Vec<MeasuredCurve>>,
) -> Callback<(), String> {
    let make = Callback::new(move |()| {
        let (shown, curves) = (shown.read_untracked(), curves.read_untracked());
        let (link, again) = link(page.signed_address(), charts, &shown, &curves);
        if !again.is_empty() {
            page.notify(format!(
                "The link has no room for the points of {}. They are measured again when it is opened.",
                again.join("; ")
            ));
        }
        link
    });
    let has_points = Memo::new(move |_| !shown.read().measured.is_empty());
    Effect::new(move |_| page.curves_link.set_value(has_points.get().then_some(make)));
    on_cleanup(move || page.curves_link.set_value(None));
    make
}

/// The export buttons of the chart.
#[component]
pub fn CurveExports(
    page: Page,
    shown: Signal<ChartSubject>,
    charts: Charts,
    curves: Memo<Vec<MeasuredCurve>>,
    link: Callback<(), String>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let (shown, palette) = (shown.read_untracked(), palette.read_untracked().id);
        let curves = curves.read_untracked();
        let remark = || self::link(page.signed_address(), charts, &shown, &curves).0;
        match format {
            Format::Png => exports::png(SIZE, |canvas, scale| {
                charts.draw_file(canvas, palette, scale, &shown)
            }),
            Format::Svg => Some(charts.svg(SIZE, palette, &shown)),
            Format::Csv => Some(charts.csv(&remark(), &shown)),
            Format::Json => Some(charts.json(&remark(), &shown)),
        }
    });
    let stem = Callback::new(move |()| {
        let curves = curves.read_untracked();
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
fn link(
    address: Address,
    charts: Charts,
    shown: &ChartSubject,
    curves: &[MeasuredCurve],
) -> (String, Vec<String>) {
    let points = charts.short_points(shown);
    let own = subject(&address.scenario);
    let others = curves.iter().filter(|curve| !curve.is_own);
    let others: Vec<_> = others.map(|curve| subject(&curve.scenario)).collect();
    let is_compared = !others.is_empty();
    let address = Address {
        view: flitscope::page::View {
            compared: is_compared.then(|| others.clone()),
            dock: Dock::Curve,
            ..address.view
        },
        ..address
    };
    let of = |scenario: &Scenario| {
        let place = curves
            .iter()
            .position(|curve| subject_of(&curve.scenario) == subject_of(scenario));
        place
            .and_then(|place| points.get(place))
            .cloned()
            .unwrap_or_default()
    };
    let points = std::iter::once(&own).chain(&others).map(of).collect();
    let PointsLink { query, again } = address.with_points(points, MOST_CHARACTERS);
    let scenarios: Vec<_> = std::iter::once(&own).chain(&others).collect();
    let names = curve_names(&scenarios);
    let again = again
        .into_iter()
        .filter_map(|place| names.get(place).cloned());
    (format!("#/lab?{query}"), again.collect())
}
