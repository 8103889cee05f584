//! Messages sent and links failed by hand in a challenge: each can be undone, and a form names nodes
//! for users who do not click.

use flitscope::page::{Action, PageState, PageStateStoreFields};
use flitscope::scenario::Scenario;
use flitscope::scene::Thing;
use flitscope::topology::NodeId;
use leptos::prelude::*;
use reactive_stores::Store;

use crate::ui::state::page::Page;

/// The messages and failed links added to the scene `given`, and forms for more.
#[component]
pub fn ByHand(given: Scenario) -> impl IntoView {
    let page = expect_context::<Page>();
    let (before, failed_before) = (given.messages.len(), given.faults);
    let (sends, fails) = untrack(|| (page.allows("send"), page.allows("fail")));
    let messages = move || {
        let scenario = page.state.scenario().read();
        let sent = scenario.messages.iter().enumerate().skip(before);
        let sent = sent.map(|(place, message)| {
            let name = format!("{} → {}", message.from, message.to.join(", "));
            change_entry(page, name, move |scenario| {
                drop(scenario.messages.remove(place));
            })
        });
        sent.collect_view()
    };
    let links = move || {
        let scenario = page.state.scenario().read();
        let failed = scenario.faults.iter().enumerate();
        let failed = failed.filter(|(_, link)| !failed_before.contains(link));
        let failed = failed.map(|(place, (one, other))| {
            let name = format!("{one} – {other}");
            change_entry(page, name, move |scenario| {
                drop(scenario.faults.remove(place));
            })
        });
        failed.collect_view()
    };
    let send = move |from, to| page.send(from, to);
    let fail = move |one, other| {
        let link = {
            let study = page.state.built().read_untracked();
            let network = &study.design.network;
            let link = network.between(one, other);
            link.or_else(|| network.between(other, one)).ok_or_else(|| {
                let [one, other] = [one, other].map(|node| study.topology.label(node));
                format!("link must join two neighboring nodes, not {one} and {other}")
            })
        };
        page.select(Some(Thing::Channel(link?)));
        page.toggle_fault();
        Ok(())
    };
    view! {
        {sends.then(|| view! {
            <div class="by-hand">
                <p class="help">"Click a node in the picture and then the one to which it sends, or name both:"</p>
                <Ends names=["from", "to"] verb="Send" act=send />
                <ul aria-label="Messages sent">{messages}</ul>
            </div>
        })}
        {fails.then(|| view! {
            <div class="by-hand">
                <p class="help">"Click a link in the picture, or name the nodes at its ends:"</p>
                <Ends names=["one end", "other end"] verb="Fail" act=fail />
                <ul aria-label="Failed links">{links}</ul>
            </div>
        })}
    }
}

/// A list entry for a change, with a button that undoes it.
fn change_entry(
    page: Page,
    name: String,
    take_back: impl Fn(&mut Scenario) + 'static,
) -> impl IntoView {
    let what = format!("Take back {name}");
    let back = move |_| {
        let mut scenario = page.state.scenario().get_untracked();
        take_back(&mut scenario);
        page.act(Action::ShowHere(
            Box::new(scenario),
            "taking back a change".to_owned(),
        ));
    };
    view! {
        <li>{name}<button type="button" aria-label=what.clone() title=what on:click=back>"×"</button></li>
    }
}

/// Form for two nodes by name.
#[component]
fn Ends(
    names: [&'static str; 2],
    verb: &'static str,
    act: impl Fn(NodeId, NodeId) -> Result<(), String> + Copy + 'static,
) -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let texts = names.map(|_| RwSignal::new(String::new()));
    // Shown beside the fields, because the top of the page is out of view on a small screen.
    let problem = RwSignal::new(None::<String>);
    let fields = [0, 1].map(|end| {
        let text = texts[end];
        view! {
            <label>{names[end]}" "
                <input
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=text
                    on:input:target=move |event| text.set(event.target().value())
                />
            </label>
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let ends = {
            let study = state.built().read_untracked();
            let node = |end: usize| {
                study
                    .topology
                    .node(names[end], texts[end].get_untracked().trim())
            };
            node(0).and_then(|one| Ok((one, node(1)?)))
        };
        let ends = ends.map_err(|error| error.to_string());
        match ends.and_then(|(one, other)| act(one, other)) {
            Ok(()) => {
                problem.set(None);
                for text in texts {
                    text.set(String::new());
                }
            }
            // The text stays, so that the user can correct it.
            Err(why) => problem.set(Some(why)),
        }
    };
    view! {
        <form class="ends" on:submit=submit>
            {fields}
            <button type="submit">{verb}</button>
        </form>
        <p class="problem" role="alert">{problem}</p>
    }
}
