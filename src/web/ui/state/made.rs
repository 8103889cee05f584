//! The version of the program in the links that it makes, and the comparison of a link's run with the one that is
//! shown.

use std::sync::Arc;

use browser::version::version;
use flitscope::page::{Address, Made};
use leptos::prelude::*;

use super::page::{Expected, Page};

impl Page {
    /// Returns the content of the address with the version of the page and, where the run stands, its fingerprint.
    pub fn signed_address(self) -> Address {
        let stands = !self.player.will_play() && self.player.now().goal.is_none();
        let run = || self.player.history.read_value().now().fingerprint();
        Address {
            made: Some(Made {
                version: version(),
                run: stands.then(run),
            }),
            ..self.address()
        }
    }

    /// Compares the run with that of the link that was opened, as soon as it stands at the cycle of the link.
    pub fn compare_with_link(self) {
        Effect::new(move |_| {
            self.player.cycle.track();
            if self.player.goal.get().is_some() {
                return;
            }
            let cycle = self.player.now().cycle;
            let is_there = self.expected.with_value(|expected| {
                let expected = expected.as_ref();
                expected.is_some_and(|expected| expected.cycle == cycle)
            });
            if !is_there {
                return;
            }
            let expected = self.expected.try_update_value(Option::take).flatten();
            let history = self.player.history.read_value();
            let now = history.now();
            let told = expected.and_then(|Expected { made, built, .. }| {
                let is_same_run = Arc::ptr_eq(&built.design, now.design());
                is_same_run.then(|| made.difference(&version(), now.fingerprint()))?
            });
            drop(history);
            if let Some(told) = told {
                untrack(|| self.report(told));
            }
        });
    }
}
