//! The numbers of space-time diagrams as files.

use serde_json::{Value, json};

use super::diagram::ShownJourney;
use super::journey::WaitKind;
use engine::sim::Location;

/// Describes a lane or port: its kind, where it begins and ends, and its number.
fn place(one: &ShownJourney, place: Location) -> [String; 4] {
    let label = |node| one.topology.label(node);
    match place {
        Location::Channel(lane) => [
            "channel".to_owned(),
            label(one.network.from(lane.channel)),
            label(one.network.to(lane.channel)),
            lane.vc.to_string(),
        ],
        Location::Injection(node, port) => {
            let at = label(node);
            ["injection".to_owned(), at.clone(), at, port.to_string()]
        }
        Location::Ejection(node, port) => {
            let at = label(node);
            ["ejection".to_owned(), at.clone(), at, port.to_string()]
        }
    }
}

/// Writes the crossings as CSV: a row for each flit and lane.
pub fn space_time_csv(shown: &[ShownJourney]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record([
        "mode", "message", "row", "kind", "from", "to", "lane", "flit", "cycle", "freed",
    ]);
    for one in shown {
        for (number, row) in one.journey.rows.iter().enumerate() {
            let [kind, from, to, lane] = place(one, row.place);
            let freed = row.freed.map_or(String::new(), |cycle| cycle.to_string());
            for (flit, cycle) in row.crossings.iter().enumerate() {
                let _ = writer.write_record([
                    one.mode,
                    &one.journey.message.0.to_string(),
                    &number.to_string(),
                    &kind,
                    &from,
                    &to,
                    &lane,
                    &flit.to_string(),
                    &cycle.to_string(),
                    &freed,
                ]);
            }
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the journeys as JSON: the message, its lanes with the cycles in which its flits crossed into them, and the
/// periods in which its header did not move, the last cycle excluded.
pub fn space_time_json(shown: &[ShownJourney]) -> Value {
    let journeys = shown.iter().map(|one| {
        let journey = one.journey;
        let label = |node| one.topology.label(node);
        let rows = journey.rows.iter().map(|row| {
            let [kind, from, to, lane] = place(one, row.place);
            json!({
                "kind": kind, "from": from, "to": to, "lane": lane.parse::<u32>().ok(),
                "crossings": row.crossings, "freed": row.freed,
            })
        });
        let waits = journey.waits.iter().map(|wait| {
            let kind = match wait.kind {
                WaitKind::Blocked => "blocked",
                WaitKind::Storing => "storing",
                WaitKind::Delayed => "delayed",
            };
            json!({"row": wait.row, "from": wait.from, "until": wait.until, "kind": kind})
        });
        json!({
            "mode": one.mode,
            "message": journey.message.0,
            "from": label(journey.from),
            "to": label(journey.to),
            "length": journey.length,
            "generated": journey.generated,
            "headed": journey.headed,
            "arrived": journey.arrived,
            "deadlocked": journey.deadlocked,
            "rows": rows.collect::<Vec<_>>(),
            "waits": waits.collect::<Vec<_>>(),
        })
    });
    journeys.collect()
}
