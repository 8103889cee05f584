//! The page in a frame of another page, its host: it tells its height and the events of the run, and does what the host
//! asks. The messages are those of [`flitscope::page::host`].

use std::sync::Arc;
use std::time::Duration;

use browser::programs;
use flitscope::page::host::{
    Answer, Command, Connection, Event, Keeping, Query, Rejected, Request, Seen, error,
};
use flitscope::page::{
    Address, PageStateStoreFields, Place, Restrictions, accepts, restrictions_of,
};
use flitscope::scenario::BuiltScenario;
use js_sys::{JSON, Object, Reflect};
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use wasm_bindgen::JsValue;
use web_sys::Window;

use super::height;
use super::record::Kept;
use crate::ui::state::address_bar::{hash, whole_query};
use crate::ui::state::fetched::{Act, act_when};
use crate::ui::state::page::Page;

#[wasm_split(embed, fallible, wasm_split_path = leptos::wasm_split)]
fn meeting() -> Act {
    Ok(Host::meet)
}

impl Page {
    /// Exchanges messages with the host, once a link asks for an embedded page.
    pub fn meet_host(self) {
        if host().is_some() {
            let is_embedded = move || self.state.restrictions().read().is_embedded();
            act_when(self, is_embedded, meeting);
        }
    }
}

/// The window around that of this page, if this page is in a frame.
fn host() -> Option<Window> {
    let parent = window().parent().ok().flatten()?;
    (!Object::is(&parent, &window())).then_some(parent)
}

/// The state of the connection to the host window; copies share it.
#[derive(Clone, Copy)]
struct Host {
    page: Page,
    connection: StoredValue<Connection>,
    /// The network of the run that the host was told of, and its number.
    run: StoredValue<(Arc<BuiltScenario>, u32)>,
    /// The record of a lesson that the host keeps.
    kept: StoredValue<Option<Kept>>,
}

impl Host {
    fn meet(page: Page) {
        let this = Self {
            page,
            connection: StoredValue::default(),
            run: StoredValue::new((page.now(|state| state.built.clone()), 0)),
            kept: StoredValue::new(None),
        };
        let kept = Kept::new(page, move |record| this.tell(&Event::Record(record)));
        this.kept.set_value(Some(kept));
        this.connection.set_value(Connection::new(this.seen()));
        this.tell(&Event::Ready);
        height::keep_told(move |pixels| this.tell(&Event::Height(pixels)));
        let messages = programs::listen(ev::message, move |event| {
            let is_host = |source: Object| host().is_some_and(|host| Object::is(&source, &host));
            if event.source().is_some_and(is_host) {
                this.hear(&event.data(), &event.origin());
            }
        });
        // The page itself listens longer, so that it has followed the address by now.
        let followed = programs::listen(ev::hashchange, move |_| this.answer_loads());
        on_cleanup(move || {
            messages.remove();
            followed.remove();
        });
        this.keep_run_told();
        let hear = move |event: Event| this.tell(&event);
        page.teaching.listener.set_value(Some(Callback::new(hear)));
    }

    /// Tells of the run, at most four times a second while it plays.
    fn keep_run_told(self) {
        const PAUSE: Duration = Duration::from_millis(250);
        let (state, player) = (self.page.state, self.page.player);
        Effect::new(move |_| {
            state.place().track();
            state.built().track();
            player.snapshot.track();
            player.playing.track();
            if player.goal.get().is_none() {
                self.answer_seeks();
            }
            if self.connection.try_update_value(Connection::plan) == Some(true) {
                let pause = if player.now().playing {
                    PAUSE
                } else {
                    Duration::ZERO
                };
                set_timeout(move || self.look(), pause);
            }
        });
    }

    fn look(self) {
        let look = |connection: &mut Connection| connection.look(self.seen());
        let events = self.connection.try_update_value(look);
        for event in events.into_iter().flatten() {
            self.tell(&event);
        }
    }

    /// The run as it is shown. Does not track it.
    fn seen(self) -> Seen {
        let player = self.page.player;
        let built = self.page.now(|state| state.built.clone());
        let run = self.run.try_update_value(|(known, run)| {
            if !Arc::ptr_eq(known, &built) {
                (*known, *run) = (built, *run + 1);
            }
            *run
        });
        let snapshot = player.snapshot.read_untracked();
        let deadlock = snapshot.deadlock.as_ref();
        Seen {
            place: self.page.now(|state| state.place.id()),
            cycle: player.now().cycle,
            playing: player.will_play(),
            speed: player.now().speed,
            generated: snapshot.counters.generated,
            delivered: snapshot.counters.delivered,
            deadlock: deadlock.map(|found| {
                let messages = found.worms.iter().map(|message| message.0);
                (found.cycle, messages.collect())
            }),
            run: run.unwrap_or(0),
        }
    }

    /// Does what the host asks, and answers.
    fn hear(self, data: &JsValue, origin: &str) {
        if !Reflect::has(data, &"flitscope".into()).unwrap_or(false) {
            return;
        }
        let restrictions = self.page.now(|state| state.restrictions.clone());
        if !accepts(restrictions.host.as_ref(), origin, &own_origin()) {
            let why = format!(
                "the link of this frame does not name {origin} as its host; add host={origin} to the link"
            );
            let target = if origin == "null" { "*" } else { origin };
            return post(&error(&Rejected::unnamed(why)), target);
        }
        let text = JSON::stringify(data).ok().and_then(|text| text.as_string());
        match text.and_then(|text| Request::read(&text)) {
            Some(Ok(request)) => self.obey(request),
            Some(Err(rejected)) => self.send(&error(&rejected)),
            None => self.send(&error(&Rejected::unnamed(
                "the message must be an object that can be written as JSON".to_owned(),
            ))),
        }
    }

