//! Two or four multicast algorithms on one clock: the same scenario and seed in panes beside
//! each other, each sent by another algorithm.

use flitscope::catalog::quoted;
use flitscope::multicast;
use flitscope::scenario::Scenario;
use flitscope::topology;
use leptos::prelude::*;

use super::over::Subject;
use super::pane::Pane;
use super::state::Lab;

/// As many panes still show something.
const MOST_PANES: usize = 4;

/// Reads the algorithms of a link's panes, joined by semicolons.
pub fn parse(scenario: &Scenario, text: &str) -> Result<Vec<String>, String> {
    if !scenario.sends_to_several() {
        return Err("side must go with messages to several nodes, but there are none".to_owned());
    }
    let specs: Vec<_> = text.split(';').map(str::to_owned).collect();
    if !(2..=MOST_PANES).contains(&specs.len()) {
        let given = quoted(text);
        return Err(format!(
            "side must be two to four algorithms joined by semicolons, not {given}"
        ));
    }
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    for spec in &specs {
        multicast::from_spec("side", spec, &*topology).map_err(|error| error.to_string())?;
    }
    Ok(specs)
}

impl Lab {
    /// Whether the picture is split into panes.
    pub fn is_split(self) -> bool {
        let is_over = matches!(self.over.subject.get(), Subject::Routes | Subject::Waits);
        !self.beside.read().is_empty() && !is_over
    }

    /// Splits the picture into so many panes, or as many as there are algorithms: those shown
    /// already come first, then the scenario's own, then others.
    pub fn split(self, panes: usize) {
        let study = self.study.get_untracked();
        let own = study.multicast.clone();
        let shown = self.beside.get_untracked();
        let known = multicast::at_home(&*study.topology);
        // Those that follow the scenario's own in the register come before the others.
        let own_id = own.as_deref().map(id_of);
        let own_place = known.iter().position(|&id| own_id == Some(id));
        let (before, after) = known.split_at(own_place.map_or(0, |at| at + 1));
        let others = after.iter().chain(before).map(|&id| id.to_owned());
        let mut specs: Vec<String> = Vec::new();
        for spec in shown.into_iter().chain(own).chain(others) {
            let is_shown = specs.iter().any(|other| id_of(other) == id_of(&spec));
            if specs.len() < panes && !is_shown {
                specs.push(spec);
            }
        }
        if matches!(
            self.over.subject.get_untracked(),
            Subject::Routes | Subject::Waits
        ) {
            self.over.subject.set(Subject::Traffic);
        }
        self.beside.set(specs);
    }

    /// Splits the picture in two, or shows one again.
    pub fn toggle_beside(self) {
        if untrack(move || self.is_split()) {
            self.beside.set(Vec::new());
        } else if self.scenario.read_untracked().sends_to_several() {
            self.split(2);
        } else {
            let hint = "Nothing to set side by side: no message goes to several nodes.";
            self.notice.set(Some(hint.to_owned()));
        }
    }

    /// Keeps of the panes what a scenario can still show.
    pub fn keep_beside(self, scenario: &Scenario) {
        let specs = self.beside.get_untracked();
        if !specs.is_empty() && parse(scenario, &specs.join(";")).is_err() {
            self.beside.set(Vec::new());
        }
    }
}

/// The id in a specification such as `qualified-groups:2`.
pub(super) fn id_of(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(id, _)| id)
}

/// The panes.
#[component]
pub fn Beside() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let count = Memo::new(move |_| lab.beside.read().len());
    let panes = move || {
        let panes = (0..count.get()).map(|place| view! { <Pane place /> });
        panes.collect_view()
    };
    view! { <div class="panes" class:four=move || { count.get() > 2 }>{panes}</div> }
}

/// How many panes there are to be.
#[component]
pub fn PaneCount() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let choice = move |number: usize, name: &'static str| {
        let is_chosen = move || lab.beside.read().len() == number;
        view! {
            <button class="count" title=name aria-label=name aria-pressed=move || is_chosen().to_string() on:click=move |_| lab.split(number)>{number}</button>
        }
    };
    view! {
        <Show when=move || lab.is_split()>
            {choice(2, "2 algorithms")}
            {choice(MOST_PANES, "4 algorithms")}
        </Show>
    }
}
