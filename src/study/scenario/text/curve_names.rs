//! Names of scenarios beside each other: the settings in which they differ.

use super::fields::{FIELDS, Field};
use crate::scenario::Scenario;
use engine::multicast;
use engine::routing;
use engine::sim::switching;
use engine::topology::title_of;
use engine::traffic;

/// The keys of fields that do not distinguish curves over the load.
const LEFT_OUT: [&str; 6] = ["lam", "msg", "warm", "run", "rep", "prec"];

/// Names scenarios by the settings in which they differ: `Duato, fully adaptive, V = 4`. All names are different.
///
/// The only scenario is named by its multicast algorithm, and else not at all.
pub fn curve_names(scenarios: &[&Scenario]) -> Vec<String> {
    let mut scenarios: Vec<_> = scenarios.iter().copied().cloned().collect();
    if let [alone] = &*scenarios {
        let algorithm = (alone.traffic.broadcast > 0.0
            || alone.traffic.multicast.destinations > Some(1))
        .then(|| alone.build().ok()?.multicast)
        .flatten();
        return vec![algorithm.map_or(String::new(), |spec| multicast::name_of(&spec))];
    }
    let mut parts = vec![Vec::new(); scenarios.len()];
    for field in FIELDS.iter().filter(|field| !LEFT_OUT.contains(&field.key)) {
        let texts: Vec<_> = scenarios
            .iter_mut()
            .map(|scenario| field.text(scenario))
            .collect();
        if texts.iter().all(|text| *text == texts[0]) {
            continue;
        }
        for (parts, text) in parts.iter_mut().zip(&texts) {
            parts.push(in_words(field, text));
        }
    }
    let names: Vec<_> = parts.iter().map(|parts| parts.join(", ")).collect();
    let numbered = names.iter().enumerate().map(|(place, name)| {
        let is_same = |other: &&String| *other == name;
        let number = names[..=place].iter().filter(is_same).count();
        if names.iter().filter(is_same).count() > 1 {
            format!("{name} ({number})").trim_start().to_owned()
        } else {
            name.clone()
        }
    });
    numbered.collect()
}

/// The settings that all scenarios have in common and that a reader of their curves needs:
/// `Torus 8×8, Dimension order, V = 2, B = 1, M = 8, Uniform`.
pub fn common_settings(scenarios: &[&Scenario]) -> String {
    const SAID: [&str; 6] = ["t", "r", "vc", "buf", "M", "tr"];
    let mut scenarios: Vec<_> = scenarios.iter().copied().cloned().collect();
    let said = FIELDS.iter().filter(|field| SAID.contains(&field.key));
    let parts = said.filter_map(|field| {
        let texts: Vec<_> = scenarios
            .iter_mut()
            .map(|scenario| field.text(scenario))
            .collect();
        let first = texts.first()?;
        texts
            .iter()
            .all(|text| text == first)
            .then(|| in_words(field, first))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The value of a field in the name of a curve.
fn in_words(field: &Field, text: &str) -> String {
    let name_in = |known: Option<&str>| known.unwrap_or(text).to_owned();
    match field.key {
        "t" => title_of(text),
        "r" => routing::title_of(text),
        "sw" => {
            let family = switching::FAMILIES
                .iter()
                .find(|family| family.entry.id == text);
            name_in(family.map(|family| family.entry.name()))
        }
        "tr" => {
            let name = traffic::name_of(text);
            match text.split_once(':') {
                Some((_, settings)) if name != traffic::GIVEN => format!("{name} ({settings})"),
                _ => name.to_owned(),
            }
        }
        "mc" => multicast::name_of(text),
        "bon" if text.is_empty() => "Poisson sources".to_owned(),
        "bon" => format!("bursts of {text} cycles"),
        "sr" if text.is_empty() => "no surge".to_owned(),
        "sr" => format!("after a surge of {text}"),
        "cw" if text.is_empty() => "no replies".to_owned(),
        "cw" => format!("w = {text}"),
        "cc" => format!("{text} virtual channels"),
        "vc" => format!("V = {text}"),
        "buf" => format!("B = {text}"),
        "M" => format!("M = {text}"),
        "fail" => {
            let count = text.split(';').filter(|link| !link.is_empty()).count();
            format!("{count} failed links")
        }
        _ => format!("{} {text}", field.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(links: &[&str]) -> Vec<String> {
        let scenarios: Vec<_> = links
            .iter()
            .map(|link| Scenario::from_link(link).scenario)
            .collect();
        curve_names(&scenarios.iter().collect::<Vec<_>>())
    }

    #[test]
    fn curves_are_named_by_their_differences() {
        assert_eq!(names(&["t=mesh:8x8&vc=2&lam=0.1"]), [""]);
        assert_eq!(names(&["t=mesh:8x8&md=3&mc=dual-path"]), ["Dual path"]);
        assert_eq!(
            names(&["t=mesh:8x8&vc=2&lam=0.1", "t=mesh:8x8&vc=4"]),
            ["V = 2", "V = 4"]
        );
        assert_eq!(
            names(&["t=mesh:8x8&vc=2", "t=torus:8x8&vc=2&r=duato&tr=tornado"]),
            [
                "Mesh 8×8, Dimension order, Uniform",
                "Torus 8×8, Duato, fully adaptive, Tornado"
            ]
        );
        assert_eq!(
            names(&[
                "t=mesh:4x4&md=3&mc=dual-path",
                "t=mesh:4x4&md=3&mc=separate"
            ]),
            ["Dual path", "Separate addressing"]
        );
        assert_eq!(
            names(&["t=mesh:4x4", "t=mesh:4x4&bon=200"]),
            ["Poisson sources", "bursts of 200 cycles"]
        );
        assert_eq!(names(&["t=mesh:4x4&run=900", "t=mesh:4x4"]), ["(1)", "(2)"]);
        let scenarios = [
            "t=torus:8x8&r=duato&vc=4&M=8&tr=tornado",
            "t=torus:8x8&vc=4&M=8&tr=tornado",
        ];
        let scenarios = scenarios.map(|link| Scenario::from_link(link).scenario);
        assert_eq!(
            common_settings(&scenarios.iter().collect::<Vec<_>>()),
            "Torus 8×8, V = 4, B = 1, M = 8, Tornado"
        );
    }
}
