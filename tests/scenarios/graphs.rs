//! User-defined networks in files and links, and runs on networks with switches.

use std::fmt::Write as _;

use flitscope::scenario::{Bounds, Message, Scenario};
use flitscope::sweep::simulate;
use flitscope::topology::graph::{Sketch, spec_of};

const STAR: &str = "a - s\nb - s\nc - s\nc - t\nt - d\nswitch s\nswitch t";

fn on(text: &str) -> Scenario {
    let mut scenario = Scenario::on(&spec_of(text));
    "up-down".clone_into(&mut scenario.routing);
    scenario
}

#[test]
fn a_file_contains_the_text_of_the_network() {
    let file = r#"{"network": {"graph": "a - b # here\nb - c"}, "routing": "up-down"}"#;
    let scenario = Scenario::from_json(file).expect("a scenario");
    assert_eq!(scenario.network, "graph:a - b # here\nb - c");
    let json: serde_json::Value = serde_json::from_str(&scenario.to_json()).expect("JSON");
    assert_eq!(json["network"]["graph"], "a - b # here\nb - c");
    assert_eq!(
        Scenario::from_json(&scenario.to_json()),
        Ok(scenario.clone())
    );
    // Comments survive changes of other fields.
    let mut changed = scenario.clone();
    changed.set("vcs", "3").expect("a number of VCs");
    assert_eq!(changed.network, scenario.network);
}

