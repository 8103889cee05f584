//! Comparisons whose knees are located as on the page.

use super::*;
use crate::plot::ShownCurve;
use crate::scenario::{Scenario, Warmup};
use crate::sweep::{Point, suggested_loads};

/// The chart of a comparison that is measured as the page does, but in shorter runs, and the loads [flits/node/cycle] at
/// which its lines leave the axis.
fn knees(links: &[&str]) -> (f64, Vec<f64>) {
    let scenarios: Vec<_> = links
        .iter()
        .map(|link| Scenario::from_link(link).scenario)
        .collect();
    let built = scenarios
        .iter()
        .map(|scenario| scenario.build().expect("a valid scenario"));
    let built: Vec<_> = built.collect();
    let studies: Vec<_> = scenarios.iter().zip(&built).collect();
    let at = |place: usize, load: f64| {
        let mut scenario = scenarios[place].clone();
        scenario.traffic.rate = load;
        scenario.run.warmup = Warmup::Cycles(1000);
        scenario.run.cycles = 20_000;
        let point = Point::new(&scenario).expect("a valid scenario");
        point.ending_saturated().simulate(|_| {})
    };
    let loads = suggested_loads(&studies, None);
    let series = studies
        .iter()
        .enumerate()
        .map(|(place, (scenario, built))| {
            let mut reports: Vec<Report> = Vec::new();
            for &load in &loads {
                reports.push(at(place, load));
                if reports.iter().filter(|report| report.saturated).count() == 2 {
                    break;
                }
            }
            let curve = ShownCurve::new(links[place].to_owned(), scenario, built);
            Series { curve, reports }
        });
    let mut chart = CurveChart {
        series: series.collect(),
        ..CurveChart::default()
    };
    chart.axes.unit = LoadUnit::Flits;
    let mut rounds = 0;
    loop {
        let next = chart.next_loads();
        if next.iter().all(Option::is_none) {
            break;
        }
        rounds += 1;
        assert!(rounds < 20, "it ends");
        for (place, load) in next.into_iter().enumerate() {
            if let Some(load) = load {
                chart.series[place].reports.push(at(place, load));
            }
        }
    }
    let diagram = chart.diagram();
    let axis = Frame::of(&diagram, 640.0, 360.0, 0.0).y.end;
    let leaves = diagram
        .traces
        .iter()
        .filter(|trace| trace.kind == Kind::Simulation);
    let leaves = leaves.map(|trace| {
        let end = trace.beyond.first().copied().unwrap_or(f64::INFINITY);
        let marks = trace.marks.iter();
        let line = marks.filter(|mark| mark.x < end && !trace.apart.contains(&mark.x));
        let line: Vec<_> = line.collect();
        let crossing = line.windows(2).find(|pair| pair[1].y > axis);
        match crossing {
            Some([from, to]) => from.x + (to.x - from.x) * (axis - from.y) / (to.y - from.y),
            // It goes up vertically, or ends.
            _ => line.last().map_or(0.0, |mark| mark.x),
        }
    });
    (axis, leaves.collect())
}

#[test]
fn ranks_on_the_picture_are_the_ranks_of_the_numbers() {
    let torus = |routing| format!("t=torus:8x8&vc=8&buf=8&M=4&tr=transpose&r={routing}");
    let links = ["dimension-order", "duato", "valiant"].map(torus);
    let (axis, leaves) = knees(&links.each_ref().map(|link| &**link));
    // Measured at this load alone, dimension order has a latency of 38 cycles, which the axis shows.
    assert!(axis > 40.0 && leaves[0] > 0.22, "{axis} {leaves:?}");
    let dragonfly =
        |routing| format!("t=dragonfly:2,4,2&vc=6&buf=8&M=8&tr=neighbor-group&r={routing}");
    let links = ["dragonfly-minimal", "ugal-l", "ugal-g"].map(dragonfly);
    let (axis, leaves) = knees(&links.each_ref().map(|link| &**link));
    // Minimal routing has 81 cycles at .116; at .40, UGAL-G has 51 cycles, where UGAL-L is saturated.
    assert!(axis > 85.0, "{axis}");
    let [minimal, local, global] = *leaves else {
        panic!("{leaves:?}");
    };
    assert!(minimal > 0.11 && minimal < local, "{leaves:?}");
    assert!(
        local < 0.41 && global > 0.395 && local < global,
        "{leaves:?}"
    );
}
