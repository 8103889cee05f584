//! The state of the connection to a host: the run as the host was told of it last, and its requests that wait.

use super::{Command, Event, Rejected, Request, Seen};

#[derive(Debug, Default)]
pub struct Connection {
    told: Seen,
    /// Whether the next look at the run is planned.
    is_planned: bool,
    /// Requests to go to a cycle that is not reached yet, or to show an address that is not followed yet.
    waiting: Vec<Request>,
}

impl Connection {
    /// A connection to a host that knows the run as it is shown.
    pub fn new(told: Seen) -> Self {
        Self {
            told,
            ..Self::default()
        }
    }

    /// Plans a look at the run; returns whether none was planned.
    pub fn plan(&mut self) -> bool {
        !std::mem::replace(&mut self.is_planned, true)
    }

    /// The events since the last look at the run.
    pub fn look(&mut self, now: Seen) -> Vec<Event> {
        self.is_planned = false;
        let events = Event::between(&self.told, &now);
        self.told = now;
        events
    }

    /// Lets a request wait.
    pub fn wait(&mut self, request: Request) {
        self.waiting.push(request);
    }

    /// The requests whose address the page has followed.
    pub fn followed(&mut self) -> Vec<Request> {
        self.take(|command| matches!(command, Command::Load(_)))
    }

    /// The requests for cycles, done or not, now that the run stands at a cycle. The last of them has decided where.
    pub fn stands_at(
        &mut self,
        here: u64,
        refusal: Option<&str>,
    ) -> Vec<Result<Request, Rejected>> {
        let seeks = self.take(|command| matches!(command, Command::Seek(_)));
        let outcomes = seeks.into_iter().map(|request| {
            if request.command == Command::Seek(here) {
                return Ok(request);
            }
            let stopped = || format!("the run was stopped at cycle {here}");
            Err(request.rejected(refusal.map_or_else(stopped, str::to_owned)))
        });
        outcomes.collect()
    }

    fn take(&mut self, is_done: impl Fn(&Command) -> bool) -> Vec<Request> {
        let waiting = &mut self.waiting;
        waiting
            .extract_if(.., |request| is_done(&request.command))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(command: Command) -> Request {
        Request {
            id: "a".into(),
            command,
        }
    }

    #[test]
    fn requests_wait_until_the_page_stands_where_they_lead() {
        let mut connection = Connection::default();
        let load = request(Command::Load("#/lab".to_owned()));
        let seeks = [7, 9].map(|cycle| request(Command::Seek(cycle)));
        connection.wait(load.clone());
        for seek in &seeks {
            connection.wait(seek.clone());
        }
        let late = "the run was stopped at cycle 9".to_owned();
        let [early, last] = seeks;
        let outcomes = connection.stands_at(9, None);
        assert_eq!(outcomes, [Err(early.rejected(late)), Ok(last)]);
        assert_eq!(connection.followed(), [load]);
        assert_eq!(connection.followed(), []);
    }

    #[test]
    fn a_look_is_planned_once_and_tells_what_is_new() {
        let mut connection = Connection::new(Seen::default());
        assert!(connection.plan() && !connection.plan());
        let now = Seen {
            cycle: 3,
            ..Seen::default()
        };
        assert_eq!(connection.look(now.clone()), [Event::Cycle]);
        assert!(connection.plan());
        assert_eq!(connection.look(now), []);
    }
}