#[test]
fn errors_in_the_text_of_a_network_are_reported() {
    for (network, message) in [
        (
            r#"{"graph": "a - b\nb c"}"#,
            "line 2 must be a - b, a -> b, a @ x y, switch s or the name of a node, not b c",
        ),
        (r#"{"graph": 3}"#, "network.graph must be a string, not 3"),
        (
            r#"{"graf": ""}"#,
            "network must be an object with the field graph, not graf",
        ),
        ("{}", "network.graph must be given"),
        (
            "7",
            "network must be a string or an object with the field graph, not 7",
        ),
        (
            r#"{"graph": "a - b", "graph": "a - b"}"#,
            "network.graph must be given once, not twice",
        ),
    ] {
        let file = format!(r#"{{"network": {network}, "routing": "up-down"}}"#);
        let built = Scenario::from_json(&file).and_then(|scenario| scenario.build().map(drop));
        assert_eq!(built.expect_err(network).reason(), message);
    }
}

/// 40 nodes, 100 links, long names, and a position for every node.
#[test]
fn a_link_carries_forty_nodes_in_less_than_2000_characters() {
    let mut random = 12_345_u32;
    let mut draw = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % below
    };
    let mut sketch = Sketch::default();
    for node in 0..40 {
        let node = sketch.add(&format!("sw{node}")).expect("a name");
        sketch.set_switch(node, node % 3 == 2);
        let at = |x: u32| x as f32 / 100.0;
        let at = flitscope::topology::Point::new(at(draw(1000)) + node as f32, at(draw(1000)));
        sketch.place(node, Some(at)).expect("a place");
    }
    let mut links = 0;
    for node in 1..40 {
        let other = draw(node as u32) as usize;
        sketch.link(node, other).expect("a new link");
        links += 1;
    }
    while links < 100 {
        let (one, other) = (draw(40) as usize, draw(40) as usize);
        links += u32::from(sketch.link(one, other).is_ok());
    }
    let mut scenario = on(&sketch.text());
    "distance-classes".clone_into(&mut scenario.routing);
    scenario.vcs = 8;
    scenario.traffic.rate = 0.004;
    scenario.messages = vec![Message::new("sw0".to_owned(), "sw39".to_owned(), 16); 3];
    let link = scenario.to_link();
    assert!(link.len() < 2000, "{}", link.len());
    let opened = Scenario::from_link(&link);
    assert_eq!(opened.problems, []);
    assert_eq!(opened.scenario, scenario);
}

#[test]
fn a_damaged_link_is_reported() {
    let link = on("a - b\nb - c\nc - a").to_link();
    let packed = link.split('&').next().expect("the network comes first");
    let opened = Scenario::from_link(&packed[..packed.len() - 4]);
    let message = opened.problems[0].to_string();
    assert!(
        message.contains("network must be a network in a link that was copied whole, not "),
        "{message}"
    );
    // A link written by hand. The network is checked with the routing function of the whole link.
    let mut scenario = on("a - b\nb - c");
    let by_hand = format!("t=graph:{}&r=up-down", "a-b%0Ab-c");
    let opened = Scenario::from_link(&by_hand);
    scenario.network = "graph:a-b\nb-c".to_owned();
    assert_eq!((opened.problems, opened.scenario), (Vec::new(), scenario));
}

#[test]
fn a_change_of_network_replaces_an_undefined_routing_function() {
    let mut scenario = Scenario::on("mesh:4x4");
    let message = scenario.change_network("graph:a - b\nb - c");
    let message = message
        .expect("it is a network")
        .expect("dimension order is given up");
    assert_eq!(
        message,
        "“Dimension order” is not defined on your network of 3 nodes; the routing function is “Up*/down*” now."
    );
    assert_eq!(scenario.file_stem(), "network-of-3-nodes-V2-B1-M32");
    let back = scenario.change_network("mesh:4x4");
    assert_eq!(back, Ok(None));
    assert_eq!(
        on("a - b").difference(&on("a - b\nb - c")),
        "network your network of 2 nodes → your network of 3 nodes"
    );
}

/// Rates and loads are per terminal, and no switch sends or receives.
#[test]
fn switches_send_and_receive_nothing() {
    let mut scenario = on(STAR);
    scenario.traffic.rate = 0.01;
    scenario.length = flitscope::traffic::Length::Fixed(4);
    scenario.run.cycles = 20_000;
    for pattern in ["uniform", "clustered", "hotspot", "bit-complement"] {
        pattern.clone_into(&mut scenario.traffic.pattern);
        let built = scenario.build().expect("it is defined");
        let report = simulate(&scenario, |_| ()).expect("it runs");
        let measures = &report.measures;
        let accepted = measures.accepted;
        assert!((0.035..0.045).contains(&accepted), "{pattern}: {accepted}");
        let hops = measures.hops.expect("messages arrive");
        assert!((1.9..=4.0).contains(&hops), "{pattern}: {hops}");
        let bounds = Bounds::of(&scenario, &built).expect("they are known");
        assert!(bounds.mean_distance >= 2.0 - 1e-9, "{pattern}");
    }
    "uniform".clone_into(&mut scenario.traffic.pattern);
    scenario.traffic.broadcast = 0.5;
    let report = simulate(&scenario, |_| ()).expect("it runs");
    assert!(report.measures.accepted > 0.05);
    // The packet simulator treats switches in the same way.
    scenario.traffic.broadcast = 0.0;
    scenario.packet = Some(flitscope::scenario::Packet::default());
    scenario.traffic.rate = 0.1;
    let report = simulate(&scenario, |_| ()).expect("it runs");
    let accepted = report.measures.accepted;
    assert!((0.09..0.11).contains(&accepted), "{accepted}");
}

#[test]
fn settings_that_are_undefined_with_switches_are_refused() {
    let refusal = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = on(STAR);
        scenario.traffic.rate = 0.01;
        change(&mut scenario);
        scenario.build().err().map(|error| error.reason())
    };
    let sends = |from: &str, to: &str| {
        let (from, to) = (from.to_owned(), to.to_owned());
        refusal(&move |scenario| {
            scenario.messages = vec![Message::new(from.clone(), to.clone(), 4)];
        })
    };
    assert_eq!(sends("a", "d"), None);
    assert_eq!(
        sends("s", "a").as_deref(),
        Some(
            "messages[0].from must be a node that sends and receives in your network of 6 nodes, not \
             the switch s"
        )
    );
    assert_eq!(
        sends("a", "t").as_deref(),
        Some(
            "messages[0].to must be a node that sends and receives in your network of 6 nodes, not \
             the switch t"
        )
    );
    let of_pattern =
        |pattern: &str| refusal(&|scenario| pattern.clone_into(&mut scenario.traffic.pattern));
    assert_eq!(
        of_pattern("neighbor").as_deref(),
        Some(
            "traffic.pattern neighbor is not defined on your network of 6 nodes; node a has only \
             switches beside it"
        )
    );
    assert_eq!(
        refusal(&|scenario| scenario.traffic.multicast.destinations = Some(4)).as_deref(),
        Some("traffic.multicast.destinations must be a whole number from 1 to 3, not 4")
    );
    let dimension_order = refusal(&|scenario| scenario.routing = "dimension-order".to_owned());
    assert!(dimension_order.is_some_and(|message| message.contains("or here random-shortest, ")));
}

/// No message contains a long list of links.
#[test]
fn messages_name_a_network_in_a_few_words() {
    let mut text = String::new();
    for node in 0..200 {
        let _ = writeln!(text, "{node} - {}", (node + 1) % 200);
    }
    let mut scenario = on(&text);
    "shortest".clone_into(&mut scenario.routing);
    let built = scenario.build().expect("it is defined");
    assert_eq!(
        built.warnings(),
        [
            "“Shortest path, one table” can deadlock on your network of 200 nodes, however many virtual channels there \
          are"
        ]
    );
}
