//! Traces: messages as lines of a file, `time,from,to,flits`.
//!
//! ```text
//! time,from,to,flits
//! 0,"0,0","3,3",16
//! 25,"1,0","0,2",4
//! ```
//!
//! `time` is the cycle of generation, `from` and `to` are labels of nodes, or their numbers from 0
//! where the labels are not numbers; several destinations are joined by `+`. The header may be absent,
//! the lines may be in any order, and a line that begins with `#` is a comment. Words separated by
//! white space are accepted in place of CSV: `25 1,0 0,2 4`.

use csv::ReaderBuilder;

use super::error::{ScenarioError, in_field, refuse};
use super::text::numbers;
use super::{BuiltScenario, Message, Scenario};
use engine::catalog::quoted;
use engine::multicast::destinations;
use engine::sim::{Order, Simulator};
use engine::topology::{NodeId, Topology};
use engine::traffic::Length;

/// The largest number of messages in a trace.
pub const MOST_TRACED: usize = 1_000_000;

/// The same in the page, whose links contain all listed messages.
pub const MOST_TRACED_IN_PAGE: usize = 5_000;

const COLUMNS: [&str; 4] = ["time", "from", "to", "flits"];

/// The latest time of a message \[cycles\], as of any listed message.
const LATEST: u64 = 1_000_000_000_000;

impl Scenario {
    /// Returns the scenario with the messages of a trace, at most `most`, as its only traffic.
    /// Errors name the line.
    pub fn with_trace(
        &self,
        topology: &dyn Topology,
        text: &str,
        most: usize,
    ) -> Result<Self, ScenarioError> {
        let mut changed = self.clone();
        changed.messages = messages_of(topology, text, most)?;
        changed.traffic.rate = 0.0;
        Ok(changed)
    }
}

impl BuiltScenario {
    /// The trace of all messages that are generated in the first `cycles` cycles of a run, at most
    /// `most`, and their number.
    pub fn trace(&self, cycles: u64, most: usize) -> Result<(String, usize), ScenarioError> {
        if self.packet.is_some() {
            return refuse("packet", "absent to save a trace", "given");
        }
        let mut simulator = Simulator::new(self.design.clone());
        simulator.log_messages();
        while simulator.cycle() < cycles && !simulator.is_over() && !simulator.is_overrun() {
            if simulator.skip_idle(cycles - simulator.cycle()) == 0 {
                simulator.step();
            }
            if simulator.logged_messages().len() > most {
                let given = format!("more by cycle {}", simulator.cycle());
                return refuse("a trace", format!("of at most {most} messages"), given);
            }
        }
        let messages = simulator.logged_messages();
        Ok((to_csv(messages, &*self.topology), messages.len()))
    }
}

/// Writes messages as a trace.
fn to_csv(messages: &[Order], topology: &dyn Topology) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let lines = messages.iter().map(|message| {
        let to = message.to.iter().map(|&to| topology.label(to));
        [
            message.at.to_string(),
            topology.label(message.from),
            to.collect::<Vec<_>>().join("+"),
            message.length.to_string(),
        ]
    });
    let header = COLUMNS.map(str::to_owned);
    for line in std::iter::once(header).chain(lines) {
        writer
            .write_record(line)
            .expect("all lines have the same columns");
    }
    let written = writer
        .into_inner()
        .expect("a vector accepts all that is written");
    String::from_utf8(written).expect("text was written")
}

/// Reads the messages of a trace.
fn messages_of(
    topology: &dyn Topology,
    text: &str,
    most: usize,
) -> Result<Vec<Message>, ScenarioError> {
    let mut messages = Vec::new();
    let mut is_first = true;
    each_line(text, |line, words| {
        let is_header = std::mem::take(&mut is_first) && is_header(words);
        if is_header {
            return Ok(());
        }
        if messages.len() == most {
            let given = format!("another one in line {line}");
            return refuse("the trace", format!("of at most {most} messages"), given);
        }
        messages.push(message_of(topology, line, words)?);
        Ok(())
    })?;
    if messages.is_empty() {
        let allowed = format!("lines of {}", COLUMNS.join(","));
        return refuse("the trace", allowed, "without a message");
    }
    Ok(messages)
}

