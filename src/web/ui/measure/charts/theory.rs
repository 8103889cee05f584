//! The model of a scenario, and an explanation of it as HTML.

use flitscope::catalog::{Entry, escaped};
use flitscope::model::{Erratum, LatencyKind};
use flitscope::scenario::{self, Scenario, Theory};

use super::Charts;

impl Charts {
    /// Returns the model of a scenario as id and `key=value` words, and a published model beside it, each empty if
    /// there is none; and an explanation as HTML.
    pub fn theory(self, scenario: &Scenario) -> [String; 3] {
        let built = scenario.build_in_page();
        let built = built.map_err(|error| format!("{error}."));
        let found = built.and_then(|built| {
            let theory = scenario::theory(scenario, &built)?;
            let beside = scenario::published_beside(&theory, scenario, &built);
            Ok((theory, beside))
        });
        match found {
            Ok((theory, beside)) => {
                let model = text(&theory);
                let words = in_words(&theory, beside.as_ref(), self.saturation(&model));
                [model, beside.as_ref().map_or_else(String::new, text), words]
            }
            Err(reason) => {
                let reason = escaped(&reason);
                let words =
                    format!("<p class=\"help\">{reason} Measure shows the simulation alone.</p>");
                [String::new(), String::new(), words]
            }
        }
    }
}

fn text(theory: &Theory) -> String {
    let text = format!("{} {}", theory.id, theory.settings);
    text.trim_end().to_owned()
}

fn in_words(theory: &Theory, beside: Option<&Theory>, saturation: Option<f64>) -> String {
    let saturates = saturation.map_or_else(String::new, |saturation| {
        format!(" and saturates at λ = {saturation:.5}")
    });
    let predicts = predicted(theory.predicts);
    let published = beside.map_or_else(String::new, |beside| {
        let (name, predicts) = (
            escaped(beside.family().entry.name()),
            predicted(beside.predicts),
        );
        let place = if beside.predicts == theory.predicts {
            "Dashed beside it"
        } else {
            "In the chart of that latency"
        };
        format!(" {place}: {name}, a published model of the {predicts}.")
    });
    let lines = theory.differences.iter();
    let lines = lines.map(|line| format!("<li>{}</li>", escaped(line)));
    let family = theory.family();
    let about = beside.map_or_else(String::new, |beside| {
        let family = beside.family();
        [about_entry(&family.entry), errata(&family.errata())].concat()
    });
    [
        format!("<p class=\"help\">The model predicts the {predicts}{saturates}.{published}</p>"),
        format!("<ul class=\"help\">{}</ul>", lines.collect::<String>()),
        about_entry(&family.entry),
        errata(&family.errata()),
        about,
    ]
    .concat()
}

fn predicted(latency: LatencyKind) -> &'static str {
    match latency {
        LatencyKind::Latency => "latency with source queue",
        LatencyKind::Network => "network latency",
        LatencyKind::Multicast => "multicast latency",
        LatencyKind::Unicast => "latency of messages to one node",
        LatencyKind::Link => "delay per hop",
    }
}

fn about_entry(entry: &Entry) -> String {
    let sources = entry.sources();
    let sources = sources.map(|s| {
        format!(
            "<li>{}: <cite>{}</cite></li>",
            escaped(s.cite),
            escaped(s.work)
        )
    });
    format!(
        "<details class=\"about\"><summary>About {}</summary><p>{}</p><ul>{}</ul></details>",
        escaped(entry.name()),
        escaped(entry.help()),
        sources.collect::<String>()
    )
}

fn errata(errata: &[Erratum]) -> String {
    if errata.is_empty() {
        return String::new();
    }
    let lines = errata.iter().map(|erratum| {
        let [place, printed, used, why] =
            [erratum.place, erratum.printed, erratum.used, erratum.why].map(escaped);
        format!(
            "<li><b>{place}</b>: printed <i>{printed}</i>, used <i>{used}</i>, because {why}.</li>"
        )
    });
    format!(
        "<details class=\"about\"><summary>Errata of the paper ({})</summary><ul>{}</ul></details>",
        errata.len(),
        lines.collect::<String>()
    )
}
