//! Space-time diagrams as files.

use flitscope::scenario::Scenario;
use flitscope::scene::{Journey, ShownJourney, space_time_csv, space_time_json};
use flitscope::sim::{MessageId, Simulator};

/// Calls `look` with the journey of one message of five flits over four channels.
pub(super) fn with_a_journey(look: impl FnOnce(&[ShownJourney])) {
    let link = "t=mesh:3x3&vc=1&M=5&msg=0:0,0>2,2";
    let built = Scenario::from_link(link)
        .scenario
        .build()
        .expect("a valid scenario");
    let simulator = Simulator::new(built.design.clone());
    let journey = Journey::follow(simulator, MessageId(0), 1000).expect("it is sent");
    let one = ShownJourney {
        mode: built.design.switching.entry().name(),
        journey: &journey,
        topology: &*built.topology,
        network: &built.design.network,
    };
    look(&[one, one]);
}

#[test]
fn exported_numbers_are_the_cycles_of_all_flits() {
    with_a_journey(|shown| {
        let journey = shown[0].journey;
        let crossings: Vec<_> = journey.rows.iter().flat_map(|row| &row.crossings).collect();
        assert_eq!(
            crossings.len(),
            5 * 5,
            "four channels and the ejection port"
        );
        let csv = space_time_csv(&shown[..1]);
        assert!(csv_cycles(&csv).iter().eq(crossings));
        assert!(csv.contains("channel,\"0,0\",\"1,0\",0,"), "{csv}");

        let json = space_time_json(shown);
        assert_eq!(json.as_array().map(Vec::len), Some(2));
        let rows = json[0]["rows"].as_array().expect("rows");
        let cycles = rows
            .iter()
            .flat_map(|row| row["crossings"].as_array().expect("cycles"));
        assert!(
            cycles
                .filter_map(serde_json::Value::as_u64)
                .eq(csv_cycles(&csv))
        );
        assert_eq!(json[0]["arrived"].as_u64(), journey.arrived);
    });
}

fn csv_cycles(csv: &str) -> Vec<u64> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| row[8].parse().expect("a cycle")).collect()
}