    /// Does what an accepted request asks. What a link locks is locked for the visitor only.
    fn obey(self, request: Request) {
        let player = self.page.player;
        let moves = matches!(request.command, Command::Play(_) | Command::Seek(_));
        if moves && player.now().is_locked {
            let why = "the run of this step is shown when its question is answered";
            return self.send(&error(&request.rejected(why.to_owned())));
        }
        let here = {
            let run = player.now();
            run.goal.unwrap_or(run.cycle)
        };
        match &request.command {
            Command::Load(hash) => return self.load(&hash.clone(), request),
            Command::Seek(cycle) => {
                player.pause_at(*cycle);
                return self.wait(request);
            }
            Command::Play(speed) => {
                if let Some(speed) = speed {
                    player.change(|run| run.speed = *speed);
                }
                player.play_from(here);
            }
            Command::Pause => player.pause_at(here),
            Command::Query(_) => {}
            Command::Record(keeping) => {
                if let Err(why) = self.keep_record(keeping.clone()) {
                    return self.send(&error(&request.rejected(why)));
                }
            }
        }
        self.answer(&request);
    }

    fn wait(self, request: Request) {
        self.connection
            .update_value(|connection| connection.wait(request));
    }

    /// Lets the host keep the record of a lesson, which contains the student's answers: a host of this page's own
    /// origin, or of one that the link names.
    fn keep_record(self, keeping: Keeping) -> Result<(), String> {
        let restrictions = self.page.now(|state| state.restrictions.clone());
        if restrictions.host.is_some_and(|host| host.is_any()) {
            return Err(
                "host must be the origin of the host for a record, which contains answers, not *"
                    .to_owned(),
            );
        }
        let kept = self.kept.get_value();
        kept.map_or(Ok(()), |kept| kept.keep(keeping))
    }

    /// Shows what an address names, with the present restrictions if it names none.
    fn load(self, hash: &str, request: Request) {
        let mut hash = hash.to_owned();
        let query = whole_query(&hash);
        if restrictions_of(query).is_none() {
            hash.push(if hash.contains('?') { '&' } else { '?' });
            hash.push_str(&self.page.now(|state| state.restrictions.write()));
        }
        self.wait(request);
        let before = self::hash();
        // Without an entry in the history, which the frame shares with its host. Fails only for an invalid address.
        let _ = window().location().replace(&hash);
        if self::hash() == before {
            self.page.follow_address();
            self.answer_loads();
        }
    }

    fn answer_loads(self) {
        let loads = self.connection.try_update_value(Connection::followed);
        for request in loads.into_iter().flatten() {
            self.answer(&request);
        }
    }

    fn answer_seeks(self) {
        let (cycle, refusal) = {
            let run = self.page.player.now();
            (run.cycle, run.refusal)
        };
        let outcomes = self
            .connection
            .try_update_value(|connection| connection.stands_at(cycle, refusal.as_deref()));
        for outcome in outcomes.into_iter().flatten() {
            match outcome {
                Ok(request) => self.answer(&request),
                Err(rejected) => self.send(&error(&rejected)),
            }
        }
    }

    fn answer(self, request: &Request) {
        let answer = match request.command {
            Command::Query(Query::Scenario) => {
                Answer::Scenario(self.page.now(|state| state.scenario.to_json()))
            }
            Command::Query(Query::Link) => Answer::Link(self.link()),
            _ => Answer::Nothing,
        };
        self.send(&answer.write(request, &self.seen()));
    }

    /// The address that restores what is shown, without restrictions.
    fn link(self) -> String {
        let hash = hash();
        if self.page.now(|state| state.place) == Place::Experiment {
            return hash;
        }
        let path = hash.split('?').next().unwrap_or("#/lab");
        let address = Address {
            restrictions: Restrictions::default(),
            ..self.page.address()
        };
        format!("{path}?{}", address.write())
    }

    fn tell(self, event: &Event) {
        let text = event.write(&self.seen());
        let is_named = self.page.now(|state| state.restrictions.host.is_some());
        if is_named || is_host_own() {
            self.send(&text);
        } else if event.is_for_all() {
            post(&text, "*");
        }
    }

    /// Sends a message to the host that the link names, or to one of this page's own origin.
    fn send(self, text: &str) {
        let restrictions = self.page.now(|state| state.restrictions.clone());
        match &restrictions.host {
            Some(host) => post(text, host.as_str()),
            None => post(text, &own_origin()),
        }
    }
}

fn own_origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Returns whether the host has the origin of this page.
fn is_host_own() -> bool {
    // The address of a page of another origin is not accessible.
    host().is_some_and(|host| host.location().href().is_ok())
}

fn post(text: &str, target: &str) {
    if let (Some(host), Ok(message)) = (host(), JSON::parse(text)) {
        // Fails only for the origin of a file, which cannot be a target.
        let _ = host.post_message(&message, target);
    }
}
