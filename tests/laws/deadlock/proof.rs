//! The proof that the page steps through, one virtual channel at a time.

use std::collections::BTreeMap;

use flitscope::scenario::Scenario;
use flitscope::scene::{Layout, Proof, Shape};
use flitscope::sweep::DeadlockReport;
use flitscope::topology::Arrangement;

use super::super::pairs::every_case;
use crate::common::{effort::quick_or, networks};

/// Without a cycle, every dependency leads to a virtual channel that was removed earlier or never
/// had to be.
#[test]
fn every_function_free_of_deadlock_has_a_proof() {
    let mut proofs = 0;
    for case in every_case(networks::largest_up_to(quick_or(9, 16))) {
        let mut scenario = Scenario::on(case.spec);
        case.id.clone_into(&mut scenario.routing);
        scenario.vcs = case.vcs.count.into();
        scenario.dateline = case.vcs.dateline;
        let built = scenario.build().expect("a scenario in range");
        let report = DeadlockReport::of(&scenario, &built).expect("the network is small");
        if report.deadlock_free != Some(true) {
            assert!(report.order.is_empty(), "{case:?}");
            continue;
        }
        assert_eq!(
            report.order.is_empty(),
            report.dependencies == 0,
            "{case:?}"
        );
        proofs += 1;
        let ranks = (1..).zip(&report.order);
        let ranks: BTreeMap<_, _> = ranks
            .flat_map(|(rank, lanes)| lanes.iter().map(move |&lane| (lane, rank)))
            .collect();
        assert_eq!(
            ranks.len(),
            report.order.iter().map(Vec::len).sum::<usize>(),
            "{case:?}"
        );
        if report.acyclic {
            for (held, wanted) in &report.edges {
                let wanted = ranks.get(wanted).copied().unwrap_or(0);
                assert!(ranks[held] > wanted, "{case:?}");
            }
        }
    }
    assert!(proofs > 20, "{proofs}");
}

#[test]
fn the_proof_removes_one_virtual_channel_at_a_time() {
    for link in [
        "t=mesh:3x3&vc=1",
        "t=torus-uni:4&vc=2",
        "t=mesh:3x3&r=duato&vc=2",
    ] {
        let scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect("a scenario in range");
        let report = DeadlockReport::of(&scenario, &built).expect("a small network");
        let (topology, network) = (&*built.topology, &built.design.network);
        let layout = Layout::new(
            topology,
            network,
            scenario.vcs as u8,
            Arrangement::default(),
        );
        let proof = |off| Proof {
            ranks: &report.order,
            off,
            lanes: report.lanes,
            is_acyclic: report.acyclic,
            edges: &report.edges,
        };
        let length = proof(0).len();
        let lines = |off| {
            let shapes = proof(off).shapes(&layout, network);
            let lines = shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Line { .. }));
            lines.count()
        };
        let mut sentences = Vec::new();
        for off in 0..=length {
            assert_eq!(lines(off), length - off, "{link} {off}");
            let sentence = proof(off).sentence(topology, network);
            assert!(!sentences.contains(&sentence), "{link}: {sentence}");
            sentences.push(sentence);
        }
        assert!(
            sentences[0].contains(" removed from the start"),
            "{}",
            sentences[0]
        );
        assert!(
            sentences[length].ends_with("messages cannot deadlock."),
            "{}",
            sentences[length]
        );
        // Stepping by whole ranks reaches the end, too.
        let mut off = 0;
        for rank in &report.order {
            off += rank.len();
            assert_eq!(proof(off - 1).end_of_rank(), off);
        }
        assert_eq!(off, length);
    }
}