/// Passes the number of every line that has words, and these, to `take`.
fn each_line(
    text: &str,
    mut take: impl FnMut(u64, &[&str]) -> Result<(), ScenarioError>,
) -> Result<(), ScenarioError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut left = lines.clone();
    if lines.next().is_some_and(|(_, first)| is_spaced(first)) {
        return left
            .try_for_each(|(line, text)| take(line, &text.split_whitespace().collect::<Vec<_>>()));
    }
    left.try_for_each(|(line, text)| {
        // A quote is one only at the beginning of a field.
        let text = text.trim().replace(", \"", ",\"");
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let Some(record) = reader.records().next() else {
            return Ok(());
        };
        // Text in memory is readable and UTF-8.
        let record =
            record.or_else(|error| refuse("the trace", "CSV", quoted(&error.to_string())))?;
        take(line, &record.iter().collect::<Vec<_>>())
    })
}

/// Whether the words of a line are separated by white space rather than by commas, both of which
/// labels of nodes may contain.
fn is_spaced(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.clone().next().unwrap_or_default();
    // Labels may contain blanks: `0,GPU 0,GPU 1,16`.
    let is_time = first.parse::<f64>().is_ok() || first.eq_ignore_ascii_case(COLUMNS[0]);
    is_time
        && words.clone().count() > 1
        && !words.any(|word| word.ends_with([',', '"']) || word.starts_with([',', '"']))
}

/// Whether the first line of a trace names the columns.
fn is_header(words: &[&str]) -> bool {
    let are_same = |(word, column): (&&str, &str)| word.eq_ignore_ascii_case(column);
    words.len() == COLUMNS.len() && words.iter().zip(COLUMNS).all(are_same)
}

fn message_of(
    topology: &dyn Topology,
    line: u64,
    words: &[&str],
) -> Result<Message, ScenarioError> {
    let field = |name: &str| format!("line {line}: {name}");
    let &[at, from, to, flits] = words else {
        let allowed = format!(
            "{}, with quotes around labels that contain a comma",
            COLUMNS.join(",")
        );
        let given = format!("{} fields", words.len());
        return refuse(&format!("line {line}"), allowed, given);
    };
    let whole = |name: &str, text: &str, min: u64, max: u64| {
        let number = text.parse().ok().filter(|n| (min..=max).contains(n));
        match number {
            Some(number) => Ok(number),
            None => refuse(&field(name), numbers(min, max), quoted(text)),
        }
    };
    let at = whole("time", at, 0, LATEST)?;
    let from = labeled(topology, from);
    let to: Vec<_> = to.split('+').map(|to| labeled(topology, to)).collect();
    let source = topology.terminal(&field("from"), &from);
    let source = source.map_err(in_field("messages"))?;
    destinations(&field("to"), &to, source, topology).map_err(in_field("messages"))?;
    let flits = whole("flits", flits, 1, u64::from(Length::MOST))?;
    Ok(Message {
        at: at.cast_signed(),
        from,
        to,
        length: Some(flits.cast_signed()),
        ..Message::default()
    })
}

