//! Queries about all messages of a run and the channels that they cross.

use super::{Group, Run, RunAt, Text, TextAt, query, value, values, whole};
use engine::sim::{Deadlock, Location, Simulator};
use engine::topology::ChannelId;

pub(super) const GROUP: Group = Group {
    name: "All messages",
    queries: &[
        query(
            "cycle()",
            "The number of cycles simulated, as `c` in links: the run stands at the end of cycle `cycle() - 1`.",
            Run(|run| value(run.cycle())),
        ),
        query(
            "messages()",
            "Messages generated so far; of a multicast each worm counts.",
            Run(|run| {
                run.counts_flits()?;
                value(run.now(|now| now.counters().generated))
            }),
        ),
        query(
            "delivered()",
            "Messages that have arrived whole; `delivered(12)` after 12 cycles of the run.",
            RunAt(|run, cycle| {
                if cycle == run.cycle() {
                    return value(run.now(|now| now.counters().delivered));
                }
                value(run.at(cycle).counters.delivered)
            }),
        ),
        query(
            "all_arrived()",
            "Whether everything that was ordered has arrived.",
            Run(|run| value(run.now(Simulator::is_drained))),
        ),
        query(
            "in_flight()",
            "Messages of which some flit is in the network or waits to enter it.",
            Run(|run| value(run.now(Simulator::backlog))),
        ),
        query(
            "deadlocked()",
            "The messages that wait for each other forever, in the order of waiting.",
            Run(|run| {
                let worms = run.now(|now| deadlock(now).map(|deadlock| deadlock.worms.clone()));
                values(worms.unwrap_or_default().iter().map(|id| whole(id.0)))
            }),
        ),
        query(
            "deadlock_cycle()",
            "The cycle in which the deadlock was complete.",
            Run(|run| value(run.now(|now| deadlock(now).map(|deadlock| deadlock.cycle)))),
        ),
        query(
            "reached(\"2\")",
            "The cycle in which a node had received its first message, or its copy of one.",
            Text(|run, node| {
                let node = run.node("node", node)?;
                value(run.deliveries(|all| all.iter().find(|d| d.to == node).map(|d| d.arrived)))
            }),
        ),
        query(
            "completed()",
            "The cycle in which the last multicast had reached all its destinations.",
            Run(|run| value(run.completed().last().copied())),
        ),
        query(
            "flits_in(\"0>1\")",
            "Flits in the buffers at the end of a channel; `flits_in(\"0>1\", 12)` after 12 cycles of the run.",
            TextAt(|run, channel, cycle| {
                let channel = run.channel(channel)?;
                let snapshot = run.at(cycle);
                let segments = snapshot.worms.iter().flat_map(|worm| &worm.segments);
                let inside = segments.filter(|segment| {
                    matches!(segment.place, Location::Channel(lane) if lane.channel == channel)
                });
                value(inside.map(|segment| segment.flits).sum::<u32>())
            }),
        ),
        query(
            "crossed(\"0>1\")",
            "Flits that have crossed a channel.",
            Text(|run, channel| {
                run.counts_flits()?;
                let channel = run.channel(channel)?.0 as usize;
                value(run.now(|now| now.crossings()[channel]))
            }),
        ),
        query(
            "utilization(\"0>1\")",
            "The share of cycles in which a flit crossed a channel.",
            Text(|run, channel| {
                run.counts_flits()?;
                let channel = run.channel(channel)?.0 as usize;
                let crossed = run.now(|now| now.crossings()[channel]);
                value(crossed as f64 / run.cycle().max(1) as f64)
            }),
        ),
        query(
            "busiest()",
            "The channel that most flits have crossed.",
            Run(|run| {
                let crossed = run.now(Simulator::crossings);
                let most = crossed.iter().copied().max().unwrap_or(0);
                let busiest = crossed.iter().position(|&flits| flits == most);
                let busiest = busiest.filter(|_| most > 0);
                value(busiest.map(|channel| run.channel_name(ChannelId(channel as u32))))
            }),
        ),
        query(
            "channels_used()",
            "Channels that some flit has crossed.",
            Run(|run| {
                let crossed = run.now(Simulator::crossings);
                value(crossed.iter().filter(|&&flits| flits > 0).count())
            }),
        ),
    ],
};

/// Returns the deadlock of a run; a message in a dead end is none.
fn deadlock(now: &Simulator) -> Option<&Deadlock> {
    now.deadlock().filter(|deadlock| !deadlock.is_dead_end())
}
