//! Cycles without decisions can be skipped at once, with the same result.

use std::sync::Arc;

use engine::sim::{Design, RunLength, Simulator};
use proptest::prelude::*;

use crate::common::effort;
use crate::simulator::designs::any_design;

const CYCLES: u64 = 1_500;

/// One simulator skips what it can, the other steps: they are equal in every cycle at which the
/// first one stops.
pub fn skipping_idle_cycles_changes_nothing() {
    let parts = (
        any_sparse_design(),
        prop::sample::select(&[1, 3, 7, 1_500][..]),
    );
    proptest!(effort::cases(64), |((design, most) in parts)| {
        let mut skipping = Simulator::new(design.clone());
        let mut stepping = Simulator::new(design);
        while skipping.cycle() < CYCLES {
            let from = skipping.cycle();
            let passed = skipping.skip_idle(most.min(CYCLES - from));
            prop_assert!(passed <= most);
            prop_assert_eq!(skipping.cycle(), from + passed);
            let before = stepping.counters();
            for _ in 0..passed {
                stepping.step();
                prop_assert_eq!(stepping.deliveries(), &[]);
                prop_assert_eq!(stepping.completions(), &[]);
            }
            prop_assert_eq!(stepping.counters().generated, before.generated);
            if passed == 0 {
                skipping.step();
                stepping.step();
            }
            prop_assert_eq!(skipping.deliveries(), stepping.deliveries());
            prop_assert_eq!(skipping.completions(), stepping.completions());
            prop_assert_eq!(skipping.snapshot(), stepping.snapshot());
        }
        prop_assert_eq!(skipping.digest(), stepping.digest());
    });
}

/// A run, which skips idle cycles and measures, has the same deliveries as single steps.
pub fn a_run_ends_like_its_single_steps() {
    proptest!(effort::cases(64), |(design in any_sparse_design())| {
        let mut stepping = Simulator::new(design.clone());
        let is_over = |s: &Simulator| s.is_drained() || s.deadlock().is_some();
        while stepping.cycle() < CYCLES && !is_over(&stepping) {
            stepping.step();
        }
        // The warm-up is excluded from the measures, not from the run.
        let length = RunLength::new(CYCLES / 3, CYCLES - CYCLES / 3);
        let cut = if stepping.design().is_random() { 0 } else { CYCLES / 3 };
        if stepping.cycle() <= CYCLES - cut {
            let run = Simulator::new(design).replicate(length, |_| ());
            prop_assert_eq!(run.digest, stepping.digest());
            prop_assert_eq!(run.flit_hops, stepping.counters().flit_hops);
        }
    });
}

/// Any design, at its own load or at a fraction that leaves idle cycles.
fn any_sparse_design() -> impl Strategy<Value = Arc<Design>> {
    let shares = prop::sample::select(&[0.0, 0.003, 0.03, 0.3, 1.0][..]);
    (any_design(), shares).prop_map(|(design, share)| {
        let design = Arc::into_inner(design).expect("the design is not shared");
        Arc::new(Design {
            rate: design.rate * share,
            ..design
        })
    })
}