/// The label of a node that a trace names by its label or, where that is not a label, by its number.
fn labeled(topology: &dyn Topology, text: &str) -> String {
    let text = text.trim();
    let is_label = topology.node("", text).is_ok();
    let number = text
        .parse()
        .ok()
        .filter(|&n: &u32| !is_label && n < topology.nodes());
    number.map_or_else(|| text.to_owned(), |number| topology.label(NodeId(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(network: &str, text: &str) -> Result<String, String> {
        let scenario = Scenario::on(network);
        let built = scenario.build().expect("a usable network");
        let traced = scenario.with_trace(&*built.topology, text, 3);
        let traced = traced.map_err(|error| error.reason())?;
        Ok(traced.get("messages"))
    }

    #[test]
    fn csv_and_words_are_read_with_and_without_a_header() {
        let expected = Ok("5:0,0>3,3:16;0:1,0>0,2+2,2:4".to_owned());
        for text in [
            "5,\"0,0\",\"3,3\",16\n0,\"1,0\",\"0,2+2,2\",4\n",
            "time,from,to,flits\r\n5,\"0,0\",\"3,3\",16\r\n0,\"1,0\",\"0,2+2,2\",4\r\n",
            "# cycles\nTime, From, To, Flits\n\n5, \"0,0\", \"3,3\", 16\n0, 1, 8+10, 4",
            "5 0,0 3,3 16\n\n0\t1,0  0,2+2,2 4",
            "\u{feff}time from to flits\n5 0 15 16\n# and\n0 1 8+10 4\n",
            "5,0,15,16\n0,1,8+10,4",
        ] {
            assert_eq!(read("mesh:4x4", text), expected, "{text}");
        }
        // Labels of hypercubes are numbers; they come first.
        assert_eq!(read("hypercube:2", "1 10 01 3"), Ok("1:10>01:3".to_owned()));
    }

    #[test]
    fn errors_name_the_line_the_field_what_is_allowed_and_what_was_given() {
        for (text, sentence) in [
            (
                "",
                "the trace must be lines of time,from,to,flits, not without a message",
            ),
            (
                "time,from,to,flits\n",
                "the trace must be lines of time,from,to,flits, not without a message",
            ),
            (
                "0,0,1,4\nsoon,0,1,4",
                "line 2: time must be a whole number from 0 to 1000000000000, not soon",
            ),
            (
                "from,to,time,flits\n0,0,1,4",
                "line 1: time must be a whole number from 0 to 1000000000000, not from",
            ),
            (
                "# one\n0,0,1,0",
                "line 2: flits must be a whole number from 1 to 100000, not 0",
            ),
            (
                "0 0 1 4\n0 0 1",
                "line 2 must be time,from,to,flits, with quotes around labels that contain a \
                 comma, not 3 fields",
            ),
            (
                "0,0,0,1,0,4",
                "line 1 must be time,from,to,flits, with quotes around labels that contain a \
                 comma, not 6 fields",
            ),
            (
                "0,0,0,4",
                "line 1: to must be another node than its source, not 0,0",
            ),
            (
                "0,0,1,4\n0,0,1,4\n0,0,1,4\n0,0,1,4",
                "the trace must be of at most 3 messages, not another one in line 4",
            ),
        ] {
            assert_eq!(read("mesh:4x4", text), Err(sentence.to_owned()), "{text}");
        }
        let refused = read("mesh:4x4", "0,0,1,4\n3,\"9,9\",1,4").expect_err("no such node");
        assert!(refused.starts_with("line 2: from must be "), "{refused}");
        assert!(refused.ends_with("in mesh:4x4, not 9,9"), "{refused}");
    }

    /// A trace of a run with random traffic has the history of that run.
    #[test]
    fn a_saved_trace_repeats_the_run() {
        let mut random = Scenario::from_link("t=torus:4x4&M=exp:5&lam=0.02&vc=2").scenario;
        random.traffic.burst.on = Some(50.0);
        let built = random.build().expect("a usable scenario");
        let (trace, count) = built.trace(400, 10_000).expect("few messages");
        assert_eq!(trace.lines().count(), count + 1);
        assert!(count > 50, "{count}");
        let traced = random.with_trace(&*built.topology, &trace, 10_000);
        let traced = traced.expect("what was written").build().expect("usable");
        let [mut first, mut second] =
            [&built, &traced].map(|built| Simulator::new(built.design.clone()));
        for _ in 0..400 {
            first.step();
            second.step();
        }
        assert!(first.counters().delivered > 50);
        assert_eq!(first.digest(), second.digest());
        let refused = built.trace(400, 10).expect_err("more messages than that");
        assert!(
            refused
                .reason()
                .starts_with("a trace must be of at most 10 messages, not more by"),
            "{}",
            refused.reason()
        );
    }

    #[test]
    fn multicasts_are_one_line_of_a_trace() {
        let link = "t=mesh:4x4&mc=dual-path&vc=2&msg=3:0,0>1,1%2B2,2:5;9:1,1>0,0:2";
        let scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect("a usable scenario");
        let (trace, _) = built.trace(100, 10).expect("few messages");
        let lines = "time,from,to,flits\n3,\"0,0\",\"1,1+2,2\",5\n9,\"1,1\",\"0,0\",2\n";
        assert_eq!(trace, lines);
    }
}
