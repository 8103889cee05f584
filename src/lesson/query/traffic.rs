//! Queries about all messages of a run and the channels that they cross.

use rhai::Dynamic;

use super::messages::maybe;
use super::{Group, cycle_of, give, list, query, whole};
use engine::sim::{Deadlock, Location, Simulator};

pub(super) const GROUP: Group = Group {
    name: "All messages",
    queries: &[
        query(
            "cycle()",
            "The number of cycles simulated, as `c` in links: the run stands at the end of cycle `cycle() - 1`.",
            |registrar, name| {
                registrar.none(name, |run| Ok(whole(run.cycle())));
            },
        ),
        query(
            "messages()",
            "Messages generated so far; of a multicast each worm counts.",
            |registrar, name| {
                registrar.none(name, |run| {
                    run.counts_flits()?;
                    Ok(whole(run.now(|now| now.counters().generated)))
                });
            },
        ),
        query(
            "delivered()",
            "Messages that have arrived whole; `delivered(12)` after 12 cycles of the run.",
            |registrar, name| {
                registrar.none(name, |run| {
                    Ok(whole(run.now(|now| now.counters().delivered)))
                });
                let run = registrar.run();
                registrar.engine.register_fn(name, move |cycle: i64| {
                    give(cycle_of(cycle).map(|cycle| whole(run().at(cycle).counters.delivered)))
                });
            },
        ),
        query(
            "all_arrived()",
            "Whether everything that was ordered has arrived.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.now(Simulator::is_drained)));
            },
        ),
        query(
            "in_flight()",
            "Messages of which some flit is in the network or waits to enter it.",
            |registrar, name| {
                registrar.none(name, |run| Ok(whole(run.now(Simulator::backlog))));
            },
        ),
        query(
            "deadlocked()",
            "The messages that wait for each other forever, in the order of waiting.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let worms = run.now(|now| deadlock(now).map(|deadlock| deadlock.worms.clone()));
                    Ok(list(worms.unwrap_or_default().iter().map(|id| whole(id.0))))
                });
            },
        ),
        query(
            "deadlock_cycle()",
            "The cycle in which the deadlock was complete.",
            |registrar, name| {
                registrar.none(name, |run| {
                    Ok(maybe(
                        run.now(|now| deadlock(now).map(|deadlock| deadlock.cycle)),
                    ))
                });
            },
        ),
        query(
            "reached(\"2\")",
            "The cycle in which a node had received its first message, or its copy of one.",
            |registrar, name| {
                registrar.text(name, |run, node| {
                    let node = run.node("node", node)?;
                    Ok(maybe(run.deliveries(|all| {
                        all.iter().find(|d| d.to == node).map(|d| d.arrived)
                    })))
                });
            },
        ),
        query(
            "completed()",
            "The cycle in which the last multicast had reached all its destinations.",
            |registrar, name| {
                registrar.none(name, |run| Ok(maybe(run.completed().last().copied())));
            },
        ),
        query(
            "flits_in(\"0>1\")",
            "Flits in the buffers at the end of a channel; `flits_in(\"0>1\", 12)` after 12 cycles of the run.",
            |registrar, name| {
                let run = registrar.run();
                registrar.engine.register_fn(name, move |channel: &str| {
                    let run = run();
                    give(flits_in(&run, channel, run.cycle()))
                });
                let run = registrar.run();
                registrar
                    .engine
                    .register_fn(name, move |channel: &str, cycle: i64| {
                        give(cycle_of(cycle).and_then(|cycle| flits_in(&run(), channel, cycle)))
                    });
            },
        ),
        query(
            "crossed(\"0>1\")",
            "Flits that have crossed a channel.",
            |registrar, name| {
                registrar.text(name, |run, channel| {
                    run.counts_flits()?;
                    let channel = run.channel(channel)?.0 as usize;
                    Ok(whole(run.now(|now| now.crossings()[channel])))
                });
            },
        ),
        query(
            "utilization(\"0>1\")",
            "The share of cycles in which a flit crossed a channel.",
            |registrar, name| {
                registrar.text(name, |run, channel| {
                    run.counts_flits()?;
                    let channel = run.channel(channel)?.0 as usize;
                    let crossed = run.now(|now| now.crossings()[channel]);
                    Ok(crossed as f64 / run.cycle().max(1) as f64)
                });
            },
        ),
        query(
            "busiest()",
            "The channel that most flits have crossed.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let crossed = run.now(Simulator::crossings);
                    let most = crossed.iter().copied().max().unwrap_or(0);
                    let busiest = crossed.iter().position(|&flits| flits == most);
                    Ok(busiest
                        .filter(|_| most > 0)
                        .map_or(Dynamic::UNIT, |channel| {
                            run.channel_name(engine::topology::ChannelId(channel as u32))
                                .into()
                        }))
                });
            },
        ),
        query(
            "channels_used()",
            "Channels that some flit has crossed.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let crossed = run.now(Simulator::crossings);
                    Ok(whole(crossed.iter().filter(|&&flits| flits > 0).count()))
                });
            },
        ),
    ],
};

fn flits_in(run: &crate::run::SceneRun, channel: &str, cycle: u64) -> super::Outcome<i64> {
    let channel = run.channel(channel)?;
    let snapshot = run.at(cycle);
    let segments = snapshot.worms.iter().flat_map(|worm| &worm.segments);
    let inside = segments.filter(
        |segment| matches!(segment.place, Location::Channel(lane) if lane.channel == channel),
    );
    Ok(inside.map(|segment| i64::from(segment.flits)).sum())
}

/// Returns the deadlock of a run; a message in a dead end is none.
fn deadlock(now: &Simulator) -> Option<&Deadlock> {
    now.deadlock().filter(|deadlock| !deadlock.is_dead_end())
}
